/* Path against sphere. With m from the origin to the centre, the line passes the centre at the
 * squared distance |m x d|^2 / |d|^2: formed from the cross product, it keeps its digits for a far
 * origin, where b^2 - ac would have lost them. Of the two roots, that of larger size is a sum
 * without cancellation, and the other follows from their product. Doubtful signs and digits go to
 * carom_path_sphere_exact. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_SPHERE_H
#define CAROM_QUERY_RAYCAST_KERNEL_SPHERE_H

#include "query/raycast/kernel_solid.h"

#define SPHERE_ERROR (8.0 * 1.1102230246251565e-16)
#define SPHERE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 67108864.0 : 1e9)

/** The decision with an exact discriminant, for any input. */
bool carom_path_sphere_exact(const ray_path *path, vec3 center, double radius, solid_hit *hit);

/** Makes the hit of a round solid from the interval [enter, leave] of the line within it; the
 * normal is left to the caller unless the path starts inside. */
static inline bool path_interval_hit(const ray_path *path, double enter, double leave,
                                     solid_hit *hit) {
    if (!(leave >= path->t_min && enter <= path->t_max && path->t_min <= path->t_max)) return false;
    hit->started_inside = enter <= path->t_min;
    hit->t = hit->started_inside ? path->t_min : enter;
    hit->t_exit = min2(leave, path->t_max);
    return true;
}

/** From the centre to where the line enters; x = m x d, root = that of the discriminant. Put together
 * from the parts across and along d, it keeps its digits for a far origin. */
static inline vec3 sphere_entry(vec3 x, vec3 d, double root, double inverse_a) {
    return scale3(mad3(cross3(x, d), d, -root), inverse_a);
}

/** The filter alone. A hit that does not start inside has a normal as long as the radius. */
static inline path_answer path_sphere_filter(const ray_path *path, vec3 center, double radius,
                                             solid_hit *hit) {
    vec3 m = sub3(center, path->origin), d = path->direction, x = cross3(m, d);
    double a = len2(d), m2 = len2(m), r2 = radius * radius, reach = a * r2, miss = len2(x);
    double one = SPHERE_ERROR * (max_abs3(m) * max_abs3(d));
    double error = one * (2.0 * (fabs(x.x) + fabs(x.y) + fabs(x.z)) + 3.0 * one) +
                   SPHERE_ERROR * (reach + miss);
    double square = reach - miss, c = m2 - r2;
    bool sound = error > 1e-200 && radius >= 0.0;
    if (sound && square < -error && error <= DBL_MAX) return PATH_MISS;
    if (!(sound && square > SPHERE_MARGIN * error && square <= DBL_MAX &&
          fabs(c) > SPHERE_MARGIN * SPHERE_ERROR * (m2 + r2)))
        return PATH_DOUBT;
    double b = dot3(m, d), root = sqrt(square);
    if (!(path->t_min <= path->t_max)) return PATH_DOUBT;
    double sum = b >= 0.0 ? b + root : b - root;
    double by_sum = sum / a, by_product = c / sum;
    bool ahead = b >= 0.0;
    if (!path_interval_hit(path, ahead ? by_product : by_sum, ahead ? by_sum : by_product, hit))
        return PATH_MISS;
    hit->normal = hit->started_inside ? neg3(d) : sphere_entry(x, d, root, 1.0 / a);
    return PATH_HIT;
}

/** Where `path` enters and leaves the sphere; false on a miss, and then *hit is not to be used. */
static inline bool path_sphere(const ray_path *path, vec3 center, double radius, solid_hit *hit) {
    path_answer answer = path_sphere_filter(path, center, radius, hit);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return answer == PATH_HIT;
    return carom_path_sphere_exact(path, center, radius, hit);
}

#endif
