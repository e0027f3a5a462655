/* Which facets of A - B may be the nearest to the origin, as far as float can tell. */
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
    int part; /* the face; of edges, the half-edge of A, which has a lower number than its twin */
    int corner[2]; /* of the other hull: the farthest under the face, as float sees it; of edges,
                      those of B's edge, the first under the face of A's half-edge */
    float depth;
    float slack; /* heights may be off by this */
    four normal; /* in the frame of A; of a face of B, in that of B */
} hull_float_facet;

/* Those whose depth may be the least. */
#define HULL_FLOAT_RIVALS 6
typedef struct hull_float_facets {
    int count;
    hull_float_facet facet[HULL_FLOAT_RIVALS];
} hull_float_facets;

static inline bool hull_float_has_facets(const convex_shape *s) {
    return hull_float_serves(s) && s->hull->planes;
}

/** The facets whose depths may be the least: no other's is, if the edges among them make facets.
 * Where A and B are apart it is one that proves so. `guess`: from A to B, a direction likely to be
 * near the normal. @return false when more facets, or more corners that one of them may lie on, are
 * near than float can tell apart */
bool carom_hull_float_facets(const hull_float_body *a, const hull_float_body *b, const vec3 *apart,
                             const vec3 *guess, hull_float_facets *out);

#endif
