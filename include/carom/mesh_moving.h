/* carom: when two moving triangle meshes first touch.
 *
 * The surfaces, not the solids: a mesh that starts within another and stays there touches nothing.
 * A contact is never missed and never told late. A mesh that is null or without triangles, and a
 * motion that is not finite, touch nothing. */
#ifndef CAROM_MESH_MOVING_H
#define CAROM_MESH_MOVING_H

#include "carom/mesh_pair.h"
#include "carom/toi.h"

CAROM_BEGIN

/** A mesh and how it moves during the frame, as carom_turning_shape does. */
typedef struct carom_turning_mesh {
    const carom_mesh *mesh;
    carom_pose start, end;
    carom_vec3 pivot, axis;
    int32_t turns;
} carom_turning_mesh;

typedef struct carom_mesh_toi_hit {
    carom_toi_hit at;
    uint32_t triangle_a, triangle_b; /**< that come within the tolerance at `at.fraction` */
} carom_mesh_toi_hit;

/** When two meshes that move and turn first touch: the first of carom_toi over all pairs of
 * triangles; with equal times the least triangle of the mesh that comes first by its motion, then
 * as in mesh_pair.h, and then of the other. The bracket is that of all pairs:
 * no two touch before `fraction`, some do at `fraction_upper` when `certain`.
 * @param tolerance distance at which they count as touching; 0: 1e-9 of their size and motion
 * @degenerate In contact at the start: hit, fraction 0, some pair that touches. Of many triangles
 * that lie on each other not all pairs are advanced, once a plane proves that the others touch no
 * earlier: then one of the pairs that were, and their bracket.
 * @accuracy That of carom_toi: early by at most the tolerance; of many triangles that lie on each
 * other by 1e-12 of their size and motion more.
 * @cost Pairs of nodes are advanced by their distance over a bound on their speed, nearest in time
 * first; long ways side by side cost most. */
CAROM_API carom_mesh_toi_hit carom_toi_mesh_mesh(const carom_turning_mesh *a,
                                                 const carom_turning_mesh *b, carom_real tolerance);

typedef struct carom_mesh_pair_sweep {
    bool hit, initial_overlap;
    carom_real fraction;      /**< in [0, 1] */
    carom_vec3 point, normal; /**< at that time, in B's frame of rest; unit, from A to B */
    uint32_t triangle_a, triangle_b;
} carom_mesh_pair_sweep;

/** When A, moving straight by `motion`, first touches B, which stands; for two moving meshes pass
 * the difference of the motions.
 * @degenerate In contact at the start, as carom_overlap_mesh_mesh tells exactly: hit, fraction 0,
 * some pair that touches. Of many triangles that lie on each other: one of the
 * pairs that touch first but for the accuracy.
 * Exchanged, with the motion turned round, they answer the same to the bit, but for the point,
 * which is where the other one stands.
 * @accuracy Early by at most 3e-8 (float) or 1e-13 (double) of the coordinates and the motion; of
 * many triangles that lie on each other by twice that. */
CAROM_API carom_mesh_pair_sweep carom_sweep_mesh_mesh(const carom_placed_mesh *a, carom_vec3 motion,
                                                      const carom_placed_mesh *b);

CAROM_END

#endif
