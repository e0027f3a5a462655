/* Rays and nearest boxes for structures that know no order but find what a box overlaps: the ray
 * is followed in short pieces, and the box around the point grows. */
#ifndef CAROM_SPATIAL_PROBE_H
#define CAROM_SPATIAL_PROBE_H

#include "spatial/space.h"

/** `bounds` holds all boxes; `step` is the size of a good question along each axis. */
void carom_probe_ray(const carom_space *space, const carom_ray *ray, const carom_aabb *bounds,
                     vec3 step, carom_ray_visitor *visitor, void *user);
void carom_probe_nearest(const carom_space *space, vec3 point, const carom_aabb *bounds, vec3 step,
                         near_list *list);

#endif
