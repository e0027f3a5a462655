/* Principal axes, the eigenvectors of the covariance matrix by Jacobi's method [Golub13], and the
 * oriented box along given directions [Ericson05]. The directions are rounded to carom_real first;
 * the extents are then measured in the coordinates of exactly those axes (by the reciprocal basis,
 * as they are no longer quite perpendicular) and rounded up, so that the stored box encloses. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "fit/box.h"

/* Far above what the quadratic convergence of Jacobi's method takes. */
#define JACOBI_SWEEPS 16

/* Rotates rows and columns p, q of the symmetric matrix m so that m[p][q] vanishes. */
static void jacobi_rotate(double m[3][3], vec3 axes[3], int p, int q) {
    if (m[p][q] == 0.0) return;
    double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    double t = 1.0 / (fabs(theta) + sqrt(theta * theta + 1.0));
    if (theta < 0.0) t = -t;
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    int r = 3 - p - q;
    double pq = m[p][q], pr = m[p][r], qr = m[q][r];
    m[p][p] -= t * pq;
    m[q][q] += t * pq;
    m[p][q] = m[q][p] = 0.0;
    m[p][r] = m[r][p] = c * pr - s * qr;
    m[q][r] = m[r][q] = s * pr + c * qr;
    vec3 a = axes[p], b = axes[q];
    axes[p] = sub3(scale3(a, c), scale3(b, s));
    axes[q] = add3(scale3(a, s), scale3(b, c));
}

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
    vec3 basis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    covariance(c, m);
    double size = m[0][0] + m[1][1] + m[2][2];
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        if (fabs(m[0][1]) + fabs(m[0][2]) + fabs(m[1][2]) <= JACOBI_CONVERGED * size) break;
        jacobi_rotate(m, basis, 0, 1);
        jacobi_rotate(m, basis, 0, 2);
        jacobi_rotate(m, basis, 1, 2);
    }
    int first = m[1][1] > m[0][0] ? 1 : 0;
    if (m[2][2] > m[first][first]) first = 2;
    int second = first == 0 ? 1 : 0, third = 3 - first - second;
    if (m[third][third] > m[second][second]) second = third;
    axes[0] = carom_normalize_or(basis[first], vec(1, 0, 0));
    axes[1] = carom_normalize_or(mad3(basis[second], axes[0], -dot3(basis[second], axes[0])),
                                 carom_perpendicular(axes[0]));
    axes[2] = cross3(axes[0], axes[1]);
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
