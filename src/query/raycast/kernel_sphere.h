/* Path against sphere [Ericson05] 5.3.2. With m from the origin to the centre, the line passes the
 * centre at the squared distance |m x d|^2 / |d|^2: computed from the cross product, it keeps its
 * digits for a far origin, where b^2 - ac would lose them. Of the two roots, the larger in
 * magnitude is a sum without cancellation, and the other follows from their product. Undecided
 * signs and digits, and times near an end of the range, go to carom_path_sphere_exact, so hit or
 * miss is exact. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_SPHERE_H
#define CAROM_QUERY_RAYCAST_KERNEL_SPHERE_H

#include "query/raycast/kernel_solid.h"
#include "query/raycast/path.h"
#include "query/raycast/sphere_exact.h"

/** Makes the hit of a ball from the interval [enter, leave] of the line within it, whose signs are
 * certain; undecided where rounding could move one of them across an end of the range. The normal
 * is left to the caller unless the path starts inside. */
static inline path_answer path_interval_hit(const ray_path *path, double enter, double leave,
                                            solid_hit *hit) {
    const double enter_error = SPHERE_TIME_ERROR * fabs(enter);
    hit->t_exit = min2(leave, path->t_max);
    if (CAROM_LIKELY(enter - enter_error >= path->t_min && enter + enter_error <= path->t_max)) {
        hit->t = enter;
        hit->started_inside = false;
        return PATH_HIT;
    }
    const double leave_error = SPHERE_TIME_ERROR * fabs(leave);
    hit->started_inside = true;
    hit->t = path->t_min;
    if (enter + enter_error < path->t_min && leave - leave_error >= path->t_min &&
        path->t_min <= path->t_max)
        return PATH_HIT;
    const bool outside = leave + leave_error < path->t_min || enter - enter_error > path->t_max;
    return outside ? PATH_MISS : PATH_DOUBT;
}

/** From the centre to where the line enters; x = m x d, root = that of the discriminant. Put
 * together from the parts across and along d, it keeps its digits for a far origin. */
static inline vec3 sphere_entry(vec3 x, vec3 d, double root, double inverse_a) {
    return scale3(mad3(cross3(x, d), d, -root), inverse_a);
}

/** How large the discriminant must be to be used. */
static inline double sphere_clear(double error, double reach) {
    const double above = SPHERE_MARGIN * error;
    return REAL_IS_FLOAT ? above : above + SPHERE_GRAZE * reach;
}

/** The filter alone. A hit that does not start inside has a normal as long as the radius. */
static inline path_answer path_sphere_filter(const ray_path *path, vec3 center, double radius,
                                             solid_hit *hit) {
    vec3 m = sub3(center, path->origin), d = path->direction, x = cross3(m, d);
    double a = len2(d), m2 = len2(m), r2 = radius * radius, b = dot3(m, d), c = m2 - r2;
    double reach = a * r2, square = reach - len2(x);
    double error = SPHERE_ERROR * (m2 * a + reach), c_margin = SPHERE_NEAR_MARGIN * SPHERE_ERROR;
    c_margin *= m2 + r2;
    /* Beside the line, or behind a start that is outside: one decision. */
    bool in_range = (error > ERROR_UNDERFLOW) & (error <= DBL_MAX) & (radius >= 0.0);
    if (in_range & ((square < -error) | ((b < 0.0) & (c > c_margin) & (path->t_min >= 0.0))))
        return PATH_MISS;
    if (CAROM_UNLIKELY(!(in_range & (square > sphere_clear(error, reach)) & (fabs(c) > c_margin))))
        return PATH_DOUBT;
    double root = sqrt(square), sum = b + copysign(root, b), inverse = 1.0 / a;
    double by_sum = sum * inverse, by_product = c / sum;
    const path_answer answer =
        path_interval_hit(path, min2(by_sum, by_product), max2(by_sum, by_product), hit);
    if (answer != PATH_HIT) return answer;
    hit->normal = hit->started_inside ? neg3(d) : sphere_entry(x, d, root, inverse);
    return PATH_HIT;
}

#endif
