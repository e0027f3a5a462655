/* Data of glTF [Khronos21]: buffers, buffer views and accessors. */
#ifndef CAROM_IO_FORMAT_GLTF_DATA_H
#define CAROM_IO_FORMAT_GLTF_DATA_H

#include "format/gltf/gltf.h"

/* Reads an unsigned integer below `limit`, or SIZE_MAX when the key is missing; fails for any other
 * value, with a message that begins with g->context. */
bool carom_io_gltf_number(const gltf_state *g, json_t *object, const char *key, size_t limit,
                          size_t *out);

/* Sets the prefix of the messages that follow. */
void carom_io_gltf_set_context(gltf_state *g, const char *list, size_t index);

bool carom_io_gltf_view(gltf_state *g, size_t view, gltf_span *out);

/* The bytes that the members buffer, byteOffset and byteLength of an object name: a buffer view, or
 * the extension of one; `view` is for messages. */
bool carom_io_gltf_buffer_span(gltf_state *g, json_t *object, size_t view, gltf_span *out);

/* Reads an accessor of positions, once. */
bool carom_io_gltf_positions(gltf_state *g, size_t accessor, io_pool **out);

/* Appends the numbers of an accessor of this type, in double. */
bool carom_io_gltf_numbers(gltf_state *g, size_t accessor, const char *type, io_bytes *out);

/* Reads an accessor of indices, uint32_t each. */
bool carom_io_gltf_indices(gltf_state *g, size_t accessor, io_bytes *out);

#endif
