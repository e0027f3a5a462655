/* Exact dyadic numbers sign * integer * 2^(32 * exponent), closed under sum, difference and
 * product. Exact sums (exact_sum.h) suit the single value of a polynomial; dyadic numbers suit a
 * chain of values (a normal, a dot product with it, a comparison), and they neither overflow nor
 * underflow. A number never changes once it is made, so that copies share its limbs. */
#ifndef CAROM_MATH_DYADIC_H
#define CAROM_MATH_DYADIC_H

#include "math/vec.h"

typedef struct dyadic {
    int sign;             /* -1, 0, 1 */
    int count;            /* limbs; the highest and the lowest are not 0 */
    int exponent;         /* of limb[0], in limbs */
    const uint32_t *limb; /* in a pool */
} dyadic;

typedef struct dyadic3 {
    dyadic x, y, z;
} dyadic3;

/* The limbs of numbers, taken one after another. A number for which there is no buffer is 0, and
 * the pool is full from then on. */
typedef struct dyadic_pool {
    uint32_t *next, *end;
    bool full;
} dyadic_pool;

/** Runs a computation with a pool of 4 kB in a block of the workspace and, where that
 * becomes full, which takes magnitudes far apart, once more with the library's only large one:
 * 1 MB, of one thread at a time, and enough for degree 16 in doubles of any magnitude. The
 * computation must not start another one, and returns the same whatever it stored in `data` before.
 */
void carom_with_dyadics(void (*run)(dyadic_pool *pool, void *data), void *data);

/** The sign that a function returns for this data; it computes with such a pool. */
int carom_dyadic_sign(int (*sign)(dyadic_pool *pool, const void *data), const void *data);

/** Releases all limbs taken since `mark`, an earlier `pool->next`, but those of these numbers. */
void carom_dyadic_keep(dyadic_pool *pool, uint32_t *mark, dyadic *const kept[], int count);

/** 0 for a value that is not finite. */
dyadic carom_dyadic_of(dyadic_pool *pool, double value);
dyadic carom_dyadic_sum(dyadic_pool *pool, dyadic a, dyadic b);
dyadic carom_dyadic_product(dyadic_pool *pool, dyadic a, dyadic b);
/** Exponent of the limb above the highest: |a| < 2^(32 * top). Less than any other top for 0. */
int carom_dyadic_top(dyadic a);
/** a / 2^(32 * base), correct to rounding; 0 when that is below about 2^-960. */
double carom_dyadic_value(dyadic a, int base);

static inline dyadic dyadic_zero(void) {
    return (dyadic){0, 0, 0, NULL};
}

/* a * sign, for a sign of -1, 0 or 1 */
static inline dyadic dyadic_signed(dyadic a, int sign) {
    a.sign *= sign;
    return sign != 0 ? a : dyadic_zero();
}

static inline dyadic dyadic_difference(dyadic_pool *pool, dyadic a, dyadic b) {
    return carom_dyadic_sum(pool, a, dyadic_signed(b, -1));
}

static inline dyadic dyadic_square(dyadic_pool *pool, dyadic a) {
    return carom_dyadic_product(pool, a, a);
}

dyadic3 carom_dyadic3_of(dyadic_pool *pool, vec3 v);
dyadic3 carom_dyadic3_sum(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
dyadic3 carom_dyadic3_difference(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
dyadic3 carom_dyadic3_cross(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
dyadic3 carom_dyadic3_product(dyadic_pool *pool, const dyadic3 *a, dyadic s);
dyadic carom_dyadic3_dot(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
dyadic carom_dyadic3_length2(dyadic_pool *pool, const dyadic3 *a);
/** |cross(a, b)|^2 */
dyadic carom_dyadic3_cross2(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
/** dot(a, cross(b, c)) */
dyadic carom_dyadic3_triple(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b,
                            const dyadic3 *c);
/** Sign of dot(a, b); takes no limbs. */
int carom_dyadic3_dot_sign(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b);
/** a * sign */
dyadic3 carom_dyadic3_signed(const dyadic3 *a, int sign);
/** The greatest top of the components. */
int carom_dyadic3_top(const dyadic3 *a);
vec3 carom_dyadic3_value(const dyadic3 *a, int base);

#endif
