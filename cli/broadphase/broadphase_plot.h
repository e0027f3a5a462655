/* The plot of carom broadphase: two panels, for static and for moving boxes, both axes logarithmic,
 * and a legend in the order of the times of moving boxes. */
#ifndef CAROM_CLI_BROADPHASE_BROADPHASE_PLOT_H
#define CAROM_CLI_BROADPHASE_BROADPHASE_PLOT_H

#include "broadphase/broadphase.h"

/** On failure prints why to stderr. */
bool broadphase_write_svg(const broadphase_result *result, const char *path);

bool broadphase_write_png(const broadphase_result *result, const char *path);

#endif
