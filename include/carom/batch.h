/* carom: one question of many shapes, which lie in the caller's arrays by component. Eight or four
 * are worked on at once with the machine's vector instructions.
 *
 * Answer i is that of the single function for the i-th pair, bit for bit, on every machine: what a
 * vector does not decide for sure, the single function does.
 *
 * Which pairs: without `pairs` the i-th of A with the i-th of B; where one of the sets has a single
 * element, that one with each of the other; when the counts differ otherwise, as many as both have.
 * With `pairs` those it names.
 *
 * Arrays are read only, need no alignment but that of a number, and may overlap each other. What is
 * written must not overlap what is read, but for the transforms, which may write onto themselves.
 * No more than `count` elements are touched. Nothing is allocated. Ranges of a batch may be given
 * to several threads; where they write bits, at multiples of 64. */
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "carom/math.h"
#include "carom/raycast.h"
#include "carom/shape.h"

CAROM_BEGIN

/* The arrays are the components of the shape in the order of its struct: x y z of each vector. */

typedef struct carom_batch_points {
    const carom_real *at[3];
    size_t count;
} carom_batch_points;

typedef struct carom_batch_spheres {
    const carom_real *center[3], *radius;
    size_t count;
} carom_batch_spheres;

typedef struct carom_batch_aabbs {
    const carom_real *min[3], *max[3];
    size_t count;
} carom_batch_aabbs;

typedef struct carom_batch_obbs {
    const carom_real *center[3], *axes[3][3], *half_extents[3];
    size_t count;
} carom_batch_obbs;

typedef struct carom_batch_triangles {
    const carom_real *v[3][3];
    size_t count;
} carom_batch_triangles;

typedef struct carom_batch_rays {
    const carom_real *origin[3], *direction[3], *t_min, *t_max;
    size_t count;
} carom_batch_rays;

/** Pair i is element a[i] of A and b[i] of B; a null array stands for 0, 1, 2 ... An index outside
 * its set makes the pair's answer that of an invalid shape. */
typedef struct carom_batch_pairs {
    const uint32_t *a, *b;
    size_t count;
} carom_batch_pairs;

/** The answers are the same with all of them. */
typedef enum carom_batch_instructions {
    CAROM_BATCH_BEST = 0, /**< what the machine has: AVX-512 or AVX2 on most of x86 */
    CAROM_BATCH_NATIVE,   /**< what every machine of the compiler's target has: SSE2, NEON */
    CAROM_BATCH_AVX2      /**< not AVX-512; as NATIVE where there is none */
} carom_batch_instructions;

/** Where answers go; what is null is not wanted. */
typedef struct carom_batch_answers {
    uint64_t *bits;    /**< bit i % 64 of word i / 64 is pair i; those past the last one are 0 */
    uint32_t *indices; /**< the first `capacity` i whose answer is yes, ascending */
    size_t capacity;
    carom_real *values; /**< one of each pair, of the functions that say which */
    carom_batch_instructions instructions;
} carom_batch_answers;

/* Each returns how many pairs the answer is yes for, whatever the capacity; `answers` may be null.
 */

CAROM_API size_t carom_batch_overlap_sphere_sphere(const carom_batch_spheres *a,
                                                   const carom_batch_spheres *b,
                                                   const carom_batch_pairs *pairs,
                                                   const carom_batch_answers *answers);
CAROM_API size_t carom_batch_overlap_sphere_aabb(const carom_batch_spheres *spheres,
                                                 const carom_batch_aabbs *boxes,
                                                 const carom_batch_pairs *pairs,
                                                 const carom_batch_answers *answers);
CAROM_API size_t carom_batch_overlap_aabb_aabb(const carom_batch_aabbs *a,
                                               const carom_batch_aabbs *b,
                                               const carom_batch_pairs *pairs,
                                               const carom_batch_answers *answers);
CAROM_API size_t carom_batch_overlap_obb_obb(const carom_batch_obbs *a, const carom_batch_obbs *b,
                                             const carom_batch_pairs *pairs,
                                             const carom_batch_answers *answers);

/* The values are t, infinite for a miss. */

CAROM_API size_t carom_batch_raycast_ray_sphere(const carom_batch_rays *rays,
                                                const carom_batch_spheres *spheres,
                                                const carom_batch_pairs *pairs,
                                                const carom_batch_answers *answers);
CAROM_API size_t carom_batch_raycast_ray_aabb(const carom_batch_rays *rays,
                                              const carom_batch_aabbs *boxes,
                                              const carom_batch_pairs *pairs,
                                              const carom_batch_answers *answers);
CAROM_API size_t carom_batch_raycast_ray_triangle(const carom_batch_rays *rays,
                                                  const carom_batch_triangles *triangles,
                                                  const carom_batch_pairs *pairs,
                                                  carom_facing facing,
                                                  const carom_batch_answers *answers);

/** The values are distances; yes is a finite one. */
CAROM_API size_t carom_batch_closest_point_triangle(const carom_batch_points *points,
                                                    const carom_batch_triangles *triangles,
                                                    const carom_batch_pairs *pairs,
                                                    const carom_batch_answers *answers);

/* ---- culling */

/** The points that are in all of `count` half-spaces. */
typedef struct carom_batch_region {
    const carom_halfspace *halfspaces;
    size_t count;
} carom_batch_region;

/** How each box stands to the half-spaces, a carom_relation in a byte: CAROM_DISJOINT when one of
 * them is, by carom_classify_halfspace_aabb, CAROM_CONTAINS when all contain it, else
 * CAROM_INTERSECTS, which some boxes that are outside near a corner of the region are called, too.
 * Without half-spaces every box, valid or not, is contained. @param relations null when not wanted
 * @return how many are not disjoint; that is the yes of the answers */
CAROM_API size_t carom_batch_classify_halfspaces_aabb(const carom_batch_region *region,
                                                      const carom_batch_aabbs *boxes,
                                                      uint8_t *relations,
                                                      const carom_batch_answers *answers);
CAROM_API size_t carom_batch_classify_halfspaces_sphere(const carom_batch_region *region,
                                                        const carom_batch_spheres *spheres,
                                                        uint8_t *relations,
                                                        const carom_batch_answers *answers);

/* ---- moving */

/** carom_pose_transform_point of each. @param to x, y and z; may be the arrays of `points` */
CAROM_API void carom_batch_transform_points(carom_pose pose, const carom_batch_points *points,
                                            carom_real *const to[3]);
/** The least box around each one turned and moved, but for roundings outwards:
 * carom_pose_transform_aabb of each. @param to min x y z, max x y z; may be the arrays of `boxes`
 */
CAROM_API void carom_batch_transform_aabbs(carom_pose pose, const carom_batch_aabbs *boxes,
                                           carom_real *const to[6]);

CAROM_END

#endif
