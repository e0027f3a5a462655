/* Operations on axis-aligned boxes in carom_real, which are finite and not inverted. Exact. */
#ifndef CAROM_MATH_BOXES_H
#define CAROM_MATH_BOXES_H

#include "carom/shape.h"
#include "math/vec.h"

/** Do the closed boxes share a point? */
static inline bool boxes_meet(const carom_aabb *a, const carom_aabb *b) {
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) &
           (b->min.y <= a->max.y) & (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
}

/** Extends `all` to contain `box`. */
static inline void box_grow(carom_aabb *all, const carom_aabb *box) {
    all->min.x = box->min.x < all->min.x ? box->min.x : all->min.x;
    all->min.y = box->min.y < all->min.y ? box->min.y : all->min.y;
    all->min.z = box->min.z < all->min.z ? box->min.z : all->min.z;
    all->max.x = box->max.x > all->max.x ? box->max.x : all->max.x;
    all->max.y = box->max.y > all->max.y ? box->max.y : all->max.y;
    all->max.z = box->max.z > all->max.z ? box->max.z : all->max.z;
}

static inline carom_aabb box_of_triangle(const carom_triangle *t) {
    carom_aabb all = {t->v[0], t->v[0]};
    for (int i = 1; i < 3; i++) {
        carom_aabb corner = {t->v[i], t->v[i]};
        box_grow(&all, &corner);
    }
    return all;
}

/** Distance of two boxes {low, high} along each axis, 0 where they overlap along it; rounded. A
 * point is given as a box of equal corners. */
static inline vec3 box_gaps(const vec3 a[2], const vec3 b[2]) {
    vec3 up = sub3(a[0], b[1]), down = sub3(b[0], a[1]);
    return vec(max2(max2(up.x, down.x), 0.0), max2(max2(up.y, down.y), 0.0),
               max2(max2(up.z, down.z), 0.0));
}

static inline carom_aabb box_union(const carom_aabb *a, const carom_aabb *b) {
    carom_aabb all = *a;
    box_grow(&all, b);
    return all;
}

#endif
