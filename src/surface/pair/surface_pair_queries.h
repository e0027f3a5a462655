/* Queries of two meshes or height fields. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_QUERIES_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_QUERIES_H

#include "surface/surface_query.h"

bool carom_surface_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
carom_relation carom_surface_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b);
/** `limit`: as of carom_surface_closest_within. */
carom_closest_any carom_surface_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit);
/** Returns true if carom_surface_pair_closest is at most `distance`, which is not negative. */
bool carom_surface_pair_within(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_real distance);
carom_penetration carom_surface_pair_penetration(const carom_posed_shape *a,
                                                 const carom_posed_shape *b);
carom_sweep_hit carom_surface_pair_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                         const carom_posed_shape *b,
                                         const carom_sweep_options *options);

#endif
