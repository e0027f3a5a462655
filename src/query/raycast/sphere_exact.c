/* Path against sphere where plain arithmetic is not sure: near-tangent, the origin near the
 * surface, or numbers whose products leave the range. Positions and direction are first brought to
 * about 1, each by a power of two, which t undoes; then discriminant and product of the roots come
 * from exact sums. */
#include "query/raycast/kernel_sphere.h"

#define UNIT_ROUNDOFF 1.1102230246251565e-16 /* 2^-53 */

typedef struct sphere_forms {
    exact_term square[12]; /* |d|^2 r^2 - |m x d|^2 */
    exact_term product[4]; /* |m|^2 - r^2 */
} sphere_forms;

static void make_sphere_forms(sphere_forms *forms, const ray_path *path, vec3 center,
                              double radius) {
    exact_factor m[3], d[3], r = {radius, 0.0}, two = {2.0, 0.0};
    for (int i = 0; i < 3; i++) {
        m[i] = (exact_factor){axis3(center, i), axis3(path->origin, i)};
        d[i] = (exact_factor){axis3(path->tip, i), axis3(path->base, i)};
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_term *t = &forms->square[4 * i];
        t[0] = (exact_term){{d[i], d[i], r, r}, 4, false};
        t[1] = (exact_term){{m[j], d[k], m[j], d[k]}, 4, true};
        t[2] = (exact_term){{m[k], d[j], m[k], d[j]}, 4, true};
        t[3] = (exact_term){{two, m[j], d[k], m[k], d[j]}, 5, false};
        forms->product[i] = (exact_term){{m[i], m[i]}, 2, false};
    }
    forms->product[3] = (exact_term){{r, r}, 2, true};
}

/* The sum's value: in double where that stands well above `error`, else exact. */
static double sum_value(const exact_term *terms, int count, double value, double error) {
    if (error > 1e-200 && fabs(value) > SPHERE_NEAR_MARGIN * error) return value;
    exact_term one = {{{1.0, 0.0}}, 1, false};
    return carom_exact_ratio(terms, count, &one, 1);
}

CAROM_NOINLINE bool carom_path_sphere_exact(const ray_path *path, vec3 center, double radius,
                                            solid_hit *hit) {
    if (!path_is_valid(path) || !finite3(center) || !finite1(radius) || radius < 0.0) return false;
    double place = taming_power(max2(max2(max_abs3(path->origin), max_abs3(center)), radius));
    double speed = taming_power(max2(max_abs3(path->tip), max_abs3(path->base)));
    ray_path tame = *path;
    tame.origin = scale3(path->origin, place);
    tame.tip = scale3(path->tip, speed);
    tame.base = scale3(path->base, speed);
    vec3 m = sub3(scale3(center, place), tame.origin), d = sub3(tame.tip, tame.base);
    sphere_forms forms;
    make_sphere_forms(&forms, &tame, scale3(center, place), radius * place);
    double a = len2(d), b = dot3(m, d), m2 = len2(m), r2 = radius * place * radius * place;
    vec3 x = cross3(m, d);
    double one = 8.0 * UNIT_ROUNDOFF * (max_abs3(m) * max_abs3(d)), across = len2(x);
    double error = one * (2.0 * (fabs(x.x) + fabs(x.y) + fabs(x.z)) + 3.0 * one) +
                   8.0 * UNIT_ROUNDOFF * (a * r2 + across);
    double square = sum_value(forms.square, 12, a * r2 - across, error);
    double c = sum_value(forms.product, 4, m2 - r2, 8.0 * UNIT_ROUNDOFF * (m2 + r2));
    if (square < 0.0) return false;
    double root = sqrt(square);
    if (a == 0.0) { /* a segment that is a point */
        if (c > 0.0) return false;
        *hit = (solid_hit){0.0, 1.0, neg3(m), true};
        return true;
    }
    double sum = b >= 0.0 ? b + root : b - root, undo = speed / place;
    double by_sum = held_finite(sum / a * undo),
           by_product = sum != 0.0 ? held_finite(c / sum * undo) : by_sum;
    double enter = b >= 0.0 ? by_product : by_sum, leave = b >= 0.0 ? by_sum : by_product;
    if (!path_interval_hit(path, min2(enter, leave), max2(enter, leave), hit)) return false;
    hit->normal =
        hit->started_inside ? neg3(d) : scale3(sphere_entry(x, d, root, 1.0 / a), 1.0 / place);
    return true;
}
