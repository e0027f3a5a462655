/* Meshes of glTF [Khronos21]: each primitive of triangles (list, strip or fan) becomes a mesh of
 * the scene. */
#ifndef CAROM_IO_FORMAT_GLTF_MESH_H
#define CAROM_IO_FORMAT_GLTF_MESH_H

#include "format/gltf/gltf.h"

/* Adds a mesh's primitives of triangles to the scene, once. */
bool carom_io_gltf_mesh(gltf_state *g, size_t mesh);

#endif
