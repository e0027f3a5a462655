/* carom: bounding volumes and convex hulls.
 *
 * Every fit encloses: each of the points is in the result by the library's own tests, results being
 * rounded outwards. No points, or one that is not finite, give the empty volume (min > max, a
 * radius or half-extents of -1), as does an invalid volume; so does a fit that carom_real cannot
 * hold. To the queries the empty volume is invalid, and a merge with it gives the other one. */
#ifndef CAROM_FIT_H
#define CAROM_FIT_H

#include "carom/shape.h"

CAROM_BEGIN

/* ------------------------------------------------------------------ convex hull */

typedef struct carom_hull_def {
    const carom_vec3 *points;
    size_t point_count;        /**< at least 1 */
    carom_allocator allocator; /**< zero: malloc and free */
    /** The most vertices, 4 or more; 0: all. The hull is then that of some of its vertices, chosen
     * greedily, the farthest outside next: within the hull of all, and no farther from it than
     * carom_hull_omitted. @since 0.2.0 */
    size_t vertex_limit;
} carom_hull_def;

/** The convex hull of points, copied. Exact: no point lies outside any face, coplanar triangles are
 * one polygon, points inside faces and edges are no vertices. Vertices keep the order of the
 * points.
 * @degenerate Points in a plane give a polygon with two faces, points on a line two vertices and
 * one edge, equal points one vertex.
 * @accuracy The structure is exact. Coordinates below 2^-200 of the largest one are 0.
 * @cost O(n log n) as a rule; most points inside are dropped early. A vertex limit adds a product
 * of the limit and the number of vertices.
 * @errors ARGUMENT (also for a vertex limit of 1 to 3), NOT_FINITE, MEMORY; LIMIT beyond 134
 * million points.
 * @source [Barber96], [Andrew79], [Shewchuk97] */
CAROM_API carom_status carom_hull_create(carom_hull **hull, const carom_hull_def *def);
CAROM_API void carom_hull_destroy(carom_hull *hull);
/** The hull of a hull's vertices, each coordinate multiplied by a factor of its own and rounded:
 * exact for the rounded vertices; powers of two round nothing. Normals point outwards also where
 * the scale mirrors. Vertices keep their order, and their indices unless rounding takes one into
 * the hull of the others.
 * @param scale none of the factors 0
 * @param allocator of the copy; null: malloc and free
 * @errors ARGUMENT: a null pointer, half an allocator, a factor of 0; NOT_FINITE: a factor or a
 * product; MEMORY.
 * @since 0.2.0 */
CAROM_API carom_status carom_hull_create_scaled(carom_hull **copy, const carom_hull *hull,
                                                carom_vec3 scale, const carom_allocator *allocator);
/** 0 a point, 1 a segment, 2 a polygon, 3 a solid. */
CAROM_API int32_t carom_hull_dimension(const carom_hull *hull);
CAROM_API int32_t carom_hull_vertex_count(const carom_hull *hull);
CAROM_API int32_t carom_hull_face_count(const carom_hull *hull);
CAROM_API int32_t carom_hull_edge_count(const carom_hull *hull);
/** The greatest distance of a point from the hull, because of its vertex limit: 0 without one. The
 * hull grown by it holds all points.
 * @accuracy An upper bound, in all tests to 1e-9 and an epsilon the distance itself.
 * @since 0.2.0 */
CAROM_API carom_real carom_hull_omitted(const carom_hull *hull);
CAROM_API carom_vec3 carom_hull_vertex(const carom_hull *hull, int32_t vertex);
/** The vertices of a face, counter-clockwise seen from outside.
 * @return their true number, of which at most `capacity` are written. */
CAROM_API int32_t carom_hull_face(const carom_hull *hull, int32_t face, int32_t *vertices,
                                  int32_t capacity);
/** The face's plane: a unit normal that points outwards. */
CAROM_API carom_plane carom_hull_plane(const carom_hull *hull, int32_t face);

/** An edge as one of its two faces has it: counter-clockwise round `face` from a vertex to another.
 * `twin` is the same edge as the other face has it. `face` is -1 for a segment. */
typedef struct carom_hull_half_edge {
    int32_t from, to;
    int32_t face, twin;
} carom_hull_half_edge;

/** The half-edges are numbered from 0, twice as many as edges, those of a face in a row. */
CAROM_API carom_hull_half_edge carom_hull_edge(const carom_hull *hull, int32_t half_edge);
CAROM_API carom_aabb carom_hull_bounds(const carom_hull *hull);

/* ------------------------------------------------------------------ from points */

CAROM_API carom_aabb carom_fit_aabb_points(const carom_vec3 *points, size_t count);
/** A small sphere in two passes: about a tenth larger than the least. @source [Ritter90] */
CAROM_API carom_sphere carom_fit_sphere_points_ritter(const carom_vec3 *points, size_t count);
/** The least sphere. The points on its surface are found by adding the farthest point again and
 * again.
 * @accuracy The radius exceeds the least by what rounding the centre and the radius to carom_real
 * takes, and in double by up to 1e-14 of the points' extent.
 * @source [Welzl91], [Gartner99] */
CAROM_API carom_sphere carom_fit_sphere_points(const carom_vec3 *points, size_t count);
/** Axes along the principal directions of the points. @source [Ericson05] 4.4.3 */
CAROM_API carom_obb carom_fit_obb_points_principal(const carom_vec3 *points, size_t count);
/** A near-minimal box: one axis along a face's normal or an edge of the hull, the least rectangle
 * across it, then each axis of the best in turn until nothing is gained.
 * @cost Bounded: of a large hull only some faces and edges are tried. */
