/* carom: how one volume stands to another (carom_relation), and on which side of a plane it is
 * (carom_side). Closed sets: A that reaches B's boundary from inside is still inside; equal sets
 * contain each other and are answered CAROM_CONTAINS. A volume of radius or extent 0 is the
 * point, segment or rectangle that it is. Invalid shapes are CAROM_DISJOINT from everything, and
 * CAROM_SPANNING of a plane.
 *
 * CAROM_DISJOINT is the answer exactly where the overlap function of the same name says false.
 * Exact, but for what a sphere and an oriented box hold of each other, which is right to a few
 * ulps. */
#ifndef CAROM_CLASSIFY_H
#define CAROM_CLASSIFY_H

#include "carom/shape.h"

CAROM_BEGIN

CAROM_API carom_relation carom_classify_interval_interval(carom_interval a, carom_interval b);
CAROM_API carom_relation carom_classify_point_point(carom_vec3 a, carom_vec3 b);
CAROM_API carom_relation carom_classify_halfspace_sphere(const carom_halfspace *halfspace,
                                                         const carom_sphere *sphere);
CAROM_API carom_relation carom_classify_halfspace_aabb(const carom_halfspace *halfspace,
                                                       const carom_aabb *box);
CAROM_API carom_relation carom_classify_halfspace_obb(const carom_halfspace *halfspace,
                                                      const carom_obb *box);
CAROM_API carom_relation carom_classify_sphere_sphere(const carom_sphere *a, const carom_sphere *b);
CAROM_API carom_relation carom_classify_sphere_aabb(const carom_sphere *sphere,
                                                    const carom_aabb *box);
CAROM_API carom_relation carom_classify_sphere_obb(const carom_sphere *sphere,
                                                   const carom_obb *box);
/** A triangle holds a sphere only of radius 0. */
CAROM_API carom_relation carom_classify_sphere_triangle(const carom_sphere *sphere,
                                                        const carom_triangle *triangle);
CAROM_API carom_relation carom_classify_aabb_aabb(const carom_aabb *a, const carom_aabb *b);
CAROM_API carom_relation carom_classify_aabb_obb(const carom_aabb *a, const carom_obb *b);
CAROM_API carom_relation carom_classify_aabb_triangle(const carom_aabb *box,
                                                      const carom_triangle *triangle);
CAROM_API carom_relation carom_classify_obb_obb(const carom_obb *a, const carom_obb *b);
/** A triangle holds a flat box whose corners, rounded, are on it. */
CAROM_API carom_relation carom_classify_obb_triangle(const carom_obb *box,
                                                     const carom_triangle *triangle);

/* Against an oriented plane, exact: front, back, or spanning (touching counts). Points, segments
 * and triangles that lie in the plane are CAROM_COPLANAR. */
CAROM_API carom_side carom_classify_plane_point(const carom_plane *plane, carom_vec3 point);
CAROM_API carom_side carom_classify_plane_segment(const carom_plane *plane,
                                                  const carom_segment *segment);
CAROM_API carom_side carom_classify_plane_sphere(const carom_plane *plane,
                                                 const carom_sphere *sphere);
CAROM_API carom_side carom_classify_plane_aabb(const carom_plane *plane, const carom_aabb *box);
CAROM_API carom_side carom_classify_plane_obb(const carom_plane *plane, const carom_obb *box);
CAROM_API carom_side carom_classify_plane_triangle(const carom_plane *plane,
                                                   const carom_triangle *triangle);

CAROM_END

#endif
