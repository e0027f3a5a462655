/* The part of a shape that faces a direction: a polygon, an edge or a point. What contacts are
 * made of. */
#ifndef CAROM_CONVEX_FEATURE_H
#define CAROM_CONVEX_FEATURE_H

#include "convex/convex.h"

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
    uint32_t id[FEATURE_POINTS];   /* of the points: a corner of the shape, or two crossing edges */
    uint32_t edge[FEATURE_POINTS]; /* of the edge that follows; set by carom_convex_number */
} convex_feature;

/** Names the edges by the corners they start from: to be done before clipping. */
void carom_convex_number(convex_feature *feature);

/** The vertices of a polytope within `slack` of the farthest along the unit `direction`. */
void carom_convex_extreme(const convex_shape *shape, vec3 direction, double slack,
                          convex_feature *out);

/** The face that faces the unit `direction` most; where there is none, the edge or point. */
void carom_convex_facing(const convex_shape *shape, vec3 direction, convex_feature *out);

/** Where to cut: dot(side, x) <= offset is kept. Corners up to `slack` over the plane stay corners,
 * moved to it along their edges, so that faces that are nearly flush are cut the same from frame to
 * frame; up to `rounding` they are on it. */
typedef struct clip_plane {
    vec3 side;
    double offset, slack, rounding;
    uint32_t tag;
} clip_plane;

/** Keeps the part of a polygon or edge on the inner side. A new corner is known by the edge that
 * was cut and the plane's tag, and no two corners by the same. */
void carom_convex_clip(convex_feature *feature, const clip_plane *plane);

/** Keeps what is beside the polygon, seen along the unit n, across its longest edge: a needle's
 * sides hardly end it. */
void carom_convex_clip_ends(convex_feature *feature, const convex_feature *window, vec3 n);

/** Puts points of one plane in the order of their hull, counter-clockwise round `normal`. */
void carom_convex_order(convex_feature *feature, vec3 normal);

#endif
