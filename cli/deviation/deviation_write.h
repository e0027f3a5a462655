/* Scans coloured by their deviation, as PLY. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_WRITE_H
#define CAROM_CLI_DEVIATION_DEVIATION_WRITE_H

#include "deviation/deviation_measure.h"

/** Blue at -range, or where there is no sign at 0, to white to red at range. On failure prints why.
 */
bool deviation_write_ply(const deviation_scan *scan, const model *reference, double range,
                         const char *path, const threads *t);

#endif
