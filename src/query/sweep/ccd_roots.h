/* Signs of polynomials of degree at most 3, with exact coefficients, at roots of each other (real
 * algebraic numbers). */
#ifndef CAROM_QUERY_SWEEP_CCD_ROOTS_H
#define CAROM_QUERY_SWEEP_CCD_ROOTS_H

#include "math/dyadic.h"

/* Coefficient k is that of t^k; those above `degree` are 0. */
typedef struct exact_poly {
    int degree; /* -1: zero throughout */
    dyadic c[4];
} exact_poly;

/* A cubic that is not zero throughout. The roots at which its derivative changes sign, its turns,
 * part the line into pieces on each of which it is monotone; pieces are counted from the left. */
typedef struct exact_cubic {
    exact_poly f, slope, bend; /* f, f' and f'' */
    exact_poly rest;           /* f modulo f', times a positive number */
    int turns;                 /* 0, 1 or 2: the roots of f', unless they are one double root */
} exact_cubic;

/* A root of `modulus`, of degree 1 or 2, or, where that is null, the only root inside a piece of a
 * cubic. */
typedef struct exact_time {
    const exact_poly *modulus;
    int which; /* 0: the lower root, 1: the upper */
    const exact_cubic *cubic;
    int piece;
    int before; /* sign of the cubic in that piece before the root */
} exact_time;

/** Sets the degree from the coefficients. */
void carom_poly_trim(exact_poly *p);
/** Releases all limbs taken since `mark` but those of the coefficients. */
void carom_poly_keep(dyadic_pool *pool, uint32_t *mark, exact_poly *p);
/** c0 + c1 * t; c1 is not 0. */
exact_poly carom_poly_line(dyadic_pool *pool, double c0, double c1);
/** f is set; the rest follows from it. */
void carom_cubic_finish(dyadic_pool *pool, exact_cubic *cubic);

/* What follows takes no limbs. */

/** Sign at x. */
int carom_poly_sign_at(dyadic_pool *pool, const exact_poly *p, double x);
/** Sign of p at a real root of m, of degree 1 or 2; `which` 1 is the upper of two. */
int carom_poly_sign_at_root(dyadic_pool *pool, const exact_poly *p, const exact_poly *m, int which);
/** How many distinct real roots a polynomial of degree 2 at most has; 0 when it is constant. */
int carom_poly_root_count(dyadic_pool *pool, const exact_poly *p);
/** Sign of f at root `which` of f'. */
int carom_cubic_sign_at_turn(dyadic_pool *pool, const exact_cubic *cubic, int which);
/** Sign at a time in [0, 1] of a polynomial of degree 2 at most. */
int carom_sign_at_time(dyadic_pool *pool, const exact_poly *q, const exact_time *time);
/** Sign of x - time. */
int carom_compare_to_time(dyadic_pool *pool, double x, const exact_time *time);

#endif
