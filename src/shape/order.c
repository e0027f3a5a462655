/* Lexicographic order by comparison of numbers one after another: the first that differ decide. Of
 * equal ones the first zeros of different sign do. It is total for numbers, hence the same
 * whichever shape is given first. */
#include "shape/order.h"

int carom_order_numbers(const carom_real *a, const carom_real *b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    for (int i = 0; i < count; i++)
        if (!signbit(a[i]) != !signbit(b[i])) return signbit(a[i]) ? -1 : 1;
    return 0;
}

int carom_order_poses(const carom_pose *a, const carom_pose *b) {
    int order = carom_order_numbers(&a->position.x, &b->position.x, 3);
    return order != 0 ? order : carom_order_numbers(&a->rotation.x, &b->rotation.x, 4);
}

int carom_order_points(vec3 a, vec3 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    if (a.z != b.z) return a.z < b.z ? -1 : 1;
    return 0;
}

int carom_order_hulls(const hull_data *a, const hull_data *b) {
    if (a == b) return 0;
    if (a->vertex_count != b->vertex_count) return a->vertex_count < b->vertex_count ? -1 : 1;
    int order = 0;
    for (int i = 0; i < a->vertex_count && order == 0; i++)
        order = carom_order_points(hull_vertex(a, i), hull_vertex(b, i));
    return order;
}

static bool stands(const carom_turning_shape *s) {
    return s->turns == 0 && carom_order_poses(&s->start, &s->end) == 0;
}

int carom_order_motions(const carom_turning_shape *a, const carom_turning_shape *b) {
    int order = (int)stands(a) - (int)stands(b);
    if (order == 0) order = carom_order_poses(&a->start, &b->start);
    if (order == 0) order = carom_order_poses(&a->end, &b->end);
    if (order == 0) order = carom_order_numbers(&a->pivot.x, &b->pivot.x, 3);
    if (order == 0) order = carom_order_numbers(&a->axis.x, &b->axis.x, 3);
    return order != 0 ? order : (a->turns > b->turns) - (a->turns < b->turns);
}
