/* No algorithm of its own: lines against every shape: the line becomes a path
 * (query/raycast/path.h), and the kernels do the rest. For frequent shapes the filter is inlined
 * and runs in registers; what it leaves undecided starts again out of line, where exact signs
 * decide. */
#include "query/raycast/kernel_hits.h"
#include "query/raycast/path/path_capsule.h"
#include "query/raycast/path/path_obb.h"
#include "query/raycast/path/path_plane.h"
#include "query/raycast/path/path_polygon.h"

carom_ray_hit carom_raycast_line_plane(const carom_line *line, const carom_plane *plane) {
    ray_path path = path_of_line(line);
    return carom_path_plane(&path, plane);
}

carom_ray_hit carom_raycast_line_obb(const carom_line *line, const carom_obb *box) {
    ray_path path = path_of_line(line);
    return carom_path_obb(&path, box);
}

carom_ray_hit carom_raycast_line_polygon(const carom_line *line, const carom_polygon *polygon) {
    if (polygon->count < 1) return no_hit();
    ray_path path = path_of_line(line);
    return carom_path_polygon(&path, polygon);
}

carom_ray_hit carom_raycast_line_capsule(const carom_line *line, const carom_capsule *capsule) {
    ray_path path = path_of_line(line);
    return carom_path_capsule(&path, capsule);
}

static CAROM_NOINLINE carom_ray_hit line_sphere_exact(const carom_line *line,
                                                      const carom_sphere *sphere) {
    ray_path path = path_of_line(line);
    return sphere_exact_answer(&path, sphere);
}

carom_ray_hit carom_raycast_line_sphere(const carom_line *line, const carom_sphere *sphere) {
    ray_path path = path_of_line(line);
    carom_ray_hit out;
    path_answer answer = sphere_answer(&path, sphere, &out);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return out;
    return line_sphere_exact(line, sphere);
}

static CAROM_NOINLINE carom_ray_hit line_aabb_exact(const carom_line *line, const carom_aabb *box) {
    ray_path path = path_of_line(line);
    return aabb_exact_answer(&path, box);
}

carom_ray_hit carom_raycast_line_aabb(const carom_line *line, const carom_aabb *box) {
    ray_path path = path_of_line(line);
    carom_ray_hit out;
    path_answer answer = aabb_answer(&path, box, &out);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return out;
    return line_aabb_exact(line, box);
}

static CAROM_NOINLINE carom_ray_hit_triangle line_triangle_exact(const carom_line *line,
                                                                 const carom_triangle *triangle,
                                                                 carom_facing facing) {
    ray_path path = path_of_line(line);
    return triangle_exact_answer(&path, triangle, facing);
}

carom_ray_hit_triangle carom_raycast_line_triangle(const carom_line *line,
                                                   const carom_triangle *triangle,
                                                   carom_facing facing) {
    ray_path path = path_of_line(line);
    carom_ray_hit_triangle out;
    path_answer answer = triangle_answer(&path, triangle, facing, &out);
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return out;
    return line_triangle_exact(line, triangle, facing);
}
