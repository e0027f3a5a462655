/* How far a shape is from a box, from below: what lets the walks over a surface leave triangles
 * out. */
#ifndef CAROM_SURFACE_MESH_REACH_H
#define CAROM_SURFACE_MESH_REACH_H

#include "pair/pose/pair.h"
#include "surface/turned_box.h"

typedef enum reach_kind { REACH_BOX, REACH_FLAT, REACH_PATH } reach_kind;

typedef struct shape_reach {
    reach_kind kind;
    vec3 low, high;    /* BOX: of a bounded shape, and more than rounding took from it */
    vec3 direction;    /* FLAT: the unit normal; PATH: unit */
    vec3 origin;       /* PATH */
    double range[2];   /* PATH: along the direction */
    double offset;     /* FLAT */
    bool solid;        /* FLAT: a half-space */
    turned_box turned; /* BOX: where the shape's own axes bound it better */
} shape_reach;

/** The shape is valid and where it is to be. */
shape_reach carom_reach_of(const carom_shape *shape);
/** No more than their distance. */
double carom_reach_gap(const shape_reach *reach, vec3 low, vec3 high);
/** The same of a triangle, beyond what its box tells. */
double carom_reach_triangle_gap(const shape_reach *reach, const carom_triangle *at);
/** The shape moves by `motion` while the box stands: no later than when they meet, as a part of the
 * motion; DBL_MAX when they do not by `until`. */
double carom_reach_time(const shape_reach *reach, vec3 motion, double until, const vec3 box[2]);

#endif
