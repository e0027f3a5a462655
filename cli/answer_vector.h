/* A vector as a field of an answer: [x, y, z]. */
#ifndef CAROM_CLI_ANSWER_VECTOR_H
#define CAROM_CLI_ANSWER_VECTOR_H

#include "real.h" /* first: it chooses double */

#include "answer.h"

static inline void answer_vector(answer *a, const char *field, carom_vec3 v) {
    answer_numbers(a, field, (const double[3]){v.x, v.y, v.z}, 3);
}

#endif
