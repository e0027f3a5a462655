/* The straight path of all raycast kernels: origin + t * direction for t in [t_min, t_max]. Rays,
 * lines and segments differ only in the numbers that they set. A segment's direction b - a is
 * rounded; the exact one is kept as the difference tip - base for the exact predicates. The error
 * bounds of the kernels are in tolerances.h. */
#ifndef CAROM_QUERY_RAYCAST_PATH_H
#define CAROM_QUERY_RAYCAST_PATH_H

#include "carom/raycast.h"
#include "math/power.h"
#include "math/predicates.h"
#include "query/raycast/tolerances.h"

typedef struct ray_path {
    vec3 origin, direction;
    vec3 base, tip;      /* direction is tip - base, rounded; base is 0 but for segments */
    double t_min, t_max; /* may be infinite; t_min > t_max holds no point */
    bool is_segment;     /* then a direction of zero is a point and not an error */
} ray_path;

static inline ray_path path_of_ray(const carom_ray *ray) {
    vec3 direction = load3(ray->direction);
    return (ray_path){load3(ray->origin), direction,          {0, 0, 0}, direction,
                      (double)ray->t_min, (double)ray->t_max, false};
}

static inline ray_path path_of_segment(const carom_segment *segment) {
    vec3 a = load3(segment->a), b = load3(segment->b);
    return (ray_path){a, sub3(b, a), a, b, 0.0, 1.0, true};
}

static inline ray_path path_of_line(const carom_line *line) {
    vec3 direction = load3(line->direction);
    return (ray_path){load3(line->origin), direction, {0, 0, 0}, direction,
                      -INFINITY,           INFINITY,  false};
}

/** The answer of a filter: certain, or undecided (PATH_DOUBT). */
typedef enum path_answer { PATH_MISS = 0, PATH_HIT = 1, PATH_DOUBT = 2 } path_answer;

/** True when the path holds a point: all finite but the ends of the range, direction not zero. */
static inline bool path_is_valid(const ray_path *path) {
    if (!finite3(path->origin) || !finite3(path->tip) || !finite3(path->base)) return false;
    if (!path->is_segment && max_abs3(path->tip) == 0.0) return false;
    return path->t_min <= path->t_max && path->t_min <= DBL_MAX && path->t_max >= -DBL_MAX;
}

/** t, or the largest number in place of infinity. */
static inline double clamped_finite(double t) {
    return finite1(t) ? t : t > 0.0 ? DBL_MAX : -DBL_MAX;
}

#endif
