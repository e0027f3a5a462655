/* Where a solver in double leaves the decision to the exact test of contact. Each is a part of the
 * largest coordinate of the pair, so that no decision depends on a unit of length. None is derived:
 * they were chosen well above the rounding of what they compare, 1e-16 of the coordinates in double
 * and 6e-8 for shapes whose coordinates were rounded to float. */
#ifndef CAROM_PAIR_POSE_TOLERANCES_H
#define CAROM_PAIR_POSE_TOLERANCES_H

/* A distance that is no more than this may be contact: the test of contact decides. It exceeds the
 * rounding of coordinates to carom_real. */
#define NEAR_CONTACT (CAROM_REAL_EPSILON > 1e-10 ? 1e-7 : 1e-12)

/* A depth of the engine or of hulls that is no more than this may be none: the test of contact
 * decides. */
#define SHALLOW_DEPTH 1e-7

/* The same of the deepest point of a manifold without a margin. */
#define SHALLOW_CONTACT (CAROM_REAL_EPSILON > 1e-10 ? 1e-6 : 1e-7)

/* A sweep that meets after a path of no more than this may start in contact: the test of contact
 * decides. */
#define NEAR_START 1e-6

/* A cast that missed by more than this cannot have started in contact. */
#define CLEAR_MISS 1e-9

#endif
