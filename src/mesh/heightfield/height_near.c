/* The nearest point of a height field, and the triangles that a sphere or box touches. The nearest
 * point is found by branch and bound [Roussopoulos95] in the pyramid of heights: tiles are culled
 * by the distance to their boxes, widened for rounding; the triangle functions alone decide, so
 * answers are those of brute force. */
#include "carom/overlap.h"
#include "mesh/heightfield/height_walk.h"
#include "mesh/data/mesh_data.h"

/* ---- nearest point */

typedef struct height_nearest {
    vec3 point; /* first, as the key function reads only this */
    carom_vec3 given;
    const carom_heightfield *field;
    bool found;
    carom_mesh_closest best;
    double limit; /* squared */
} height_nearest;

static bool height_nearest_leaf(void *context, uint32_t column, uint32_t row) {
    height_nearest *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        carom_closest_on_triangle at = carom_closest_point_triangle(s->given, &t);
        uint32_t triangle = height_index(s->field, column, row, half);
        carom_real best = s->best.at.distance;
        if (s->found && !comes_before(at.distance, triangle, best, s->best.triangle)) continue;
        s->found = true;
        s->best = (carom_mesh_closest){triangle, at};
        s->limit = near_limit(at.distance);
    }
    return true;
}

carom_mesh_closest carom_closest_point_heightfield(carom_vec3 point,
                                                   const carom_heightfield *field) {
    height_nearest s = {.point = load3(point), .given = point, .field = field, .limit = DBL_MAX};
    if (finite3(s.point)) {
        void *stack = carom_workspace_take(WORKSPACE_TRIANGLES);
        height_walk_nearest(
            field, &(height_walk){height_nearest_key, height_nearest_leaf, &s, &s.limit, stack});
        carom_workspace_give(stack);
    }
    if (!s.found) s.best.at.distance = (carom_real)INFINITY;
    return s.best;
}

/* ---- triangles in touch */

typedef struct height_touch {
    const carom_heightfield *field;
    const carom_sphere *sphere; /* exactly one of sphere and box is set */
    const carom_aabb *box;
    uint32_t *triangles;
    size_t capacity, total;
} height_touch;

static bool height_touch_leaf(void *context, uint32_t column, uint32_t row) {
    height_touch *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        bool touch = s->sphere ? carom_overlap_sphere_triangle(s->sphere, &t)
                               : carom_overlap_aabb_triangle(s->box, &t);
        if (!touch) continue;
        if (s->total < s->capacity)
            s->triangles[s->total] = height_index(s->field, column, row, half);
        s->total++;
    }
    return true;
}

/* Bounds of a ball in carom_real, rounded outwards. */
static carom_aabb ball_bounds(const carom_sphere *s) {
    double r = (double)s->radius;
    vec3 c = load3(s->center);
    double slack = BALL_EPSILONS * (double)CAROM_REAL_EPSILON * (max_abs3(c) + r) + DBL_MIN;
    vec3 reach = vec(r + slack, r + slack, r + slack);
    vec3 low = sub3(c, reach), high = add3(c, reach);
    return (carom_aabb){store3(low), store3(high)};
}

size_t carom_overlap_sphere_heightfield(const carom_sphere *sphere, const carom_heightfield *field,
                                        uint32_t *triangles, size_t capacity) {
    height_touch s = {field, sphere, NULL, triangles, capacity, 0};
    if (!(sphere->radius >= 0)) return 0;
    carom_aabb bounds = ball_bounds(sphere);
    carom_height_visit_box(field, &bounds, height_touch_leaf, &s);
    return s.total;
}

size_t carom_overlap_aabb_heightfield(const carom_aabb *box, const carom_heightfield *field,
                                      uint32_t *triangles, size_t capacity) {
    height_touch s = {field, NULL, box, triangles, capacity, 0};
    carom_height_visit_box(field, box, height_touch_leaf, &s);
    return s.total;
}
