/* Hulls of few points, for a moment. */
#ifndef CAROM_FIT_VOLUME_H
#define CAROM_FIT_VOLUME_H

#include "carom/fit.h"
#include "shape/hull_data.h"
#include "shape/kdop.h"

typedef void hull_reader(const hull_data *hull, void *context);

/** Calls `read` with the hull of at most KDOP_VERTICES finite points, which lives on the stack
 * until it returns.
 * @return false, without a call, when there are none or more */
bool carom_points_hull(const vec3 *points, int count, hull_reader *read, void *context);
/** Calls `read` with the hull of a k-DOP's corners, which lives on the stack until it returns.
 * @return false, without a call, when the k-DOP is invalid or has fewer than four corners */
bool carom_kdop_hull(const carom_kdop *kdop, hull_reader *read, void *context);

#endif
