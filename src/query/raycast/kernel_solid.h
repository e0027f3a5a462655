/* A path against a solid: the interval of t inside it, and the public hit made from it. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_SOLID_H
#define CAROM_QUERY_RAYCAST_KERNEL_SOLID_H

#include "query/raycast/path.h"

typedef struct solid_hit {
    double t, t_exit; /* within the path's range */
    vec3 normal;      /* of any length but zero; the direction reversed when started_inside */
    bool started_inside;
} solid_hit;

static inline carom_ray_hit no_hit(void) {
    return (carom_ray_hit){0};
}

/** origin + t * direction; the origin itself when that is not finite. */
static inline vec3 path_point(const ray_path *path, double t) {
    vec3 x = mad3(path->origin, path->direction, t);
    return CAROM_LIKELY(finite3(x)) ? x : path->origin;
}

static inline vec3 path_backward(const ray_path *path) {
    return carom_normalize_or(neg3(path->direction), vec(0, 0, 1));
}

static inline carom_ray_hit store_solid_hit(const ray_path *path, const solid_hit *hit,
                                            vec3 point) {
    carom_ray_hit out = {.hit = true};
    out.started_inside = hit->started_inside;
    out.t = store_real(hit->t);
    out.t_exit = hit->t_exit <= DBL_MAX ? store_real(hit->t_exit) : (carom_real)INFINITY;
    out.point = store3(point);
    out.normal = store3(carom_normalize_or(hit->normal, path_backward(path)));
    return out;
}

#endif
