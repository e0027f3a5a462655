/* Path against triangle: the Moller-Trumbore test [MollerTrumbore97] with a filter. The three
 * barycentric weights and the numerator of t are triple products, each with a bound on its rounding
 * error. When every sign is beyond its bound, and t and the weights are accurate, the answer is
 * final; else carom_path_triangle_exact decides. As the signs are exact, neighbours that share an
 * edge agree about a ray through it, and no ray leaks. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_TRIANGLE_H
#define CAROM_QUERY_RAYCAST_KERNEL_TRIANGLE_H

#include "query/raycast/path.h"
#include "query/raycast/triangle_exact.h"

/* The products from which the answer is decided. */
typedef struct triangle_products {
    double det, u, v, numerator;                       /* of t */
    double largest_1, largest_2, largest_s, largest_d; /* largest components of their factors */
} triangle_products;

/* A hit without its normal: the triangle's normal times `flip` is against the direction. */
typedef struct triangle_crossing {
    double t, flip;
    vec3 barycentric;
} triangle_crossing;

/* For a triangle that is certainly crossed, at a time of which only an upper bound is known, as
 * where a path starts on it: true when the bound is before t_min. */
static inline bool is_certainly_before(const ray_path *path, const triangle_products *of,
                                       double t_error) {
    double latest = (fabs(of->numerator) + t_error) * TRIANGLE_TIME_MARGIN;
    return of->largest_s * of->largest_1 > CUT_UNDERFLOW && t_error > CUT_UNDERFLOW &&
           latest < path->t_min * fabs(of->det);
}

/** The filter's answer from the products; it is the same for all callers that round them alike. */
static CAROM_INLINE path_answer decide_products(const triangle_products *of, const ray_path *path,
                                                carom_facing facing, triangle_crossing *crossing) {
    double det_error = TRIANGLE_ERROR * (of->largest_1 * of->largest_2);
    double t_error = det_error * of->largest_s;
    double side_error =
        TRIANGLE_ERROR * of->largest_d * of->largest_s * (of->largest_1 + of->largest_2);
    det_error *= of->largest_d;
    side_error += det_error;
    double size = fabs(of->det), flip = of->det < 0.0 ? -1.0 : 1.0;
    double u = of->u * flip, v = of->v * flip, numerator = of->numerator * flip;
    double rest = size - u - v;
    /* What could have underflowed is not certain; nor are NaN and infinity. */
    bool no_underflow =
        det_error > ERROR_UNDERFLOW && max2(of->largest_1, of->largest_d) < TRIANGLE_LONG;
    bool is_certain = size > det_error && no_underflow;
    double least = min2(min2(u, v), rest);
    if (is_certain && least < -side_error) return PATH_MISS;
    if (!(is_certain && least > side_error && size > TRIANGLE_MARGIN * det_error))
        return PATH_DOUBT;
    if (CAROM_UNLIKELY(!(fabs(numerator) > TRIANGLE_MARGIN * t_error)))
        return is_certainly_before(path, of, t_error) ? PATH_MISS : PATH_DOUBT;
    if (facing != CAROM_BOTH_SIDES && (flip > 0.0) != (facing == CAROM_FRONT_ONLY))
        return PATH_MISS;
    double inverse = 1.0 / size, t = numerator * inverse;
    double slack = QUOTIENT_SLACK * fabs(t);
    if (t < path->t_min - slack || t > path->t_max + slack) return PATH_MISS;
    if (!(t > path->t_min + slack && t < path->t_max - slack)) return PATH_DOUBT;
    crossing->t = t;
    crossing->flip = flip;
    crossing->barycentric = vec(rest * inverse, u * inverse, v * inverse);
    return PATH_HIT;
}

/** The filter alone: right when it is not in doubt. */
static inline path_answer path_triangle_filter(const ray_path *path, const vec3 v[3],
                                               carom_facing facing, triangle_hit *hit) {
    vec3 e1 = sub3(v[1], v[0]), e2 = sub3(v[2], v[0]), s = sub3(path->origin, v[0]);
    vec3 p = cross3(path->direction, e2), q = cross3(s, e1);
    const triangle_products of = {
        dot3(e1, p),  dot3(s, p),  dot3(path->direction, q), dot3(e2, q), max_abs3(e1),
        max_abs3(e2), max_abs3(s), max_abs3(path->direction)};
    triangle_crossing crossing;
    path_answer answer = decide_products(&of, path, facing, &crossing);
    if (answer != PATH_HIT) return answer;
    hit->t = crossing.t;
    hit->barycentric = crossing.barycentric;
    hit->normal = scale3(cross3(e1, e2), crossing.flip);
    return PATH_HIT;
}

/** Where `path` first meets triangle `v`; false on a miss, and then *hit is not to be used.
 * Exact for closed sets. The normal is left at any length: normalise it for the final hit only. */
static inline bool path_triangle(const ray_path *path, const vec3 v[3], carom_facing facing,
                                 triangle_hit *hit) {
    path_answer answer = path_triangle_filter(path, v, facing, hit);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return answer == PATH_HIT;
    return carom_path_triangle_exact(path, v, facing, hit);
}

#endif
