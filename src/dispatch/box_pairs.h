/* Contacts of two boxes, quicker than by the table. */
#ifndef CAROM_DISPATCH_BOX_PAIRS_H
#define CAROM_DISPATCH_BOX_PAIRS_H

#include "batch/simd_set.h"
#include "carom/contact.h"

#include <stddef.h>

/** Both boxes and framed, the margin finite. `guess`, or null: see box_contact.
 * @return false for what is left to the general method */
bool carom_boxes_contact_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold, uint8_t *guess);
bool carom_boxes_contact_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold, uint8_t *guess);

#define BOX_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

#endif
