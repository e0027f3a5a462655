/* Planes between two cylinders that move straight: when they are met, and whether that is contact.
 */
#ifndef CAROM_CONVEX_CAST_CYLINDER_PLANE_H
#define CAROM_CONVEX_CAST_CYLINDER_PLANE_H

#include "convex/revolution/cylinder_depth.h"

/* Overlap is to call it apart all along, and not by its last digits. */
#define PASSES_CLEAR 1e-9
/* A motion so nearly along a plane is left to the general method, as are axes so nearly parallel.
 */
#define CYLINDER_LEVEL 1e-6

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

typedef enum cylinder_cast_end {
    CYLINDERS_UNDECIDED,
    CYLINDERS_PASS,
    CYLINDERS_MEET
} cylinder_cast_end;

/* A plane between, square to the unit `normal` from A to B, and when A meets it. */
typedef struct cast_plane {
    vec3 normal;
    double gap, closing, t;
} cast_plane;

/** Does the plane tell the end of the cast? Either it is beyond the motion, or then the point `x`,
 * from the centre of B or A, on which it is, is on the other as well. */
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

/** The plane square to the unit `n`, to either side. */
static inline cast_plane cast_plane_along(const cylinder_cast *c, vec3 n) {
    return plane_of_reach(c, n,
                          cylinder_reach(c->a, dot3(n, c->a->axes[2])) +
                              cylinder_reach(c->b, dot3(n, c->b->axes[2])));
}

static inline bool stays_between(const cylinder_cast *c, const cast_plane *p) {
    return p->gap > PASSES_CLEAR * c->size && p->gap - p->closing > PASSES_CLEAR * c->size;
}

#endif
