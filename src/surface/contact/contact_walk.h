/* What is known of the touches of a shape on a surface while contacts are found. */
#ifndef CAROM_SURFACE_CONTACT_CONTACT_WALK_H
#define CAROM_SURFACE_CONTACT_CONTACT_WALK_H

#include "surface/contact/surface_touch.h"
#include "surface/contact/touch_table.h"

/* Touches that are kept. */
#define CONTACT_TOUCHES 8192
/* Distinct normals kept, the deepest. */
#define CONTACT_SEEDS 32

/* The table pays for more triangles than these. */
#define TOUCHES_LISTED 12

typedef enum touch_state {
    TOUCH_UNCORRECTED, /* solved; the normal is that of the triangle alone */
    TOUCH_VERTEX,      /* the same, by the depth of a vertex: `up` is known but for rounding */
    TOUCH_COPY,        /* the same, and another triangle has the same touch at that vertex */
    TOUCH_CORRECTED,   /* measured; not weak */
    TOUCH_OPEN,        /* corrected and not measured: may be weak */
    TOUCH_UNKNOWN,     /* of a triangle inside of the shape, not solved: uncorrected, or corrected
                          to a normal of the ring, and perhaps weak */
    TOUCH_WEAK
} touch_state;

/* What a group asks of a touch. */
typedef struct kept_touch {
    carom_vec3 up;
    uint32_t triangle;
    uint16_t entry; /* in the table, where `has_table` */
    uint8_t state;  /* touch_state */
    float most;     /* VERTEX, OPEN and UNKNOWN: the depth is not greater, but for the finder's
                       slack */
} kept_touch;

typedef struct contact_walk {
    const surface_query *pair;
    carom_real margin; /* of the request, and its capacity */
    int32_t capacity;
    double limit;
    touch_finder finder;
    int seed_count, touch_count;
    surface_touch seeds[CONTACT_SEEDS];
    vec3 cells[CONTACT_SEEDS]; /* of the seeds' normals, until they are chosen */
    kept_touch touches[CONTACT_TOUCHES];
    /* Triangles visited in this traversal, whose order is the same each time, before the first in
     * the table, and before the first touch that is not kept. */
    uint32_t visited, visits_before, visits_kept;
    int listed; /* of the first triangles, which are in no table while they are all */
    uint32_t list[TOUCHES_LISTED];
    vec3 face_up; /* the last direction, and the face of the shape against it */
    face_plane face;
    bool has_table; /* all kept touches are in the table */
    touch_table table;
} contact_walk;

#endif
