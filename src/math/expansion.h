/* Floating-point expansions [Shewchuk97]: an exact number as a sum of doubles, smallest first, no
 * two of which overlap. All operations are exact as long as nothing overflows or falls below the
 * subnormals. A result of more than EXPANSION_KEPT components is compressed, after which each is at
 * most an ulp of the next: 2098 bits fit into 42 of them, and fixed buffers of a few hundred bytes
 * suffice. */
#ifndef CAROM_MATH_EXPANSION_H
#define CAROM_MATH_EXPANSION_H

#include "math/tolerances.h"

/* 2^1024 down to 2^-1074 is 2098 bits; of a compressed expansion each component but the last two
 * stands for 52 or more. A product with a double and a sum have twice as many before that. */
#define EXPANSION_KEPT 48
#define EXPANSION_CAPACITY (2 * EXPANSION_KEPT)

typedef struct expansion {
    int count; /* 0 is the number zero */
    double part[EXPANSION_CAPACITY];
} expansion;

/** a + b = sum + error exactly. */
static inline void two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double b_part = s - a;
    double a_part = s - b_part;
    *error = (a - a_part) + (b - b_part);
    *sum = s;
}

/** As two_sum for |a| >= |b| or a = 0. */
static inline void fast_two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    *error = b - (s - a);
    *sum = s;
}

/** a = high + low with 26 bits each, so that products of halves are exact [Dekker71]. */
static inline void split_double(double a, double *high, double *low) {
    double c = DEKKER_SPLITTER * a;
    double h = c - (c - a);
    *high = h;
    *low = a - h;
}

/** a * b = product + error exactly. */
static inline void two_product(double a, double b, double *product, double *error) {
    double a_high, a_low, b_high, b_low;
    double p = a * b;
    split_double(a, &a_high, &a_low);
    split_double(b, &b_high, &b_low);
    *error = a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
    *product = p;
}

/** out = a - b. */
void carom_expansion_difference(expansion *out, double a, double b);

/** out = e, copying only the components in use. */
void carom_expansion_copy(expansion *out, const expansion *e);

/** out = e * b; out and e are different objects. */
void carom_expansion_scale(expansion *out, const expansion *e, double b);

/** out = e + f; out is neither e nor f. */
void carom_expansion_add(expansion *out, const expansion *e, const expansion *f);

/** @return the sign of e: that of its largest component. */
int carom_expansion_sign(const expansion *e);

#endif
