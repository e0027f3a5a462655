/* Queries with a cache. What the engine remembers of a pair is in table order, and two shapes of
 * one kind may change places in that order as they move: the memory is then turned round. A memory
 * of other kinds is dropped; that of other shapes of the same kinds is only a worse start, as the
 * engine checks what it recalls. */
#include "carom/cached.h"

#include "convex/box/box_view.h"
#include "pair/closest_table.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/pair_contact.h"
#include "pair/pair_overlap.h"
#include "pair/round/round_pairs.h"
#include "dispatch/with_surface.h"

#include <stddef.h>
#include <string.h>

typedef struct pair_memory {
    convex_cache search;
    uint8_t kind[2], flip; /* kinds + 1 */
    box_memory boxes;
} pair_memory;

_Static_assert(sizeof(pair_memory) <= sizeof(carom_pair_cache), "the cache is too small");

static void turn_round(convex_cache *search) {
    convex_cache old = *search;
    search->axis = neg3(old.axis);
    for (int i = 0; i < 2; i++)
        search->hint[i] = old.hint[1 - i];
    for (int i = 0; i < 4; i++) {
        search->a[i] = old.b[i];
        search->b[i] = old.a[i];
    }
}

static inline void recall_kinds(pair_memory *out, const carom_pair_cache *cache, carom_shape_kind a,
                                carom_shape_kind b, bool flip) {
    const uint8_t kind[2] = {(uint8_t)(a + 1), (uint8_t)(b + 1)};
    memcpy(out, cache, sizeof *out);
    if (memcmp(out->kind, kind, sizeof kind) != 0) out->search = (convex_cache){.count = 0};
    if (out->flip != flip) turn_round(&out->search);
    memcpy(out->kind, kind, sizeof kind);
    out->flip = flip;
}

static void recall_pair(pair_memory *out, const carom_pair_cache *cache, const posed_pair *pair) {
    recall_kinds(out, cache, pair->a->shape.kind, pair->b->shape.kind, pair->flip);
}

static void remember_pair(carom_pair_cache *cache, const pair_memory *memory) {
    memcpy(cache, memory, sizeof *memory);
}

static bool is_searched(const posed_pair *pair) {
    return class_of_pair(pair->a->shape.kind, pair->b->shape.kind) == PAIR_BOUNDED;
}

/* Of two hulls the memory is in the order they come in: they are not put in order for it. */
static portal_end hulls_by_memory(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_pair_cache *cache) {
    pair_memory memory;
    const hulls_seen seen = see_hulls(a, b);
    portal_end end = hulls_by_balls(&seen);
    if (end != PORTAL_OPEN) return end;
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, false);
    end = hulls_by_portal(&seen, &memory.search);
    remember_pair(cache, &memory);
    return end;
}

/* Of two cylinders any axis that was remembered, of whatever pair, is tried: it is proved anew. */
static portal_end cylinders_by_memory(const carom_posed_shape *a, const carom_posed_shape *b,
                                      carom_pair_cache *cache) {
    vec3 axis;
    memcpy(&axis, (const char *)cache + offsetof(pair_memory, search.axis), sizeof axis);
    const vec3 before = axis;
    portal_end end = carom_cylinder_overlap(cylinder_of(a), cylinder_of(b), &axis);
    if (end == PORTAL_APART && max_abs3(sub3(axis, before)) > 0.0) {
        pair_memory memory;
        recall_kinds(&memory, cache, CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CYLINDER, false);
        memory.search = (convex_cache){.count = 1, .axis = axis};
        remember_pair(cache, &memory);
    }
    return end;
}

static CAROM_APART bool overlap_searched(const carom_posed_shape *a, const carom_posed_shape *b,
                                         carom_pair_cache *cache) {
    if (!cache) return carom_overlap_posed(a, b);
    if (is_framed_cylinder_pair(a, b)) {
        portal_end end = cylinders_by_memory(a, b, cache);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    if (is_hull_pair(a, b)) {
        portal_end end = hulls_by_memory(a, b, cache);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    posed_pair pair;
    pair_memory memory;
    if (is_surface_pair(a, b)) return carom_overlap_with_surface(a, b);
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return false;
    if (carom_overlap_table[pair.a->shape.kind][pair.b->shape.kind] || !is_searched(&pair))
        return carom_overlap_of_pair(&pair, NULL);
    recall_pair(&memory, cache, &pair);
    bool overlap = carom_overlap_of_pair(&pair, &memory.search);
    remember_pair(cache, &memory);
    return overlap;
}

bool carom_overlap_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_pair_cache *cache) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_overlap)(a, b);
    if (is_round_pair(a, b)) return carom_round_overlap(&a->shape, &b->shape);
    return overlap_searched(a, b, cache);
}

