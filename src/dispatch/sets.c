/* Own method: best first over the pairs of two sets by the gaps of their boxes, in a binary heap. A
 * pair whose gap exceeds the least distance so far cannot be nearer, and one that is searched ends
 * as soon as it is certainly farther. So the answer is that of all pairs, ties to the first. The
 * heap is built of what the first pair leaves, which mostly is little. */
#include "dispatch/compound/compound_parts.h"
#include "dispatch/sets.h"
#include "dispatch/within.h"

typedef struct set_pair {
    double gap; /* a lower bound on the distance */
    uint32_t a, b;
} set_pair;

typedef struct set_search {
    const set_view *a, *b;
    const carom_set_options *options;
    carom_real limit;
    set_pair *pairs; /* a heap, the least gap first */
    size_t count;
} set_search;

/* ---- memory */

size_t carom_set_boxes_size(size_t count) {
    return size_of_many(count, sizeof(set_box));
}

size_t carom_set_pairs_size(size_t count_a, size_t count_b) {
    if (count_a > UINT32_MAX || count_b > UINT32_MAX) return SIZE_MAX;
    const size_t pairs = count_b ? size_of_many(count_a, count_b) : 0;
    return size_of_many(pairs, sizeof(set_pair));
}

size_t carom_closest_sets_scratch(size_t count_a, size_t count_b) {
    const size_t boxes = carom_set_boxes_size(sum_of_sizes(count_a, count_b));
    return sum_of_sizes(sum_of_sizes(boxes, 1), carom_set_pairs_size(count_a, count_b));
}

void carom_set_boxes(const carom_shape_set *set, set_box *out) {
    for (size_t i = 0; i < set->count; i++) {
        const carom_posed_shape *item = &set->items[i];
        if (!(item->state & POSED_VALID))
            out[i] = far_box();
        else
            out[i] = box_in_double(set->boxes ? set->boxes[i] : carom_posed_reach(item));
    }
}

/* Boxes of both sets in the caller's scratch. @return what is left of it; null when there is none
 * or the sets are too large */
static void *view_sets(set_view views[2], const carom_shape_set *a, const carom_shape_set *b,
                       const carom_set_options *options) {
    const carom_shape_set *other = b ? b : a;
    if (!options || !options->scratch) return NULL;
    if (carom_closest_sets_scratch(a->count, other->count) == SIZE_MAX) return NULL;
    set_box *boxes = options->scratch, *end = boxes + a->count;
    carom_set_boxes(a, boxes);
    views[0] = views[1] = (set_view){a->items, boxes, a->count};
    if (other == a) return end;
    carom_set_boxes(other, end);
    views[1] = (set_view){other->items, end, other->count};
    return end + other->count;
}

/* ---- pairs */

/* Lists the pairs whose boxes are within the limit. @return false when nothing can be answered */
static bool list_pairs(set_search *s, const set_view *a, const set_view *b,
                       const carom_set_options *options, void *pairs) {
    const carom_real limit = options->limit > 0 ? options->limit : (carom_real)INFINITY;
    const uint8_t *skip = options->skip;
    if (!(options->limit >= 0)) return false;
    *s = (set_search){a, b, options, limit, pairs, 0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->count; j++) {
            if (skip && skip[i * b->count + j]) continue;
            const double gap = gap_of_set_boxes(&a->boxes[i], &b->boxes[j]);
            if (gap > (double)limit) continue;
            s->pairs[s->count++] = (set_pair){gap, (uint32_t)i, (uint32_t)j};
        }
    return true;
}

static bool pair_before(const set_pair *p, const set_pair *q) {
    if (p->gap != q->gap) return p->gap < q->gap;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

/* Moves the pair at `place` down to where no child comes before it. */
static void sink_pair(set_search *s, size_t place) {
    const set_pair moved = s->pairs[place];
    for (size_t child = 2 * place + 1; child < s->count; child = 2 * place + 1) {
        if (child + 1 < s->count && pair_before(&s->pairs[child + 1], &s->pairs[child])) child++;
        if (!pair_before(&s->pairs[child], &moved)) break;
        s->pairs[place] = s->pairs[child];
        place = child;
    }
    s->pairs[place] = moved;
}

/* Removes the first pair of those that are not ordered yet. */
static set_pair take_least(set_search *s) {
    size_t least = 0;
    for (size_t i = 1; i < s->count; i++)
        if (pair_before(&s->pairs[i], &s->pairs[least])) least = i;
    const set_pair first = s->pairs[least];
    s->pairs[least] = s->pairs[--s->count];
    return first;
}

/* Orders the pairs whose gaps are within the distance, and drops the others. */
static void order_pairs(set_search *s, double distance) {
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].gap <= distance) s->pairs[kept++] = s->pairs[i];
    s->count = kept;
    for (size_t i = kept / 2; i-- > 0;)
        sink_pair(s, i);
}

static set_pair take_pair(set_search *s) {
    const set_pair first = s->pairs[0];
    s->pairs[0] = s->pairs[--s->count];
    if (s->count) sink_pair(s, 0);
    return first;
}

