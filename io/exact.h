/* Exact orientation predicate in the plane [Shewchuk97]: differences and products are pairs of a
 * rounded value and its error, which are summed as an expansion, whose last nonzero term has the
 * sign. */
#ifndef CAROM_IO_EXACT_H
#define CAROM_IO_EXACT_H

#include "internal.h"

/* Orientation of the points a, b, c of a plane: the sign of their signed area. Exact where the
 * coordinates along one axis are 0 or within a factor of 2^400 of each other. */
int carom_io_orient2d(const double a[2], const double b[2], const double c[2]);

/* Are a, b, c collinear? Exact as carom_io_orient2d. */
bool carom_io_collinear(const double *a, const double *b, const double *c);

#endif
