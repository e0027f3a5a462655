/* Classification of a pair: the closed form in the table, or contact first and then, of what
 * touches, whether one contains the other. */
#include "pair/pair_classify.h"

#include "pair/contains/contains.h"
#include "pair/pair_overlap.h"
#include "pair/volume_tables.h"

carom_relation carom_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return CAROM_DISJOINT;
    const carom_shape *first = &pair.a->shape, *second = &pair.b->shape;
    if (first->kind == second->kind && carom_shape_order(first, second) == 0)
        return CAROM_CONTAINS; /* the same numbers, whatever rounding makes of them */
    classify_pair *closed = carom_classify_table[first->kind][second->kind];
    if (!closed && !carom_overlap_of_pair(&pair, NULL)) return CAROM_DISJOINT;
    carom_relation relation =
        closed ? closed(first, second) : carom_classify_touching(first, second);
    if (!pair.flip) return relation;
    /* equal sets contain each other, whichever comes first */
    if (relation == CAROM_CONTAINS && carom_contains(second, first)) return CAROM_CONTAINS;
    return relation_swapped(relation);
}
