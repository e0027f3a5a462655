/* Pairs of extreme magnitude, brought nearer to 1 by a power of two, which changes no bit that
 * matters: products of several coordinates then neither overflow nor vanish. */
#ifndef CAROM_CONVEX_RESCALE_H
#define CAROM_CONVEX_RESCALE_H

#include "convex/convex.h"

/* Magnitudes that need no rescaling. */
#define RESCALE_LEAST 1e-40
#define RESCALE_MOST 1e40

typedef struct rescaled_pair {
    convex_shape a, b;
    double unit; /* a length of 1 there was this long */
    vec3 points[2][CONVEX_POINTS_LIMIT];
} rescaled_pair;

/** The largest magnitude of any coordinate, size or radius. */
double carom_rescale_size(const convex_shape *a, const convex_shape *b);

/** False when `size`, from carom_rescale_size, is 0 or not finite. */
bool carom_rescale_pair(const convex_shape *a, const convex_shape *b, double size,
                        rescaled_pair *out);

/** Also true for sizes of which there is nothing to rescale: 0, NaN. */
static inline bool rescale_is_needed(double size) {
    return !(size >= RESCALE_LEAST && size <= RESCALE_MOST);
}

#endif
