/* State of the PLY reader: the declarations of the header, and the mesh. */
#ifndef CAROM_IO_FORMAT_PLY_H
#define CAROM_IO_FORMAT_PLY_H

#include "text.h"

enum { PROPERTY_LIMIT = 256, ELEMENT_LIMIT = 64 };

typedef enum ply_type {
    PLY_NONE,
    PLY_I8,
    PLY_U8,
    PLY_I16,
    PLY_U16,
    PLY_I32,
    PLY_U32,
    PLY_F32,
    PLY_F64
} ply_type;

typedef struct ply_property {
    ply_type type, count_type; /* count_type is PLY_NONE unless it is a list */
    int axis;                  /* 0, 1, 2 for x, y, z; -1 otherwise */
    bool corners;              /* the vertex indices of a face or strip */
} ply_property;

typedef enum ply_kind { PLY_VERTEX, PLY_FACE, PLY_STRIPS, PLY_EDGE, PLY_OTHER } ply_kind;

typedef struct ply_element {
    ply_kind kind;
    io_word name;
    size_t count, property_count;
    ply_property properties[PROPERTY_LIMIT];
} ply_element;

typedef struct ply_state {
    io_text in;
    bool binary, big; /* big-endian */
    size_t element_count;
    ply_element elements[ELEMENT_LIMIT];
    io_builder *builder;
    io_pool pool;
    size_t vertex_count; /* so far */
    io_bytes corners;    /* of the current face, uint32_t */
    io_bytes triangles;
} ply_state;

/* The index that starts a new strip. */
#define PLY_RESTART UINT32_MAX

#endif
