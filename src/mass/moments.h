/* Volume, centre and second moments of solids. */
#ifndef CAROM_MASS_MOMENTS_H
#define CAROM_MASS_MOMENTS_H

#include "math/double_double.h"

/* Lengths are multiplied by `scale`, a power of two that brings the size to about 1; so are the
 * volume and the second moments, but not the centre. */
typedef struct moments {
    double scale;
    double volume, volume_error; /* negative volume: inside out, with all signs turned */
    vec3 center;
    double second[6]; /* integral of x x^T about the centre: xx, yy, zz, yz, xz, xy */
} moments;

/* Sums over signed tetrahedra from the pivot to triangles. */
typedef struct moment_sum {
    double scale;
    vec3 pivot;           /* scaled */
    double_double volume; /* 6 times */
    double_double first[3], second[6];
    double magnitude; /* of the terms of `volume` */
    double count;
} moment_sum;

/** Starts a sum of triangles within a box. @return false when the box is a point, or not finite */
bool carom_moment_sum_start(moment_sum *out, vec3 low, vec3 high);
void carom_moment_sum_add(moment_sum *sum, const vec3 triangle[3]);
/** The solid that the triangles bound, counter-clockwise as seen from outside. */
void carom_moment_sum_finish(moments *out, const moment_sum *sum);

#endif
