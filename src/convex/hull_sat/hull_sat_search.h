/* What the parts of a search for the nearest facet of A - B share; the search is in facets.c. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_SEARCH_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_SEARCH_H

#include "convex/hull_sat/hull_sat.h"
#include "convex/hull_sat/hull_sat_candidates.h"
#include "convex/support/support.h"

typedef struct facet_side {
    const convex_shape *shape;
    const hull_data *hull;
    vec3 origin, cofactor[3];
    double det, unit, margin; /* lengths in its own frame are right to this part */
    int hint;
} facet_side;

/* A face of A that one point of B did not rule out, and the point that did or was farthest. */
typedef struct near_face {
    int face;
    vec3 b, b_local;
} near_face;

typedef enum facet_kind { FACET_NONE = 0, FACET_FACE_A, FACET_FACE_B, FACET_EDGES } facet_kind;

typedef struct facet_search {
    facet_side a, b;
    facet_answer *best;
    double slack, bound; /* bound: what a direction must stay below to matter */
    facet_kind kind;     /* of the best, and which face */
    int face;
    vec3 p, q; /* points of A and of B near the contact, as far as set */
    int count;
    near_face near[NEAR_FACES + 1];
} facet_search;

/* Directions between the normals of two faces of A, and the points of B that bound the ends. */
typedef struct facet_arc {
    vec3 normal[2], b[2];
    bool loose[2]; /* that point is no corner */
} facet_arc;

static inline vec3 out_of(const facet_side *side, vec3 local) {
    return add3(side->origin, convex_from_axes(side->shape, local.x, local.y, local.z));
}

static inline vec3 into(const facet_side *side, vec3 x) {
    vec3 y = scale3(sub3(x, side->origin), side->unit);
    return vec(dot3(side->cofactor[0], y), dot3(side->cofactor[1], y), dot3(side->cofactor[2], y));
}

static inline vec3 corner_of(const facet_side *side, int vertex) {
    return out_of(side, hull_vertex(side->hull, vertex));
}

/* The farthest vertex, searched for from the last one on. */
static inline vec3 farthest_along(facet_side *side, vec3 n) {
    const vec3 local = convex_to_axes(side->shape, n);
    side->hint = carom_convex_hull_support(side->hull, &local, side->hint);
    return corner_of(side, side->hint);
}

/* The unit normal of a face and its offset. */
static inline vec3 face_plane(const facet_side *side, int face, double *offset) {
    vec3 n = side->hull->face_normal[face];
    n = mad3(mad3(scale3(side->cofactor[0], n.x), side->cofactor[1], n.y), side->cofactor[2], n.z);
    double unit = 1.0 / sqrt(len2(n));
    n = scale3(n, unit);
    *offset = side->hull->face_offset[face] * side->det * unit + dot3(n, side->origin);
    return n;
}

static inline void set_best(facet_search *s, vec3 normal, double depth) {
    s->best->normal = normal;
    s->best->depth = depth;
    s->bound = depth - s->slack;
}

/* The depth along a face of A is that of b, the farthest of B under it and B's hint. */
static inline void take_face_a(facet_search *s, int face, vec3 n, double offset, vec3 b) {
    double depth = offset - dot3(n, b);
    if (!(depth < s->bound)) return;
    set_best(s, n, depth);
    s->kind = FACET_FACE_A;
    s->face = face;
    s->q = b;
    s->best->hint[1] = s->b.hint;
}

/* The same for a, A's hint. n is inward: from A to B. */
static inline void take_face_b(facet_search *s, int face, vec3 n, double offset, vec3 a) {
    double depth = offset + dot3(n, a);
    if (!(depth < s->bound)) return;
    set_best(s, n, depth);
    s->kind = FACET_FACE_B;
    s->face = face;
    s->p = a;
    s->best->hint[0] = s->a.hint;
}

/** Measures along the common normal of edge u from corner p and the edge of B between the ends'
 * points, or along n where they are parallel. */
void carom_hull_sat_edges(facet_search *s, const vec3 *p, const vec3 *u, const facet_arc *at,
                          const vec3 *n);

/** The least along the arc of edge u from corner p, if it is less than known. @return false when
 * there are too many steps. */
bool carom_hull_sat_arc(facet_search *s, const facet_arc *whole, const vec3 *p, const vec3 *u);

/** Of small hulls the facet that float finds, measured. @return false when float cannot tell, or is
 * not confirmed. */
bool carom_hull_sat_by_float(facet_search *s, const vec3 *guess);

#endif
