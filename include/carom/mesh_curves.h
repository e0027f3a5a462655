/* carom: the curves along which two triangle meshes meet, or a mesh and a height field, or two of
 * these.
 *
 * The common segments of all pairs of triangles, joined where they end in the same place. Places
 * are distinguished by what meets there (a corner, an edge and a triangle, two edges), decided by
 * exact signs of the posed corners, never by nearness; corners and edges are the same when the
 * positions of their ends are. Two closed meshes in general position meet in closed loops only. */
#ifndef CAROM_MESH_CURVES_H
#define CAROM_MESH_CURVES_H

#include "carom/heightfield.h"

CAROM_BEGIN

/** The smallest part of a triangle that holds a point. */
typedef struct carom_triangle_part {
    carom_feature feature;
    uint32_t triangle;
} carom_triangle_part;

typedef struct carom_curve_point {
    carom_vec3 position;      /**< a corner's own, bit for bit; else rounded once */
    carom_triangle_part a, b; /**< what meets here, told by the first two triangles that do */
    uint32_t joint;           /**< the same number on every curve that comes through this place */
    uint32_t triangle_a, triangle_b; /**< share the segment from here to the next point */
    bool crosses; /**< these two pass through each other; else an edge lies in a face, or along an
                       edge, and whether the surfaces cross there is not told */
} carom_curve_point;

/** Points first .. first + count - 1. A closed one goes on from its last point to its first; any
 * other ends where a mesh does, or where more than two segments meet. */
typedef struct carom_curve {
    size_t first, count;
    bool closed;
} carom_curve;

typedef struct carom_mesh_curves {
    const carom_curve *curves;
    const carom_curve_point *points;
    const carom_triangle_pair *coplanar; /**< pairs that share an area */
    size_t curve_count, point_count, coplanar_count;
    carom_allocator allocator;
} carom_mesh_curves;

/** @param allocator null: malloc and free; copied.
 * @degenerate Coplanar triangles that share an area are listed apart: the outline of the region
 * they form consists of segments that they share with the triangles around it. A triangle without
 * area joins the segments of its neighbours. Triangles that touch in a point leave no trace. Two
 * surfaces that touch along an edge have a curve there. Invalid meshes and poses have no curves.
 * @accuracy Each point that is no corner is within a few ulps of its coordinates.
 * @errors MEMORY; ARGUMENT for a null pointer.
 * @cost All pairs of triangles that touch, and a microsecond or two for each of them. */
CAROM_API carom_status carom_mesh_curves_create(carom_mesh_curves **curves,
                                                const carom_placed_mesh *a,
                                                const carom_placed_mesh *b,
                                                const carom_allocator *allocator);
/** The same of a mesh (A) and a height field (B), and of two height fields: as of meshes of the
 * fields' triangles, numbered as these are. */
CAROM_API carom_status carom_mesh_curves_create_on_heightfield(carom_mesh_curves **curves,
                                                               const carom_placed_mesh *a,
                                                               const carom_heightfield *b,
                                                               const carom_allocator *allocator);
CAROM_API carom_status carom_heightfield_curves_create(carom_mesh_curves **curves,
                                                       const carom_heightfield *a,
                                                       const carom_heightfield *b,
                                                       const carom_allocator *allocator);
CAROM_API void carom_mesh_curves_destroy(carom_mesh_curves *curves);

CAROM_END

#endif
