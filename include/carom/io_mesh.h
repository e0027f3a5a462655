/* carom-io: from a file to a mesh, or to a scene of placed meshes, in one call; in both precisions.
 *
 * Part of the library carom-io, as io.h, which says what is read of each format. A program that
 * wants names, or vertices as doubles, takes what io.h gives. */
#ifndef CAROM_IO_MESH_H
#define CAROM_IO_MESH_H

#include "carom/scene.h"

CAROM_BEGIN

/** Reads a file and builds one mesh of all its triangles, where the file places them: instance by
 * instance, in each as in the file. Vertices are rounded to carom_real once.
 * @param options how to build: `build`, `tasks`, `compact` and `allocator`; its arrays are not
 * looked at. Null: the defaults
 * @return true and a mesh, which carom_mesh_destroy destroys; or false and a sentence in `error`
 * that opens with the path, `*mesh` untouched.
 * @since 0.2.0 */
CAROM_API bool carom_io_load_mesh(const char *path, const carom_mesh_def *options,
                                  carom_mesh **mesh, char *error, size_t error_size);

/** A scene and the meshes that it refers to. */
typedef struct carom_io_model carom_io_model;

/** Reads a file and builds a scene of its instances, in their order. A mesh of the file is built
 * once; its instances have poses, and factors along the axes of the mesh where they are scaled or
 * mirrored (carom_scene_def.scales): equal ones share one copy. An instance that is sheared, by
 * more than 64 roundings of carom_real, has a mesh of its own, transformed, and stands at the
 * origin, as has one whose factors or unscaled mesh carom_real cannot hold.
 * @param options as of carom_io_load_mesh; the allocator is that of the scene, too
 * @return true and a model, which carom_io_model_destroy destroys; or false and a sentence in
 * `error`, `*model` untouched.
 * @since 0.2.0 */
CAROM_API bool carom_io_load_scene(const char *path, const carom_mesh_def *options,
                                   carom_io_model **model, char *error, size_t error_size);
CAROM_API void carom_io_model_destroy(carom_io_model *model);

/** @return the scene, for as long as the model lives; poses may be changed by carom_scene_move_all.
 * @since 0.2.0 */
CAROM_API carom_scene *carom_io_model_scene(carom_io_model *model);

/** @return the mesh, scaled where the instance is, and the pose of an instance of the scene as it
 * was read; a null mesh when there is no such instance. @since 0.2.0 */
CAROM_API carom_placed_mesh carom_io_model_instance(const carom_io_model *model, size_t instance);

CAROM_END

#endif
