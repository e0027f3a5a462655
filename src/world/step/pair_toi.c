/* First contact of two colliders of which one turns. Two surfaces are translated only; a surface
 * and another shape are tested triangle by triangle (pair_mesh.c); all other pairs go to
 * world_toi.c. */
#include "world/step/pair_toi.h"

#include "world/step/pair_mesh.h"

carom_sweep_hit carom_world_pair_turn(const world_turning *a, const world_turning *b,
                                      double tolerance) {
    bool surface_a = a->at.shape->kind >= CAROM_SHAPE_MESH;
    bool surface_b = b->at.shape->kind >= CAROM_SHAPE_MESH;
    if (surface_a && surface_b) return carom_world_pair_sweep(&a->at, &b->at);
    if (!surface_a && !surface_b) return carom_world_turn(a, b, tolerance);
    carom_sweep_hit hit = surface_b ? carom_world_turn_on_surface(a, &b->at, tolerance)
                                    : carom_world_turn_on_surface(b, &a->at, tolerance);
    if (surface_a) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}
