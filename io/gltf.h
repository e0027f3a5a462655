/* State of the glTF reader [Khronos21]: JSON, buffers, and the decoded accessors and meshes. Each
 * accessor and mesh is decoded once, when it is first used. */
#ifndef CAROM_IO_GLTF_H
#define CAROM_IO_GLTF_H

#include <jansson.h>

#include "internal.h"

typedef struct gltf_buffer {
    bool loaded;
    const unsigned char *data;
    size_t size;
    io_bytes own; /* empty for the chunk of a GLB */
} gltf_buffer;

/* The meshes of the scene made from a mesh of the file, one for each primitive of triangles. */
typedef struct gltf_pieces {
    bool done;
    size_t first, count;
} gltf_pieces;

typedef struct gltf_state {
    const io_file *file;
    io_builder *builder;
    json_t *root;               /* of the file */
    const unsigned char *chunk; /* GLB: the binary chunk */
    size_t chunk_size;
    gltf_buffer *buffers;
    io_pool *positions;  /* per accessor; empty until it is used */
    gltf_pieces *meshes; /* per mesh of the file */
    bool *placed_nodes;  /* per node: it has been placed */
    size_t node_count;
    size_t placed;     /* nodes with meshes so far */
    size_t zeros;      /* elements of accessors without data */
    uint64_t geometry; /* bytes of positions */
    char context[48];  /* prefix of messages: "nodes[3]: " */
} gltf_state;

/* Reads an unsigned integer below `limit`, or SIZE_MAX when the key is missing; fails for any other
 * value, with a message that begins with g->context. */
bool carom_io_gltf_number(const gltf_state *g, json_t *object, const char *key, size_t limit,
                          size_t *out);

/* Sets the prefix of the messages that follow. */
void carom_io_gltf_set_context(gltf_state *g, const char *list, size_t index);

/* Bytes `offset` to `offset + size` of a buffer view. `stride` is 0 when the view declares none. */
typedef struct gltf_span {
    const unsigned char *data;
    size_t size, stride;
} gltf_span;
bool carom_io_gltf_view(gltf_state *g, size_t view, gltf_span *out);

/* Reads an accessor of positions, once. */
bool carom_io_gltf_positions(gltf_state *g, size_t accessor, io_pool **out);
/* Reads an accessor of indices, uint32_t each. */
bool carom_io_gltf_indices(gltf_state *g, size_t accessor, io_bytes *out);

/* Adds a mesh's primitives of triangles to the scene, once. */
bool carom_io_gltf_mesh(gltf_state *g, size_t mesh);

/* The transform of a node to its parent, rows of a 3x4 matrix; `index` is for messages. */
bool carom_io_gltf_transform(const gltf_state *g, size_t index, json_t *node, double out[12]);

#endif
