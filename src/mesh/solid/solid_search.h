/* The search for the parts of space that tell how two solids stand to each other. */
#ifndef CAROM_MESH_SOLID_SOLID_SEARCH_H
#define CAROM_MESH_SOLID_SOLID_SEARCH_H

#include "mesh/curves/curve_data.h"
#include "mesh/solid/mesh_pieces.h"
#include "mesh/solid/solid_sphere_map.h"

typedef struct solid_search {
    sphere_map map;
    const carom_mesh_pieces *pieces[2];
    unsigned char *met[2]; /* by piece: the other surface has been met */
    key_table vertices, places;
    carom_solid_pair *out;
} solid_search;

/** Nothing that may be seen further on changes the answer. */
static inline bool search_has_settled(const solid_search *s) {
    const sphere_map *m = &s->map;
    return m->failed || (m->exists[1][1] && m->exists[1][0] && m->exists[0][1]);
}

/** Two posed triangles with an area; false when one has none, or memory ran out. */
bool carom_search_number(solid_search *s, numbered_triangle *out, const carom_triangle *t);
/** The sphere maps of the places where two triangles meet. True when there was a first one. */
bool carom_search_places(solid_search *s, const numbered_triangle *a, const numbered_triangle *b,
                         exact_point *first);
/** The sphere map of a corner, unless it has been looked at. */
void carom_search_corner(solid_search *s, const numbered_triangle *t, int corner);
/** What is seen where a mesh meets itself, near the other one. */
void carom_search_itself(solid_search *s, int owner);

#endif
