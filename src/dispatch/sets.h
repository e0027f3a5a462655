/* What questions about two sets share: boxes as the gaps between them are computed from, and the
 * caller's memory. */
#ifndef CAROM_DISPATCH_SETS_H
#define CAROM_DISPATCH_SETS_H

#include "carom/sets.h"
#include "dispatch/tolerances.h"
#include "math/vec.h"
#include "simd/pair.h"

/** A box in double: x and y, then z and 0, of its low corner and of its high one. Of an invalid
 * shape the corners are infinite and exchanged, so that it is infinitely far from every box. */
typedef struct set_box {
    pair2 low[2], high[2];
} set_box;

/** One of many configurations of a set, or a set that stands: its boxes, in the caller's memory. */
typedef struct set_view {
    const carom_posed_shape *items;
    const set_box *boxes;
    size_t count;
} set_view;

/** The box of an invalid shape. */
static inline set_box far_box(void) {
    const double far = (double)INFINITY;
    return (set_box){{{far, far}, {far, 0}}, {{-far, -far}, {-far, 0}}};
}

static inline set_box box_in_double(carom_aabb box) {
    const vec3 low = load3(box.min), high = load3(box.max);
    return (set_box){{{low.x, low.y}, {low.z, 0}}, {{high.x, high.y}, {high.z, 0}}};
}

/** Gaps along x, y, z and 0; 0 where the boxes overlap along the axis. */
static inline void set_box_gaps(const set_box *a, const set_box *b, pair2 gaps[2]) {
    const pair2 zero = {0, 0};
    for (int i = 0; i < 2; i++) {
        const pair2 up = a->low[i] - b->high[i], down = b->low[i] - a->high[i];
        gaps[i] = pair_greater(pair_greater(up, down), zero);
    }
}

/** A lower bound on the distance of what is in the boxes. */
static inline double gap_of_set_boxes(const set_box *a, const set_box *b) {
    pair2 gaps[2];
    set_box_gaps(a, b, gaps);
    const pair2 xy = gaps[0] * gaps[0];
    const double z = gaps[1][0], squared = (xy[0] + xy[1]) + z * z;
    if (CAROM_LIKELY(squared <= DBL_MAX)) return sqrt(squared) * (1.0 - WITHIN_BOX_ROUNDING);
    return max2(max2(gaps[0][0], gaps[0][1]), z) * (1.0 - WITHIN_BOX_ROUNDING);
}

/** Fills `out` with the boxes of the set, which are computed where the caller has none. */
void carom_set_boxes(const carom_shape_set *set, set_box *out);

/** Bytes for so many boxes. */
size_t carom_set_boxes_size(size_t count);
/** Bytes for the pairs of two sets; SIZE_MAX where that has no number. */
size_t carom_set_pairs_size(size_t count_a, size_t count_b);

/** carom_closest_sets of sets with boxes; `pairs` is memory of carom_set_pairs_size bytes. `b` is
 * `a` for pairs within one set. */
carom_set_closest carom_set_nearest(const set_view *a, const set_view *b,
                                    const carom_set_options *options, void *pairs);
/** Are the shapes of a pair, by options->limit, in contact? Boxes first; not where it is to be left
 * out. */
bool carom_set_pair_overlaps(const set_view *a, const set_view *b, const carom_set_options *options,
                             size_t index_a, size_t index_b);

static inline size_t sum_of_sizes(size_t a, size_t b) {
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static inline size_t size_of_many(size_t count, size_t size) {
    return count > SIZE_MAX / size ? SIZE_MAX : count * size;
}

#endif
