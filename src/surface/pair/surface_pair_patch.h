/* Contact patches of two surfaces: connected pieces of contact with about one normal. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_PATCH_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_PATCH_H

#include "surface/pair/surface_pair_pieces.h"

typedef struct contact_patch {
    patch_kind kind; /* largest kind of its pieces */
    int first;       /* its first piece */
    vec3 box[2];
    vec3 normal; /* unit, from A to B */
    vec3 point;  /* on both surfaces; for NEAR on A */
} contact_patch;

/** Fills the patch whose first piece this is.
 * @return false when it starts no patch, or belongs to the rim of another. */
bool carom_patch_at(const contact_pieces *pieces, int first, contact_patch *out);

#endif