static bool hulls_closest_by_memory(const carom_posed_shape *a, const carom_posed_shape *b,
                                    carom_pair_cache *cache, convex_distance *out) {
    pair_memory memory;
    if (!cache) return carom_hulls_closest(a, b, NULL, out);
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, hulls_are_flipped(a, b));
    if (!carom_hulls_closest(a, b, &memory.search, out)) return false;
    remember_pair(cache, &memory);
    return true;
}

static CAROM_APART carom_closest_any closest_searched(const carom_posed_shape *a,
                                                      const carom_posed_shape *b,
                                                      carom_pair_cache *cache) {
    posed_pair pair;
    pair_memory memory;
    carom_closest_any of_boxes;
    convex_distance of_hulls;
    if (carom_boxes_closest(a, b, &of_boxes)) return of_boxes;
    if (is_hull_pair(a, b) && hulls_closest_by_memory(a, b, cache, &of_hulls))
        return closest_from_engine(&of_hulls, hulls_are_flipped(a, b));
    if (is_surface_pair(a, b)) return carom_closest_with_surface(a, b);
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return closest_nowhere();
    if (!cache || carom_closest_table[pair.a->shape.kind][pair.b->shape.kind] ||
        !is_searched(&pair))
        return carom_closest_of_pair(&pair, NULL);
    recall_pair(&memory, cache, &pair);
    carom_closest_any found = carom_closest_of_pair(&pair, &memory.search);
    remember_pair(cache, &memory);
    return found;
}

carom_closest_any carom_closest_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_pair_cache *cache) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_closest)(a, b);
    if (is_round_pair(a, b)) return carom_round_closest(&a->shape, &b->shape);
    return closest_searched(a, b, cache);
}

/* Of hulls that were not in contact it is first asked whether they are now. */
static bool hulls_contact_by_memory(const carom_posed_shape *a, const carom_posed_shape *b,
                                    carom_contact_manifold *manifold, carom_pair_cache *cache) {
    pair_memory memory;
    if (!is_hull_pair(a, b)) return false;
    if (!cache) return carom_contact_of_hulls(a, b, manifold, NULL);
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, hulls_are_flipped(a, b));
    if (!was_in_contact(&memory.search)) {
        if (!overlap_searched(a, b, cache)) {
            contact_none(manifold);
            return manifold->margin == 0;
        }
        memory.search = (convex_cache){.count = 0};
    }
    if (!carom_contact_of_hulls(a, b, manifold, &memory.search)) return false;
    remember_pair(cache, &memory);
    return true;
}

static CAROM_APART int32_t contact_searched(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_contact_manifold *manifold,
                                            carom_pair_cache *cache) {
    posed_pair pair;
    pair_memory memory;
    if (hulls_contact_by_memory(a, b, manifold, cache)) return manifold->count;
    if (is_surface_pair(a, b)) {
        carom_contact_with_surface(a, b, manifold, 1);
        return manifold->count;
    }
    carom_pair_of(&pair, a, b);
    if (!pair.valid || !cache || !is_searched(&pair))
        return carom_contact_of_pair(&pair, manifold, NULL);
    recall_pair(&memory, cache, &pair);
    int32_t count = carom_contact_of_pair(&pair, manifold, &memory.search);
    remember_pair(cache, &memory);
    return count;
}

int32_t carom_contact_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifold, carom_pair_cache *cache) {
    if (is_framed_round(a, b) && ROUND_KERNEL(carom_round_contact)(a, b, manifold))
        return manifold->count;
    void *boxes = cache ? (uint8_t *)cache + offsetof(pair_memory, boxes) : NULL;
    if (carom_contact_in_closed_form(a, b, manifold, boxes)) return manifold->count;
    return contact_searched(a, b, manifold, cache);
}

/* ---- placed here */

bool carom_overlap_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    return carom_solids_frame(placed, a->shape, a->pose, b->shape, b->pose) &&
           carom_overlap_posed_cached(&placed[0], &placed[1], cache);
}

carom_closest_any carom_closest_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                                       carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose)) return closest_nowhere();
    return carom_closest_posed_cached(&placed[0], &placed[1], cache);
}

int32_t carom_contact_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                             carom_contact_manifold *manifold, carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose);
    return carom_contact_posed_cached(&placed[0], &placed[1], manifold, cache);
}
