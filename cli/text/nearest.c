/* Damerau and Levenshtein's distance in the form of optimal string alignment: letters inserted,
 * left out, replaced, and neighbours exchanged. Words are options and members, so a table of
 * NEAREST_SIZE letters each way is enough. */
#include "text/nearest.h"

#include <string.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t edits(const char *a, size_t na, const char *b, size_t nb) {
    size_t table[NEAREST_SIZE + 1][NEAREST_SIZE + 1];
    for (size_t i = 0; i <= na; i++)
        for (size_t k = 0; k <= nb; k++) {
            table[i][k] = i + k;
            if (!i || !k) continue;
            const size_t replaced = table[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            table[i][k] = least(replaced, 1 + least(table[i - 1][k], table[i][k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                table[i][k] = least(table[i][k], table[i - 2][k - 2] + 1);
        }
    return table[na][nb];
}

size_t nearest_next(const char **at, const char **word) {
    *at += strspn(*at, " ");
    *word = *at;
    *at += strcspn(*at, " ");
    return (size_t)(*at - *word);
}

bool nearest_word(const char *word, const char *words, char *out) {
    const size_t length = strlen(word);
    size_t best = NEAREST_SIZE, size;
    const char *at = words, *candidate;
    if (length >= NEAREST_SIZE) return false;
    while ((size = nearest_next(&at, &candidate)) > 0) {
        if (size >= NEAREST_SIZE) continue;
        const size_t distance = edits(word, length, candidate, size);
        if (distance >= best || 3 * distance > size + 1) continue;
        best = distance;
        memcpy(out, candidate, size);
        out[size] = '\0';
    }
    return best < NEAREST_SIZE;
}
