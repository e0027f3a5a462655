/* Paths against planes, half-spaces and the shapes whose kernels are not inlined. */
#ifndef CAROM_QUERY_RAYCAST_PATH_SHAPES_H
#define CAROM_QUERY_RAYCAST_PATH_SHAPES_H

#include "query/raycast/path.h"
#include "shape/hull_data.h"

carom_ray_hit carom_path_plane(const ray_path *path, const carom_plane *plane);
carom_ray_hit carom_path_halfspace(const ray_path *path, const carom_halfspace *halfspace);
carom_ray_hit carom_path_obb(const ray_path *path, const carom_obb *box);
/** Also of a transformed polygon, with a negative count. */
carom_ray_hit carom_path_polygon(const ray_path *path, const carom_polygon *polygon);
carom_ray_hit carom_path_capsule(const ray_path *path, const carom_capsule *capsule);
/** An infinite cylinder. */
carom_ray_hit carom_path_cylinder(const ray_path *path, const carom_line *axis, double radius);
carom_ray_hit carom_path_cylinder_solid(const ray_path *path, const carom_cylinder *cylinder);
carom_ray_hit carom_path_cone(const ray_path *path, const carom_cone *cone);
carom_ray_hit carom_path_ellipsoid(const ray_path *path, const carom_ellipsoid *ellipsoid);
carom_ray_hit carom_path_tetrahedron(const ray_path *path, const carom_tetrahedron *solid);
/** In the hull's own frame. */
carom_ray_hit carom_path_hull(const ray_path *path, const hull_data *hull);
carom_ray_hit carom_path_kdop(const ray_path *path, const carom_kdop *kdop);

#endif
