/* Reader of OFF. */
#ifndef CAROM_IO_FORMAT_READ_OFF_H
#define CAROM_IO_FORMAT_READ_OFF_H

#include "internal.h"

/* Does the file open with OFF, as text? COFF, NOFF and the like, too. */
bool carom_io_is_off(const io_file *file);

bool carom_io_read_off(const io_file *file, io_builder *b);

#endif
