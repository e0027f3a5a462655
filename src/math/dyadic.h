/* Exact dyadic numbers sign * integer * 2^(32 * exponent), closed under sum, difference and
 * product. Expansions (expansion.h) suit the single value of a polynomial; dyadic numbers suit a
 * chain of values (a normal, a dot product with it, a comparison), and they neither overflow nor
 * underflow. Slow; an output must not be an input too. */
#ifndef CAROM_MATH_DYADIC_H
#define CAROM_MATH_DYADIC_H

#include "math/vec.h"

/* Holds degree 16 in doubles of any magnitude: 16 * 2098 bits. */
#define DYADIC_LIMBS 1056

typedef struct dyadic {
    int sign;     /* -1, 0, 1 */
    int count;    /* limbs in use; the highest is not 0 */
    int exponent; /* of limb[0], in limbs */
    uint32_t limb[DYADIC_LIMBS];
} dyadic;

typedef struct dyadic3 {
    dyadic x, y, z;
} dyadic3;

/** out = value; 0 for a value that is not finite. */
void carom_dyadic_set(dyadic *out, double value);
/** out = a + sign_b * b */
void carom_dyadic_add(dyadic *out, const dyadic *a, const dyadic *b, int sign_b);
/** out = a * b */
void carom_dyadic_multiply(dyadic *out, const dyadic *a, const dyadic *b);
void carom_dyadic_copy(dyadic *out, const dyadic *a);
/** Exponent of the limb above the highest: |a| < 2^(32 * top). Less than any other top for 0. */
int carom_dyadic_top(const dyadic *a);
/** a / 2^(32 * base), correct to rounding; 0 when that is below about 2^-960. */
double carom_dyadic_value(const dyadic *a, int base);

void carom_dyadic3_subtract(dyadic3 *out, const dyadic3 *a, const dyadic3 *b);
void carom_dyadic3_copy(dyadic3 *out, const dyadic3 *a);
void carom_dyadic3_cross(dyadic3 *out, const dyadic3 *a, const dyadic3 *b);
void carom_dyadic3_scale(dyadic3 *out, const dyadic3 *a, const dyadic *s);
void carom_dyadic3_dot(dyadic *out, const dyadic3 *a, const dyadic3 *b);
/** Sign of dot(a, b). */
int carom_dyadic3_dot_sign(const dyadic3 *a, const dyadic3 *b);
/** The greatest top of the components. */
int carom_dyadic3_top(const dyadic3 *a);
vec3 carom_dyadic3_value(const dyadic3 *a, int base);

#endif
