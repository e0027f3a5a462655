/* No algorithm of its own: XML 1.0 has no way to write control characters or what is not UTF-8, so
 * these become question marks. */
#include "text/xml.h"

#include <stdio.h>

size_t xml_next(const char **text, char *out) {
    const unsigned char *s = (const unsigned char *)*text;
    unsigned code = '?';
    size_t used = 1;
    if (!*s) return 0;
    if (*s >= 0x20 && *s < 0x7F) {
        code = *s;
    } else if (*s >= 0xC2 && *s < 0xE0 && (s[1] & 0xC0) == 0x80) {
        code = (*s & 0x1Fu) << 6 | (s[1] & 0x3Fu);
        used = 2;
    } else if (*s > 0xE0 && *s < 0xED && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80) {
        code = (*s & 0xFu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
        used = 3;
    } else {
        while ((s[used] & 0xC0) == 0x80)
            used++;
    }
    *text += used;
    const int markup = code == '&' || code == '<' || code == '>' || code == '"';
    if (code < 0x7F && !markup) return out[0] = (char)code, out[1] = '\0', 1;
    return (size_t)snprintf(out, XML_CHARACTER, "&#%u;", code);
}
