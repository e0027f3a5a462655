/* No algorithm of its own: what a file of STEP, IFC or IGES is, by its first lines. An exchange
 * file of STEP (ISO 10303-21) opens with its own name and names its schemas in FILE_SCHEMA; lines
 * of IGES have 80 columns, of which the 73rd names the section, S in the first. */
#include <string.h>

#include "format/part21.h"

#define HEADER_BYTES ((size_t)1 << 16)

/* Where `text` first stands in the bytes from `at` to `end`; null without. */
static const char *find_text(const char *at, const char *end, const char *text) {
    const size_t size = strlen(text);
    for (; size <= (size_t)(end - at); at++)
        if (!memcmp(at, text, size)) return at;
    return NULL;
}

bool carom_io_is_part21(const io_file *file) {
    static const char opening[] = "ISO-10303-21;";
    size_t i = 0;
    while (i < file->size &&
           (file->bytes[i] == ' ' || (file->bytes[i] >= 9 && file->bytes[i] <= 13)))
        i++;
    return file->size - i >= sizeof opening - 1 &&
           !memcmp(file->bytes + i, opening, sizeof opening - 1);
}

bool carom_io_has_ifc_schema(const io_file *file) {
    const char *begin = (const char *)file->bytes;
    const char *end = begin + (file->size < HEADER_BYTES ? file->size : HEADER_BYTES);
    const char *schema = find_text(begin, end, "FILE_SCHEMA");
    if (!schema) return false;
    const char *semicolon = memchr(schema, ';', (size_t)(end - schema));
    return find_text(schema, semicolon ? semicolon : end, "'IFC") != NULL;
}

bool carom_io_is_iges(const io_file *file) {
    if (file->size < 80 || file->bytes[72] != 'S' || file->bytes[79] != '1') return false;
    for (size_t i = 0; i < 79; i++) {
        const unsigned char c = file->bytes[i];
        if (c < ' ' || (i > 72 && c != ' ' && c != '0')) return false;
    }
    return true;
}
