/* Eigenvectors of symmetric matrices by Jacobi's method [Golub13]. */
#ifndef CAROM_MATH_SYMMETRIC_H
#define CAROM_MATH_SYMMETRIC_H

#include "math/vec.h"

/** Orthonormal right-handed eigenvectors of the symmetric matrix m, by descending eigenvalue; m
 * becomes diagonal. @param m entries of about 1, none negative on the diagonal
 * @param values the eigenvalues in that order, or null */
void carom_symmetric_axes(double m[3][3], vec3 axes[3], double *values);

#endif
