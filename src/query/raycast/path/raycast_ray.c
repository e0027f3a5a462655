/* Rays against every shape: the ray becomes a path (query/raycast/path.h), and the kernels do the
 * rest. For frequent shapes the filter is inlined and runs in registers; what it leaves undecided
 * starts again out of line, where exact signs decide. Boxes have a slab test [KayKajiya86] in the
 * caller's precision in front, which decides which face is entered; clear misses of triangles end
 * there too. */
#include "query/raycast/kernel_early.h"
#include "query/raycast/kernel_hits.h"
#include "query/raycast/path/path_capsule.h"
#include "query/raycast/path/path_curved.h"
#include "query/raycast/path/path_obb.h"
#include "query/raycast/path/path_plane.h"
#include "query/raycast/path/path_polygon.h"
#include "query/raycast/path/path_polytope.h"

carom_ray_hit carom_raycast_ray_plane(const carom_ray *ray, const carom_plane *plane) {
    ray_path path = path_of_ray(ray);
    return carom_path_plane(&path, plane);
}

carom_ray_hit carom_raycast_ray_halfspace(const carom_ray *ray, const carom_halfspace *halfspace) {
    ray_path path = path_of_ray(ray);
    return carom_path_halfspace(&path, halfspace);
}

carom_ray_hit carom_raycast_ray_obb(const carom_ray *ray, const carom_obb *box) {
    ray_path path = path_of_ray(ray);
    return carom_path_obb(&path, box);
}

carom_ray_hit carom_raycast_ray_polygon(const carom_ray *ray, const carom_polygon *polygon) {
    if (polygon->count < 1) return no_hit();
    ray_path path = path_of_ray(ray);
    return carom_path_polygon(&path, polygon);
}

carom_ray_hit carom_raycast_ray_capsule(const carom_ray *ray, const carom_capsule *capsule) {
    ray_path path = path_of_ray(ray);
    return carom_path_capsule(&path, capsule);
}

carom_ray_hit carom_raycast_ray_cylinder_infinite(const carom_ray *ray, const carom_line *axis,
                                                  carom_real radius) {
    ray_path path = path_of_ray(ray);
    return carom_path_cylinder(&path, axis, (double)radius);
}

static CAROM_NOINLINE carom_ray_hit ray_sphere_exact(const carom_ray *ray,
                                                     const carom_sphere *sphere) {
    ray_path path = path_of_ray(ray);
    return sphere_exact_answer(&path, sphere);
}

/* The library's own copies of the inline functions. */
extern CAROM_API inline carom_ray_hit carom_raycast_ray_sphere(const carom_ray *ray,
                                                               const carom_sphere *sphere);
extern CAROM_API inline carom_ray_hit_triangle
carom_raycast_ray_triangle(const carom_ray *ray, const carom_triangle *triangle,
                           carom_facing facing);

carom_ray_hit carom_raycast_ray_sphere_exact(const carom_ray *ray, const carom_sphere *sphere) {
    ray_path path = path_of_ray(ray);
    carom_ray_hit out;
    path_answer answer = sphere_answer(&path, sphere, &out);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return out;
    return ray_sphere_exact(ray, sphere);
}

static CAROM_NOINLINE carom_ray_hit ray_aabb_robust(const carom_ray *ray, const carom_aabb *box) {
    ray_path path = path_of_ray(ray);
    carom_ray_hit out;
    path_answer answer = aabb_answer(&path, box, &out);
    return answer == PATH_DOUBT ? aabb_exact_answer(&path, box) : out;
}

/* Which slab is entered is settled; its quotient is taken again in double, and the point with it.
 */
carom_ray_hit carom_raycast_ray_aabb(const carom_ray *ray, const carom_aabb *box) {
    early_slabs slabs = early_aabb(ray, box);
    if (slabs.answer == PATH_MISS) return no_hit();
    bool outside = (slabs.enter > ray->t_min) & (slabs.answer == PATH_HIT);
    if (CAROM_UNLIKELY(!outside || !early_apart(slabs.enter, ray->t_min)))
        return ray_aabb_robust(ray, box);
    bool by_x = slabs.enter == slabs.near_x, by_y = slabs.enter == slabs.near_y;
    int axis = 2 - 2 * (int)by_x - (int)(by_y & !by_x);
    carom_real numbers[6], bounds[6]; /* origin and direction; min and max: choices by index */
    memcpy(numbers, ray, sizeof numbers);
    memcpy(bounds, box, sizeof bounds);
    int backward = numbers[3 + axis] < 0;
    carom_real face = bounds[axis + 3 * backward];
    double t = ((double)face - (double)numbers[axis]) / (double)numbers[3 + axis];
    carom_real point[3], normal[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        carom_real x = (carom_real)((double)numbers[k] + t * (double)numbers[3 + k]);
        point[k] = early_most(bounds[k], early_least(x, bounds[3 + k])) + 0;
    }
    point[axis] = face + 0;
    normal[axis] = (carom_real)(2 * backward - 1);
    return (carom_ray_hit){.hit = true,
                           .started_inside = false,
                           .t = store1(t),
                           .t_exit = slabs.last + 0,
                           .point = {point[0], point[1], point[2]},
                           .normal = {normal[0], normal[1], normal[2]}};
}

static CAROM_NOINLINE carom_ray_hit_triangle ray_triangle_exact(const carom_ray *ray,
                                                                const carom_triangle *triangle,
                                                                carom_facing facing) {
    ray_path path = path_of_ray(ray);
    return triangle_exact_answer(&path, triangle, facing);
}

carom_ray_hit_triangle carom_raycast_ray_triangle_exact(const carom_ray *ray,
                                                        const carom_triangle *triangle,
                                                        carom_facing facing) {
    if (early_triangle_miss(ray->origin, ray->direction, ray->t_min, triangle->v))
        return (carom_ray_hit_triangle){0};
    ray_path path = path_of_ray(ray);
    carom_ray_hit_triangle out;
    path_answer answer = triangle_answer(&path, triangle, facing, &out);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return out;
    return ray_triangle_exact(ray, triangle, facing);
}

carom_ray_hit carom_raycast_ray_kdop(const carom_ray *ray, const carom_kdop *kdop) {
    ray_path path = path_of_ray(ray);
    return carom_path_kdop(&path, kdop);
}

carom_ray_hit carom_raycast_ray_cylinder(const carom_ray *ray, const carom_cylinder *cylinder) {
    ray_path path = path_of_ray(ray);
    return carom_path_cylinder_solid(&path, cylinder);
}

carom_ray_hit carom_raycast_ray_cone(const carom_ray *ray, const carom_cone *cone) {
    ray_path path = path_of_ray(ray);
    return carom_path_cone(&path, cone);
}

carom_ray_hit carom_raycast_ray_ellipsoid(const carom_ray *ray, const carom_ellipsoid *ellipsoid) {
    ray_path path = path_of_ray(ray);
    return carom_path_ellipsoid(&path, ellipsoid);
}

carom_ray_hit carom_raycast_ray_tetrahedron(const carom_ray *ray,
                                            const carom_tetrahedron *tetrahedron) {
    ray_path path = path_of_ray(ray);
    return carom_path_tetrahedron(&path, tetrahedron);
}
