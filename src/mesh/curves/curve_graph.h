/* Graph of the intersection curves (own method). */
#ifndef CAROM_MESH_CURVES_CURVE_GRAPH_H
#define CAROM_MESH_CURVES_CURVE_GRAPH_H

#include "mesh/curves/curve_data.h"

/** @return the key's number, table->count - 1 when it is new; NO_INDEX when memory ran out. */
uint32_t carom_key_number(key_table *table, const table_key *key, const carom_allocator *allocator);
void carom_key_table_free(key_table *table, const carom_allocator *allocator);

/** Numbers the vertices by position.
 * @return false when memory ran out. */
bool carom_number_corners(numbered_triangle *out, key_table *vertices, const carom_triangle *t,
                          const carom_allocator *allocator);

/** Returns the key of a point; it is the same from every pair of triangles that meet there. */
table_key carom_key_of_corner(curve_corner c, const numbered_triangle *a,
                              const numbered_triangle *b);

/** Adds the intersection of two touching triangles.
 * @return false when memory ran out. */
bool carom_curve_add_pair(curve_graph *graph, uint32_t a, uint32_t b);

#endif
