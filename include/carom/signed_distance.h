/* carom: the signed distance of two shapes, and how it changes with their poses.
 *
 * The distance is positive of shapes apart, 0 of those that touch, and minus the penetration depth
 * of those that overlap. It goes through zero where carom_overlap begins to say true: the distance
 * is positive if and only if that says false. */
#ifndef CAROM_SIGNED_DISTANCE_H
#define CAROM_SIGNED_DISTANCE_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** How a distance changes with a pose: by dot(translation, v) + dot(rotation, w) for each time,
 * where the pose's position has the velocity v and its rotation the angular velocity w, both in the
 * common frame. */
typedef struct carom_pose_gradient {
    carom_vec3 translation;
    carom_vec3 rotation; /**< about the pose's position; a length */
} carom_pose_gradient;

/** The signed distance of A and B. */
typedef struct carom_signed_distance {
    carom_real distance;     /**< dot(normal, point_b - point_a), to rounding */
    carom_real lower, upper; /**< the exact distance is between them, but for rounding */
    carom_certainty certainty;
    carom_vec3 normal;           /**< unit, from A to B, through contact */
    carom_vec3 point_a, point_b; /**< nearest points; in contact the deepest ones */
    carom_pose_gradient gradient_a, gradient_b;
    carom_subshape sub_a, sub_b; /**< what is nearest; in contact what is deepest */
} carom_signed_distance;

/** Signed distance of A and B, with its gradients.
 * @return of an invalid shape or pose an infinite distance, all else zero
 * @degenerate Where several pairs of points are nearest, or several directions of equal depth, the
 * answer is one of them and its gradients are one-sided derivatives. `lower` of shapes in contact
 * is minus the depth; `upper` is 0 where the depth is not exact. Surfaces are their triangles,
 * without an inside (dispatch.h): the distance of a shape within a closed mesh is positive.
 * @accuracy of carom_closest and carom_penetrate. The normal of shapes apart is that of their
 * nearest points; of shapes that are too close for these to tell a direction, that of the plane
 * between them, or between the triangles or children that are nearest, posed and rounded.
 * @cost carom_closest; in contact carom_penetrate more. @since 0.2.0 */
CAROM_API carom_signed_distance carom_distance_signed(const carom_shape *a, carom_pose pose_a,
                                                      const carom_shape *b, carom_pose pose_b);

CAROM_END

#endif
