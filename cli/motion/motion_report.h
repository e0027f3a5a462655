/* The reports of carom sweep: a table, or one JSON object. */
#ifndef CAROM_CLI_MOTION_MOTION_REPORT_H
#define CAROM_CLI_MOTION_MOTION_REPORT_H

#include "motion/motion.h"

void motion_print_table(const motion_result *r);
void motion_print_json(const motion_result *r);

#endif
