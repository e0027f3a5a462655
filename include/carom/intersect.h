/* carom: the set that two or three flat shapes share.
 *
 * The kind is exact for the numbers given: shapes that touch meet, shapes that miss by one ulp do
 * not. The coordinates of a result are rounded once. Invalid shapes (see shape.h) share nothing:
 * kind none, all zero. Swapping the shapes, or turning a normal around, keeps the kind. */
#ifndef CAROM_INTERSECT_H
#define CAROM_INTERSECT_H

#include "carom/shape.h"

CAROM_BEGIN

typedef enum carom_intersection_kind {
    CAROM_INTERSECTION_NONE = 0,
    CAROM_INTERSECTION_POINT = 1,
    CAROM_INTERSECTION_SEGMENT = 2,
    CAROM_INTERSECTION_LINE = 3,
    CAROM_INTERSECTION_AREA = 4 /**< coplanar overlap, or coincident planes */
} carom_intersection_kind;

typedef struct carom_plane_intersection {
    carom_intersection_kind kind; /**< none (parallel), line, or area (coincident) */
    carom_line line;              /**< unit direction; valid for CAROM_INTERSECTION_LINE */
} carom_plane_intersection;

typedef struct carom_planes_point {
    carom_intersection_kind kind; /**< none, point, line or area */
    carom_vec3 point;             /**< the common point; for line and area, one common point */
} carom_planes_point;

typedef struct carom_triangle_intersection {
    carom_intersection_kind kind; /**< none, point, segment or area (coplanar, with common area) */
    carom_segment segment; /**< the common segment; a point twice; for area, one common segment */
} carom_triangle_intersection;

/** The line that two planes share, along cross(a->normal, b->normal). Its origin is the point
 * where it crosses the coordinate plane that it is steepest to: no farther from the world's origin
 * than sqrt(3) times the line.
 * @degenerate Parallel planes: none, or area when they are one plane. Normals of any length.
 * @accuracy Direction and origin to a few ulps of each coordinate, however small the angle; an
 * origin beyond the largest number is held there.
 * @source [Ericson05] 5.4.4 */
CAROM_API carom_plane_intersection carom_intersect_plane_plane(const carom_plane *a,
                                                               const carom_plane *b);

/** The point, line or plane that three planes share, to the bit the same in any order of them.
 * @degenerate Three planes without a common point (a prism, or two of them parallel and apart):
 * none. Through one line: line, and `point` is on it. All coincident: area.
 * @accuracy Each coordinate within 64 roundings of the largest one; in float within one ulp of it.
 * Held at the largest number.
 * @source [Ericson05] 5.4.5 */
CAROM_API carom_planes_point carom_intersect_plane_plane_plane(const carom_plane *a,
                                                               const carom_plane *b,
                                                               const carom_plane *c);

/** The common part of two triangles. `segment.a` is the end with the smaller x, then y, then z;
 * where the triangles share an area, the segment joins the two corners of it that are farthest
 * apart. The kind is none exactly when carom_overlap_triangle_triangle is false.
 * @degenerate A triangle without area is the segment or point that it is. Coplanar triangles share
 * an area, a piece of an edge, or a point.
 * @accuracy An end that is a vertex is that vertex, bit for bit; any other is within a few ulps of
 * the triangles' coordinates, however flat the angle. Triangles that share an edge are cut by a
 * third in the same point there.
 * @source [GuigueDevillers03], [Moller97] */
CAROM_API carom_triangle_intersection carom_intersect_triangle_triangle(const carom_triangle *a,
                                                                        const carom_triangle *b);

CAROM_END

#endif
