/* Name, source and reason of the solvers of pair/pose/solver_order.h. */
#ifndef CAROM_DISPATCH_SOLVER_FACTS_H
#define CAROM_DISPATCH_SOLVER_FACTS_H

#include "carom/dispatch.h"
#include "pair/pose/solver_order.h"

/* A solver, or a step of one, under some verbs for some kinds. */
typedef struct solver_fact {
    pair_solver solver;
    uint32_t verbs;    /* bits of carom_verb */
    uint32_t kinds[2]; /* bits of carom_shape_kind, in either order */
    bool last;         /* it always answers: nothing behind it is tried */
    carom_solver entry;
} solver_fact;

/** Facts in the order of the steps of a solver. */
extern const solver_fact carom_solver_facts[];
extern const int32_t carom_solver_fact_count;

/** Facts of pairs with a mesh or height field, `solver` is SOLVER_NONE. */
extern const solver_fact carom_surface_facts[];
extern const int32_t carom_surface_fact_count;

/** The same of pairs with a compound. */
extern const solver_fact carom_compound_facts[];
extern const int32_t carom_compound_fact_count;

#endif
