/* State of the OBJ reader: vertices, faces, and the object, group and material of each run of
 * faces. */
#ifndef CAROM_IO_FORMAT_OBJ_H
#define CAROM_IO_FORMAT_OBJ_H

#include "text.h"

typedef struct obj_name {
    size_t start, size; /* in names */
} obj_name;

/* Consecutive faces of one object, group and material. */
typedef struct obj_run {
    size_t face, corner;    /* the first */
    size_t end;             /* one past the last face; set when all are read */
    uint32_t object, group; /* 0: before any "o"; 0: the group "default" */
    uint32_t material;      /* 0: none, else 1 + its index in materials */
    uint32_t part;          /* object or group, whichever defines the meshes */
} obj_run;

typedef struct obj_state {
    io_text in; /* the current logical line */
    carom_io_report *report;
    io_pool pool;
    io_bytes corners;  /* of all faces, uint32_t */
    io_bytes lengths;  /* of each face, uint32_t */
    long long highest; /* greatest index so far, from 1, and its line */
    size_t highest_line;
    io_bytes runs;            /* obj_run */
    io_bytes objects, groups; /* obj_name */
    io_bytes materials;       /* obj_name, of each "usemtl" */
    io_bytes libraries;       /* obj_name, of each "mtllib": the rest of the line */
    io_bytes names;           /* characters of the names */
    uint32_t *slots;          /* hash table: 1 + index of a group; 0 is free */
    size_t slot_count;
    bool grouped; /* the file has a statement "g" */
} obj_state;

#endif
