/* Which of two answers is kept, so that the same question has one answer whatever the order in
 * which it was found. */
#ifndef CAROM_MATH_ORDER_H
#define CAROM_MATH_ORDER_H

#include "core/internal.h"

/** The lesser value is the better answer, and of equal ones that with the lower index. */
static inline bool comes_before(carom_real value, uint32_t index, carom_real other,
                                uint32_t other_index) {
    return value < other || (value == other && index < other_index);
}

#endif
