/* carom: do two shapes share a point? Closed sets: touching is contact.
 *
 * Booleans of flat shapes (point, segment, line, plane, triangle, AABB, polyhedron) are exact
 * for the numbers given. Curved and rotated ones are right unless within a few ulps of touching.
 * Invalid shapes (see shape.h) overlap nothing. */
#ifndef CAROM_OVERLAP_H
#define CAROM_OVERLAP_H

#include "carom/overlap_inline.h" /* sphere-sphere, sphere-AABB, AABB-AABB */
#include "carom/shape.h"

CAROM_BEGIN

CAROM_API bool carom_overlap_interval_interval(carom_interval a, carom_interval b);
CAROM_API bool carom_overlap_point_point(carom_vec3 a, carom_vec3 b);
CAROM_API bool carom_overlap_point_segment(carom_vec3 point, const carom_segment *segment);
CAROM_API bool carom_overlap_point_plane(carom_vec3 point, const carom_plane *plane);
CAROM_API bool carom_overlap_point_halfspace(carom_vec3 point, const carom_halfspace *halfspace);
CAROM_API bool carom_overlap_point_sphere(carom_vec3 point, const carom_sphere *sphere);
CAROM_API bool carom_overlap_point_aabb(carom_vec3 point, const carom_aabb *box);
CAROM_API bool carom_overlap_point_obb(carom_vec3 point, const carom_obb *box);
CAROM_API bool carom_overlap_point_triangle(carom_vec3 point, const carom_triangle *triangle);
CAROM_API bool carom_overlap_segment_segment(const carom_segment *a, const carom_segment *b);
CAROM_API bool carom_overlap_segment_plane(const carom_segment *segment, const carom_plane *plane);
CAROM_API bool carom_overlap_segment_halfspace(const carom_segment *segment,
                                               const carom_halfspace *halfspace);
CAROM_API bool carom_overlap_segment_sphere(const carom_segment *segment,
                                            const carom_sphere *sphere);
CAROM_API bool carom_overlap_segment_aabb(const carom_segment *segment, const carom_aabb *box);
CAROM_API bool carom_overlap_segment_obb(const carom_segment *segment, const carom_obb *box);
CAROM_API bool carom_overlap_segment_triangle(const carom_segment *segment,
                                              const carom_triangle *triangle);
CAROM_API bool carom_overlap_plane_sphere(const carom_plane *plane, const carom_sphere *sphere);
CAROM_API bool carom_overlap_plane_aabb(const carom_plane *plane, const carom_aabb *box);
CAROM_API bool carom_overlap_plane_obb(const carom_plane *plane, const carom_obb *box);
CAROM_API bool carom_overlap_plane_triangle(const carom_plane *plane,
                                            const carom_triangle *triangle);
CAROM_API bool carom_overlap_halfspace_sphere(const carom_halfspace *halfspace,
                                              const carom_sphere *sphere);
CAROM_API bool carom_overlap_halfspace_aabb(const carom_halfspace *halfspace,
                                            const carom_aabb *box);
CAROM_API bool carom_overlap_halfspace_obb(const carom_halfspace *halfspace, const carom_obb *box);
CAROM_API bool carom_overlap_halfspace_triangle(const carom_halfspace *halfspace,
                                                const carom_triangle *triangle);
CAROM_API bool carom_overlap_sphere_obb(const carom_sphere *sphere, const carom_obb *box);
CAROM_API bool carom_overlap_sphere_triangle(const carom_sphere *sphere,
                                             const carom_triangle *triangle);
CAROM_API bool carom_overlap_aabb_obb(const carom_aabb *a, const carom_obb *b);
CAROM_API bool carom_overlap_aabb_triangle(const carom_aabb *box, const carom_triangle *triangle);
CAROM_API bool carom_overlap_obb_obb(const carom_obb *a, const carom_obb *b);
CAROM_API bool carom_overlap_obb_triangle(const carom_obb *box, const carom_triangle *triangle);
CAROM_API bool carom_overlap_triangle_triangle(const carom_triangle *a, const carom_triangle *b);
/** Convex polyhedra, by separating axes: the face normals of both, and the cross products of the
 * edge pairs whose arcs on the Gauss map cross. Exact for faces that are exactly planar; where
 * rounding has bent a face, exact but for contact closer than the bend.
 * @degenerate A flat polyhedron is its polygon, given by two opposite faces; one that shrank to a
 * segment or a point is that. A null array, a count that is not positive, or an index out of range:
 * false.
 * @cost Boxes that miss: O(V). Else O(F V) for the faces, and O(E^2) when neither a face separates
 * nor a vertex is inside the other. Contact within rounding: O(F^2) pairs of triangles.
 * @source [Gregorius13], [Ericson05] 5.2.1 */
CAROM_API bool carom_overlap_polyhedron_polyhedron(const carom_polyhedron *a,
                                                   const carom_polyhedron *b);

CAROM_END

#endif
