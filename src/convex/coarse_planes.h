/* What the parts of the search for facets in float share; it is in coarse_facets.c. */
#ifndef CAROM_CONVEX_COARSE_PLANES_H
#define CAROM_CONVEX_COARSE_PLANES_H

#include "convex/coarse_facets.h"

/* Corners that are known of the other hull. */
#define PROBE_LIMIT 16
/* Faces that one corner leaves open, by fours. */
#define NEAR_FOURS 8
#define NEAR_PLANES (4 * NEAR_FOURS)
/* Faces of a hull that is scanned are fewer. */
#define PLANE_LIMIT 80

/* Faces of one hull, in its own frame, over corners of the other. */
typedef struct plane_side {
    const hull_data *hull;
    const coarse_hull *other;
    const four *into, *back; /* columns of the turn from the other's frame, and back */
    four shift;
    int probes;
    four probe[PROBE_LIMIT];
    int corner[PROBE_LIMIT];
    /* Faces that the probe `lister` does not bound. */
    int lister, count;
    int face[NEAR_PLANES], own[NEAR_PLANES]; /* own: the probe farthest under it, or -1 */
    four plane[NEAR_FOURS][4];
    four_mask bounds[NEAR_FOURS]; /* bits of the probes that bound a face */
} plane_side;

typedef struct plane_search {
    coarse_pair pair;
    plane_side a, b;
    float slack, limit; /* limit: a depth must be below it to matter */
    float bound;        /* no less than the least depth, but for the slack */
    bool failed;
    coarse_facets *out;
} plane_search;

static CAROM_INLINE four coarse_plane(const hull_data *hull, int face) {
    const float *at = hull->planes + (face >> 2) * 16 + (face & 3);
    return (four){at[0], at[4], at[8], at[12]};
}

static CAROM_INLINE float below_plane(four plane, four x) {
    return plane[3] - coarse_dot(plane, x);
}

/* The other's corner that is farthest against the outward n. @return its number among the probes */
static CAROM_INLINE int probe_under(plane_search *p, plane_side *s, four n) {
    int corner = coarse_farthest(s->other, coarse_combined(s->back, -n)), k = 0;
    while (k < s->probes && s->corner[k] != corner)
        k++;
    if (k < s->probes) return k;
    if (CAROM_UNLIKELY(k == PROBE_LIMIT)) return p->failed = true, 0;
    s->corner[k] = corner;
    s->probe[k] = coarse_combined(s->into, coarse_point(s->other, s->corner[k])) + s->shift;
    s->probes = k + 1;
    return k;
}

static inline void lower_limit(plane_search *p, float depth) {
    p->bound = depth < p->bound ? depth : p->bound;
    p->limit = p->bound + p->slack;
}

typedef struct spread_point {
    four x, y, z;
} spread_point;

static CAROM_INLINE spread_point spread_of(four x) {
    return (spread_point){FOUR_LANES(x, 0, 0, 0, 0), FOUR_LANES(x, 1, 1, 1, 1),
                          FOUR_LANES(x, 2, 2, 2, 2)};
}

static CAROM_INLINE four below_planes(const float *planes, const spread_point *at) {
    return four_from(planes + 12) - (four_from(planes) * at->x + four_from(planes + 4) * at->y +
                                     four_from(planes + 8) * at->z);
}

typedef struct coarse_arc {
    four normal[2];
    int probe[2]; /* of B, that bound the ends */
} coarse_arc;

/* Nothing more is to be learned. */
static inline bool is_told(const plane_search *p) {
    return p->failed || p->bound < -p->slack;
}

/** One that fell behind makes room. @return where the facet goes, to be filled in, or null when its
 * depth does not matter */
coarse_facet *carom_coarse_add(plane_search *p, coarse_facet_kind kind, int part, float depth);

/** As carom_facet_arc. `from`: a corner of the edge. */
void carom_coarse_arc(plane_search *p, int edge, four from, const coarse_arc *whole);

/** The search of hulls of few corners, of which all are probes. */
void carom_coarse_few(plane_search *p);

#endif
