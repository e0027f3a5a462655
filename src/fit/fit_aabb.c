/* Axis-aligned bounding boxes, by the support function along the coordinate axes [Ericson05]. They
 * enclose: exact for points and merges, rounded outwards for curved and rotated shapes; k-DOPs by
 * their corners. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "shape/kdop.h"

static bool aabb_is_valid(const carom_aabb *box) {
    return finite3(load3(box->min)) && finite3(load3(box->max)) && box->min.x <= box->max.x &&
           box->min.y <= box->max.y && box->min.z <= box->max.z;
}

static carom_aabb checked_aabb(carom_vec3 low, carom_vec3 high) {
    carom_aabb out = {low, high};
    return aabb_is_valid(&out) ? out : carom_empty_aabb();
}

carom_aabb carom_fit_aabb_points(const carom_vec3 *points, size_t count) {
    if (!points || count == 0) return carom_empty_aabb();
    carom_vec3 low = points[0], high = low, zero = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        carom_vec3 p = points[i];
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        low.z = p.z < low.z ? p.z : low.z;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
        high.z = p.z > high.z ? p.z : high.z;
        zero = (carom_vec3){zero.x + (p.x - p.x), zero.y + (p.y - p.y), zero.z + (p.z - p.z)};
    }
    bool finite = zero.x == 0 && zero.y == 0 && zero.z == 0;
    return finite ? checked_aabb(low, high) : carom_empty_aabb();
}

/* The box [center - reach, center + reach]; `reach` is correct to AABB_ROUNDINGS of `size`. */
static carom_aabb aabb_of_center(vec3 center, vec3 reach, vec3 size) {
    vec3 far = mad3(reach, add3(fit_abs3(center), size), AABB_ROUNDINGS);
    return checked_aabb(real3_down(sub3(center, far)), real3_up(add3(center, far)));
}

/* The box [low - margin, high + margin], each bound exact where the sum is. */
static carom_aabb aabb_grown(vec3 low, vec3 high, double margin) {
    double limits[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    for (int i = 0; i < 6; i++) {
        double moved = limits[i] + (i < 3 ? -margin : margin);
        double rounding = (moved - limits[i]) - (i < 3 ? -margin : margin);
        bool exact = rounding == 0.0 && moved - (moved - limits[i]) == limits[i];
        limits[i] = exact ? moved : moved + (i < 3 ? -2.0 : 2.0) * HALF_ULP * fabs(moved);
    }
    return checked_aabb(real3_down(vec(limits[0], limits[1], limits[2])),
                        real3_up(vec(limits[3], limits[4], limits[5])));
}

carom_aabb carom_fit_aabb_sphere(const carom_sphere *sphere) {
    vec3 c = load3(sphere->center);
    double r = (double)sphere->radius;
    if (!finite3(c) || !(r >= 0.0)) return carom_empty_aabb();
    return aabb_grown(c, c, r);
}

carom_aabb carom_fit_aabb_capsule(const carom_capsule *capsule) {
    vec3 a = load3(capsule->a), b = load3(capsule->b);
    double r = (double)capsule->radius;
    if (!finite3(a) || !finite3(b) || !(r >= 0.0)) return carom_empty_aabb();
    return aabb_grown(lower3(a, b), upper3(a, b), r);
}

carom_aabb carom_fit_aabb_obb(const carom_obb *box) {
    vec3 h = load3(box->half_extents), reach = {0, 0, 0};
    if (!(h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0)) return carom_empty_aabb();
    for (int i = 0; i < 3; i++)
        reach = mad3(reach, fit_abs3(load3(box->axes[i])), axis3(h, i));
    return aabb_of_center(load3(box->center), reach, reach);
}

carom_aabb carom_fit_aabb_kdop(const carom_kdop *kdop) {
    vec3 vertices[KDOP_VERTICES];
    for (int32_t i = 0; i < kdop->count && i < CAROM_KDOP_LIMIT; i++)
        if (!finite3(load3(kdop->normals[i])) || !finite1((double)kdop->min[i]) ||
            !finite1((double)kdop->max[i]) || !(kdop->min[i] <= kdop->max[i]))
            return carom_empty_aabb();
    bool sound = kdop->count > 0 && kdop->count <= CAROM_KDOP_LIMIT;
    int count = sound ? carom_kdop_vertices(kdop, vertices) : 0;
    if (count <= 0) return carom_empty_aabb();
    vec3 low = vertices[0], high = low;
    for (int i = 1; i < count; i++) {
        low = lower3(low, vertices[i]);
        high = upper3(high, vertices[i]);
    }
    double slack = KDOP_CORNER_ERROR * max2(max_abs3(low), max_abs3(high));
    return aabb_grown(low, high, slack);
}

carom_aabb carom_fit_aabb_aabb(const carom_aabb *a, const carom_aabb *b) {
    if (!aabb_is_valid(a)) return aabb_is_valid(b) ? *b : carom_empty_aabb();
    if (!aabb_is_valid(b)) return *a;
    carom_vec3 all[4] = {a->min, a->max, b->min, b->max};
    return carom_fit_aabb_points(all, 4);
}

carom_aabb carom_fit_aabb_point(const carom_aabb *box, carom_vec3 point) {
    carom_aabb other = {point, point};
    return aabb_is_valid(&other) ? carom_fit_aabb_aabb(box, &other) : carom_empty_aabb();
}

carom_aabb carom_fit_aabb_margin(const carom_aabb *box, carom_real margin) {
    if (!aabb_is_valid(box) || !(margin >= 0)) return carom_empty_aabb();
    return aabb_grown(load3(box->min), load3(box->max), (double)margin);
}
