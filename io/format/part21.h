/* What a file of STEP, IFC or IGES is, by its first lines. */
#ifndef CAROM_IO_FORMAT_PART21_H
#define CAROM_IO_FORMAT_PART21_H

#include "internal.h"

/* Is it an exchange file of STEP, of any schema (ISO 10303-21)? */
bool carom_io_is_part21(const io_file *file);

/* Does such a file name a schema of IFC? */
bool carom_io_has_ifc_schema(const io_file *file);

bool carom_io_is_iges(const io_file *file);

#endif
