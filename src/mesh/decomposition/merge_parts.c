/* Agglomerative merging of hulls, as [Mamou16] and [Wei22] merge after they have split; here by the
 * measured distance: the pair whose common hull reaches least out of the solid is next, with a
 * weight of up to 2 for the volume that this hull adds to both. Own method of laziness: a pair's
 * key is a lower bound from some boxes until it is the least of all keys; it is then measured
 * further, and merged if it stays the least. Proved: no merge takes a part beyond the goal but
 * those that the limit of hulls forces. */
#include "mesh/decomposition/merge_parts.h"

/* Boxes that are looked at for a first key, and for a pair that may be merged. */
#define GLANCE_BOXES 16
#define MEASURE_BOXES 4096

typedef struct part_pair {
    uint32_t a, b;
    double excess; /* at least 1: what the common hull adds to both, a part of its volume */
    double key;    /* excess times a lower bound, or where it is measured, times the upper one */
    bool is_measured;
    concavity measured;
} part_pair;

typedef struct part_merger {
    decomposition_builder *builder;
    grown_array pairs;
    size_t live;    /* parts */
    bool is_forced; /* merges beyond the goal, too */
} part_merger;

static bool boxes_touch(const carom_hull *a, const carom_hull *b) {
    const carom_aabb p = carom_hull_bounds(a), q = carom_hull_bounds(b);
    return p.min.x <= q.max.x && p.min.y <= q.max.y && p.min.z <= q.max.z && q.min.x <= p.max.x &&
           q.min.y <= p.max.y && q.min.z <= p.max.z;
}

static carom_status join_pair(const part_merger *m, const part_pair *pair, carom_hull **out) {
    const carom_hull *hulls[2] = {part_at(m->builder, pair->a)->hull,
                                  part_at(m->builder, pair->b)->hull};
    return carom_part_join(m->builder, hulls, 0, out);
}

static double excess_of_pair(const part_merger *m, const part_pair *pair, const carom_hull *hull) {
    const double both = carom_volume_hull(part_at(m->builder, pair->a)->hull) +
                        carom_volume_hull(part_at(m->builder, pair->b)->hull),
                 joined = carom_volume_hull(hull);
    return joined > both ? 1.0 + (joined - both) / joined : 1.0;
}

static carom_status measure_pair(const part_merger *m, part_pair *pair, uint32_t boxes) {
    const decomposition_builder *b = m->builder;
    const concavity_goal goal = {b->goal, (double)INFINITY, 0.25, b->resolution, boxes};
    carom_hull *hull = NULL;
    carom_status status = join_pair(m, pair, &hull);
    if (status == CAROM_OK) status = carom_part_measure(b, hull, &goal, &pair->measured);
    if (status == CAROM_OK) pair->excess = excess_of_pair(m, pair, hull);
    carom_hull_destroy(hull);
    pair->is_measured = boxes > GLANCE_BOXES || pair->measured.high <= b->goal;
    pair->key = pair->excess * (pair->is_measured ? pair->measured.high : pair->measured.low);
    return status;
}

static carom_status add_pairs_of(part_merger *m, uint32_t a, uint32_t first) {
    const decomposition_builder *b = m->builder;
    for (uint32_t i = first; i < b->parts.count; i++) {
        if (i == a || !part_at(b, i)->hull) continue;
        if (!boxes_touch(part_at(b, a)->hull, part_at(b, i)->hull)) continue;
        part_pair pair = {.a = a < i ? a : i, .b = a < i ? i : a};
        carom_status status =
            carom_array_reserve(&m->pairs, m->pairs.count + 1, sizeof pair, b->whole.from);
        if (status == CAROM_OK) status = measure_pair(m, &pair, GLANCE_BOXES);
        if (status != CAROM_OK) return status;
        ((part_pair *)m->pairs.data)[m->pairs.count++] = pair;
    }
    return CAROM_OK;
}

/* May the pair be merged, as far as is known? */
static bool may_merge(const part_merger *m, const part_pair *pair) {
    const double known = pair->is_measured ? pair->measured.high : pair->measured.low;
    return m->is_forced || known <= m->builder->goal;
}

/* The pair of the least key that is measured and may be merged; null where none is left. */
static carom_status find_least_pair(part_merger *m, part_pair **out) {
    part_pair *pairs = m->pairs.data;
    for (;;) {
        *out = NULL;
        for (size_t i = 0; i < m->pairs.count; i++)
            if (may_merge(m, &pairs[i]) && (!*out || pairs[i].key < (*out)->key)) *out = &pairs[i];
        if (!*out || (*out)->is_measured) return CAROM_OK;
        carom_status status = measure_pair(m, *out, MEASURE_BOXES);
        if (status != CAROM_OK) return status;
    }
}

static void drop_pairs_of(part_merger *m, uint32_t a, uint32_t b) {
    part_pair *pairs = m->pairs.data;
    size_t kept = 0;
    for (size_t i = 0; i < m->pairs.count; i++)
        if (pairs[i].a != a && pairs[i].b != a && pairs[i].a != b && pairs[i].b != b)
            pairs[kept++] = pairs[i];
    m->pairs.count = kept;
}

static carom_status merge_pair(part_merger *m, part_pair pair) {
    decomposition_builder *b = m->builder;
    solid_part *into = part_at(b, pair.a), *other = part_at(b, pair.b);
    carom_hull *hull = NULL;
    carom_status status = join_pair(m, &pair, &hull);
    if (status != CAROM_OK) return status;
    solid_part merged = {.hull = hull, .measured = pair.measured};
    merged.rounding = max2(into->rounding, other->rounding);
    merged.cut_rounding = max2(into->cut_rounding, other->cut_rounding);
    carom_part_release(b, into);
    carom_part_release(b, other);
    *into = merged;
    m->live--;
    drop_pairs_of(m, pair.a, pair.b);
    return add_pairs_of(m, pair.a, 0);
}

/* Parts that do not touch, where the limit forces a merge and no others are left. */
static carom_status merge_any(part_merger *m) {
    const decomposition_builder *b = m->builder;
    part_pair best = {.key = (double)INFINITY};
    bool found = false;
    for (uint32_t i = 0; i < b->parts.count; i++)
        for (uint32_t j = i + 1; j < b->parts.count && part_at(b, i)->hull; j++) {
            if (!part_at(b, j)->hull) continue;
            part_pair pair = {.a = i, .b = j};
            carom_status status = measure_pair(m, &pair, GLANCE_BOXES);
            if (status != CAROM_OK) return status;
            if (found && pair.measured.high >= best.measured.high) continue;
            best = pair;
            found = true;
        }
    return found ? merge_pair(m, best) : CAROM_OK;
}

carom_status carom_merge_parts(decomposition_builder *b) {
    part_merger m = {.builder = b, .live = b->parts.count};
    carom_status status = CAROM_OK;
    for (uint32_t i = 0; i < b->parts.count && status == CAROM_OK; i++)
        status = add_pairs_of(&m, i, i + 1);
    while (status == CAROM_OK && m.live > 1) {
        part_pair *least;
        const bool is_over = m.live > b->hull_limit;
        if (!is_over && b->stop && (b->is_stopped || b->stop(b->user))) break;
        m.is_forced = false;
        status = find_least_pair(&m, &least);
        m.is_forced = is_over;
        if (status == CAROM_OK && !least && is_over) status = find_least_pair(&m, &least);
        if (status != CAROM_OK || (!least && !is_over)) break;
        status = least ? merge_pair(&m, *least) : merge_any(&m);
    }
    carom_array_release(&m.pairs, b->whole.from);
    return status;
}
