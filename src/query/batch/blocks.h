/* The location of a block's items, and the output of its answers. */
#ifndef CAROM_QUERY_BATCH_BLOCKS_H
#define CAROM_QUERY_BATCH_BLOCKS_H

#include "query/batch/batch.h"

/** `arrays`: `fields` pointers, as the public sets begin with. */
batch_source carom_batch_source(const void *arrays, size_t fields, size_t count);

/** True when whole blocks can be read in place, one after the other. */
bool carom_batch_is_in_place(const batch_source *source, size_t count);

/** Points `side` to range[1] items from range[0] on, copying them into `scratch` where they cannot
 * be read in place. @return bits of those that exist */
uint64_t carom_batch_lay_out(const batch_source *source, const size_t range[2],
                             batch_memory scratch, batch_side *side);
batch_item carom_batch_item(const batch_source *source, const batch_side *side, size_t i);

/** Writes bits and indices of a block that begins at item `first`; `found` hits were written
 * before. @return the number of hits */
size_t carom_batch_put(const carom_batch_answers *answers, const batch_block *block, size_t first,
                       size_t found);
batch_kernel *carom_batch_kernel(const carom_batch_answers *answers, batch_verb verb);

#endif
