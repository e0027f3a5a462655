/* Which facets of A - B may be the nearest to the origin, as far as float can tell. */
#ifndef CAROM_CONVEX_HULL_SAT_COARSE_FACETS_H
#define CAROM_CONVEX_HULL_SAT_COARSE_FACETS_H

#include "convex/support/coarse.h"

typedef enum coarse_facet_kind { COARSE_FACE_A = 0, COARSE_FACE_B, COARSE_EDGES } coarse_facet_kind;

typedef struct coarse_facet {
    coarse_facet_kind kind;
    int part; /* the face; of edges, the half-edge of A, which has a lower number than its twin */
    int corner[2]; /* of the other hull: the farthest under the face, as float sees it; of edges,
                      those of B's edge, the first under the face of A's half-edge */
    float depth;
    float slack; /* heights may be off by this */
    four normal; /* in the frame of A; of a face of B, in that of B */
} coarse_facet;

/* Those whose depth may be the least. */
#define COARSE_RIVALS 6
typedef struct coarse_facets {
    int count;
    coarse_facet facet[COARSE_RIVALS];
} coarse_facets;

static inline bool coarse_has_facets(const convex_shape *s) {
    return coarse_serves(s) && s->hull->planes;
}

/** The facets whose depths may be the least: no other's is, if the edges among them make facets.
 * Where A and B are apart it is one that proves so. `guess`: from A to B, a direction likely to be
 * near the normal. @return false when more facets, or more corners that one of them may lie on, are
 * near than float can tell apart */
bool carom_coarse_facets(const coarse_body *a, const coarse_body *b, const vec3 *apart,
                         const vec3 *guess, coarse_facets *out);

#endif
