/* carom: the directed Hausdorff distance of two triangle meshes: how far the farthest point of one
 * surface is from the other surface. */
#ifndef CAROM_MESH_HAUSDORFF_H
#define CAROM_MESH_HAUSDORFF_H

#include "carom/mesh_near.h"

CAROM_BEGIN

/** A zeroed definition takes the defaults. @since 0.2.0 */
typedef struct carom_mesh_hausdorff_def {
    carom_real accuracy; /**< wanted of (bound - distance) / bound; 0: 1/1024 */
    uint32_t steps;      /**< halvings of triangles, at most; 0: 2^18 */
    carom_allocator allocator;
} carom_mesh_hausdorff_def;

/** @since 0.2.0 */
typedef struct carom_mesh_hausdorff {
    carom_real distance;         /**< that of a point which was found */
    carom_real bound;            /**< no point is farther */
    carom_vec3 point_a, point_b; /**< that point of A, and the nearest one of B */
    uint32_t triangle_a, triangle_b;
    carom_certainty certainty; /**< CAROM_LIMIT: the steps ended before `accuracy` was met */
    uint64_t steps;
} carom_mesh_hausdorff;

/** The largest distance of a point of A, on its triangles and not only at its vertices, from B.
 * Both ways, the larger one is the Hausdorff distance. A point cloud is a mesh of triangles (p, p,
 * p).
 * @frame both meshes in one
 * @accuracy distance <= true distance <= bound, to 8 units in the last place of the coordinates: a
 * point within a triangle is rounded.
 * @cost A nearest point for each vertex and each half of a triangle. Surfaces that follow each
 * other closely everywhere take the most.
 * @errors ARGUMENT: a null pointer, a mesh without triangles, an accuracy that is not within 0 and
 * 1; MEMORY. `out` is then unchanged.
 * @source Own method @since 0.2.0 */
CAROM_API carom_status carom_mesh_hausdorff_directed(carom_mesh_hausdorff *out, const carom_mesh *a,
                                                     const carom_mesh *b,
                                                     const carom_mesh_hausdorff_def *def);

CAROM_END

#endif
