/* Rays and swept spheres against a mesh. Both follow a straight path, so both ask of a node when
 * the path enters its box, grown by the sphere's radius; the nearer child goes first, and what is
 * entered after the first contact so far is left out. Box times are widened for rounding: the tree
 * may only ever save work. */
#include "mesh/mesh_data.h"
#include "mesh/wide_ray.h"

typedef struct mesh_path {
    vec3 origin, direction, inverse;
    double t_min, radius;
    double limit; /* nothing that starts later matters */
} mesh_path;

static mesh_path path_from(vec3 origin, vec3 direction, double t_min, double t_max) {
    mesh_path out = {origin, direction, {0, 0, 0}, t_min, 0.0, widen_up(t_max)};
    out.inverse = vec(1.0 / direction.x, 1.0 / direction.y, 1.0 / direction.z);
    return out;
}

/* One slab. A path along it is in or out whatever the time; products of 0 and infinity never arise.
 */
static void cut_slab(double o, double d, double inverse, const double slab[2], double t[2]) {
    if (d == 0.0) {
        if (o < slab[0] || o > slab[1]) t[1] = -DBL_MAX;
        return;
    }
    double near = ((d > 0.0 ? slab[0] : slab[1]) - o) * inverse;
    double far = ((d > 0.0 ? slab[1] : slab[0]) - o) * inverse;
    t[0] = max2(near, t[0]);
    t[1] = min2(far, t[1]);
}

static double path_key(const void *context, const bvh_node *node) {
    const mesh_path *path = context;
    vec3 low = load3(node->min), high = load3(node->max);
    double t[2] = {path->t_min, path->limit};
    double grow = path->radius + 1e-14 * (path->radius + max2(max_abs3(low), max_abs3(high)) +
                                          max_abs3(path->origin));
    const double x[2] = {low.x - grow, high.x + grow}, y[2] = {low.y - grow, high.y + grow};
    const double z[2] = {low.z - grow, high.z + grow};
    cut_slab(path->origin.x, path->direction.x, path->inverse.x, x, t);
    cut_slab(path->origin.y, path->direction.y, path->inverse.y, y, t);
    cut_slab(path->origin.z, path->direction.z, path->inverse.z, z, t);
    double slack = 1e-13 * (fabs(t[0]) + fabs(t[1] > DBL_MAX ? 0.0 : t[1]));
    if (!(t[0] <= t[1] + slack) || t[0] >= DBL_MAX) return t[0] <= t[1] + slack ? 0.0 : DBL_MAX;
    return t[0] - 1e-13 * fabs(t[0]) - DBL_MIN;
}

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
    mesh_path path; /* first */
    const carom_sphere *sphere;
    carom_vec3 motion;
    const carom_mesh *mesh;
    carom_mesh_sweep_hit best;
} sweep_search;

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
    s.path = path_from(center, path, 0.0, 1.0);
    s.path.radius = (double)sphere->radius;
    bvh_visit_nearest(&mesh->tree, path_key, sweep_leaf, &s, &s.path.limit);
    return s.best;
}
