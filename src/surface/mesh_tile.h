/* Triangles of surfaces as tiles that cut the features of what lies on them. */
#ifndef CAROM_SURFACE_MESH_TILE_H
#define CAROM_SURFACE_MESH_TILE_H

#include "carom/contact.h"
#include "convex/manifold/contact_reduction.h"
#include "surface/mesh_pairs.h"

/** How much two contacts' normals may differ, as a cosine (5 degrees), to be of one manifold. */
#define SAME_FACING 0.9962

/* What two triangles' corners are called, of the one that is cut and of the tile that cuts: the
 * same in all triangles that share them. */
typedef struct contact_names {
    uint32_t corner[3], tile[3];
} contact_names;

/** The name of a corner that is there in its surface's own frame. */
uint32_t carom_contact_name(carom_vec3 position);

/* A triangle of the surface across the direction in which it is looked at. */
typedef struct contact_tile {
    vec3 v[3], face; /* the unit normal, on the side of `up` */
    vec3 up;         /* unit */
    double most;     /* depths above are of no interest */
    bool of_a;       /* else the tile is B's */
    bool turned;     /* the triangle's last two corners have changed places */
    uint32_t triangle;
    const contact_names *names; /* or null: points are known by the triangle's number */
    const vec3 *region;         /* or null: only points in the box count */
} contact_tile;

/** False when the triangle is not squarely across `up`. */
bool carom_contact_tile(contact_tile *out, const carom_triangle *at, uint32_t triangle, vec3 up);
/** Puts the part of a feature that is over the tile into the pool, whose normal points down, or up
 * when the tile is A's.
 * @return the greatest depth of that part, whether or not the pool wants it; -DBL_MAX when there is
 * none. `pool` may be null. */
double carom_contact_over_tile(const convex_feature *feature, const contact_tile *tile,
                               contact_pool *pool);

/** The pool's best points, as the manifold asks. The pool is used up. */
void carom_contact_store(contact_pool *pool, carom_contact_manifold *manifold);

/** A manifold of what was asked, without points. */
static inline carom_contact_manifold blank_manifold(const carom_contact_manifold *asked) {
    return (carom_contact_manifold){.margin = asked->margin, .capacity = asked->capacity};
}

#endif
