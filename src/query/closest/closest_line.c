/* Closest points of two lines [Ericson05] 5.1.8: the common perpendicular. Directions are given,
 * not computed, so their cross product is accurate to the last digit however nearly parallel they
 * are [Kahan04]; the distance is measured along it, because the closest points themselves may be
 * arbitrarily far away. For exactly parallel lines the closest point of the first is its origin:
 * of the one that comes first by its numbers, so that exchanging them changes no bit. */
#include "carom/closest.h"
#include "math/error_free.h"
#include "query/closest/exact_contact.h"
#include "query/closest/rescale.h"
#include "query/closest/tolerances.h"
#include "shape/order.h"

/* a * b - c * d without cancellation: Kahan's algorithm [Kahan04]. */
static double difference_of_products(double a, double b, double c, double d) {
    double p, p_error, q, q_error;
    two_product(a, b, &p, &p_error);
    two_product(c, d, &q, &q_error);
    return (p - q) + (p_error - q_error);
}

static vec3 kahan_cross(vec3 u, vec3 v) {
    return vec(difference_of_products(u.y, v.z, u.z, v.y),
               difference_of_products(u.z, v.x, u.x, v.z),
               difference_of_products(u.x, v.y, u.y, v.x));
}

static carom_closest_params ordered_lines(const carom_line *a, const carom_line *b) {
    vec3 u = load3(a->direction), v = load3(b->direction);
    vec3 o[2] = {load3(a->origin), load3(b->origin)};
    double u_back = carom_rescale(&u, 1), v_back = carom_rescale(&v, 1), back = carom_rescale(o, 2);
    if (u_back == 0.0 || v_back == 0.0 || back == 0.0 || len2(u) == 0.0 || len2(v) == 0.0)
        return (carom_closest_params){.distance = (carom_real)INFINITY};
    vec3 n = kahan_cross(u, v), w = sub3(o[0], o[1]);
    double nn = len2(n), s = 0.0, t = dot3(w, v) / len2(v), distance;
    if (nn == 0.0) {
        t += dot3(mad3(w, v, -t), v) / len2(v);
        distance = carom_length(mad3(w, v, -t));
        if (distance < CONTACT_BAND * carom_length(w) && carom_point_on_line_exact(o[0], o[1], v))
            distance = 0.0;
    } else {
        s = -dot3(kahan_cross(w, v), n) / nn;
        t = -dot3(kahan_cross(w, u), n) / nn;
        distance = fabs(dot3(w, n)) / sqrt(nn);
    }
    vec3 on_a = scale3(mad3(o[0], u, s), back), on_b = scale3(mad3(o[1], v, t), back);
    if (distance == 0.0) on_b = on_a;
    return (carom_closest_params){(carom_real)(distance * back), store3(on_a), store3(on_b),
                                  (carom_real)(s * back / u_back), (carom_real)(t * back / v_back)};
}

carom_closest_params carom_closest_line_line(const carom_line *a, const carom_line *b) {
    if (!is_second_first(&a->origin.x, &b->origin.x, 6)) return ordered_lines(a, b);
    const carom_closest_params c = ordered_lines(b, a);
    return (carom_closest_params){c.distance, c.point_b, c.point_a, c.t_b, c.t_a};
}
