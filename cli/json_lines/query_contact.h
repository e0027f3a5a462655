/* The queries contact (manifold) and toi (time of impact), whose answers have many fields. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_CONTACT_H
#define CAROM_CLI_JSON_LINES_QUERY_CONTACT_H

#include "json_lines/query.h"

bool query_contact(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble);

bool query_toi(json_t *query, const query_shape *a, const query_shape *b, answer *out,
               query_trouble *trouble);

#endif
