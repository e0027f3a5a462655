/* Total order of candidates, by which a search returns the same answer whatever the order in which
 * it finds them. */
#ifndef CAROM_MATH_ORDER_H
#define CAROM_MATH_ORDER_H

#include "core/internal.h"

/** Is the first candidate better: a lesser value, or an equal one with a lower index? */
static inline bool comes_before(carom_real value, uint32_t index, carom_real other,
                                uint32_t other_index) {
    return value < other || (value == other && index < other_index);
}

#endif
