/* The filter of the separating axis test: answers that are certain before the polynomials of
 * sat_exact.c are expanded. */
#ifndef CAROM_QUERY_OVERLAP_SAT_FILTER_H
#define CAROM_QUERY_OVERLAP_SAT_FILTER_H

#include "query/overlap/sat_exact.h"

/** Whether an axis is a coordinate axis, `axis` 0 to 2, times a number of the given sign, or zero
 * as that of parallel edges is. */
typedef struct sat_coordinate {
    bool known;
    int axis, sign;
} sat_coordinate;

sat_coordinate carom_sat_coordinate(const sat_axis *axis);

/** The sign on a coordinate axis that sat_exact.c computes for any axis.
 * @param sense 1 or -1
 * @param b_sign 1 or -1
 * @return false when rounding hides the sign */
bool carom_sat_coordinate_sign(const sat_coordinate *along, const sat_body *a, const sat_body *b,
                               const int sense_and_sign[2], int *sign);

/** The axes of two boxes on which the filter is undecided. */
typedef struct sat_undecided {
    int count;
    sat_axis axis[15];
} sat_undecided;

/** @return true when one of the axes certainly separates the boxes. If not, `undecided` holds those
 * that may, without repetitions. */
bool carom_sat_boxes_apart(const sat_body *a, const sat_body *b, sat_undecided *undecided);

/** Boxes that both have an edge along one coordinate axis, and no component of the others along it.
 * @return false where the boxes are otherwise, or rounding leaves `apart` in doubt */
bool carom_sat_upright_apart(const sat_body *a, const sat_body *b, bool *apart);

#endif
