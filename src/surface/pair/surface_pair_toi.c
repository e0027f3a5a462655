/* Time of impact of two turning surfaces: two meshes by their own function, otherwise one
 * surface against the triangles of the other. */
#include "surface/pair/surface_pair_toi.h"

#include "carom/mesh_moving.h"
#include "surface/surface_query.h"
#include "surface/surface_toi.h"
#include "shape/order.h"

static carom_turning_mesh turning_mesh(const carom_turning_shape *s) {
    return (carom_turning_mesh){s->shape->as.mesh, s->start, s->end, s->pivot, s->axis, s->turns};
}

/* Returns the time of impact of a surface, A, and a part of a surface, B. */
static carom_toi_hit toi_of_part(const carom_turning_shape *a, const carom_turning_shape *b,
                                 carom_real tolerance) {
    return carom_toi_exchanged(carom_surface_toi(b, a, tolerance));
}

/* By kind, motion and what they hold, so that exchanging the surfaces changes no bit. */
static bool are_surfaces_flipped(const carom_turning_shape *a, const carom_turning_shape *b) {
    if (a->shape->kind != b->shape->kind) return a->shape->kind > b->shape->kind;
    const surface on[2] = {carom_surface_of(a->shape), carom_surface_of(b->shape)};
    const int order = carom_order_motions(a, b);
    return (order != 0 ? order : carom_order_surfaces(&on[0], &on[1])) > 0;
}

static carom_toi_hit toi_in_order(const carom_turning_shape *a, const carom_turning_shape *b,
                                  carom_real tolerance) {
    if (a->shape->kind == CAROM_SHAPE_MESH && b->shape->kind == CAROM_SHAPE_MESH) {
        carom_turning_mesh mesh_a = turning_mesh(a), mesh_b = turning_mesh(b);
        carom_mesh_toi_hit hit = carom_toi_mesh_mesh(&mesh_a, &mesh_b, tolerance);
        if (!hit.at.hit) return hit.at;
        hit.at.sub_a = subshape_of_triangle(hit.triangle_a);
        hit.at.sub_b = subshape_of_triangle(hit.triangle_b);
        return hit.at;
    }
    return carom_toi_exchanged(
        carom_surface_toi_by_triangles(&(toi_query){b, a, tolerance}, toi_of_part));
}

carom_toi_hit carom_surface_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance) {
    static const carom_toi_hit miss;
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return miss;
    if (!are_surfaces_flipped(a, b)) return toi_in_order(a, b, tolerance);
    return carom_toi_exchanged(toi_in_order(b, a, tolerance));
}
