/* The greatest value of k + 2 b.s + s'q s over the unit ball, a trust-region problem. With q's
 * eigenvalues e_i, by Jacobi's method, and b in the frame of the eigenvectors it is the least value
 * of
 *     g(m) = m + k + sum of b_i^2 / (m - e_i)   over m >= max(0, e_i):
 * strong duality holds although q need not be definite [Boyd04] B.1. Every m gives an upper bound,
 * so that the answer errs, if at all, to one side. g is convex; its derivative is bisected. */
#include "pair/contains/contains.h"
#include "pair/contains/contains_quadratic.h"

#define JACOBI_SWEEPS 12
#define DUAL_STEPS 64

/* One Jacobi rotation in the plane of axes p and q; b goes along [Golub13] 8.5. */
static void rotate_quadratic(quadratic *f, int p, int q) {
    double off = f->q[p][q];
    if (off == 0.0) return;
    double half = (f->q[q][q] - f->q[p][p]) / (2.0 * off);
    double t = (half >= 0.0 ? 1.0 : -1.0) / (fabs(half) + sqrt(half * half + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int i = 0; i < 3; i++) {
        double x = f->q[i][p], y = f->q[i][q];
        f->q[i][p] = c * x - s * y;
        f->q[i][q] = s * x + c * y;
    }
    for (int i = 0; i < 3; i++) {
        double x = f->q[p][i], y = f->q[q][i];
        f->q[p][i] = c * x - s * y;
        f->q[q][i] = s * x + c * y;
    }
    double x = f->b[p], y = f->b[q];
    f->b[p] = c * x - s * y;
    f->b[q] = s * x + c * y;
    f->q[p][q] = f->q[q][p] = 0.0;
}

static void diagonalize(quadratic *f) {
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        double off = fabs(f->q[0][1]) + fabs(f->q[0][2]) + fabs(f->q[1][2]);
        double size = fabs(f->q[0][0]) + fabs(f->q[1][1]) + fabs(f->q[2][2]);
        if (off <= JACOBI_END * size || off == 0.0) return;
        rotate_quadratic(f, 0, 1);
        rotate_quadratic(f, 0, 2);
        rotate_quadratic(f, 1, 2);
    }
}

double carom_quadratic_maximum(const quadratic *given) {
    quadratic f = *given;
    diagonalize(&f);
    double top = max2(0.0, max2(f.q[0][0], max2(f.q[1][1], f.q[2][2]))), gap[3];
    for (int i = 0; i < 3; i++)
        gap[i] = top - f.q[i][i];
    /* m = top + x: the derivative is not negative at the length of b, which bounds x */
    double low = 0.0, high = carom_length(vec(f.b[0], f.b[1], f.b[2]));
    for (int step = 0; step < DUAL_STEPS; step++) {
        double x = 0.5 * (low + high), slope = 1.0;
        for (int i = 0; i < 3; i++)
            if (f.b[i] != 0.0) slope -= f.b[i] / (x + gap[i]) * (f.b[i] / (x + gap[i]));
        if (slope < 0.0)
            low = x;
        else
            high = x;
    }
    double value = top + high + f.k;
    for (int i = 0; i < 3; i++)
        if (f.b[i] != 0.0) value += f.b[i] * (f.b[i] / (high + gap[i]));
    return value;
}
