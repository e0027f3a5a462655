/* An OBJ file being read: its vertices, its faces, and which object and group each run of faces
 * belongs to. */
#ifndef CAROM_IO_OBJ_H
#define CAROM_IO_OBJ_H

#include "text.h"

/* Faces one after the other, of one object and group. */
typedef struct obj_run {
    size_t face, corner;    /* the first */
    size_t end;             /* the face behind the last; set when all are read */
    uint32_t object, group; /* 0: before any "o"; 0: the group "default" */
    uint32_t part;          /* the one of the two that makes meshes */
} obj_run;

typedef struct obj_state {
    io_text in; /* the current logical line */
    carom_io_report *report;
    io_pool pool;
    io_bytes corners;  /* of all faces, uint32_t */
    io_bytes lengths;  /* of each face, uint32_t */
    long long highest; /* index so far, from 1, and where it stood */
    size_t highest_line;
    io_bytes runs;            /* obj_run */
    io_bytes objects, groups; /* obj_name */
    io_bytes names;           /* the names' characters */
    uint32_t *slots;          /* hash of groups: 1 + the number of one; 0 is free */
    size_t slot_count;
    bool grouped; /* there is a "g" */
} obj_state;

bool carom_io_obj_open(obj_state *obj, const io_file *file);
/* Statements "o" and "g", the rest of which is obj->in. */
bool carom_io_obj_object(obj_state *obj);
bool carom_io_obj_group(obj_state *obj);
/* Makes the meshes and places them. */
bool carom_io_obj_build(obj_state *obj, io_builder *b);
void carom_io_obj_free(obj_state *obj);

#endif
