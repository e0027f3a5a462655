/* The transform of a glTF node [Khronos21], in double: a matrix, stored by columns in the file, or
 * T * R * S. */
#ifndef CAROM_IO_FORMAT_GLTF_NODE_H
#define CAROM_IO_FORMAT_GLTF_NODE_H

#include "format/gltf/gltf.h"

/* The transform of a node to its parent, rows of a 3x4 matrix; `index` is for messages. */
bool carom_io_gltf_transform(const gltf_state *g, size_t index, json_t *node, double out[12]);

/* Translation, rotation (a quaternion x, y, z, w of any length) and scale. */
typedef struct gltf_trs {
    const double *translation, *rotation, *scale;
} gltf_trs;

/* T * R * S. */
bool carom_io_gltf_compose(const gltf_state *g, size_t index, const gltf_trs *from, double out[12]);

#endif
