/* What is certain about separating axes before the polynomials of sat_exact.c are written out. */
#ifndef CAROM_QUERY_OVERLAP_SAT_SURE_H
#define CAROM_QUERY_OVERLAP_SAT_SURE_H

#include "query/overlap/sat_exact.h"

/** Is an axis one of the coordinate axes, `axis` 0 to 2, times a number of the given sign, or 0 as
 * that of parallel edges is? */
typedef struct sat_coordinate {
    bool known;
    int axis, sign;
} sat_coordinate;

sat_coordinate carom_sat_coordinate(const sat_axis *axis);

/** What separates along a coordinate axis, as sat_exact.c has it for any axis.
 * @param sense 1 or -1
 * @param b_sign 1 or -1
 * @return false when rounding hides the sign */
bool carom_sat_coordinate_sign(const sat_coordinate *along, const sat_body *a, const sat_body *b,
                               const int sense_and_sign[2], int *sign);

/** The axes of two boxes that are left. */
typedef struct sat_open {
    int count;
    sat_axis axis[15];
} sat_open;

/** Does one of the axes of two boxes separate them for certain? If not, `open` holds those that
 * may, but for repetitions. */
bool carom_sat_boxes_apart(const sat_body *a, const sat_body *b, sat_open *open);

#endif
