/* The feature of a shape that faces a direction (a polygon, an edge or a point), and clipping of
 * features [Sutherland74]: the parts of contact manifolds. Ids of points stay the same from frame
 * to frame as long as the features do. */
#ifndef CAROM_CONVEX_SUPPORT_FEATURE_H
#define CAROM_CONVEX_SUPPORT_FEATURE_H

#include "convex/support/convex.h"

/* Capacity: a face of 64 corners clipped by another; larger faces keep an even selection. */
#define FEATURE_CORNERS 64
#define FEATURE_POINTS 128

/* A disc is given by this many samples of its rim, at fixed angles, and its farthest point. */
#define FEATURE_RIM 8

/* Points of a polygon run counter-clockwise seen from outside. */
typedef struct convex_feature {
    int count;
    vec3 normal; /* of a polygon: outward, unit */
    vec3 points[FEATURE_POINTS];
    uint32_t id[FEATURE_POINTS]; /* of each point: a corner of the shape, or two crossing edges */
} convex_feature;

/* The face of a box whose normal is nearest to a direction. Its corner k, counter-clockwise seen
 * from outside, lies on side box_corner_first of axis `first` and box_corner_second of `second`. */
typedef struct box_face {
    int axis, first, second;
    bool high; /* on the positive side of `axis` */
} box_face;

/** `d` in the box's own frame. */
static inline box_face box_face_along(vec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    return (box_face){axis, axis < 2 ? axis + 1 : 0, axis > 0 ? axis - 1 : 2, axis3(d, axis) > 0.0};
}

static inline int box_corner_first(const box_face *f, int k) {
    return (k == 1 || k == 2) == f->high;
}

static inline int box_corner_second(int k) {
    return k >= 2;
}

/** Index of the corner among the eight of the box. */
static inline int box_corner_id(const box_face *f, int k) {
    return f->high << f->axis | box_corner_first(f, k) << f->first |
           box_corner_second(k) << f->second;
}

/* Ids: corners and edges of a shape are at most CLIP_NUMBER; a point cut by a side has CLIP_CUT. */
#define CLIP_CUT 0x4000u
#define CLIP_NUMBER 0x3fffu

/** The vertices of a polytope within `slack` of the farthest along the unit `direction`, relative
 * to convex_origin. */
void carom_convex_extreme(const convex_shape *shape, vec3 direction, double slack,
                          convex_feature *out);

/** The face whose normal is nearest to the unit `direction`; without one, the edge or point. In the
 * common frame and on the surface: moved by the radius along `direction`. `*hint`: a hull's vertex
 * from which the search starts, then the farthest vertex. */
void carom_convex_surface_facing(const convex_shape *shape, vec3 direction, int *hint,
                                 convex_feature *out);

/** A face of the core of a hull, in the common frame. */
void carom_convex_hull_face(const convex_shape *shape, int face, convex_feature *out);

/* The face of a hull that faces a direction. */
typedef struct facing_face {
    int face, edge; /* edge: a half-edge of it perpendicular to the direction, or -1 */
    double cosine;  /* of the angle between its normal and the direction */
} facing_face;

/** Among the faces at the farthest vertex along u, unit and in the hull's own frame, the one whose
 * normal is nearest to u. When an edge at the vertex is perpendicular to u, either end may be the
 * farthest: then among the two faces of that edge. */
facing_face carom_hull_facing_face_at_vertex(const hull_data *hull, int vertex, vec3 u);

/** Among the two faces of a half-edge, the one whose normal is nearest to u. */
facing_face carom_hull_facing_face_at_edge(const hull_data *hull, int edge, vec3 u);

/** Margins of clipping; zeroed: none. A corner beyond a side by at most `same` of the side's length
 * stays a corner and is moved onto the side along its edge, so that faces that are nearly flush are
 * clipped alike from frame to frame; a corner beyond it by rounding counts as on it. */
typedef struct clip_margins {
    double grow; /* distance by which the sides are moved outwards */
    double same; /* as above, relative to the side's length */
} clip_margins;

#endif
