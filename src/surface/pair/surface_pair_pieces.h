/* Contact pieces of two surfaces: what pairs of their triangles share. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_PIECES_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_PIECES_H

#include "surface/pair/surface_pair_traversal.h"

typedef enum patch_kind {
    PATCH_NEAR = 0, /* within the margin, apart */
    PATCH_TOUCH,    /* an edge or vertex of one lies on the other */
    PATCH_AREA,     /* faces lie on each other */
    PATCH_CROSS     /* they pass through each other */
} patch_kind;

/* What two triangles share, in the frame of B; or, where there are very many, all with about the
 * same box. */
typedef struct contact_piece {
    patch_kind kind;
    int patch; /* first piece of the connected component */
    uint32_t triangle[2];
    vec3 box[2];
    vec3 facing; /* from A to B; zero for TOUCH and CROSS */
    /* half the sum of a x b and the sum of b - a over the segments a b, oriented with the inside
     * of A on one side; and their length */
    vec3 area, chord;
    double length;
    double gap; /* distance of NEAR; squared size of an AREA */
    vec3 point; /* on both surfaces; for NEAR on A */
} contact_piece;

#define PATCH_PIECES 512

typedef struct contact_pieces {
    const surface_pair_frame *pair;
    double margin;
    bool solids_overlap;
    double cell; /* 0: exact boxes; otherwise the cell size of the grid that boxes are rounded to */
    bool too_many;
    int count;
    contact_piece piece[PATCH_PIECES];
} contact_pieces;

/** Finds all pieces and their connected components. With `solids_overlap`, faces that lie on
 * each other with equal orientation touch from the inside. */
void carom_find_pieces(contact_pieces *out, const surface_pair_frame *pair, double margin,
                       bool solids_overlap);
/** Returns true if the boxes touch up to rounding. */
bool carom_patches_touch(const surface_pair_frame *pair, const vec3 a[2], const vec3 b[2]);

#endif
