/* Moments of an ellipsoid grown by a ball of radius r. A point of its outside is x + t n, where x
 * is the point of the ellipsoid with the outward unit normal n and 0 <= t <= r; the volume element
 * is (R + t) (Q + t) dt dn with the principal radii of curvature R and Q [Schneider14, 2.5]. With
 * the squares m_k of the radii and h^2 = sum of m_k n_k^2 (the support function), x_i = m_i n_i /
 * h,  R Q = m_1 m_2 m_3 / h^4, R + Q = sum over j of (m_1 + m_2 + m_3 - m_j) m_j n_j^2 / h^3, so
 * every moment is a polynomial in r whose coefficients are integrals of n^a / h^p over the unit
 * sphere. Each of these is a multiple of a single one (multiply by exp(-|x|^2), integrate over
 * space, write h^-p as an integral of exp(-s h^2)):
 *     E(a, p) = integral of s^(p/2) * product of (1 + s m_k)^(-(a_k + 1)/2) ds / s, 0 < s.
 * The integrals of 1/h^4 are of this kind as well: points of the unit sphere that the ellipsoid is
 * the image of in place of normals, and 1/s in place of s. Own method.
 *
 * The trapezoidal rule in ln s converges geometrically [Trefethen14, 5]: the integrand is analytic
 * where |arg s| < pi; on |arg s| = 0.9 pi it is at most 61 times what it is for positive s. So the
 * error is below 244 exp(-2 pi * 0.9 pi / step) = 2e-20 of the integral, with steps of ln(2) / 2.
 * All terms are positive; nothing cancels. */
#include "mass/mass_rounded_ellipsoid.h"

#include "mass/tolerances.h"
#include "math/error_free.h"
#include "math/power.h"

#define PI 3.14159265358979323846
#define STEP 0.34657359027997265471 /* ln(2) / 2 */
#define SQRT2 1.41421356237309504880
/* The integrand falls by 2^-1/2 or more with each factor of 2 below the least 1 / m_k and above the
 * greatest, which is at most 2^200: the rest of the integral is below 2^-72 of it. */
#define FIRST_POWER (-150)
#define LAST_POWER 350

/* The greatest of the core's radii and r is between 1 and 2 here. Radii below this part of r, of
 * which no less than the second counts, are set to it: the core's area changes by a like part. */
#define THIN 0x1p-60
#define LEAST_ROUNDING 0x1p-40

/* The integrals E, in two parts each: single[k][p - 1] with a = 2 for k, pair[i][k][p - 3] with a =
 * 2 for i and k, 4 for i = k. */
typedef struct sphere_integrals {
    double single[3][4][2];
    double pair[3][3][4][2];
} sphere_integrals;

static void add_term(double sum[2], double term) {
    double error;
    two_sum(sum[0], term, &sum[0], &error);
    sum[1] += error;
}

static void add_node(sphere_integrals *sums, const double m[3], double s) {
    const double root = sqrt(s);
    double falls[3], weight = 1.0;
    for (int k = 0; k < 3; k++) {
        falls[k] = 1.0 / (1.0 + s * m[k]);
        weight *= sqrt(falls[k]);
    }
    for (int i = 0; i < 3; i++) {
        double term = root * (weight * falls[i]);
        for (int p = 0; p < 4; p++, term *= root)
            add_term(sums->single[i][p], term);
        for (int k = i; k < 3; k++) {
            term = root * (s * (weight * falls[i] * falls[k]));
            for (int p = 0; p < 4; p++, term *= root)
                add_term(sums->pair[i][k][p], term);
        }
    }
}

static void integrate(sphere_integrals *sums, const double m[3]) {
    double s = ldexp(1.0, FIRST_POWER);
    *sums = (sphere_integrals){.single = {{{0.0, 0.0}}}};
    for (int power = FIRST_POWER; power < LAST_POWER; power++, s *= 2.0) {
        add_node(sums, m, s);
        add_node(sums, m, SQRT2 * s);
    }
}

