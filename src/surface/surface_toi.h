/* Time of impact of a turning shape and a turning mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_TOI_H
#define CAROM_SURFACE_SURFACE_TOI_H

#include "carom/toi.h"
#include "pair/pair_toi.h"

/** Returns the first contact. B is a mesh or height field, and A is not. */
carom_toi_hit carom_surface_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                carom_real tolerance);

/** The same of a bounded shape and motions in double; contact at the start is distance 0. */
carom_toi_hit carom_surface_toi_of_side(const toi_side *a, const carom_shape *on,
                                        const rigid_motion *path,
                                        const convex_toi_options *options);

typedef struct toi_query {
    const carom_turning_shape *a, *b;
    carom_real tolerance;
} toi_query;

/* Returns the time of impact of A and a box or triangle of B that moves as B does. */
typedef carom_toi_hit part_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                               carom_real tolerance);

/** Returns the first contact over the triangles of B, a mesh or height field; the normal is the
 * triangle's. */
carom_toi_hit carom_surface_toi_by_triangles(const toi_query *of, part_toi *toi);

#endif
