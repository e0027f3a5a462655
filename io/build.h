/* The builder of a scene: faces become triangles, triangles of one pool of vertices become meshes,
 * meshes are placed as instances. */
#ifndef CAROM_IO_BUILD_H
#define CAROM_IO_BUILD_H

#include "internal.h"

void carom_io_pool_free(io_pool *pool);

/* Frees what the scene holds, but not the scene. */
void carom_io_clear_scene(carom_io_scene *scene);

/* The file has more than belongs to it, or less: an error, or, when reading leniently, noted in the
 * scene's warning, and true. */
bool carom_io_extra(io_builder *b, const char *format, ...);

/* Adds the triangles of a face of at least three corners to `triangles`, and counts the face. */
bool carom_io_add_face(io_builder *b, const io_pool *pool, const uint32_t *corners, size_t count,
                       io_bytes *triangles);

/* Adds a mesh of the triangles (three uint32_t each, at least one), whose vertices from the pool
 * are welded and put in order of use. Takes over the triangles and empties them; copies the name.
 */
bool carom_io_add_mesh(io_builder *b, io_pool *pool, io_bytes *triangles, const char *name);

/* Places a mesh; fails when coordinates exceed IO_LIMIT. Copies the name. */
bool carom_io_add_instance(io_builder *b, const char *name, size_t mesh, size_t node,
                           const double transform[12]);

/* Places the mesh that was added last, untransformed, in a new node or, if `joined`, in the last
 * one.
 */
bool carom_io_place_last(io_builder *b, const char *name, bool joined);

#endif
