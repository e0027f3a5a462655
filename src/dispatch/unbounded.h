/* Planes and half-spaces against everything, rays and lines against each other: closed forms of
 * support points, under the tables' signatures. */
#ifndef CAROM_DISPATCH_UNBOUNDED_H
#define CAROM_DISPATCH_UNBOUNDED_H

#include "dispatch/dispatch.h"

/* One is a plane or half-space, the other bounded, a ray or a line, or both are flat. Either order.
 */
bool carom_flat_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_flat_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_flat_penetration(const carom_shape *a, const carom_shape *b);
/** `target`: the distance that counts as contact. */
carom_sweep_hit carom_flat_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b,
                                 double target);

/* Segment, ray and line among each other. */
bool carom_paths_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_paths_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_paths_penetration(const carom_shape *a, const carom_shape *b);
carom_sweep_hit carom_paths_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b);
/** When they come as near as `target`, which is above 0. */
carom_sweep_hit carom_paths_sweep_near(const carom_shape *a, vec3 motion, const carom_shape *b,
                                       double target);

#endif
