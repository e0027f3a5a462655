/* carom: pairs that are asked about again, frame after frame.
 *
 * The caller keeps a carom_pair_cache per pair, zeroed at first, and hands it in with each query:
 * a search then starts where the last one ended, which is near when the shapes moved little. A
 * cache changes how long an answer takes and nothing else: it may be zeroed, copied, or used for
 * another pair at any time, by one thread at once. */
#ifndef CAROM_CACHED_H
#define CAROM_CACHED_H

#include "carom/contact.h"

CAROM_BEGIN

/** A shape and where it stands. */
typedef struct carom_placed_shape {
    const carom_shape *shape;
    carom_pose pose;
} carom_placed_shape;

/** What the last search found; opaque, a plain value without ownership. Zeroed when fresh. */
typedef struct carom_pair_cache {
    uint64_t state[12];
} carom_pair_cache;

/** carom_overlap, with a cache. */
CAROM_API bool carom_overlap_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                                    carom_pair_cache *cache);
/** carom_closest, with a cache.
 * @degenerate Where several pairs of points are nearest, as between parallel faces, the points may
 * be others of them than carom_closest gives. */
CAROM_API carom_closest_any carom_closest_cached(const carom_placed_shape *a,
                                                 const carom_placed_shape *b,
                                                 carom_pair_cache *cache);
/** carom_contact, with a cache. */
CAROM_API int32_t carom_contact_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                                       carom_contact_manifold *manifold, carom_pair_cache *cache);

/* The same of posed shapes; without a cache (null) the plain queries. */
CAROM_API bool carom_overlap_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                          carom_pair_cache *cache);
CAROM_API carom_closest_any carom_closest_posed_cached(const carom_posed_shape *a,
                                                       const carom_posed_shape *b,
                                                       carom_pair_cache *cache);
CAROM_API int32_t carom_contact_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_contact_manifold *manifold,
                                             carom_pair_cache *cache);

CAROM_END

#endif
