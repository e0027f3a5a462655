/* The verbs for pairs with a mesh or height field. */
#ifndef CAROM_SURFACE_PAIR_WITH_SURFACE_H
#define CAROM_SURFACE_PAIR_WITH_SURFACE_H

#include "carom/contact.h"
#include "carom/toi.h"
#include "surface/surface_query.h"

static inline bool is_surface_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return is_surface_kind(a->shape.kind) || is_surface_kind(b->shape.kind);
}

bool carom_overlap_with_surface(const carom_posed_shape *a, const carom_posed_shape *b);
carom_relation carom_classify_with_surface(const carom_posed_shape *a, const carom_posed_shape *b);
/** `limit`: as of carom_surface_closest_within. */
carom_closest_any carom_closest_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit);
/** The distance is finite and not negative. */
bool carom_within_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_real distance);
carom_ray_hit carom_raycast_with_surface(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_penetrate_with_surface(const carom_posed_shape *a,
                                               const carom_posed_shape *b);
/** `options` is not null. */
carom_sweep_hit carom_sweep_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                         const carom_sweep_options *options);
/** As carom_contact_several. */
int32_t carom_contact_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifolds, int32_t capacity);
/** The distance that B moves along the unit `direction` until it is free of A. */
double carom_along_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                vec3 direction);
carom_toi_hit carom_toi_with_surface(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance);

#endif
