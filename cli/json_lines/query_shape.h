/* Shapes from JSON: a table of kinds, each with the function that reads its fields. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_SHAPE_H
#define CAROM_CLI_JSON_LINES_QUERY_SHAPE_H

#include "json_lines/query.h"
#include "json_lines/query_number.h"

/** Reads the shape in field `name` of the query. @return false, with the error set, when malformed.
 */
/** @return why the pose is invalid, or null; sets the length of its rotation */
const char *query_pose_problem(carom_pose pose, double *length);

/** Puts the fields of an invalid question: why, whose, and for a rotation of that length, what to
 * do. */
void query_put_invalid(answer *out, const char *problem, const char *of, double length);

bool query_read_shape(json_t *query, const char *name, query_shape *out, query_trouble *trouble);

void query_free_shape(query_shape *shape);

/** A field of the query; a missing one leaves *out. Infinity and NaN are read as such. */
bool query_read_real(json_t *query, const char *field, carom_real *out, query_trouble *trouble);

bool query_read_point(json_t *query, const char *field, carom_vec3 *out, query_trouble *trouble);

#endif
