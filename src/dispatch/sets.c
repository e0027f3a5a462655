/* Own method: best first over the pairs of two sets by the gaps of their boxes, in a binary heap. A
 * pair whose gap exceeds the least distance so far cannot be nearer, and one that is searched ends
 * as soon as it is certainly farther. So the answer is that of all pairs, ties to the first. */
#include "carom/sets.h"

#include "core/tasks.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/within.h"

typedef struct set_pair {
    double gap; /* a lower bound on the distance */
    uint32_t a, b;
} set_pair;

typedef struct set_search {
    const carom_shape_set *a, *b;
    const carom_set_options *options;
    bool within; /* both are one set */
    carom_real limit;
    const carom_aabb *boxes[2];
    set_pair *pairs; /* a heap, the least gap first */
    size_t count;
} set_search;

/* ---- memory */

static size_t sum_of_sizes(size_t a, size_t b) {
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static size_t size_of_many(size_t count, size_t size) {
    return count > SIZE_MAX / size ? SIZE_MAX : count * size;
}

size_t carom_closest_sets_scratch(size_t count_a, size_t count_b) {
    if (count_a > UINT32_MAX || count_b > UINT32_MAX) return SIZE_MAX;
    const size_t pairs = count_b ? size_of_many(count_a, count_b) : 0;
    const size_t boxes = sum_of_sizes(count_a, count_b);
    return sum_of_sizes(size_of_many(pairs, sizeof(set_pair)),
                        size_of_many(sum_of_sizes(boxes, 1), sizeof(carom_aabb)));
}

static const carom_aabb *boxes_of(const carom_shape_set *set, carom_aabb *out) {
    if (set->boxes) return set->boxes;
    for (size_t i = 0; i < set->count; i++)
        if (set->items[i].state) out[i] = carom_posed_reach(&set->items[i]);
    return out;
}

/* @return false when nothing can be answered */
static bool start_search(set_search *s, const carom_shape_set *a, const carom_shape_set *b,
                         const carom_set_options *options) {
    *s = (set_search){.a = a, .b = b ? b : a, .options = options, .within = !b || b == a};
    if (!options || !options->scratch || !(options->limit >= 0)) return false;
    if (carom_closest_sets_scratch(a->count, s->b->count) == SIZE_MAX) return false;
    s->limit = options->limit > 0 ? options->limit : (carom_real)INFINITY;
    s->pairs = options->scratch;
    carom_aabb *boxes = (carom_aabb *)(void *)(s->pairs + a->count * s->b->count);
    s->boxes[0] = boxes_of(a, boxes);
    s->boxes[1] = s->within ? s->boxes[0] : boxes_of(s->b, boxes + a->count);
    return true;
}

/* ---- pairs */

/* Lists the pairs whose boxes are within the limit. */
static void list_pairs(set_search *s) {
    const uint8_t *skip = s->options->skip;
    for (size_t i = 0; i < s->a->count; i++)
        for (size_t j = s->within ? i + 1 : 0; j < s->b->count; j++) {
            if (skip && skip[i * s->b->count + j]) continue;
            if (!is_valid_pair(&s->a->items[i], &s->b->items[j])) continue;
            const double gap = gap_of_boxes(&s->boxes[0][i], &s->boxes[1][j]);
            if (gap > (double)s->limit) continue;
            s->pairs[s->count++] = (set_pair){gap, (uint32_t)i, (uint32_t)j};
        }
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

static void order_pairs(set_search *s) {
    for (size_t i = s->count / 2; i-- > 0;)
        sink_pair(s, i);
}

static set_pair take_pair(set_search *s) {
    const set_pair first = s->pairs[0];
    s->pairs[0] = s->pairs[--s->count];
    if (s->count) sink_pair(s, 0);
    return first;
}

static carom_set_closest closest_of_pair(const set_search *s, const set_pair *p, carom_real limit) {
    carom_pair_cache *caches = s->options->caches;
    carom_pair_cache *cache = caches ? &caches[(size_t)p->a * s->b->count + p->b] : NULL;
    return (carom_set_closest){
        carom_closest_near(&s->a->items[p->a], &s->b->items[p->b], limit, cache), p->a, p->b};
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

carom_set_closest carom_closest_sets(const carom_shape_set *a, const carom_shape_set *b,
                                     const carom_set_options *options) {
    set_search s;
    set_answer out = {.best = {.at = closest_nowhere()}, .lower = (carom_real)INFINITY};
    if (!start_search(&s, a, b, options)) return out.best;
    list_pairs(&s);
    order_pairs(&s);
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

/* ---- all pairs */

size_t carom_closest_sets_all(const carom_shape_set *a, const carom_shape_set *b,
                              const carom_set_options *options, carom_set_closest *list,
                              size_t capacity) {
    set_search s;
    size_t count = 0;
    if (!start_search(&s, a, b, options)) return 0;
    list_pairs(&s);
    for (size_t i = 0; i < s.count; i++) {
        const carom_set_closest found = closest_of_pair(&s, &s.pairs[i], s.limit);
        if (!(found.at.distance <= CAROM_REAL_MAX)) continue;
        if (count < capacity) list[count] = found;
        count++;
    }
    return count;
}

/* ---- configurations */

typedef struct set_job {
    const carom_set_poses *a;
    const carom_shape_set *b;
    const carom_set_options *options;
    carom_set_closest *nearest;
    size_t stride; /* bytes of scratch of a piece */
} set_job;

/* Parts of the scratch start on a cache line. */
static size_t whole_lines(size_t size) {
    return size > SIZE_MAX - 63 ? SIZE_MAX : (size + 63) / 64 * 64;
}

/* Bytes of a piece: posed shapes, then the scratch of one call. */
static size_t piece_size(size_t count_a, size_t count_b) {
    const size_t posed = whole_lines(size_of_many(count_a, sizeof(carom_posed_shape)));
    return sum_of_sizes(posed, whole_lines(carom_closest_sets_scratch(count_a, count_b)));
}

size_t carom_closest_set_poses_scratch(size_t count_a, size_t count_b) {
    return size_of_many(piece_size(count_a, count_b), TASK_PIECES);
}

static void run_configurations(void *data, size_t piece, size_t first, size_t last) {
    const set_job *job = data;
    const size_t count = job->a->count;
    unsigned char *own = (unsigned char *)job->options->scratch + piece * job->stride;
    carom_posed_shape *posed = (carom_posed_shape *)(void *)own;
    carom_set_options options = *job->options;
    options.scratch = own + whole_lines(count * sizeof *posed);
    options.caches = NULL;
    const carom_shape_set set = {.items = posed, .count = count};
    for (size_t c = first; c < last; c++) {
        for (size_t i = 0; i < count; i++)
            carom_shape_pose(&posed[i], &job->a->shapes[i], job->a->poses[c * count + i]);
        job->nearest[c] = carom_closest_sets(&set, job->b, &options);
    }
}

void carom_closest_set_poses(const carom_set_poses *a, const carom_shape_set *b,
                             const carom_set_options *options, carom_set_closest *nearest,
                             const carom_task_hook *tasks) {
    const size_t size = piece_size(a->count, b ? b->count : a->count);
    set_job job = {a, b, options, nearest, size};
    const carom_set_closest none = {.at = closest_nowhere()};
    if (options && options->scratch && size_of_many(size, TASK_PIECES) != SIZE_MAX)
        carom_run_pieces(tasks, run_configurations, &job, a->configurations);
    else
        for (size_t c = 0; c < a->configurations; c++)
            nearest[c] = none;
}
