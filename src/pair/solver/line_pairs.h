/* Pairs of segments, rays and lines, of which one at least is unbounded. */
#ifndef CAROM_PAIR_SOLVER_LINE_PAIRS_H
#define CAROM_PAIR_SOLVER_LINE_PAIRS_H

#include "pair/pose/pair.h"

bool carom_line_pair_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_line_pair_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_line_pair_penetration(const carom_shape *a, const carom_shape *b);
carom_sweep_hit carom_line_pair_sweep(const carom_shape *a, carom_vec3 motion,
                                      const carom_shape *b);
/** The sweep to the distance `target`, which is above 0. */
carom_sweep_hit carom_line_pair_sweep_near(const carom_shape *a, vec3 motion, const carom_shape *b,
                                           double target);

#endif
