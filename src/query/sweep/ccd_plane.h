/* The times at which the plane of a moving polygon passes the origin, and where in the plane the
 * origin is then, with bounded rounding errors. */
#ifndef CAROM_QUERY_SWEEP_CCD_PLANE_H
#define CAROM_QUERY_SWEEP_CCD_PLANE_H

#include "math/double_double.h"
#include "query/sweep/ccd_path.h"

#define CCD_BEYOND 2.0 /* a time after the frame */

/* Bernstein coefficients on [0, 1] of a positive multiple of det(corner 0, side, side), as doubles
 * or, when `fine`, with their low parts; and a bound on the error of them and of all that follows.
 */
typedef struct ccd_cubic {
    bool fine;
    double_double c[4];
    double error;
} ccd_cubic;

/** In double. */
ccd_cubic carom_ccd_cubic(const ccd_path *path);
/** In double-double. */
ccd_cubic carom_ccd_fine_cubic(const ccd_path *path);

/** Sign of the cubic at t, as far as that is certain, else 0. */
int carom_ccd_plane_side(const ccd_cubic *cubic, double t);

/* Where a certificate ends. */
typedef struct ccd_stop {
    double time;
    int before;  /* sign of the cubic at the given time; 0 where not known */
    double c[4]; /* coefficients on [time, 1], times one sign; when time is in the frame */
} ccd_stop;

/** The time until which the origin is certainly off the polygon's plane, from t on: t itself when
 * that is not known, CCD_BEYOND when it is to the end. */
ccd_stop carom_ccd_off_plane_until(const ccd_cubic *cubic, double t);

/* A time at which the cubic's sign is certain, and the sign. */
typedef struct ccd_past {
    double time;
    int side;
} ccd_past;

/** A certain time after the stop, soon after the cubic's first root if that is simple; CCD_BEYOND
 * when none was found. */
ccd_past carom_ccd_past_plane(const ccd_cubic *cubic, const ccd_stop *stop);

/** Where the origin is at every time in [low, high] at which it is in the polygon's plane. */
ccd_sides carom_ccd_sides_between(const ccd_path *path, const ccd_cubic *cubic, double low,
                                  double high);

#endif
