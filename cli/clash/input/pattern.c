/* Patterns as POSIX's fnmatch reads them in the C locale, which Windows lacks. Own method: where
 * the rest of a pattern fails, the last star takes one byte more; no earlier one needs to, since
 * all that it could give up the last one can take. */
#include "clash/input/pattern.h"

#include <stddef.h>
#include <string.h>

#include "text/regex.h"

/* One byte of a set, of which *p is the next; moves *p behind it. */
static unsigned char set_byte(const char **p) {
    if (**p == '\\' && (*p)[1] != '\0') (*p)++;
    return (unsigned char)*(*p)++;
}

/* Is c in the set after the bracket at *p? Moves *p behind the set; a bracket that is not closed is
 * itself. */
static bool set_fits(const char **p, unsigned char c) {
    const char *at = *p + 1;
    bool negated = *at == '!' || *at == '^', in = false;
    if (negated) at++;
    for (const char *first = at; *at != ']' || at == first;) {
        if (*at == '\0') return (*p)++, c == '[';
        unsigned char low = set_byte(&at), high = low;
        if (at[0] == '-' && at[1] != ']' && at[1] != '\0') {
            at++;
            high = set_byte(&at);
        }
        in = in || (low <= c && c <= high);
    }
    *p = at + 1;
    return in != negated;
}

/* Does one element of the pattern, no star, fit c? Moves *p behind it if so. */
static bool element_fits(const char **p, unsigned char c) {
    const char *at = *p;
    if (*at == '\0') return false;
    if (*at == '[') {
        bool fits = set_fits(&at, c);
        if (fits) *p = at;
        return fits;
    }
    if (*at == '\\')
        at++;
    else if (*at == '?')
        c = '?';
    if ((unsigned char)*at != c) return false;
    *p = at + 1;
    return true;
}

static bool glob_fits(const char *pattern, const char *name) {
    const char *after_star = NULL, *tried = NULL;
    while (*name) {
        if (*pattern == '*') {
            after_star = ++pattern;
            tried = name;
        } else if (element_fits(&pattern, (unsigned char)*name)) {
            name++;
        } else if (after_star) {
            pattern = after_star;
            name = ++tried;
        } else
            return false;
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

typedef struct expression {
    const char *text; /* null when the pattern is of the shell's kind */
    size_t size;
    bool any_case;
} expression;

/* What stands between two slashes, perhaps with an i behind them. */
static expression expression_of(const char *pattern) {
    const size_t length = strlen(pattern);
    const bool any_case = length > 2 && pattern[length - 1] == 'i' && pattern[length - 2] == '/';
    const size_t size = length - any_case;
    if (size < 2 || pattern[0] != '/' || pattern[size - 1] != '/')
        return (expression){NULL, 0, false};
    return (expression){pattern + 1, size - 2, any_case};
}

const char *const pattern_prefixes[4] = {"file:", "path:", "id:", "kind:"};

const char *pattern_after(const char *pattern, const char *prefix) {
    const size_t size = strlen(prefix);
    return strncmp(pattern, prefix, size) ? NULL : pattern + size;
}

bool pattern_is_good(const char *pattern) {
    for (size_t i = 0; i < sizeof pattern_prefixes / sizeof *pattern_prefixes; i++) {
        const char *rest = pattern_after(pattern, pattern_prefixes[i]);
        if (rest) pattern = rest;
    }
    const expression e = expression_of(pattern);
    if (!e.text) return true;
    regex *r = regex_create(e.text, e.size, e.any_case);
    regex_free(r);
    return r != NULL;
}

bool pattern_fits(const char *pattern, const char *name) {
    const expression e = expression_of(pattern);
    if (!e.text) return glob_fits(pattern, name);
    regex *r = regex_create(e.text, e.size, e.any_case);
    const bool fits = r && regex_finds(r, name);
    regex_free(r);
    return fits;
}
