/* carom: when moving things first touch, for straight motion during one frame.
 *
 * A moves by `motion` while B stands (for two moving shapes pass the difference of the motions, or
 * use the form with two motions). `fraction` in [0, 1] is the part of the frame until first
 * contact; `fraction_exit` where contact ends (1 when it lasts longer). Only contact inside the
 * frame counts. `point` is the contact point at that time in B's frame of rest; `normal` is unit
 * and points from A to B. In contact at the start: hit, fraction 0, initial_overlap, normal of
 * least separation. No zero of an answer is negative.
 *
 * @accuracy Spheres against the shapes below, but for interval halving: hit or miss is exact for
 * the numbers given, touching in passing, at the start and at the end of the frame included, where
 * the non-zero magnitudes of one call are within 2^270 of each other (1e82; 1e57 for a plane by
 * three corners at the end of the frame), whatever the unit. An oriented box counts in its own
 * frame, into which the path is rounded. Where a path touches the seam of two parts, as the end of
 * an edge, to within 1e-16 of the size, without touching it exactly, rounding decides. Fractions of
 * double are within 1e-14 of the frame, times the size of what is moved and hit over the length of
 * the motion where that is more than 1, also where the path grazes; those of float are rounded
 * from that. */
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_sweep_hit {
    bool hit;
    bool initial_overlap;
    carom_real fraction, fraction_exit;
    carom_vec3 point, normal;
    carom_certainty certainty; /**< CAROM_LIMIT: a hit that is assumed; nothing touches before
                                  `fraction` */
    /** What touches, from carom_sweep alone (dispatch.h). @since 0.2.0 */
    carom_subshape sub_a, sub_b;
} carom_sweep_hit;

/** Distance from `point` to some fixed shape, at least 0 (0 inside). Used by interval halving:
 * `*nearest` receives a closest point. Must be 1-Lipschitz, as true distances are. */
typedef carom_real carom_distance_function(carom_vec3 point, carom_vec3 *nearest, void *user);

CAROM_API carom_sweep_hit carom_sweep_sphere_plane(const carom_sphere *sphere, carom_vec3 motion,
                                                   const carom_plane *plane);
CAROM_API carom_sweep_hit carom_sweep_sphere_halfspace(const carom_sphere *sphere,
                                                       carom_vec3 motion,
                                                       const carom_halfspace *halfspace);
CAROM_API carom_sweep_hit carom_sweep_sphere_segment(const carom_sphere *sphere, carom_vec3 motion,
                                                     const carom_segment *segment);
CAROM_API carom_sweep_hit carom_sweep_sphere_capsule(const carom_sphere *sphere, carom_vec3 motion,
                                                     const carom_capsule *capsule);
CAROM_API carom_sweep_hit carom_sweep_sphere_aabb(const carom_sphere *sphere, carom_vec3 motion,
                                                  const carom_aabb *box);
CAROM_API carom_sweep_hit carom_sweep_sphere_obb(const carom_sphere *sphere, carom_vec3 motion,
                                                 const carom_obb *box);
CAROM_API carom_sweep_hit carom_sweep_sphere_triangle(const carom_sphere *sphere, carom_vec3 motion,
                                                      const carom_triangle *triangle);
CAROM_API carom_sweep_hit carom_sweep_sphere_polygon(const carom_sphere *sphere, carom_vec3 motion,
                                                     const carom_polygon *polygon);
CAROM_API carom_sweep_hit carom_sweep_aabb_aabb(const carom_aabb *a, carom_vec3 motion_a,
                                                const carom_aabb *b, carom_vec3 motion_b);

/** Interval halving [Ericson05] 5.5: a moving sphere against anything that has a distance. Never
 * late; early by at most `tolerance` of distance. */
CAROM_API carom_sweep_hit carom_sweep_sphere_function(const carom_sphere *sphere, carom_vec3 motion,
                                                      carom_distance_function *distance, void *user,
                                                      carom_real tolerance);

CAROM_END

#include "carom/sweep_inline.h" /* two moving spheres */

#endif
