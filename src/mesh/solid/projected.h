/* Two triangles seen along an axis: the region that their projections share, and both heights over
 * it. */
#ifndef CAROM_MESH_SOLID_PROJECTED_H
#define CAROM_MESH_SOLID_PROJECTED_H

#include "math/vec.h"

/** Corners as (u, v, height) in a frame whose third axis is the direction, counter-clockwise. */
typedef struct projected_triangle {
    vec3 corner[3];
    double twice_area; /* of the projection */
    double reach;      /* largest |u| or |v| */
    double height;     /* largest |height| */
    double diameter;   /* of the projection, at most twice as much */
    int side;          /* 1: the triangle's normal is along the direction; -1: against it */
    bool thin;         /* the projection has no area but for rounding; the rest is not set */
} projected_triangle;

void carom_project_triangle(projected_triangle *out, const vec3 corner[3]);

typedef struct projected_point {
    double u, v, first, second; /* heights of both triangles */
} projected_point;

/* Three corners, and one more for each line that clips them: three edges and two heights. */
#define PROJECTED_CORNERS 8

typedef struct projected_region {
    projected_point at[PROJECTED_CORNERS];
    int count; /* 0: none */
} projected_region;

/** The region that two triangles share, neither of them thin. */
void carom_project_pair(projected_region *out, const projected_triangle *first,
                        const projected_triangle *second);

/** Six times the integral of the lesser height, as far as that is above 0. Overwrites the region.
 */
double carom_projected_volume(projected_region *region);

/** Twice the area. */
double carom_projected_area(const projected_region *region);

#endif
