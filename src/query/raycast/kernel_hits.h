/* From kernel answers to public hits, for the shapes whose filter is inlined. Each shape has two
 * forms: the filter's answer (when undecided, *out is not valid), and the exact one, out of line.
 */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_HITS_H
#define CAROM_QUERY_RAYCAST_KERNEL_HITS_H

#include <stddef.h>

#include "simd/triple.h"
#include "query/raycast/kernel_aabb.h"
#include "query/raycast/kernel_sphere.h"
#include "query/raycast/kernel_triangle.h"
#include "query/raycast/path.h"

/** store_solid_hit with a normal that is already unit. */
static inline carom_ray_hit store_unit_hit(const solid_hit *hit, vec3 point, vec3 normal) {
    carom_ray_hit out = {.hit = true, .started_inside = hit->started_inside};
    if (!SQUARES_ARE_IN_RANGE) {
        out.t = store_real(hit->t), out.t_exit = store_real(hit->t_exit);
        out.point = store3(point), out.normal = store3(normal);
        return out;
    }
    const carom_real largest = CAROM_REAL_MAX, any = (carom_real)INFINITY;
    const quad_real bound = {largest, largest, any, any}, least = -bound;
    const triple low = {hit->t, hit->t_exit, point.x, point.y};
    const triple high = {point.z, normal.x, normal.y, normal.z};
    quad_real row[2]; /* four at a time: times held finite, and -0 + 0 is 0 */
    quad_from_triple(&row[0], &low);
    quad_from_triple(&row[1], &high);
    quad_lower(&row[0], &bound);
    quad_raise(&row[0], &least);
    row[0] += QUAD_OF(0), row[1] += QUAD_OF(0);
    memcpy((char *)&out + offsetof(carom_ray_hit, t), row, sizeof row);
    return out;
}

/** -direction as a unit vector; lengths that are out of range go to the exact path. */
static inline vec3 unit_backward(const ray_path *path) {
    return scale3(path->direction, -1.0 / sqrt(len2(path->direction)));
}

/** True when a vector can be normalised without scaling. */
static inline bool is_normal_in_range(vec3 n) {
    double square = len2(n);
    return square > NORMAL_LEAST && square < NORMAL_MOST;
}

static inline vec3 sphere_hit_point(const ray_path *path, const solid_hit *hit, vec3 center) {
    return hit->started_inside ? path_point(path, hit->t) : add3(center, hit->normal);
}

static inline path_answer sphere_answer(const ray_path *path, const carom_sphere *sphere,
                                        carom_ray_hit *out) {
    solid_hit hit;
    path_answer answer =
        path_sphere_filter(path, load3(sphere->center), (double)sphere->radius, &hit);
    *out = no_hit();
    if (answer != PATH_HIT) return answer;
    double radius = (double)sphere->radius;
    if (!SQUARES_ARE_IN_RANGE &&
        CAROM_UNLIKELY(!(is_normal_in_range(path->direction) && radius > RADIUS_LEAST)))
        return PATH_DOUBT;
    vec3 normal = hit.started_inside ? unit_backward(path) : scale3(hit.normal, 1.0 / radius);
    *out = store_unit_hit(&hit, sphere_hit_point(path, &hit, load3(sphere->center)), normal);
    return PATH_HIT;
}

static inline carom_ray_hit sphere_exact_answer(const ray_path *path, const carom_sphere *sphere) {
    solid_hit hit;
    if (!carom_path_sphere_exact(path, load3(sphere->center), (double)sphere->radius, &hit))
        return no_hit();
    return store_solid_hit(path, &hit, sphere_hit_point(path, &hit, load3(sphere->center)));
}

static inline path_answer aabb_answer(const ray_path *path, const carom_aabb *box,
                                      carom_ray_hit *out) {
    solid_hit hit;
    vec3 low = load3(box->min), high = load3(box->max);
    path_answer answer = path_aabb_filter(path, low, high, &hit);
    *out = no_hit();
    if (answer != PATH_HIT) return answer;
    if (CAROM_UNLIKELY(!is_normal_in_range(path->direction))) return PATH_DOUBT;
    vec3 normal = hit.started_inside ? unit_backward(path) : hit.normal;
    *out = store_unit_hit(&hit, aabb_hit_point(path, &hit, low, high), normal);
    return PATH_HIT;
}

static inline carom_ray_hit aabb_exact_answer(const ray_path *path, const carom_aabb *box) {
    solid_hit hit;
    vec3 low = load3(box->min), high = load3(box->max);
    if (!carom_path_aabb_exact(path, low, high, &hit)) return no_hit();
    return store_solid_hit(path, &hit, aabb_hit_point(path, &hit, low, high));
}

static inline path_answer triangle_answer(const ray_path *path, const carom_triangle *triangle,
                                          carom_facing facing, carom_ray_hit_triangle *out) {
    vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    triangle_hit hit;
    path_answer answer = path_triangle_filter(path, v, facing, &hit);
    *out = (carom_ray_hit_triangle){0};
    if (answer != PATH_HIT) return answer;
    if (CAROM_UNLIKELY(!is_normal_in_range(hit.normal))) return PATH_DOUBT;
    out->hit = true;
    out->t = store_real(hit.t);
    out->point = store3(mad3(path->origin, path->direction, hit.t));
    out->normal = store3(scale3(hit.normal, 1.0 / sqrt(len2(hit.normal))));
    out->barycentric = store3(hit.barycentric);
    return PATH_HIT;
}

static inline carom_ray_hit_triangle
triangle_exact_answer(const ray_path *path, const carom_triangle *triangle, carom_facing facing) {
    vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    carom_ray_hit_triangle out = {0};
    triangle_hit hit;
    if (!carom_path_triangle_exact(path, v, facing, &hit)) return out;
    out.hit = true;
    out.t = store_real(hit.t);
    out.barycentric = store3(hit.barycentric);
    out.normal = store3(carom_normalize_or(hit.normal, path_backward(path)));
    vec3 w = hit.barycentric, x = mad3(path->origin, path->direction, hit.t);
    if (!finite3(x)) x = mad3(mad3(scale3(v[0], w.x), v[1], w.y), v[2], w.z);
    out.point = store3(x);
    return out;
}

#endif
