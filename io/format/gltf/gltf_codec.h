/* Compressed data of glTF: KHR_draco_mesh_compression and EXT_meshopt_compression, which the
 * plug-in carom-io-gltf decodes. It gets on standard input, and answers, in the frame of
 * plugin/plugin_answer.h: a JSON object with a list `streams`, then their bytes, one after the
 * other.
 *
 *   asked     {codec: "meshopt", name, size, mode, filter, count, stride}
 *             {codec: "draco", name, size, id}: the unique identifier of the positions
 *   answered  {size} for meshopt; {points, triangles, component, step} for draco: the numbers of
 *             the positions, of glTF's component type, then three uint32_t of each triangle */
#ifndef CAROM_IO_FORMAT_GLTF_CODEC_H
#define CAROM_IO_FORMAT_GLTF_CODEC_H

#include "format/gltf/gltf.h"

/* Decodes all positions, indices and instances that are compressed, by one call of the plug-in, or
 * none where nothing is. */
bool carom_io_gltf_decode(gltf_state *g);

#endif
