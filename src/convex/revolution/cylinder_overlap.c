/* Do two cylinders share a point? From what is nearest of their axes they are apart or together for
 * most: the way between is mostly an axis that separates, or leads to a point of both. Any
 * direction and any point prove what they show, so that these need not be the nearest. */
#include "convex/revolution/cylinder_overlap.h"

#include "math/rounded.h"

/* Relative to the coordinates: more than what rounding makes of a reach or of a point. */
#define OVERLAP_SLACK 1e-13
/* Sizes whose fourth powers stay in range. */
#define OVERLAP_LEAST 1e-35
#define OVERLAP_MOST 1e35
/* Axes with a smaller squared sine are parallel: anywhere along them is near. */
#define AXES_LEVEL 1e-12

typedef struct axes_seen {
    const cylinder_view *a, *b;
    vec3 apart; /* from A's centre to B's */
    double apart2, slack;
} axes_seen;

static inline double within(double t, double most) {
    return max2(-most, min2(most, t));
}

/* How far a cylinder reaches from its centre along n. */
static inline double cylinder_extent(const cylinder_view *s, vec3 n, double square) {
    double up = dot3(n, s->axes[2]);
    return s->half.z * fabs(up) + s->half.x * sqrt(max2(0.0, square - up * up));
}

/* Is a plane square to n, of any length but 0, between them? */
static inline bool keeps_apart(const axes_seen *p, vec3 n) {
    double square = len2(n), far = fabs(dot3(p->apart, n)), most = max_abs3(n) * p->slack;
    return far > cylinder_extent(p->a, n, square) + cylinder_extent(p->b, n, square) + most &&
           most > 0.0;
}

/* x, from a cylinder's centre, moved along its axis to between its ends. */
static inline vec3 at_height(const cylinder_view *s, vec3 x) {
    double up = dot3(x, s->axes[2]);
    return mad3(x, s->axes[2], within(up, s->half.z) - up);
}

/* Inside by the slack: all round, and from its ends by `high`. */
static inline bool holds_point(const cylinder_view *s, vec3 x, double slack, double high) {
    double up = dot3(x, s->axes[2]), most = s->half.x - slack;
    return most > 0.0 && len2(x) - up * up <= most * most && fabs(up) <= s->half.z - high;
}

/* Of x, from A's centre, at A's height, and of what is next to it at B's: is one in both? One of
 * them it is in by more than rounding. */
static bool is_common(const axes_seen *p, vec3 x) {
    const double slack = p->slack;
    vec3 y = sub3(x, p->apart);
    if (holds_point(p->b, y, slack, slack)) return holds_point(p->a, x, slack, -slack);
    y = at_height(p->b, y);
    return holds_point(p->b, y, slack, -slack) &&
           holds_point(p->a, add3(y, p->apart), slack, slack);
}

/* From the point of A's axis that is nearest to B's to that of B's; `s`: where on A's. */
static vec3 between_axes(const axes_seen *p, double *s) {
    vec3 u = p->a->axes[2], v = p->b->axes[2];
    double du = dot3(p->apart, u), dv = dot3(p->apart, v), uv = dot3(u, v), k = 1.0 - uv * uv;
    *s = k > AXES_LEVEL ? within((du - uv * dv) / k, p->a->half.z) : 0.0;
    double t = within(uv * *s - dv, p->b->half.z);
    *s = within(du + uv * t, p->a->half.z);
    return mad3(mad3(p->apart, v, t), u, -*s);
}

/* Balls round the centres: in the cylinders they meet by far, or round them they do not. The square
 * of a sum is at most twice the sum of the squares, which spares roots. */
static portal_end by_center_balls(const axes_seen *p) {
    vec3 a = p->a->half, b = p->b->half;
    double inner = min2(a.x, a.z) + min2(b.x, b.z);
    if (p->apart2 < 0.99 * inner * inner) return PORTAL_CONTACT;
    double outer2 = 2.0 * (a.x * a.x + a.z * a.z + b.x * b.x + b.z * b.z);
    return p->apart2 > 1.001 * outer2 ? PORTAL_APART : PORTAL_OPEN;
}

/* @return false for sizes whose products leave the range, and NaN */
static bool see_axes(axes_seen *p, const cylinder_view *a, const cylinder_view *b) {
    p->a = a, p->b = b;
    p->apart = sub3(b->center, a->center);
    double size = max_abs3(p->apart) + a->half.x + a->half.z + b->half.x + b->half.z;
    p->apart2 = len2(p->apart);
    p->slack = OVERLAP_SLACK * size;
    return size > OVERLAP_LEAST && size < OVERLAP_MOST;
}

portal_end carom_cylinder_overlap(const cylinder_view *a, const cylinder_view *b, vec3 *axis) {
    axes_seen p;
    double s;
    if (!see_axes(&p, a, b)) return PORTAL_OPEN;
    portal_end end = by_center_balls(&p);
    if (end != PORTAL_OPEN) return end;
    if (keeps_apart(&p, *axis)) return PORTAL_APART;
    vec3 way = between_axes(&p, &s);
    if (keeps_apart(&p, way)) return *axis = way, PORTAL_APART;
    vec3 x = mad3(scale3(a->axes[2], s), way, a->half.x / (a->half.x + b->half.x));
    if (is_common(&p, at_height(a, x))) return PORTAL_CONTACT;
    for (int i = 0; i < 2; i++) { /* an end beyond the other's */
        way = i ? b->axes[2] : a->axes[2];
        if (keeps_apart(&p, way)) return *axis = way, PORTAL_APART;
    }
    return PORTAL_OPEN;
}

static bool is_coordinate_axis(vec3 axis, int i) {
    return fabs(axis3(axis, i)) == 1.0 && len2(axis) == 1.0;
}

static bool stands_on(const axes_seen *p, int i) {
    const double from = axis3(p->a->center, i), to = axis3(p->b->center, i);
    const double most = p->a->half.x + p->b->half.x - p->slack, up = axis3(p->apart, i);
    if (!rounded_serves(from) || !rounded_serves(to)) return false;
    rounded gap = rounded_difference(to, from);
    gap.value = fabs(gap.value);
    gap = rounded_subtract(gap, rounded_of(p->a->half.z));
    gap = rounded_subtract(gap, rounded_of(p->b->half.z));
    return rounded_is_zero(gap) && most > 0.0 && p->apart2 - up * up < most * most;
}

bool carom_cylinders_stand(const cylinder_view *a, const cylinder_view *b) {
    axes_seen p;
    for (int i = 0; i < 3; i++)
        if (is_coordinate_axis(a->axes[2], i))
            return is_coordinate_axis(b->axes[2], i) && see_axes(&p, a, b) && stands_on(&p, i);
    return false;
}
