/* Sums of solid angles: the sum over all triangles of a closed surface, in turns, is the winding
 * number of the surface about the origin. */
#ifndef CAROM_MESH_PAIR_SOLID_ANGLE_H
#define CAROM_MESH_PAIR_SOLID_ANGLE_H

#include "math/vec.h"
#include "mesh/pair/tolerances.h"

/* A sum of angles, kept as the product of complex numbers with these arguments and a count of
 * whole turns: one arc tangent at the end replaces one per term. */
typedef struct angle_sum {
    double re, im;
    double turns;
} angle_sum;

static inline angle_sum angle_sum_start(void) {
    return (angle_sum){1.0, 0.0, 0.0};
}

/** Adds arg(x + iy), which lies in (-pi, pi). */
static inline void angle_sum_add(angle_sum *sum, double x, double y) {
    double re = sum->re * x - sum->im * y, im = sum->re * y + sum->im * x;
    if (sum->im >= 0.0 && y >= 0.0 && im < 0.0) sum->turns += 1.0;
    if (sum->im < 0.0 && y < 0.0 && im >= 0.0) sum->turns -= 1.0;
    double size = max2(fabs(re), fabs(im));
    if (!(size > 0.0)) return;
    double scale =
        size > PAIR_ANGLE_PRODUCT_LEAST && size < PAIR_ANGLE_PRODUCT_MOST ? 1.0 : 1.0 / size;
    sum->re = re * scale;
    sum->im = im * scale;
}

/** Adds `times` times the signed solid angle of the triangle a b c from the origin, as a
 * fraction of the full sphere, where one turn is the full sphere. */
void carom_add_solid_angle(angle_sum *sum, const vec3 v[3], int times);
/** Returns the sum in turns. */
double carom_angle_sum_turns(const angle_sum *sum);

#endif
