/* Distances of a scan from its reference, and their statistics. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_MEASURE_H
#define CAROM_CLI_DEVIATION_DEVIATION_MEASURE_H

#include "deviation/deviation.h"
#include "threads.h"

/** Reads a cloud or a mesh, and spreads `samples` points over a mesh. On failure prints why. */
bool deviation_load(deviation_scan *out, const model_def *def, size_t samples);
void deviation_free(deviation_scan *scan);

/** Whether distances from the mesh have a sign, negative inside: it is closed. */
bool deviation_has_sign(const model *reference);

/** The points as a mesh, each a triangle of three equal corners. False when memory ran out. */
bool deviation_cloud_mesh(const cloud *points, carom_mesh **mesh);

/** The distance of each point from the reference, of a closed one negative inside. The caller frees
 * them; null when memory ran out. */
double *deviation_of_points(const carom_vec3 *points, size_t count, const model *reference,
                            const threads *t);

/** Where a bin of the histogram begins. */
double deviation_edge(const deviation_histogram *h, size_t bin);

/** False when memory ran out. */
bool deviation_measure(deviation_result *out, const deviation_scan *scan, const model *reference,
                       double tolerance, const threads *t);

#endif
