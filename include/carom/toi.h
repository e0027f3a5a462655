/* carom: first contact of shapes that turn while they move.
 *
 * A shape goes from one pose to another at constant speed: its pivot moves straight, and it turns
 * evenly about it, as often as asked. */
#ifndef CAROM_TOI_H
#define CAROM_TOI_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** A shape and how it moves during the frame. Zeroed poses are the identity: it stands. An invalid
 * pose (carom_pose) is a miss. */
typedef struct carom_turning_shape {
    const carom_shape *shape;
    carom_pose start, end;
    carom_vec3 pivot; /**< what it turns about, in the shape's own frame */
    carom_vec3 axis;  /**< which way round it turns from start to end, in the common frame: about
                         the side of this. Zero: the shortest way; when the two rotations are the
                         same, about the shape's z axis */
    int32_t turns;    /**< whole turns besides; negative turns the other way */
} carom_turning_shape;

/** First contact of two turning shapes. A miss is all zero. */
typedef struct carom_toi_hit {
    bool hit;
    bool initial_overlap;
    bool certain;                        /**< contact at `fraction_upper` was found; else they only
                                            came within the tolerance, as far as is known */
    carom_real fraction, fraction_upper; /**< first contact is between: never before `fraction`,
                                            where they are within the tolerance */
    carom_vec3 point, normal;            /**< at `fraction`; unit, from A to B, never zero */
    carom_certainty certainty;   /**< CAROM_LIMIT: the bound on steps was met, a hit is assumed */
    carom_subshape sub_a, sub_b; /**< what touches; zeroed in carom_mesh_toi_hit. @since 0.2.0 */
} carom_toi_hit;

/** When A and B first touch. Exchanged, they answer the same to the bit, the normal turned round.
 * @param tolerance distance at which they count as touching; 0: 1e-9 of their size and motion
 *
 * Planes, half-spaces, rays and lines turn and move like others. Apart from a plane, what is
 * endless is parallel to it, and meets it as soon as it turns out of that: `fraction` 0 without
 * `initial_overlap`.
 * @degenerate Invalid shapes and motions that are not finite: a miss. Two rays or lines that turn
 * are followed over 16 times what is between them and their pivots; contact farther off is not
 * seen.
 * @accuracy Never late, but for rounding: 1e-14 of the size (double: none of 20,000 pairs of flat
 * shapes was, at the least tolerance, which is 1e-13 of the size). Early by at most the tolerance,
 * or beside thin shapes by what rounding leaves open: 3e-11 of the size in the same 20,000.
 * @cost At most 1000 distances; of planes support points instead; the closer turning comes to
 * grazing, the more.
 * @source [Mirtich96] conservative advancement */
CAROM_API carom_toi_hit carom_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                  carom_real tolerance);

CAROM_END

#endif
