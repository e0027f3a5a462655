/* Slab test [KayKajiya86] of a path against a box, as closed sets, without branches that depend on
 * the data. A slab's two quotients have 4 roundings; when the last entry and the first exit are
 * farther apart than that, the answer is certain, else carom_path_aabb_exact compares products.
 * The answer is exact.
 *
 * A zero direction component (made +0) divides to infinity: -inf to a face below the origin, +inf
 * to one above, and NaN to one that contains it. Minima and maxima are ordered so that a NaN is
 * dropped by a later comparison or at once: a face that contains the origin is no constraint. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_AABB_H
#define CAROM_QUERY_RAYCAST_KERNEL_AABB_H

#include "query/raycast/kernel_solid.h"
#include "query/raycast/path.h"
#include "query/raycast/aabb_exact.h"

typedef struct slab_range {
    double enter;          /* of the box alone */
    double first, last;    /* cut to the path's range */
    double near_x, near_y; /* for the choice of the entered face */
    bool valid;            /* all finite, box not inverted, direction not zero */
} slab_range;

/* max2 and min2 with the second operand kept when the first is NaN. */
static inline double later2(double t, double bound) {
    return t > bound ? t : bound;
}
static inline double sooner2(double t, double bound) {
    return t < bound ? t : bound;
}

static inline slab_range cut_slabs(const ray_path *path, vec3 low, vec3 high) {
    vec3 o = path->origin;
    vec3 d = {path->direction.x + 0.0, path->direction.y + 0.0, path->direction.z + 0.0};
    vec3 a = sub3(low, o), b = sub3(high, o);
    vec3 inverse = {1.0 / d.x, 1.0 / d.y, 1.0 / d.z};
    vec3 to_low = {a.x * inverse.x, a.y * inverse.y, a.z * inverse.z};
    vec3 to_high = {b.x * inverse.x, b.y * inverse.y, b.z * inverse.z};
    double size = fabs(d.x) + fabs(d.y) + fabs(d.z);
    double sum = (fabs(a.x) + fabs(a.y)) + (fabs(a.z) + fabs(b.x)) + (fabs(b.y) + fabs(b.z));
    double near_z = sooner2(to_high.z, to_low.z);
    slab_range r;
    r.near_x = sooner2(to_high.x, to_low.x);
    r.near_y = sooner2(to_high.y, to_low.y);
    r.enter = later2(near_z, later2(r.near_y, later2(r.near_x, -INFINITY)));
    r.first = later2(near_z, later2(r.near_y, later2(r.near_x, path->t_min)));
    r.last = sooner2(
        later2(to_low.z, to_high.z),
        sooner2(later2(to_low.y, to_high.y), sooner2(later2(to_low.x, to_high.x), path->t_max)));
    r.valid = (sum + size <= DBL_MAX) & (size > 0.0) & (low.x <= high.x) & (low.y <= high.y) &
              (low.z <= high.z);
    return r;
}

/** The filter of the boolean: whether `path` and the box share a point. */
static inline path_answer path_overlaps_aabb_filter(const ray_path *path, vec3 low, vec3 high) {
    slab_range r = cut_slabs(path, low, high);
    double gap = r.last - r.first;
    double error = SLAB_ERROR * min2(fabs(r.first), fabs(r.last));
    if (CAROM_UNLIKELY(!(r.valid & (fabs(gap) > error)))) return PATH_DOUBT;
    return (path_answer)(gap > 0.0);
}

/** The unit normal of the face that `path` enters on `axis`. */
static inline vec3 face_normal(const ray_path *path, int axis) {
    const double d[3] = {path->direction.x, path->direction.y, path->direction.z};
    double n[3] = {0.0, 0.0, 0.0};
    n[axis] = d[axis] > 0.0 ? -1.0 : 1.0;
    return vec(n[0], n[1], n[2]);
}

/** The filter of the hit: where `path` enters and leaves the box. */
static inline path_answer path_aabb_filter(const ray_path *path, vec3 low, vec3 high,
                                           solid_hit *hit) {
    slab_range r = cut_slabs(path, low, high);
    double gap = r.last - r.first;
    double error = SLAB_ERROR * min2(fabs(r.first), fabs(r.last));
    double start = fabs(r.enter - path->t_min);
    double start_error = SLAB_ERROR * min2(fabs(r.enter), fabs(path->t_min));
    if (CAROM_UNLIKELY(!(r.valid & (fabs(gap) > error)))) return PATH_DOUBT;
    if (!(gap > 0.0)) return PATH_MISS;
    if (CAROM_UNLIKELY(!(start > start_error))) return PATH_DOUBT;
    hit->t = r.first;
    hit->t_exit = r.last;
    hit->started_inside = r.enter < path->t_min;
    bool by_x = r.enter == r.near_x, by_y = r.enter == r.near_y;
    int axis = 2 - 2 * (int)by_x - (int)(by_y & !by_x);
    hit->normal = hit->started_inside ? neg3(path->direction) : face_normal(path, axis);
    return PATH_HIT;
}

/** Where `path` enters and leaves the box; false on a miss, and then *hit is not to be used. Exact.
 */
static inline bool path_aabb(const ray_path *path, vec3 low, vec3 high, solid_hit *hit) {
    path_answer answer = path_aabb_filter(path, low, high, hit);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return answer == PATH_HIT;
    return carom_path_aabb_exact(path, low, high, hit);
}

/** The hit's point, with the entered face's coordinate exact and the others within the box. */
static inline vec3 aabb_hit_point(const ray_path *path, const solid_hit *hit, vec3 low, vec3 high) {
    vec3 x = path_point(path, hit->t);
    if (!hit->started_inside) { /* the outer bound of the entered axis becomes the face itself */
        vec3 n = hit->normal;
        low =
            vec(n.x > 0.0 ? high.x : low.x, n.y > 0.0 ? high.y : low.y, n.z > 0.0 ? high.z : low.z);
        high =
            vec(n.x < 0.0 ? low.x : high.x, n.y < 0.0 ? low.y : high.y, n.z < 0.0 ? low.z : high.z);
    }
    return vec(max2(low.x, min2(x.x, high.x)), max2(low.y, min2(x.y, high.y)),
               max2(low.z, min2(x.z, high.z)));
}

#endif
