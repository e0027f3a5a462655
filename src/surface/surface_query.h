/* Queries of a shape against a mesh or height field. Posed shapes are in table order, valid and
 * not pending: B is the mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_QUERY_H
#define CAROM_SURFACE_SURFACE_QUERY_H

#include "pair/pose/pair.h"
#include "surface/surface_bound.h"
#include "mesh/shape_surface.h"

static inline bool is_surface_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_MESH || kind == CAROM_SHAPE_HEIGHTFIELD;
}

/** Orders two meshes or two height fields, as carom_shape_order: by pose, then by what they hold.
 */
int carom_surface_order(const carom_posed_shape *a, const carom_posed_shape *b);

/** A is not a surface, here and below. */
bool carom_surface_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
/** The closest points where they are at most `limit` apart; else it may be any point that is
 * farther, or none, with an infinite distance. */
carom_closest_any carom_surface_closest_within(const carom_posed_shape *a,
                                               const carom_posed_shape *b, carom_real limit);

/* ---- common frame of the queries */

/* A shape in the frame of the surface that it is queried against. Not copyable: it contains
 * pointers to itself. */
typedef struct surface_query {
    surface on;
    carom_pose pose; /* pose of the surface */
    bool still;      /* the pose is the identity */
    const carom_posed_shape *shape;
    shape_bound reach;
    carom_posed_shape own;
    posed_scratch *scratch; /* null, or a block for `own` where that was pending */
} surface_query;
_Static_assert(sizeof(surface_query) <= WORKSPACE_PLACED_BYTES, "the block holds it");

surface carom_surface_of(const carom_shape *shape);
/** Fills the pair, which surface_query_end ends, with a block of the level if it needs one; returns
 * false when A cannot be posed in B's frame, or B has no triangle. */
bool carom_surface_query_start(surface_query *out, workspace_level level,
                               const carom_posed_shape *a, const carom_posed_shape *b);
static inline bool surface_query_starts(surface_query *out, const carom_posed_shape *a,
                                        const carom_posed_shape *b) {
    return carom_surface_query_start(out, WORKSPACE_PLACED_ON_SURFACE, a, b);
}
static inline void surface_query_end(const surface_query *pair) {
    give_scratch(pair->scratch);
}

/** Returns the nearest triangle and point, in the surface's frame. */
carom_mesh_closest carom_surface_nearest(const surface *on, carom_vec3 point);

/** Returns true if they touch. Like everything that takes a surface_query, in the surface's
 * frame. */
bool carom_surface_query_overlap(const surface_query *pair);

/* The verbs with storage for the query, for callers that keep it in a block of the workspace. */
bool carom_surface_overlap_in(surface_query *storage, const carom_posed_shape *a,
                              const carom_posed_shape *b);
carom_closest_any carom_surface_closest_in(surface_query *storage, const carom_posed_shape *a,
                                           const carom_posed_shape *b, carom_real limit);

/** Maps a point or normal from the surface's frame into the common one. */
carom_vec3 carom_surface_point_out(const surface_query *pair, carom_vec3 point);
carom_vec3 carom_surface_normal_out(const surface_query *pair, carom_vec3 normal);

/* Names a triangle of a surface. */
static inline carom_subshape subshape_of_triangle(uint32_t triangle) {
    return (carom_subshape){.has_triangle = true, .triangle = triangle};
}

/* Exchanges what the sides name, where `flip`. */
static inline void swap_subshapes(carom_subshape *a, carom_subshape *b, bool flip) {
    const carom_subshape of[2] = {*a, *b};
    *a = of[flip];
    *b = of[!flip];
}

/* Returns a triangle as a valid posed shape at the identity. */
static inline carom_posed_shape posed_triangle(const carom_triangle *t) {
    carom_posed_shape out;
    out.shape.kind = CAROM_SHAPE_TRIANGLE;
    out.shape.as.triangle = *t;
    out.state = POSED_VALID;
    out.motion = (carom_vec3){0, 0, 0};
    return out;
}

#endif
