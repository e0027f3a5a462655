/* The sphere map of a point [Hachenberger07]: how the sphere of directions around it is divided by
 * the triangles of two meshes that hold it. A triangle's directions are sectors, spanned by two
 * differences of its corners; on the sphere a sector is an arc of a great circle. Between arcs the
 * winding numbers of both meshes are constant. Around an end of an arc, and around the crossing of
 * two arcs, the winding numbers are known from one of them and the steps across the arcs in the
 * order of a turn; that one is counted along a ray in a direction in general position. */
#ifndef CAROM_MESH_SOLID_SOLID_SPHERE_MAP_H
#define CAROM_MESH_SOLID_SOLID_SPHERE_MAP_H

#include "carom/solid.h"
#include "core/array.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/solid/solid_exact.h"

/** Spanned by x and y, less than half a turn apart; their cross product points out of the solid. */
typedef struct map_sector {
    exact_span x, y;
    int owner;    /* 0: of A, 1: of B */
    size_t plane; /* the first sector in the same plane */
    int ray_side; /* sign of det(x, y, ray) */
    int side;     /* of the first in its plane: sign of det(x, y, direction that is looked at) */
} map_sector;

/** Of a half circle that starts in the direction that is looked at. */
typedef struct map_branch {
    exact_span toward; /* a direction on it */
    int owner, step;   /* by how much the winding number changes across it, counter-clockwise */
    int half;          /* 0: less than half a turn after the ray */
} map_branch;

/** What the parts of space near the surfaces are, over all points that were looked at. */
typedef struct sphere_map {
    placed_frame frame[2];
    bool parity[2]; /* inside is where the winding number is odd, and not where it is not zero */
    const carom_allocator *allocator;
    grown_array sectors, branches; /* of the point that is looked at */
    bool failed;                   /* memory ran out */
    bool unproved;                 /* no ray was in general position */
    bool exists[2][2];             /* [in A][in B] */
    bool membrane[2];              /* a sheet was seen with the same on both sides, solid or not */
    int contact; /* the dimension of what the surfaces share; -1: nothing was seen */
    bool has_witness;
    vec3 witness;
    int witness_tries;
    double size; /* of both meshes: how far away a witness is looked for */
} sphere_map;

/** Adds the parts of space around the point. Where both surfaces continue along a common line the
 * point has nothing that the ends of that line do not have, and is left out, unless `all`. */
void carom_sphere_map_add(sphere_map *map, const exact_point *p, bool all);
void carom_sphere_map_free(sphere_map *map);

/** The winding number of mesh `owner` in the direction of the ray, next to the point. False when
 * the ray meets an edge or a vertex. `on_surface` may be null. */
bool carom_winding_along(const placed_frame *frame, const exact_point *p, vec3 ray, int *winding,
                         bool *on_surface);

static inline bool is_in_solid(const sphere_map *map, int owner, int winding) {
    return map->parity[owner] ? winding % 2 != 0 : winding != 0;
}

#endif
