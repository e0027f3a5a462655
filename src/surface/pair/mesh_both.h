/* Queries of two meshes or height fields. */
#ifndef CAROM_SURFACE_PAIR_MESH_BOTH_H
#define CAROM_SURFACE_PAIR_MESH_BOTH_H

#include "surface/mesh_pairs.h"

bool carom_both_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
carom_relation carom_both_classify(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_both_closest(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_both_penetration(const carom_posed_shape *a, const carom_posed_shape *b);
carom_sweep_hit carom_both_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                 const carom_posed_shape *b, const carom_sweep_options *options);

#endif
