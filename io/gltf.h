/* A glTF file being read: its JSON, its buffers, and what became of its accessors and meshes. */
#ifndef CAROM_IO_GLTF_H
#define CAROM_IO_GLTF_H

#include <jansson.h>

#include "internal.h"

typedef struct gltf_buffer {
    bool loaded;
    const unsigned char *data;
    size_t size;
    io_bytes own; /* unless it is the chunk of a GLB */
} gltf_buffer;

/* The meshes of the scene that a mesh of the file became, one for each primitive of triangles. */
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
    io_pool *positions;  /* of each accessor, when they were asked for */
    gltf_pieces *meshes; /* of each mesh */
    bool *seen;          /* of each node */
    size_t node_count;
    size_t placed;     /* nodes with meshes so far */
    size_t zeros;      /* elements of accessors without data */
    uint64_t geometry; /* bytes of positions */
    char place[48];    /* opens messages: "nodes[3]: " */
} gltf_state;

/* An unsigned number below `limit`, or SIZE_MAX when the key is missing; false when it is anything
 * else. Complaints name g->place. */
bool carom_io_gltf_number(const gltf_state *g, json_t *object, const char *key, size_t limit,
                          size_t *out);

/* What is looked at from here on. */
void carom_io_gltf_place(gltf_state *g, const char *list, size_t index);

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
