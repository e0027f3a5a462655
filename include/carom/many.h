/* carom: the questions about meshes, scenes, height fields and posed shapes, asked many at a time.
 *
 * The name is that of the single function with the plural of what is many: carom_sweep_sphere_mesh,
 * carom_sweep_spheres_mesh. Answer i is that of the single function for question i, bit for bit: it
 * depends neither on the other questions nor on who finds it. Questions lie in the caller's arrays,
 * answers go into the caller's arrays, one for each question; nothing is allocated. With `tasks`
 * the questions are shared out to threads; null: in the caller's thread.
 *
 * Of the same family are carom_raycast_rays_mesh and carom_overlap_rays_mesh of mesh.h,
 * carom_closest_points_mesh and carom_distance_points_mesh_signed of mesh_near.h. Pairs of
 * primitives that lie by component: batch.h. */
#ifndef CAROM_MANY_H
#define CAROM_MANY_H

#include "carom/batch.h"
#include "carom/contact.h"
#include "carom/mesh_moving.h"
#include "carom/mesh_near.h"
#include "carom/scene.h"

CAROM_BEGIN

/* ---- questions */

/** Points, and how far from each one is looked. */
typedef struct carom_points_within {
    const carom_vec3 *points;
    const carom_real *distances; /**< one for each point; null: INFINITY for all */
    size_t count;
} carom_points_within;

typedef struct carom_moving_spheres {
    const carom_sphere *spheres;
    const carom_vec3 *motions; /**< one for each sphere */
    size_t count;
} carom_moving_spheres;

/** Which meshes of A with which of B: carom_batch_pairs and its rules, as in batch.h. There are as
 * many answers as pairs. */
typedef struct carom_mesh_pairs {
    const carom_placed_mesh *a, *b;
    size_t count_a, count_b;
    const carom_batch_pairs *pairs; /**< null: the i-th with the i-th, or one with each */
} carom_mesh_pairs;

/** The same of shapes: a thousand moving capsules with one mesh, say. */
typedef struct carom_posed_pairs {
    const carom_posed_shape *a, *b;
    size_t count_a, count_b;
    const carom_batch_pairs *pairs; /**< null: the i-th with the i-th, or one with each */
} carom_posed_pairs;

/* ---- lists: question i has the places from i * capacity_each on, and counts[i] is what the single
 * function returns for that capacity; places past that are left alone, or written over. `counts` is
 * always wanted; the places may be null when capacity_each is 0. */

typedef struct carom_hit_lists {
    carom_mesh_ray_hit *hits;
    size_t capacity_each;
    uint32_t *counts;
} carom_hit_lists;

typedef struct carom_closest_lists {
    carom_mesh_closest *nearest;
    size_t capacity_each;
    uint32_t *counts;
} carom_closest_lists;

typedef struct carom_scene_hit_lists {
    carom_scene_ray_hit *hits;
    size_t capacity_each;
    uint32_t *counts;
} carom_scene_hit_lists;

typedef struct carom_scene_closest_lists {
    carom_scene_closest *nearest;
    size_t capacity_each;
    uint32_t *counts;
} carom_scene_closest_lists;

typedef struct carom_triangle_lists {
    uint32_t *triangles;
    size_t capacity_each;
    uint32_t *counts;
} carom_triangle_lists;

/* ---- one mesh */

/** All hits of each ray in order: carom_raycast_ray_mesh_all. A count above the capacity is how
 * many there are. */
CAROM_API void carom_raycast_rays_mesh_all(const carom_mesh_rays *rays, const carom_mesh *mesh,
                                           const carom_hit_lists *lists,
                                           const carom_task_hook *tasks);
CAROM_API void carom_sweep_spheres_mesh(const carom_moving_spheres *spheres, const carom_mesh *mesh,
                                        carom_mesh_sweep_hit *hits, const carom_task_hook *tasks);
CAROM_API void carom_closest_points_mesh_within(const carom_points_within *points,
                                                const carom_mesh *mesh, carom_mesh_closest *nearest,
                                                const carom_task_hook *tasks);
