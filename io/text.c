/* Numbers in text files. strtod would ask the locale where the decimal point is; the files do not.
 * Digits beyond the nineteenth are dropped, which is far below what a float shows. */
#include <float.h>
#include <math.h>

#include "text.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_letters(const char *text, const char *end, const char *wanted) {
    for (; text < end && *wanted; text++, wanted++)
        if (lower(*text) != *wanted) return false;
    return text == end && !*wanted;
}

/* 10^exponent in steps that stay in range: exact up to 1e22, then within a few ulp. */
static double scale_by_ten(double value, long exponent) {
    bool down = exponent < 0;
    for (long left = down ? -exponent : exponent; left > 0 && value != 0.0 && value <= DBL_MAX;) {
        long step = left < 22 ? left : 22;
        double power = 1.0;
        for (long i = 0; i < step; i++)
            power *= 10.0;
        value = down ? value / power : value * power;
        left -= step;
    }
    return value;
}

/* Takes digits into *value, at most nineteen that count; *exponent makes good for the others and
 * for the point. */
static const char *take_digits(const char *text, const char *end, uint64_t *value, long *exponent,
                               bool fraction) {
    for (; text < end && is_digit(*text); text++) {
        bool kept = *value < 1000000000000000000u;
        if (kept) *value = *value * 10 + (uint64_t)(*text - '0');
        if (kept && fraction) --*exponent;
        if (!kept && !fraction) ++*exponent;
    }
    return text;
}

static const char *take_exponent(const char *text, const char *end, long *exponent) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end || !is_digit(*text)) return NULL;
    long value = 0;
    for (; text < end && is_digit(*text); text++)
        if (value < 100000) value = value * 10 + (*text - '0');
    *exponent = minus ? -value : value;
    return text;
}

bool carom_io_parse_number(const char *text, const char *end, double *out) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (same_letters(text, end, "nan") || same_letters(text, end, "-nan(ind)")) {
        *out = NAN;
        return true;
    }
    if (same_letters(text, end, "inf") || same_letters(text, end, "infinity")) {
        *out = minus ? -INFINITY : INFINITY;
        return true;
    }
    uint64_t digits = 0;
    long shift = 0, exponent = 0;
    const char *start = text, *point;
    text = take_digits(text, end, &digits, &shift, false);
    size_t count = (size_t)(text - start);
    if (text < end && *text == '.') {
        point = ++text;
        text = take_digits(text, end, &digits, &shift, true);
        count += (size_t)(text - point);
    }
    if (!count) return false;
    if (text < end && lower(*text) == 'e') text = take_exponent(text + 1, end, &exponent);
    if (!text || text != end) return false;
    double value = scale_by_ten((double)digits, exponent + shift);
    *out = minus ? -value : value;
    return true;
}

bool carom_io_parse_integer(const char *text, const char *end, long long *out) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    long long value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text) || value > 100000000000000000) return false;
        value = value * 10 + (*text - '0');
    }
    *out = minus ? -value : value;
    return true;
}

bool carom_io_parse_coordinate(const io_text *in, io_word word, const char *what, double *out) {
    if (!carom_io_parse_number(word.text, word.end, out))
        return carom_io_fail(in->file, "line %zu: %s: \"%.*s\" is not a number", in->line, what,
                             shown(word), word.text);
    if (!(fabs(*out) <= FLT_MAX))
        return carom_io_fail(in->file, "line %zu: %s: \"%.*s\" is not a finite number%s", in->line,
                             what, shown(word), word.text,
                             isfinite(*out) ? " that float can hold; scale the model" : "");
    return true;
}
