/* The triangles of a surface that a shape may touch, with their corners by position: what belongs
 * to a corner, its depth in the shape and the normal of the surface there, is found once for all
 * triangles that share it. */
#ifndef CAROM_SURFACE_CONTACT_TOUCH_TABLE_H
#define CAROM_SURFACE_CONTACT_TOUCH_TABLE_H

#include "convex/vertex_depth.h"
#include "mesh/shape_surface.h"

#define TABLE_TRIANGLES 6144
#define TABLE_VERTICES 3584
/* Places of the hash table of vertices, a power of two. */
#define TABLE_PLACES 16384

typedef enum vertex_normal { NORMAL_UNKNOWN, NORMAL_FOUND, NORMAL_CONCAVE } vertex_normal;

typedef struct table_vertex {
    vertex_depth depth;
    carom_vec3 normal; /* of the surface, where it is found */
    uint8_t state;     /* vertex_normal */
    /* for the user of the table; zero at first */
    bool has_touch, is_inner;
    uint16_t touch;
    int offered, tested;
    int fan_end; /* in `fan` of the table; its triangles begin where those of the vertex
                    before it end */
} table_vertex;

typedef struct table_triangle {
    vec3 face; /* unit normal, or zero */
    uint32_t index;
    uint16_t corner[3];
    bool is_weak; /* its touch is: see surface_touch.h; for the user of the table */
} table_triangle;

typedef struct touch_table {
    const surface *on;
    const convex_shape *shape; /* has vertex depths */
    double slack;              /* of these */
    bool is_whole;             /* all triangles at a vertex inside of the shape are in the table */
    int vertex_count, triangle_count;
    table_vertex vertex[TABLE_VERTICES];
    table_triangle triangle[TABLE_TRIANGLES];
    vec3 at[TABLE_VERTICES];           /* of the vertices */
    uint16_t fan[3 * TABLE_TRIANGLES]; /* by vertex: four times a triangle, and its corner there */
    uint16_t place[TABLE_PLACES];      /* vertex + 1, or 0 */
} touch_table;

/** Empties the table; its first three fields are the caller's. */
void carom_table_clear(touch_table *table);
/** Adds a triangle. @return false where the table is full */
bool carom_table_add(touch_table *table, uint32_t index, const carom_triangle *at);
/** Finds the triangles of each vertex, after the last has been added. */
void carom_table_close(touch_table *table);

/** A triangle as it was added. */
carom_triangle carom_table_triangle(const touch_table *table, int i);
/** The corner, 0 .. 2, at which the triangle is deepest in the shape; -1 where none is proved to be
 * that: see deepest_vertex. */
int carom_table_deepest(const touch_table *table, int i);
/** An upper bound on the depth of the shape in a triangle: see most_depth. */
double carom_table_most(const touch_table *table, int i);
/** Are all corners of a triangle inside of the shape? */
bool carom_table_is_inside(const touch_table *table, int i);

/* Distinct unit normals of the triangles at the corners of one; either of both is meant. */
#define RING_LIMIT 24
typedef struct normal_ring {
    int count;     /* 0: there are more */
    bool in_plane; /* all are the same but for rounding, and the triangles surround each corner */
    vec3 face[RING_LIMIT];
} normal_ring;
/** Of a triangle inside of the shape, where the table is whole. Where the normal of a contact is
 * corrected, it is one of these. */
void carom_table_ring(const touch_table *table, int i, normal_ring *out);

/** Has one of the ring, and of all triangles at the corners, an angle to the unit normal whose
 * cosine is not less? */
bool carom_table_has_normal(const touch_table *table, int i, vec3 normal, double cosine);

/** The normal of a contact at a corner, from the surface to the shape: `given`, of the triangle
 * alone, or what replaces it, as carom_surface_contact_normal. */
carom_vec3 carom_table_normal(touch_table *table, int i, int corner, carom_vec3 given);

/** Is the normal of a contact at a corner certainly replaced, by one that leans from it, as a
 * triangle there is in front of it? Costs a tenth of the normal that replaces it; may be false
 * where it is. */
bool carom_table_has_before(const touch_table *table, int i, int corner, carom_vec3 given);
/** carom_surface_contact_normal of a triangle inside of the shape, where the table is whole. */
carom_vec3 carom_table_contact_normal(touch_table *table, int i, carom_vec3 point,
                                      carom_vec3 normal);

static inline vec3 table_position(const touch_table *table, int i, int corner) {
    return table->at[table->triangle[i].corner[corner]];
}
static inline const table_vertex *table_corner(const touch_table *table, int i, int corner) {
    return &table->vertex[table->triangle[i].corner[corner]];
}

#endif
