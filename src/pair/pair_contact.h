/* Contact manifolds of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CONTACT_H
#define CAROM_PAIR_PAIR_CONTACT_H

#include "carom/contact.h"
#include "convex/support/convex.h"
#include "pair/pose/posed_pair.h"
#include "pair/round/round_pairs.h"

int32_t carom_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifold);

/** The same of what the kernel for capsules leaves. */
int32_t carom_contact_of_others(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold);

struct box_memory;

/** Spheres, capsules, cylinders, and oriented boxes that were posed beforehand. `memory`: of
 * boxes, null or what the last call left there, which any bytes may stand for.
 * @return false for other shapes, and for what is left to the general method */
bool carom_contact_in_closed_form(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_contact_manifold *manifold, struct box_memory *memory);
/** Hulls in contact, or apart, beyond doubt. `cache`: null or, in table order, of a pair that was
 * in contact. @return as above */
bool carom_contact_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_contact_manifold *manifold, convex_cache *cache);
/** The same of a pair without its kernels. `cache` may be null. */
int32_t carom_contact_of_pair(const posed_pair *pair, carom_contact_manifold *manifold,
                              convex_cache *cache);

static inline void contact_none(carom_contact_manifold *manifold) {
    manifold->count = 0;
    manifold->certainty = CAROM_EXACT;
    manifold->normal = (carom_vec3){0, 0, 0};
}

static inline void swap_manifold(carom_contact_manifold *manifold) {
    manifold->normal = store3(neg3(load3(manifold->normal)));
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_vec3 point_a = manifold->points[i].point_a;
        manifold->points[i].point_a = manifold->points[i].point_b;
        manifold->points[i].point_b = point_a;
    }
}

#endif
