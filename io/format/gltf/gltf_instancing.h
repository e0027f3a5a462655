/* Instances of a node of glTF: EXT_mesh_gpu_instancing. */
#ifndef CAROM_IO_FORMAT_GLTF_INSTANCING_H
#define CAROM_IO_FORMAT_GLTF_INSTANCING_H

#include "format/gltf/gltf.h"

/* Appends the transforms of the instances to their node, rows of 3x4 matrices; none without the
 * extension. */
bool carom_io_gltf_instancing(gltf_state *g, size_t index, json_t *node, io_bytes *transforms);

#endif
