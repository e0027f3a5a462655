/* What a pair of parts is called, and where to look at it. Names of parts come from files: control
 * characters are replaced where they are printed. */
#include "clash/clash_pair.h"

#include "solid.h"

const char *clash_verdict_name(clash_verdict verdict) {
    static const char *const names[CLASH_VERDICTS] = {"clear", "near", "touching", "undecided",
                                                      "hard"};
    return names[verdict];
}

const char *clash_pair_name(const clash_pair *pair) {
    bool hard = pair->verdict == CLASH_HARD;
    return hard && pair->same     ? "same"
           : hard && pair->nested ? "nested"
                                  : clash_verdict_name(pair->verdict);
}

bool clash_is_overlap(const clash_pair *pair) {
    return pair->verdict == CLASH_HARD || pair->verdict == CLASH_UNDECIDED;
}

bool clash_has_points(const clash_pair *pair) {
    return pair->verdict == CLASH_NEAR || (clash_is_overlap(pair) && pair->depth > 0.0);
}

carom_vec3 clash_place_of_pair(const clash_pair *pair) {
    if (!clash_has_points(pair)) return pair->point;
    if (pair->verdict == CLASH_NEAR) return times(plus(pair->point_a, pair->point_b), 0.5);
    return pair->inside_is_b ? pair->point_b : pair->point_a;
}

void clash_write_sentence(const clash_pair *p, char out[CLASH_SENTENCE]) {
    char what[80] = "contact";
    const carom_vec3 at = clash_place_of_pair(p);
    if (clash_is_overlap(p) && p->measured)
        snprintf(what, sizeof what, "overlap, depth %.6g, at most %.6g,", p->depth, p->bound);
    else if (clash_is_overlap(p))
        snprintf(what, sizeof what, "overlap, depth not measured,");
    else if (p->verdict == CLASH_NEAR)
        snprintf(what, sizeof what, "distance %.6g", p->distance);
    snprintf(out, CLASH_SENTENCE, "%s at %.9g %.9g %.9g", what, at.x, at.y, at.z);
}

void clash_print_name(const char *name, int width) {
    int n = 0;
    for (; *name; name++, n += ((unsigned char)*name & 0xC0) != 0x80)
        putchar((unsigned char)*name < 32 || *name == 127 ? '?' : *name);
    for (; n < width; n++)
        putchar(' ');
}

void clash_put_tags(answer *a, const clash_tags *tags) {
    answer_text(a, "name", tags->name);
    if (tags->path) answer_text(a, "path", tags->path);
    if (tags->id) answer_text(a, "guid", tags->id);
    if (tags->kind) answer_text(a, "kind", tags->kind);
}
