/* A glTF file being scanned: its JSON, its buffers, and the clean GLB that grows from them. */
#ifndef CAROM_IO_GLTF_H
#define CAROM_IO_GLTF_H

#include <jansson.h>

#include "internal.h"

/* What became of an accessor. */
typedef struct gltf_copy {
    bool done;
    size_t index;  /* in the clean file */
    size_t offset; /* in bin */
    size_t count;
} gltf_copy;

typedef struct gltf_buffer {
    bool loaded;
    const unsigned char *data;
    size_t size;
    io_bytes own; /* unless it is the chunk of a GLB */
} gltf_buffer;

typedef struct gltf_state {
    const io_file *file;
    io_scan *scan;
    json_t *root;               /* of the file */
    const unsigned char *chunk; /* GLB: the binary chunk */
    size_t chunk_size;
    gltf_buffer *buffers;
    gltf_copy *positions, *indices;              /* of each accessor, by use */
    size_t *mesh_out, *mesh_first, *mesh_pieces; /* of each mesh: in the clean file, its pieces */
    bool *seen;                                  /* of each node */
    io_bytes bin;
    json_t *views, *accessors, *meshes, *nodes; /* of the clean file */
} gltf_state;

/* An unsigned number below `limit`, or SIZE_MAX when the key is missing; false when it is anything
 * else. `place` opens the complaint. */
bool carom_io_gltf_number(const gltf_state *g, json_t *object, const char *key, size_t limit,
                          size_t *out);

/* Bytes `offset` to `offset + size` of a buffer view. `stride` is 0 when the view declares none. */
typedef struct gltf_span {
    const unsigned char *data;
    size_t size, stride;
} gltf_span;
bool carom_io_gltf_view(gltf_state *g, size_t view, gltf_span *out);

/* Copies an accessor to bin and the clean file, once. */
bool carom_io_gltf_positions(gltf_state *g, size_t accessor, const gltf_copy **out);
bool carom_io_gltf_indices(gltf_state *g, size_t accessor, const gltf_copy **out);

/* Copies a mesh to the clean file, once; mesh_pieces says how many primitives of triangles it has.
 */
bool carom_io_gltf_mesh(gltf_state *g, size_t mesh);

#endif
