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
    carom_io_options options;
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

/* ---- geometry */

typedef struct io_polygon {
    const double *vertices;
    const uint32_t *corners;
    size_t count;
} io_polygon;

#define IO_TRIANGULATION_BUDGET ((size_t)100000000)

#endif
