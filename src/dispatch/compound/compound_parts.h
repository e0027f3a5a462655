/* The verbs of a child and another shape: of two shapes, of which either may be a mesh or height
 * field, and of which one may be a compound again. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_PARTS_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_PARTS_H

#include "dispatch/compound/compound_contact.h"
#include "dispatch/compound/compound_motion.h"
#include "dispatch/compound/compound_verbs.h"
#include "pair/pair_classify.h"
#include "pair/pair_closest.h"
#include "pair/pair_contact.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pair_raycast.h"
#include "pair/pair_sweep.h"
#include "pair/pair_toi.h"
#include "pair/pair_within.h"

static inline bool part_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_compound_pair(a, b)) return carom_overlap_with_compound(a, b);
    return is_surface_pair(a, b) ? carom_overlap_with_surface(a, b) : carom_pair_overlap(a, b);
}

/** `distance` is above 0. */
static inline bool part_within(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_real distance) {
    if (is_compound_pair(a, b)) return carom_within_with_compound(a, b, distance);
    return is_surface_pair(a, b) ? carom_within_with_surface(a, b, distance)
                                 : carom_pair_within(a, b, distance);
}

static inline carom_relation part_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_compound_pair(a, b)) return carom_classify_with_compound(a, b);
    return is_surface_pair(a, b) ? carom_classify_with_surface(a, b) : carom_pair_classify(a, b);
}

/* `limit`: as of carom_surface_closest_within. */
static inline carom_closest_any part_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit) {
    if (is_compound_pair(a, b)) return carom_closest_with_compound(a, b, limit);
    return is_surface_pair(a, b) ? carom_closest_with_surface(a, b, limit)
                                 : carom_pair_closest_within(a, b, limit, NULL);
}

static inline carom_ray_hit part_raycast(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_compound(b)) return carom_raycast_with_compound(a, b);
    return is_surface_kind(b->shape.kind) ? carom_raycast_with_surface(a, b)
                                          : raycast_pair_posed(a, b);
}

static inline carom_penetration part_penetrate(const carom_posed_shape *a,
                                               const carom_posed_shape *b) {
    if (is_compound_pair(a, b)) return carom_penetrate_with_compound(a, b);
    return is_surface_pair(a, b) ? carom_penetrate_with_surface(a, b) : carom_pair_penetrate(a, b);
}

static inline carom_sweep_hit part_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                         const carom_sweep_options *options) {
    if (is_compound_pair(a, b)) return carom_sweep_with_compound(a, b, options);
    return is_surface_pair(a, b) ? carom_sweep_with_surface(a, b, options)
                                 : carom_pair_sweep(a, b, options);
}

static inline int32_t part_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifolds, int32_t capacity) {
    if (is_compound_pair(a, b)) return carom_contact_with_compound(a, b, manifolds, capacity);
    if (is_surface_pair(a, b)) return carom_contact_with_surface(a, b, manifolds, capacity);
    return carom_pair_contact(a, b, manifolds) > 0;
}

/* `direction` is of unit length. */
static inline double part_along(const carom_posed_shape *a, const carom_posed_shape *b,
                                vec3 direction) {
    if (is_compound_pair(a, b)) return carom_along_with_compound(a, b, direction);
    return is_surface_pair(a, b) ? carom_along_with_surface(a, b, direction)
                                 : carom_pair_penetrate_along(a, b, direction);
}

static inline carom_toi_hit part_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance) {
    const carom_shape_kind p = a->shape->kind, q = b->shape->kind;
    if (p == CAROM_SHAPE_COMPOUND || q == CAROM_SHAPE_COMPOUND)
        return carom_toi_with_compound(a, b, tolerance);
    return is_surface_kind(p) || is_surface_kind(q) ? carom_toi_with_surface(a, b, tolerance)
                                                    : carom_pair_toi(a, b, tolerance);
}

#endif
