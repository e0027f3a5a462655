/* Exact orientation predicate in the plane [Shewchuk97]: differences and products are pairs of a
 * rounded value and its error, which are summed as an expansion, whose last nonzero term has the
 * sign. Coordinates along an axis are first scaled by a power of two, the largest to below 1/2:
 * then nothing overflows, and errors of products are lost to underflow only where coordinates
 * differ by a factor of 2^400. A filter decides nearly all calls. math/predicates.c has the like;
 * carom-io uses no internal header of the library. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"
#include "exact.h"

typedef struct two {
    double high, low;
} two;

static two two_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (two){s, (a - (s - t)) + (b - t)};
}

static two two_product(double a, double b) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double ca = splitter * a, cb = splitter * b;
    double a1 = ca - (ca - a), a2 = a - a1, b1 = cb - (cb - b), b2 = b - b1, p = a * b;
    return (two){p, a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2)};
}

typedef struct expansion {
    double terms[20];
    int count;
} expansion;

static void grow(expansion *e, double value) {
    for (int i = 0; i < e->count; i++) {
        two s = two_sum(value, e->terms[i]);
        e->terms[i] = s.low;
        value = s.high;
    }
    e->terms[e->count++] = value;
}

static void add_product(expansion *e, two a, two b) {
    const double x[2] = {a.low, a.high}, y[2] = {b.low, b.high};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            two p = two_product(x[i], y[k]);
            grow(e, p.low);
            grow(e, p.high);
        }
}

static int exact_orient2d(const double a[2], const double b[2], const double c[2]) {
    two ux = two_sum(b[0], -a[0]), uy = two_sum(b[1], -a[1]);
    two vx = two_sum(c[0], -a[0]), vy = two_sum(c[1], -a[1]);
    expansion e = {.count = 0};
    add_product(&e, ux, vy);
    add_product(&e, (two){-uy.high, -uy.low}, vx);
    for (int i = e.count - 1; i >= 0; i--)
        if (e.terms[i] != 0.0) return e.terms[i] > 0.0 ? 1 : -1;
    return 0;
}

/* 2^-(e + 2), where e is the exponent of the largest of the three; clamped to the normal range. */
static double scale_of(double a, double b, double c) {
    double largest = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    if (fabs(c) > largest) largest = fabs(c);
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    uint64_t exponent = bits >> 52; /* 1023 more than e */
    bits = (exponent < 2043 ? 2044 - exponent : 1) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* The filter's bound: four roundings of each product, with a factor of two to spare, and DBL_MIN
 * for products below the normal range. */
int carom_io_orient2d(const double a[2], const double b[2], const double c[2]) {
    double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
    double estimate = left - right, bound = 8.0 * 0x1p-53 * (fabs(left) + fabs(right)) + DBL_MIN;
    if (fabs(estimate) > bound && fabs(estimate) <= DBL_MAX) return estimate > 0.0 ? 1 : -1;
    double x = scale_of(a[0], b[0], c[0]), y = scale_of(a[1], b[1], c[1]);
    return exact_orient2d((double[2]){x * a[0], y * a[1]}, (double[2]){x * b[0], y * b[1]},
                          (double[2]){x * c[0], y * c[1]});
}

bool carom_io_collinear(const double *a, const double *b, const double *c) {
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        if (carom_io_orient2d((double[2]){a[i], a[k]}, (double[2]){b[i], b[k]},
                              (double[2]){c[i], c[k]}))
            return false;
    }
    return true;
}
