/* What the tables share: pairs in the order of carom_shape_kind, and the pieces that reductions are
 * made of. */
#ifndef CAROM_DISPATCH_DISPATCH_H
#define CAROM_DISPATCH_DISPATCH_H

#include "carom/dispatch.h"
#include "math/vec.h"

typedef bool overlap_pair(const carom_shape *a, const carom_shape *b);
typedef carom_relation classify_pair(const carom_shape *a, const carom_shape *b);
typedef carom_closest_any closest_pair(const carom_shape *a, const carom_shape *b);
typedef carom_ray_hit raycast_pair(const carom_shape *a, const carom_shape *b);
typedef carom_penetration penetration_pair(const carom_shape *a, const carom_shape *b);
/* B stands; `motion` is A's relative to it. */
typedef carom_sweep_hit sweep_pair(const carom_shape *a, carom_vec3 motion, const carom_shape *b);

/* Rows are the first shape. Symmetric verbs fill only a <= b. Null: not served. */
extern overlap_pair *const carom_overlap_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern classify_pair *const carom_classify_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern closest_pair *const carom_closest_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern raycast_pair *const carom_raycast_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern sweep_pair *const carom_sweep_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern penetration_pair *const carom_penetration_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

/* Both shapes in the common frame, in table order. */
typedef struct posed_pair {
    carom_posed_shape storage[2];
    const carom_shape *a, *b;
    bool flip, valid;
} posed_pair;

void carom_pose_pair(posed_pair *out, const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                     carom_pose pose_b);

/* What serves a pair: its closed form, or the function for all pairs of such kinds; null: nothing
 * does. */
overlap_pair *carom_overlap_entry(carom_shape_kind a, carom_shape_kind b);
closest_pair *carom_closest_entry(carom_shape_kind a, carom_shape_kind b);
penetration_pair *carom_penetration_entry(carom_shape_kind a, carom_shape_kind b);

/** Which of two valid shapes of one kind comes first by its numbers: -1 A, 1 B, 0 they are equal.
 */
int carom_shape_order(const carom_shape *a, const carom_shape *b);

static inline bool pair_is_flipped(const carom_shape *a, const carom_shape *b) {
    return a->kind != b->kind ? a->kind > b->kind : carom_shape_order(a, b) > 0;
}

static inline carom_closest_any closest_swapped(carom_closest_any c) {
    carom_closest_any swapped = c;
    swapped.point_a = c.point_b;
    swapped.point_b = c.point_a;
    swapped.t_a = c.t_b;
    swapped.t_b = c.t_a;
    return swapped;
}

/* The distance of shapes that miss each other at a point, but by nothing that can be computed: not
 * 0, which would say contact. */
static inline double apart_by_rounding(vec3 point) {
    return max2(DBL_EPSILON * max_abs3(point), 0x1p-120);
}

/* Triangle i of a polygon's fan around its first vertex; there are max(1, count - 2). */
static inline carom_triangle fan_triangle(const carom_polygon *polygon, int i) {
    int last = polygon->count - 1;
    int second = i + 1 < last ? i + 1 : last, third = i + 2 < last ? i + 2 : last;
    const carom_vec3 *v = polygon->vertices;
    return (carom_triangle){{v[0], v[second], v[third]}};
}

static inline int fan_size(const carom_polygon *polygon) {
    return polygon->count > 3 ? polygon->count - 2 : 1;
}

#endif
