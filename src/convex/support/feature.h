/* The part of a shape that faces a direction: a polygon, an edge or a point. What contacts are
 * made of. */
#ifndef CAROM_CONVEX_SUPPORT_FEATURE_H
#define CAROM_CONVEX_SUPPORT_FEATURE_H

#include "convex/support/convex.h"

/* Room for a face of 64 corners clipped by another; faces with more are thinned out evenly. */
#define FEATURE_CORNERS 64
#define FEATURE_POINTS 128

/* A disc is given by this many samples of its rim, at fixed angles, and its farthest point. */
#define FEATURE_RIM 8

/* Points are of the core and relative to `origin`; a polygon's run counter-clockwise seen from
 * outside. */
typedef struct convex_feature {
    int count;
    vec3 normal; /* outward unit, of a polygon */
    vec3 points[FEATURE_POINTS];
    uint32_t id[FEATURE_POINTS]; /* of the points: a corner of the shape, or two crossing edges */
} convex_feature;

/* The face of a box that faces a direction most. Its corner k, counter-clockwise seen from outside,
 * is at the side box_corner_first of the `first` axis and box_corner_second of the `second`. */
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

/** The corner's number among the box's eight. */
static inline int box_corner_id(const box_face *f, int k) {
    return f->high << f->axis | box_corner_first(f, k) << f->first |
           box_corner_second(k) << f->second;
}

/* Numbers of a shape's corners and edges are below this; what a side cuts has it set. */
#define CLIP_CUT 0x4000u
#define CLIP_NUMBER 0x3fffu

/** The vertices of a polytope within `slack` of the farthest along the unit `direction`. */
void carom_convex_extreme(const convex_shape *shape, vec3 direction, double slack,
                          convex_feature *out);

/** The face that faces the unit `direction` most; where there is none, the edge or point. In the
 * common frame, and on the surface: out by the radius along `direction`. `*hint`: a hull's vertex
 * to start from, then the farthest. */
void carom_convex_surface_facing(const convex_shape *shape, vec3 direction, int *hint,
                                 convex_feature *out);

/** A face of a hull without a radius in the common frame. */
void carom_convex_hull_face(const convex_shape *shape, int face, convex_feature *out);

/* A face of a hull, and how square it is to a direction. */
typedef struct facing_face {
    int face, edge; /* edge: a half-edge beside it across the direction, or -1 */
    double cosine;
} facing_face;

/** Of the faces round the farthest vertex along u, unit and in the hull's own frame, the squarest.
 * Where an edge from there is across u, either end may be the farthest: of the two beside it. */
facing_face carom_hull_face_round(const hull_data *hull, int vertex, vec3 u);

/** Of the two beside a half-edge. */
facing_face carom_hull_face_beside(const hull_data *hull, int edge, vec3 u);

/** How a polygon's sides cut; zeroed: sharply. Corners up to `same` of the side's length over it
 * stay corners, moved to it along their edges, so that faces that are nearly flush are cut the same
 * from frame to frame; those over by rounding are on it. */
typedef struct clip_margins {
    double grow; /* the sides are moved out by this */
    double same;
} clip_margins;

/** Keeps the part of a polygon or edge that is over the polygon `window`, seen along the unit
 * `outward`, round which the window's corners run counter-clockwise. A new corner is known by the
 * edge that was cut and the side's first corner, and no two corners by the same. */
void carom_convex_clip(convex_feature *feature, const convex_feature *window, vec3 outward,
                       const clip_margins *margins);

/** Puts points of one plane in the order of their hull, counter-clockwise round `normal`. */
void carom_convex_order(convex_feature *feature, vec3 normal);

#endif
