/* The solvers of classification: the closed form of the table, or overlap and, for shapes that
 * touch, containment. */
#include "pair/pair_classify.h"

#include "pair/contains/contains.h"
#include "pair/pair_overlap.h"
#include "pair/volume_tables.h"

static CAROM_INLINE bool classify_in_closed_form(posed_pair *pair, carom_relation *out) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    classify_pair *closed = carom_classify_table[a->kind][b->kind];
    if (closed) *out = closed(a, b);
    return closed != NULL;
}

static CAROM_INLINE bool classify_by_containment(posed_pair *pair, carom_relation *out) {
    *out = carom_overlap_of_pair(pair) ? carom_classify_touching(&pair->a->shape, &pair->b->shape)
                                       : CAROM_DISJOINT;
    return true;
}

static CAROM_INLINE bool classify_by(pair_solver solver, posed_pair *pair, carom_relation *out) {
    switch (solver) {
    case SOLVER_CLOSED_FORM: return classify_in_closed_form(pair, out);
    case SOLVER_CONTAINMENT: return classify_by_containment(pair, out);
    default: return false;
    }
}

bool carom_classify_by(pair_solver solver, posed_pair *pair, carom_relation *out) {
    return classify_by(solver, pair, out);
}

static carom_relation relation_of_pair(posed_pair *pair) {
    carom_relation relation = CAROM_DISJOINT;
    const carom_shape *first = &pair->a->shape, *second = &pair->b->shape;
    if (first->kind == second->kind && carom_shape_order(first, second) == 0)
        return CAROM_CONTAINS; /* equal shapes, whatever rounding does */
    if (!classify_in_closed_form(pair, &relation)) classify_by_containment(pair, &relation);
    if (!pair->flip || relation == CAROM_DISJOINT) return relation;
    /* equal sets contain each other, whichever comes first */
    if (relation == CAROM_CONTAINS && carom_contains(second, first)) return CAROM_CONTAINS;
    return relation_swapped(relation);
}

carom_relation carom_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    const carom_relation relation = pair.valid ? relation_of_pair(&pair) : CAROM_DISJOINT;
    pair_ends(&pair);
    return relation;
}
