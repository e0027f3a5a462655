/* Shapes of parts: triangles, their tree and their pieces, shared by parts that place one mesh of
 * the file. */
#ifndef CAROM_CLI_CLASH_CLASH_SHAPE_H
#define CAROM_CLI_CLASH_CLASH_SHAPE_H

#include "clash/clash.h"

/** A shape without triangles; null when memory ran out. */
clash_shape *clash_shape_add(clash_result *out);

/** Gives the part a shape that others have, too, and its pose. False when its transform does not
 * allow it, or memory ran out, which `failed` says. */
bool clash_shape_share(clash_result *out, clash_part *part, const carom_io_mesh *mesh,
                       bool *failed);

/** The tree, the pieces and a vertex of each. False when memory ran out. */
bool clash_shape_build(clash_shape *shape, const carom_task_hook *tasks);
/** The convex hull of some of the vertices; none when memory runs out. */
void clash_shape_add_hull(clash_shape *shape);
void clash_shape_free(clash_shape *shape);

/** A vertex and a triangle of a part, where they are placed, and its box. */
carom_vec3 clash_vertex(const clash_part *part, size_t vertex);
carom_triangle clash_triangle(const clash_part *part, uint32_t triangle);
carom_aabb clash_box_of(const clash_part *part);

/** A ray in the frame of the part's shape; t stays the same. */
carom_ray clash_ray_in_shape(const clash_part *part, const carom_ray *ray);

/** Is the point within a distance of the part's surface? */
bool clash_is_within(const clash_part *part, carom_vec3 point, double distance);

#endif
