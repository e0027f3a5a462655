/* Search for the cells of space, in A or not and in B or not, that decide the relation of two
 * solids. */
#ifndef CAROM_MESH_SOLID_SOLID_SEARCH_H
#define CAROM_MESH_SOLID_SOLID_SEARCH_H

#include "mesh/curves/curve_data.h"
#include "mesh/solid/mesh_pieces.h"
#include "mesh/solid/solid_sphere_map.h"

typedef struct solid_search {
    sphere_map map;
    const carom_mesh_pieces *pieces[2];
    unsigned char *met[2]; /* by component: the other surface touches it */
    key_table vertices, places;
    carom_solid_pair *out;
} solid_search;

/** Returns true if nothing found later can change the answer. */
static inline bool is_search_settled(const solid_search *s) {
    const sphere_map *m = &s->map;
    return m->failed || (m->exists[1][1] && m->exists[1][0] && m->exists[0][1]);
}

#endif
