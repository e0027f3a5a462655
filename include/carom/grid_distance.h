/* carom: a grid of distances (mesh_grid.h) as an obstacle: how far a shape is from its solid, with
 * certified bounds.
 *
 * A search halves the shape's box and drops what cannot hold its least distance, for distances
 * change by no more than the way between two points. It needs neither the mesh nor memory. */
#ifndef CAROM_GRID_DISTANCE_H
#define CAROM_GRID_DISTANCE_H

#include "carom/dispatch.h"
#include "carom/mesh_grid.h"

CAROM_BEGIN

/** Zeroed: the least distance, to half a cell. @since 0.2.0 */
typedef struct carom_grid_options {
    /** Only the side of `limit` is asked for: the search ends as soon as the least distance is
     * certainly at most, or more than, `limit`. */
    bool stops_at_limit;
    carom_real limit;
    carom_real tolerance; /**< the search ends where pieces are smaller; 0: half a cell */
    uint32_t most_pieces; /**< that are looked at; 0: 65,536 */
} carom_grid_options;

/** @since 0.2.0 */
typedef struct carom_grid_clearance {
    /** The least signed distance of the shape's points from what the grid was made of is within
     * them. `low` above 0: they are apart; `high` below 0: they overlap; else that is undecided. */
    carom_real low, high;
    carom_vec3 point;    /**< of the shape, no farther than `high` */
    carom_vec3 normal;   /**< unit, the gradient at `point`; zero where that is */
    carom_subshape part; /**< of the shape, where `point` is */
    uint32_t pieces;     /**< that were looked at */
} carom_grid_clearance;

/** The least signed distance of a bounded shape from the solid of a grid, both placed.
 * @param options null: zeroed
 * @degenerate An invalid or unbounded shape, an invalid pose, no grid: low is -INFINITY, high
 * INFINITY, all else zero. Outside of the grid, in the band, and by a grid without certain signs
 * the bounds are those of carom_distance_point_mesh_grid. Meshes and height fields are their
 * triangles, without an inside.
 * @accuracy Proved, but for the rounding of poses and of the shape's closest points, for which 16
 * units in the last place of the coordinates are added. Of a sphere or a capsule that is outside
 * high - low is what it is at points; of other shapes the tolerance more.
 * @cost A closest point of the shape and two look-ups for each piece. With a limit that is not
 * near the distance there are few; without one about as many as the part of the surface that is
 * nearest has squares of the tolerance. No allocation.
 * @since 0.2.0 */
CAROM_API carom_grid_clearance carom_distance_shape_mesh_grid(const carom_shape *shape,
                                                              carom_pose pose,
                                                              const carom_mesh_grid *grid,
                                                              carom_pose grid_pose,
                                                              const carom_grid_options *options);

CAROM_END

#endif
