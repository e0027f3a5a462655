/* carom: approximate convex decomposition: the solid of a closed mesh as convex hulls, with
 * measured bounds of what they add and of what they leave out.
 *
 * The solid is the closure of the points whose winding number is not zero; where triangles do not
 * agree on the outer side, of those that an odd number of crossings finds inside. It is cut by
 * axis-aligned planes, the part that is farthest from convex first, and each part's hull is taken;
 * hulls are then merged while what they add stays within the goal. The search is greedy; what its
 * hulls are worth is measured afterwards, and proved. */
#ifndef CAROM_MESH_DECOMPOSITION_H
#define CAROM_MESH_DECOMPOSITION_H

#include "carom/mesh.h"

CAROM_BEGIN

/** Called before each cut and each merge. @return true to end the search. @since 0.2.0 */
typedef bool carom_decomposition_stop(void *user);

/** Zero is the default of all but the mesh. @since 0.2.0 */
typedef struct carom_mesh_decomposition_def {
    const carom_mesh *mesh;
    /** The goal: no point of a hull farther from the solid than this. 0: 1/50 of the diagonal of
     * the mesh's box. */
    carom_real concavity;
    size_t hull_limit;              /**< most hulls; 0: 32 */
    size_t vertex_limit;            /**< of each hull, as in carom_hull_def; 0: none */
    carom_decomposition_stop *stop; /**< may be null; what is there when it ends the search is the
                                       answer, within hull_limit */
    void *user;
    carom_allocator allocator; /**< zero: malloc and free */
} carom_mesh_decomposition_def;

/** One hull. @since 0.2.0 */
typedef struct carom_mesh_part {
    const carom_hull *hull;
    carom_real concavity; /**< no point of the hull is farther from the solid */
    carom_real attained;  /**< `farthest`, a point of the hull, is that far from it */
    carom_vec3 farthest;
    carom_real omitted; /**< no point of the solid for which this hull stands is farther outside of
                           it: by rounding, and by the vertex limit */
} carom_mesh_part;

/** @since 0.2.0 */
typedef struct carom_mesh_decomposition {
    const carom_mesh_part *parts;
    size_t count;
    carom_real concavity, omitted; /**< the greatest of the parts */
    bool is_within_goal;           /**< concavity <= the goal */
    carom_allocator allocator;
} carom_mesh_decomposition;

/** Most hulls. */
#define CAROM_DECOMPOSITION_LIMIT ((size_t)4096)

/** Convex hulls that hold the solid together: every point of it is in one of them, or at most
 * `omitted` from one, and no point of a hull is more than `concavity` from the solid.
 * @degenerate A convex solid is one hull of concavity 0. Cuts prefer planes through edges that lie
 * across an axis: a solid of boxes can be parted exactly, with concavity 0. Surfaces may cross each
 * other and themselves, and the solid may be several pieces; where a surface that is inside of the
 * solid passes through a hull, concavity is not 0 but about 1/300 of the diagonal, though it adds
 * nothing. What encloses no volume is within the hulls, too.
 * @accuracy `concavity` and `attained` are proved, for all points of the hull and not its surface
 * alone, by branch and bound. They are within 1/16 of each other, or their difference is within
 * 1/512 of the diagonal of the mesh's box, unless 32,768 boxes did not suffice. `omitted` is
 * proved; without a vertex limit it is some epsilons of the largest coordinate, and 0 where every
 * cut is exact.
 * @cost Each cut a pass over the triangles of the part, and some hundreds or thousands of distances
 * from the mesh.
 * @errors ARGUMENT: a null pointer, a mesh that is open or empty, a goal that is negative or not
 * finite, a vertex limit of 1 to 3, half an allocator; LIMIT: hull_limit above
 * CAROM_DECOMPOSITION_LIMIT, coordinates beyond an eighth of the range of carom_real; MEMORY.
 * @source [Mamou16], [Wei22]
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_decomposition_create(carom_mesh_decomposition **decomposition,
                                                       const carom_mesh_decomposition_def *def);
CAROM_API void carom_mesh_decomposition_destroy(carom_mesh_decomposition *decomposition);

CAROM_END

#endif
