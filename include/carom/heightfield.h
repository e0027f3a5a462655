/* carom: ground given by heights over a regular grid.
 *
 * Sample (column, row) is the vertex (origin.x + column * spacing.x, origin.y + height * spacing.y,
 * origin.z + row * spacing.z), rounded to carom_real. Four samples make a cell of two triangles
 * that look up (+y):
 *
 *     (i, k) ---- (i + 1, k)      triangle 2 c:     (i, k) (i, k + 1) (i + 1, k)
 *        |      /     |           triangle 2 c + 1: (i + 1, k) (i, k + 1) (i + 1, k + 1)
 *     (i, k + 1) - (i + 1, k + 1) where cell c = k * (columns - 1) + i
 *
 * The field is that surface, without a volume below it. Answers equal brute force over its
 * triangles with the triangle queries of raycast.h, sweep.h, overlap.h and closest.h, bit for bit;
 * ties go to the lower triangle index. Rotated ground is a mesh, or is asked in its own frame.
 *
 * @source [TevsIhrkeSeidel08] for pyramids of least and greatest heights. */
#ifndef CAROM_HEIGHTFIELD_H
#define CAROM_HEIGHTFIELD_H

#include "carom/mesh_pair.h"

CAROM_BEGIN

typedef struct carom_heightfield carom_heightfield;

typedef struct carom_heightfield_def {
    const carom_real *heights; /**< rows * columns of them, row by row; copied */
    uint32_t columns, rows;    /**< samples along x and along z: 2 or more each */
    carom_vec3 origin;         /**< of sample (0, 0) at height 0 */
    carom_vec3 spacing;        /**< x and z above 0; y scales heights, 0: 1 */
    /** One for each cell, not 0 where the cell is left out; null: nowhere. Copied. */
    const uint8_t *holes;
    carom_allocator allocator; /**< zero: malloc and free */
} carom_heightfield_def;

/** @errors ARGUMENT for fewer than 2 samples, a null pointer, a spacing that is not above 0 or so
 * small that neighbours round to the same place; NOT_FINITE for a vertex that is not; LIMIT above
 * 2^31 triangles; MEMORY.
 * @cost A few passes; 1/6 more memory than the heights, and a byte a cell where there are holes. */
CAROM_API carom_status carom_heightfield_create(carom_heightfield **field,
                                                const carom_heightfield_def *def);
CAROM_API void carom_heightfield_destroy(carom_heightfield *field);

/** Triangles of holes count: numbers do not depend on them. */
CAROM_API uint32_t carom_heightfield_triangle_count(const carom_heightfield *field);
/** @return a triangle of zeros in a hole. */
CAROM_API carom_triangle carom_heightfield_triangle(const carom_heightfield *field,
                                                    uint32_t triangle);
/** @return an inverted box when all is holes. */
CAROM_API carom_aabb carom_heightfield_bounds(const carom_heightfield *field);

/** The first triangle that the ray hits. */
CAROM_API carom_mesh_ray_hit carom_raycast_ray_heightfield(const carom_ray *ray,
                                                           const carom_heightfield *field,
                                                           carom_facing facing);
CAROM_API bool carom_overlap_ray_heightfield(const carom_ray *ray, const carom_heightfield *field);
/** All triangles that the ray hits, as carom_raycast_ray_mesh_all tells them: by t and then index,
 * at most `capacity` of them in `hits`, their true count is returned; where the ray passes through
 * an edge or vertex, of those that share it and face the same way the one with the least index. */
CAROM_API size_t carom_raycast_ray_heightfield_all(const carom_ray *ray,
                                                   const carom_heightfield *field,
                                                   carom_facing facing, carom_mesh_ray_hit *hits,
                                                   size_t capacity);
CAROM_API carom_mesh_sweep_hit carom_sweep_sphere_heightfield(const carom_sphere *sphere,
                                                              carom_vec3 motion,
                                                              const carom_heightfield *field);
CAROM_API carom_mesh_closest carom_closest_point_heightfield(carom_vec3 point,
                                                             const carom_heightfield *field);
/** The `capacity` nearest triangles of those at most `distance` away, by distance and then index,
 * each with its own closest point. @return how many were found. */
CAROM_API size_t carom_closest_point_heightfield_several(carom_vec3 point,
                                                         const carom_heightfield *field,
                                                         carom_real distance,
                                                         carom_mesh_closest *nearest,
                                                         size_t capacity);
/** The triangles that the sphere touches, in ascending order of index: at most `capacity` go into
 * `triangles`, their true count is returned. */
CAROM_API size_t carom_overlap_sphere_heightfield(const carom_sphere *sphere,
                                                  const carom_heightfield *field,
                                                  uint32_t *triangles, size_t capacity);
CAROM_API size_t carom_overlap_aabb_heightfield(const carom_aabb *box,
                                                const carom_heightfield *field, uint32_t *triangles,
                                                size_t capacity);

/** Pairs of a mesh's posed triangle (A) and a field's (B) that touch, exactly as
 * carom_visit_mesh_mesh has them. */
CAROM_API void carom_visit_mesh_heightfield(const carom_placed_mesh *mesh,
                                            const carom_heightfield *field,
                                            carom_triangle_pair_visitor *visitor, void *user);
CAROM_API bool carom_overlap_mesh_heightfield(const carom_placed_mesh *mesh,
                                              const carom_heightfield *field);
/** Pairs of triangles of two fields that touch. */
CAROM_API void carom_visit_heightfield_heightfield(const carom_heightfield *a,
                                                   const carom_heightfield *b,
                                                   carom_triangle_pair_visitor *visitor,
                                                   void *user);
CAROM_API bool carom_overlap_heightfield_heightfield(const carom_heightfield *a,
                                                     const carom_heightfield *b);

CAROM_END

#endif
