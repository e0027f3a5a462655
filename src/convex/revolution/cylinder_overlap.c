/* Overlap of two cylinders, own method: the segment between the closest points of their axes
 * [Ericson05] 5.1.9 is mostly a separating axis, or leads to a common point. Any separating axis
 * and any common point is a proof, so that they need not be the best ones; both are tested with a
 * margin for rounding, and what lies within it is left undecided. It answers most pairs before MPR
 * (bench convex, boolean cylinder). */
#include "convex/revolution/cylinder_overlap.h"

#include "convex/revolution/tolerances.h"
#include "math/rounded.h"

typedef struct cylinder_axes {
    const cylinder_view *a, *b;
    vec3 apart; /* from A's centre to B's */
    double apart2, slack;
} cylinder_axes;

static inline double within(double t, double most) {
    return max2(-most, min2(most, t));
}

/* |n| times the support value of a cylinder along n, from its centre. square = n . n. */
static inline double cylinder_extent(const cylinder_view *s, vec3 n, double square) {
    double up = dot3(n, s->axes[2]);
    return s->half.z * fabs(up) + s->half.x * sqrt(max2(0.0, square - up * up));
}

/* Is n, of any length but 0, a separating axis? */
static inline bool is_separating_axis(const cylinder_axes *p, vec3 n) {
    double square = len2(n), far = fabs(dot3(p->apart, n)), most = max_abs3(n) * p->slack;
    return far > cylinder_extent(p->a, n, square) + cylinder_extent(p->b, n, square) + most &&
           most > 0.0;
}

/* x, relative to a cylinder's centre, clamped along the axis to between its ends. */
static inline vec3 clamp_to_ends(const cylinder_view *s, vec3 x) {
    double up = dot3(x, s->axes[2]);
    return mad3(x, s->axes[2], within(up, s->half.z) - up);
}

/* Is x inside by `slack` from the side and by `high` from the ends? */
static inline bool contains_point(const cylinder_view *s, vec3 x, double slack, double high) {
    double up = dot3(x, s->axes[2]), most = s->half.x - slack;
    return most > 0.0 && len2(x) - up * up <= most * most && fabs(up) <= s->half.z - high;
}

/* Is x, relative to A's centre and clamped to A, in both? Or else x clamped to B? It has to
 * be inside one of the two by more than rounding. */
static bool is_common(const cylinder_axes *p, vec3 x) {
    const double slack = p->slack;
    vec3 y = sub3(x, p->apart);
    if (contains_point(p->b, y, slack, slack)) return contains_point(p->a, x, slack, -slack);
    y = clamp_to_ends(p->b, y);
    return contains_point(p->b, y, slack, -slack) &&
           contains_point(p->a, add3(y, p->apart), slack, slack);
}

/* Delta between the closest points of the axes, from A to B. `s`: position on A's axis. */
static vec3 between_axes(const cylinder_axes *p, double *s) {
    vec3 u = p->a->axes[2], v = p->b->axes[2];
    double du = dot3(p->apart, u), dv = dot3(p->apart, v), uv = dot3(u, v), k = 1.0 - uv * uv;
    *s = k > AXES_PARALLEL_SINE2 ? within((du - uv * dv) / k, p->a->half.z) : 0.0;
    double t = within(uv * *s - dv, p->b->half.z);
    *s = within(du + uv * t, p->a->half.z);
    return mad3(mad3(p->apart, v, t), u, -*s);
}

/* Tests the inscribed balls around the centres, and the circumscribed ones without roots, since
 * (r + s)^2 <= 2 r^2 + 2 s^2. */
static portal_end by_center_balls(const cylinder_axes *p) {
    vec3 a = p->a->half, b = p->b->half;
    double inner = min2(a.x, a.z) + min2(b.x, b.z);
    if (p->apart2 < INNER_BALLS_MEET * inner * inner) return PORTAL_CONTACT;
    double outer2 = 2.0 * (a.x * a.x + a.z * a.z + b.x * b.x + b.z * b.z);
    return p->apart2 > OUTER_BALLS_APART * outer2 ? PORTAL_APART : PORTAL_UNDECIDED;
}

/* @return false for sizes outside of the range, and NaN */
static CAROM_INLINE bool set_cylinder_axes(cylinder_axes *p, const cylinder_view *a,
                                           const cylinder_view *b) {
    p->a = a, p->b = b;
    p->apart = sub3(b->center, a->center);
    double size = max_abs3(p->apart) + a->half.x + a->half.z + b->half.x + b->half.z;
    p->apart2 = len2(p->apart);
    p->slack = OVERLAP_SLACK * size;
    return size > CYLINDER_SIZE_MIN && size < CYLINDER_SIZE_MAX;
}

portal_end carom_cylinder_overlap(const cylinder_view *a, const cylinder_view *b, vec3 *axis) {
    cylinder_axes p;
    double s;
    if (!set_cylinder_axes(&p, a, b)) return PORTAL_UNDECIDED;
    portal_end end = by_center_balls(&p);
    if (end != PORTAL_UNDECIDED) return end;
    if (is_separating_axis(&p, *axis)) return PORTAL_APART;
    vec3 candidate = between_axes(&p, &s);
    if (is_separating_axis(&p, candidate)) return *axis = candidate, PORTAL_APART;
    vec3 x = mad3(scale3(a->axes[2], s), candidate, a->half.x / (a->half.x + b->half.x));
    if (is_common(&p, clamp_to_ends(a, x))) return PORTAL_CONTACT;
    for (int i = 0; i < 2; i++) { /* the axes themselves */
        candidate = i ? b->axes[2] : a->axes[2];
        if (is_separating_axis(&p, candidate)) return *axis = candidate, PORTAL_APART;
    }
    return PORTAL_UNDECIDED;
}

static bool is_coordinate_axis(vec3 axis, int i) {
    return fabs(axis3(axis, i)) == 1.0 && len2(axis) == 1.0;
}

static bool stands_on(const cylinder_axes *p, int i) {
    const double from = axis3(p->a->center, i), to = axis3(p->b->center, i);
    const double most = p->a->half.x + p->b->half.x - p->slack, up = axis3(p->apart, i);
    if (!rounded_is_in_range(from) || !rounded_is_in_range(to)) return false;
    rounded gap = rounded_difference(to, from);
    gap.value = fabs(gap.value);
    gap = rounded_subtract(gap, rounded_of(p->a->half.z));
    gap = rounded_subtract(gap, rounded_of(p->b->half.z));
    return rounded_is_zero(gap) && most > 0.0 && p->apart2 - up * up < most * most;
}

bool carom_cylinders_are_stacked(const cylinder_view *a, const cylinder_view *b) {
    cylinder_axes p;
    for (int i = 0; i < 3; i++)
        if (is_coordinate_axis(a->axes[2], i))
            return is_coordinate_axis(b->axes[2], i) && set_cylinder_axes(&p, a, b) &&
                   stands_on(&p, i);
    return false;
}
