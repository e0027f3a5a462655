/* The frame of a coarse pair. The turn from one hull to the other is made of columns, whole vectors
 * at a time. */
#include "convex/coarse.h"

/* Sizes whose products stay in range. */
#define COARSE_SMALL 1e-6f
#define COARSE_LARGE 1e6f

bool carom_coarse_start(coarse_pair *p, const coarse_body *a, const coarse_body *b, vec3 apart) {
    four axes[3], turn[3];
    for (int i = 0; i < 3; i++)
        axes[i] = four_of3(coarse_axis(a, i));
    coarse_transpose(turn, axes);
    for (int i = 0; i < 3; i++)
        p->column[i] = coarse_combined(turn, four_of3(coarse_axis(b, i)));
    coarse_transpose(p->row, p->column);
    p->middle = coarse_combined(turn, four_of3(apart));
    p->size = (float)(a->hull->outer + b->hull->outer) + coarse_length(p->middle);
    p->a = coarse_hull_of(a->hull);
    p->b = coarse_hull_of(b->hull);
    return p->size > COARSE_SMALL && p->size < COARSE_LARGE;
}
