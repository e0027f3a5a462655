/* All hits of a ray, nearest first. The caller's buffer is a heap, the last hit on top, so that it
 * ends with the first ones. A ray through an edge or vertex hits all triangles there; of those that
 * face the same way the one with the least index stands for all. Such hits are rare, so each looks
 * for a lower one itself, and nothing has to be remembered. */
#include "mesh/mesh_data.h"
#include "mesh/wide_ray.h"

typedef struct hit_heap {
    carom_mesh_ray_hit *hits;
    size_t capacity, count, total;
} hit_heap;

static bool comes_later(const carom_mesh_ray_hit *a, const carom_mesh_ray_hit *b) {
    return comes_before(b->at.t, b->triangle, a->at.t, a->triangle);
}

static void sink_hit(carom_mesh_ray_hit *hits, size_t count, size_t i) {
    carom_mesh_ray_hit hit = hits[i];
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && comes_later(&hits[child + 1], &hits[child])) child++;
        if (!comes_later(&hits[child], &hit)) break;
        hits[i] = hits[child];
        i = child;
    }
    hits[i] = hit;
}

static void keep_mesh_hit(hit_heap *heap, const carom_mesh_ray_hit *hit) {
    heap->total++;
    if (heap->count < heap->capacity) {
        size_t i = heap->count++;
        for (; i > 0 && comes_later(hit, &heap->hits[(i - 1) / 2]); i = (i - 1) / 2)
            heap->hits[i] = heap->hits[(i - 1) / 2];
        heap->hits[i] = *hit;
    } else if (heap->capacity > 0 && comes_later(&heap->hits[0], hit)) {
        heap->hits[0] = *hit;
        sink_hit(heap->hits, heap->count, 0);
    }
}

static void sort_hits(hit_heap *heap) {
    for (size_t count = heap->count; count > 1;) {
        carom_mesh_ray_hit last = heap->hits[0];
        heap->hits[0] = heap->hits[--count];
        heap->hits[count] = last;
        sink_hit(heap->hits, count, 0);
    }
}

/* ---- hits on edges and vertices */

/* The corners that the hit is a mixture of: one at a vertex, two on an edge, three inside. */
typedef struct hit_feature {
    vec3 corner[3];
    int count;
} hit_feature;

static hit_feature feature_of(const wide_query *query, const wide_hit *hit) {
    carom_triangle t = wide_triangle_at(query->tree, hit->rank);
    hit_feature out = {.count = 0};
    for (int k = 0; k < 3; k++)
        if (axis3(hit->at.barycentric, k) != 0.0) out.corner[out.count++] = load3(t.v[k]);
    return out;
}

static bool same_corner(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_feature(const hit_feature *a, const hit_feature *b) {
    if (a->count != b->count) return false;
    if (a->count == 1) return same_corner(a->corner[0], b->corner[0]);
    return (same_corner(a->corner[0], b->corner[0]) && same_corner(a->corner[1], b->corner[1])) ||
           (same_corner(a->corner[0], b->corner[1]) && same_corner(a->corner[1], b->corner[0]));
}

typedef struct lower_twin {
    hit_feature feature;
    uint32_t triangle;
    bool found;
} lower_twin;

static bool take_twin(void *context, const wide_query *query, const wide_hit *hit) {
    lower_twin *twin = context;
    if (hit->plain || hit->triangle >= twin->triangle) return true;
    hit_feature feature = feature_of(query, hit);
    twin->found = same_feature(&feature, &twin->feature);
    return !twin->found;
}

/* Does the hit triangle face the ray with this side? Not when the ray lies in its plane. */
static bool has_side(const wide_query *query, const wide_hit *hit, carom_facing side) {
    carom_triangle t = wide_triangle_at(query->tree, hit->rank);
    return carom_raycast_ray_triangle(query->ray, &t, side).hit;
}

static bool has_lower_twin(const wide_query *query, const wide_hit *hit) {
    lower_twin twin = {feature_of(query, hit), hit->triangle, false};
    if (hit->plain || twin.feature.count > 2) return false;
    carom_facing side = has_side(query, hit, CAROM_FRONT_ONLY) ? CAROM_FRONT_ONLY : CAROM_BACK_ONLY;
    if (side == CAROM_BACK_ONLY && !has_side(query, hit, side)) return false;
    carom_ray here = *query->ray;
    double t = (double)hit->t, room = fabs(t) * 16.0 * (double)CAROM_REAL_EPSILON;
    here.t_min = store_real(max2((double)here.t_min, t - room));
    here.t_max = store_real(min2((double)here.t_max, t + room));
    wide_query again = {query->tree, &here, side};
    wide_sink sink = {take_twin, &twin};
    SIMD_OF(carom_simd_best(), carom_wide_all)(&again, &sink);
    return twin.found;
}

static bool take_hit(void *context, const wide_query *query, const wide_hit *hit) {
    carom_mesh_ray_hit out;
    if (has_lower_twin(query, hit)) return true;
    carom_wide_write_hit(query, hit, &out);
    keep_mesh_hit(context, &out);
    return true;
}

size_t carom_raycast_ray_mesh_all(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                                  carom_mesh_ray_hit *hits, size_t capacity) {
    hit_heap heap = {hits, capacity, 0, 0};
    wide_query query = {&mesh->wide, ray, facing};
    wide_sink sink = {take_hit, &heap};
    SIMD_OF(carom_simd_best(), carom_wide_all)(&query, &sink);
    sort_hits(&heap);
    return heap.total;
}
