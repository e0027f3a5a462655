/* What the files of carom-io share.
 *
 * A reader (read_*.c) takes the file apart by the grammar of its format, refuses what is broken,
 * and gives positions, polygons and placements to the builder (build.c), which cuts polygons into
 * triangles, welds vertices and adds meshes and instances to the scene. Every number is a double
 * from the file on. */
#ifndef CAROM_IO_INTERNAL_H
#define CAROM_IO_INTERNAL_H

#include "carom/io.h"

#define IO_FILE_LIMIT ((size_t)1 << 31)
#define IO_FACE_LIMIT 100000000u
/* Of coordinates, transforms and placed vertices: products of three stay finite. */
#define IO_LIMIT 1e90
#define IO_LIMIT_TEXT "1e90"

/* The file, and where complaints about it go. */
typedef struct io_file {
    const char *path;
    unsigned char *bytes; /* with a zero after the last */
    size_t size;
    char *error;
    size_t error_size;
} io_file;

/* Bytes that grow. After `failed` everything is ignored. */
typedef struct io_bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} io_bytes;

/* Writes "PATH: ..." and returns false. */
bool carom_io_fail(const io_file *file, const char *format, ...);
bool carom_io_memory(const io_file *file);
bool carom_io_read_bytes(const io_file *file, const char *path, io_bytes *out);

void carom_io_put(io_bytes *bytes, const void *data, size_t size);
/* Room for `size` more bytes, which count from now on; null for want of memory. */
void *carom_io_room(io_bytes *bytes, size_t size);
void carom_io_put_text(io_bytes *bytes, const char *text);
void carom_io_put_u32(io_bytes *bytes, uint32_t value);
void carom_io_put_float(io_bytes *bytes, float value);
uint32_t carom_io_get_u32(const unsigned char *bytes);
float carom_io_get_float(const unsigned char *bytes);

/* ---- numbers and names in text */

/* A number as these files write them, whatever the locale says, rounded to the nearest double; the
 * whole of `text` to `end` must be one. NaN and infinities are numbers here. */
bool carom_io_parse_number(const char *text, const char *end, double *out);
bool carom_io_parse_integer(const char *text, const char *end, long long *out);

/* A copy that is UTF-8 without control characters, whatever the bytes are; null for want of
 * memory. */
char *carom_io_copy_name(const char *text, size_t size);

/* ---- the builder */

/* Vertices that meshes are made of, one mesh after the other. */
typedef struct io_pool {
    io_bytes positions; /* three doubles each */
    uint32_t *known;    /* of each: above `last` when the mesh under way has it */
    uint32_t last;
} io_pool;

typedef struct io_builder {
    const io_file *file;
    carom_io_scene *scene;
    size_t mesh_capacity, instance_capacity;
    io_bytes reach;        /* of each mesh: its largest |x|, |y|, |z| */
    size_t cutting_budget; /* for polygons */
} io_builder;

static inline size_t pool_count(const io_pool *pool) {
    return pool->positions.size / (3 * sizeof(double));
}

static inline const double *pool_vertices(const io_pool *pool) {
    return (const double *)(const void *)pool->positions.data;
}

void carom_io_pool_free(io_pool *pool);

/* Adds the triangles of a face of three corners or more to `triangles`, and counts the face. */
bool carom_io_add_face(io_builder *b, const io_pool *pool, const uint32_t *corners, size_t count,
                       io_bytes *triangles);

/* A mesh of the pool's vertices that the triangles (three uint32_t each, at least one) name, welded
 * and in order of use. Takes over the triangles and empties them; copies the name. */
bool carom_io_add_mesh(io_builder *b, io_pool *pool, io_bytes *triangles, const char *name);

/* Places a mesh; refuses what leaves the range of coordinates. Copies the name. */
bool carom_io_add_instance(io_builder *b, const char *name, size_t mesh, size_t node,
                           const double transform[12]);

/* The mesh added last, as it stands, in a node of its own unless `joined` with the one before. */
bool carom_io_place_last(io_builder *b, const char *name, bool joined);

bool carom_io_read_obj(const io_file *file, io_builder *b);
bool carom_io_read_stl_ascii(const io_file *file, io_builder *b);
bool carom_io_read_stl_binary(const io_file *file, io_builder *b);
bool carom_io_read_ply(const io_file *file, io_builder *b);
bool carom_io_read_gltf(const io_file *file, io_builder *b);

/* ---- geometry */

/* The exact sign of the area of a, b, c in the plane of two coordinates. Exact where the
 * coordinates along one axis are 0 or within a factor of 2^400 of each other. */
int carom_io_turn(const double a[2], const double b[2], const double c[2]);
/* Do a, b, c lie on one line? Exact as carom_io_turn. */
bool carom_io_collinear(const double *a, const double *b, const double *c);

/* Applies an instance's transform; false when the result is not finite. */
bool carom_io_place(const double transform[12], const double *from, double *to);
bool carom_io_mirrors(const double transform[12]);

/* As carom_io_soup_weld, of the part of a pool that `soup` names; the soup's vertices are made. */
bool carom_io_weld_from(io_pool *pool, carom_io_soup *soup);

typedef struct io_polygon {
    const double *vertices;
    const uint32_t *corners;
    size_t count;
} io_polygon;

/* Cuts it into count - 2 triangles; false for want of memory. `*budget` is the work that may be
 * done and goes down; at 0 what is left is cut without looking, and the caller should complain. */
bool carom_io_cut_polygon(const io_polygon *polygon, uint32_t *triangles, size_t *budget);
#define IO_CUTTING_BUDGET ((size_t)100000000)

#endif
