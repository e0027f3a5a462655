/* Do two convex shapes share a point, where that is beyond doubt? */
#ifndef CAROM_CONVEX_MPR_MPR_H
#define CAROM_CONVEX_MPR_MPR_H

#include "convex/support/convex.h"

typedef enum portal_end {
    PORTAL_OPEN = 0, /* not found soon, or too close to tell */
    PORTAL_APART,    /* `axis` separates */
    PORTAL_CONTACT   /* the middle and three more points of A - B hold the origin */
} portal_end;

typedef struct portal_corner {
    vec3 w; /* of A - B */
    int ia, ib;
} portal_corner;

typedef struct portal {
    const convex_shape *a, *b;
    vec3 shift_a, shift_b; /* of the shapes' offsets */
    vec3 middle;           /* a point of A - B */
    int hint[2];
    vec3 axis;   /* of the last support point: from A to B */
    double size; /* of the coordinates met */
    portal_corner corner[3];
    bool complete; /* three corners are known */
} portal;

/** By balls round two middles whose distance is known: two that are in the shapes meet by far, or
 * two that hold them do not. */
static inline portal_end portal_by_balls(double apart2, double inner, double outer) {
    if (!(apart2 > 1e-100 && apart2 < 1e100)) return PORTAL_OPEN;
    if (inner > 0.0 && apart2 < 0.99 * inner * inner) return PORTAL_CONTACT;
    return apart2 > 1.002 * outer * outer ? PORTAL_APART : PORTAL_OPEN;
}

/** The shapes without their radii. `cache` may be null. */
void carom_mpr_start(portal *p, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache);

/** Does what the last search left in the cache still tell? Of it only the hints are changed. */
portal_end carom_mpr_recall(portal *p, convex_cache *cache);

portal_end carom_mpr_search(portal *p);

void carom_mpr_store(const portal *p, portal_end end, convex_cache *cache);

#endif
