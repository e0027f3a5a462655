/* Path against convex polygon: the fan of triangles around the first vertex. The triangles are
 * exact and closed, so their union is the polygon without gaps, in either orientation and with any
 * number of repeated or collinear vertices. */
#include "math/compensated_cross.h"
#include "query/raycast/kernel_solid.h"
#include "query/raycast/kernel_triangle.h"
#include "shape/polygon.h"
#include "query/raycast/path/path_polygon.h"

/* The polygon's normal against the direction; that of the triangle that was hit when there is no
 * area. */
static vec3 polygon_normal(const carom_polygon *polygon, vec3 direction, vec3 fallback) {
    vec3 v0 = load3(polygon_corner(polygon, 0)), sum = vec(0, 0, 0);
    double largest = 0.0; /* so that no product leaves the range */
    for (int i = 1; i < polygon_count(polygon); i++)
        largest = max2(largest, max_abs3(sub3(load3(polygon_corner(polygon, i)), v0)));
    const double power = scaling_power(largest);
    for (int i = 1; i + 1 < polygon_count(polygon); i++)
        sum =
            add3(sum, robust_cross(scale3(sub3(load3(polygon_corner(polygon, i)), v0), power),
                                   scale3(sub3(load3(polygon_corner(polygon, i + 1)), v0), power)));
    if (!finite3(sum) || max_abs3(sum) == 0.0) return fallback;
    return dot3(sum, scale3(direction, scaling_power(max_abs3(direction)))) > 0.0 ? neg3(sum) : sum;
}

carom_ray_hit carom_path_polygon(const ray_path *path, const carom_polygon *polygon) {
    int32_t count = polygon_count(polygon);
    if (count < 1 || !polygon->vertices) return no_hit();
    for (int32_t i = 0; i < count; i++)
        if (!finite3(load3(polygon_corner(polygon, i)))) return no_hit();
    triangle_hit best = {0}, hit;
    bool found = false;
    vec3 v[3] = {load3(polygon_corner(polygon, 0)), load3(polygon_corner(polygon, count > 1))};
    for (int32_t i = 2; i <= max2(2, count - 1); i++) {
        v[2] = load3(polygon_corner(polygon, i < count ? i : count - 1));
        if (path_triangle(path, v, CAROM_BOTH_SIDES, &hit) && (!found || hit.t < best.t)) {
            best = hit;
            found = true;
        }
        v[1] = v[2];
    }
    if (!found) return no_hit();
    solid_hit out = {best.t, best.t, polygon_normal(polygon, path->direction, best.normal), false};
    return store_solid_hit(path, &out, path_point(path, best.t));
}
