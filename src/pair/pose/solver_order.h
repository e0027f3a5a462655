/* The solvers that may answer a pair of kinds, in the order in which they are tried. */
#ifndef CAROM_PAIR_POSE_SOLVER_ORDER_H
#define CAROM_PAIR_POSE_SOLVER_ORDER_H

#include "pair/pose/posed_pair.h"

/* From the most special to the general ones. Each verb has one function for each solver, or null;
 * the function answers or is undecided, and the next solver is tried. */
typedef enum pair_solver {
    SOLVER_NONE = 0, /* ends a list */
    /* of the frames that posed shapes keep */
    SOLVER_CAPSULE_FRAMES,
    SOLVER_CAPSULE_BOX_FRAMES,
    SOLVER_BOX_FRAMES,
    SOLVER_CYLINDER_FRAMES,
    SOLVER_HULL_FRAMES,
    /* of the coordinates; the first general one */
    SOLVER_CAPSULE_AXES,
    SOLVER_SPHERE_CENTRES,
    SOLVER_CLOSED_FORM,
    SOLVER_PLANE_HEIGHTS,
    SOLVER_LINE_RANGES,
    SOLVER_CONVEX_ENGINE,
    SOLVER_CONTAINMENT,
    PAIR_SOLVERS
} pair_solver;

/* Solvers in the order in which they are tried, four bits each, the first in the lowest; 0: no
 * more. */
typedef uint32_t solver_list;
_Static_assert(PAIR_SOLVERS <= 16, "a solver has four bits");

/* Of each pair of kinds, in either order; empty with a mesh or height field. */
extern const solver_list carom_solver_order[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

static CAROM_INLINE pair_solver first_solver(solver_list list) {
    return (pair_solver)(list & 15u);
}

/** The list of a valid pair. */
static CAROM_INLINE solver_list solvers_of_kinds(const carom_posed_shape *a,
                                                 const carom_posed_shape *b) {
    return carom_solver_order[a->shape.kind][b->shape.kind];
}

static CAROM_INLINE solver_list solvers_of_pair(const posed_pair *pair) {
    return solvers_of_kinds(pair->given[0], pair->given[1]);
}

/** The list without the solver of posed frames, which only the first one may be. */
static CAROM_INLINE solver_list general_solvers(solver_list list) {
    return first_solver(list) <= SOLVER_HULL_FRAMES ? list >> 4 : list;
}

#endif
