/* MPR, Minkowski portal refinement [Snethen08]: do two convex shapes share a point? The answer is
 * certain or undecided. */
#ifndef CAROM_CONVEX_MPR_MPR_H
#define CAROM_CONVEX_MPR_MPR_H

#include "convex/mpr/tolerances.h"
#include "convex/support/convex.h"

typedef enum portal_end {
    PORTAL_UNDECIDED = 0, /* undecided: within rounding of touching, or the steps are spent */
    PORTAL_APART,         /* `axis` separates */
    PORTAL_CONTACT /* the tetrahedron of the middle and three support points holds the origin */
} portal_end;

typedef struct portal_corner {
    vec3 w;     /* a support point of A - B */
    int ia, ib; /* its vertices in A and B */
} portal_corner;

typedef struct portal {
    const convex_shape *a, *b;
    vec3 shift_a, shift_b; /* from the reference point to the origin of each shape's offsets */
    vec3 middle;           /* a point of A - B; interior when both shapes are solid */
    int hint[2];           /* where the support search of A and B starts */
    vec3 axis;             /* direction of the last support point, from A to B */
    double size;           /* greatest coordinate of a point of A or B so far */
    portal_corner corner[3];
    bool complete; /* all three corners are set */
} portal;

/** Overlap by bounding spheres about two middles: inscribed spheres that overlap by a margin prove
 * contact, circumscribed ones that are apart by a margin prove separation.
 * @param apart2 squared distance of the middles
 * @param inner sum of the inscribed spheres' radii, 0 without any
 * @param outer sum of the circumscribed spheres' radii */
static inline portal_end portal_by_spheres(double apart2, double inner, double outer) {
    if (!(apart2 > PORTAL_BALLS_MIN2 && apart2 < PORTAL_BALLS_MAX2)) return PORTAL_UNDECIDED;
    if (inner > 0.0 && apart2 < PORTAL_BALLS_INNER2 * inner * inner) return PORTAL_CONTACT;
    return apart2 > PORTAL_BALLS_OUTER2 * outer * outer ? PORTAL_APART : PORTAL_UNDECIDED;
}

/** Sets up a search for the cores: the shapes without their radii. `cache` may be null. */
void carom_mpr_start(portal *p, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache);

/** Tests whether the cached tetrahedron or axis still proves contact or separation. Changes only
 * the cache's hints. */
portal_end carom_mpr_recall(portal *p, convex_cache *cache);

/** Runs the portal refinement. */
portal_end carom_mpr_search(portal *p);

/** Stores the portal or the axis of a decided search. */
void carom_mpr_store(const portal *p, portal_end end, convex_cache *cache);

#endif
