/* A pair fails when some condition holds for it. A depth fails where it exceeds the amount, or is
 * not proved to be within it; the search decides the least amount where it can. */
#include "clash/ci/clash_fail.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned verdicts;
    bool measured; /* an amount may follow */
} words[] = {
    {"hard", 1u << CLASH_HARD, true}, {"nested", CLASH_IGNORE_NESTED, true},
    {"same", CLASH_FAIL_SAME, true},  {"undecided", 1u << CLASH_UNDECIDED, true},
    {"near", 1u << CLASH_NEAR, true}, {"touching", 1u << CLASH_TOUCH, false},
};

static const unsigned usual = 1u << CLASH_HARD | 1u << CLASH_UNDECIDED | 1u << CLASH_NEAR;

static bool read_verdict(clash_condition *out, const char *text) {
    const size_t length = strcspn(text, ":");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].name) != length || strncmp(words[i].name, text, length) != 0) continue;
        out->verdicts = words[i].verdicts;
        out->has_amount = text[length] == ':';
        if (!out->has_amount) return true;
        char *end;
        out->amount = strtod(text + length + 1, &end);
        return words[i].measured && end != text + length + 1 && !*end && out->amount >= 0.0 &&
               out->amount <= 1e300;
    }
    return false;
}

bool clash_fail_read(clash_fail *fail, const char *text) {
    clash_condition c = {0};
    if (fail->count == CLASH_CONDITIONS) return false;
    c.only_new = !strncmp(text, "new", 3) && (text[3] == ':' || !text[3]);
    c.verdicts = usual;
    if (!c.only_new && !read_verdict(&c, text)) return false;
    if (c.only_new && text[3] && !read_verdict(&c, text + 4)) return false;
    if (c.has_amount && c.amount > 0.0 && !(c.verdicts & 1u << CLASH_NEAR) &&
        !(fail->decide > 0.0 && fail->decide < c.amount))
        fail->decide = c.amount;
    fail->conditions[fail->count++] = c;
    return true;
}

bool clash_fail_needs_baseline(const clash_fail *fail) {
    for (size_t i = 0; i < fail->count; i++)
        if (fail->conditions[i].only_new) return true;
    return false;
}

static bool exceeds(const clash_condition *c, const clash_pair *pair) {
    if (!c->has_amount) return true;
    if (pair->verdict == CLASH_NEAR) return pair->distance < c->amount;
    return !pair->measured || pair->bound > c->amount;
}

static bool holds(const clash_condition *c, const clash_pair *pair) {
    unsigned is = 1u << pair->verdict;
    if (pair->verdict == CLASH_HARD && pair->nested) is |= CLASH_IGNORE_NESTED;
    if (pair->verdict == CLASH_HARD && pair->same) is |= CLASH_FAIL_SAME;
    return (c->verdicts & is) && (!c->only_new || pair->is_new) && exceeds(c, pair);
}

void clash_fail_apply(const clash_fail *fail, clash_result *r) {
    r->failing = 0;
    for (size_t i = 0; i < r->pair_count; i++) {
        clash_pair *pair = &r->pairs[i];
        pair->fails = fail->count == 0 && (usual & 1u << pair->verdict);
        for (size_t k = 0; k < fail->count && !pair->fails; k++)
            pair->fails = holds(&fail->conditions[k], pair);
        r->failing += pair->fails;
    }
}
