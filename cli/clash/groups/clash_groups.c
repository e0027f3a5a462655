/* Own method: a pair is described by the meshes of its parts and by the transform of the second
 * part in the frame of the first. Pairs are compared with the first pairs of the groups of the same
 * two meshes, which hang in a list for each bucket of a hash table; the number of comparisons a
 * pair is bounded. Transforms agree where no vertex is farther off than a small part of the parts'
 * size, and than single precision rounds where they are. */
#include "clash/groups/clash_groups.h"

#include <stdlib.h>
#include <string.h>

#define COMPARED 4096
#define SAME_PLACE 1e-5 /* of the size of both parts: above rounding of rotations in float */

/* The first pair of a group. */
typedef struct group_first {
    size_t pair, next; /* next: 1 + index into the list, 0 at the end */
    size_t source[2];
    double rows[12]; /* of the second part, from the first */
    double slack;
} group_first;

typedef struct group_table {
    group_first *firsts;
    size_t *buckets; /* 1 + index */
    size_t count, mask;
} group_table;

static carom_vec3 row_of(const double *m, int r) {
    return make3(m[4 * r], m[4 * r + 1], m[4 * r + 2]);
}

/* The matrix of `to` in the frame of `from`. False when that is singular. */
static bool relative_transform(const double *from, const double *to, double *out) {
    const carom_vec3 a = row_of(from, 0), b = row_of(from, 1), c = row_of(from, 2);
    const carom_vec3 inverse[3] = {outer(b, c), outer(c, a), outer(a, b)}; /* columns, times det */
    const double det = inner(a, inverse[0]);
    if (!(fabs(det) > 1e-9 * norm(a) * norm(b) * norm(c))) return false;
    for (int k = 0; k < 4; k++) {
        carom_vec3 v = make3(to[k], to[4 + k], to[8 + k]), at = make3(0, 0, 0);
        if (k == 3) v = minus(v, make3(from[3], from[7], from[11]));
        at = plus(times(inverse[0], v.x), plus(times(inverse[1], v.y), times(inverse[2], v.z)));
        out[k] = at.x / det, out[4 + k] = at.y / det, out[8 + k] = at.z / det;
    }
    return true;
}

static double place_size(const double *t) {
    return norm(make3(t[3], t[7], t[11]));
}

/* Largest stretch of a transform, or more. */
static double stretch(const double *t) {
    return norm(row_of(t, 0)) + norm(row_of(t, 1)) + norm(row_of(t, 2));
}

/* Describes the pair, with its parts the other way round where `flipped`. */
static bool describe(const clash_result *r, size_t index, bool flipped, group_first *out) {
    const clash_pair *p = &r->pairs[index];
    const clash_part *a = &r->parts[flipped ? p->b : p->a], *b = &r->parts[flipped ? p->a : p->b];
    *out = (group_first){.pair = index, .source = {a->source, b->source}};
    if (!a->source || !b->source || !relative_transform(a->transform, b->transform, out->rows))
        return false;
    const double scale = stretch(a->transform) / 3.0;
    out->slack = SAME_PLACE * (a->reach + stretch(out->rows) * b->reach) +
                 0x1p-22 * (place_size(a->transform) + place_size(b->transform)) / scale;
    return true;
}

static bool agree(const clash_result *r, const group_first *x, const group_first *y) {
    const clash_pair *p = &r->pairs[x->pair], *q = &r->pairs[y->pair];
    const double reach = r->parts[q->b].reach + r->parts[q->a].reach;
    const double slack = fmax(x->slack, y->slack);
    if (x->source[0] != y->source[0] || x->source[1] != y->source[1]) return false;
    if (!(fabs(x->rows[3] - y->rows[3]) <= slack)) return false;
    if (p->verdict != q->verdict || p->same != q->same || p->nested != q->nested) return false;
    for (int i = 0; i < 3; i++) {
        const double *u = x->rows + 4 * i, *v = y->rows + 4 * i;
        const double turned = fabs(u[0] - v[0]) + fabs(u[1] - v[1]) + fabs(u[2] - v[2]);
        if (!(turned * reach + fabs(u[3] - v[3]) <= slack)) return false;
    }
    return true;
}

static size_t bucket_of(const group_table *t, const group_first *x) {
    const uint64_t h = (x->source[0] * 0x9e3779b97f4a7c15u) ^ (x->source[1] * 0xbf58476d1ce4e5b9u);
    return (size_t)(h >> 32) & t->mask;
}

/* The group that agrees with the description, or null. */
static const group_first *find_group(const group_table *t, const clash_result *r,
                                     const group_first *x, size_t *length) {
    *length = 0;
    for (size_t at = t->buckets[bucket_of(t, x)]; at && *length < COMPARED; ++*length) {
        const group_first *first = &t->firsts[at - 1];
        if (agree(r, first, x)) return first;
        at = first->next;
    }
    return NULL;
}

static void add_pair(group_table *t, clash_result *r, size_t index) {
    clash_pair *pair = &r->pairs[index];
    group_first there, back;
    size_t length = 0, unused;
    pair->group = index;
    pair->count = 1;
    if (!describe(r, index, false, &there)) return;
    const group_first *found = find_group(t, r, &there, &length);
    if (!found && describe(r, index, true, &back)) found = find_group(t, r, &back, &unused);
    if (found) {
        pair->group = found->pair;
        pair->count = 0;
        r->pairs[found->pair].count++;
    } else if (length < COMPARED) {
        size_t *bucket = &t->buckets[bucket_of(t, &there)];
        there.next = *bucket;
        t->firsts[t->count++] = there;
        *bucket = t->count;
    }
}

bool clash_group(clash_result *r) {
    group_table t = {.mask = 1};
    while (t.mask < r->pair_count)
        t.mask = 2 * t.mask + 1;
    t.firsts = malloc((r->pair_count + 1) * sizeof *t.firsts);
    t.buckets = calloc(t.mask + 1, sizeof *t.buckets);
    const bool ok = t.firsts && t.buckets;
    for (size_t i = 0; ok && i < r->pair_count; i++)
        add_pair(&t, r, i);
    free(t.firsts);
    free(t.buckets);
    return ok;
}
