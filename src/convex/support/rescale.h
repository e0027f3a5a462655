/* Pairs of extreme magnitude, brought to about 1 by a power of two, which changes no bit that
 * matters: products of several coordinates then neither overflow nor vanish. Lengths that double
 * cannot hold together with the largest one of the pair, because their squares would vanish beside
 * its square, are 0 from then on. */
#ifndef CAROM_CONVEX_SUPPORT_RESCALE_H
#define CAROM_CONVEX_SUPPORT_RESCALE_H

#include "convex/support/convex.h"

/* Magnitudes that need no rescaling. */
#define RESCALE_LEAST 1e-40
#define RESCALE_MOST 1e40
/* The part of the largest length below which lengths are 0: squares and products of four lengths
 * and of their differences are normal numbers. */
#define RESCALE_NOTHING 0x1p-200

typedef struct rescaled_pair {
    convex_shape a, b;
    double unit; /* a length of 1 there was this long */
    vec3 points[2][CONVEX_POINTS_LIMIT];
} rescaled_pair;

/** The same power of two and the same limit for other lengths of the pair, as a motion. */
static inline double rescaled_length(const rescaled_pair *pair, double x) {
    double scaled = x / pair->unit;
    return fabs(scaled) < RESCALE_NOTHING ? 0.0 : scaled;
}
static inline vec3 rescaled_vector(const rescaled_pair *pair, vec3 v) {
    return vec(rescaled_length(pair, v.x), rescaled_length(pair, v.y), rescaled_length(pair, v.z));
}

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
