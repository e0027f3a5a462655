/* The points of a batch along a curve through space, so that each starts where the last one ended.
 */
#ifndef CAROM_MESH_NEAR_ORDER_H
#define CAROM_MESH_NEAR_ORDER_H

#include "carom/mesh_near.h"
#include "core/internal.h"

/* Most points that are put in order at a time. */
#define NEAR_BLOCK ((uint32_t)1 << 20)
#define NEAR_END UINT32_MAX

/** Chains 0 .. count - 1 in the order of the curve: the one after i is in nearest[i].triangle, the
 * last one has NEAR_END. @return the first one. */
uint32_t carom_near_order(const carom_vec3 *points, uint32_t count, carom_mesh_closest *nearest);

#endif
