/* The facets of the Minkowski difference A - B that may be the nearest to the origin, within the
 * error bound of float: the prefilter of the separating axis test of hulls. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_FACETS_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_FACETS_H

#include "convex/support/hull_float.h"

typedef enum hull_float_facet_kind {
    HULL_FLOAT_FACE_A = 0,
    HULL_FLOAT_FACE_B,
    HULL_FLOAT_EDGES
} hull_float_facet_kind;

typedef struct hull_float_facet {
    hull_float_facet_kind kind;
    int part;      /* the face; of edges the half-edge of A, whose number is less than its twin's */
    int corner[2]; /* face: the other hull's vertex that is deepest under it, in float; edges: the
                      ends of B's edge, the first under the face of A's half-edge */
    float depth;
    float slack; /* a height is wrong by at most half of this */
    four normal; /* in the frame of A; of a face of B, in that of B */
} hull_float_facet;

/* Capacity: with more facets whose depths may be the least, double decides. Empirical. */
#define HULL_FLOAT_RIVALS 6
typedef struct hull_float_facets {
    int count;
    hull_float_facet facet[HULL_FLOAT_RIVALS];
} hull_float_facets;

static inline bool hull_float_has_facets(const convex_shape *s) {
    return hull_float_applies(s) && s->hull->planes;
}

/** Lists all facets whose depths may be the least, provided that the edges among them form facets.
 * Where A and B are apart, the list holds separating ones instead.
 * @param apart A's middle from B's
 * @param guess from A to B, a direction that is likely to be near the normal
 * @return false when there are more such facets than HULL_FLOAT_RIVALS, or when float cannot decide
 * which vertices one of them contains */
bool carom_hull_float_facets(const hull_float_body *a, const hull_float_body *b, const vec3 *apart,
                             const vec3 *guess, hull_float_facets *out);

/** The same with the rows, not inlined. */
bool carom_hull_float_start(hull_float_pair *p, const hull_float_body *a, const hull_float_body *b,
                            const vec3 *apart);

typedef struct plane_search plane_search; /* hull_float_planes.h */

/** Sets all fields but `out`. @return false for sizes that float cannot hold */
bool carom_hull_float_start_search(plane_search *p, const hull_float_body *a,
                                   const hull_float_body *b, const vec3 *apart, const vec3 *guess);

#endif
