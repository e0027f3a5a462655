/* Ray casts of a shape that is given by its support function. */
#ifndef CAROM_PAIR_SOLVER_FUNCTION_CAST_H
#define CAROM_PAIR_SOLVER_FUNCTION_CAST_H

#include "carom/dispatch.h"
#include "query/raycast/path.h"

carom_ray_hit carom_path_function(const ray_path *path, const carom_support_shape *shape);

#endif
