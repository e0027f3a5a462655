/* Exact predicates of Quickhull, fast for degenerate input; own filter before [Shewchuk97]. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_SIGN_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_SIGN_H

#include "math/vec.h"

/** Sign of carom_orient3d, faster for lattice points and axis-aligned planes. */
int carom_quickhull_sign(vec3 a, vec3 b, vec3 c, vec3 d);

/** Are a, b, c collinear? Exact. */
bool carom_quickhull_collinear(vec3 a, vec3 b, vec3 c);

/** cross(b - a, c - a), each component to within a few ulps. */
vec3 carom_quickhull_normal(vec3 a, vec3 b, vec3 c);

#endif
