/* Thresholds of the tables of pairs, and what they are relative to. */
#ifndef CAROM_PAIR_TOLERANCES_H
#define CAROM_PAIR_TOLERANCES_H

/* overlap_table.c, a capsule and an axis-aligned box: squares of the gap between the box of the
 * axis and the other one that exceed that of the radius by more than this are those of shapes
 * apart, also for the rounded distance: relative, of carom_real's rounding of three lengths each,
 * and of squares above what underflows. */
#define CAPSULE_BOX_APART (1.0 + 1e-5)
#define CAPSULE_BOX_SQUARE_LEAST 1e-280

#endif
