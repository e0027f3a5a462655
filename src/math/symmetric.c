/* Eigenvectors of symmetric matrices by Jacobi's method [Golub13]: rotations that clear one entry
 * off the diagonal after another; what is left of the other entries falls quadratically. */
#include "math/symmetric.h"

#include "math/tolerances.h"

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

void carom_symmetric_axes(double m[3][3], vec3 axes[3], double *values) {
    vec3 basis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
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
    if (!values) return;
    values[0] = m[first][first];
    values[1] = m[second][second];
    third = 3 - first - second;
    values[2] = m[third][third];
}
