/* Are two shapes at most so far apart? Where closest points have a closed form, by them. The convex
 * engine is asked whether one shape, grown by the distance, meets the other: any plane between them
 * ends that, and any common point, long before closest points are found. */
#include "carom/mesh_pair.h"
#include "pair/closest_table.h"
#include "pair/solver/engine.h"
#include "pair/pair_closest.h"
#include "dispatch/with_surface.h"

static bool meshes_within(const carom_posed_shape *a, const carom_posed_shape *b,
                          carom_real distance) {
    carom_placed_mesh p = {.mesh = a->shape.as.mesh, .pose = a->pose};
    carom_placed_mesh q = {.mesh = b->shape.as.mesh, .pose = b->pose};
    return carom_overlap_mesh_mesh_within(&p, &q, distance);
}

bool carom_overlap_within_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_real distance) {
    if (!(distance >= 0 && distance <= CAROM_REAL_MAX)) return false;
    if (distance == 0) return carom_overlap_posed(a, b);
    posed_pair pair;
    if (a->state && b->state && a->shape.kind == CAROM_SHAPE_MESH &&
        b->shape.kind == CAROM_SHAPE_MESH)
        return meshes_within(a, b, distance);
    if (is_surface_pair(a, b)) return carom_closest_with_surface(a, b).distance <= distance;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return false;
    const carom_shape_kind first = pair.a->shape.kind, second = pair.b->shape.kind;
    bool closed = carom_closest_table[first][second] != NULL;
    if (!closed && class_of_pair(first, second) == PAIR_BOUNDED)
        return carom_engine_within(pair.a, pair.b, (double)distance);
    return carom_closest_of_pair(&pair, NULL).distance <= distance;
}

bool carom_overlap_within(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                          carom_pose pose_b, carom_real distance) {
    carom_posed_shape placed[2];
    return carom_shapes_place(placed, a, pose_a, b, pose_b) &&
           carom_overlap_within_posed(&placed[0], &placed[1], distance);
}
