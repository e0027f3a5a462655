/* The hull of a k-DOP. */
#ifndef CAROM_FIT_VOLUME_H
#define CAROM_FIT_VOLUME_H

#include "carom/fit.h"
#include "shape/hull_data.h"

typedef void hull_reader(const hull_data *hull, void *context);

/** Calls `read` with the hull of a k-DOP's corners, which lives on the stack until it returns.
 * @return false, without a call, when the k-DOP is invalid or has fewer than four corners */
bool carom_kdop_hull(const carom_kdop *kdop, hull_reader *read, void *context);

#endif
