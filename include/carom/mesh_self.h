/* carom: where one triangle mesh meets itself. */
#ifndef CAROM_MESH_SELF_H
#define CAROM_MESH_SELF_H

#include "carom/mesh_pair.h"

CAROM_BEGIN

/** Every pair of triangles of one mesh that have more in common than the corners that they share:
 * nothing but a common corner is allowed for neighbours at a corner, nothing but the common edge
 * for neighbours at an edge, and no point at all for others. Corners are shared when their
 * positions are the same. Exact.
 * @degenerate Reported: triangles with the same three corners, neighbours folded onto each other
 * (they share an area), corners that lie on another triangle's edge or face, as at a T-junction.
 * Also where a triangle without area fills a T-junction up. A triangle without area is the segment
 * or the point that it is.
 * @return their count, whatever the capacity; `pairs` (a < b) may be null when capacity is 0. The
 * order is the same for the same mesh.
 * @cost About a dozen neighbours for each triangle are looked at, whatever else is there. */
CAROM_API size_t carom_query_mesh_self(const carom_mesh *mesh, carom_triangle_pair *pairs,
                                       size_t capacity);
CAROM_API void carom_visit_mesh_self(const carom_mesh *mesh, carom_triangle_pair_visitor *visitor,
                                     void *user);
/** Is there such a pair? Ends at the first. */
CAROM_API bool carom_overlap_mesh_self(const carom_mesh *mesh);

CAROM_END

#endif
