/* A convex polygon is a fan of triangles around its first vertex, whichever way round it is given;
 * the nearest triangle's point is the nearest of all, also where repeated or collinear vertices
 * make some of the fan segments or points. */
#include "carom/closest.h"
#include "math/vec.h"

carom_closest_points carom_closest_point_polygon(carom_vec3 point, const carom_polygon *polygon) {
    carom_closest_points best = {.distance = (carom_real)INFINITY};
    if (polygon->count <= 0 || !polygon->vertices) return best;
    const carom_vec3 *v = polygon->vertices;
    int last = polygon->count - 1;
    for (int i = 0; i == 0 || i + 1 < last; i++) {
        int second = i + 1 < last ? i + 1 : last, third = i + 2 < last ? i + 2 : last;
        carom_triangle part = {{v[0], v[second], v[third]}};
        carom_closest_on_triangle on = carom_closest_point_triangle(point, &part);
        if (!(on.distance <= CAROM_REAL_MAX))
            return (carom_closest_points){.distance = (carom_real)INFINITY};
        if (on.distance < best.distance)
            best = (carom_closest_points){on.distance, on.point_a, on.point_b};
    }
    return best;
}
