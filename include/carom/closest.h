/* carom: closest points and distances.
 *
 * Every answer holds points that realise the distance: point_a on (or in) A, point_b on B. Shapes
 * in contact: distance 0 and one common point twice. Distances are never NaN; an invalid shape (see
 * shape.h) gives an infinite distance with both points zero. Exchanging two shapes of one kind
 * exchanges the points and changes no bit. */
#ifndef CAROM_CLOSEST_H
#define CAROM_CLOSEST_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_closest_points {
    carom_real distance;
    carom_vec3 point_a, point_b;
} carom_closest_points;

/** Closest points with the parameters of those that lie on a segment, ray or line: point = start +
 * t * (end - start), or origin + t * direction. The parameter of a shape that has none is 0. */
typedef struct carom_closest_params {
    carom_real distance;
    carom_vec3 point_a, point_b;
    carom_real t_a, t_b;
} carom_closest_params;

/** point_b = barycentric.x * v[0] + barycentric.y * v[1] + barycentric.z * v[2]. */
typedef struct carom_closest_on_triangle {
    carom_real distance;
    carom_vec3 point_a, point_b;
    carom_vec3 barycentric;
    carom_feature feature;
} carom_closest_on_triangle;

CAROM_API carom_closest_points carom_closest_point_plane(carom_vec3 point,
                                                         const carom_plane *plane);
/** As carom_closest_point_plane for a normal that the caller knows to be unit: no division. */
CAROM_API carom_closest_points carom_closest_point_plane_unit(carom_vec3 point,
                                                              const carom_plane *plane);
CAROM_API carom_closest_params carom_closest_point_line(carom_vec3 point, const carom_line *line);
CAROM_API carom_closest_params carom_closest_point_segment(carom_vec3 point,
                                                           const carom_segment *segment);
CAROM_API carom_closest_params carom_closest_point_ray(carom_vec3 point, const carom_ray *ray);
CAROM_API carom_closest_points carom_closest_point_sphere(carom_vec3 point,
                                                          const carom_sphere *sphere);
CAROM_API carom_closest_points carom_closest_point_aabb(carom_vec3 point, const carom_aabb *box);
CAROM_API carom_closest_points carom_closest_point_obb(carom_vec3 point, const carom_obb *box);
CAROM_API carom_closest_on_triangle carom_closest_point_triangle(carom_vec3 point,
                                                                 const carom_triangle *triangle);
CAROM_API carom_closest_points carom_closest_point_polygon(carom_vec3 point,
                                                           const carom_polygon *polygon);
CAROM_API carom_closest_params carom_closest_line_line(const carom_line *a, const carom_line *b);
CAROM_API carom_closest_params carom_closest_segment_segment(const carom_segment *a,
                                                             const carom_segment *b);
CAROM_API carom_closest_params carom_closest_segment_triangle(const carom_segment *segment,
                                                              const carom_triangle *triangle);
CAROM_API carom_closest_params carom_closest_segment_aabb(const carom_segment *segment,
                                                          const carom_aabb *box);
CAROM_API carom_closest_points carom_closest_triangle_triangle(const carom_triangle *a,
                                                               const carom_triangle *b);

/** Squared distance without the point. */
CAROM_API carom_real carom_distance_point_segment_squared(carom_vec3 point,
                                                          const carom_segment *segment);
/** Signed distance to the plane, positive on the side of the normal. */
CAROM_API carom_real carom_distance_point_plane_signed(carom_vec3 point, const carom_plane *plane);

CAROM_END

#endif
