/* A point, or a ball, against a cylinder, cone or ellipsoid: the nearest point of the surface. */
#ifndef CAROM_CONVEX_REVOLUTION_POINT_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_POINT_REVOLUTION_H

#include "convex/support/convex.h"

/** The distance of a point (one of the shapes) from a cylinder, cone or ellipsoid, both rounded or
 * not. False when they are not such, or so near to contact that rounding matters. */
bool carom_point_revolution_distance(const convex_shape *a, const convex_shape *b,
                                     convex_distance *out);

/** How deep point A is in B, one of these, without their radii: the nearest point of the surface
 * becomes point_b. No overlap when A is outside. False when they are not such, or A is so near to
 * the surface that rounding matters. */
bool carom_point_revolution_depth(const convex_shape *a, const convex_shape *b,
                                  convex_penetration *out);

/** How deep ball A is in B, one of these, when its centre is so near to the surface of B's core
 * that rounding matters there, but not beside the radii: the way out is that of the nearest point,
 * which no difference of coordinates tells. False otherwise. */
bool carom_round_ball_depth(const convex_shape *a, const convex_shape *b, convex_penetration *out);

#endif
