/* Moments of a polyhedron as sums over signed tetrahedra from a pivot to its triangles, the
 * divergence theorem for polynomials of degree 2 [Mirtich96], in double-double arithmetic
 * [Dekker71]: with a, b, c from the pivot, s = a + b + c and d = det[a, b, c], the volume is d / 6,
 * the integral of x is d s / 24 and that of x x^T is d (s s^T + a a^T + b b^T + c c^T) / 120. The
 * differences to the pivot are exact, so the volume is off by the roundings of sums and products
 * alone, which are bounded by the sum of the absolute products. */
#include "mass/moments.h"

#include "mass/tolerances.h"
#include "math/power.h"

/* Rows and columns of the six entries of a symmetric matrix. */
static const int rows_of_six[6] = {0, 1, 2, 1, 0, 0}, columns_of_six[6] = {0, 1, 2, 2, 2, 1};

bool carom_moment_sum_start(moment_sum *out, vec3 low, vec3 high) {
    const vec3 half = sub3(scale3(high, 0.5), scale3(low, 0.5));
    *out = (moment_sum){.scale = 0.0};
    if (!finite3(half) || !(max_abs3(half) > 0.0)) return false;
    out->scale = scaling_power(max_abs3(half));
    out->pivot = scale3(add3(scale3(low, 0.5), scale3(high, 0.5)), out->scale);
    return true;
}

/* |a| . (|b| x |c|) with all signs positive. */
static double size_of_determinant(const double_double3 v[3]) {
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        size += fabs(v[0].at[i].hi) *
                (fabs(v[1].at[j].hi * v[2].at[k].hi) + fabs(v[1].at[k].hi * v[2].at[j].hi));
    }
    return size;
}

void carom_moment_sum_add(moment_sum *sum, const vec3 triangle[3]) {
    double_double3 v[3], cross;
    for (int i = 0; i < 3; i++)
        v[i] = dd3_difference(scale3(triangle[i], sum->scale), sum->pivot);
    cross = dd_cross(&v[1], &v[2]);
    const double_double volume = dd_dot(&v[0], &cross);
    sum->volume = dd_add(sum->volume, volume);
    sum->magnitude += size_of_determinant(v);
    sum->count += 1.0;
    double_double3 all = dd3_add(&v[0], &v[1]);
    all = dd3_add(&all, &v[2]);
    for (int i = 0; i < 3; i++)
        sum->first[i] = dd_add(sum->first[i], dd_multiply(volume, all.at[i]));
    for (int i = 0; i < 6; i++) {
        const int r = rows_of_six[i], c = columns_of_six[i];
        double_double part = dd_multiply(all.at[r], all.at[c]);
        for (int k = 0; k < 3; k++)
            part = dd_add(part, dd_multiply(v[k].at[r], v[k].at[c]));
        sum->second[i] = dd_add(sum->second[i], dd_multiply(volume, part));
    }
}

void carom_moment_sum_finish(moments *out, const moment_sum *sum) {
    double_double from_pivot[3];
    *out = (moments){.scale = sum->scale};
    out->volume = dd_quotient(sum->volume, dd_exact(6.0)).hi;
    out->volume_error = MASS_SUM_ERROR * (sum->count + MASS_SUM_STEPS) * sum->magnitude +
                        MASS_ROUNDING * fabs(out->volume);
    if (!(fabs(out->volume) > 0.0)) return;
    double center[3] = {sum->pivot.x, sum->pivot.y, sum->pivot.z};
    for (int i = 0; i < 3; i++) {
        from_pivot[i] = dd_quotient(sum->first[i], dd_scale(sum->volume, 4.0));
        center[i] = dd_add(from_pivot[i], dd_exact(center[i])).hi;
    }
    out->center = scale3(vec(center[0], center[1], center[2]), 1.0 / sum->scale);
    for (int i = 0; i < 6; i++) {
        const double_double product =
            dd_multiply(from_pivot[rows_of_six[i]], from_pivot[columns_of_six[i]]);
        const double_double twenty = dd_multiply(dd_scale(sum->volume, 20.0), product);
        out->second[i] = dd_quotient(dd_subtract(sum->second[i], twenty), dd_exact(120.0)).hi;
    }
}
