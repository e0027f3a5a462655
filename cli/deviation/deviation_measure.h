/* Distances of a scan from its reference, and their statistics. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_MEASURE_H
#define CAROM_CLI_DEVIATION_DEVIATION_MEASURE_H

#include "deviation/deviation.h"
#include "threads.h"

/** Reads a cloud or a mesh, and spreads `samples` points over a mesh. On failure prints why. */
bool deviation_load(deviation_scan *out, const char *path, size_t samples, uint32_t thread_count);
void deviation_free(deviation_scan *scan);

/** The distance of each point from the reference, of a closed one negative inside. The caller frees
 * them; null when memory ran out. */
double *deviation_of_points(const carom_vec3 *points, size_t count, const model *reference,
                            const threads *t);

/** False when memory ran out. */
bool deviation_measure(deviation_result *out, const deviation_scan *scan, const model *reference,
                       double tolerance, const threads *t);

#endif
