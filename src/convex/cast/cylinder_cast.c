/* Casts of two cylinders. Any direction bounds the time of contact from below; of those that may be
 * the normal there (along either axis, across both) the latest is the contact, if the point that it
 * touches first is on both by then. Else rims are tried from there. What stays apart beside the
 * path never meets. */
#include "convex/cast/cylinder_cast.h"

#include "convex/cast/cylinder_rim.h"

/* Above the rounding of heights, relative to the coordinates. */
#define CYLINDER_MARGIN 4e-15
/* Sizes whose fourth powers stay in range. */
#define CAST_LEAST 1e-35
#define CAST_MOST 1e35

/* Square to both axes. Parallel ones have none: it is then never the latest. */
static cast_plane side_plane(const cylinder_cast *c) {
    const cylinder_view *a = c->a, *b = c->b;
    vec3 across = cross3(a->axes[2], b->axes[2]);
    double square = len2(across);
    if (!(square > CYLINDER_LEVEL * CYLINDER_LEVEL)) return (cast_plane){.t = -1.0};
    return plane_of_reach(c, scale3(across, 1.0 / sqrt(square)), a->half.x + b->half.x);
}

/* The point that is farthest along -n, from the centre. */
static vec3 lowest_of_rim(const cylinder_view *s, vec3 n) {
    double cosine = dot3(n, s->axes[2]), sine = sqrt(max2(0.0, 1.0 - cosine * cosine));
    vec3 end = scale3(s->axes[2], -copysign(s->half.z, cosine));
    if (!(sine > CYLINDER_LEVEL)) return end;
    return mad3(end, mad3(n, s->axes[2], -cosine), -s->half.x / sine);
}

/* From the centre of B, below the axes' common normal at the time of the plane. */
static vec3 point_on_side(const cylinder_cast *c, const cast_plane *p) {
    const cylinder_view *a = c->a, *b = c->b;
    vec3 u = a->axes[2], v = b->axes[2];
    vec3 apart = mad3(c->apart, c->motion, -p->t);
    double uv = dot3(u, v), along = uv * dot3(apart, u) - dot3(apart, v);
    double t = along / (1.0 - uv * uv);
    if (!(fabs(t) <= b->half.z)) t = copysign(b->half.z, t);
    return mad3(scale3(v, t), p->normal, -b->half.x);
}

/* The direction between the centres, square to the motion. */
static bool passes_beside(const cylinder_cast *c, double speed2) {
    const vec3 n = mad3(scale3(c->apart, speed2), c->motion, -dot3(c->apart, c->motion));
    const double first = fabs(dot3(n, c->apart)), slack = PASSES_CLEAR * c->size * max_abs3(n);
    const double square = len2(n), up_a = dot3(n, c->a->axes[2]), up_b = dot3(n, c->b->axes[2]);
    const double reach =
        c->a->half.z * fabs(up_a) + c->a->half.x * sqrt(max2(0.0, square - up_a * up_a)) +
        c->b->half.z * fabs(up_b) + c->b->half.x * sqrt(max2(0.0, square - up_b * up_b));
    return slack > 0.0 && first - fabs(dot3(n, c->motion)) > reach + slack;
}

/* @return false for sizes whose products leave the range, and NaN */
static bool begin_cast(cylinder_cast *c, double tolerance) {
    const vec3 p = c->a->half, q = c->b->half;
    c->size = max_abs3(c->apart) + max_abs3(c->motion) + p.x + p.z + q.x + q.z;
    c->margin = CYLINDER_MARGIN * c->size;
    c->near = max2(0.1 * tolerance * c->size, 2.0 * c->margin);
    return c->size > CAST_LEAST && c->size < CAST_MOST;
}

cylinder_cast_end carom_cylinder_cast(cylinder_cast *c, double tolerance) {
    const cylinder_view *a = c->a, *b = c->b;
    if (!begin_cast(c, tolerance)) return CYLINDERS_UNDECIDED;
    if (passes_beside(c, len2(c->motion))) return CYLINDERS_PASS;
    cast_plane planes[3];
    planes[0] = cast_plane_along(c, a->axes[2]);
    if (stays_between(c, &planes[0])) return CYLINDERS_PASS;
    planes[1] = cast_plane_along(c, b->axes[2]);
    if (stays_between(c, &planes[1])) return CYLINDERS_PASS;
    planes[2] = side_plane(c);
    int last = planes[1].t > planes[0].t;
    if (planes[2].t > planes[last].t) last = 2;
    const cast_plane *p = &planes[last];
    if (!(p->gap > 0.0)) return CYLINDERS_UNDECIDED;
    vec3 x = last == 0   ? lowest_of_rim(b, p->normal)
             : last == 1 ? lowest_of_rim(a, neg3(p->normal))
                         : point_on_side(c, p);
    const cylinder_cast_end end = carom_cast_settle(c, p, x, last != 1);
    return end != CYLINDERS_UNDECIDED ? end : carom_cast_rims(c, p->t);
}