static carom_set_closest closest_of_pair(const set_search *s, const set_pair *p, carom_real limit) {
    const carom_posed_shape *a = &s->a->items[p->a], *b = &s->b->items[p->b];
    carom_pair_cache *caches = s->options->caches;
    carom_pair_cache *cache = caches ? &caches[(size_t)p->a * s->b->count + p->b] : NULL;
    const bool valid = is_valid_pair(a, b);
    return (carom_set_closest){valid ? carom_closest_near(a, b, limit, cache) : closest_nowhere(),
                               p->a, p->b};
}

/* ---- the least distance */

/* The answer so far, and the least lower bound of all pairs with its certainty. */
typedef struct set_answer {
    carom_set_closest best;
    carom_real lower;
    carom_certainty doubt;
} set_answer;

static bool precedes(const set_pair *p, const carom_set_closest *q) {
    return p->a != q->index_a ? p->a < q->index_a : p->b < q->index_b;
}

static void try_pair(const set_search *s, const set_pair *p, set_answer *out) {
    const carom_real best = out->best.at.distance;
    if (best == 0 && !precedes(p, &out->best)) return;
    const carom_set_closest found = closest_of_pair(s, p, best < s->limit ? best : s->limit);
    if (found.at.lower_bound < out->lower) {
        out->lower = found.at.lower_bound;
        out->doubt = found.at.certainty;
    }
    if (found.at.distance < best ||
        (found.at.distance == best && best <= CAROM_REAL_MAX && precedes(p, &out->best)))
        out->best = found;
}

carom_set_closest carom_set_nearest(const set_view *a, const set_view *b,
                                    const carom_set_options *options, void *pairs) {
    set_search s;
    set_answer out = {.best = {.at = closest_nowhere()}, .lower = (carom_real)INFINITY};
    if (!list_pairs(&s, a, b, options, pairs)) return out.best;
    if (s.count) {
        const set_pair first = take_least(&s);
        try_pair(&s, &first, &out);
        order_pairs(&s, (double)out.best.at.distance);
    }
    while (s.count) {
        const set_pair next = take_pair(&s);
        if (next.gap > (double)out.best.at.distance) break;
        try_pair(&s, &next, &out);
    }
    if (out.best.at.distance > s.limit) out.best.at.lower_bound = s.limit;
    if (out.lower < out.best.at.lower_bound) {
        out.best.at.lower_bound = out.lower;
        if (out.doubt > out.best.at.certainty) out.best.at.certainty = out.doubt;
    }
    return out.best;
}

carom_set_closest carom_closest_sets(const carom_shape_set *a, const carom_shape_set *b,
                                     const carom_set_options *options) {
    set_view views[2];
    void *pairs = view_sets(views, a, b, options);
    if (!pairs) return (carom_set_closest){.at = closest_nowhere()};
    const bool within = !b || b == a;
    return carom_set_nearest(&views[0], &views[within ? 0 : 1], options, pairs);
}

/* ---- all pairs */

size_t carom_closest_sets_all(const carom_shape_set *a, const carom_shape_set *b,
                              const carom_set_options *options, carom_set_closest *list,
                              size_t capacity) {
    set_view views[2];
    set_search s;
    size_t count = 0;
    void *pairs = view_sets(views, a, b, options);
    const bool within = !b || b == a;
    if (!pairs || !list_pairs(&s, &views[0], &views[within ? 0 : 1], options, pairs)) return 0;
    for (size_t i = 0; i < s.count; i++) {
        const carom_set_closest found = closest_of_pair(&s, &s.pairs[i], s.limit);
        if (!(found.at.distance <= CAROM_REAL_MAX)) continue;
        if (count < capacity) list[count] = found;
        count++;
    }
    return count;
}

/* ---- contact */

static bool is_in_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                          const carom_set_options *options, size_t pair) {
    if (options->limit > 0) return part_within(a, b, options->limit);
    return options->caches ? carom_overlap_posed_cached(a, b, &options->caches[pair])
                           : carom_overlap_posed(a, b);
}

bool carom_set_pair_overlaps(const set_view *a, const set_view *b, const carom_set_options *options,
                             size_t i, size_t j) {
    const size_t pair = i * b->count + j;
    if (options->skip && options->skip[pair]) return false;
    if (gap_of_set_boxes(&a->boxes[i], &b->boxes[j]) > (double)options->limit) return false;
    return is_valid_pair(&a->items[i], &b->items[j]) &&
           is_in_contact(&a->items[i], &b->items[j], options, pair);
}

static carom_set_overlap first_overlap(const set_view *a, const set_view *b,
                                       const carom_set_options *options) {
    if (!(options->limit >= 0)) return (carom_set_overlap){0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->count; j++)
            if (carom_set_pair_overlaps(a, b, options, i, j))
                return (carom_set_overlap){true, i, j};
    return (carom_set_overlap){0};
}

carom_set_overlap carom_overlap_sets(const carom_shape_set *a, const carom_shape_set *b,
                                     const carom_set_options *options) {
    set_view views[2];
    if (!view_sets(views, a, b, options)) return (carom_set_overlap){0};
    const bool within = !b || b == a;
    return first_overlap(&views[0], &views[within ? 0 : 1], options);
}
