/* How far triangles are from the surface that they stand for, by a finer cut of it. */
#ifndef CAROM_IO_DEVIATION_H
#define CAROM_IO_DEVIATION_H

#include "internal.h"

/* The greatest distance of a corner, middle of a side or centroid of a triangle of either from the
 * other; negative without memory. Both have triangles and finite vertices. */
double carom_io_surface_distance(const carom_io_soup *a, const carom_io_soup *b);

#endif
