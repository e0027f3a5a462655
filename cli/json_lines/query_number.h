/* Numbers and points from JSON. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_NUMBER_H
#define CAROM_CLI_JSON_LINES_QUERY_NUMBER_H

#include "json_lines/query.h"

/** @return false for anything but a number, or a point. */
bool query_number(json_t *value, carom_real *out);
bool query_point(json_t *value, carom_vec3 *out);

/** An array of exactly `count` points. @return false for anything else. */
bool query_points(json_t *value, carom_vec3 *out, size_t count);

#endif
