/* carom: triangle meshes behind a static bounding-volume hierarchy.
 *
 * The mesh copies what it is given. A triangle is named by its index in the definition. Answers
 * equal brute force over all triangles with the triangle queries of raycast.h, sweep.h, overlap.h
 * and closest.h, bit for bit; ties go to the lower triangle index. */
#ifndef CAROM_MESH_H
#define CAROM_MESH_H

#include "carom/closest.h"
#include "carom/raycast.h"
#include "carom/sweep.h"
#include "carom/tasks.h"

CAROM_BEGIN

typedef struct carom_mesh carom_mesh;

/** How the tree is built. Answers do not depend on it, but for lists "in some order".
 */
typedef enum carom_mesh_build {
    CAROM_MESH_BUILD_BEST = 0, /**< by the cost of queries; SPLIT where that saves much */
    CAROM_MESH_BUILD_FAST,     /**< along a curve: sooner done, queries take longer */
    /** By cost, and for the first hits of rays a second tree, in which large and slanting triangles
     * stand part by part; answers are the same. BEST makes one where a guess says that cuts would
     * take a twentieth off the surface of the boxes of triangles, and keeps it where it is expected
     * to take no more than 0.875 of the work.
     * @cost At most 1.3 parts a triangle: up to 1.3 times the memory more, and six to eight times
     * the time to build, more where many large triangles lie on each other. The second tree is
     * saved with the mesh, and moved by carom_mesh_refit. */
    CAROM_MESH_BUILD_SPLIT,
    CAROM_MESH_BUILD_WHOLE /**< by cost, never a second tree */
} carom_mesh_build;

typedef struct carom_mesh_def {
    const carom_vec3 *vertices;
    const uint32_t *indices; /**< three per triangle */
    size_t vertex_count;
    size_t triangle_count;
    carom_allocator allocator; /**< zero: malloc and free */
    carom_mesh_build build;
    carom_task_hook tasks; /**< who builds or refits; the mesh is the same. Not kept; nothing is
                              allocated by other threads than the caller's */
    /** Vertices are kept once, boxes as bytes: three fifths of the memory where triangles share
     * their vertices, the same answers, and slower queries: see docs/meshes.md. No second tree. */
    bool compact;
} carom_mesh_def;

typedef struct carom_mesh_ray_hit {
    bool hit;
    uint32_t triangle;
    carom_ray_hit_triangle at;
} carom_mesh_ray_hit;

typedef struct carom_mesh_sweep_hit {
    uint32_t triangle;
    carom_sweep_hit at;
} carom_mesh_sweep_hit;

typedef struct carom_mesh_closest {
    uint32_t triangle;
    carom_closest_on_triangle at;
} carom_mesh_closest;

/** @errors ARGUMENT: an array missing, half an allocator or hook; NOT_FINITE; INDEX; LIMIT from
 * 2^28 triangles or 2^32 vertices on; MEMORY.
 * @degenerate No triangle: a mesh that nothing hits or touches, infinitely far from everything. A
 * triangle without area is the segment or point that it is. */
CAROM_API carom_status carom_mesh_create(carom_mesh **mesh, const carom_mesh_def *def);
CAROM_API void carom_mesh_destroy(carom_mesh *mesh);
/** A copy of a mesh with each coordinate multiplied by a factor of its own. Vertices are the
 * rounded products, and all answers are exact for these; powers of two round nothing. Triangles
 * keep their indices. Where the product of the factors is negative the copy is mirrored, and the
 * second and third corner of each triangle change places: its front stays outside.
 * @param scale factors along the axes of the mesh's own frame, none of them 0
 * @param allocator of the copy; null: malloc and free; copied
 * @degenerate A product that rounds to 0 is 0: triangles may lose their area.
 * @cost About that of carom_mesh_refit and the memory of the copy: the tree is refitted, not built
 * anew, and carom_mesh_cost_ratio says how much that costs queries. For a moment 48 bytes a
 * triangle more.
 * @errors ARGUMENT: a null pointer, half an allocator, a factor of 0; NOT_FINITE: a factor or a
 * product; MEMORY.
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_create_scaled(carom_mesh **copy, const carom_mesh *mesh,
                                                carom_vec3 scale, const carom_allocator *allocator);

/** Moves the corners of a mesh that deforms: the definition is as it was for carom_mesh_create,
 * with other positions. The tree keeps its shape and all boxes are fitted anew. In a second tree
 * parts of triangles move with these; it is given up once rays would be better off without. On
 * failure the mesh is unchanged; nothing is allocated. No query may be under way.
 * @errors as carom_mesh_create's; ARGUMENT for another count of triangles, a mesh from
 * carom_mesh_map, or, of a compact mesh, other indices.
 * @cost one pass over the triangles: see docs/meshes.md. */
