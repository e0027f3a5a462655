/* k-nearest triangles of a height field, branch and bound [Roussopoulos95] with a bounded heap
 * [Knuth98] 5.2.3, and all hits of a ray. Answers are those of brute force over the triangles. A
 * ray through an edge or vertex hits all triangles there; of those that face it with the same side
 * the one with the least index counts, as on a mesh; they are in the adjacent cells. */
#include "mesh/nearest/best_heap.h"
#include "mesh/heightfield/height_march.h"
#include "mesh/ray/hit_feature.h"
#include "mesh/data/mesh_data.h"
#include "query/raycast/kernel_triangle.h"
#include "mesh/heightfield/height_path.h"

/* ---- k nearest */

typedef struct height_k_nearest {
    vec3 point; /* first, as the key function reads only this */
    carom_vec3 given;
    const carom_heightfield *field;
    carom_real distance;
    best_heap heap;
    double limit; /* squared */
} height_k_nearest;

static bool height_k_nearest_leaf(void *context, uint32_t column, uint32_t row) {
    height_k_nearest *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        carom_mesh_closest item = {height_index(s->field, column, row, half),
                                   carom_closest_point_triangle(s->given, &t)};
        if (!(item.at.distance <= s->distance && item.at.distance <= CAROM_REAL_MAX)) continue;
        best_keep(&s->heap, sizeof item, nearest_before, &item);
        const carom_mesh_closest *farthest = s->heap.items;
        if (s->heap.count == s->heap.capacity)
            s->limit = min2(s->limit, near_limit(farthest->at.distance));
    }
    return true;
}

size_t carom_closest_point_heightfield_several(carom_vec3 point, const carom_heightfield *field,
                                               carom_real distance, carom_mesh_closest *nearest,
                                               size_t capacity) {
    height_k_nearest s = {.point = load3(point), .given = point, .field = field};
    s.distance = distance;
    s.heap = (best_heap){nearest, capacity, 0};
    s.limit = near_limit(distance);
    if (!finite3(s.point) || !(distance >= 0) || capacity == 0) return 0;
    void *stack = carom_workspace_take(WORKSPACE_TRIANGLES);
    height_walk_nearest(
        field, &(height_walk){height_nearest_key, height_k_nearest_leaf, &s, &s.limit, stack});
    carom_workspace_give(stack);
    best_sort(&s.heap, sizeof *nearest, nearest_before);
    return s.heap.count;
}

/* ---- all hits */

typedef struct height_hits {
    height_path path; /* first, as the march reads only this */
    const carom_ray *given;
    ray_path ray;
    const carom_heightfield *field;
    carom_facing facing;
    best_heap heap;
    size_t total;
} height_hits;

static bool hit_half(const height_hits *s, const carom_triangle *t, carom_facing facing,
                     hit_feature *out) {
    const vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])};
    triangle_hit hit;
    if (!path_triangle(&s->ray, v, facing, &hit)) return false;
    *out = hit_feature_of(t, hit.barycentric);
    return true;
}

/* A hit at an edge or vertex, for comparison with other triangles there. */
typedef struct height_twin {
    uint32_t triangle; /* index of the triangle that is hit */
    carom_facing side; /* side with which it faces the ray */
    hit_feature feature;
} height_twin;

/* Does a triangle of the cell with a lower index have the same feature hit from the same side? */
static bool cell_has_twin(const height_hits *s, uint32_t column, uint32_t row,
                          const height_twin *twin) {
    if (height_is_hole(s->field, column, row)) return false;
    for (uint32_t half = 0; half < 2; half++) {
        if (height_index(s->field, column, row, half) >= twin->triangle) break;
        carom_triangle t = height_triangle(s->field, column, row, half);
        hit_feature other;
        if (hit_half(s, &t, twin->side, &other) && same_feature(&other, &twin->feature))
            return true;
    }
    return false;
}

static bool has_lower_half(const height_hits *s, uint32_t column, uint32_t row, height_twin *twin) {
    carom_triangle t = carom_heightfield_triangle(s->field, twin->triangle);
    uint32_t last_column = column + 2 < s->field->columns ? column + 1 : column;
    hit_feature again;
    if (twin->feature.count > 2) return false;
    twin->side = hit_half(s, &t, CAROM_FRONT_ONLY, &again) ? CAROM_FRONT_ONLY : CAROM_BACK_ONLY;
    if (twin->side == CAROM_BACK_ONLY && !hit_half(s, &t, twin->side, &again))
        return false; /* the ray is in its plane */
    for (uint32_t k = row > 0 ? row - 1 : 0; k <= row; k++)
        for (uint32_t i = column > 0 ? column - 1 : 0; i <= last_column; i++)
            if (cell_has_twin(s, i, k, twin)) return true;
    return false;
}

static bool height_hits_leaf(void *context, uint32_t column, uint32_t row) {
    height_hits *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        height_twin twin = {.triangle = height_index(s->field, column, row, half)};
        if (!hit_half(s, &t, s->facing, &twin.feature) || has_lower_half(s, column, row, &twin))
            continue;
        const carom_mesh_ray_hit hit = {true, twin.triangle,
                                        carom_raycast_ray_triangle_exact(s->given, &t, s->facing)};
        s->total++;
        best_keep(&s->heap, sizeof hit, hit_before, &hit);
    }
    return true;
}

size_t carom_raycast_ray_heightfield_all(const carom_ray *ray, const carom_heightfield *field,
                                         carom_facing facing, carom_mesh_ray_hit *hits,
                                         size_t capacity) {
    height_hits s = {.given = ray, .ray = path_of_ray(ray), .field = field, .facing = facing};
    s.heap = (best_heap){hits, capacity, 0};
    if (!path_is_valid(&s.ray)) return 0;
    s.path = carom_height_path_of_ray(field, &s.ray);
    carom_height_march(&s.path, height_hits_leaf, &s);
    best_sort(&s.heap, sizeof *hits, hit_before);
    return s.total;
}
