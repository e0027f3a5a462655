/* A segment, triangle or convex polygon in sphere sweeps: the regular case, as the span of time in
 * which a line is in a union of capsules and a prism, and the fallback, by exact signs, for any
 * shape and path. */
#ifndef CAROM_QUERY_SWEEP_OUTLINE_H
#define CAROM_QUERY_SWEEP_OUTLINE_H

#include "query/sweep/sweep_core.h"

/* Most vertices; a polygon of more is a fan of triangles. */
#define OUTLINE_LIMIT 64

typedef struct outline {
    const vec3 *v;
    int count;
    vec3 normal; /* of the face, any length; zero when there is no area */
} outline;

/** A nearest_function for an outline. */
nearest_point carom_outline_nearest(vec3 p, const void *shape);

/** The whole answer in the ordinary case; false when rounding might decide or numbers are extreme.
 */
bool carom_outline_filtered(carom_sweep_hit *hit, const moving_ball *ball, const outline *shape);

/** The whole answer for any numbers and any path. */
carom_sweep_hit carom_outline_exact(const moving_ball *ball, const outline *shape);

#endif
