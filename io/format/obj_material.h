/* Material libraries of OBJ files (MTL): the diffuse colours of materials by name. */
#ifndef CAROM_IO_FORMAT_OBJ_MATERIAL_H
#define CAROM_IO_FORMAT_OBJ_MATERIAL_H

#include "format/obj.h"

typedef struct obj_palette {
    io_bytes names;   /* characters */
    io_bytes entries; /* obj_color, by name */
} obj_palette;

/* Reads the libraries that the file names, from its folder, if some face has a material. One that
 * cannot be read has no colours. False without memory. The caller frees what it holds. */
bool carom_io_obj_read_palette(const obj_state *obj, obj_palette *palette);

/* Red, green, blue and opacity of a material of this name; null where none is known. */
const double *carom_io_obj_color(const obj_palette *palette, const char *name, size_t size);

void carom_io_obj_free_palette(obj_palette *palette);

#endif
