/* Rays and nearest boxes for structures that know no order but find what a box overlaps: the ray
 * is followed in short pieces, and the box around the point grows. */
#ifndef CAROM_SPATIAL_RAY_SLICES_H
#define CAROM_SPATIAL_RAY_SLICES_H

#include "spatial/space.h"

typedef struct probe_field {
    carom_aabb bounds; /* hold all boxes */
    vec3 step;         /* size of a good question along each axis */
} probe_field;

void carom_probe_ray(const carom_space *space, const carom_ray *ray, const probe_field *field,
                     carom_ray_visitor *visitor, void *user);
void carom_probe_nearest(const carom_space *space, vec3 point, const probe_field *field,
                         near_list *list);

#endif
