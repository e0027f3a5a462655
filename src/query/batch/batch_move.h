/* Transforms of points and boxes. */
#ifndef CAROM_QUERY_BATCH_BATCH_MOVE_H
#define CAROM_QUERY_BATCH_BATCH_MOVE_H

#include "query/batch/batch.h"

/** The public transforms with the kernels of one set. `to`: three arrays, or six. */
void carom_batch_move(batch_kernels *kernels, carom_pose pose, const batch_source *source,
                      carom_real *const *to);

#endif
