/* The signs that quickhull needs, quick where input is degenerate. Points of a lattice, or in
 * planes and lines along the axes, are the rule there, and for them all arithmetic in double is
 * exact: the sum is formed with the rounding error of each operation, and if every one is zero the
 * sum is the answer; if it exceeds a bound on what the small errors can add up to, its sign is.
 * Else the expansions of math/predicates decide. */
#include "fit/quickhull_parts.h"
#include "math/expansion.h"
#include "math/predicates.h"

/* Below this a product's rounding error may fall below the subnormals and look like zero. */
#define SAFE_PRODUCT 1e-250

/* About 20 roundings fall on what the first roundings left over. */
#define LEFT_OVER (32.0 * 1.1102230246251565e-16)

/* to - from; false when it was rounded. */
static bool exact_difference(vec3 from, vec3 to, vec3 *out) {
    vec3 error;
    two_sum(to.x, -from.x, &out->x, &error.x);
    two_sum(to.y, -from.y, &out->y, &error.y);
    two_sum(to.z, -from.z, &out->z, &error.z);
    return error.x == 0.0 && error.y == 0.0 && error.z == 0.0;
}

/* A sum and, apart, what its roundings left over. */
typedef struct triple_sum {
    double sum, low, magnitude; /* magnitude: of all that went into low */
    bool safe;
} triple_sum;

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
static bool quick_triple(vec3 u, vec3 v, vec3 w, int *sign) {
    triple_sum s = {0.0, 0.0, 0.0, true};
    add_triple(&s, u.y, v.z, w.x);
    add_triple(&s, -u.z, v.y, w.x);
    add_triple(&s, u.z, v.x, w.y);
    add_triple(&s, -u.x, v.z, w.y);
    add_triple(&s, u.x, v.y, w.z);
    add_triple(&s, -u.y, v.x, w.z);
    double value = s.sum + s.low;
    *sign = value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
    return s.safe && (s.magnitude == 0.0 || fabs(value) > LEFT_OVER * s.magnitude);
}

int carom_quickhull_sign(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u, v, w;
    int sign;
    if (exact_difference(a, b, &u) && exact_difference(a, c, &v) && exact_difference(a, d, &w) &&
        quick_triple(u, v, w, &sign))
        return sign;
    return carom_orient3d(a, b, c, d);
}

/* True when a * b = c * d for certain; false: perhaps. */
static bool products_equal(double a, double b, double c, double d) {
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
        products_equal(u.x, v.y, u.y, v.x) && products_equal(u.y, v.z, u.z, v.y) &&
        products_equal(u.z, v.x, u.x, v.z))
        return true;
    return carom_collinear(a, b, c);
}

/* A number and what its rounding left over. */
typedef struct paired {
    double high, low;
} paired;

static paired paired_difference(double a, double b) {
    paired out;
    two_sum(a, -b, &out.high, &out.low);
    return out;
}

/* a * b - c * d */
static double product_difference(paired a, paired b, paired c, paired d) {
    double ab, cd, value, error[3];
    two_product(a.high, b.high, &ab, &error[0]);
    two_product(c.high, d.high, &cd, &error[1]);
    two_sum(ab, -cd, &value, &error[2]);
    double tails = (a.high * b.low + a.low * b.high) - (c.high * d.low + c.low * d.high);
    return value + (error[2] + ((error[0] - error[1]) + tails));
}

vec3 carom_quickhull_normal(vec3 a, vec3 b, vec3 c) {
    paired ux = paired_difference(b.x, a.x), vx = paired_difference(c.x, a.x);
    paired uy = paired_difference(b.y, a.y), vy = paired_difference(c.y, a.y);
    paired uz = paired_difference(b.z, a.z), vz = paired_difference(c.z, a.z);
    return vec(product_difference(uy, vz, uz, vy), product_difference(uz, vx, ux, vz),
               product_difference(ux, vy, uy, vx));
}
