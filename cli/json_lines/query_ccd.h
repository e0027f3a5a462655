/* The ccd query: vertex against triangle or edge against edge, each given at the start and at the
 * end of the frame. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_CCD_H
#define CAROM_CLI_JSON_LINES_QUERY_CCD_H

#include "json_lines/query.h"

/* The queries that are not one call of dispatch.h. They answer, or return false with the error set.
 */
bool query_ccd(json_t *query, answer *a, query_trouble *trouble);

#endif
