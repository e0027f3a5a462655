/* Words of text files: coordinates, with error messages that name their position, and names as
 * valid UTF-8 [Unicode15]. */
#include <math.h>
#include <stdlib.h>

#include "text.h"
#include "file.h"
#include "number.h"

bool carom_io_parse_coordinate(const io_text *in, io_word word, const char *what, double *out) {
    if (!carom_io_parse_number(word.text, word.end, out))
        return carom_io_fail(in->file, "line %zu: %s: \"%.*s\" is not a number; write 1.5 or 15e-1",
                             in->line, what, shown(word), word.text);
    if (!(fabs(*out) <= IO_LIMIT))
        return carom_io_fail(in->file, "line %zu: %s: \"%.*s\" is not a finite number%s", in->line,
                             what, shown(word), word.text,
                             isfinite(*out) ? " of at most " IO_LIMIT_TEXT "; scale the model"
                                            : "; repair or remove it");
    return true;
}

io_word carom_io_rest_of_line(io_text *in) {
    io_word out;
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
    out.text = out.end = in->at;
    for (; in->at < in->end && !is_newline(*in->at); in->at++)
        if (!is_blank(*in->at)) out.end = in->at + 1;
    return out;
}

/* Length of the well-formed UTF-8 sequence at `text`, or 0 [Unicode15] table 3-7. */
static size_t sequence_length(const unsigned char *text, size_t size) {
    unsigned char first = text[0], low = 0x80, high = 0xBF;
    size_t length = first < 0x80                    ? 1
                    : first >= 0xC2 && first < 0xE0 ? 2
                    : first >= 0xE0 && first < 0xF0 ? 3
                    : first >= 0xF0 && first < 0xF5 ? 4
                                                    : 0;
    if (length > size) return 0;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
    for (size_t i = 1; i < length; i++, low = 0x80, high = 0xBF)
        if (text[i] < low || text[i] > high) return 0;
    return length;
}

char *carom_io_copy_name(const char *text, size_t size) {
    const unsigned char *at = (const unsigned char *)text, *end = at + size;
    char *copy = malloc(3 * size + 1), *out = copy;
    while (copy && at < end) {
        size_t length = sequence_length(at, (size_t)(end - at));
        if (length == 1 && (*at < 0x20 || *at == 0x7F)) {
            *out++ = ' ';
        } else if (length) {
            memcpy(out, at, length);
            out += length;
        } else {
            memcpy(out, "\xEF\xBF\xBD", 3); /* the replacement character */
            out += 3;
        }
        at += length ? length : 1;
    }
    if (copy) *out = 0;
    return copy;
}
