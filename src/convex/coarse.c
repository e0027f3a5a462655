/* The frame of a coarse pair, for those who ask it once. */
#include "convex/coarse.h"

bool carom_coarse_start(coarse_pair *p, const coarse_body *a, const coarse_body *b, vec3 apart) {
    return coarse_started(p, a, b, apart);
}
