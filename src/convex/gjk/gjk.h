/* The search for the point of A - B nearest to the origin [Gilbert88], shared by distance and
 * overlap. Coordinates are relative to a reference point near both shapes and multiplied by `unit`,
 * a power of two that is 1 but for extreme magnitudes. */
#ifndef CAROM_CONVEX_GJK_GJK_H
#define CAROM_CONVEX_GJK_GJK_H

#include "convex/gjk/simplex.h"
#include "convex/support/support.h"

typedef enum gjk_end {
    GJK_NEAREST = 0, /* converged: nothing lies beyond the foot's plane, but for rounding */
    GJK_STALLED,     /* rounding let no step come nearer */
    GJK_APART,       /* farther than asked; `foot` is a separating direction */
    GJK_INSIDE,      /* a tetrahedron holds the origin, not by rounding */
    GJK_CLOSE,       /* as near as asked */
    GJK_TOUCHING,    /* the foot is as near to the origin as rounding can tell */
    GJK_LIMIT,
    GJK_BROKEN /* not finite */
} gjk_end;

typedef struct gjk {
    const convex_shape *a, *b;
    vec3 reference, shift_a, shift_b; /* of the shapes' offsets */
    double unit;
    double reach;   /* sum of the radii, in units */
    double size;    /* of the coordinates met, in units */
    double enough2; /* a foot of a smaller squared length ends the search */
    simplex simplex;
    vec3 foot;    /* nearest point so far, or the first direction */
    double foot2; /* its squared length */
    vec3 axis;    /* of the last support point: the foot, or Newton's direction and as long */
    double along; /* axis . w of that point */
    int hint[2];
    int iterations, stalls;
    int plain;        /* steps to go along the foot itself, before Newton's may be tried again */
    int pause;        /* as many after the next failure */
    double gap;       /* between the bounds at the last step, relatively */
    bool newton;      /* `axis` is to be used for the next step */
    double tolerance; /* of the gap between the bounds, relatively */
    bool flat, warm;
    bool any_axis; /* a direction that is no foot may end the search with GJK_APART */
    gjk_end end;
    double kept_gap; /* of the simplex kept, relatively; INFINITY when none is */
    double kept_along;
    vec3 kept_axis;
    simplex kept;
} gjk;

/** Sets up a search; the cache, if any, gives the first simplex or direction. */
void carom_gjk_start(gjk *g, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache, double unit);

/** Until an end. Stops with GJK_APART when the cores are farther apart than `stop` (unless
 * negative), in units, by more than rounding. */
void carom_gjk_run(gjk *g, double stop);

/** From the middle of B to the middle of A, in units; a point of A - B or near one. */
vec3 carom_gjk_middles(const gjk *g);

void carom_gjk_store(const gjk *g, convex_cache *cache);

/** axis . (support point along -axis), anew. */
double carom_gjk_along(gjk *g);

/** The support point along -axis. */
void carom_gjk_vertex(gjk *g, simplex_vertex *v);

/** After GJK_TOUCHING: is the origin inside the difference, by more than rounding? False when in
 * doubt. */
bool carom_gjk_is_interior(gjk *g);

/** The unit for magnitudes so large or small that products leave the range. 0: not finite. */
double carom_gjk_unit(const convex_shape *a, const convex_shape *b);

/** Bound on the rounding error of a difference's coordinates. */
static inline double gjk_slack(const gjk *g) {
    return 1e-15 * g->size;
}

/** Did the magnitudes stay where products keep their digits? */
static inline bool gjk_is_sane(const gjk *g) {
    return g->end != GJK_BROKEN && g->size > 1e-60 && g->size < 1e60;
}

static inline void gjk_take_foot(gjk *g) {
    g->foot = g->simplex.nearest;
    g->foot2 = g->simplex.distance2;
}

/** The plane through the last support point and the foot are as close as rounding or the tolerance
 * asks. */
static inline bool gjk_has_converged(const gjk *g) {
    double gap = g->foot2 - g->along;
    if (gap <= g->tolerance * g->foot2) return true;
    double slack = gjk_slack(g);
    return gap * gap <= slack * slack * g->foot2;
}

/** The foot is at the origin, as far as rounding can tell. */
static inline bool gjk_is_touching(const gjk *g) {
    double near = (g->flat ? 64.0 : 4.0) * gjk_slack(g);
    return g->foot2 <= near * near;
}

/** A point of the core, inside where the core has an inside. */
static inline vec3 convex_middle(const convex_shape *s) {
    if (convex_is_bare(s)) {
        vec3 sum = add3(convex_vertex(s, 0), convex_vertex(s, s->count / 2));
        return mad3(convex_origin(s), sum, 0.5);
    }
    if (s->kind == CONVEX_HULL) {
        if (s->rigid) return add3(s->center, s->half);
        vec3 c = s->hull->center;
        return add3(s->center, convex_from_axes(s, c.x, c.y, c.z));
    }
    return s->kind == CONVEX_CONE ? mad3(s->center, s->axes[2], 0.5 * s->half.z) : s->center;
}

/** Near both shapes: coordinates are told from here. */
static inline vec3 convex_reference(const convex_shape *a, const convex_shape *b) {
    return !convex_is_bare(a) ? a->center : !convex_is_bare(b) ? b->center : vec(0, 0, 0);
}

#endif
