/* A convex polygon is a fan of triangles around its first vertex, in either orientation; the
 * nearest point of the fan is the nearest point of the polygon, also where repeated or collinear
 * vertices make some triangles segments or points. */
#include "carom/closest.h"
#include "query/closest/closest_polygon.h"
#include "shape/polygon.h"
#include "query/closest/closest_point_polygon.h"

carom_closest_points carom_closest_point_outline(carom_vec3 point, const carom_polygon *polygon) {
    carom_closest_points best = {.distance = (carom_real)INFINITY};
    for (int i = 0; i < fan_size(polygon); i++) {
        carom_triangle part = fan_triangle(polygon, i);
        carom_closest_on_triangle on = carom_closest_point_triangle(point, &part);
        if (!(on.distance <= CAROM_REAL_MAX))
            return (carom_closest_points){.distance = (carom_real)INFINITY};
        if (on.distance < best.distance)
            best = (carom_closest_points){on.distance, on.point_a, on.point_b};
    }
    return best;
}

carom_closest_points carom_closest_point_polygon(carom_vec3 point, const carom_polygon *polygon) {
    if (polygon->count <= 0 || !polygon->vertices)
        return (carom_closest_points){.distance = (carom_real)INFINITY};
    return carom_closest_point_outline(point, polygon);
}