CAROM_API carom_status carom_mesh_refit(carom_mesh *mesh, const carom_mesh_def *def);
/** How much more the tree costs a query than after its build, by the areas of boxes: 1 when built,
 * larger as triangles move apart that share boxes. A query takes about that much longer (rays more
 * where a second tree was given up); from 1.5
 * on a new mesh is worth its build where it is asked more often than it moves.
 */
CAROM_API carom_real carom_mesh_cost_ratio(const carom_mesh *mesh);

/** Writes the mesh with its tree, as it is in memory: what is read back is used as it is, by
 * builds of the same version and precision on machines of the same byte order.
 * @param size the buffer's size going in, what it takes coming out; with a null buffer nothing is
 * written
 * @errors ARGUMENT for a null pointer; LIMIT: the buffer is too small. */
CAROM_API carom_status carom_mesh_save(const carom_mesh *mesh, void *buffer, size_t *size);
/** A mesh from what carom_mesh_save wrote. All of it is checked: whatever the bytes are, the answer
 * is a mesh that can be asked, or a status.
 * @param data aligned to 64 bytes
 * @param allocator null: malloc and free; copied
 * @errors ARGUMENT: not written by carom_mesh_save of this version, precision and byte order, cut
 * short, changed, or not aligned; MEMORY.
 * @cost a few passes over the bytes; of a second tree it is made sure that the parts of every
 * triangle cover it. */
CAROM_API carom_status carom_mesh_load(carom_mesh **mesh, const void *data, size_t size,
                                       const carom_allocator *allocator);
/** The same without a copy: the data, a mapped file perhaps, must outlive the mesh unchanged. */
CAROM_API carom_status carom_mesh_map(carom_mesh **mesh, const void *data, size_t size,
                                      const carom_allocator *allocator);
/** What the mesh takes in memory; of one from carom_mesh_map the most of it is the data itself. */
CAROM_API size_t carom_mesh_bytes(const carom_mesh *mesh);
CAROM_API size_t carom_mesh_triangle_count(const carom_mesh *mesh);
CAROM_API carom_triangle carom_mesh_triangle(const carom_mesh *mesh, uint32_t triangle);
/** An inverted box when there is no triangle. */
CAROM_API carom_aabb carom_mesh_bounds(const carom_mesh *mesh);

/** The first triangle that the ray hits. Closed meshes have no gaps: a ray through an edge or
 * vertex hits, for rays from any distance and with every set of instructions. */
CAROM_API carom_mesh_ray_hit carom_raycast_ray_mesh(const carom_ray *ray, const carom_mesh *mesh,
                                                    carom_facing facing);
/** True when the ray hits any triangle. */
CAROM_API bool carom_overlap_ray_mesh(const carom_ray *ray, const carom_mesh *mesh);
/** All triangles that the ray hits, by t and then index: at most `capacity` go into `hits`, their
 * true count is returned. Where the ray passes through an edge or vertex, of the triangles that
 * share it and face the same way only the one with the least index is listed.
 * @degenerate A ray in the plane of triangles, and triangles without area: listed one by one. */
CAROM_API size_t carom_raycast_ray_mesh_all(const carom_ray *ray, const carom_mesh *mesh,
                                            carom_facing facing, carom_mesh_ray_hit *hits,
                                            size_t capacity);
/** Rays that are cast together; zero for `facing` is both sides. */
typedef struct carom_mesh_rays {
    const carom_ray *rays;
    size_t count;
    carom_facing facing;
} carom_mesh_rays;

/** carom_raycast_ray_mesh for each of many rays. No answer depends on the other rays, nor on who
 * finds it. @param tasks null: in the caller's thread
 * @cost Least where each 64 rays in a row go the same way from about one place, as 8 by 8 pixels of
 * a picture do: they go through the tree together. */
CAROM_API void carom_raycast_rays_mesh(const carom_mesh_rays *rays, const carom_mesh *mesh,
                                       carom_mesh_ray_hit *hits, const carom_task_hook *tasks);
/** For each of many rays, whether it hits any triangle: with both sides carom_overlap_ray_mesh. */
CAROM_API void carom_overlap_rays_mesh(const carom_mesh_rays *rays, const carom_mesh *mesh,
                                       bool *hits, const carom_task_hook *tasks);
CAROM_API carom_mesh_sweep_hit carom_sweep_sphere_mesh(const carom_sphere *sphere,
                                                       carom_vec3 motion, const carom_mesh *mesh);
CAROM_API carom_mesh_closest carom_closest_point_mesh(carom_vec3 point, const carom_mesh *mesh);
/** The triangles that the sphere touches, in ascending order of index: at most `capacity` go into
 * `triangles`, their true count is returned. */
CAROM_API size_t carom_overlap_sphere_mesh(const carom_sphere *sphere, const carom_mesh *mesh,
                                           uint32_t *triangles, size_t capacity);
CAROM_API size_t carom_overlap_aabb_mesh(const carom_aabb *box, const carom_mesh *mesh,
                                         uint32_t *triangles, size_t capacity);

CAROM_END

#endif
