/* Contact manifolds of two boxes: the answers of manifold.c, faster. */
#ifndef CAROM_CONVEX_MANIFOLD_BOX_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_BOX_MANIFOLD_H

#include "convex/manifold/box_contact.h"

/** As contact_boxes, not inlined. */
bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out);

/** The same for convex shapes. @return false for other shapes, too */
bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out);

#endif
