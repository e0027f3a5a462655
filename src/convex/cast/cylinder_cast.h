/* Casts of two cylinders that move straight, from their axes alone. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_CAST_H
#define CAROM_CONVEX_CAST_CYLINDER_CAST_H

#include "convex/revolution/cylinder_depth.h"

typedef struct cylinder_cast {
    const cylinder_view *a, *b;
    vec3 apart, motion; /* from A's centre to B's at the start; of A, while B stands */
    double size;        /* of all coordinates */
    double margin;      /* above the rounding of heights */
    double near;        /* what is no farther apart meets */
    /* of a contact: */
    double t;
    vec3 normal, on_b; /* from A to B, unit; from B's centre */
} cylinder_cast;

typedef enum cylinder_cast_end { CYLINDERS_OPEN, CYLINDERS_PASS, CYLINDERS_MEET } cylinder_cast_end;

/** Of cylinders with a radius; `a` to `motion` are set. They may meet early by `tolerance`, of the
 * size. @return CYLINDERS_OPEN for what is not sure: others tell */
cylinder_cast_end carom_cylinder_cast(cylinder_cast *c, double tolerance);

/* What meets what, and where to look for it. */
typedef struct rim_guess {
    double end[2]; /* of A and B: 0 on the side */
    vec3 normal;   /* from A to B */
    double t;
} rim_guess;

/** Contacts between rims, or of a rim on a side: by the guess, or by the axes' nearest points at
 * time t, up to which the way is free. */
cylinder_cast_end carom_cast_rim_guess(cylinder_cast *c, const rim_guess *g);
cylinder_cast_end carom_cast_rims(cylinder_cast *c, double t);

/* A plane between, square to the unit `normal` from A to B, and when A meets it. */
typedef struct cast_plane {
    vec3 normal;
    double gap, closing, t;
} cast_plane;

/** `n`: unit, to either side. */
cast_plane carom_cast_plane(const cylinder_cast *c, vec3 n);

/** Does the plane tell the end of the cast? Either it is beyond the motion, or then the point `x`,
 * from the centre of B or A, on which it is, is on the other as well. */
cylinder_cast_end carom_cast_settle(cylinder_cast *c, const cast_plane *plane, vec3 x, bool of_b);

#endif
