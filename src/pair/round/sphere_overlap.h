/* Exact contact of spheres with other shapes, and of points and segments with capsules: entries of
 * the overlap table that the closest points of rounded shapes use, too. The shapes are of the kinds
 * in the name, in that order. */
#ifndef CAROM_PAIR_ROUND_SPHERE_OVERLAP_H
#define CAROM_PAIR_ROUND_SPHERE_OVERLAP_H

#include "pair/pose/pair.h"

overlap_pair carom_touch_point_capsule, carom_touch_segment_capsule;
overlap_pair carom_touch_segment_sphere, carom_touch_ray_sphere, carom_touch_line_sphere;
overlap_pair carom_touch_plane_sphere, carom_touch_halfspace_sphere, carom_touch_sphere_sphere;
overlap_pair carom_touch_sphere_aabb, carom_touch_sphere_obb, carom_touch_sphere_triangle;
overlap_pair carom_touch_sphere_polygon;

#endif
