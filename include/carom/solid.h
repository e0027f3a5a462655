/* carom: how the solids that two closed triangle meshes bound stand to each other.
 *
 * The solid of a mesh is the closure of the points whose winding number is not zero; where the
 * triangles are closed but do not agree on the outer side, of those from which a ray crosses the
 * surface an odd number of times. Surfaces may touch themselves, have edges with more than two
 * faces, consist of several shells and of shells within shells, and may be turned inside out.
 *
 * The relation is exact for the posed triangles, whose vertices carom_pose_transform_point rounds
 * to carom_real; two poses that are equal are not applied at all, since the same motion of both
 * solids changes nothing. Faces, edges and vertices that coincide need no tolerance: near a common
 * point of the surfaces only directions count, and these are differences of the coordinates, whose
 * determinants are decided by exact sums.
 *
 * @source [Hachenberger07] for the spheres of directions around a common point. */
#ifndef CAROM_SOLID_H
#define CAROM_SOLID_H

#include "carom/mesh_pair.h"

CAROM_BEGIN

typedef enum carom_solid_relation {
    CAROM_SOLIDS_UNKNOWN = 0, /**< a mesh is open, has no triangles or is invalid */
    CAROM_SOLIDS_APART,       /**< the solids have no common point */
    CAROM_SOLIDS_TOUCH_POINT, /**< the interiors are disjoint; the contact is points, */
    CAROM_SOLIDS_TOUCH_EDGE,  /**< or segments at most, */
    CAROM_SOLIDS_TOUCH_FACE,  /**< or areas */
    CAROM_SOLIDS_OVERLAP,     /**< the interiors share points, and neither solid holds the other */
    CAROM_SOLIDS_A_IN_B,      /**< every point of A is one of B, and not the other way round */
    CAROM_SOLIDS_B_IN_A,
    CAROM_SOLIDS_EQUAL
} carom_solid_relation;

typedef struct carom_solid_pair {
    carom_solid_relation relation;
    bool has_witness;
    carom_vec3 witness; /**< in the interior of both, which is proved exactly before a pose of both
                         * moves it; none where the overlap is hardly thicker than rounding */
    bool in_contact;    /**< the surfaces have a point in common */
    carom_vec3 contact; /**< such a point, rounded */
    uint32_t triangle_a, triangle_b; /**< two triangles that meet there */
} carom_solid_pair;

/** @param allocator null: malloc and free; copied.
 * @errors MEMORY; ARGUMENT for a null pointer.
 * @cost A pass over the triangles. */
CAROM_API carom_status carom_mesh_pieces_create(carom_mesh_pieces **pieces, const carom_mesh *mesh,
                                                const carom_allocator *allocator);
CAROM_API void carom_mesh_pieces_destroy(carom_mesh_pieces *pieces);
/** How many pieces share no vertex; 0 for an open mesh. */
CAROM_API size_t carom_mesh_pieces_count(const carom_mesh_pieces *pieces);

/** How the solids of two placed meshes stand to each other.
 * @param allocator null: malloc and free.
 * @degenerate Triangles without area bound nothing, nor do sheets that cancel: a closed mesh
 * without volume is an empty solid, apart from every other. Surfaces may then be in contact
 * and the solids apart. A mesh whose solidity is CAROM_SOLIDITY_SHELL bounds no
 * solid.
 * @accuracy Exact in float, and in double where coordinates and differences other than zero are
 * within a factor of 1e82 of each other.
 * @errors MEMORY; ARGUMENT for a null pointer. The relation is CAROM_SOLIDS_UNKNOWN then.
 * @cost Ends at the first place that proves an overlap where neither holds the other. Else all
 * places where an edge or vertex of one surface meets the other, about 10 microseconds each, and
 * one vertex of each connected piece; before one is said to hold the other, also where each
 * surface meets itself. Without carom_placed_mesh's `pieces` a pass over both meshes. */
CAROM_API carom_status carom_classify_solids(carom_solid_pair *pair, const carom_placed_mesh *a,
                                             const carom_placed_mesh *b,
                                             const carom_allocator *allocator);

CAROM_END

#endif
