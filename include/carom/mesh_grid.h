/* carom: distances from a mesh, sampled on a regular grid, with certified bounds in between.
 *
 * Samples are exact answers of mesh_near.h. A distance changes by no more than the way between two
 * points, so the samples round a point bound its distance on both sides, and one between them is
 * interpolated: for looking up a distance in tens of nanoseconds, where half a cell's diagonal of
 * error will do or the bounds decide. */
#ifndef CAROM_MESH_GRID_H
#define CAROM_MESH_GRID_H

#include "carom/mesh_near.h"

CAROM_BEGIN

/** Zero is the default of all but the mesh. @since 0.2.0 */
typedef struct carom_mesh_grid_def {
    /** What distances are from. With method NONE they have no sign; else as
     * carom_distance_point_mesh_signed. */
    carom_mesh_solid solid;
    /** The part of space that the grid covers, the last cells perhaps more. A box of zeros: the
     * mesh's box and the band around it, or two cells. */
    carom_aabb bounds;
    carom_real cell; /**< edge of a cell; 0: 1/64 of the longest side of the mesh's box */
    /** Above 0: distances beyond it are not looked for, and become it (negative inside). */
    carom_real band;
    carom_task_hook tasks;     /**< who samples; the grid is the same */
    carom_allocator allocator; /**< zero: malloc and free */
} carom_mesh_grid_def;

/** Sample (i, j, k) is distances[(k * count[1] + j) * count[0] + i], of the point origin +
 * (i, j, k) * cell, rounded. Not to be changed. @since 0.2.0 */
typedef struct carom_mesh_grid {
    const carom_real *distances;
    carom_vec3 origin;
    carom_real cell;
    carom_real band;     /**< INFINITY without one */
    carom_real rounding; /**< bounds the error of samples and of the bounds of look-ups */
    uint32_t count[3];   /**< 2 or more each */
    bool is_signed;
    bool is_closed; /**< of a signed one: no sign changes but through the surface */
    carom_allocator allocator;
} carom_mesh_grid;

/** @since 0.2.0 */
typedef struct carom_grid_distance {
    carom_real distance; /**< interpolated between eight samples, and within the bounds */
    /** The distance, exact or as carom_distance_point_mesh_signed rounds it, is within low .. high.
     */
    carom_real low, high;
    carom_vec3 gradient; /**< of the interpolation; about 1 long where the distance is smooth */
} carom_grid_distance;

/** Samples the distances. Of a closed mesh signs are spread from sample to sample where the balls
 * without surface around two neighbours meet, and found one by one near the surface alone. Of an
 * open one the sign of WINDING may change away from the surface, and is found at every sample.
 * @param grid set where the answer is OK.
 * @errors ARGUMENT: no mesh or an empty one, bounds that are inverted or not finite, a cell or band
 * that is negative or not finite, half an allocator; LIMIT: more than 2^31 samples; NOT_FINITE:
 * samples beyond the range of carom_real; MEMORY.
 * @cost For each sample a search for the nearest triangle within the distance of its neighbour and
 * a cell, or within the band: 64^3 samples in less than a second.
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_grid_create(carom_mesh_grid **grid,
                                              const carom_mesh_grid_def *def);
CAROM_API void carom_mesh_grid_destroy(carom_mesh_grid *grid);

/** The distance by the grid. Outside of the grid that of its nearest place, and the way there
 * added.
 * @degenerate Where samples reach the band, `high` may be INFINITY, or `low` -INFINITY; as for a
 * point that is not finite, whose distance is INFINITY. Of an open mesh with signs `low` is -high:
 * the sign is not certain.
 * @accuracy Proved: low .. high holds the distance. Within the grid, without a band, and with signs
 * of a closed mesh or none, `distance` is off by no more than half the diagonal of a cell and the
 * rounding: the weights' mean of the ways to the corners is at most the root of the mean square,
 * cell * sqrt(sum of t (1 - t)).
 * @cost Eight samples, no search and no allocation.
 * @since 0.2.0 */
CAROM_API carom_grid_distance carom_distance_point_mesh_grid(carom_vec3 point,
                                                             const carom_mesh_grid *grid);

CAROM_END

#endif
