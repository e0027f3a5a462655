/* View frustums in carom query. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_FRUSTUM_H
#define CAROM_CLI_JSON_LINES_QUERY_FRUSTUM_H

#include "json_lines/query_shape.h"

#ifdef CAROM_DOUBLE
#define query_read_frustum query_read_frustum_double
#endif

/** Reads the corners; false for what has no frustum. */
bool query_read_frustum(json_t *body, query_shape *out);

#endif
