/* Pairs of extreme magnitude, scaled to about 1 by a power of two, which preserves all digits:
 * products of several coordinates then neither overflow nor underflow. Lengths so small that their
 * squares would vanish beside the square of the pair's largest length are set to 0. */
#ifndef CAROM_CONVEX_SUPPORT_RESCALE_H
#define CAROM_CONVEX_SUPPORT_RESCALE_H

#include "convex/support/convex.h"
#include "convex/support/tolerances.h"
#include "core/workspace.h"

typedef struct rescaled_pair {
    convex_shape a, b;
    double unit; /* original length of a rescaled length of 1: a power of two */
    vec3 points[2][CONVEX_POINTS_LIMIT];
} rescaled_pair;
_Static_assert(sizeof(rescaled_pair) <= WORKSPACE_COPIES_BYTES, "the block holds it");

/** Rescales another length of the pair, such as a component of a motion. */
static inline double rescaled_length(const rescaled_pair *pair, double x) {
    double scaled = x / pair->unit;
    return fabs(scaled) < RESCALE_ZERO ? 0.0 : scaled;
}
static inline vec3 rescaled_vector(const rescaled_pair *pair, vec3 v) {
    return vec(rescaled_length(pair, v.x), rescaled_length(pair, v.y), rescaled_length(pair, v.z));
}

/** The largest magnitude of any coordinate, size or radius. */
double carom_rescale_size(const convex_shape *a, const convex_shape *b);

/** Rescales a pair of the given size, from carom_rescale_size. False when it is 0 or not finite. */
bool carom_rescale_pair(const convex_shape *a, const convex_shape *b, double size,
                        rescaled_pair *out);

/** Is the size outside of the ordinary range? Also true for 0 and NaN. */
static inline bool rescale_is_needed(double size) {
    return !(size >= RESCALE_SIZE_MIN && size <= RESCALE_SIZE_MAX);
}

#endif
