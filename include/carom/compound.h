/* carom: several shapes as one: children with poses of their own under one tree.
 *
 * A compound is built once, and is then a shape of the kind CAROM_SHAPE_COMPOUND under every verb
 * of dispatch.h, contact.h and toi.h, in any pose. It is the union of its children: the other shape
 * is turned into its frame, and each answer is that of the child which the verb asks for, of equal
 * ones the lower child. So coordinates of the other shape are rounded once more. What differs from
 * a single shape:
 * - A compound CONTAINS what one of its children contains. What only several children together hold
 *   INTERSECTS it, but for convex bounded shapes in voxels: these are contained in all occupied
 *   cells together, exactly but for an ulp of the cells' coordinates.
 * - The depth is that in the child in which the other shape is deepest, and the way out leaves this
 *   child alone. carom_penetrate_along leaves all of them.
 * - t_exit and fraction_exit are when the child that is hit first is left.
 * - A single manifold is that of the child that is deepest in contact, carom_contact_several's are
 *   those of the children, the deepest first. */
#ifndef CAROM_COMPOUND_H
#define CAROM_COMPOUND_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** A child, and where it stands in the compound's frame. */
typedef struct carom_child {
    carom_shape shape;
    carom_pose pose;
} carom_child;

typedef struct carom_compound_def {
    const carom_child *children; /**< copied; may be null when count is 0. What they refer to
                                    (hulls, meshes, vertices) must outlive the compound */
    size_t count;
    carom_allocator allocator; /**< zero: malloc and free */
} carom_compound_def;

/** Most children. */
#define CAROM_COMPOUND_LIMIT ((size_t)1 << 24)

/** Builds a compound. Without children it is empty and meets nothing.
 * @errors ARGUMENT for a null pointer, and for a child that is invalid, unbounded (a ray, line,
 * plane or half-space), itself a compound, or in an invalid pose; NOT_FINITE for a pose that is
 * not; LIMIT above CAROM_COMPOUND_LIMIT; MEMORY. @since 0.2.0 */
CAROM_API carom_status carom_compound_create(carom_compound **compound,
                                             const carom_compound_def *def);
CAROM_API void carom_compound_destroy(carom_compound *compound);

CAROM_API size_t carom_compound_count(const carom_compound *compound);
/** The child as it was given. `index` is below the count. */
CAROM_API carom_child carom_compound_child(const carom_compound *compound, size_t index);

/* ---- point clouds and voxels: compounds whose children are not stored as shapes */

/** Most points, and most voxels after merging. */
#define CAROM_CLOUD_LIMIT ((size_t)1 << 27)

/** Points with a radius. Child i is the ball about points[i], of radius 0 the point. */
typedef struct carom_points_def {
    const carom_vec3 *points; /**< copied; may be null when count is 0 */
    size_t count;
    carom_real radius;         /**< of all points, where `radii` is null */
    const carom_real *radii;   /**< of each, copied; or null */
    size_t *refused;           /**< the index of the first point that is refused; may be null */
    carom_allocator allocator; /**< zero: malloc and free */
} carom_points_def;

/** Builds a compound of points: a point cloud. Equal points stay apart. Without points it is empty
 * and meets nothing.
 * @cost Memory of 26 bytes a point (double: 42), 4 (8) more with `radii`: docs/clouds.md. Time
 * n log n.
 * @errors ARGUMENT for a null pointer, and for a negative radius; NOT_FINITE for a coordinate or
 * radius that is not; LIMIT above CAROM_CLOUD_LIMIT; MEMORY. @since 0.2.0 */
CAROM_API carom_status carom_compound_create_points(carom_compound **compound,
                                                    const carom_points_def *def);

/** Cells have indices from -CAROM_VOXEL_REACH to below CAROM_VOXEL_REACH. */
#define CAROM_VOXEL_REACH (1 << 20)
/** The depth of the leaves of an octree that are one cell, as OctoMap has it. */
#define CAROM_VOXEL_DEPTH 16

/** A leaf of an octree over cells. At depth CAROM_VOXEL_DEPTH it is one cell, at each depth less it
 * has twice the edge, and its lowest indices are multiples of that. */
typedef struct carom_voxel_leaf {
    int32_t x, y, z;  /**< of any cell of the leaf; OctoMap's key less 32768 */
    int32_t depth;    /**< 0 to CAROM_VOXEL_DEPTH */
    carom_real value; /**< as in carom_voxels_def */
} carom_voxel_leaf;

/** A dense grid of cells, or the leaves of an octree. A cell is occupied when its value is above
 * the threshold: log-odds and 0, or probabilities and 0.5. NaN: unknown. Cell x, y, z is the box
 * from origin + (x, y, z) * cell to origin + (x + 1, y + 1, z + 1) * cell. */
typedef struct carom_voxels_def {
    carom_vec3 origin;
    carom_vec3 cell;                /**< edges of a cell, above 0 */
    const carom_real *values;       /**< of a dense grid, x fastest, or null */
    int32_t size[3];                /**< cells of the grid along each axis, from index 0 */
    const carom_voxel_leaf *leaves; /**< of an octree, in any order, or null */
    size_t leaf_count;
    carom_real threshold;
    bool unknown_is_occupied;  /**< so that cells with NaN, and those in the box of all leaves that
                                  no leaf holds, count as occupied; else as free */
    carom_allocator allocator; /**< zero: malloc and free */
} carom_voxels_def;

/** A child of a compound of voxels: `size` cells along each axis, from x, y, z. */
typedef struct carom_voxel {
    int32_t x, y, z;
    int32_t size; /**< a power of two, of which x, y and z are multiples */
} carom_voxel;

/** Builds a compound of the occupied cells of a grid or octree: boxes, eight that fill one of twice
 * the edge merged into it. Children are in the order of the Z curve of their cells. Without
 * occupied cells it is empty and meets nothing.
 * @cost Memory of 24 bytes a box and its part of the tree: docs/clouds.md.
 * @errors ARGUMENT: a null pointer, an edge or size that is not above 0, values and leaves, leaves
 * of which one holds another, a depth out of range; NOT_FINITE: an edge, origin, threshold or
 * corner; LIMIT: a cell that is out of reach, more than CAROM_CLOUD_LIMIT boxes; MEMORY.
 * @source [Hornung13] occupancy by log-odds, leaves of an octree @since 0.2.0 */
CAROM_API carom_status carom_compound_create_voxels(carom_compound **compound,
                                                    const carom_voxels_def *def);
/** Which cells a child is, in a compound of voxels: of any other compound all 0. `index` is below
 * the count. @since 0.2.0 */
CAROM_API carom_voxel carom_compound_voxel(const carom_compound *compound, size_t index);

/** The shape that an answer names, and where it stands: a child, a triangle, or a triangle of a
 * child.
 * @param pose that of the shape under the query
 * @degenerate Where `part` names nothing, or an index out of range: as far as it goes, which is the
 * shape itself, or the child. @since 0.2.0 */
CAROM_API carom_child carom_shape_subshape(const carom_shape *shape, carom_pose pose,
                                           carom_subshape part);

CAROM_END

#endif
