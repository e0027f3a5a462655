/* Colours of materials of glTF [Khronos21] 3.9. */
#ifndef CAROM_IO_FORMAT_GLTF_MATERIAL_H
#define CAROM_IO_FORMAT_GLTF_MATERIAL_H

#include "format/gltf/gltf.h"

/* The base colour and opacity of the material of a primitive, in the RGB of screens; opacity 0
 * where none is known. */
void carom_io_gltf_color(const gltf_state *g, json_t *primitive, double color[4]);

#endif
