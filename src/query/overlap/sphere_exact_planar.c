/* Sphere against segment and triangle by the exact signs of polynomials [Shewchuk97]: the fallback
 * behind the filters. Distances to the interior of an edge or face are quotients; multiplied out
 * they are |u x w|^2 against r^2 |u|^2 for the edge u, and (n . w)^2 against r^2 |n|^2 for the
 * face with normal n = u x v. */
#include "query/overlap/volume_signs.h"
#include "query/overlap/sphere_exact_planar.h"

typedef struct exact_vector {
    exact_factor part[3];
} exact_vector;

static exact_vector vector_between(vec3 from, vec3 to) {
    return (exact_vector){{{to.x, from.x}, {to.y, from.y}, {to.z, from.z}}};
}

/* Component k of u x v is u[k+1] v[k+2] (half 0) minus u[k+2] v[k+1] (half 1). */
static void cross_half(exact_factor out[2], const exact_vector *u, const exact_vector *v, int k,
                       int half) {
    int i = (k + 1 + half) % 3, j = (k + 2 - half) % 3;
    out[0] = u->part[i];
    out[1] = v->part[j];
}

/* Adds |u x v|^2, or takes it times `square` squared where that is not null. */
static void add_cross_square(exact_sum *sum, const exact_vector *u, const exact_vector *v,
                             const exact_factor *square) {
    for (int k = 0; k < 3; k++)
        for (int halves = 0; halves < 4; halves++) {
            exact_term term = {.count = 4, .negative = (halves == 1 || halves == 2)};
            cross_half(term.factor, u, v, k, halves & 1);
            cross_half(term.factor + 2, u, v, k, halves >> 1);
            if (square) {
                term.factor[4] = term.factor[5] = *square;
                term.count = 6;
                term.negative = !term.negative;
            }
            carom_exact_add(sum, &term);
        }
}

bool carom_sphere_meets_segment(vec3 center, double radius, vec3 a, vec3 b) {
    if (carom_sign_distance2(a, center, radius) <= 0 ||
        carom_sign_distance2(b, center, radius) <= 0)
        return true;
    if (carom_sign_dot(a, b, a, center) <= 0 || carom_sign_dot(b, a, b, center) <= 0) return false;
    exact_vector u = vector_between(a, b), w = vector_between(a, center);
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    add_cross_square(sum, &u, &w, NULL);
    for (int k = 0; k < 3; k++)
        carom_exact_add(sum,
                        &(exact_term){{{radius, 0}, {radius, 0}, u.part[k], u.part[k]}, 4, true});
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign <= 0;
}

/* Sign of dot(u x v, u x w) = (u.u)(v.w) - (u.w)(v.u): positive when w is on v's side of the line
 * along u. */
static int side_of_edge(const exact_vector *u, const exact_vector *v, const exact_vector *w) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const exact_factor ui = u->part[i], vj = v->part[j];
            carom_exact_add(sum, &(exact_term){{ui, ui, vj, w->part[j]}, 4, false});
            carom_exact_add(sum, &(exact_term){{ui, w->part[i], vj, u->part[j]}, 4, true});
        }
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

/* True when the tip of w is within `radius` of the plane of u and v. */
static bool plane_within(const exact_vector *u, const exact_vector *v, const exact_vector *w,
                         double radius) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    for (int one = 0; one < 6; one++)
        for (int two = 0; two < 6; two++) {
            exact_term term = {.count = 6, .negative = ((one ^ two) & 1) != 0};
            cross_half(term.factor, u, v, one / 2, one & 1);
            term.factor[2] = w->part[one / 2];
            cross_half(term.factor + 3, u, v, two / 2, two & 1);
            term.factor[5] = w->part[two / 2];
            carom_exact_add(sum, &term);
        }
    add_cross_square(sum, u, v, &(exact_factor){radius, 0});
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign <= 0;
}

bool carom_sphere_meets_triangle(vec3 center, double radius, const vec3 v[3]) {
    for (int i = 0; i < 3; i++)
        if (carom_sphere_meets_segment(center, radius, v[i], v[(i + 1) % 3])) return true;
    if (carom_collinear(v[0], v[1], v[2])) return false;
    for (int i = 0; i < 3; i++) {
        exact_vector u = vector_between(v[i], v[(i + 1) % 3]);
        exact_vector to_third = vector_between(v[i], v[(i + 2) % 3]);
        exact_vector w = vector_between(v[i], center);
        if (side_of_edge(&u, &to_third, &w) < 0) return false;
    }
    exact_vector u = vector_between(v[0], v[1]), to_third = vector_between(v[0], v[2]);
    exact_vector w = vector_between(v[0], center);
    return plane_within(&u, &to_third, &w, radius);
}
