/* The hit of a path on a triangle, and its exact decision, where the filter of kernel_triangle.h is
 * undecided. */
#ifndef CAROM_QUERY_RAYCAST_TRIANGLE_EXACT_H
#define CAROM_QUERY_RAYCAST_TRIANGLE_EXACT_H

#include "query/raycast/path.h"

typedef struct triangle_hit {
    double t;
    vec3 barycentric; /* weights of the three vertices */
    vec3 normal;      /* of any length but zero, against the direction */
} triangle_hit;

/** The exact decision, and an accurate hit, for any input. */
bool carom_path_triangle_exact(const ray_path *path, const vec3 v[3], carom_facing facing,
                               triangle_hit *hit);

#endif
