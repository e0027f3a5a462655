/* Exact overlap of two polyhedra: the fallback behind the separating axes. */
#ifndef CAROM_QUERY_OVERLAP_POLYHEDRON_EXACT_H
#define CAROM_QUERY_OVERLAP_POLYHEDRON_EXACT_H

#include "carom/shape.h"
#include "math/vec.h"

/** True when the counts, the pointers and every index of the polyhedron can be used. */
bool carom_polyhedron_is_sound(const carom_polyhedron *polyhedron);

/** True when two faces touch or one polyhedron holds the other. Sound, coordinates finite; also
 * flat, or shrunk to a segment or a point. */
bool carom_polyhedra_touch_exact(const carom_polyhedron *a, const carom_polyhedron *b);

#endif
