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
    uint32_t id[FEATURE_POINTS]; /* of the points: a corner of the shape, or two crossing edges */
} convex_feature;

/** The vertices of a polytope within `slack` of the farthest along the unit `direction`. */
void carom_convex_extreme(const convex_shape *shape, vec3 direction, double slack,
                          convex_feature *out);

/** The face that faces the unit `direction` most; where there is none, the edge or point. `*hint`:
 * a hull's vertex to start from, then the farthest. */
void carom_convex_facing(const convex_shape *shape, vec3 direction, int *hint, convex_feature *out);

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
