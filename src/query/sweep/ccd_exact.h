/* Continuous collision detection decided in exact arithmetic. */
#ifndef CAROM_QUERY_SWEEP_CCD_EXACT_H
#define CAROM_QUERY_SWEEP_CCD_EXACT_H

#include "query/sweep/ccd_path.h"

typedef struct ccd_exact_time {
    bool hit;
    bool at_start;   /* in contact at 0 */
    double fraction; /* never late, early by CCD_FRACTION at most */
} ccd_exact_time;

/** The first contact, of any finite numbers. @param bracket where to look for it */
ccd_exact_time carom_ccd_exact(const ccd_points *points, const ccd_bracket *bracket);

#endif
