/* No algorithm of its own: the solvers of the distance test. The distance of closest points
 * decides where these have a closed form or are heights over a plane or ranges of lines; else the
 * convex engine tests whether one shape, enlarged by the distance, overlaps the other. A
 * separating plane or a common point ends that, long before closest points are found. */
#include "pair/pair_within.h"

#include "pair/pair_closest.h"
#include "pair/solver/engine.h"

static CAROM_INLINE bool by_closest(pair_solver id, posed_pair *pair, carom_real distance,
                                    bool *near) {
    carom_closest_any found;
    if (!carom_closest_by(id, pair, NULL, &found)) return false;
    *near = found.distance <= distance;
    return true;
}

static CAROM_INLINE bool within_in_closed_form(posed_pair *pair, carom_real distance, bool *near) {
    return by_closest(SOLVER_CLOSED_FORM, pair, distance, near);
}

static CAROM_INLINE bool within_of_plane_heights(posed_pair *pair, carom_real distance,
                                                 bool *near) {
    return by_closest(SOLVER_PLANE_HEIGHTS, pair, distance, near);
}

static CAROM_INLINE bool within_of_line_ranges(posed_pair *pair, carom_real distance, bool *near) {
    return by_closest(SOLVER_LINE_RANGES, pair, distance, near);
}

static CAROM_INLINE bool within_of_convex_engine(posed_pair *pair, carom_real distance,
                                                 bool *near) {
    *near = carom_engine_within(pair->a, pair->b, (double)distance);
    return true;
}

static CAROM_INLINE bool within_by(pair_solver solver, posed_pair *pair, carom_real distance,
                                   bool *near) {
    switch (solver) {
    case SOLVER_CLOSED_FORM: return within_in_closed_form(pair, distance, near);
    case SOLVER_PLANE_HEIGHTS: return within_of_plane_heights(pair, distance, near);
    case SOLVER_LINE_RANGES: return within_of_line_ranges(pair, distance, near);
    case SOLVER_CONVEX_ENGINE: return within_of_convex_engine(pair, distance, near);
    default: return false;
    }
}

bool carom_within_by(pair_solver solver, posed_pair *pair, carom_real distance, bool *near) {
    return within_by(solver, pair, distance, near);
}

bool carom_pair_within(const carom_posed_shape *a, const carom_posed_shape *b,
                       carom_real distance) {
    posed_pair pair;
    bool near = false;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return false;
    for (solver_list list = solvers_of_pair(&pair); list; list >>= 4)
        if (within_by(first_solver(list), &pair, distance, &near)) break;
    pair_ends(&pair);
    return near;
}
