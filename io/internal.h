/* Shared by the files of carom-io. A reader (read_*.c) parses the file by the grammar of its
 * format, rejects what is invalid, and passes positions, polygons and placements to the builder
 * (build.c), which triangulates polygons, welds vertices and adds meshes and instances to the
 * scene. Numbers are doubles throughout. */
#ifndef CAROM_IO_INTERNAL_H
#define CAROM_IO_INTERNAL_H

#include "carom/io.h"

#define IO_FILE_LIMIT ((size_t)1 << 31)
#define IO_FACE_LIMIT 100000000u
/* Greatest absolute value of coordinates, transforms and placed vertices: products of three stay
 * finite. */
#define IO_LIMIT 1e90
#define IO_LIMIT_TEXT "1e90"

/* The file, and the buffer for an error message. */
typedef struct io_file {
    const char *path;
    unsigned char *bytes; /* with a zero after the last */
    size_t size;
    char *error;
    size_t error_size;
} io_file;

/* A dynamic array of bytes. After `failed` all operations are ignored. */
typedef struct io_bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} io_bytes;

/* Writes the message "PATH: ..." and returns false. */
bool carom_io_fail(const io_file *file, const char *format, ...);
bool carom_io_memory(const io_file *file);
bool carom_io_read_bytes(const io_file *file, const char *path, io_bytes *out);

void carom_io_put(io_bytes *bytes, const void *data, size_t size);
/* Appends `size` bytes that are not yet set; null without memory. */
void *carom_io_extend(io_bytes *bytes, size_t size);
void carom_io_put_text(io_bytes *bytes, const char *text);
void carom_io_put_u32(io_bytes *bytes, uint32_t value);
void carom_io_put_float(io_bytes *bytes, float value);
uint32_t carom_io_get_u32(const unsigned char *bytes);
float carom_io_get_float(const unsigned char *bytes);

/* ---- numbers and names in text */

/* Parses a number, independently of the locale, rounded to the nearest double; `text` to `end` must
 * be one number. NaN and infinities are accepted. */
bool carom_io_parse_number(const char *text, const char *end, double *out);
bool carom_io_parse_integer(const char *text, const char *end, long long *out);

/* A copy as valid UTF-8 without control characters, for any bytes; null without memory. */
char *carom_io_copy_name(const char *text, size_t size);

/* ---- the builder */

/* Vertices from which meshes are made, one after the other. */
typedef struct io_pool {
    io_bytes positions; /* three doubles each */
    uint32_t *known;    /* per vertex: above `last` if the current mesh has it */
    uint32_t last;
} io_pool;

typedef struct io_builder {
    const io_file *file;
    carom_io_scene *scene;
    size_t mesh_capacity, instance_capacity;
    io_bytes extent;             /* per mesh: largest |x|, |y|, |z| */
    size_t triangulation_budget; /* orientation tests left for polygons */
} io_builder;

static inline size_t pool_count(const io_pool *pool) {
    return pool->positions.size / (3 * sizeof(double));
}

static inline const double *pool_vertices(const io_pool *pool) {
    return (const double *)(const void *)pool->positions.data;
}

void carom_io_pool_free(io_pool *pool);

/* Adds the triangles of a face of at least three corners to `triangles`, and counts the face. */
bool carom_io_add_face(io_builder *b, const io_pool *pool, const uint32_t *corners, size_t count,
                       io_bytes *triangles);

/* Adds a mesh of the triangles (three uint32_t each, at least one), whose vertices from the pool
 * are welded and put in order of use. Takes over the triangles and empties them; copies the name.
 */
bool carom_io_add_mesh(io_builder *b, io_pool *pool, io_bytes *triangles, const char *name);

/* Places a mesh; fails when coordinates exceed IO_LIMIT. Copies the name. */
bool carom_io_add_instance(io_builder *b, const char *name, size_t mesh, size_t node,
                           const double transform[12]);

/* Places the mesh that was added last, untransformed, in a new node or, if `joined`, in the last
 * one.
 */
bool carom_io_place_last(io_builder *b, const char *name, bool joined);

bool carom_io_read_obj(const io_file *file, io_builder *b);
bool carom_io_read_stl_ascii(const io_file *file, io_builder *b);
bool carom_io_read_stl_binary(const io_file *file, io_builder *b);
bool carom_io_read_ply(const io_file *file, io_builder *b);
bool carom_io_read_gltf(const io_file *file, io_builder *b);

/* ---- geometry */

/* Orientation of the points a, b, c of a plane: the sign of their signed area. Exact where the
 * coordinates along one axis are 0 or within a factor of 2^400 of each other. */
int carom_io_orient2d(const double a[2], const double b[2], const double c[2]);
/* Are a, b, c collinear? Exact as carom_io_orient2d. */
bool carom_io_collinear(const double *a, const double *b, const double *c);

/* Applies an instance's transform; false when the result is not finite. */
bool carom_io_place(const double transform[12], const double *from, double *to);
/* Does the transform reverse orientation? */
bool carom_io_mirrors(const double transform[12]);

/* As carom_io_soup_weld, for the vertices of the pool that the soup's triangles use; sets the
 * soup's vertices. */
bool carom_io_weld_from(io_pool *pool, carom_io_soup *soup);

typedef struct io_polygon {
    const double *vertices;
    const uint32_t *corners;
    size_t count;
} io_polygon;

/* Triangulates into count - 2 triangles; false without memory. `*budget` is the number of tests
 * that are allowed and decreases; at 0 the rest is cut without tests, and the caller should fail.
 */
bool carom_io_triangulate(const io_polygon *polygon, uint32_t *triangles, size_t *budget);
#define IO_TRIANGULATION_BUDGET ((size_t)100000000)

#endif
