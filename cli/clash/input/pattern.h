/* Patterns of names, the same on every system. */
#ifndef CAROM_CLI_CLASH_INPUT_PATTERN_H
#define CAROM_CLI_CLASH_INPUT_PATTERN_H

#include <stdbool.h>

/* Is the whole of `name` as `pattern` says? `*` stands for any bytes, `?` for one byte, [a-z] for
 * one of a set and [!a-z] for one of no set; a backslash takes the meaning of the byte after it. A
 * pattern between two slashes is a regular expression (text/regex.h), of which a part of the name
 * may be a match, with an i behind them in either case. */
bool pattern_fits(const char *pattern, const char *name);

/** What may stand before a pattern and say of what it is one: "file:", "path:", "id:", "kind:". */
extern const char *const pattern_prefixes[4];

/** What follows the prefix; null where the pattern does not begin with it. */
const char *pattern_after(const char *pattern, const char *prefix);

/** Is the regular expression well-formed, where it is one, also after a prefix? */
bool pattern_is_good(const char *pattern);

#endif
