/* Reader of glTF 2.0 [Khronos21], as JSON text or in a GLB container: the nodes of the scene in
 * their rest pose. */
#ifndef CAROM_IO_FORMAT_READ_GLTF_H
#define CAROM_IO_FORMAT_READ_GLTF_H

#include "internal.h"

bool carom_io_read_gltf(const io_file *file, io_builder *b);

#endif
