/* Decimal to binary conversion, correctly rounded [Clinger90]: the nearest double, ties to even, as
 * strtod gives in the C locale. */
#ifndef CAROM_IO_NUMBER_H
#define CAROM_IO_NUMBER_H

#include "internal.h"

/* Parses a number, independently of the locale, rounded to the nearest double; `text` to `end` must
 * be one number. NaN and infinities are accepted. */
bool carom_io_parse_number(const char *text, const char *end, double *out);

bool carom_io_parse_integer(const char *text, const char *end, long long *out);

#endif
