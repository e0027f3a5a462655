/* No algorithm of its own: a lexicographic order of shapes of one kind by their numbers. Pairs of
 * one kind are solved in this order, so that exchanging A and B exchanges the answer and changes no
 * bit of it, whatever the solver rounds. */
#include "pair/pose/order.h"

#include <string.h>

#include "fit/hull.h"
#include "shape/order.h"
#include "shape/polygon.h"

/* Numbers at the start of the union, for kinds that hold nothing else. */
static const unsigned char number_counts[CAROM_SHAPE_KINDS] = {
    [CAROM_SHAPE_POINT] = 3,  [CAROM_SHAPE_SEGMENT] = 6,    [CAROM_SHAPE_RAY] = 8,
    [CAROM_SHAPE_LINE] = 6,   [CAROM_SHAPE_PLANE] = 4,      [CAROM_SHAPE_HALFSPACE] = 4,
    [CAROM_SHAPE_SPHERE] = 4, [CAROM_SHAPE_CAPSULE] = 7,    [CAROM_SHAPE_AABB] = 6,
    [CAROM_SHAPE_OBB] = 15,   [CAROM_SHAPE_TRIANGLE] = 9,   [CAROM_SHAPE_CYLINDER] = 7,
    [CAROM_SHAPE_CONE] = 7,   [CAROM_SHAPE_ELLIPSOID] = 15, [CAROM_SHAPE_TETRAHEDRON] = 12,
};

static int order_polygons(const carom_polygon *a, const carom_polygon *b) {
    int count = polygon_count(a), order = count - polygon_count(b);
    if (order != 0) return order < 0 ? -1 : 1;
    for (int i = 0; i < count && order == 0; i++) {
        carom_vec3 p = polygon_corner(a, i), q = polygon_corner(b, i);
        order = carom_order_numbers(&p.x, &q.x, 3);
    }
    return order;
}

static int order_kdops(const carom_kdop *a, const carom_kdop *b) {
    int order = order_polygons(&(carom_polygon){a->normals, a->count},
                               &(carom_polygon){b->normals, b->count});
    if (order == 0) order = carom_order_numbers(a->min, b->min, a->count);
    return order != 0 ? order : carom_order_numbers(a->max, b->max, a->count);
}

static int order_placed_hulls(const carom_placed_hull *a, const carom_placed_hull *b) {
    int order = carom_order_poses(&a->pose, &b->pose);
    return order != 0 ? order
                      : carom_order_hulls(carom_hull_data(a->hull), carom_hull_data(b->hull));
}

/* By pose, by the interior point, by six support points, and at last, of sets that these do not
 * tell apart, by where the function and its data are stored. Equal only to itself. */
static int order_supports(const carom_support_shape *a, const carom_support_shape *b) {
    int order = carom_order_poses(&a->pose, &b->pose);
    if (order == 0) order = carom_order_numbers(&a->interior.x, &b->interior.x, 3);
    const bool same = a->support == b->support && a->user == b->user;
    for (int i = 0; i < 6 && order == 0 && !same; i++) {
        const carom_real sign = i % 2 ? -1 : 1;
        const carom_vec3 axis = {sign * (i / 2 == 0), sign * (i / 2 == 1), sign * (i / 2 == 2)};
        const carom_vec3 p = a->support(axis, a->user), q = b->support(axis, b->user);
        order = carom_order_numbers(&p.x, &q.x, 3);
    }
    if (order == 0) order = memcmp(&a->user, &b->user, sizeof a->user);
    return order != 0 ? order : memcmp(&a->support, &b->support, sizeof a->support);
}

static int order_of_kind(const carom_shape *a, const carom_shape *b) {
    switch (a->kind) {
    case CAROM_SHAPE_POLYGON: return order_polygons(&a->as.polygon, &b->as.polygon);
    case CAROM_SHAPE_KDOP: return order_kdops(&a->as.kdop, &b->as.kdop);
    case CAROM_SHAPE_HULL: return order_placed_hulls(&a->as.hull, &b->as.hull);
    case CAROM_SHAPE_SUPPORT: return order_supports(&a->as.support, &b->as.support);
    case CAROM_SHAPE_MESH:
    case CAROM_SHAPE_HEIGHTFIELD:
    case CAROM_SHAPE_COMPOUND:
    case CAROM_SHAPE_ROUNDED:
    case CAROM_SHAPE_KINDS: return 0;
    default:
        return carom_order_numbers((const carom_real *)&a->as, (const carom_real *)&b->as,
                                   number_counts[a->kind]);
    }
}

int carom_shape_order(const carom_shape *a, const carom_shape *b) {
    if (a->kind != CAROM_SHAPE_ROUNDED) return order_of_kind(a, b);
    const carom_rounded_shape *p = &a->as.rounded, *q = &b->as.rounded;
    int order = carom_order_poses(&p->pose, &q->pose);
    if (order == 0) order = carom_order_numbers(&p->radius, &q->radius, 1);
    if (order == 0) order = (int)p->core->kind - (int)q->core->kind;
    return order != 0 ? order : order_of_kind(p->core, q->core);
}
