/* Sums of solid angles: that of all triangles of a closed surface, in turns, is the surface's
 * winding number about the origin. */
#ifndef CAROM_MESH_PAIR_SOLID_ANGLE_H
#define CAROM_MESH_PAIR_SOLID_ANGLE_H

#include "math/vec.h"

/* A sum of angles as the product of complex numbers that have them, and the whole turns that the
 * product has gone round: one arc tangent at the end instead of one for each. */
typedef struct angle_sum {
    double re, im;
    double turns;
} angle_sum;

static inline angle_sum angle_sum_start(void) {
    return (angle_sum){1.0, 0.0, 0.0};
}

/** Adds the angle of x + iy, of less than half a turn either way. */
static inline void angle_sum_add(angle_sum *sum, double x, double y) {
    double re = sum->re * x - sum->im * y, im = sum->re * y + sum->im * x;
    if (sum->im >= 0.0 && y >= 0.0 && im < 0.0) sum->turns += 1.0;
    if (sum->im < 0.0 && y < 0.0 && im >= 0.0) sum->turns -= 1.0;
    double size = max2(fabs(re), fabs(im));
    if (!(size > 0.0)) return;
    double scale = size > 1e-100 && size < 1e100 ? 1.0 : 1.0 / size;
    sum->re = re * scale;
    sum->im = im * scale;
}

/** Adds `times` times the part of the full sphere that the triangle a b c takes, seen from the
 * origin, with its sign: as an angle, where a turn is the full sphere. */
void carom_add_solid_angle(angle_sum *sum, const vec3 v[3], int times);
/** The sum in turns. */
double carom_angle_sum_turns(const angle_sum *sum);

#endif
