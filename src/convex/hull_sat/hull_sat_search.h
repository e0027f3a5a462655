/* State and measurements that the parts of the separating axis test of hulls share. hull_sat.c runs
 * the search, hull_sat_edges.c measures pairs of edges, hull_sat_float.c confirms the facet that
 * float found. Directions and points are relative to A's centre. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_SEARCH_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_SEARCH_H

#include "convex/hull_sat/hull_sat.h"
#include "convex/hull_sat/hull_sat_candidates.h"
#include "convex/support/support.h"

typedef struct facet_side {
    const convex_shape *shape;
    const hull_data *hull;
    vec3 origin, cofactor[3];
    double det, unit, margin; /* det of the axes, 1 / det; a height in the own frame times margin is
                                 a lower bound of the height in the common frame */
    int hint;                 /* vertex at which the next climb for a support point starts */
} facet_side;

/* A face of A that the first point of B did not rule out, with a later point of B that rules it
 * out, or else the deepest under it; in the common and in A's own frame. */
typedef struct near_face {
    int face;
    vec3 b, b_local;
} near_face;

typedef enum facet_kind { FACET_NONE = 0, FACET_FACE_A, FACET_FACE_B, FACET_EDGES } facet_kind;

typedef struct facet_search {
    facet_side a, b;
    facet_answer *best;
    double slack, bound; /* a facet matters only if its depth is less than bound = depth - slack */
    facet_kind kind;     /* of the best facet */
    int face;            /* of the best facet, where it is a face */
    vec3 p, q;           /* points of A and of B near the contact, as far as set */
    int count;
    near_face near[NEAR_FACES + 1];
} facet_search;

/* An arc of the Gauss map: the directions between the normals of two faces of A that share an edge,
 * with points of B that bound the depth at the ends. */
typedef struct facet_arc {
    vec3 normal[2], b[2];
    bool loose[2]; /* that point of B is not a vertex */
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

/* The support vertex along n; the climb starts at the last one. */
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

/* Takes a face of A if its depth is less than the bound. Its depth is that of b, the vertex of B
 * deepest under it, which is also B's hint. */
static inline void take_face_a(facet_search *s, int face, vec3 n, double offset, vec3 b) {
    double depth = offset - dot3(n, b);
    if (!(depth < s->bound)) return;
    set_best(s, n, depth);
    s->kind = FACET_FACE_A;
    s->face = face;
    s->q = b;
    s->best->hint[1] = s->b.hint;
}

/* The same for a face of B and a, the deepest vertex of A and A's hint. n points into B: from A to
 * B. */
static inline void take_face_b(facet_search *s, int face, vec3 n, double offset, vec3 a) {
    double depth = offset + dot3(n, a);
    if (!(depth < s->bound)) return;
    set_best(s, n, depth);
    s->kind = FACET_FACE_B;
    s->face = face;
    s->p = a;
    s->best->hint[0] = s->a.hint;
}

#endif
