/* Reader of OBJ. */
#ifndef CAROM_IO_FORMAT_READ_OBJ_H
#define CAROM_IO_FORMAT_READ_OBJ_H

#include "internal.h"

bool carom_io_read_obj(const io_file *file, io_builder *b);

#endif
