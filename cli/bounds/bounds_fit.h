/* Fits the bounding volumes and measures times: of the fit, and of the overlap test of the volume
 * with randomly moved copies, some of which overlap. */
#ifndef CAROM_CLI_BOUNDS_BOUNDS_FIT_H
#define CAROM_CLI_BOUNDS_BOUNDS_FIT_H

#include "bounds/bounds.h"

/** Fits and measures all volumes. False when memory ran out or the points are not usable. */
bool bounds_fit(bounds_set *set, const carom_vec3 *points, size_t count);

void bounds_free(bounds_set *set);

#endif
