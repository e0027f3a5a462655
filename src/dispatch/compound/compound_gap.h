/* How far a box of a compound's tree is from the other shape, for boxes that are small beside it:
 * where the box of the other shape says little. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_GAP_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_GAP_H

#include "dispatch/compound/compound_pair.h"

/** Is it worth asking? */
bool carom_gap_counts(const compound_pair *pair, const carom_aabb *box);
/** False where the box, and so what it holds, is certainly farther than the margin. */
bool carom_gap_within(const compound_pair *pair, const carom_aabb *box, double margin);
/** A lower bound on the distance, which may be any above the limit. */
double carom_gap_least(const compound_pair *pair, const carom_aabb *box, double limit);

/** The other shape lies beyond a plane: where normal * x is at least the height. */
typedef struct gap_plane {
    vec3 normal;
    double height;
    bool known;
} gap_plane;

/** The plane across the shortest segment that was found, moved to the other shape's support. */
bool carom_gap_plane_set(gap_plane *plane, const compound_pair *pair,
                         const carom_closest_any *found);

/** A lower bound on the distance of a box from what lies beyond the plane. */
static inline double gap_beyond_plane(const gap_plane *plane, const carom_aabb *box) {
    const vec3 n = plane->normal, low = load3(box->min), high = load3(box->max);
    if (!plane->known) return 0.0;
    return plane->height - n.x * (n.x < 0.0 ? low.x : high.x) - n.y * (n.y < 0.0 ? low.y : high.y) -
           n.z * (n.z < 0.0 ? low.z : high.z);
}

#endif
