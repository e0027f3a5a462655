/* Rays and swept spheres against a height field, by the march over maximum mipmaps
 * [TevsIhrkeSeidel08] of height_march.c. It gives the cells in about the order of entry; the exact
 * triangle functions decide, and the first contact so far bounds the march, so answers are those
 * of brute force. */
#include "mesh/heightfield/height_march.h"
#include "mesh/ray/path_box.h"
#include "query/raycast/kernel_triangle.h"
#include "mesh/heightfield/height_path.h"

/* ---- rays */

typedef struct height_ray {
    height_path path; /* first, as the march reads only this */
    ray_path ray;
    const carom_heightfield *field;
    carom_facing facing;
    bool any, hit;
    carom_real t;
    uint32_t triangle;
} height_ray;

static height_path height_path_of(const carom_heightfield *field, vec3 o, vec3 d) {
    return (height_path){field, {o.x, o.y, o.z}, {d.x, d.y, d.z}, 0.0, 0.0, widen_up(1.0)};
}

height_path carom_height_path_of_ray(const carom_heightfield *field, const ray_path *ray) {
    height_path path = height_path_of(field, ray->origin, ray->direction);
    path.t_min = ray->t_min;
    path.limit = widen_up(ray->t_max);
    return path;
}

static bool height_ray_leaf(void *context, uint32_t column, uint32_t row) {
    height_ray *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
        triangle_hit hit;
        if (!path_triangle(&s->ray, v, s->facing, &hit)) continue;
        carom_real at = store_real(hit.t);
        uint32_t triangle = height_index(s->field, column, row, half);
        if (s->hit && !comes_before(at, triangle, s->t, s->triangle)) continue;
        s->hit = true;
        s->t = at;
        s->triangle = triangle;
        s->path.limit = widen_up((double)at);
    }
    return !(s->any && s->hit);
}

static height_ray search_height_ray(const carom_ray *ray, const carom_heightfield *field,
                                    carom_facing facing, bool any) {
    height_ray s = {.ray = path_of_ray(ray), .field = field, .facing = facing, .any = any};
    if (!path_is_valid(&s.ray)) return s;
    s.path = carom_height_path_of_ray(field, &s.ray);
    carom_height_march(&s.path, height_ray_leaf, &s);
    return s;
}

carom_mesh_ray_hit carom_raycast_ray_heightfield(const carom_ray *ray,
                                                 const carom_heightfield *field,
                                                 carom_facing facing) {
    carom_mesh_ray_hit out = {0};
    height_ray s = search_height_ray(ray, field, facing, false);
    if (!s.hit) return out;
    carom_triangle t = carom_heightfield_triangle(field, s.triangle);
    out.hit = true;
    out.triangle = s.triangle;
    out.at = carom_raycast_ray_triangle_exact(ray, &t, facing);
    return out;
}

bool carom_overlap_ray_heightfield(const carom_ray *ray, const carom_heightfield *field) {
    return search_height_ray(ray, field, CAROM_BOTH_SIDES, true).hit;
}

/* ---- swept spheres */

typedef struct height_sweep {
    height_path path; /* first */
    const carom_sphere *sphere;
    carom_vec3 motion;
    const carom_heightfield *field;
    carom_mesh_sweep_hit best;
} height_sweep;

static bool height_sweep_leaf(void *context, uint32_t column, uint32_t row) {
    height_sweep *s = context;
    for (uint32_t half = 0; half < 2; half++) {
        carom_triangle t = height_triangle(s->field, column, row, half);
        carom_sweep_hit hit = carom_sweep_sphere_triangle(s->sphere, s->motion, &t);
        uint32_t triangle = height_index(s->field, column, row, half);
        const carom_sweep_hit *best = &s->best.at;
        if (!hit.hit ||
            (best->hit && !comes_before(hit.fraction, triangle, best->fraction, s->best.triangle)))
            continue;
        s->best = (carom_mesh_sweep_hit){triangle, hit};
        s->path.limit = widen_up((double)hit.fraction);
    }
    return true;
}

carom_mesh_sweep_hit carom_sweep_sphere_heightfield(const carom_sphere *sphere, carom_vec3 motion,
                                                    const carom_heightfield *field) {
    height_sweep s = {.sphere = sphere, .motion = motion, .field = field};
    if (!can_ball_move(sphere, motion)) return s.best;
    s.path = height_path_of(field, load3(sphere->center), load3(motion));
    s.path.radius = (double)sphere->radius;
    carom_height_march(&s.path, height_sweep_leaf, &s);
    return s.best;
}
