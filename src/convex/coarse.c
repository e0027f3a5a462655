/* The frame of a coarse pair. The turn from one hull to the other is made of columns, whole vectors
 * at a time. */
#include "convex/coarse.h"

/* Sizes whose products stay in range. */
#define COARSE_SMALL 1e-6f
#define COARSE_LARGE 1e6f

static inline void transpose(four to[3], const four from[3]) {
    four low = __builtin_shufflevector(from[0], from[1], 0, 4, 1, 5);
    four high = __builtin_shufflevector(from[0], from[1], 2, 6, 3, 7);
    to[0] = __builtin_shufflevector(low, from[2], 0, 1, 4, 7);
    to[1] = __builtin_shufflevector(low, from[2], 2, 3, 5, 7);
    to[2] = __builtin_shufflevector(high, from[2], 0, 1, 6, 7);
}

static inline void set_coarse_hull(coarse_hull *out, const hull_data *h) {
    out->points = h->coarse;
    out->last = h->vertex_count - 1;
    out->count = (h->vertex_count + HULL_LANES - 1) & -HULL_LANES;
}

bool carom_coarse_start(coarse_pair *p, const coarse_body *a, const coarse_body *b, vec3 apart) {
    four axes[3], turn[3];
    for (int i = 0; i < 3; i++)
        axes[i] = four_of3(coarse_axis(a, i));
    transpose(turn, axes);
    for (int i = 0; i < 3; i++)
        p->column[i] = coarse_combined(turn, four_of3(coarse_axis(b, i)));
    transpose(p->row, p->column);
    p->middle = coarse_combined(turn, four_of3(apart));
    p->size = (float)(a->hull->outer + b->hull->outer) + coarse_length(p->middle);
    set_coarse_hull(&p->a, a->hull);
    set_coarse_hull(&p->b, b->hull);
    return p->size > COARSE_SMALL && p->size < COARSE_LARGE;
}
