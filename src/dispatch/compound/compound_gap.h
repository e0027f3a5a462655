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

#endif
