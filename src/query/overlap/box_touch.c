/* Own method: of boxes that stand on each other the point of one that is nearest to the other's
 * centre mostly is in both. It is a point of its box whatever its coordinates along the edges are,
 * so only three heights in the other box need their signs, of which two are certain. Where one says
 * that the point is outside, the normal of that face mostly separates the boxes. Heights are
 * measured in double with a bound on their rounding; a height along a coordinate axis is a sum of
 * few products, whose tails are 0 for boxes that touch to the last digit. It decides what
 * box_standing.h leaves in doubt; the fifteen axes of sat_exact.c decide the rest. */
#include "query/overlap/box_touch.h"

#include "math/rounded.h"
#include "query/overlap/tolerances.h"

/* One box as the other sees it. */
typedef struct touch_side {
    const touch_box *box, *other;
    vec3 apart, normal[3]; /* to the other's centre; edge i+1 x edge i+2 */
    double volume;         /* of the three edges */
    double bound;          /* on the rounding of a height */
} touch_side;

static CAROM_INLINE double longest_edge(const touch_box *box) {
    return max2(max_abs3(box->edge[0]), max2(max_abs3(box->edge[1]), max_abs3(box->edge[2])));
}

static CAROM_INLINE double sum_of_halves(const touch_box *box) {
    return box->half[0] + box->half[1] + box->half[2];
}

/* The heights are products of two edges and a distance, as those of sat_filter.c. */
static CAROM_INLINE void set_touch_side(touch_side *s, const touch_box *box,
                                        const touch_box *other) {
    const double longest = longest_edge(box);
    s->box = box;
    s->other = other;
    s->apart = sub3(other->center, box->center);
    s->normal[0] = cross3(box->edge[1], box->edge[2]);
    s->normal[1] = cross3(box->edge[2], box->edge[0]);
    s->normal[2] = cross3(box->edge[0], box->edge[1]);
    s->volume = fabs(dot3(s->normal[0], box->edge[0]));
    const double far = max_abs3(s->apart) + sum_of_halves(box) * longest +
                       sum_of_halves(other) * longest_edge(other);
    s->bound = longest * longest * far * BOXES_ERROR + BOXES_LEAST;
}

/* The coordinates along the other's edges of its point nearest to the box's centre; any within the
 * half-extents are of a point of it. */
static CAROM_INLINE void nearest_of_other(const touch_side *s, double at[3]) {
    for (int i = 0; i < 3; i++) {
        const double to = -dot3(s->other->edge[i], s->apart), half = s->other->half[i];
        at[i] = min2(max2(to, -half), half);
    }
}

/* The edge of the box along coordinate axis k, when normal i has no other component and is not too
 * short to have one. */
static bool is_upright_normal(const touch_side *s, int i, int *k) {
    const vec3 u = s->box->edge[i < 2 ? i + 1 : 0], v = s->box->edge[i > 0 ? i - 1 : 2];
    for (*k = 0; *k < 3; ++*k)
        if (axis3(u, *k) == 0.0 && axis3(v, *k) == 0.0 && fabs(axis3(s->normal[i], *k)) > 0.5)
            return true;
    return false;
}

/* Is the point within face pair i, by the sum along the coordinate axis k? */
static CAROM_APART touch_end within_upright(const touch_side *s, int i, int k, const double at[3]) {
    const touch_box *box = s->box, *other = s->other;
    const double edge = axis3(box->edge[i], k), to = axis3(other->center, k),
                 from = axis3(box->center, k);
    bool known = rounded_is_in_range(to) && rounded_is_in_range(from) &&
                 rounded_is_in_range(edge) && rounded_is_in_range(box->half[i]);
    rounded height = rounded_difference(to, from);
    for (int j = 0; j < 3; j++) {
        const double along = axis3(other->edge[j], k);
        if (along == 0.0 || at[j] == 0.0) continue;
        known &= rounded_is_in_range(along) && rounded_is_in_range(at[j]);
        height = rounded_add(height, rounded_multiply(rounded_of(along), rounded_of(at[j])));
    }
    if (height.value < 0.0) height = rounded_negate(height);
    const rounded reach = rounded_multiply(rounded_of(fabs(edge)), rounded_of(box->half[i]));
    const rounded over = rounded_subtract(height, reach);
    if (!known || !(rounded_is_certain(over) || rounded_is_zero(over))) return TOUCH_UNDECIDED;
    return over.value > 0.0 ? TOUCH_APART : TOUCH_CONTACT;
}

/* Does the normal of face pair i certainly separate the boxes? */
static CAROM_APART touch_end beyond_face(const touch_side *s, int i) {
    const touch_box *box = s->box, *other = s->other;
    const vec3 n = s->normal[i];
    double gap = fabs(dot3(n, s->apart)) - box->half[i] * s->volume;
    for (int j = 0; j < 3; j++)
        gap -= other->half[j] * fabs(dot3(n, other->edge[j]));
    return gap > s->bound ? TOUCH_APART : TOUCH_UNDECIDED;
}

/* Contact where the nearest point of the other box is in the box. */
static CAROM_INLINE touch_end touch_by_point(const touch_side *s) {
    double at[3];
    vec3 point = s->apart;
    nearest_of_other(s, at);
    for (int j = 0; j < 3; j++)
        point = mad3(point, s->other->edge[j], at[j]);
    for (int i = 0; i < 3; i++) {
        const double over = fabs(dot3(s->normal[i], point)) - s->box->half[i] * s->volume;
        int k;
        if (CAROM_LIKELY(over < -s->bound)) continue;
        if (over > s->bound) return beyond_face(s, i);
        if (!is_upright_normal(s, i, &k) || within_upright(s, i, k, at) != TOUCH_CONTACT)
            return TOUCH_UNDECIDED;
    }
    return TOUCH_CONTACT;
}

touch_end carom_boxes_touch(const touch_box *a, const touch_box *b) {
    touch_side side;
    const double thin_a = min2(a->half[0], min2(a->half[1], a->half[2]));
    const double thin_b = min2(b->half[0], min2(b->half[1], b->half[2]));
    for (int i = 0; i < 2; i++) {
        set_touch_side(&side, i == 0 ? b : a, i == 0 ? a : b);
        if (!(side.bound <= DBL_MAX && min2(thin_a, thin_b) >= 0.0)) return TOUCH_UNDECIDED;
        const touch_end end = touch_by_point(&side);
        if (end != TOUCH_UNDECIDED) return end;
    }
    return TOUCH_UNDECIDED;
}
