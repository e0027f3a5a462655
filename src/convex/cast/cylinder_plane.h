/* Separating planes of two cylinders in linear motion: the time at which a plane is met is a lower
 * bound of the time of contact. cylinder_cast.c and cylinder_rim.c choose the planes. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_PLANE_H
#define CAROM_CONVEX_CAST_CYLINDER_PLANE_H

#include "convex/cast/tolerances.h"
#include "convex/revolution/cylinder_depth.h"

typedef struct cylinder_cast {
    const cylinder_view *a, *b;
    vec3 apart, motion; /* from A's centre to B's at the start; of A, B standing */
    double size;        /* sum of all lengths and coordinates */
    double margin;      /* above the rounding of heights */
    double near;        /* distance up to which they are in contact */
    double t;           /* the contact: its time, in [0, 1] */
    vec3 normal, on_b;  /* unit, from A to B; the point, relative to B's centre */
} cylinder_cast;

typedef enum cylinder_cast_end {
    CYLINDERS_UNDECIDED,
    CYLINDERS_PASS,
    CYLINDERS_MEET
} cylinder_cast_end;

/* A plane with unit `normal`, from A to B, that separates the cylinders at the start by `gap`, less
 * the margin; at most 0 where it does not. Over the motion the gap falls by `closing`, and A meets
 * the plane at time t; -1 where it never does. */
typedef struct cast_plane {
    vec3 normal;
    double gap, closing, t;
} cast_plane;

/** Decides the cast where the plane stays between the cylinders for the whole motion, or where its
 * point `x`, relative to the centre of B or A, lies on the other cylinder too when it is met. */
cylinder_cast_end carom_cast_settle(cylinder_cast *c, const cast_plane *plane, vec3 x, bool of_b);

static inline double cylinder_reach(const cylinder_view *s, double cosine) {
    return s->half.x * sqrt(max2(0.0, 1.0 - cosine * cosine)) + s->half.z * fabs(cosine);
}

static inline cast_plane plane_of_reach(const cylinder_cast *c, vec3 n, double reach) {
    double along = dot3(n, c->apart), closing = dot3(n, c->motion);
    if (along < 0.0) n = neg3(n), along = -along, closing = -closing;
    double gap = along - reach - c->margin;
    return (cast_plane){n, gap, closing, closing > 0.0 ? gap / closing : -1.0};
}

/** The plane perpendicular to the unit `n`, which is negated if it points from B to A. */
static inline cast_plane cast_plane_along(const cylinder_cast *c, vec3 n) {
    return plane_of_reach(c, n,
                          cylinder_reach(c->a, dot3(n, c->a->axes[2])) +
                              cylinder_reach(c->b, dot3(n, c->b->axes[2])));
}

static inline bool stays_between(const cylinder_cast *c, const cast_plane *p) {
    return p->gap > CYLINDER_PASSES * c->size && p->gap - p->closing > CYLINDER_PASSES * c->size;
}

#endif
