/* Thresholds of this folder. Each is a part of a length that its comment names, so that no decision
 * depends on a unit of length. */
#ifndef CAROM_DISPATCH_COMPOUND_TOLERANCES_H
#define CAROM_DISPATCH_COMPOUND_TOLERANCES_H

/* Of a distance: above the rounding of the distance of two boxes, and of one to carom_real. */
#define COMPOUND_BOX_ROUNDING (4.0 * (double)CAROM_REAL_EPSILON)
/* Of the distance moved out: depth that is left after that counts as none. Empirical. */
#define COMPOUND_DEPTH_LEFT (64.0 * (double)CAROM_REAL_EPSILON)
/* Of the sizes of a compound and its position, times the direction: above the rounding of a point
 * turned by a pose, twice over, and of its product with the direction. */
#define COMPOUND_REACH_ROUNDING (64.0 * (double)CAROM_REAL_EPSILON)
/* Of the sizes of a box and a shape and their places: above the error of their distance, 3e-13 in
 * double and 1e-7 in float (carom_closest). Empirical. */
#define COMPOUND_GAP_ROUNDING ((double)CAROM_REAL_EPSILON > 1e-10 ? 1e-6 : 1e-11)
/* Of the sizes of two shapes and of what is between their pivots: above the least tolerance of a
 * first contact, 1e-9, and the rounding of both paths in carom_real. */
#define COMPOUND_PATH_ROUNDING (1e-8 + 64.0 * (double)CAROM_REAL_EPSILON)
/* Absolute: an ulp of coordinates near 0, about four times the smallest normal number. */
#define COMPOUND_LEAST_STEP (4.0 / (double)CAROM_REAL_MAX)

#endif
