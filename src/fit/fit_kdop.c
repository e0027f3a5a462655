/* k-DOPs: least and greatest dot product along each normal, in double, rounded outwards; where a
 * point is within rounding of the bound, an exact sign moves the bound until it is inside. */
#include "fit/cloud.h"
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
#define MOST_NUDGES 8

const carom_vec3 *carom_kdop_normals(int32_t k, int32_t *count) {
    static const carom_vec3 with_corners[] = {DIAGONAL_AXES, DIAGONAL_CORNERS};
    static const carom_vec3 with_edges[] = {DIAGONAL_AXES, DIAGONAL_EDGES};
    static const carom_vec3 with_both[] = {DIAGONAL_AXES, DIAGONAL_CORNERS, DIAGONAL_EDGES};
    bool known = k == 6 || k == 14 || k == 18 || k == 26;
    if (count) *count = known ? k / 2 : 0;
    return !known ? NULL : k == 18 ? with_edges : k == 26 ? with_both : with_corners;
}

static bool slabs_are_sound(const carom_kdop_slabs *slabs) {
    if (slabs->count < 1 || slabs->count > CAROM_KDOP_LIMIT) return false;
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        if (!finite3(n) || max_abs3(n) == 0.0) return false;
    }
    return true;
}

static carom_kdop view_of(const carom_kdop_slabs *slabs) {
    return (carom_kdop){slabs->normals, slabs->min, slabs->max, slabs->count};
}

static carom_kdop checked_kdop(const carom_kdop_slabs *slabs) {
    for (int32_t i = 0; i < slabs->count; i++) {
        double low = (double)slabs->min[i], high = (double)slabs->max[i];
        if (!finite1(low) || !finite1(high) || !(low <= high)) return carom_empty_kdop(slabs);
    }
    return view_of(slabs);
}

static double sum_abs_products(vec3 a, vec3 b) {
    return fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z);
}

/* The least carom_real (to an ulp) that no point is beyond along n. */
static carom_real bound_along(vec3 n, const carom_vec3 *points, size_t count) {
    double highest = -INFINITY, size = 0.0;
    for (size_t i = 0; i < count; i++) {
        vec3 p = load3(points[i]);
        highest = max2(highest, dot3(n, p));
        size = max2(size, sum_abs_products(n, p));
    }
    double near = highest - 8.0 * HALF_ULP * size;
    carom_real bound = (carom_real)highest;
    if (!finite1(highest) || !finite1((double)bound)) return CAROM_REAL_MAX * 2;
    for (size_t i = 0, nudged = 0; i < count && nudged < MOST_NUDGES; i++) {
        vec3 p = load3(points[i]);
        if (dot3(n, p) < near) continue;
        while (carom_sign_plane(n, (double)bound, p) > 0 && nudged++ < MOST_NUDGES)
            bound = real_above(bound);
    }
    return bound;
}

carom_kdop carom_fit_kdop_points(const carom_kdop_slabs *slabs, const carom_vec3 *points,
                                 size_t count) {
    cloud c;
    if (!slabs_are_sound(slabs) || !carom_cloud_of_points(&c, points, count))
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

/* Bounds that are right to 16 roundings of `size`, and grown by `reach`. */
static void set_slab(const carom_kdop_slabs *slabs, int32_t i, const double range[2],
                     double slack) {
    slabs->min[i] = real_down(range[0] - slack);
    slabs->max[i] = real_up(range[1] + slack);
}

carom_kdop carom_fit_kdop_sphere(const carom_kdop_slabs *slabs, const carom_sphere *sphere) {
    vec3 center = load3(sphere->center);
    double r = (double)sphere->radius;
    if (!slabs_are_sound(slabs) || !finite3(center) || !(r >= 0.0)) return carom_empty_kdop(slabs);
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        double middle = dot3(n, center), reach = r * carom_length(n);
        set_slab(slabs, i, (double[2]){middle - reach, middle + reach},
                 16.0 * HALF_ULP * (sum_abs_products(n, center) + reach));
    }
    return checked_kdop(slabs);
}

static bool kdop_is_sound(const carom_kdop *kdop, int32_t count) {
    bool sound = kdop->count == count;
    for (int32_t i = 0; sound && i < count; i++)
        sound = kdop->min[i] <= kdop->max[i] && finite1((double)kdop->min[i]) &&
                finite1((double)kdop->max[i]);
    return sound;
}

carom_kdop carom_fit_kdop_kdop(const carom_kdop_slabs *slabs, const carom_kdop *a,
                               const carom_kdop *b) {
    bool sound[2] = {kdop_is_sound(a, slabs->count), kdop_is_sound(b, slabs->count)};
    if (!slabs_are_sound(slabs) || (!sound[0] && !sound[1])) return carom_empty_kdop(slabs);
    const carom_kdop *first = sound[0] ? a : b, *second = sound[1] ? b : a;
    for (int32_t i = 0; i < slabs->count; i++) {
        carom_real low = second->min[i], high = second->max[i];
        slabs->min[i] = first->min[i] < low ? first->min[i] : low;
        slabs->max[i] = first->max[i] > high ? first->max[i] : high;
    }
    return view_of(slabs);
}

carom_kdop carom_fit_kdop_margin(const carom_kdop_slabs *slabs, const carom_kdop *kdop,
                                 carom_real margin) {
    if (!slabs_are_sound(slabs) || !kdop_is_sound(kdop, slabs->count) || !(margin >= 0))
        return carom_empty_kdop(slabs);
    for (int32_t i = 0; i < slabs->count; i++) {
        double low = (double)kdop->min[i], high = (double)kdop->max[i];
        double reach = (double)margin * carom_length(load3(slabs->normals[i]));
        double slack = margin > 0 ? 8.0 * HALF_ULP * (fabs(low) + fabs(high) + reach) : 0.0;
        set_slab(slabs, i, (double[2]){low - reach, high + reach}, slack);
    }
    return checked_kdop(slabs);
}
