/* carom: the set that two or three flat shapes share. */
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
    carom_intersection_kind
        kind; /**< none, point, segment or area (coplanar triangles with common area) */
    carom_segment segment; /**< the common segment; a point twice; for area, one common segment */
} carom_triangle_intersection;

CAROM_API carom_plane_intersection carom_intersect_plane_plane(const carom_plane *a,
                                                               const carom_plane *b);
CAROM_API carom_planes_point carom_intersect_plane_plane_plane(const carom_plane *a,
                                                               const carom_plane *b,
                                                               const carom_plane *c);
CAROM_API carom_triangle_intersection carom_intersect_triangle_triangle(const carom_triangle *a,
                                                                        const carom_triangle *b);

CAROM_END

#endif
