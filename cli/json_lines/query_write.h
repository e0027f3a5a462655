/* Writes fields of an answer from types of the library; compiled in both precisions, as query.h. */
#ifndef CAROM_CLI_QUERY_WRITE_H
#define CAROM_CLI_QUERY_WRITE_H

#include "answer.h"
#include "carom/carom.h"

#ifdef CAROM_DOUBLE
#define query_put_point query_put_point_double
#define query_put_certainty query_put_certainty_double
#define query_put_subshape query_put_subshape_double
#define query_put_subshapes query_put_subshapes_double
#endif

void query_put_point(answer *a, const char *field, carom_vec3 point);
void query_put_certainty(answer *a, carom_certainty certainty);
/* Writes nothing where nothing is named. */
void query_put_subshape(answer *a, const char *field, carom_subshape part);
void query_put_subshapes(answer *out, carom_subshape a, carom_subshape b);

#endif
