/* First contacts of the moving parts. */
#ifndef CAROM_CLI_MOTION_MOTION_FIND_H
#define CAROM_CLI_MOTION_MOTION_FIND_H

#include "motion/motion.h"

/** Finds the first contact of each moving part with each part that stands. False when memory ran
 * out. */
bool motion_find(motion_result *out, const threads *t);

#endif
