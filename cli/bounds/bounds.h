/* carom bounds: bounding volumes of a mesh, measured and rendered. */
#ifndef CAROM_CLI_BOUNDS_H
#define CAROM_CLI_BOUNDS_H

#include "real.h" /* first: it chooses double */

#include "carom/io.h"

enum { BOUNDS_COUNT = 10, BOUNDS_NAME_LENGTH = 24 };

typedef struct bounds_volume {
    char name[BOUNDS_NAME_LENGTH];
    carom_shape shape;
    double volume;
    double fit_seconds;
    double overlap_ns; /* 0: not measured */
    double touching;   /* share of the measured pairs that overlap */
} bounds_volume;

/* The shapes point into the store, which must not move. */
typedef struct bounds_set {
    bounds_volume volumes[BOUNDS_COUNT];
    carom_real low[3][CAROM_KDOP_LIMIT], high[3][CAROM_KDOP_LIMIT];
    carom_hull *hull;
} bounds_set;

#endif
