/* Exact predicates of Quickhull, fast for degenerate input; own filter before [Shewchuk97]. Lattice
 * points and axis-aligned planes and lines are frequent in hulls, and for them all arithmetic in
 * double is exact. The determinant is summed together with the rounding error of each operation: if
 * all errors are zero, the sum is exact; if it exceeds the bound on the roundings of the errors
 * themselves, its sign is certain. Otherwise the exact sums of math/predicates.c decide. */
#include "fit/quickhull/quickhull_parts.h"
#include "fit/quickhull/tolerances.h"
#include "math/error_free.h"
#include "math/predicates.h"
#include "fit/quickhull/quickhull_sign.h"

/* out = to - from; true when it is exact. */
static bool exact_difference(vec3 from, vec3 to, vec3 *out) {
    vec3 error;
    two_sum(to.x, -from.x, &out->x, &error.x);
    two_sum(to.y, -from.y, &out->y, &error.y);
    two_sum(to.z, -from.z, &out->z, &error.z);
    return error.x == 0.0 && error.y == 0.0 && error.z == 0.0;
}

/* A sum, and the sum of its rounding errors. */
typedef struct triple_sum {
    double sum, low, magnitude; /* magnitude: sum of the absolute terms of low */
    bool safe;
} triple_sum;

/* Adds a b c. */
static void add_triple(triple_sum *s, double a, double b, double c) {
    if (a == 0.0 || b == 0.0 || c == 0.0) return;
    double ab, abc, error[3];
    two_product(a, b, &ab, &error[0]);
    two_product(ab, c, &abc, &error[1]);
    two_sum(s->sum, abc, &s->sum, &error[2]);
    error[0] *= c;
    s->low += error[0] + error[1] + error[2];
    s->magnitude += fabs(error[0]) + fabs(error[1]) + fabs(error[2]);
    s->safe = s->safe && fabs(ab) > SAFE_PRODUCT && fabs(abc) > SAFE_PRODUCT;
}

/* Sign of dot(cross(u, v), w); false when it is not certain. */
static bool filtered_triple(vec3 u, vec3 v, vec3 w, int *sign) {
    triple_sum s = {0.0, 0.0, 0.0, true};
    add_triple(&s, u.y, v.z, w.x);
    add_triple(&s, -u.z, v.y, w.x);
    add_triple(&s, u.z, v.x, w.y);
    add_triple(&s, -u.x, v.z, w.y);
    add_triple(&s, u.x, v.y, w.z);
    add_triple(&s, -u.y, v.x, w.z);
    double value = s.sum + s.low;
    *sign = value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
    return s.safe && (s.magnitude == 0.0 || fabs(value) > TAIL_ROUNDINGS * s.magnitude);
}

int carom_quickhull_sign(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u, v, w;
    int sign;
    if (exact_difference(a, b, &u) && exact_difference(a, c, &v) && exact_difference(a, d, &w) &&
        filtered_triple(u, v, w, &sign))
        return sign;
    return carom_orient3d(a, b, c, d);
}

/* True when a * b = c * d is certain; false when it is not, or not certain. */
static bool products_are_equal(double a, double b, double c, double d) {
    double ab, cd, error[2];
    bool zero[2] = {a == 0.0 || b == 0.0, c == 0.0 || d == 0.0};
    if (zero[0] || zero[1]) return zero[0] && zero[1];
    two_product(a, b, &ab, &error[0]);
    two_product(c, d, &cd, &error[1]);
    return ab == cd && error[0] == error[1] && fabs(ab) > SAFE_PRODUCT;
}

bool carom_quickhull_collinear(vec3 a, vec3 b, vec3 c) {
    vec3 u, v;
    if (exact_difference(a, b, &u) && exact_difference(a, c, &v) &&
        products_are_equal(u.x, v.y, u.y, v.x) && products_are_equal(u.y, v.z, u.z, v.y) &&
        products_are_equal(u.z, v.x, u.x, v.z))
        return true;
    return carom_collinear(a, b, c);
}

/* A rounded number and its rounding error. */
typedef struct tailed {
    double high, low;
} tailed;

static tailed tailed_difference(double a, double b) {
    tailed out;
    two_sum(a, -b, &out.high, &out.low);
    return out;
}

/* a * b - c * d */
static double product_difference(tailed a, tailed b, tailed c, tailed d) {
    double ab, cd, value, error[3];
    two_product(a.high, b.high, &ab, &error[0]);
    two_product(c.high, d.high, &cd, &error[1]);
    two_sum(ab, -cd, &value, &error[2]);
    double tails = (a.high * b.low + a.low * b.high) - (c.high * d.low + c.low * d.high);
    return value + (error[2] + ((error[0] - error[1]) + tails));
}

vec3 carom_quickhull_normal(vec3 a, vec3 b, vec3 c) {
    tailed ux = tailed_difference(b.x, a.x), vx = tailed_difference(c.x, a.x);
    tailed uy = tailed_difference(b.y, a.y), vy = tailed_difference(c.y, a.y);
    tailed uz = tailed_difference(b.z, a.z), vz = tailed_difference(c.z, a.z);
    return vec(product_difference(uy, vz, uz, vy), product_difference(uz, vx, ux, vz),
               product_difference(ux, vy, uy, vx));
}
