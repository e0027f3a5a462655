/* Point clouds and voxels from JSON. */
#ifndef CAROM_CLI_QUERY_CLOUD_H
#define CAROM_CLI_QUERY_CLOUD_H

#include "json_lines/query.h"

#ifdef CAROM_DOUBLE
#define query_read_points_shape query_read_points_shape_double
#define query_read_voxels query_read_voxels_double
#endif

/** {"points":[[x,y,z], ...],"radius":r or [r, ...]} and the grid or leaves of docs/query.md, as a
 * compound that `out` owns. @return false where a field is of a wrong type */
bool query_read_points_shape(json_t *body, query_shape *out);
bool query_read_voxels(json_t *body, query_shape *out);

#endif
