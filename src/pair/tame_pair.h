/* Two shapes whose lengths the working precision cannot hold together, because the square of the
 * least vanishes beside the square of the largest or is beyond the range of numbers. */
#ifndef CAROM_PAIR_TAME_PAIR_H
#define CAROM_PAIR_TAME_PAIR_H

#include "pair/pose/pair.h"

typedef struct tame_pair {
    carom_posed_shape shape[2];
    double power;              /* lengths are multiplied by it */
    double direction_power[2]; /* and directions of rays and lines by these */
} tame_pair;

/** Copies, with their motions where `moving`, lengths brought to about 1 by a power
 * of two. Those below 2^-200 are 0 then, as in convex/support/rescale.h; so are such components of
 * directions and of planes' normals. Hulls, polygons, k-DOPs and surfaces hold their coordinates
 * elsewhere and stay as they are.
 * @return false when nothing changed, or one of the shapes is such a kind */
bool carom_tame_pair(tame_pair *out, const carom_posed_shape *a, const carom_posed_shape *b,
                     bool moving);

/** A point, and the parameter of shape `i`, as the shapes were given. */
carom_vec3 carom_untamed_point(const tame_pair *pair, carom_vec3 point);
carom_real carom_untamed_parameter(const tame_pair *pair, int i, carom_real t);

#endif
