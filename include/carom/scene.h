/* carom: many instances of few meshes: one tree over them, and each mesh's own below it.
 *
 * A mesh is stored once however often it stands in the scene. Questions are turned into each
 * instance's own frame, and the answers back: within one instance they are those of the mesh, so no
 * ray slips between its triangles; coordinates are rounded once more on the way, by a few units in
 * the last place of the largest coordinate involved. The meshes must outlive the scene.
 *
 * Of equal answers the lower instance wins, then the lower triangle. */
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include "carom/mesh_pair.h"

CAROM_BEGIN

typedef struct carom_scene carom_scene;

typedef struct carom_scene_def {
    const carom_placed_mesh *instances; /**< may be null when count is 0; copied */
    size_t count;
    carom_allocator allocator; /**< zero: malloc and free */
    /** Of each instance the factors along the axes of its mesh, before its pose; zeroed ones are
     * 1, 1, 1. Null: nothing is scaled. Instances of one mesh and scale share one copy of
     * carom_mesh_create_scaled, which the scene makes and frees; it is of the mesh as it is then,
     * whatever the mesh is refitted to. @since 0.2.0 */
    const carom_vec3 *scales;
} carom_scene_def;

typedef struct carom_scene_ray_hit {
    bool hit;
    uint32_t instance, triangle;
    carom_ray_hit_triangle at;
} carom_scene_ray_hit;

typedef struct carom_scene_sweep_hit {
    uint32_t instance, triangle;
    carom_sweep_hit at;
} carom_scene_sweep_hit;

typedef struct carom_scene_closest {
    uint32_t instance, triangle;
    carom_closest_on_triangle at;
} carom_scene_closest;

/** Gets two instances, a < b. Returns false to end the search. */
typedef bool carom_instance_pair_visitor(uint32_t a, uint32_t b, void *user);

/** @errors ARGUMENT for a null pointer and for a rotation that is not of unit length (carom_pose),
 * NOT_FINITE for a pose that is not; as carom_mesh_create_scaled for a scale; LIMIT above 2^28
 * instances; MEMORY. An instance without a mesh, or whose mesh is empty, meets nothing. */
CAROM_API carom_status carom_scene_create(carom_scene **scene, const carom_scene_def *def);
CAROM_API void carom_scene_destroy(carom_scene *scene);
/** Gives every instance a new pose, `count` of them, and builds the tree over them anew.
 * @errors as carom_scene_create, ARGUMENT when `count` is not the scene's; nothing is changed then.
 */
CAROM_API carom_status carom_scene_move_all(carom_scene *scene, const carom_pose *poses,
                                            size_t count);

CAROM_API size_t carom_scene_count(const carom_scene *scene);
/** @return an instance as it stands: its mesh, of a scaled one the scene's copy, to which triangles
 * of answers belong, and its pose; a null mesh when there is no such instance. @since 0.2.0 */
CAROM_API carom_placed_mesh carom_scene_instance(const carom_scene *scene, size_t instance);
/** An inverted box when nothing is there. */
CAROM_API carom_aabb carom_scene_bounds(const carom_scene *scene);

/** The first triangle that the ray hits. */
CAROM_API carom_scene_ray_hit carom_raycast_ray_scene(const carom_ray *ray,
                                                      const carom_scene *scene,
                                                      carom_facing facing);
/** All triangles that the ray hits, by t, then instance, then triangle: at most `capacity` go into
 * `hits`, their true count is returned. Of each instance they are those of
 * carom_raycast_ray_mesh_all. */
CAROM_API size_t carom_raycast_ray_scene_all(const carom_ray *ray, const carom_scene *scene,
                                             carom_facing facing, carom_scene_ray_hit *hits,
                                             size_t capacity);
CAROM_API bool carom_overlap_ray_scene(const carom_ray *ray, const carom_scene *scene);
CAROM_API carom_scene_sweep_hit carom_sweep_sphere_scene(const carom_sphere *sphere,
                                                         carom_vec3 motion,
                                                         const carom_scene *scene);
CAROM_API carom_scene_closest carom_closest_point_scene(carom_vec3 point, const carom_scene *scene);
/** The `capacity` nearest triangles of those at most `distance` away, by distance, then instance,
 * then triangle, each with its own closest point. @return how many were found. */
CAROM_API size_t carom_closest_point_scene_several(carom_vec3 point, const carom_scene *scene,
                                                   carom_real distance,
                                                   carom_scene_closest *nearest, size_t capacity);

/** Pairs of instances whose surfaces touch, each once: exactly those of carom_overlap_mesh_mesh. */
CAROM_API void carom_visit_scene_pairs(const carom_scene *scene,
                                       carom_instance_pair_visitor *visitor, void *user);

CAROM_END

#endif
