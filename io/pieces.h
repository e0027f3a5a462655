/* Meshes taken apart into their connected pieces. */
#ifndef CAROM_IO_PIECES_H
#define CAROM_IO_PIECES_H

#include "internal.h"

/* Replaces each mesh of several pieces by one mesh for each, and its instances likewise. Pieces
 * share no vertex. */
bool carom_io_split_pieces(io_builder *b);

#endif
