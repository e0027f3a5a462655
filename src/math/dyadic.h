/* Exact numbers sign * integer * 2^(32 * exponent): every double, sum, difference and product.
 *
 * Beside the expansions of math/: those hold a polynomial's single value best, these a chain of
 * values (a normal, a dot product with it, a comparison), and they neither overflow nor underflow.
 * Cold code; outputs are never inputs too. */
#ifndef CAROM_MATH_DYADIC_H
#define CAROM_MATH_DYADIC_H

#include "math/vec.h"

/* Holds degree 16 in doubles of any magnitude: 16 * 2098 bits. */
#define DYADIC_LIMBS 1056

typedef struct dyadic {
    int sign;     /* -1, 0, 1 */
    int count;    /* limbs in use; the highest is not 0 */
    int exponent; /* of limb[0] */
    uint32_t limb[DYADIC_LIMBS];
} dyadic;

typedef struct dyadic3 {
    dyadic x, y, z;
} dyadic3;

/** 0 for what is not finite. */
void carom_dyadic_set(dyadic *out, double value);
/** out = a + sign_b * b */
void carom_dyadic_add(dyadic *out, const dyadic *a, const dyadic *b, int sign_b);
void carom_dyadic_multiply(dyadic *out, const dyadic *a, const dyadic *b);
void carom_dyadic_copy(dyadic *out, const dyadic *a);
/** Exponent of the limb after the highest: |a| < 2^(32 * top). A very small number for 0. */
int carom_dyadic_top(const dyadic *a);
/** a / 2^(32 * base), to rounding; 0 when that is tiny. */
double carom_dyadic_value(const dyadic *a, int base);

void carom_dyadic3_subtract(dyadic3 *out, const dyadic3 *a, const dyadic3 *b);
void carom_dyadic3_copy(dyadic3 *out, const dyadic3 *a);
void carom_dyadic3_cross(dyadic3 *out, const dyadic3 *a, const dyadic3 *b);
void carom_dyadic3_scale(dyadic3 *out, const dyadic3 *a, const dyadic *s);
void carom_dyadic3_dot(dyadic *out, const dyadic3 *a, const dyadic3 *b);
/** Sign of dot(a, b). */
int carom_dyadic3_dot_sign(const dyadic3 *a, const dyadic3 *b);
int carom_dyadic3_top(const dyadic3 *a);
vec3 carom_dyadic3_value(const dyadic3 *a, int base);

#endif
