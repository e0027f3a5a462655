/* Boxes of which the float filter leaves the overlap along just one face axis of each in doubt:
 * boxes that stand on each other. The filter's own numbers name the point of B nearest to A's
 * centre; it is a point of B for any coordinates within the half-extents. Where the filter's bounds
 * put it between A's other faces, its height over the face in doubt decides contact. Where that is
 * positive, the gap along the face's normal proves separation, or a lower point of B's face
 * contact. All are measured in double with a bound on their rounding; box_touch.c decides what is
 * within it, and all fifteen axes the few pairs that lean on each other. */
#ifndef CAROM_QUERY_OVERLAP_BOX_STANDING_H
#define CAROM_QUERY_OVERLAP_BOX_STANDING_H

#include "math/box_axes.h"
#include "query/overlap/box_touch.h"
#include "query/overlap/tolerances.h"

/* Two boxes that box_axes_stand says stand on each other. */
typedef struct standing_boxes {
    const box_lanes *a, *b;
    const box_faces *faces;
    unsigned open_faces;
} standing_boxes;

/* A point of B by its coordinates along B's edges, and a bound on the rounding of its height. */
typedef struct standing_point {
    axis_lanes at;
    double bound;
} standing_point;

/* Is the point certainly between the other faces of A? */
static CAROM_INLINE bool is_beside(const standing_boxes *s, const standing_point *point) {
    const box_faces *f = s->faces;
    const axis_lanes at = point->at, none = {0, 0, 0, 0}, ha = s->a->half;
    const axis_lanes part[3] = {f->row[0] * at, f->row[1] * at, f->row[2] * at};
    axis_lanes x, y, z;
    AXIS_COLUMNS(x, y, z, part);
    const axis_lanes place = AXIS_ABS(f->to_a + (x + y + z));
    const axis_mask beside = (axis_mask)(place < ha - f->certain);
    const axis_mask sound = (axis_mask)(ha >= none) & (axis_mask)(s->b->half >= none);
    return (four_bits((four_mask)sound) & (four_bits((four_mask)beside) | s->open_faces) & 7u) ==
           7u;
}

/* The point of B nearest to A's centre. */
static CAROM_INLINE void take_nearest(const standing_boxes *s, standing_point *out) {
    const axis_lanes hb = s->b->half;
    out->at = four_lesser(four_greater(-s->faces->to_b, -hb), hb);
    out->bound = BOXES_STANDING_ERROR * (double)s->faces->size[0];
}

/* Moves the point along the edges of B's face as far as it stays between A's other faces, down:
 * `rise` says how the height over A's face grows along B's edges. So it comes to a corner of what
 * the faces share, mostly to the lowest one. */
static CAROM_INLINE void take_lower(const standing_boxes *s, const double rise[3],
                                    standing_point *point) {
    const box_faces *f = s->faces;
    const int over = (int)lowest_bit(s->open_faces), under = (int)lowest_bit(s->open_faces >> 3);
    for (int i = 1; i < 3; i++) {
        const int j = under + i < 3 ? under + i : under + i - 3;
        const float sense = rise[j] > 0.0 ? -1.0f : 1.0f;
        float most = s->b->half[j] - sense * point->at[j];
        for (int k = 0; k < 3; k++) {
            const axis_lanes part = f->row[k] * point->at;
            const float rate = sense * f->row[k][j],
                        place = f->to_a[k] + part[0] + part[1] + part[2];
            const float free = s->a->half[k] - 2 * f->certain[0];
            if (k == over || rate == 0) continue;
            most = (float)min2(most, ((rate > 0 ? free : -free) - place) / rate);
        }
        if (most > 0) point->at[j] += sense * most;
    }
    point->at = four_lesser(four_greater(point->at, -s->b->half), s->b->half);
}

/* Coordinates are rounded to float in the filter, which may be more than a half-extent in double.
 */
static CAROM_INLINE double held_coordinate(float at, carom_real half) {
    return sizeof(carom_real) == sizeof(float) ? (double)at
                                               : copysign(min2(fabs((double)at), (double)half), at);
}

/* The edges of the box times the coordinates. */
static CAROM_INLINE vec3 from_center(const carom_obb *box, axis_lanes at) {
    const vec3 x = scale3(load3(box->axes[0]), held_coordinate(at[0], box->half_extents.x));
    const vec3 xy = mad3(x, load3(box->axes[1]), held_coordinate(at[1], box->half_extents.y));
    return mad3(xy, load3(box->axes[2]), held_coordinate(at[2], box->half_extents.z));
}

/* The face pair of A in doubt: its normal, not unit, half of A's extent along it, and the component
 * of the vector from A's centre to B's. */
typedef struct standing_face {
    vec3 normal;
    double reach, along;
} standing_face;

static CAROM_INLINE standing_face face_of_obb(const carom_obb *a, const carom_obb *b, int face) {
    const carom_vec3 *const u = &a->axes[face < 2 ? face + 1 : 0];
    const carom_vec3 *const v = &a->axes[face > 0 ? face - 1 : 2];
    const vec3 n = cross3(load3(*u), load3(*v)), apart = sub3(load3(b->center), load3(a->center));
    const double half = (double)(&a->half_extents.x)[face];
    return (standing_face){n, half * fabs(dot3(n, load3(a->axes[face]))), dot3(n, apart)};
}

static CAROM_INLINE standing_face face_of_aabb(const carom_aabb *a, const carom_obb *b, int k) {
    const double center = (double)(&b->center.x)[k], high = (double)(&a->max.x)[k];
    const double low = (double)(&a->min.x)[k];
    return (standing_face){vec(k == 0, k == 1, k == 2), 0.5 * (high - low),
                           0.5 * ((center - low) + (center - high))};
}

/* Is the point certainly between the planes of the face pair, so that it is in both boxes? */
static CAROM_INLINE bool is_in_both(const standing_face *f, const carom_obb *b,
                                    const standing_point *point) {
    const double along = f->along + dot3(f->normal, from_center(b, point->at));
    return fabs(along) < f->reach - point->bound;
}

/* Boxes whose first point is above the face, or in doubt. */
static CAROM_APART touch_end leaning_end(const standing_boxes *s, const standing_face *f,
                                         const carom_obb *b, standing_point *point) {
    double rise[3], gap = fabs(f->along) - f->reach;
    for (int i = 0; i < 3; i++) {
        rise[i] = copysign(1.0, f->along) * dot3(f->normal, load3(b->axes[i]));
        gap -= (double)(&b->half_extents.x)[i] * fabs(rise[i]);
    }
    if (gap > point->bound) return TOUCH_APART;
    if (gap > -point->bound) return TOUCH_UNDECIDED;
    take_lower(s, rise, point);
    return is_beside(s, point) && is_in_both(f, b, point) ? TOUCH_CONTACT : TOUCH_LEANING;
}

/* Contact of A and B, `b`, by the face of A. */
static CAROM_INLINE touch_end standing_end(const standing_boxes *s, const standing_face *f,
                                           const carom_obb *b) {
    standing_point point;
    take_nearest(s, &point);
    if (!is_beside(s, &point)) return TOUCH_UNDECIDED;
    return CAROM_LIKELY(is_in_both(f, b, &point)) ? TOUCH_CONTACT : leaning_end(s, f, b, &point);
}

#endif
