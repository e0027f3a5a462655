/* Exact predicates of Quickhull, fast for degenerate input; own filter before [Shewchuk97]. */
#ifndef CAROM_FIT_QUICKHULL_SIGN_H
#define CAROM_FIT_QUICKHULL_SIGN_H

#include "fit/quickhull_parts.h"

/** Are a, b, c collinear? Exact. */
bool carom_quickhull_collinear(vec3 a, vec3 b, vec3 c);

/** cross(b - a, c - a), each component to within a few ulps. */
vec3 carom_quickhull_normal(vec3 a, vec3 b, vec3 c);

#endif
