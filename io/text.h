/* Scanner of text files by words and lines, with line numbers for messages. It works on the bytes
 * in memory and copies nothing. */
#ifndef CAROM_IO_TEXT_H
#define CAROM_IO_TEXT_H

#include <string.h>

#include "internal.h"

typedef struct io_word {
    const char *text, *end;
} io_word;

typedef struct io_text {
    const io_file *file;
    const char *at, *end;
    size_t line;
} io_text;

static inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_newline(char c) {
    return c == '\n' || c == '\r';
}

/* The next word of this line; false at its end. */
static inline bool next_word(io_text *in, io_word *out) {
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
    out->text = in->at;
    while (in->at < in->end && !is_blank(*in->at) && !is_newline(*in->at))
        in->at++;
    out->end = in->at;
    return out->end > out->text;
}

/* Moves to the start of the next line. Lines end with a carriage return, a line feed or both. */
static inline void next_line(io_text *in) {
    while (in->at < in->end && !is_newline(*in->at))
        in->at++;
    if (in->at < in->end) {
        bool both = in->at[0] == '\r' && in->at + 1 < in->end && in->at[1] == '\n';
        in->at += both ? 2 : 1;
        in->line++;
    }
}

/* The next word of this line or a later one; false at the end of the file. */
static inline bool next_word_anywhere(io_text *in, io_word *out) {
    while (!next_word(in, out)) {
        if (in->at >= in->end) return false;
        next_line(in);
    }
    return true;
}

static inline bool word_is(io_word word, const char *text) {
    size_t length = (size_t)(word.end - word.text);
    return strlen(text) == length && !memcmp(word.text, text, length);
}

/* The number of characters of a word to show in messages, at most 40, for "%.*s". */
static inline int shown(io_word word) {
    return word.end - word.text < 40 ? (int)(word.end - word.text) : 40;
}

/* Parses a coordinate: finite and at most IO_LIMIT in size. `what` names the vertex in messages. */
bool carom_io_parse_coordinate(const io_text *in, io_word word, const char *what, double *out);

/* The rest of the line, without leading and trailing blanks. */
io_word carom_io_rest_of_line(io_text *in);

/* A copy as valid UTF-8 without control characters, for any bytes; null without memory. */
char *carom_io_copy_name(const char *text, size_t size);

#endif
