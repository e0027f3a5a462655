/* The patches in which two surfaces touch, or nearly touch: what hangs together and faces one way.
 */
#ifndef CAROM_SURFACE_PAIR_BOTH_PATCH_H
#define CAROM_SURFACE_PAIR_BOTH_PATCH_H

#include "surface/pair/both_pieces.h"

typedef struct contact_patch {
    patch_kind kind; /* the greatest of its pieces' */
    int first;       /* its first piece */
    vec3 box[2];
    vec3 normal; /* unit, from A to B */
    vec3 point;  /* of both surfaces; of NEAR on A */
} contact_patch;

/** The patch whose first piece this is. @return false when it is none, or the rim of another. */
bool carom_patch_at(const contact_pieces *pieces, int first, contact_patch *out);

#endif
