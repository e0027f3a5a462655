/* Objects, groups and materials of an OBJ file. */
#ifndef CAROM_IO_FORMAT_OBJ_PARTS_H
#define CAROM_IO_FORMAT_OBJ_PARTS_H

#include "format/obj.h"

bool carom_io_obj_open(obj_state *obj, const io_file *file);

/* Reads the statements "o" and "g" after the keyword. */
bool carom_io_obj_object(obj_state *obj);

bool carom_io_obj_group(obj_state *obj);

/* Likewise "usemtl" and "mtllib". */
bool carom_io_obj_material(obj_state *obj);

bool carom_io_obj_library(obj_state *obj);

/* Builds and places the meshes. */
bool carom_io_obj_build(obj_state *obj, io_builder *b);

void carom_io_obj_free(obj_state *obj);

#endif
