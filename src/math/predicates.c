/* Exact geometric predicates [Shewchuk97]. Each has a filter: the value in double against a bound
 * on its rounding error, k * u * (sum of absolute terms) with u = 2^-53 and k above the number of
 * roundings on any path, plus DBL_MIN for terms that may have fallen below the normal range. Signs
 * that the filter leaves undecided are those of exact sums (exact_sum.c). Every exact decision of
 * the library rests on these. */
#include "math/predicates.h"

#include <string.h>

#include "math/error_free.h"
#include "math/tolerances.h"

/* Of three minors of two products, times a number: each has two parts for its four. */
#define TRIPLE_PARTS 24

static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double scale_by_power(double x, int exponent) {
    while (exponent > 1000) {
        x *= power_of_two(1000);
        exponent -= 1000;
        if (exponent > 3000) exponent = 3000;
    }
    while (exponent < -1000) {
        x *= power_of_two(-1000);
        exponent += 1000;
        if (exponent < -3000) exponent = -3000;
    }
    return x * power_of_two(exponent);
}

static void sum_terms(exact_sum *sum, const exact_term *terms, int count) {
    exact_sum_begin(sum);
    for (int i = 0; i < count; i++)
        carom_exact_add(sum, &terms[i]);
}

int carom_exact_sign(const exact_term *terms, int count) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    sum_terms(sum, terms, count);
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

static double quotient_of_values(exact_value a, exact_value b) {
    if (a.value == 0.0 || b.value == 0.0) return 0.0;
    double quotient = a.value / b.value, product, error;
    two_product(quotient, b.value, &product, &error);
    quotient += (((a.value - product) - error) + a.rest - quotient * b.rest) / b.value;
    double ratio = scale_by_power(quotient, a.exponent - b.exponent);
    return finite1(ratio) ? ratio : ratio > 0.0 ? DBL_MAX : -DBL_MAX;
}

double carom_exact_quotient(exact_sum *numerator, exact_sum *denominator) {
    const exact_value a = carom_exact_sum_value(numerator);
    return quotient_of_values(a, carom_exact_sum_value(denominator));
}

double carom_exact_ratio(const exact_term *numerator, int numerator_count,
                         const exact_term *denominator, int denominator_count) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    sum_terms(sum, numerator, numerator_count);
    const exact_value a = carom_exact_sum_value(sum);
    sum_terms(sum, denominator, denominator_count);
    const exact_value b = carom_exact_sum_value(sum);
    carom_workspace_give(sum);
    return quotient_of_values(a, b);
}

static int certain(double value, double magnitude, double roundings) {
    double bound = roundings * UNIT_ROUNDOFF * magnitude + DBL_MIN;
    return value > bound ? 1 : value < -bound ? -1 : 0;
}

static double abs_dot_cross(vec3 u, vec3 v, vec3 w) {
    return dot_magnitude(w, cross_magnitude(u, v));
}

/* ---- differences that are exact in double */

/* Are products of three such numbers, and the tails of these, normal? */
static bool is_in_range(double x) {
    return x == 0.0 || (fabs(x) > EXACT_DIFFERENCE_MIN && fabs(x) < EXACT_DIFFERENCE_MAX);
}

/* out = to - from; true when it is exact, as it mostly is for points near one another. */
static CAROM_INLINE bool exact_difference(double out[3], vec3 from, vec3 to) {
    for (int i = 0; i < 3; i++) {
        double error;
        two_sum(axis3(to, i), -axis3(from, i), &out[i], &error);
        if (error != 0.0 || !is_in_range(out[i])) return false;
    }
    return true;
}

/* Sign of a * b - c * d: where the products round to the same number, their errors decide. */
static int sign_of_minor(double a, double b, double c, double d) {
    double left, right, left_error, right_error;
    two_product(a, b, &left, &left_error);
    two_product(c, d, &right, &right_error);
    if (left == right) return (left_error > right_error) - (left_error < right_error);
    return left > right ? 1 : -1;
}

/* An expansion [Shewchuk97]: doubles that do not overlap, smallest first, whose exact sum it is. It
 * is faster than exact_sum.c for coordinates with less than 53 bits, whose products are exact. */
