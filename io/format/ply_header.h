/* Parser of the PLY header: the elements, their counts, and the properties of each with their
 * types, in the order of the data. */
#ifndef CAROM_IO_FORMAT_PLY_HEADER_H
#define CAROM_IO_FORMAT_PLY_HEADER_H

#include "format/ply.h"

/* Reads the header and leaves ply->in at the data. */
bool carom_io_ply_header(ply_state *ply);

#endif
