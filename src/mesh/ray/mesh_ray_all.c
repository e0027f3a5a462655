/* All hits of a ray on a mesh, nearest first, each point of the surface once: own method over the
 * traversal of the BVH8 [Wald08]. The caller's buffer is a binary heap [Knuth98] 5.2.3 with the
 * last hit on top, so it ends with the first hits for any capacity. A ray through an edge or
 * vertex hits all triangles there; of those that face it with the same side the one with the least
 * index counts. Such hits are rare: each looks for a twin of lower index by itself, with a short
 * ray, and no memory is needed. Twins are compared by the corners of what is hit, exactly. */
#include "mesh/nearest/best_heap.h"
#include "mesh/ray/hit_feature.h"
#include "mesh/data/mesh_data.h"
#include "mesh/ray/mesh_ray_all.h"
#include "mesh/ray/bvh8_ray.h"
#include "mesh/ray/ray_packet.h"

static hit_feature bvh8_feature_of(const bvh8_query *query, const bvh8_hit *hit) {
    carom_triangle t = bvh8_triangle_at(query->tree, hit->rank);
    return hit_feature_of(&t, hit->at.barycentric);
}

typedef struct lower_twin {
    hit_feature feature;
    uint32_t triangle;
    bool found;
} lower_twin;

static bool take_twin(void *context, const bvh8_query *query, const bvh8_hit *hit) {
    lower_twin *twin = context;
    if (hit->is_filtered || hit->triangle >= twin->triangle) return true;
    hit_feature feature = bvh8_feature_of(query, hit);
    twin->found = same_feature(&feature, &twin->feature);
    return !twin->found;
}

/* Does the triangle face the ray with this side? False when the ray lies in its plane. */
static bool has_side(const bvh8_query *query, const bvh8_hit *hit, carom_facing side) {
    carom_triangle t = bvh8_triangle_at(query->tree, hit->rank);
    return carom_raycast_ray_triangle_exact(query->ray, &t, side).hit;
}

/* Is the same edge or vertex hit, from the same side, in a triangle of lower index? */
static bool has_lower_twin(const bvh8_query *query, const bvh8_hit *hit) {
    lower_twin twin = {bvh8_feature_of(query, hit), hit->triangle, false};
    if (hit->is_filtered || twin.feature.count > 2) return false;
    carom_facing side = has_side(query, hit, CAROM_FRONT_ONLY) ? CAROM_FRONT_ONLY : CAROM_BACK_ONLY;
    if (side == CAROM_BACK_ONLY && !has_side(query, hit, side)) return false;
    carom_ray here = *query->ray;
    double t = (double)hit->t, margin = fabs(t) * TWIN_MARGIN;
    here.t_min = store_real(max2((double)here.t_min, t - margin));
    here.t_max = store_real(min2((double)here.t_max, t + margin));
    bvh8_query again = {query->tree, &here, side};
    bvh8_sink sink = {take_twin, &twin};
    SIMD_OF(carom_simd_best(), carom_bvh8_all)(&again, &sink);
    return twin.found;
}

typedef struct hit_visit {
    mesh_hit_visitor *visitor;
    void *user;
} hit_visit;

static bool take_hit(void *context, const bvh8_query *query, const bvh8_hit *hit) {
    const hit_visit *visit = context;
    carom_mesh_ray_hit out;
    if (has_lower_twin(query, hit)) return true;
    carom_bvh8_write_hit(query, hit, &out);
    visit->visitor(&out, visit->user);
    return true;
}

void carom_visit_ray_mesh(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                          mesh_hit_visitor *visitor, void *user) {
    hit_visit visit = {visitor, user};
    bvh8_query query = {&mesh->bvh8, ray, facing};
    bvh8_sink sink = {take_hit, &visit};
    SIMD_OF(carom_simd_best(), carom_bvh8_all)(&query, &sink);
}

/* ---- in order */

typedef struct mesh_hit_list {
    best_heap heap;
    size_t total;
} mesh_hit_list;

static void keep_mesh_hit(const carom_mesh_ray_hit *hit, void *user) {
    mesh_hit_list *list = user;
    list->total++;
    best_keep(&list->heap, sizeof *hit, hit_before, hit);
}

size_t carom_raycast_ray_mesh_all(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                                  carom_mesh_ray_hit *hits, size_t capacity) {
    mesh_hit_list list = {{hits, capacity, 0}, 0};
    carom_visit_ray_mesh(ray, mesh, facing, keep_mesh_hit, &list);
    best_sort(&list.heap, sizeof *hits, hit_before);
    return list.total;
}
