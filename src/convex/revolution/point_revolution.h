/* Distance and depth of a point or a ball and a cylinder, cone or ellipsoid, from the nearest point
 * of the surface. */
#ifndef CAROM_CONVEX_REVOLUTION_POINT_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_POINT_REVOLUTION_H

#include "convex/support/convex.h"

/** The distance of a point (one of the shapes) from a cylinder, cone or ellipsoid; either may have
 * a radius. @return false for other shapes, and where the gap is so small that rounding matters
 * (GAP_UNDECIDED, FOOT_NEAR) */
bool carom_point_revolution_distance(const convex_shape *a, const convex_shape *b,
                                     convex_distance *out);

/** The depth of point A in such a solid B, without their radii; point_b is the nearest point of the
 * surface. No overlap when A is outside. @return false for other shapes, and where A is so near to
 * the surface that rounding matters */
bool carom_point_revolution_depth(const convex_shape *a, const convex_shape *b,
                                  convex_penetration *out);

/** The depth of ball A in such a solid B when A's centre is so near to the surface of B's core that
 * a difference of coordinates has no direction, but the radii are large beside rounding: the normal
 * is that of the surface. @return false otherwise */
bool carom_ball_revolution_depth(const convex_shape *a, const convex_shape *b,
                                 convex_penetration *out);

#endif
