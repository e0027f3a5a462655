/* k-DOPs: the slabs between the least and greatest dot product along fixed normals [Ericson05].
 * They enclose: the products are computed in double and rounded outwards; where a point is within
 * rounding of the bound, an exact predicate moves the bound by ulps until the point is inside. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "math/predicates.h"

#define DIAGONAL_AXES                                                                              \
    {1, 0, 0}, {0, 1, 0}, {                                                                        \
        0, 0, 1                                                                                    \
    }
#define DIAGONAL_CORNERS                                                                           \
    {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {                                                           \
        1, -1, -1                                                                                  \
    }
#define DIAGONAL_EDGES                                                                             \
    {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {                                     \
        0, 1, -1                                                                                   \
    }
/* Ulps by which the exact predicate may move a bound. */
#define NUDGE_LIMIT 8

const carom_vec3 *carom_kdop_normals(int32_t k, int32_t *count) {
    static const carom_vec3 with_corners[] = {DIAGONAL_AXES, DIAGONAL_CORNERS};
    static const carom_vec3 with_edges[] = {DIAGONAL_AXES, DIAGONAL_EDGES};
    static const carom_vec3 with_both[] = {DIAGONAL_AXES, DIAGONAL_CORNERS, DIAGONAL_EDGES};
    bool known = k == 6 || k == 14 || k == 18 || k == 26;
    if (count) *count = known ? k / 2 : 0;
    return !known ? NULL : k == 18 ? with_edges : k == 26 ? with_both : with_corners;
}

static bool slabs_are_valid(const carom_kdop_slabs *slabs) {
    if (slabs->count < 1 || slabs->count > CAROM_KDOP_LIMIT) return false;
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        if (!finite3(n) || max_abs3(n) == 0.0) return false;
    }
    return true;
}

static carom_kdop kdop_of_slabs(const carom_kdop_slabs *slabs) {
    return (carom_kdop){slabs->normals, slabs->min, slabs->max, slabs->count};
}

static carom_kdop checked_kdop(const carom_kdop_slabs *slabs) {
    for (int32_t i = 0; i < slabs->count; i++) {
        double low = (double)slabs->min[i], high = (double)slabs->max[i];
        if (!finite1(low) || !finite1(high) || !(low <= high)) return carom_empty_kdop(slabs);
    }
    return kdop_of_slabs(slabs);
}

static double sum_abs_products(vec3 a, vec3 b) {
    return fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z);
}

/* The least carom_real (to an ulp) that bounds dot(n, p) of all points; infinite beyond the range.
 */
static carom_real bound_along(vec3 n, const carom_vec3 *points, size_t count) {
    double highest = -INFINITY, size = 0.0;
    for (size_t i = 0; i < count; i++) {
        vec3 p = load3(points[i]);
        highest = max2(highest, dot3(n, p));
        size = max2(size, sum_abs_products(n, p));
    }
    double near = highest - KDOP_DOT_ROUNDINGS * size;
    carom_real bound = (carom_real)highest;
    if (!finite1(highest) || !finite1((double)bound)) return CAROM_REAL_MAX * 2;
    for (size_t i = 0, nudged = 0; i < count && nudged < NUDGE_LIMIT; i++) {
        vec3 p = load3(points[i]);
        if (dot3(n, p) < near) continue;
        while (carom_sign_plane(n, (double)bound, p) > 0 && nudged++ < NUDGE_LIMIT)
            bound = real_above(bound);
    }
    return bound;
}

carom_kdop carom_fit_kdop_points(const carom_kdop_slabs *slabs, const carom_vec3 *points,
                                 size_t count) {
    cloud c;
    if (!slabs_are_valid(slabs) || !carom_cloud_of_points(&c, points, count))
        return carom_empty_kdop(slabs);
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        slabs->max[i] = bound_along(n, points, count);
        slabs->min[i] = -bound_along(neg3(n), points, count);
    }
    return checked_kdop(slabs);
}

carom_kdop carom_fit_kdop_aabb(const carom_kdop_slabs *slabs, const carom_aabb *box) {
    const carom_vec3 *e[2] = {&box->min, &box->max};
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = (carom_vec3){e[i & 1]->x, e[i >> 1 & 1]->y, e[i >> 2]->z};
    bool sound = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    return carom_fit_kdop_points(slabs, corners, sound ? 8 : 0);
}

/* Sets a slab to the range, grown by `slack` and rounded outwards. */
static void set_slab(const carom_kdop_slabs *slabs, int32_t i, const double range[2],
                     double slack) {
    slabs->min[i] = real_down(range[0] - slack);
    slabs->max[i] = real_up(range[1] + slack);
}

carom_kdop carom_fit_kdop_sphere(const carom_kdop_slabs *slabs, const carom_sphere *sphere) {
    vec3 center = load3(sphere->center);
    double r = (double)sphere->radius;
    if (!slabs_are_valid(slabs) || !finite3(center) || !(r >= 0.0)) return carom_empty_kdop(slabs);
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        double middle = dot3(n, center), reach = r * carom_length(n);
        set_slab(slabs, i, (double[2]){middle - reach, middle + reach},
                 KDOP_SPHERE_ROUNDINGS * (sum_abs_products(n, center) + reach));
    }
    return checked_kdop(slabs);
}

static bool kdop_is_valid(const carom_kdop *kdop, int32_t count) {
    bool sound = kdop->count == count;
    for (int32_t i = 0; sound && i < count; i++)
        sound = kdop->min[i] <= kdop->max[i] && finite1((double)kdop->min[i]) &&
                finite1((double)kdop->max[i]);
    return sound;
}

carom_kdop carom_fit_kdop_kdop(const carom_kdop_slabs *slabs, const carom_kdop *a,
                               const carom_kdop *b) {
    bool sound[2] = {kdop_is_valid(a, slabs->count), kdop_is_valid(b, slabs->count)};
    if (!slabs_are_valid(slabs) || (!sound[0] && !sound[1])) return carom_empty_kdop(slabs);
    const carom_kdop *first = sound[0] ? a : b, *second = sound[1] ? b : a;
    for (int32_t i = 0; i < slabs->count; i++) {
        carom_real low = second->min[i], high = second->max[i];
        slabs->min[i] = first->min[i] < low ? first->min[i] : low;
        slabs->max[i] = first->max[i] > high ? first->max[i] : high;
    }
    return kdop_of_slabs(slabs);
}

carom_kdop carom_fit_kdop_margin(const carom_kdop_slabs *slabs, const carom_kdop *kdop,
                                 carom_real margin) {
    if (!slabs_are_valid(slabs) || !kdop_is_valid(kdop, slabs->count) || !(margin >= 0))
        return carom_empty_kdop(slabs);
    for (int32_t i = 0; i < slabs->count; i++) {
        double low = (double)kdop->min[i], high = (double)kdop->max[i];
        double reach = (double)margin * carom_length(load3(slabs->normals[i]));
        double slack = margin > 0 ? KDOP_MARGIN_ROUNDINGS * (fabs(low) + fabs(high) + reach) : 0.0;
        set_slab(slabs, i, (double[2]){low - reach, high + reach}, slack);
    }
    return checked_kdop(slabs);
}
