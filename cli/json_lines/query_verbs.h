/* Answers a query by its verb: reads two shapes, calls dispatch.h, writes the fields. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_VERBS_H
#define CAROM_CLI_JSON_LINES_QUERY_VERBS_H

#include "json_lines/query.h"

/** Answers one query. @return false with the error set; nothing was written then. */
bool query_evaluate_float(json_t *query, answer *a, query_trouble *trouble);
bool query_evaluate_double(json_t *query, answer *a, query_trouble *trouble);

#endif
