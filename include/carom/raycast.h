/* carom: where lines, rays and segments hit.
 *
 * `t` is in units of the direction's own length (segment: 0 at a, 1 at b; line: any sign). t_min
 * and t_max belong to the range; an infinite t_max is no limit. A solid holds its inside and its
 * surface: a ray whose start is in it hits at t_min with started_inside. t_exit is where the ray
 * leaves the solid, or t_max where it ends before. The normal is unit and points against the
 * direction, out of the solid (flat shapes: to the side from which the ray comes; started inside:
 * the unit reverse of the direction). Surfaces without inside (plane, triangle, polygon) have
 * t_exit = t. A tangent counts as a hit. A line's t of a solid is where it enters. Invalid shapes
 * or rays are missed; a miss leaves every other field 0. A t beyond the largest carom_real is held
 * there.
 *
 * @degenerate A segment with a = b is a point: a hit at 0 where the point lies on the shape. A path
 * within a plane hits at t_min (a line: at 0). One within a triangle's plane hits where it first
 * touches the triangle, with the right-handed normal of v[0] v[1] v[2], and is neither front nor
 * back. A triangle without area is the segment or point that it is, also neither front nor back;
 * its normal is the direction reversed, less its part along the segment.
 * @accuracy Hit or miss against plane, half-space, triangle, polygon, AABB, tetrahedron and k-DOP
 * is exact, the ends of the range included, so neighbouring triangles never leak; also against
 * sphere, capsule, cylinder, cone, and an ellipsoid along the coordinate axes. An OBB and a turned
 * ellipsoid are right unless within a few ulps of touching. That holds where the non-zero
 * magnitudes of one call are within 1e82 of each other (a cone: 1e57), whatever the unit. Of
 * 130,000 adversarial cases against exact arithmetic, t was off by at most 1.2e-7 (float) and 7e-14
 * (double), relative; where paths touch round shapes, by at most 1e-14 in double. No zero of an
 * answer is negative.
 * @source [Moller97], [Ericson05] 5.3, [Shewchuk97] */
#ifndef CAROM_RAYCAST_H
#define CAROM_RAYCAST_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_ray_hit {
    bool hit;
    bool started_inside;
    carom_real t, t_exit;
    carom_vec3 point, normal;
    /** Of the point in the triangle that `sub_b` names, else zero. @since 0.2.0 */
    carom_vec3 barycentric;
    carom_subshape sub_b; /**< what is hit, from carom_raycast alone (dispatch.h). @since 0.2.0 */
} carom_ray_hit;

typedef struct carom_ray_hit_triangle {
    bool hit;
    carom_real t;
    carom_vec3 point, normal;
    carom_vec3 barycentric;
} carom_ray_hit_triangle;

/** Which faces of a triangle a ray may hit. Front: the vertices appear counter-clockwise to it. */
typedef enum carom_facing {
    CAROM_BOTH_SIDES = 0,
    CAROM_FRONT_ONLY = 1,
    CAROM_BACK_ONLY = 2
} carom_facing;

CAROM_API carom_ray_hit carom_raycast_ray_plane(const carom_ray *ray, const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_ray_halfspace(const carom_ray *ray,
                                                    const carom_halfspace *halfspace);
CAROM_API carom_ray_hit carom_raycast_ray_capsule(const carom_ray *ray,
                                                  const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_ray_aabb(const carom_ray *ray, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_ray_obb(const carom_ray *ray, const carom_obb *box);
CAROM_API carom_ray_hit carom_raycast_ray_polygon(const carom_ray *ray,
                                                  const carom_polygon *polygon);
CAROM_API carom_ray_hit carom_raycast_ray_kdop(const carom_ray *ray, const carom_kdop *kdop);
CAROM_API carom_ray_hit carom_raycast_ray_cylinder(const carom_ray *ray,
                                                   const carom_cylinder *cylinder);
CAROM_API carom_ray_hit carom_raycast_ray_cone(const carom_ray *ray, const carom_cone *cone);
CAROM_API carom_ray_hit carom_raycast_ray_ellipsoid(const carom_ray *ray,
                                                    const carom_ellipsoid *ellipsoid);
CAROM_API carom_ray_hit carom_raycast_ray_tetrahedron(const carom_ray *ray,
                                                      const carom_tetrahedron *tetrahedron);
/** Infinite cylinder of `radius` around `axis`. */
CAROM_API carom_ray_hit carom_raycast_ray_cylinder_infinite(const carom_ray *ray,
                                                            const carom_line *axis,
                                                            carom_real radius);

CAROM_API carom_ray_hit carom_raycast_segment_plane(const carom_segment *segment,
                                                    const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_segment_halfspace(const carom_segment *segment,
                                                        const carom_halfspace *halfspace);
CAROM_API carom_ray_hit carom_raycast_segment_sphere(const carom_segment *segment,
                                                     const carom_sphere *sphere);
CAROM_API carom_ray_hit carom_raycast_segment_capsule(const carom_segment *segment,
                                                      const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_segment_aabb(const carom_segment *segment,
                                                   const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_segment_obb(const carom_segment *segment,
                                                  const carom_obb *box);
CAROM_API carom_ray_hit_triangle carom_raycast_segment_triangle(const carom_segment *segment,
                                                                const carom_triangle *triangle,
                                                                carom_facing facing);
CAROM_API carom_ray_hit carom_raycast_segment_polygon(const carom_segment *segment,
                                                      const carom_polygon *polygon);

CAROM_API carom_ray_hit carom_raycast_line_plane(const carom_line *line, const carom_plane *plane);
CAROM_API carom_ray_hit carom_raycast_line_sphere(const carom_line *line,
                                                  const carom_sphere *sphere);
CAROM_API carom_ray_hit carom_raycast_line_capsule(const carom_line *line,
                                                   const carom_capsule *capsule);
CAROM_API carom_ray_hit carom_raycast_line_aabb(const carom_line *line, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_line_obb(const carom_line *line, const carom_obb *box);
CAROM_API carom_ray_hit_triangle carom_raycast_line_triangle(const carom_line *line,
                                                             const carom_triangle *triangle,
                                                             carom_facing facing);
CAROM_API carom_ray_hit carom_raycast_line_polygon(const carom_line *line,
                                                   const carom_polygon *polygon);

CAROM_END

#include "carom/raycast_inline.h" /* ray-sphere, ray-triangle, and whether a ray meets a box */

#endif
