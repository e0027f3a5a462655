/* One leg of a pair that may be in contact no deeper than a tolerance. */
#ifndef CAROM_CLI_MOTION_MOTION_DEEP_H
#define CAROM_CLI_MOTION_MOTION_DEEP_H

#include "motion/motion.h"

/* A moving part at the start of a leg, and one that stands. */
typedef struct motion_pair {
    carom_placed_mesh moving, standing;
    const motion_leg *leg;
    double speed; /* what a point of the moving part moves at most during the leg */
} motion_pair;

/** The first contact from a fraction of the leg on, touching included. False: none. */
typedef bool motion_sweep(const motion_pair *pair, double from, motion_contact *out);

/** Is the moving part, at the start, no deeper in the other than the tolerance? */
bool motion_is_shallow(const motion_pair *pair, double tolerance);

/** Follows the leg until the parts are deeper in each other than the tolerance; `in_contact` is
 * whether they touch at the start, and then at the end. */
void motion_follow_deep(const motion_pair *pair, double tolerance, motion_sweep *sweep,
                        bool *in_contact, motion_contact *out);

#endif
