/* Contact of a capsule and a box by a filter: what it leaves undecided is for other solvers. */
#ifndef CAROM_PAIR_ROUND_CAPSULE_BOX_H
#define CAROM_PAIR_ROUND_CAPSULE_BOX_H

#include "convex/box/box_view.h"
#include "pair/pose/round_frame.h"

/** Bounds of the distance of a segment from a box, the lower one first, which is negative where
 * nothing is known. The segment goes from `axis[0]`, seen from the middle of the box, along
 * `axis[1]`. Where numbers overflow they are not ordered. */
void carom_axis_box_range(double range[2], const box_view *box, const vec3 axis[2]);

/** Contact of a capsule and a box, in any order. @return false where it is undecided, and of pairs
 * that were not posed by carom_shape_pose */
bool carom_capsule_box_overlap(const carom_posed_shape *a, const carom_posed_shape *b, bool *touch);

#endif
