/* Triangulation of polygons by ear clipping [Meisters75], in the projection along the coordinate
 * axis nearest to the normal; a convex polygon becomes a fan. */
#ifndef CAROM_IO_POLYGON_H
#define CAROM_IO_POLYGON_H

#include "internal.h"

/* Triangulates into count - 2 triangles; false without memory. `*budget` is the number of tests
 * that are allowed and decreases; at 0 the rest is cut without tests, and the caller should fail.
 */
bool carom_io_triangulate(const io_polygon *polygon, uint32_t *triangles, size_t *budget);

#endif
