/* carom: where lines, rays and segments hit.
 *
 * `t` is in units of the direction's own length (segment: 0 at a, 1 at b; line: any sign). A solid holds
 * its inside: a ray that starts inside hits at t_min with started_inside, and t_exit is where it leaves.
 * The normal is unit and points against the direction, out of the solid (for flat shapes: to the side
 * from which the ray comes; started inside: the unit reverse of the direction). Surfaces without inside
 * (plane, triangle, polygon) have t_exit = t. A tangent counts as a hit. A line's t of a solid is where
 * it enters. Invalid shapes or rays are missed; a miss leaves every other field 0. */
#ifndef CAROM_RAYCAST_H
#define CAROM_RAYCAST_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_ray_hit {
    bool hit;
    bool started_inside;
    carom_real t, t_exit;
    carom_vec3 point, normal;
} carom_ray_hit;

typedef struct carom_ray_hit_triangle {
    bool hit;
    carom_real t;
    carom_vec3 point, normal;
    carom_vec3 barycentric;
} carom_ray_hit_triangle;

/** Which faces of a triangle a ray may hit. Front: the vertices appear counter-clockwise to it. */
typedef enum carom_facing { CAROM_BOTH_SIDES = 0, CAROM_FRONT_ONLY = 1, CAROM_BACK_ONLY = 2 } carom_facing;

CAROM_API carom_ray_hit carom_raycast_ray_plane(const carom_ray *ray, const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_ray_halfspace(const carom_ray *ray, const carom_halfspace *halfspace);
CAROM_API carom_ray_hit carom_raycast_ray_sphere(const carom_ray *ray, const carom_sphere *sphere);
CAROM_API carom_ray_hit carom_raycast_ray_capsule(const carom_ray *ray, const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_ray_aabb(const carom_ray *ray, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_ray_obb(const carom_ray *ray, const carom_obb *box);
CAROM_API carom_ray_hit_triangle carom_raycast_ray_triangle(const carom_ray *ray,
                                                            const carom_triangle *triangle,
                                                            carom_facing facing);
CAROM_API carom_ray_hit carom_raycast_ray_polygon(const carom_ray *ray, const carom_polygon *polygon);
/** Infinite cylinder of `radius` around `axis`. */
CAROM_API carom_ray_hit carom_raycast_ray_cylinder_infinite(const carom_ray *ray,
                                                            const carom_line *axis,
                                                            carom_real radius);
/** The yes or no of carom_raycast_ray_aabb without its place; no unpredictable branch. */
CAROM_API bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box);

CAROM_API carom_ray_hit carom_raycast_segment_plane(const carom_segment *segment, const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_segment_halfspace(const carom_segment *segment, const carom_halfspace *halfspace);
CAROM_API carom_ray_hit carom_raycast_segment_sphere(const carom_segment *segment, const carom_sphere *sphere);
CAROM_API carom_ray_hit carom_raycast_segment_capsule(const carom_segment *segment, const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_segment_aabb(const carom_segment *segment, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_segment_obb(const carom_segment *segment, const carom_obb *box);
CAROM_API carom_ray_hit_triangle carom_raycast_segment_triangle(const carom_segment *segment,
                                                                const carom_triangle *triangle,
                                                                carom_facing facing);
CAROM_API carom_ray_hit carom_raycast_segment_polygon(const carom_segment *segment, const carom_polygon *polygon);

CAROM_API carom_ray_hit carom_raycast_line_plane(const carom_line *line, const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_line_sphere(const carom_line *line, const carom_sphere *sphere);
CAROM_API carom_ray_hit carom_raycast_line_capsule(const carom_line *line, const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_line_aabb(const carom_line *line, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_line_obb(const carom_line *line, const carom_obb *box);
CAROM_API carom_ray_hit_triangle carom_raycast_line_triangle(const carom_line *line,
                                                             const carom_triangle *triangle,
                                                             carom_facing facing);
CAROM_API carom_ray_hit carom_raycast_line_polygon(const carom_line *line, const carom_polygon *polygon);

CAROM_END

#endif
