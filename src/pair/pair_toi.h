/* Time of impact of two turning shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_TOI_H
#define CAROM_PAIR_PAIR_TOI_H

#include "carom/toi.h"
#include "pair/pose/convex_view.h"
#include "pair/pose/solver_order.h"
#include "pair/solver/toi_unbounded.h"

carom_toi_hit carom_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_real tolerance);

/* Two turning shapes in table order, of which both may be unbounded, and what the solvers read of
 * them. */
typedef struct toi_pair {
    const carom_turning_shape *ordered[2];
    bool flip; /* the second one was given first */
    double tolerance;
    convex_view view[2]; /* of bounded shapes */
    vec3 *buffer;        /* of their vertices, or null: give_buffer gives it back */
    convex_turning turning[2];
} toi_pair;

/** @return false for an invalid shape or a motion that is not finite. */
bool carom_toi_pair_of(toi_pair *out, const carom_turning_shape *a, const carom_turning_shape *b,
                       carom_real tolerance);
/** The answer of one solver for shapes that are apart at the start. @return false where it is
 * undecided. */
bool carom_toi_by(pair_solver solver, const toi_pair *pair, carom_toi_hit *out);

/** @return whether they are in contact at the start, as overlap says; then fills the hit. */
bool carom_toi_pair_at_start(const toi_pair *pair, carom_toi_hit *out);

/* ---- its parts, for shapes that are tested against many others */

/** The motion of a shape. @return false when a number is not finite. */
bool carom_turning_path(rigid_motion *out, const carom_turning_shape *s);
/** Views a valid shape that is bounded; a ray that ends is a segment. */
bool carom_turning_view(convex_view *out, const carom_shape *shape);
/** The same of two shapes in the order in which they are given; the point is on B. */
bool carom_pair_toi_at_start(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_toi_hit *out);
/** The search of two sides, of which two unbounded ones turn; contact at the start is distance 0.
 */
convex_toi carom_pair_toi_of_sides(const toi_side *a, const toi_side *b,
                                   const convex_toi_options *options);
/** The hit of the shapes in the other order. */
carom_toi_hit carom_toi_exchanged(carom_toi_hit hit);
/** The result of the search in carom_real. */
carom_toi_hit carom_pair_toi_hit(const convex_toi *found);

#endif
