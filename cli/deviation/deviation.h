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

typedef struct deviation_result {
    deviation_statistics points;
    bool has_sign;
    carom_mesh_hausdorff to_reference, from_reference;
} deviation_result;

#endif
