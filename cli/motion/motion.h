/* carom sweep: some parts of an assembly move along a path of straight motions and turns, all
 * others stand. */
#ifndef CAROM_CLI_MOTION_MOTION_H
#define CAROM_CLI_MOTION_MOTION_H

#include "real.h" /* first: it chooses double */

#include "clash/clash.h"

/* One piece of the path: a straight motion, or a turn about an axis through a point. */
typedef struct motion_leg {
    bool turns;
    carom_vec3 motion;
    carom_vec3 axis, center; /* unit */
    double degrees;
} motion_leg;

typedef struct motion_path {
    motion_leg *legs;
    size_t count, capacity;
} motion_path;

/* What happens to a moving part and one that stands. */
typedef enum motion_verdict {
    MOTION_FREE = 0,
    MOTION_CONTACT,   /* on the path */
    MOTION_UNDECIDED, /* not followed to the end: a contact is assumed */
    MOTION_TOUCHING,  /* at the start */
    MOTION_OVERLAP    /* at the start */
} motion_verdict;

typedef struct motion_contact {
    uint32_t moving, standing; /* parts */
    motion_verdict verdict;
    size_t leg;
    double fraction; /* of the leg; no contact is earlier */
    double upper;    /* there is contact by then; NaN: not known */
    carom_vec3 point, normal;
    bool looked_at;
} motion_contact;

typedef struct motion_result {
    const clash_result *assembly;
    const motion_path *path;
    double tolerance; /* above 0: contact is what is deeper */
    bool *moves;      /* of each part */
    size_t moving_count;
    motion_contact *contacts; /* the earliest first */
    size_t count;
    size_t pairs, looked_at;
    bool interrupted;
} motion_result;

#endif
