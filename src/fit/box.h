/* Principal axes, the eigenvectors of the covariance matrix by Jacobi's method [Golub13], and the
 * oriented box along given directions [Ericson05]. */
#ifndef CAROM_FIT_BOX_H
#define CAROM_FIT_BOX_H

#include "fit/cloud.h"

/** The principal axes: orthonormal, right-handed, by descending variance. */
void carom_principal_axes(const cloud *c, vec3 axes[3]);

/** The least box along the given axes rounded to carom_real; encloses the points. Empty where the
 * axes are not about orthonormal. */
carom_obb carom_box_along(const cloud *c, const vec3 axes[3]);

/** The eight corners of a box: bit k of the index is set at the greater end of axis k. */
void carom_box_corners(const carom_obb *box, vec3 corners[8]);

#endif
