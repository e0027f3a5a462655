/* Reader of STL. */
#ifndef CAROM_IO_FORMAT_READ_STL_H
#define CAROM_IO_FORMAT_READ_STL_H

#include "internal.h"

bool carom_io_read_stl_ascii(const io_file *file, io_builder *b);

bool carom_io_read_stl_binary(const io_file *file, io_builder *b);

#endif
