/* The tree of a compound of implicit children. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_TREE_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_TREE_H

#include "dispatch/compound/compound_data.h"

/** A zeroed compound of this form, without children; null for lack of memory. */
carom_compound *carom_compound_start(compound_form form, const carom_allocator *allocator);
/** Builds the tree over the leaves of implicit children, which are in their places. */
carom_status carom_compound_grow_tree(carom_compound *c);

#endif
