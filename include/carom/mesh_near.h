/* carom: the nearest points of a mesh, and on which side of its surface a point is.
 *
 * Distances and points are those of carom_closest_point_triangle, bit for bit as brute force over
 * all triangles gives them; ties go to the lower triangle index. A point that is not finite has no
 * nearest point: distance INFINITY, everything else zero. */
#ifndef CAROM_MESH_NEAR_H
#define CAROM_MESH_NEAR_H

#include "carom/mesh_pair.h"

CAROM_BEGIN

/** The nearest point if it is at most `distance` away, else distance INFINITY.
 * @cost Less than carom_closest_point_mesh, the less the smaller `distance` is. */
CAROM_API carom_mesh_closest carom_closest_point_mesh_within(carom_vec3 point,
                                                             const carom_mesh *mesh,
                                                             carom_real distance);
/** Is any triangle at most `distance` away? Ends at the first one that is. With INFINITY: is there
 * any? */
CAROM_API bool carom_overlap_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                               carom_real distance);
/** The `capacity` nearest triangles of those at most `distance` away, by distance and then index,
 * each with its own closest point. Indices alone, of all in reach: carom_overlap_sphere_mesh.
 * @return how many were found. */
CAROM_API size_t carom_closest_point_mesh_several(carom_vec3 point, const carom_mesh *mesh,
                                                  carom_real distance, carom_mesh_closest *nearest,
                                                  size_t capacity);
/** carom_closest_point_mesh for each of many points, faster than one by one. No answer depends on
 * the other points, nor on who finds it. @param tasks null: in the caller's thread */
CAROM_API void carom_closest_points_mesh(const carom_vec3 *points, size_t count,
                                         const carom_mesh *mesh, carom_mesh_closest *nearest,
                                         const carom_task_hook *tasks);

/* ---- inside and outside */

/** How the side of a point was found. */
typedef enum carom_sign_method {
    CAROM_SIGN_NONE = 0, /**< not at all: the mesh is missing or empty, or the point not finite */
    /** By the normal of the nearest face, or the angle-weighted normal of the nearest edge or
     * vertex: for meshes that are closed, run along every edge equally often both ways, and do not
     * cross themselves. */
    CAROM_SIGN_NORMAL,
    CAROM_SIGN_PARITY, /**< a ray crosses the surface an odd number of times; exact */
    CAROM_SIGN_WINDING /**< the generalised winding number exceeds one half in magnitude */
} carom_sign_method;

/** A mesh as the boundary of a solid. carom_mesh_solid_of fills it; `method` may be changed, and
 * `rim` set, which makes WINDING fast. */
typedef struct carom_mesh_solid {
    const carom_mesh *mesh;
    carom_sign_method method;
    bool inside_out; /**< for NORMAL: the triangles' normals point into the solid */
    const carom_mesh_rim *rim;
} carom_mesh_solid;

typedef struct carom_mesh_signed {
    carom_real distance; /**< negative inside */
    carom_mesh_place place;
    carom_sign_method method; /**< which one decided this point; NONE on the surface */
    carom_mesh_closest nearest;
} carom_mesh_signed;

/** Looks at all triangles and chooses: NORMAL for closed and oriented meshes, PARITY for closed
 * ones that are not oriented or enclose nothing, WINDING for all others. Whether the mesh crosses
 * itself is not looked at (carom_overlap_mesh_self tells): where it may, as pieces of an assembly
 * in one mesh do, NORMAL is to be changed to WINDING, which with a rim is exact and about as fast.
 * @accuracy Sums of 128-bit hashes: wrong once in 2^128 meshes.
 * @cost One pass over the triangles. */
CAROM_API carom_mesh_solid carom_mesh_solid_of(const carom_mesh *mesh);

/** The signed distance. Where NORMAL cannot be sure (two parts of the surface are equally near, a
 * thin triangle, more than two triangles at an edge) PARITY decides, and is reported.
 * @accuracy The sign was that of exact parity for 800,000 points at the features of closed meshes
 * with spikes and walls of 1e-12 of their size.
 * @source [Baerentzen05] for the normals, [Jacobson13] for the winding number. */
CAROM_API carom_mesh_signed carom_distance_point_mesh_signed(carom_vec3 point,
                                                             const carom_mesh_solid *solid);
/** carom_distance_point_mesh_signed for each of many points, as carom_closest_points_mesh. */
CAROM_API void carom_distance_points_mesh_signed(const carom_vec3 *points, size_t count,
                                                 const carom_mesh_solid *solid,
                                                 carom_mesh_signed *distances,
                                                 const carom_task_hook *tasks);

/** The part of all directions from the point in which the surface shows its inner side, less that
 * in which it shows its outer: 1 inside a closed mesh and 0 outside, in between for open ones.
 * @degenerate on the surface: one of the values beside it, or the mean of both. 0 for a point that
 * is not finite.
 * @accuracy 1e-13 times the number of triangles.
 * @cost All triangles. */
CAROM_API carom_real carom_mesh_winding_number(carom_vec3 point, const carom_mesh *mesh);

/* ---- inner edges */

/** The normal of a contact at a point of a triangle, freed of what the triangles next to it hide.
 * Queries look at triangles one by one, and what slides over a flat floor of tiles would seem to
 * hit the edges between them. A normal that has the surface round the edge or vertex behind it (to
 * a sine of 1e-6) is kept; else it becomes that of the nearest face there which has, or the
 * triangle's own where the surface rises. One that leans by less than 1e-3 from the triangle's face
 * becomes that face's, to the last bit, where that may be.
 * @param normal unit, from the mesh to the other shape; either side of the triangle.
 * @degenerate the normal is kept for a triangle without area, an index out of range, and a point
 * that is not finite. Round a vertex up to 24 triangles count.
 * @cost A search where the point is on an edge or vertex: by weights of less than 1e-4. */
CAROM_API carom_vec3 carom_mesh_contact_normal(const carom_mesh *mesh, uint32_t triangle,
                                               carom_vec3 point, carom_vec3 normal);

CAROM_END

#endif
