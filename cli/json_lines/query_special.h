/* Queries beyond dispatch.h: ray casts with faces and barycentric coordinates, intersection sets of
 * planar shapes, and contact responses. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_SPECIAL_H
#define CAROM_CLI_JSON_LINES_QUERY_SPECIAL_H

#include "json_lines/query.h"

bool query_respond(json_t *query, answer *a, query_trouble *trouble);

bool query_intersect(json_t *query, answer *a, query_trouble *trouble);

bool query_raycast(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble);

#endif
