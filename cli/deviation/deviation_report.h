/* The reports of carom deviation. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_REPORT_H
#define CAROM_CLI_DEVIATION_DEVIATION_REPORT_H

#include "deviation/deviation.h"

/** A negative tolerance is none. */
void deviation_print_json(const deviation_result *r, const deviation_scan *scan, double tolerance);
void deviation_print_table(const deviation_result *r, const deviation_scan *scan, double tolerance);

#endif
