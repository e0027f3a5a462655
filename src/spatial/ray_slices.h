/* Ray and nearest-box queries by box queries alone, for structures without an order of their own
 * (grids, sweep and prune): the ray is followed in short slices, and a box around the point grows
 * until it holds the answer. */
#ifndef CAROM_SPATIAL_RAY_SLICES_H
#define CAROM_SPATIAL_RAY_SLICES_H

#include "spatial/space.h"

typedef struct slice_field {
    carom_aabb bounds; /* contains all boxes */
    vec3 step;         /* size of an efficient box query along each axis, such as a cell */
} slice_field;

void carom_sliced_ray(const carom_space *space, const carom_ray *ray, const slice_field *field,
                      carom_ray_visitor *visitor, void *user);
void carom_sliced_nearest(const carom_space *space, vec3 point, const slice_field *field,
                          near_list *list);

#endif
