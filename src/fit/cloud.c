/* No algorithm of its own: point sets for the fits, and the empty volumes. One pass finds the
 * bounding box and whether all points are finite: a sum that starts at zero and adds x - x stays
 * zero only then. Scaling is by powers of two, so it rounds nothing. */
#include "fit/cloud.h"

#include <string.h>

#include "fit/tolerances.h"

/* Sets all fields but the points; false for no points or one that is not finite. */
static bool init_cloud(cloud *c, size_t count) {
    if (count == 0 || count > INT32_MAX) return false;
    c->count = (int32_t)count;
    c->scale = 1.0;
    vec3 low = cloud_point(c, 0), high = low, zero = {0, 0, 0};
    for (int32_t i = 0; i < c->count; i++) {
        vec3 p = cloud_point(c, i);
        low = lower3(low, p);
        high = upper3(high, p);
        zero = add3(zero, sub3(p, p));
    }
    if (!(len2(zero) == 0.0)) return false;
    double largest = max2(max_abs3(low), max_abs3(high)), extent = max_abs3(sub3(high, low));
    while (largest * c->scale > CLOUD_SIZE_MAX)
        c->scale *= 1.0 / CLOUD_SIZE_MAX;
    while (extent > 0.0 && extent * c->scale < 1.0 / CLOUD_SIZE_MAX)
        c->scale *= CLOUD_SIZE_MAX;
    c->low = scale3(low, c->scale);
    c->high = scale3(high, c->scale);
    c->pivot = scale3(add3(c->low, c->high), 0.5);
    c->point_error *= c->scale;
    return true;
}

bool carom_cloud_of_points(cloud *out, const carom_vec3 *points, size_t count) {
    memset(out, 0, sizeof *out);
    out->points = points;
    return points && init_cloud(out, count);
}

bool carom_cloud_of_hull(cloud *out, const hull_data *hull) {
    memset(out, 0, sizeof *out);
    out->hull = hull;
    return init_cloud(out, (size_t)hull->vertex_count);
}

bool carom_cloud_of_corners(cloud *out, const vec3 *corners, int32_t count, double error) {
    memset(out, 0, sizeof *out);
    out->corners = corners;
    out->point_error = error;
    return init_cloud(out, (size_t)count) && error >= 0.0;
}

carom_aabb carom_empty_aabb(void) {
    return (carom_aabb){{1, 1, 1}, {-1, -1, -1}};
}

carom_sphere carom_empty_sphere(void) {
    return (carom_sphere){{0, 0, 0}, -1};
}

carom_obb carom_empty_obb(void) {
    return (carom_obb){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {-1, -1, -1}};
}

carom_capsule carom_empty_capsule(void) {
    return (carom_capsule){{0, 0, 0}, {0, 0, 0}, -1};
}

carom_kdop carom_empty_kdop(const carom_kdop_slabs *slabs) {
    for (int32_t i = 0; i < slabs->count; i++) {
        slabs->min[i] = 1;
        slabs->max[i] = -1;
    }
    return (carom_kdop){slabs->normals, slabs->min, slabs->max, slabs->count};
}
