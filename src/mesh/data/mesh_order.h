/* An order of two meshes by what they hold, so that exchanging them exchanges the answer and
 * changes no bit of it. */
#ifndef CAROM_MESH_DATA_MESH_ORDER_H
#define CAROM_MESH_DATA_MESH_ORDER_H

#include "carom/mesh_pair.h"
#include "core/internal.h"

/** -1 A comes first, 1 B, 0 they are equal: by bounding box, number of triangles, and corners. */
int carom_order_meshes(const carom_mesh *a, const carom_mesh *b);

/** Does B come first: by pose, then by mesh? False where one is missing or its pose is invalid. */
bool carom_is_second_mesh_first(const carom_placed_mesh *a, const carom_placed_mesh *b);

#endif
