/* GJK [Gilbert88]: the search for the point of the Minkowski difference A - B nearest to the
 * origin, shared by distance, overlap and cast. Coordinates are relative to a reference point near
 * both shapes and multiplied by `unit`, a power of two that is 1 but for extreme magnitudes. */
#ifndef CAROM_CONVEX_GJK_GJK_H
#define CAROM_CONVEX_GJK_GJK_H

#include "convex/gjk/simplex.h"
#include "convex/gjk/tolerances.h"
#include "convex/support/support.h"

typedef enum gjk_end {
    GJK_NEAREST = 0, /* converged: up to rounding no point lies beyond the plane through the foot */
    GJK_STALLED,     /* rounding prevents further decrease */
    GJK_APART,       /* the distance exceeds `stop`; `axis` separates */
    GJK_INSIDE,      /* a tetrahedron contains the origin by more than rounding */
    GJK_CLOSE,       /* the squared distance is below `close2` */
    GJK_TOUCHING,    /* the foot is the origin up to rounding */
    GJK_LIMIT,       /* the limit on steps was reached */
    GJK_BROKEN       /* a product is not finite */
} gjk_end;

typedef struct gjk {
    const convex_shape *a, *b;
    /* the origin of the search's coordinates, and from there to that of each shape's offsets */
    vec3 reference, shift_a, shift_b;
    double unit;       /* scale of all lengths below: a power of two */
    double radius_sum; /* in units */
    double size;       /* largest coordinate of a support point so far, in units */
    double close2;     /* a foot of a smaller squared length ends the search */
    simplex simplex;
    vec3 foot;    /* nearest point of the simplex to the origin, or the first direction */
    double foot2; /* its squared length */
    vec3 axis;    /* of the last support point: the foot, or Newton's direction of equal length */
    double along; /* axis . w for that support point w */
    int hint[2];  /* where the support search of A and B starts */
    int iterations, stalls;
    int newton_wait;       /* steps along the foot that remain before a Newton step may be tried */
    int newton_pause;      /* value of `newton_wait` after the next failed Newton step */
    double gap;            /* 1 - lower / upper bound of the distance at the last step */
    bool newton;           /* the next step uses `axis` */
    double tolerance;      /* relative gap of the bounds at which the search has converged */
    bool polyhedral, warm; /* both shapes are polytopes; the search started from a cache */
    bool any_axis;         /* the first direction, which is no foot, may end it with GJK_APART */
    gjk_end end;
    double kept_gap; /* gap of the best simplex so far; INFINITY when none is kept */
    double kept_along;
    vec3 kept_axis;
    simplex kept;
} gjk;

/** Sets up a search. The cache, which may be null, gives the first simplex or direction. */
void carom_gjk_start(gjk *g, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache, double unit);

/** Runs the search to an end. It stops with GJK_APART when the cores are farther apart than `stop`,
 * in units, by more than rounding; a negative `stop` disables this. */
void carom_gjk_run(gjk *g, double stop);

/** From the middle of B to the middle of A, in units: a point of A - B or near one. */
vec3 carom_gjk_middles(const gjk *g);

/** Stores the simplex, or the axis, for the next search of the pair. */
void carom_gjk_store(const gjk *g, convex_cache *cache);

/** axis . w for a new support point w along -axis. */
double carom_gjk_along(gjk *g);

/** The support point along -axis. */
void carom_gjk_vertex(gjk *g, simplex_vertex *v);

/** The power of two that brings magnitudes whose products leave the range below 1; 0 when a
 * coordinate is not finite. */
double carom_gjk_unit(const convex_shape *a, const convex_shape *b);

/** Bound on the rounding error of a coordinate of A - B. */
static inline double gjk_slack(const gjk *g) {
    return GJK_COORDINATE_ERROR * g->size;
}

/** Are the magnitudes in the range where products keep their digits? */
static inline bool gjk_in_range(const gjk *g) {
    return g->end != GJK_BROKEN && g->size > GJK_SIZE_MIN && g->size < GJK_SIZE_MAX;
}

static inline void gjk_take_foot(gjk *g) {
    g->foot = g->simplex.nearest;
    g->foot2 = g->simplex.distance2;
}

/** Do the bounds of the distance differ by at most the tolerance, or by rounding? */
static inline bool gjk_has_converged(const gjk *g) {
    double gap = g->foot2 - g->along;
    if (gap <= g->tolerance * g->foot2) return true;
    double slack = gjk_slack(g);
    return gap * gap <= slack * slack * g->foot2;
}

/** Is the foot the origin, up to rounding? */
static inline bool gjk_is_touching(const gjk *g) {
    double near = (g->polyhedral ? GJK_TOUCHING_POLYHEDRAL : GJK_TOUCHING_CURVED) * gjk_slack(g);
    return g->foot2 <= near * near;
}

/** A point of the core; an interior point when the core is solid. */
static inline vec3 convex_middle(const convex_shape *s) {
    if (convex_is_point_set(s)) {
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

/** The origin of a pair's coordinates: the centre of one of the shapes, if one has a centre. */
static inline vec3 convex_reference(const convex_shape *a, const convex_shape *b) {
    return !convex_is_point_set(a) ? a->center : !convex_is_point_set(b) ? b->center : vec(0, 0, 0);
}

#endif
