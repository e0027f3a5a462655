/* carom deviation: how far a scan, or a mesh, is from a reference mesh. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_H
#define CAROM_CLI_DEVIATION_DEVIATION_H

#include "real.h" /* first: it chooses double */

#include "deviation/cloud.h"
#include "model.h"

/* What is measured: points, or a mesh and points spread over its surface. */
typedef struct deviation_scan {
    const char *path;
    bool is_mesh;
    model model;
    cloud points; /* of a mesh those that stand for equal areas */
} deviation_scan;

typedef struct deviation_statistics {
    double mean, rms, deviation, most; /* of distances: standard deviation and largest */
    double half, most_of;              /* half of them, and 95 of 100, are no larger */
    double signed_mean, least_signed, most_signed; /* of a closed reference: negative inside */
    size_t count, within;                          /* the tolerance */
} deviation_statistics;

#define DEVIATION_BINS 16

/* How many deviations lie from one edge on and below the next; edges are whole multiples of 1, 2 or
 * 5 times a power of ten. */
typedef struct deviation_histogram {
    int digit, power;
    double first; /* multiple of the step that the first bin is from */
    size_t count, bins[DEVIATION_BINS];
} deviation_histogram;

typedef struct deviation_result {
    deviation_statistics points;
    deviation_histogram histogram; /* of signed distances where the reference is closed */
    bool has_sign;
    carom_mesh_hausdorff to_reference, from_reference;
    double largest;   /* known distance of a point of the scan */
    double hausdorff; /* the larger of both directions */
    const char *unit; /* null: not known */
} deviation_result;

#endif
