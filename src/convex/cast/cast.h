/* State of a ray cast from the origin against the Minkowski difference A - B [Bergen04], which is a
 * sweep of A along a straight path. GJK with moving simplices (cast.c), portal refinement along the
 * path (cast_portal.c) and Newton's method for curved shapes (cast_newton.c) share it: each goes on
 * from the simplex and the time that the one before has reached. */
#ifndef CAROM_CONVEX_CAST_CAST_H
#define CAROM_CONVEX_CAST_CAST_H

#include "convex/cast/tolerances.h"
#include "convex/gjk/gjk.h"

#define CAST_SLOTS 5 /* of the vertices of a simplex and the next one */

typedef enum cast_end {
    CAST_MISS = 0,
    CAST_HIT,
    CAST_LIMIT,    /* neither was proved; no contact before `t` */
    CAST_BROKEN,   /* a value is not finite */
    CAST_RESCALED, /* undecided: the whole answer is that of the pair scaled by a power of two */
    CAST_AT_START, /* in contact at the start, or too near to it for the cast to decide */
    CAST_UNDECIDED
} cast_end;

typedef struct cast {
    gjk g;
    vec3 from, motion;                   /* A is moved by from + t motion, B stands */
    vec3 start;                          /* shift_a at t = 0 */
    const struct cast_float *float_cast; /* as in convex_sweep_options */
    /* t: no contact before it, in [0, 1]; target: distance that counts as contact; tolerance: of
     * size, shapes this near are in contact; reach: radii and target; margin: above the rounding of
     * heights; touch: distance of contact. The last three are in units. */
    double t, target, tolerance, reach, margin, touch;
    vec3 normal;           /* of the last plane that was certain, or zero */
    vec3 aim;              /* from B to A: the direction of the next support point */
    vec3 aims[CAST_SLOTS]; /* of any length, of the simplex's vertices by their ia; curved pairs */
    int corners[CAST_SLOTS]; /* of A, in the same places */
    bool tries_guess;        /* the next direction is a guess of the normal, not the foot */
    int wait, fails;         /* steps without a blend, after blends that failed */
    int stalls;              /* steps that did not shorten the foot */
    bool through;            /* the path certainly passes far from the boundary of A - B */
    bool has_portal;         /* of a cast that ended by cast_meet: a portal had been found */
    double clearance;        /* of a miss: lower bound of the gap at the start, in units */
} cast;

/** First contact of the path. The caller sets `from`, `motion`, `target`, `tolerance` and
 * `float_cast`. On a hit the simplex and `normal` describe the contact. */
cast_end carom_cast_shapes(cast *c, const convex_shape *a, const convex_shape *b);

/** Nearest points at time c->t. */
convex_distance carom_cast_distance(const cast *c, convex_cache *cache);

typedef enum portal_cast { CAST_PORTAL_FAILED, CAST_PORTAL_ENDED, CAST_PORTAL_LEFT } portal_cast;

/* The place in `aims` for the next vertex. Vertices of curved shapes have no index: their place
 * stands for it. */
static inline int cast_free_slot(const simplex *s) {
    int used = 0, slot = 0;
    for (int i = 0; i < s->count; i++)
        used |= 1 << s->vertex[i].ia;
    while (used >> slot & 1)
        slot++;
    return slot;
}

static CAROM_INLINE vec3 cast_offset(const convex_shape *s, vec3 d, int *index) {
    return s->kind == CONVEX_CYLINDER ? convex_cylinder_offset(s, d) : convex_offset(s, d, index);
}

/** Enlarges the size by points of A and B, and with it the margin of rounding. */
static CAROM_INLINE void cast_resize(cast *c, vec3 a, vec3 b) {
    gjk *g = &c->g;
    g->size = max2(g->size, max2(max_abs3(a), max_abs3(b)));
    c->margin = CAST_MARGIN * g->size;
    c->touch = c->reach * (1.0 + CAST_TOUCH) + c->tolerance * g->size;
}

/** The support point along `aim`, into v. */
static CAROM_INLINE void cast_vertex(cast *c, simplex_vertex *v) {
    gjk *g = &c->g;
    v->ia = g->hint[0], v->ib = g->hint[1];
    vec3 a = cast_offset(g->a, neg3(c->aim), &v->ia);
    vec3 b = cast_offset(g->b, c->aim, &v->ib);
    g->hint[0] = ~v->ia, g->hint[1] = ~v->ib;
    a = scale3(add3(a, g->shift_a), g->unit);
    b = scale3(add3(b, g->shift_b), g->unit);
    v->a = a;
    v->w = sub3(a, b);
    cast_resize(c, a, b);
    if (g->polyhedral) return;
    int slot = cast_free_slot(&g->simplex);
    c->corners[slot] = v->ia;
    c->aims[slot] = c->aim;
    v->ia = slot;
}

/** Moves A, and the simplex with its candidate vertex, to time t. */
static inline void cast_travel(cast *c, double t) {
    gjk *g = &c->g;
    vec3 by = scale3(c->motion, (t - c->t) * g->unit);
    for (int i = 0; i <= g->simplex.count && i < 4; i++) {
        simplex_vertex *v = &g->simplex.vertex[i];
        v->w = add3(v->w, by);
        v->a = add3(v->a, by);
    }
    c->t = t;
    g->shift_a = mad3(c->start, c->motion, t);
}

/** Ends the cast at time t, with a plane perpendicular to `normal` and with the point `on_b` of B's
 * core, which then is a point of A's core as well, but for the radii. */
static inline void cast_meet(cast *c, double t, vec3 normal, vec3 on_b) {
    simplex *s = &c->g.simplex;
    c->has_portal = s->count == 3;
    s->count = 0; /* the vertices stay where they are */
    cast_travel(c, t);
    s->vertex[3] = s->vertex[0]; /* keeps the portal in 1 to 3, for cast_is_met */
    s->vertex[0].a = on_b;
    s->vertex[0].w = vec(0, 0, 0);
    s->vertex[0].ia = s->vertex[0].ib = 0;
    s->weight[0] = 1.0;
    s->count = 1;
    s->inside = false;
    c->normal = normal;
}

/** Did the cast end by cast_meet? With has_portal the vertices 1 to 3 are then those of the last
 * portal, but for their places along the motion. */
static inline bool cast_is_met(const cast *c) {
    const simplex *s = &c->g.simplex;
    return s->count == 1 && max_abs3(s->vertex[0].w) == 0.0;
}

#endif
