/* The mass of one shape: volume, centre, inertia and principal axes. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_MASS_H
#define CAROM_CLI_JSON_LINES_QUERY_MASS_H

#include "json_lines/query.h"

bool query_mass(json_t *query, answer *a, query_trouble *trouble);

#endif
