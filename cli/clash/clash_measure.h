/* What two parts have in common, measured: the volume, the area of faces that lie on each other,
 * and the way out. */
#ifndef CAROM_CLI_CLASH_CLASH_MEASURE_H
#define CAROM_CLI_CLASH_CLASH_MEASURE_H

#include "answer.h"
#include "clash/clash.h"

/** Makes what ways out need, of the shapes of pairs that overlap. */
void clash_measure_prepare(const clash_result *result, const threads *t);

/** Measures a pair whose verdict and depth are known. Memory that runs out leaves numbers unknown.
 */
void clash_measure_pair(const clash_result *result, clash_pair *pair);

/** The fields of JSON, or nothing where the pair was not measured. */
void clash_put_measures(answer *a, const clash_pair *pair);

#define CLASH_MEASURES_HEADER                                                                      \
    ",volume,volume_error,contact_area,contact_area_error,way_out,out_x,out_y,out_z"
/** The columns of CSV, empty where a number is not known. */
void clash_print_measures(const clash_pair *pair);

#endif