CAROM_API void carom_overlap_points_mesh_within(const carom_points_within *points,
                                                const carom_mesh *mesh, bool *answers,
                                                const carom_task_hook *tasks);
/** The `capacity_each` nearest triangles of each point: carom_closest_point_mesh_several. */
CAROM_API void carom_closest_points_mesh_several(const carom_points_within *points,
                                                 const carom_mesh *mesh,
                                                 const carom_closest_lists *lists,
                                                 const carom_task_hook *tasks);
/** The triangles that each sphere touches: all within a radius of its centre. */
CAROM_API void carom_overlap_spheres_mesh(const carom_sphere *spheres, size_t count,
                                          const carom_mesh *mesh, const carom_triangle_lists *lists,
                                          const carom_task_hook *tasks);
CAROM_API void carom_overlap_aabbs_mesh(const carom_aabb *boxes, size_t count,
                                        const carom_mesh *mesh, const carom_triangle_lists *lists,
                                        const carom_task_hook *tasks);
/** Whether each point is inside: carom_classify_point_mesh. An unknown solidity is found out once.
 */
CAROM_API void carom_classify_points_mesh(const carom_vec3 *points, size_t count,
                                          const carom_placed_mesh *mesh, carom_mesh_side *sides,
                                          const carom_task_hook *tasks);

/* ---- one scene. With both sides carom_overlap_ray_scene, else the yes of its ray cast */

CAROM_API void carom_raycast_rays_scene(const carom_mesh_rays *rays, const carom_scene *scene,
                                        carom_scene_ray_hit *hits, const carom_task_hook *tasks);
/** All hits of each ray in order: carom_raycast_ray_scene_all. */
CAROM_API void carom_raycast_rays_scene_all(const carom_mesh_rays *rays, const carom_scene *scene,
                                            const carom_scene_hit_lists *lists,
                                            const carom_task_hook *tasks);
CAROM_API void carom_overlap_rays_scene(const carom_mesh_rays *rays, const carom_scene *scene,
                                        bool *answers, const carom_task_hook *tasks);
CAROM_API void carom_sweep_spheres_scene(const carom_moving_spheres *spheres,
                                         const carom_scene *scene, carom_scene_sweep_hit *hits,
                                         const carom_task_hook *tasks);
CAROM_API void carom_closest_points_scene(const carom_vec3 *points, size_t count,
                                          const carom_scene *scene, carom_scene_closest *nearest,
                                          const carom_task_hook *tasks);
/** The `capacity_each` nearest triangles of each point: carom_closest_point_scene_several. */
CAROM_API void carom_closest_points_scene_several(const carom_points_within *points,
                                                  const carom_scene *scene,
                                                  const carom_scene_closest_lists *lists,
                                                  const carom_task_hook *tasks);

/* ---- one height field. With both sides carom_overlap_ray_heightfield, else the yes of its ray
 * cast */

CAROM_API void carom_raycast_rays_heightfield(const carom_mesh_rays *rays,
                                              const carom_heightfield *field,
                                              carom_mesh_ray_hit *hits,
                                              const carom_task_hook *tasks);
/** All hits of each ray in order: carom_raycast_ray_heightfield_all. */
CAROM_API void carom_raycast_rays_heightfield_all(const carom_mesh_rays *rays,
                                                  const carom_heightfield *field,
                                                  const carom_hit_lists *lists,
                                                  const carom_task_hook *tasks);
CAROM_API void carom_overlap_rays_heightfield(const carom_mesh_rays *rays,
                                              const carom_heightfield *field, bool *answers,
                                              const carom_task_hook *tasks);
CAROM_API void carom_sweep_spheres_heightfield(const carom_moving_spheres *spheres,
                                               const carom_heightfield *field,
                                               carom_mesh_sweep_hit *hits,
                                               const carom_task_hook *tasks);
CAROM_API void carom_closest_points_heightfield(const carom_vec3 *points, size_t count,
                                                const carom_heightfield *field,
                                                carom_mesh_closest *nearest,
                                                const carom_task_hook *tasks);
