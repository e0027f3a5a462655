/* carom: how deep two shapes interpenetrate, and the least translation that frees them.
 *
 * Moving B by depth * normal (or A by its reverse) leaves the shapes just touching. Shapes that
 * do not overlap, or are invalid, have overlap false and everything else zero. `overlap` is the
 * answer of the overlap function of the same name.
 *
 * Where several directions are equally good the first is taken: x before y before z, +axis
 * before -axis, faces of A before faces of B before pairs of edges. Of two shapes of one kind the
 * one whose numbers come first is A there, so that exchanging them exchanges the answer and changes
 * no bit of it. */
#ifndef CAROM_PENETRATION_H
#define CAROM_PENETRATION_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_penetration {
    bool overlap;
    carom_real depth;
    carom_vec3 normal;           /**< unit, from A to B */
    carom_vec3 point_a, point_b; /**< deepest points: point_a = point_b + depth * normal */
    carom_certainty certainty;   /**< of the depth being the least; that it separates is sure */
    /** What is deepest, from carom_penetrate alone (dispatch.h). @since 0.2.0 */
    carom_subshape sub_a, sub_b;
} carom_penetration;

/** The plane has two sides: the sphere leaves on that of its centre, and along the plane's normal
 * when the centre is in the plane. */
CAROM_API carom_penetration carom_penetration_plane_sphere(const carom_plane *plane,
                                                           const carom_sphere *sphere);

/** The half-space is solid: the sphere leaves along the outward normal, however deep it is. */
CAROM_API carom_penetration carom_penetration_halfspace_sphere(const carom_halfspace *halfspace,
                                                               const carom_sphere *sphere);

/** @degenerate concentric spheres have normal (0, 0, 1), or (0, 0, -1) when A is larger. */
CAROM_API carom_penetration carom_penetration_sphere_sphere(const carom_sphere *a,
                                                            const carom_sphere *b);

/** With the centre in the box the sphere leaves through the nearest face. */
CAROM_API carom_penetration carom_penetration_sphere_aabb(const carom_sphere *sphere,
                                                          const carom_aabb *box);
CAROM_API carom_penetration carom_penetration_sphere_obb(const carom_sphere *sphere,
                                                         const carom_obb *box);

/** @degenerate with the centre on the triangle the normal is the triangle's right-handed one; for
 * a triangle without area, any perpendicular; for a point, (0, 0, 1). */
CAROM_API carom_penetration carom_penetration_sphere_triangle(const carom_sphere *sphere,
                                                              const carom_triangle *triangle);
CAROM_API carom_penetration carom_penetration_aabb_aabb(const carom_aabb *a, const carom_aabb *b);

/** Least over the six face normals and the nine cross products of edges.
 * @accuracy depth within 3 ulps of the boxes' size (20,000 pairs, also flat boxes and edges that
 * are nearly parallel): the axes are taken for orthonormal. */
CAROM_API carom_penetration carom_penetration_obb_obb(const carom_obb *a, const carom_obb *b);

CAROM_END

#endif
