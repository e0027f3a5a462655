/* Transforms of queries into the frame of a scene's instance and of answers back, and the keys
 * of the traversals of the scene's tree: the slab test of a path and the distance of a box from
 * a point, both lower bounds. */
#ifndef CAROM_MESH_SCENE_SCENE_OWN_H
#define CAROM_MESH_SCENE_SCENE_OWN_H

#include "math/boxes.h"
#include "mesh/ray/path_box.h"
#include "mesh/scene/scene_data.h"

static inline carom_vec3 own_point(const scene_instance *i, carom_vec3 p) {
    return i->frame.still ? p : store3(affine_point(&i->frame.back, load3(p)));
}
static inline carom_vec3 own_vector(const scene_instance *i, carom_vec3 v) {
    return i->frame.still ? v : store3(affine_vector(&i->frame.back, load3(v)));
}
static inline carom_ray own_ray(const scene_instance *i, const carom_ray *ray) {
    carom_ray own = *ray;
    own.origin = own_point(i, own.origin);
    own.direction = own_vector(i, own.direction);
    return own;
}

static inline carom_vec3 into_common(const scene_instance *i, carom_vec3 p) {
    return i->frame.still ? p : store3(affine_point(&i->frame.out, load3(p)));
}
static inline carom_vec3 normal_into_common(const scene_instance *i, carom_vec3 n) {
    if (i->frame.still) return n;
    return store3(carom_normalize_or(affine_vector(&i->frame.out, load3(n)), vec(0, 0, 1)));
}

/** Returns false when the ray has no point, or is not finite. */
static inline bool scene_path_of(const carom_ray *ray, box_path *path) {
    vec3 o = load3(ray->origin), d = load3(ray->direction);
    if (!finite3(o) || !finite3(d) || !(ray->t_min <= ray->t_max)) return false;
    double t_max = (double)ray->t_max;
    *path = box_path_of(o, d, (double)ray->t_min, t_max < DBL_MAX ? t_max : DBL_MAX);
    return true;
}

/** Returns the parameter at which the path enters the box; `context` begins with a box_path. */
static inline double scene_path_key(const void *context, const carom_aabb *box) {
    return box_path_enters(context, load3(box->min), load3(box->max));
}

/** Returns a lower bound on the box's distance; `context` begins with a point, a vec3. */
static inline double scene_nearest_key(const void *context, const carom_aabb *of) {
    const vec3 *point = context;
    const vec3 box[2] = {load3(of->min), load3(of->max)}, at[2] = {*point, *point};
    vec3 d = box_gaps(box, at);
    double least = len2(d) < PAIR_SQUARE_MOST ? sqrt(len2(d)) : max_abs3(d);
    return least * (1.0 - PAIR_BOX_DISTANCE_ROUNDING);
}

#endif