/** The `capacity_each` nearest triangles of each point: carom_closest_point_heightfield_several. */
CAROM_API void carom_closest_points_heightfield_several(const carom_points_within *points,
                                                        const carom_heightfield *field,
                                                        const carom_closest_lists *lists,
                                                        const carom_task_hook *tasks);
CAROM_API void carom_overlap_spheres_heightfield(const carom_sphere *spheres, size_t count,
                                                 const carom_heightfield *field,
                                                 const carom_triangle_lists *lists,
                                                 const carom_task_hook *tasks);
CAROM_API void carom_overlap_aabbs_heightfield(const carom_aabb *boxes, size_t count,
                                               const carom_heightfield *field,
                                               const carom_triangle_lists *lists,
                                               const carom_task_hook *tasks);

/* ---- pairs of meshes. A pair with an index outside its set is one with a null mesh. Penetration
 * and classification look at all triangles of a mesh each time its solidity is unknown: tell it. */

CAROM_API void carom_overlap_mesh_pairs(const carom_mesh_pairs *pairs, bool *answers,
                                        const carom_task_hook *tasks);
CAROM_API void carom_overlap_mesh_pairs_within(const carom_mesh_pairs *pairs, carom_real distance,
                                               bool *answers, const carom_task_hook *tasks);
CAROM_API void carom_intersect_mesh_pairs(const carom_mesh_pairs *pairs,
                                          carom_mesh_meeting *meetings,
                                          const carom_task_hook *tasks);
CAROM_API void carom_closest_mesh_pairs(const carom_mesh_pairs *pairs,
                                        carom_mesh_pair_closest *nearest,
                                        const carom_task_hook *tasks);
CAROM_API void carom_classify_mesh_pairs(const carom_mesh_pairs *pairs,
                                         carom_mesh_relation *relations,
                                         const carom_task_hook *tasks);
/** @param def may be null */
CAROM_API void carom_penetrate_mesh_pairs(const carom_mesh_pairs *pairs,
                                          const carom_mesh_depth_def *def,
                                          carom_mesh_penetration *depths,
                                          const carom_task_hook *tasks);
/** @param motions of A, one for each pair */
CAROM_API void carom_sweep_mesh_pairs(const carom_mesh_pairs *pairs, const carom_vec3 *motions,
                                      carom_mesh_pair_sweep *hits, const carom_task_hook *tasks);

/* ---- pairs of posed shapes of any kinds. A pair with an index outside its set is one with an
 * invalid shape. */

CAROM_API void carom_overlap_posed_pairs(const carom_posed_pairs *pairs, bool *answers,
                                         const carom_task_hook *tasks);
CAROM_API void carom_overlap_posed_pairs_within(const carom_posed_pairs *pairs, carom_real distance,
                                                bool *answers, const carom_task_hook *tasks);
CAROM_API void carom_classify_posed_pairs(const carom_posed_pairs *pairs, carom_relation *relations,
                                          const carom_task_hook *tasks);
CAROM_API void carom_closest_posed_pairs(const carom_posed_pairs *pairs, carom_closest_any *nearest,
                                         const carom_task_hook *tasks);
CAROM_API void carom_raycast_posed_pairs(const carom_posed_pairs *pairs, carom_ray_hit *hits,
                                         const carom_task_hook *tasks);
/** Each shape moves by its own `motion`. @param options may be null */
CAROM_API void carom_sweep_posed_pairs(const carom_posed_pairs *pairs,
                                       const carom_sweep_options *options, carom_sweep_hit *hits,
                                       const carom_task_hook *tasks);
CAROM_API void carom_penetrate_posed_pairs(const carom_posed_pairs *pairs,
                                           carom_penetration *depths, const carom_task_hook *tasks);
/** @param manifolds each with its own margin and capacity, as carom_contact_posed takes them */
CAROM_API void carom_contact_posed_pairs(const carom_posed_pairs *pairs,
                                         carom_contact_manifold *manifolds,
                                         const carom_task_hook *tasks);

CAROM_END

#endif