CAROM_API carom_obb carom_fit_obb_hull(const carom_hull *hull);
/** Along the best of some directions the least circle, then the ends drawn in as far as they go. */
CAROM_API carom_capsule carom_fit_capsule_points(const carom_vec3 *points, size_t count);

/** What a k-DOP's bounds are written to: `min` and `max` are the caller's, `count` of each. */
typedef struct carom_kdop_slabs {
    const carom_vec3 *normals;
    carom_real *min, *max;
    int32_t count;
} carom_kdop_slabs;

/** The usual normals for k = 6, 14, 18 and 26: the axes; then the diagonals of the cube (14, 26)
 * and of its faces (18, 26). Integers, not unit.
 * @return `*count` = k / 2 of them, or null and 0. */
CAROM_API const carom_vec3 *carom_kdop_normals(int32_t k, int32_t *count);
/** The least k-DOP with the given normals: writes the bounds and returns a view of them. */
CAROM_API carom_kdop carom_fit_kdop_points(const carom_kdop_slabs *slabs, const carom_vec3 *points,
                                           size_t count);

/* ------------------------------------------------------------------ from volumes */

/* Of every other shape, in any pose: carom_shape_bounds (dispatch.h). */
CAROM_API carom_aabb carom_fit_aabb_sphere(const carom_sphere *sphere);
CAROM_API carom_aabb carom_fit_aabb_capsule(const carom_capsule *capsule);
CAROM_API carom_aabb carom_fit_aabb_obb(const carom_obb *box);
CAROM_API carom_aabb carom_fit_aabb_kdop(const carom_kdop *kdop);
CAROM_API carom_sphere carom_fit_sphere_aabb(const carom_aabb *box);
CAROM_API carom_sphere carom_fit_sphere_capsule(const carom_capsule *capsule);
CAROM_API carom_sphere carom_fit_sphere_obb(const carom_obb *box);
CAROM_API carom_obb carom_fit_obb_aabb(const carom_aabb *box);
CAROM_API carom_kdop carom_fit_kdop_aabb(const carom_kdop_slabs *slabs, const carom_aabb *box);
CAROM_API carom_kdop carom_fit_kdop_sphere(const carom_kdop_slabs *slabs,
                                           const carom_sphere *sphere);

/* Two of a kind: the least volume round both (of OBBs and capsules: a small one). Two hulls: the
 * hull of the vertices of both. */
CAROM_API carom_aabb carom_fit_aabb_aabb(const carom_aabb *a, const carom_aabb *b);
CAROM_API carom_sphere carom_fit_sphere_sphere(const carom_sphere *a, const carom_sphere *b);
CAROM_API carom_obb carom_fit_obb_obb(const carom_obb *a, const carom_obb *b);
CAROM_API carom_capsule carom_fit_capsule_capsule(const carom_capsule *a, const carom_capsule *b);
/** Both with the normals of `slabs`; `slabs` may hold the bounds of either. */
CAROM_API carom_kdop carom_fit_kdop_kdop(const carom_kdop_slabs *slabs, const carom_kdop *a,
                                         const carom_kdop *b);

/* Grown to hold a point (OBBs, capsules and k-DOPs: merged with one that is that point), or by a
 * margin >= 0 all round (boxes and k-DOPs: each face moves). */
CAROM_API carom_aabb carom_fit_aabb_point(const carom_aabb *box, carom_vec3 point);
CAROM_API carom_sphere carom_fit_sphere_point(const carom_sphere *sphere, carom_vec3 point);
CAROM_API carom_aabb carom_fit_aabb_margin(const carom_aabb *box, carom_real margin);
CAROM_API carom_sphere carom_fit_sphere_margin(const carom_sphere *sphere, carom_real margin);
CAROM_API carom_obb carom_fit_obb_margin(const carom_obb *box, carom_real margin);
CAROM_API carom_capsule carom_fit_capsule_margin(const carom_capsule *capsule, carom_real margin);
CAROM_API carom_kdop carom_fit_kdop_margin(const carom_kdop_slabs *slabs, const carom_kdop *kdop,
                                           carom_real margin);

/* Moved. A sphere, a capsule and an OBB stay what they are, grown by what the motion is rounded; an
 * AABB and a k-DOP become the least ones with their old normals round the moved one. An invalid
 * pose (carom_pose) leaves nothing: the empty volume. */
CAROM_API carom_sphere carom_pose_transform_sphere(carom_pose pose, const carom_sphere *sphere);
CAROM_API carom_capsule carom_pose_transform_capsule(carom_pose pose, const carom_capsule *capsule);
CAROM_API carom_obb carom_pose_transform_obb(carom_pose pose, const carom_obb *box);
CAROM_API carom_aabb carom_pose_transform_aabb(carom_pose pose, const carom_aabb *box);
CAROM_API carom_kdop carom_pose_transform_kdop(carom_pose pose, const carom_kdop *kdop,
                                               const carom_kdop_slabs *slabs);

/* ------------------------------------------------------------------ volumes */

/* In double in both precisions; 0 for an invalid shape. */
CAROM_API double carom_volume_sphere(const carom_sphere *sphere);
CAROM_API double carom_volume_capsule(const carom_capsule *capsule);
CAROM_API double carom_volume_aabb(const carom_aabb *box);
CAROM_API double carom_volume_obb(const carom_obb *box);
CAROM_API double carom_volume_kdop(const carom_kdop *kdop);
CAROM_API double carom_volume_hull(const carom_hull *hull);

CAROM_END

#endif
