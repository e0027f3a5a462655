/* Overlapping pairs by simultaneous descent of two BVH4s, or of one against itself [Ericson05] 6.3.
 */
#ifndef CAROM_SPATIAL_BVH_BVH4_WALK_PAIRS_H
#define CAROM_SPATIAL_BVH_BVH4_WALK_PAIRS_H

#include "spatial/bvh/bvh4_walk.h"

/* Implement the functions of space_ops, over the BVH4 that space->structure begins with. */
bool carom_bvh4_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user);
bool carom_bvh4_visit_pairs_between(const carom_space *a, const carom_space *b,
                                    carom_pair_visitor *visitor, void *user);
uint32_t carom_bvh4_cut_pairs(const carom_space *a, const carom_space *b,
                              pair_piece pieces[PAIR_PIECES]);
void carom_bvh4_visit_piece(const space_pairs *pairs, const pair_piece *piece,
                            carom_pair_visitor *visitor, void *user);

#endif
