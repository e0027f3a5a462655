/* The distance of planar shapes that rounding took for touching and exact signs for disjoint. */
#ifndef CAROM_QUERY_CLOSEST_NEAR_CONTACT_H
#define CAROM_QUERY_CLOSEST_NEAR_CONTACT_H

#include "math/vec.h"

/** A point, segment or triangle: 1, 2 or 3 points. */
typedef struct near_shape {
    const vec3 *points;
    int count;
} near_shape;

/** The least distance above 0 between a part of A and a part of B: vertices, edges and faces, each
 * measured from exact differences. Of shapes that are apart it is the distance, however small;
 * never 0 unless all such distances are below the least double. */
double carom_near_distance(near_shape a, near_shape b);

/** The same against a box, whose six faces are twelve triangles. */
double carom_near_box_distance(near_shape a, vec3 low, vec3 high);

/** The parameter at which the segment s crosses the triangle's plane, accurate to the last digits
 * however thin the triangle; meaningless when both ends are on one side of it. */
double carom_plane_crossing(const vec3 s[2], const vec3 v[3]);

/** Distance of a point from the line through origin. 0 when it is on it. */
double carom_near_line_distance(vec3 p, vec3 origin, vec3 direction);

#endif