typedef struct expansion {
    int count;
    double part[TRIPLE_PARTS];
} expansion;

static void add_number(expansion *e, double number) {
    double error;
    int kept = 0;
    if (number == 0.0) return;
    for (int i = 0; i < e->count; i++) {
        two_sum(number, e->part[i], &number, &error);
        if (error != 0.0) e->part[kept++] = error;
    }
    if (number != 0.0) e->part[kept++] = number;
    e->count = kept;
}

static void add_product(expansion *e, double a, double b) {
    double product, error;
    if (a == 0.0) return;
    two_product(a, b, &product, &error);
    add_number(e, error);
    add_number(e, product);
}

/* sum += (a b - c d) e. For axis-aligned or coincident features the products often cancel: then
 * there is nothing to add. */
static void add_minor_product(expansion *sum, const double factor[4], double e) {
    double left, right, left_error, right_error;
    two_product(factor[0], factor[1], &left, &left_error);
    two_product(factor[2], factor[3], &right, &right_error);
    if (e == 0.0 || (left == right && left_error == right_error)) return;
    add_product(sum, left_error, e);
    add_product(sum, -right_error, e);
    add_product(sum, left, e);
    add_product(sum, -right, e);
}

/* Sign of dot(cross(u, v), w). */
static int sign_of_exact_triple(const double u[3], const double v[3], const double w[3]) {
    expansion sum;
    sum.count = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        add_minor_product(&sum, (const double[4]){u[j], v[k], u[k], v[j]}, w[i]);
    }
    if (sum.count == 0) return 0;
    return sum.part[sum.count - 1] > 0.0 ? 1 : -1;
}

/* The six signed products of a 3x3 determinant whose rows are factor triples u, v, w. */
static int exact_determinant(const exact_factor u[3], const exact_factor v[3],
                             const exact_factor w[3]) {
    exact_term terms[6];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        terms[2 * i] = (exact_term){{u[j], v[k], w[i]}, 3, false};
        terms[2 * i + 1] = (exact_term){{u[k], v[j], w[i]}, 3, true};
    }
    return carom_exact_sign(terms, 6);
}

static void difference_factors(exact_factor out[3], vec3 from, vec3 to) {
    out[0] = (exact_factor){to.x, from.x};
    out[1] = (exact_factor){to.y, from.y};
    out[2] = (exact_factor){to.z, from.z};
}

/* Triangles of one mesh, or of two coincident ones, share vertices: then the sign is 0 without
 * a sum. */
static CAROM_NOINLINE int exact_orient3d(vec3 a, vec3 b, vec3 c, vec3 d) {
    if (equal3(d, a) || equal3(d, b) || equal3(d, c)) return 0;
    if (equal3(a, b) || equal3(a, c) || equal3(b, c)) return 0;
    double edges[3][3];
    if (exact_difference(edges[0], a, b) && exact_difference(edges[1], a, c) &&
        exact_difference(edges[2], a, d))
        return sign_of_exact_triple(edges[0], edges[1], edges[2]);
    exact_factor u[3], v[3], w[3];
    difference_factors(u, a, b);
    difference_factors(v, a, c);
    difference_factors(w, a, d);
    return exact_determinant(u, v, w);
}

int carom_orient3d(vec3 a, vec3 b, vec3 c, vec3 d) {
    const vec3 u = sub3(b, a), v = sub3(c, a), w = sub3(d, a); /* rounded once */
    int sign = certain(dot3(cross3(u, v), w), abs_dot_cross(u, v, w), SIGN_DETERMINANT_ROUNDINGS);
    return CAROM_LIKELY(sign != 0) ? sign : exact_orient3d(a, b, c, d);
}

/* Do two segments have the same end points, in either order? */
static bool are_same_ends(const vec3 *s, const vec3 *t) {
    return (equal3(s[0], t[0]) && equal3(s[1], t[1])) || (equal3(s[0], t[1]) && equal3(s[1], t[0]));
}

