/* The JSON writer of carom query and of the reports. It writes directly to the stream and buffers
 * nothing. A number is written with the fewest digits, from 15 on (6 in single precision), that
 * read back as the same number; what is not finite becomes null, and -0 becomes 0. Text is written
 * as UTF-8; bytes that are not well-formed become question marks. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"

static void write_number(const answer *a, double value) {
    char text[40];
    value += 0.0; /* -0 becomes 0 */
    if (!isfinite(value)) {
        fputs("null", a->out);
        return;
    }
    /* for subnormal numbers fewer digits may be enough */
    bool normal = fabs(value) >= (a->single ? (double)FLT_MIN : DBL_MIN);
    for (int digits = !normal ? 1 : a->single ? 6 : 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        double back = a->single ? (double)strtof(text, NULL) : strtod(text, NULL);
        if (back == value) break;
    }
    fputs(text, a->out);
}

/* Length of the well-formed UTF-8 sequence at `s`, or 0; overlong forms and surrogates are
 * ill-formed.
 */
static int utf8_length(const unsigned char *s) {
    int length = s[0] < 0x80                   ? 1
                 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2
                 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0;
    if (s[0] == 0xED && s[1] >= 0xA0) return 0;
    if (s[0] == 0xF0 && s[1] < 0x90) return 0;
    if (s[0] == 0xF4 && s[1] >= 0x90) return 0;
    return length;
}

static void write_text(const answer *a, const char *text) {
    fputc('"', a->out);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int length = utf8_length(s);
        if (*s == '"' || *s == '\\')
            fprintf(a->out, "\\%c", *s);
        else if (*s < 0x20 || (a->in_html && *s == '<'))
            fprintf(a->out, "\\u%04x", (unsigned)*s);
        else if (length == 0)
            fputc('?', a->out);
        else
            fwrite(s, 1, (size_t)length, a->out);
        s += length > 0 ? length : 1;
    }
    fputc('"', a->out);
}

static void write_name(answer *a, const char *field) {
    if (a->continued) fputc(',', a->out);
    a->continued = true;
    fprintf(a->out, "\"%s\":", field);
}

void answer_open(answer *a) {
    fputc('{', a->out);
    a->continued = false;
}

void answer_close(answer *a) {
    fputs("}\n", a->out);
}

void answer_truth(answer *a, const char *field, bool value) {
    write_name(a, field);
    fputs(value ? "true" : "false", a->out);
}

void answer_number(answer *a, const char *field, double value) {
    write_name(a, field);
    write_number(a, value);
}

void answer_numbers(answer *a, const char *field, const double *values, int count) {
    write_name(a, field);
    for (int i = 0; i < count; i++) {
        fputc(i ? ',' : '[', a->out);
        write_number(a, values[i]);
    }
    fputc(']', a->out);
}

void answer_null(answer *a, const char *field) {
    write_name(a, field);
    fputs("null", a->out);
}

void answer_text(answer *a, const char *field, const char *text) {
    write_name(a, field);
    write_text(a, text);
}

void answer_open_bytes(answer *a, const char *field) {
    write_name(a, field);
    fputc('"', a->out);
}

void answer_close_bytes(answer *a) {
    fputc('"', a->out);
}

void answer_open_field(answer *a, const char *field) {
    write_name(a, field);
    answer_open(a);
}

void answer_close_field(answer *a) {
    fputc('}', a->out);
    a->continued = true;
}

void answer_open_array(answer *a, const char *field) {
    write_name(a, field);
    fputc('[', a->out);
}

void answer_open_item(answer *a, bool first) {
    if (!first) fputc(',', a->out);
    answer_open(a);
}

void answer_close_item(answer *a) {
    fputc('}', a->out);
}

void answer_close_array(answer *a) {
    fputc(']', a->out);
    a->continued = true;
}
