/* Box, sweep and pair queries of a carom_space. */
#ifndef CAROM_SPATIAL_SPACE_QUERY_H
#define CAROM_SPATIAL_SPACE_QUERY_H

#include "spatial/space.h"

void carom_space_cut_pairs(space_pairs *pairs, const carom_space *a, const carom_space *b);
void carom_space_visit_piece(const space_pairs *pairs, uint32_t piece, carom_pair_visitor *visitor,
                             void *user);

/** Reports the answers of the structure and of the pending boxes together; returns false when the
 * visitor ended the search. */
bool carom_space_search(const carom_space *space, const space_search *search);

#endif
