/* What the files of carom-io share.
 *
 * Reading goes in three steps. A scanner (scan_*.c) takes the file apart by the grammar of its
 * format, refuses what is broken, writes down what the file declares, and copies the bare geometry
 * into a clean file in memory: the reader then never meets names, materials or foreign files that
 * it may stumble over. read.c hands that copy to assimp and compares what comes back with the
 * tally. build.c makes the meshes. */
#ifndef CAROM_IO_INTERNAL_H
#define CAROM_IO_INTERNAL_H

#include "carom/io.h"

#define IO_FILE_LIMIT ((size_t)1 << 31)
#define IO_FACE_LIMIT 100000000u

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

/* Counted twice, in the file and in what the reader gave: the two must agree. */
typedef struct io_tally {
    size_t faces, polygons; /* of three corners or more; of more than three */
    size_t corners;         /* of these faces */
    double sum[3];          /* of the corners' positions: a wrong index or coordinate shows here */
    double magnitude[3];    /* of the same, absolute: what rounding may do to the sum */
    size_t pieces;          /* meshes with their own material, in glTF */
    size_t placed;          /* instances of them */
} io_tally;

/* What a scanner finds. */
typedef struct io_scan {
    carom_io_format format;
    io_tally tally;
    size_t points, lines;
    io_bytes clean;    /* what the reader gets */
    const char *hint;  /* the clean copy's format, as a file name ends */
    char **mesh_names; /* glTF: of each piece */
    char **node_names; /* glTF: of each node */
    size_t node_count;
} io_scan;

/* Writes "PATH: ..." and returns false. */
bool carom_io_fail(const io_file *file, const char *format, ...);
bool carom_io_memory(const io_file *file);
bool carom_io_read_bytes(const io_file *file, const char *path, io_bytes *out);
void carom_io_scan_free(io_scan *scan);

void carom_io_put(io_bytes *bytes, const void *data, size_t size);
void carom_io_put_text(io_bytes *bytes, const char *text);
void carom_io_put_u32(io_bytes *bytes, uint32_t value);
void carom_io_put_float(io_bytes *bytes, float value);
uint32_t carom_io_get_u32(const unsigned char *bytes);
float carom_io_get_float(const unsigned char *bytes);

/* Adds a face's corners. */
void carom_io_count_corner(io_tally *tally, const double position[3]);
void carom_io_count_face(io_tally *tally, size_t corners);

/* A mesh on its way to the clean copy. */
typedef struct io_clean {
    io_bytes vertices, faces; /* as the copy has them */
    io_bytes positions;       /* three doubles each, rounded to float */
    size_t vertex_count, face_count;
} io_clean;
void carom_io_clean_vertex(io_clean *clean, const double position[3]);
void carom_io_clean_face(io_clean *clean, const uint32_t *corners, size_t count);
bool carom_io_clean_failed(const io_clean *clean);
bool carom_io_clean_finish(const io_file *file, io_clean *clean, io_scan *scan);
void carom_io_clean_free(io_clean *clean);

/* A number as these files write them, whatever the locale says; the whole of `text` to `end` must
 * be one. NaN and infinities are numbers here. */
bool carom_io_parse_number(const char *text, const char *end, double *out);
bool carom_io_parse_integer(const char *text, const char *end, long long *out);

bool carom_io_scan_obj(const io_file *file, io_scan *scan);
bool carom_io_scan_stl_ascii(const io_file *file, io_scan *scan);
bool carom_io_scan_stl_binary(const io_file *file, io_scan *scan);
bool carom_io_scan_ply(const io_file *file, io_scan *scan);
bool carom_io_scan_gltf(const io_file *file, io_scan *scan);

/* Reads scan->clean with assimp, compares, and builds the scene. */
bool carom_io_read(const io_file *file, const io_scan *scan, carom_io_scene *scene);

/* The exact sign of the area of a, b, c in the plane of two coordinates. Exact for numbers that are
 * floats. */
int carom_io_turn(const double a[2], const double b[2], const double c[2]);
/* Do a, b, c lie on one line? Exact for numbers that are floats. */
bool carom_io_collinear(const double *a, const double *b, const double *c);

/* Applies an instance's transform; false when the result is not finite. */
bool carom_io_place(const double transform[12], const double *from, double *to);
bool carom_io_mirrors(const double transform[12]);

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
