/* The query of the signed distance. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_SIGNED_H
#define CAROM_CLI_JSON_LINES_QUERY_SIGNED_H

#include "json_lines/query.h"

bool query_distance_signed(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                           query_trouble *trouble);

#endif
