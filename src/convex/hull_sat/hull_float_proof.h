/* Proof that the facet of the last answer is still the nearest one, from at most four vertices. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PROOF_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PROOF_H

#include "simd/simd_set.h"
#include "convex/hull_sat/hull_float_facets.h"

typedef struct hull_float_claim {
    const hull_float_pair *pair;
    const hull_data *a, *b; /* both have planes in float */
    hull_float_facet facet; /* with depth > 0 and slack */
} hull_float_claim;

static inline bool hull_float_has_planes(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->rigid && s->hull->vertices_f && s->hull->planes;
}

/** @return true when all other facets are deeper by more than the slack, and the claimed one
 * contains no further vertices; then carom_hull_float_facets would find no nearer one */
bool carom_hull_float_proof_native(const hull_float_claim *claim);
bool carom_hull_float_proof_avx2(const hull_float_claim *claim);

static inline bool hull_float_proof(const hull_float_claim *claim) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_hull_float_proof, avx2)(claim)
                          : carom_hull_float_proof_native(claim);
}

#endif
