/* Whether a facet that is known from before still is the nearest, told from few corners alone. */
#ifndef CAROM_CONVEX_HULL_SAT_COARSE_PROOF_H
#define CAROM_CONVEX_HULL_SAT_COARSE_PROOF_H

#include "batch/simd_set.h"
#include "convex/hull_sat/coarse_facets.h"

typedef struct coarse_claim {
    const coarse_pair *pair;
    const hull_data *a, *b; /* both have planes */
    coarse_facet facet;     /* with its depth, above 0, and slack */
} coarse_claim;

static inline bool coarse_has_planes(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->rigid && s->hull->coarse && s->hull->planes;
}

/** @return true when all other facets are farther by more than float leaves open, and the claimed
 * one has no other corners near; then carom_coarse_facets would have found no nearer one */
bool carom_coarse_proof_native(const coarse_claim *claim);
bool carom_coarse_proof_avx2(const coarse_claim *claim);

static inline bool coarse_proof(const coarse_claim *claim) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_coarse_proof, avx2)(claim)
                          : carom_coarse_proof_native(claim);
}

#endif
