/* Time of impact of two turning surfaces: two meshes by their own function, otherwise one
 * surface against the triangles of the other. */
#include "surface/pair/surface_pair_toi.h"

#include "carom/mesh_moving.h"
#include "surface/surface_query.h"
#include "surface/surface_toi.h"

static carom_turning_mesh turning_mesh(const carom_turning_shape *s) {
    return (carom_turning_mesh){s->shape->as.mesh, s->start, s->end, s->pivot, s->axis, s->turns};
}

static carom_toi_hit toi_reversed(carom_toi_hit hit) {
    if (hit.hit) hit.normal = store3(neg3(load3(hit.normal)));
    swap_subshapes(&hit.sub_a, &hit.sub_b, true);
    return hit;
}

/* Returns the time of impact of a surface, A, and a part of a surface, B. */
static carom_toi_hit toi_of_part(const carom_turning_shape *a, const carom_turning_shape *b,
                                 carom_real tolerance) {
    return toi_reversed(carom_surface_toi(b, a, tolerance));
}

carom_toi_hit carom_surface_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance) {
    static const carom_toi_hit miss;
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return miss;
    if (a->shape->kind == CAROM_SHAPE_MESH && b->shape->kind == CAROM_SHAPE_MESH) {
        carom_turning_mesh mesh_a = turning_mesh(a), mesh_b = turning_mesh(b);
        carom_mesh_toi_hit hit = carom_toi_mesh_mesh(&mesh_a, &mesh_b, tolerance);
        if (!hit.at.hit) return miss;
        hit.at.sub_a = subshape_of_triangle(hit.triangle_a);
        hit.at.sub_b = subshape_of_triangle(hit.triangle_b);
        return hit.at;
    }
    return toi_reversed(carom_surface_toi_by_triangles(&(toi_query){b, a, tolerance}, toi_of_part));
}
