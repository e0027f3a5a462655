/* Conservative advancement [Mirtich96]: a gap that cannot close before gap / closing speed allows
 * time to advance by that. The one loop of all turning motion; pairs differ in their gap function:
 * convex shapes, planes and paths that go on for ever, boxes of hierarchies. */
#ifndef CAROM_CONVEX_ADVANCEMENT_H
#define CAROM_CONVEX_ADVANCEMENT_H

#include "convex/support/convex.h"

/* A lower bound on the distance at a time, 0 or less to arrive there, and an upper bound on the
 * speed at which it falls from then on. */
typedef struct closing_gap {
    double gap, closing;
} closing_gap;

typedef struct advancement {
    closing_gap (*gap_at)(void *pair, double time);
    void *pair;
    double from, latest; /* no contact before `from`; one not before `latest` is none */
    int steps;           /* bound on the gaps that are evaluated */
} advancement;

typedef struct advanced {
    double time;  /* no contact before; INFINITY: none at all */
    bool arrived; /* the gap is closed at `time`; false for finite times: the steps were spent */
    int steps;
} advanced;

/** Advances time until the gap is closed, cannot close in time, or the steps are spent. */
advanced carom_advance(const advancement *a);

/* ---- time of impact */

typedef struct convex_toi {
    bool hit, initial_overlap;
    bool certain;                    /* the shapes are in contact at fraction_upper */
    double fraction, fraction_upper; /* bracket of the first contact: no contact before `fraction`,
                                        where they are within the tolerance */
    vec3 point, normal;              /* at `fraction`; normal unit, from A to B */
    convex_status status;            /* LIMIT: a hit is assumed */
    int iterations;
} convex_toi;

/** A pair of moving objects, as conservative advancement needs it. */
typedef struct toi_problem {
    /* INFINITY: they never meet; 0: contact. Its normal is passed to `closing_bound` */
    convex_distance (*distance_at)(void *pair, double time);
    bool (*contact_at)(void *pair, double time);
    double (*closing_bound)(const void *pair, vec3 normal); /* at the time of the last distance */
    convex_toi (*start_in_contact)(void *pair, const convex_distance *at_start);
    void *pair;
    double size; /* greatest coordinate: gaps within rounding of it are none */
    double tolerance, latest;
    bool skip_upper;
    int steps; /* bound on the distances of the advancement; 0: 1000 */
} toi_problem;

/** Advances until the pair is within the tolerance, and brackets the first contact. */
convex_toi carom_toi_search(const toi_problem *problem);

/** The requested tolerance, at least what is above rounding; 1e-9 of the size when `requested` is
 * not positive. */
double carom_toi_tolerance(double requested, double size);

#endif