static CAROM_NOINLINE int exact_sign_determinant(const vec3 span[6]) {
    if (are_same_ends(span, span + 2) || are_same_ends(span, span + 4) ||
        are_same_ends(span + 2, span + 4))
        return 0;
    double edges[3][3];
    if (exact_difference(edges[0], span[0], span[1]) &&
        exact_difference(edges[1], span[2], span[3]) &&
        exact_difference(edges[2], span[4], span[5]))
        return sign_of_exact_triple(edges[0], edges[1], edges[2]);
    exact_term terms[6];
    exact_determinant_terms(terms, span);
    return carom_exact_sign(terms, 6);
}

int carom_sign_determinant(const vec3 span[6]) {
    const vec3 u = sub3(span[1], span[0]), v = sub3(span[3], span[2]), w = sub3(span[5], span[4]);
    int sign = certain(dot3(cross3(u, v), w), abs_dot_cross(u, v, w), SIGN_DETERMINANT_ROUNDINGS);
    return CAROM_LIKELY(sign != 0) ? sign : exact_sign_determinant(span);
}

static double abs2(double a, double b) {
    return fabs(a) + fabs(b);
}

int carom_orient2d(vec3 a, vec3 b, vec3 c, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double ai = axis3(a, i), aj = axis3(a, j);
    double bi = axis3(b, i), bj = axis3(b, j);
    double ci = axis3(c, i), cj = axis3(c, j);
    double left = (bi - ai) * (cj - aj), right = (bj - aj) * (ci - ai);
    int sign = certain(left - right, abs2(left, right), SIGN_MINOR_ROUNDINGS);
    if (CAROM_LIKELY(sign != 0)) return sign;
    double from_b[3], from_c[3];
    if (exact_difference(from_b, a, b) && exact_difference(from_c, a, c))
        return sign_of_minor(from_b[i], from_c[j], from_b[j], from_c[i]);
    exact_term terms[2] = {{{{bi, ai}, {cj, aj}}, 2, false}, {{{bj, aj}, {ci, ai}}, 2, true}};
    return carom_exact_sign(terms, 2);
}

int carom_sign_plane(vec3 normal, double offset, vec3 x) {
    vec3 p = {normal.x * x.x, normal.y * x.y, normal.z * x.z};
    double magnitude = abs2(p.x, p.y) + abs2(p.z, offset);
    int sign = certain(p.x + p.y + p.z - offset, magnitude, SIGN_PLANE_ROUNDINGS);
    if (CAROM_LIKELY(sign != 0)) return sign;
    exact_term terms[4] = {{{{normal.x, 0}, {x.x, 0}}, 2, false},
                           {{{normal.y, 0}, {x.y, 0}}, 2, false},
                           {{{normal.z, 0}, {x.z, 0}}, 2, false},
                           {{{offset, 0}}, 1, true}};
    return carom_exact_sign(terms, 4);
}

int carom_sign_dot(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u = sub3(b, a), v = sub3(d, c);
    vec3 p = {u.x * v.x, u.y * v.y, u.z * v.z};
    int sign = certain(p.x + p.y + p.z, abs2(p.x, p.y) + fabs(p.z), SIGN_DOT_ROUNDINGS);
    if (CAROM_LIKELY(sign != 0)) return sign;
    exact_term terms[3] = {{{{b.x, a.x}, {d.x, c.x}}, 2, false},
                           {{{b.y, a.y}, {d.y, c.y}}, 2, false},
                           {{{b.z, a.z}, {d.z, c.z}}, 2, false}};
    return carom_exact_sign(terms, 3);
}

int carom_sign_distance2(vec3 a, vec3 b, double r) {
    double d2 = len2(sub3(b, a)), r2 = r * r;
    int sign = certain(d2 - r2, d2 + r2, SIGN_DISTANCE2_ROUNDINGS);
    if (CAROM_LIKELY(sign != 0)) return sign;
    exact_term terms[4] = {{{{b.x, a.x}, {b.x, a.x}}, 2, false},
                           {{{b.y, a.y}, {b.y, a.y}}, 2, false},
                           {{{b.z, a.z}, {b.z, a.z}}, 2, false},
                           {{{r, 0}, {r, 0}}, 2, true}};
    return carom_exact_sign(terms, 4);
}

bool carom_collinear(vec3 a, vec3 b, vec3 c) {
    return carom_orient2d(a, b, c, 0) == 0 && carom_orient2d(a, b, c, 1) == 0 &&
           carom_orient2d(a, b, c, 2) == 0;
}
