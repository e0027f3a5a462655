/* Triangle soups: welding of equal vertices by a hash table with linear probing, and flattening of
 * a scene into one soup. */
#ifndef CAROM_IO_SOUP_H
#define CAROM_IO_SOUP_H

#include "internal.h"

/* Applies an instance's transform; false when the result is not finite. */
bool carom_io_place(const double transform[12], const double *from, double *to);

/* Does the transform reverse orientation? */
bool carom_io_mirrors(const double transform[12]);

/* As carom_io_soup_weld, for the vertices of the pool that the soup's triangles use; sets the
 * soup's vertices. */
bool carom_io_weld_from(io_pool *pool, carom_io_soup *soup);

#endif
