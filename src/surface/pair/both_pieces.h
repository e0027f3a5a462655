/* What two surfaces share, triangle by triangle. */
#ifndef CAROM_SURFACE_PAIR_BOTH_PIECES_H
#define CAROM_SURFACE_PAIR_BOTH_PIECES_H

#include "surface/pair/both_walk.h"

typedef enum patch_kind {
    PATCH_NEAR = 0, /* within the margin, apart */
    PATCH_TOUCH,    /* an edge or a corner of one lies on the other */
    PATCH_AREA,     /* faces lie on each other */
    PATCH_CROSS     /* they pass through each other */
} patch_kind;

/* What two triangles share, in the frame of B; or, where there are very many of these, all that
 * have about one box. */
typedef struct contact_piece {
    patch_kind kind;
    int patch; /* the first piece of those that hang together */
    uint32_t triangle[2];
    vec3 box[2];
    vec3 facing; /* from A to B; of TOUCH and CROSS zero */
    /* half the sum of a x b and the sum of b - a over the segments a b, A's inside on one side;
     * and their length */
    vec3 area, chord;
    double length;
    double gap; /* of NEAR; or how large an AREA is */
    vec3 point; /* of both; of NEAR on A */
} contact_piece;

#define PATCH_PIECES 512

typedef struct contact_pieces {
    const both_pair *pair;
    double margin;
    bool solids_overlap;
    double cell; /* 0: pieces have the boxes that they have, else such of a grid */
    bool too_many;
    int count;
    contact_piece piece[PATCH_PIECES];
} contact_pieces;

/** All pieces, and which of them hang together. `solids_overlap`: faces that lie on each other and
 * face the same way do so from within. */
void carom_find_pieces(contact_pieces *out, const both_pair *pair, double margin,
                       bool solids_overlap);
/** Do the boxes touch, but for rounding? */
bool carom_patches_touch(const both_pair *pair, const vec3 a[2], const vec3 b[2]);

#endif
