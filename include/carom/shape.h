/* carom: the shapes. Plain data, no set-up call; the caller fills the fields.
 *
 * Frame: every shape is given in one common frame, any units. All sets are closed: the boundary
 * belongs to the shape. A zero radius, a zero-length segment, a flat box or a triangle without area
 * is a valid shape and means the point, segment or rectangle that it is. NaN anywhere, a negative
 * radius or half-extent, min > max, a zero normal or direction make a shape invalid: a query
 * answers "no hit", false or CAROM_DISJOINT, and `closest` an infinite distance with both points
 * zero. */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include "carom/math.h"

CAROM_BEGIN

/** The part of a shape that an answer is about: the child of a compound, the triangle of a mesh or
 * height field, or that triangle of a child. Zeroed: the shape is answered as a whole, and in a
 * miss. @since 0.2.0 */
typedef struct carom_subshape {
    bool has_child, has_triangle;
    uint32_t child;    /**< as in the definition of the compound; 0 where it has none */
    uint32_t triangle; /**< its index in the mesh or child; of a height field 2 * cell + half
                          (heightfield.h); 0 where there is none */
} carom_subshape;

typedef struct carom_segment {
    carom_vec3 a, b;
} carom_segment;

/** origin + t * direction for t in [t_min, t_max]; direction of any length but zero. */
typedef struct carom_ray {
    carom_vec3 origin, direction;
    carom_real t_min, t_max;
} carom_ray;

typedef struct carom_line {
    carom_vec3 origin, direction;
} carom_line;

/** The points with dot(normal, x) = offset; normal of any length but zero. */
typedef struct carom_plane {
    carom_vec3 normal;
    carom_real offset;
} carom_plane;

/** The points with dot(normal, x) <= offset; normal of any length but zero. */
typedef struct carom_halfspace {
    carom_vec3 normal;
    carom_real offset;
} carom_halfspace;

typedef struct carom_sphere {
    carom_vec3 center;
    carom_real radius;
} carom_sphere;

/** All points within `radius` of the segment a b. */
typedef struct carom_capsule {
    carom_vec3 a, b;
    carom_real radius;
} carom_capsule;

typedef struct carom_aabb {
    carom_vec3 min, max;
} carom_aabb;

/** center + sum of s_i * axes[i] with |s_i| <= half_extents_i; axes unit and perpendicular. */
typedef struct carom_obb {
    carom_vec3 center;
    carom_vec3 axes[3];
    carom_vec3 half_extents;
} carom_obb;

typedef struct carom_triangle {
    carom_vec3 v[3];
} carom_triangle;

/** A convex planar polygon, its vertices in order (either way round); at least one vertex. */
typedef struct carom_polygon {
    const carom_vec3 *vertices;
    int32_t count;
} carom_polygon;

/** Solid: the points whose foot on the axis lies between a and b and that are within `radius` of
 * it. With a = b the disk across z. */
typedef struct carom_cylinder {
    carom_vec3 a, b;
    carom_real radius;
} carom_cylinder;

/** Solid: the hull of the apex and the disk of `radius` around `base` across the axis. With apex =
 * base the disk across z. */
typedef struct carom_cone {
    carom_vec3 base, apex;
    carom_real radius;
} carom_cone;

/** Solid: center + sum of s_i * radii_i * axes[i] with |s| <= 1; axes unit and perpendicular. A
 * radius of 0 flattens it. */
typedef struct carom_ellipsoid {
    carom_vec3 center;
    carom_vec3 axes[3];
    carom_vec3 radii;
} carom_ellipsoid;

/** Solid; either orientation. */
typedef struct carom_tetrahedron {
    carom_vec3 v[4];
} carom_tetrahedron;

/** The points with min[i] <= dot(normals[i], x) <= max[i] for every i: normals of any length but
 * zero that span space, at most CAROM_KDOP_LIMIT of them. Invalid when no point fulfils all. */
typedef struct carom_kdop {
    const carom_vec3 *normals;
    const carom_real *min, *max;
    int32_t count;
} carom_kdop;

/** Most slabs of a k-DOP: k is twice as many. */
#define CAROM_KDOP_LIMIT 16

/** A convex hull made by carom_hull_create (fit.h). */
typedef struct carom_hull carom_hull;

/** A convex polyhedron whose faces and edges are given.
 * Face f is face_indices[face_starts[f]] .. face_indices[face_starts[f + 1] - 1], counter-clockwise
 * seen from outside; face_starts has face_count + 1 entries. Edge e joins vertices edges[4e] and
 * edges[4e+1] and lies between faces edges[4e+2] and edges[4e+3]. */
typedef struct carom_polyhedron {
    const carom_vec3 *vertices;
    const int32_t *face_starts;
    const int32_t *face_indices;
    const int32_t *edges;
    int32_t vertex_count, face_count, edge_count;
} carom_polyhedron;

CAROM_END

#endif
