/* Lexicographic order by comparison: poses and boxes nearly always differ; of meshes in one place
 * with equal boxes the first corner that differs decides. Meshes that have equal triangles in one
 * place are equal, and have nothing to be told apart by. */
#include "mesh/data/mesh_order.h"

#include "math/pose.h"
#include "mesh/data/mesh_data.h"
#include "shape/order.h"

int carom_order_meshes(const carom_mesh *a, const carom_mesh *b) {
    const uint32_t count = mesh_count(a);
    if (a == b) return 0;
    int order = carom_order_numbers(&a->bounds.min.x, &b->bounds.min.x, 6);
    if (order == 0 && count != mesh_count(b)) order = count < mesh_count(b) ? -1 : 1;
    for (uint32_t i = 0; i < count && order == 0; i++) {
        const carom_triangle p = mesh_indexed(a, i), q = mesh_indexed(b, i);
        order = carom_order_numbers(&p.v[0].x, &q.v[0].x, 9);
    }
    return order;
}

bool carom_is_second_mesh_first(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    if (!a || !b || !a->mesh || !b->mesh) return false;
    carom_pose pose[2] = {a->pose, b->pose};
    if (!normalize_pose(&pose[0]) || !normalize_pose(&pose[1])) return false;
    const int order = carom_order_poses(&pose[0], &pose[1]);
    return (order != 0 ? order : carom_order_meshes(a->mesh, b->mesh)) > 0;
}
