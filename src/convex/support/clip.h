/* Sutherland-Hodgman clipping [Sutherland74] of polygons and edges by the sides of a polygon, in
 * the projection along a direction, where a side is a line and needs no square root. */
#ifndef CAROM_CONVEX_SUPPORT_CLIP_H
#define CAROM_CONVEX_SUPPORT_CLIP_H

#include "convex/support/feature.h"

/** Sutherland-Hodgman clipping [Sutherland74]: keeps the part of a polygon or edge over the polygon
 * `window`, projected along the unit `outward`, about which the window's corners run
 * counter-clockwise. The id of a new corner is made of the edge that was cut and the side's first
 * corner; all ids differ. */
void carom_convex_clip(convex_feature *feature, const convex_feature *window, vec3 outward,
                       const clip_margins *margins);

/** Sorts coplanar points in the order of their convex hull, counter-clockwise about `normal`. */
void carom_convex_order(convex_feature *feature, vec3 normal);

#endif
