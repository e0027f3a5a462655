/* Principal axes, the eigenvectors of the covariance matrix by Jacobi's method [Golub13], and the
 * oriented box along given directions [Ericson05]. The directions are rounded to carom_real first;
 * the extents are then measured in the coordinates of exactly those axes (by the reciprocal basis,
 * as they are no longer quite perpendicular) and rounded up, so that the stored box encloses. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "fit/box.h"
#include "math/symmetric.h"

/* The covariance matrix of the points, up to a positive factor. */
static void covariance(const cloud *c, double m[3][3]) {
    vec3 mean = {0, 0, 0}, extent = sub3(c->high, c->low);
    double unit = max_abs3(extent) > 0.0 ? 1.0 / max_abs3(extent) : 1.0;
    for (int32_t i = 0; i < c->count; i++)
        mean = mad3(mean, cloud_local(c, i), 1.0 / c->count);
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = 0.0;
    for (int32_t i = 0; i < c->count; i++) {
        vec3 p = scale3(sub3(cloud_local(c, i), mean), unit);
        m[0][0] += p.x * p.x;
        m[1][1] += p.y * p.y;
        m[2][2] += p.z * p.z;
        m[0][1] += p.x * p.y;
        m[0][2] += p.x * p.z;
        m[1][2] += p.y * p.z;
    }
    m[1][0] = m[0][1];
    m[2][0] = m[0][2];
    m[2][1] = m[1][2];
}

void carom_principal_axes(const cloud *c, vec3 axes[3]) {
    double m[3][3];
    covariance(c, m);
    carom_symmetric_axes(m, axes, NULL);
}

/* rows with dot(rows[i], sum of s_k axes[k]) = s_i; false unless the axes are about orthonormal. */
static bool reciprocal_basis(const vec3 axes[3], vec3 rows[3]) {
    double det = dot3(cross3(axes[0], axes[1]), axes[2]);
    if (!(fabs(det) > AXES_DETERMINANT_MIN && fabs(det) < AXES_DETERMINANT_MAX)) return false;
    for (int i = 0; i < 3; i++)
        rows[i] = scale3(cross3(axes[(i + 1) % 3], axes[(i + 2) % 3]), 1.0 / det);
    return true;
}

/* Least and greatest coordinate of the points along each row. */
static void measure(const cloud *c, const vec3 rows[3], double low[3], double high[3]) {
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
    }
    for (int32_t i = 0; i < c->count; i++) {
        vec3 p = cloud_local(c, i);
        for (int k = 0; k < 3; k++) {
            double s = dot3(rows[k], p);
            low[k] = min2(low[k], s);
            high[k] = max2(high[k], s);
        }
    }
}

carom_obb carom_box_along(const cloud *c, const vec3 axes[3]) {
    carom_obb out;
    vec3 rounded[3], rows[3], middle = {0, 0, 0}, extent = sub3(c->high, c->low);
    double low[3], high[3], half[3];
    for (int k = 0; k < 3; k++) {
        out.axes[k] = store3(axes[k]);
        rounded[k] = load3(out.axes[k]);
    }
    if (!reciprocal_basis(rounded, rows)) return carom_empty_obb();
    measure(c, rows, low, high);
    for (int k = 0; k < 3; k++)
        middle = mad3(middle, rounded[k], 0.5 * (low[k] + high[k]));
    out.center = cloud_store(c, middle);
    vec3 center = cloud_reload(c, out.center), sizes = add3(extent, fit_abs3(center));
    sizes = add3(sizes, vec(c->point_error / BOX_ROUNDINGS, c->point_error / BOX_ROUNDINGS,
                            c->point_error / BOX_ROUNDINGS));
    for (int k = 0; k < 3; k++) {
        double at = dot3(rows[k], center);
        double error = BOX_ROUNDINGS * dot3(fit_abs3(rows[k]), sizes);
        half[k] = max2(max2(high[k] - at, at - low[k]), 0.0);
        if (half[k] > 0.0 || error > 0.0) half[k] += error + BOX_ROUNDINGS * half[k];
    }
    out.half_extents = real3_up(scale3(vec(half[0], half[1], half[2]), 1.0 / c->scale));
    if (!finite3(load3(out.half_extents)) || !finite3(load3(out.center))) return carom_empty_obb();
    return out;
}

void carom_box_corners(const carom_obb *box, vec3 corners[8]) {
    vec3 h = load3(box->half_extents);
    for (int i = 0; i < 8; i++) {
        corners[i] = mad3(load3(box->center), load3(box->axes[0]), i & 1 ? h.x : -h.x);
        corners[i] = mad3(corners[i], load3(box->axes[1]), i & 2 ? h.y : -h.y);
        corners[i] = mad3(corners[i], load3(box->axes[2]), i & 4 ? h.z : -h.z);
    }
}
