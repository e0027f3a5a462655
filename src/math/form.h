/* Polynomials as sums of products, built from smaller ones; the input of carom_exact_sign for
 * quantities that are not written out by hand. */
#ifndef CAROM_MATH_FORM_H
#define CAROM_MATH_FORM_H

#include "math/double_double.h"
#include "math/predicates.h"

/** A vector of exact differences. */
typedef struct factor3 {
    exact_factor at[3];
} factor3;

/* The polynomials of the library have up to 24 different factors in up to 108 terms. */
#define FORM_FACTORS 48

/* The product of the factors whose places are given, times 2^doublings. */
typedef struct form_term {
    uint8_t factor[EXACT_FACTORS];
    uint8_t count, doublings;
    bool negative;
} form_term;

/* Each factor is stored once, so that a form has 2 kB. */
typedef struct form {
    int count, factors;
    exact_factor factor[FORM_FACTORS];
    form_term term[EXACT_TERMS];
} form;

/** out = 0; the table of factors is empty. */
static inline void form_clear(form *out) {
    out->count = out->factors = 0;
}

/** to - from. */
static inline factor3 factor3_between(vec3 from, vec3 to) {
    return (factor3){{{to.x, from.x}, {to.y, from.y}, {to.z, from.z}}};
}

static inline double_double3 dd3_of(const factor3 *f) {
    return (double_double3){{dd_of(f->at[0]), dd_of(f->at[1]), dd_of(f->at[2])}};
}

/** out += the product of the factors, or less it. */
void carom_form_add_term(form *out, const exact_term *term);

/** out += sign * f. */
void carom_form_add(form *out, const form *f, int sign);

/** out = dot(a, b). */
void carom_form_dot(form *out, const factor3 *a, const factor3 *b);

/** out = component i of cross(a, b). */
void carom_form_cross(form *out, const factor3 *a, const factor3 *b, int i);

/** out = dot(a, cross(b, c)). */
void carom_form_triple(form *out, const factor3 *a, const factor3 *b, const factor3 *c);

/** out = component i of cross(a, cross(b, c)), as b (a . c) - c (a . b). */
void carom_form_twice_crossed(form *out, const factor3 *a, const factor3 *b, const factor3 *c,
                              int i);

/** out += sign * f * g; `sign` is 1 or -1. */
void carom_form_add_product(form *out, const form *f, const form *g, int sign);

/** out += sign * f^2; each mixed product is formed once and doubled. */
void carom_form_add_square(form *out, const form *f, int sign);

/** out += sign * |cross(a, b)|^2. */
void carom_form_add_cross2(form *out, const factor3 *a, const factor3 *b, int sign);

/** out += sign * number * f. */
void carom_form_add_multiple(form *out, const form *f, exact_factor number, int sign);

/** out += t * f. */
void carom_form_add_scaled(form *out, const form *f, double t);

/** f *= number. */
void carom_form_multiply(form *f, exact_factor number);

/** The exact sign of f. */
int carom_form_sign(const form *f);

#endif
