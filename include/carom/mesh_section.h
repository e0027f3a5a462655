/* carom: the section of a triangle mesh by a plane, as polylines.
 *
 * A vertex on the plane counts as one in front of it, decided by exact signs: the section is that
 * of a plane an infinitesimal distance behind the given one, its points moved onto the given one.
 * So no case is left where a plane passes through vertices and edges or along triangles, and a mesh
 * every edge of which is run along equally often both ways has closed loops only. */
#ifndef CAROM_MESH_SECTION_H
#define CAROM_MESH_SECTION_H

#include "carom/mesh_curves.h"

CAROM_BEGIN

/** @since 0.2.0 */
typedef struct carom_section_point {
    carom_vec3 position; /**< a vertex on the plane as it is, else a point of an edge, rounded */
    uint32_t triangle;   /**< holds the segment from here to the next point */
} carom_section_point;

/** @since 0.2.0 */
typedef struct carom_mesh_section {
    const carom_curve *curves; /**< as in mesh_curves.h */
    const carom_section_point *points;
    size_t curve_count, point_count;
    carom_allocator allocator;
} carom_mesh_section;

/** Where the plane cuts the mesh. Seen from in front of the plane, against its normal, the solid of
 * a mesh whose triangles face outwards is on the left of each curve: outlines run
 * counter-clockwise, holes clockwise.
 * @param allocator null: malloc and free; copied.
 * @degenerate Triangles in the plane have no curve of their own: the outline of such a face is
 * there where the solid is behind it, and is not where the solid is in front. Points in the same
 * place in a row are one; what touches the plane from behind in a point has no curve. A curve may
 * pass through a point more than once where a surface touches itself. A mesh that is open or not
 * oriented has curves that end, too.
 * @accuracy Which edges are cut is exact. A point is the exact one to half an ulp and 2^-58 of its
 * edge's length, and on axis-aligned planes to half an ulp; where an edge's ends are apart from
 * each other across the plane by less than 2^-40 of their coordinates, or these are not within
 * 1e-130 .. 1e150, to a few ulps of the larger end. Both triangles at an edge have the same point.
 * @cost The triangles in boxes that the plane cuts.
 * @errors ARGUMENT: a null pointer, a plane that is not finite or has a zero normal; MEMORY.
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_section_create(carom_mesh_section **section,
                                                 const carom_mesh *mesh, const carom_plane *plane,
                                                 const carom_allocator *allocator);
CAROM_API void carom_mesh_section_destroy(carom_mesh_section *section);

CAROM_END

#endif