static double single(const sphere_integrals *sums, int i, int p) {
    const double *sum = sums->single[i][p - 1];
    return STEP * (sum[0] + sum[1]);
}

/* Times 3 for i = k, as fourth moments are to products of second ones. */
static double pair(const sphere_integrals *sums, int i, int k, int p) {
    const double *sum = sums->pair[i < k ? i : k][i < k ? k : i][p - 3];
    return (i == k ? 3.0 : 1.0) * STEP * (sum[0] + sum[1]);
}

/* Sum over k of (m_1 + m_2 + m_3 - m_k) m_k E(2 for i and k, p). */
static double curvature_pair(const sphere_integrals *sums, const double m[3], int i, int p) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += (m[(k + 1) % 3] + m[(k + 2) % 3]) * m[k] * pair(sums, i, k, p);
    return sum;
}

/* The integral of x_i^2 over the outside. */
static double outside_second(const sphere_integrals *sums, const double m[3], double volume, int i,
                             double r) {
    const double det = m[0] * m[1] * m[2], mi = m[i];
    double area = 0.0;
    for (int k = 0; k < 3; k++)
        area += pair(sums, i, k, 6);
    const double c0 = 0.25 * PI * det * (mi * mi) * area;
    const double c1 = 2.0 / 3.0 * PI * (mi * mi) * curvature_pair(sums, m, i, 5) + 2.0 * volume;
    const double c2 = 2.0 * PI * (mi * mi) * single(sums, i, 2) +
                      2.0 * PI * mi * curvature_pair(sums, m, i, 4) + PI * det * single(sums, i, 4);
    const double c3 = 2.0 * PI * mi * single(sums, i, 1) + PI * curvature_pair(sums, m, i, 3);
    const double c4 = 4.0 / 3.0 * PI;
    return r * (c0 + r * (c1 / 2.0 + r * (c2 / 3.0 + r * (c3 / 4.0 + r * (c4 / 5.0)))));
}

static double outside_volume(const sphere_integrals *sums, const double m[3], double r) {
    const double det = m[0] * m[1] * m[2];
    double area = 0.0, curvature = 0.0;
    for (int k = 0; k < 3; k++) {
        area += PI * det * single(sums, k, 4);
        curvature += 2.0 * PI * (m[(k + 1) % 3] + m[(k + 2) % 3]) * m[k] * single(sums, k, 3);
    }
    return r * (area + r * (curvature / 2.0 + r * (4.0 / 3.0 * PI)));
}

void carom_rounded_ellipsoid_moments(moments *out, const carom_ellipsoid *core, double radius) {
    const vec3 radii = load3(core->radii);
    const double scale = scaling_power(max2(max_abs3(radii), radius)), r = radius * scale;
    const double least = THIN * max2(min2(r, 1.0), LEAST_ROUNDING);
    sphere_integrals sums;
    double m[3], volume = 4.0 / 3.0 * PI; /* of the core */
    for (int k = 0; k < 3; k++) {
        const double own = axis3(radii, k) * scale, length = max2(own, least);
        m[k] = length * length;
        volume *= own;
    }
    integrate(&sums, m);
    out->scale = scale;
    out->center = load3(core->center);
    out->volume = volume + outside_volume(&sums, m, r);
    out->volume_error = MASS_QUADRATURE_ROUNDING * out->volume + 16.0 * least * r;
    for (int i = 0; i < 3; i++) {
        const vec3 a = load3(core->axes[i]);
        const double along = 0.2 * volume * m[i] + outside_second(&sums, m, volume, i, r);
        const double part[6] = {a.x * a.x, a.y * a.y, a.z * a.z, a.y * a.z, a.x * a.z, a.x * a.y};
        for (int k = 0; k < 6; k++)
            out->second[k] += along * part[k];
    }
}
