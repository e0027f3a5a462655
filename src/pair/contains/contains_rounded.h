/* Containment with rounded shapes and of what is known by its support function alone. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_ROUNDED_H
#define CAROM_PAIR_CONTAINS_CONTAINS_ROUNDED_H

#include "convex/support/convex.h"
#include "pair/pose/pair.h"

/** A is rounded, or B is, or B is a support function and A bounded by planes; both valid, in the
 * common frame. Where neither is proved: false. */
bool carom_rounded_contains(const carom_shape *a, const carom_shape *b);
/** Whether A contains a point; one that was rounded may be outside by some ulps. */
bool carom_holds_corner(const carom_shape *a, vec3 p, bool rounded);
/** Whether a point is in a support function's set, but for the rounding of what it returns. */
bool carom_near_function(const convex_shape *function, vec3 p);
bool carom_is_bounded_by_planes(carom_shape_kind kind);

#endif
