/* State of the glTF reader [Khronos21]: JSON, buffers, and the decoded accessors and meshes. Each
 * accessor and mesh is decoded once, when it is first used. */
#ifndef CAROM_IO_FORMAT_GLTF_H
#define CAROM_IO_FORMAT_GLTF_H

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

/* What was compressed and has been decoded: of an accessor its elements, packed; of a buffer view
 * its bytes. `data` is null where nothing was compressed. */
typedef struct gltf_decoded {
    const unsigned char *data;
    size_t size;
    size_t count, component; /* of an accessor */
    double step;             /* of an accessor: of the grid of its numbers, or 0 */
    size_t source;           /* of an accessor: the buffer view that held it, compressed */
} gltf_decoded;

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
    gltf_decoded *decoded_accessors, *decoded_views;
    io_bytes colors; /* per mesh of the scene: red, green, blue and opacity, doubles */
    double *steps;   /* per accessor of positions that has been read: of the grid of its numbers */
    io_bytes codec_answer; /* which these point into */
    size_t node_count;
    size_t placed;     /* nodes with meshes so far */
    size_t zeros;      /* elements of accessors without data */
    uint64_t geometry; /* bytes of positions */
    char context[48];  /* prefix of messages: "nodes[3]: " */
} gltf_state;

/* Bytes `offset` to `offset + size` of a buffer view. `stride` is 0 when the view declares none. */
typedef struct gltf_span {
    const unsigned char *data;
    size_t size, stride;
} gltf_span;

#endif
