/* Measures every structure on the same boxes, at several sizes. */
#ifndef CAROM_CLI_BROADPHASE_BROADPHASE_MEASURE_H
#define CAROM_CLI_BROADPHASE_BROADPHASE_MEASURE_H

#include "broadphase/broadphase.h"

/** Sorts the boxes by their distance from the centre, so that a prefix is as dense as all, and
 * measures. On failure prints why to stderr. */
bool broadphase_measure(broadphase_result *result, broadphase_boxes *boxes);

#endif
