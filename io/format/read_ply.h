/* Reader of PLY: every value that the header declares, in all three encodings by the same code;
 * missing and surplus data are errors. */
#ifndef CAROM_IO_FORMAT_READ_PLY_H
#define CAROM_IO_FORMAT_READ_PLY_H

#include "internal.h"

bool carom_io_read_ply(const io_file *file, io_builder *b);

#endif
