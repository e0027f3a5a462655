/* The nearest point of a mesh, of one point or of many. The limit shrinks with every triangle
 * found, and starts the smaller the better: in a batch at what the last point's triangle gives. */
#include "carom/mesh_near.h"

#include "mesh/near_walk.h"

typedef struct nearest_search {
    near_search search;
    bool found;
    carom_mesh_closest best;
} nearest_search;

/* The triangle in place `slot`, by leaf. */
static void try_nearest(nearest_search *s, uint32_t slot) {
    const carom_mesh *mesh = s->search.mesh;
    carom_closest_on_triangle at =
        carom_closest_point_triangle(s->search.given, &mesh->triangles[slot]);
    uint32_t triangle = mesh->tree.order[slot];
    carom_real best = s->best.at.distance;
    if (!(at.distance < best || (at.distance == best && triangle < s->best.triangle))) return;
    s->found = true;
    s->best = (carom_mesh_closest){triangle, at};
    s->search.limit = min2(s->search.limit, near_limit(at.distance));
}

static void nearest_leaf(void *context, const bvh_node *node) {
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        try_nearest(context, i);
}

static const carom_mesh_closest nothing_near = {.at.distance = (carom_real)INFINITY};

carom_mesh_closest carom_closest_point_mesh(carom_vec3 point, const carom_mesh *mesh) {
    nearest_search s = {near_search_start(point, mesh, (carom_real)INFINITY), false, nothing_near};
    near_walk(&s.search, nearest_leaf);
    return s.best;
}

carom_mesh_closest carom_closest_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                                   carom_real distance) {
    if (!(distance >= 0)) return nothing_near;
    nearest_search s = {near_search_start(point, mesh, distance), false, nothing_near};
    near_walk(&s.search, nearest_leaf);
    return s.found && s.best.at.distance <= distance ? s.best : nothing_near;
}

void carom_closest_points_mesh(const carom_vec3 *points, size_t count, const carom_mesh *mesh,
                               carom_mesh_closest *nearest) {
    for (size_t i = 0; i < count; i++)
        nearest[i] = carom_closest_point_mesh(points[i], mesh);
}

/* ---- closer than */

typedef struct within_search {
    near_search search;
    carom_real distance;
    bool found;
} within_search;

static void within_leaf(void *context, const bvh_node *node) {
    within_search *s = context;
    for (uint32_t i = node->first; i < node->first + node->count && !s->found; i++)
        s->found =
            carom_closest_point_triangle(s->search.given, &s->search.mesh->triangles[i]).distance <=
            s->distance;
    if (s->found) s->search.limit = -1.0;
}

bool carom_overlap_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                     carom_real distance) {
    within_search s = {near_search_start(point, mesh, distance), distance, false};
    if (distance >= 0 && (double)distance <= DBL_MAX) near_walk(&s.search, within_leaf);
    return s.found;
}
