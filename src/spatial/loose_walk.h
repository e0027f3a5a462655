/* Queries of a loose tree, as functions of space_ops. */
#ifndef CAROM_SPATIAL_LOOSE_WALK_H
#define CAROM_SPATIAL_LOOSE_WALK_H

#include "spatial/loose_tree.h"

bool carom_loose_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user);
bool carom_loose_visit_box(const carom_space *space, const space_search *search);
void carom_loose_visit_ray(const carom_space *space, const carom_ray *ray,
                           carom_ray_visitor *visitor, void *user);
void carom_loose_nearest(const carom_space *space, vec3 point, near_list *list);

#endif
