/* Sphere map of a point [Hachenberger07]: the subdivision of the sphere of directions around the
 * point by the triangles of two meshes that contain it. A triangle's directions form sectors,
 * spanned by two differences of its vertices; on the sphere a sector is an arc of a great
 * circle. Between arcs the winding numbers of both meshes are constant. Around an end of an arc,
 * and around the crossing of two arcs, the winding numbers follow from one of them and the steps
 * across the arcs in the order of a turn; that one is counted along a ray in general position. */
#ifndef CAROM_MESH_SOLID_SOLID_SPHERE_MAP_H
#define CAROM_MESH_SOLID_SOLID_SPHERE_MAP_H

#include "carom/solid.h"
#include "core/array.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/solid/solid_exact.h"

/** Sector spanned by x and y, at an angle below pi; their cross product points out of the solid. */
typedef struct map_sector {
    exact_span x, y;
    int owner;    /* 0: of A, 1: of B */
    size_t plane; /* the first sector in the same plane */
    int ray_side; /* sign of det(x, y, ray) */
    int side;     /* for the first sector in its plane: sign of det(x, y, examined direction) */
} map_sector;

/** A half circle that starts in the examined direction. */
typedef struct map_branch {
    exact_span toward; /* a direction on the half circle */
    int owner, step;   /* step: change of the winding number across it, counter-clockwise */
    int half;          /* 0: less than half a turn after the ray, 1: more */
} map_branch;

/** The kinds of cells of space near the surfaces, over all examined points. */
typedef struct sphere_map {
    placed_frame frame[2];
    bool parity[2]; /* inside means an odd winding number, otherwise a nonzero one */
    const carom_allocator *allocator;
    grown_array sectors, branches; /* of the examined point */
    bool failed;                   /* memory ran out */
    bool unproved;                 /* no ray was in general position */
    bool exists[2][2];             /* [in A][in B] */
    bool membrane[2];              /* a sheet has the same side, solid or empty, on both sides */
    int contact;                   /* dimension of what the surfaces share; -1: none found */
    bool has_witness;
    vec3 witness;
    int witness_tries;
    double size; /* of both meshes: scale of the distances at which a witness is sought */
} sphere_map;

/** Adds the cells around the point. Where both surfaces continue along a common line the point
 * adds nothing to the ends of that line and is skipped, unless `all`. */
void carom_sphere_map_add(sphere_map *map, const exact_point *p, bool all);
void carom_sphere_map_free(sphere_map *map);

static inline bool is_in_solid(const sphere_map *map, int owner, int winding) {
    return map->parity[owner] ? winding % 2 != 0 : winding != 0;
}

#endif
