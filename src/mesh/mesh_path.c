/* Rays and swept spheres against a mesh. Rays go through the wide tree. A swept sphere asks of a
 * node when its path enters the node's box, grown by the radius; the nearer child goes first, and
 * what is entered after the first contact so far is left out. */
#include "mesh/path_box.h"
#include "mesh/wide_ray.h"

/* ---- rays */

/* Writes what carom_raycast_ray_triangle gives, from what the walk knows already: in place, for
 * copies of what was just written in smaller parts are slow. */
static CAROM_APART void write_hit(const wide_query *query, const wide_hit *hit,
                                  carom_mesh_ray_hit *out) {
    const carom_ray *ray = query->ray;
    vec3 normal = hit->at.normal;
    if (CAROM_UNLIKELY(!hit->plain)) {
        carom_triangle t = wide_triangle_at(query->tree, hit->rank);
        out->at = carom_raycast_ray_triangle(ray, &t, query->facing);
    } else {
        out->at.point = store3(mad3(load3(ray->origin), load3(ray->direction), hit->at.t));
        out->at.normal = store3(scale3(normal, 1.0 / sqrt(len2(normal))));
        out->at.barycentric = store3(hit->at.barycentric);
        out->at.t = hit->t;
        out->at.hit = true;
    }
    out->hit = true;
    out->triangle = hit->triangle;
}

carom_mesh_ray_hit carom_raycast_ray_mesh(const carom_ray *ray, const carom_mesh *mesh,
                                          carom_facing facing) {
    wide_hit hit;
    wide_query query = {&mesh->wide, ray, facing};
    carom_mesh_ray_hit out;
    memset(&out, 0, sizeof out);
    SIMD_OF(carom_simd_best(), carom_wide_first)(&query, &hit);
    if (hit.hit) write_hit(&query, &hit, &out);
    return out;
}

bool carom_overlap_ray_mesh(const carom_ray *ray, const carom_mesh *mesh) {
    wide_query query = {&mesh->wide, ray, CAROM_BOTH_SIDES};
    return SIMD_OF(carom_simd_best(), carom_wide_any)(&query);
}

/* ---- swept spheres */

typedef struct sweep_search {
    box_path path; /* first */
    const carom_sphere *sphere;
    carom_vec3 motion;
    const carom_mesh *mesh;
    carom_mesh_sweep_hit best;
} sweep_search;

static double sweep_key(const void *context, const bvh_node *node) {
    return box_path_enters(context, load3(node->min), load3(node->max));
}

static void sweep_leaf(void *context, const bvh_node *node) {
    sweep_search *s = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_sweep_hit hit =
            carom_sweep_sphere_triangle(s->sphere, s->motion, &s->mesh->triangles[i]);
        uint32_t triangle = s->mesh->tree.order[i];
        if (!hit.hit) continue;
        const carom_sweep_hit *best = &s->best.at;
        if (best->hit && !(hit.fraction < best->fraction ||
                           (hit.fraction == best->fraction && triangle < s->best.triangle)))
            continue;
        s->best = (carom_mesh_sweep_hit){triangle, hit};
        s->path.limit = widen_up((double)hit.fraction);
    }
}

carom_mesh_sweep_hit carom_sweep_sphere_mesh(const carom_sphere *sphere, carom_vec3 motion,
                                             const carom_mesh *mesh) {
    sweep_search s = {.sphere = sphere, .motion = motion, .mesh = mesh};
    vec3 center = load3(sphere->center), path = load3(motion);
    if (!finite3(center) || !finite3(path) || !(sphere->radius >= 0) ||
        !finite1((double)sphere->radius))
        return s.best;
    s.path = box_path_of(center, path, 0.0, 1.0);
    s.path.radius = (double)sphere->radius;
    bvh_visit_nearest(&mesh->tree, sweep_key, sweep_leaf, &s, &s.path.limit);
    return s.best;
}
