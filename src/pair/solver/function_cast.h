/* Ray casts of a shape by its support function alone. */
#ifndef CAROM_PAIR_SOLVER_FUNCTION_CAST_H
#define CAROM_PAIR_SOLVER_FUNCTION_CAST_H

#include "carom/dispatch.h"
#include "query/raycast/path.h"

/** Of a support function's set or a rounded shape. */
carom_ray_hit carom_path_function(const ray_path *path, const carom_shape *shape);

#endif
