/* Scans coloured by their deviation, as a picture. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_PICTURE_H
#define CAROM_CLI_DEVIATION_DEVIATION_PICTURE_H

#include "deviation/deviation_measure.h"

typedef struct deviation_picture {
    const char *path;
    double range;     /* from which on colours are full */
    const char *unit; /* null: not known */
    bool both;        /* the reference beside it, coloured by its distance from the scan */
    uint32_t threads;
} deviation_picture;

/** On failure prints why. */
bool deviation_write_png(deviation_scan *scan, const model *reference,
                         const deviation_picture *how);

#endif
