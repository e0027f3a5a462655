/* carom: contact and the least distance between two sets of shapes, a robot and a scene, or between
 * the shapes of one set, and all pairs that are near.
 *
 * Pairs are asked in the order of the gaps between their boxes, each no farther than the nearest
 * pair so far. The answers are those of carom_closest_posed over all pairs. Nothing is allocated:
 * the caller lends memory, which needs no preparation and holds nothing afterwards. */
#ifndef CAROM_SETS_H
#define CAROM_SETS_H

#include "carom/cached.h"
#include "carom/tasks.h"

CAROM_BEGIN

/** Shapes that stand where carom_shape_pose has put them. An invalid one is far from everything. */
typedef struct carom_shape_set {
    const carom_posed_shape *items;
    const carom_aabb *boxes; /**< of each, as carom_shape_bounds; null: computed in each call */
    size_t count;
} carom_shape_set;

/** What is asked about two sets. All but `scratch` may be zeroed. */
typedef struct carom_set_options {
    /** Memory of carom_closest_sets_scratch or carom_closest_set_poses_scratch bytes, aligned as
     * malloc does. */
    void *scratch;
    /** One byte for each pair, that of A[i] and B[j] at i * count of B + j: a pair is left out
     * where it is not 0. Null: all pairs. */
    const uint8_t *skip;
    /** One for each pair, as `skip`, zeroed at first and kept between calls: searches start where
     * the last ones ended (cached.h). Null: none. */
    carom_pair_cache *caches;
    /** Of distances: pairs that are farther apart are not searched for; 0: none is too far. Of
     * contact: pairs that are no farther apart count as in contact. */
    carom_real limit;
} carom_set_options;

/** A pair of two sets. */
typedef struct carom_set_closest {
    carom_closest_any at;
    size_t index_a, index_b;
} carom_set_closest;

/** Contact of two sets; all zero where there is none. */
typedef struct carom_set_overlap {
    bool overlap;
    size_t index_a, index_b;
} carom_set_overlap;

/** @return how many bytes of scratch two sets of so many shapes need; SIZE_MAX where that has no
 * number @since 0.2.0 */
CAROM_API size_t carom_closest_sets_scratch(size_t count_a, size_t count_b);
/** The nearest shapes of A and B. Where B is null or A itself, two of A, index_a < index_b.
 * @return of equally near pairs the least index_a, then index_b; an infinite distance where no pair
 * is within the limit. `lower_bound` holds for all pairs.
 * @degenerate a negative limit or NaN, and no scratch: an infinite distance
 * @cost boxes of all shapes, gaps of all pairs, and a search for each pair whose gap is less than
 * the answer @since 0.2.0 */
CAROM_API carom_set_closest carom_closest_sets(const carom_shape_set *a, const carom_shape_set *b,
                                               const carom_set_options *options);
/** All pairs that are at most options->limit apart, by index_a, then index_b.
 * @return how many there are, of which `capacity` at most are stored @since 0.2.0 */
CAROM_API size_t carom_closest_sets_all(const carom_shape_set *a, const carom_shape_set *b,
                                        const carom_set_options *options, carom_set_closest *list,
                                        size_t capacity);

/** Is a shape of A in contact with one of B? Where B is null or A itself, are two of A,
 * index_a < index_b?
 * @return of the pairs in contact the one with the least index_a, then index_b
 * @degenerate a negative limit or NaN, and no scratch: no contact
 * @accuracy as carom_overlap_posed, with a limit as carom_overlap_within_posed
 * @cost boxes of all shapes, and a test for each pair whose boxes are within the limit, up to the
 * first in contact @since 0.2.0 */
CAROM_API carom_set_overlap carom_overlap_sets(const carom_shape_set *a, const carom_shape_set *b,
                                               const carom_set_options *options);

/** Configurations of a set: the same shapes in many poses. */
typedef struct carom_set_poses {
    const carom_shape *shapes;
    size_t count;
    const carom_pose *poses; /**< of shape i in configuration c at c * count + i */
    size_t configurations;
} carom_set_poses;

/** @return as carom_closest_sets_scratch, for carom_closest_set_poses @since 0.2.0 */
CAROM_API size_t carom_closest_set_poses_scratch(size_t count_a, size_t count_b);
/** carom_closest_sets of each configuration of A and of B, or of A alone where B is null, bit for
 * bit, for any number of threads.
 * @param options the caches are not used
 * @param nearest one for each configuration
 * @param tasks null: in the caller's thread @since 0.2.0 */
CAROM_API void carom_closest_set_poses(const carom_set_poses *a, const carom_shape_set *b,
                                       const carom_set_options *options, carom_set_closest *nearest,
                                       const carom_task_hook *tasks);
/** carom_overlap_sets of each configuration of A and of B, or of A alone where B is null, for any
 * number of threads, with the scratch of carom_closest_set_poses_scratch.
 * @param options the caches are not used
 * @param contacts one for each configuration
 * @param tasks null: in the caller's thread
 * @cost a ball about each shape against all boxes; of the pairs that these reach, a capsule about
 * it, in its own frame, where the other is a box; and more only of what that leaves undecided
 * @since 0.2.0 */
CAROM_API void carom_overlap_set_poses(const carom_set_poses *a, const carom_shape_set *b,
                                       const carom_set_options *options,
                                       carom_set_overlap *contacts, const carom_task_hook *tasks);

CAROM_END

#endif
