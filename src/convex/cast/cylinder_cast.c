/* Linear sweep of two cylinders in closed form. Own method, by separating axes [Ericson05] 5.2.1:
 * along either axis, and across both.
 *
 * Every direction gives a lower bound of the time of contact. The latest of the three bounds is the
 * contact if the point in which its plane is touched then lies on both cylinders; else contacts of
 * rims are searched from there (cylinder_rim.c). A gap that lasts for the whole motion proves a
 * miss. What neither proves is undecided, and the general cast answers. A pair whose contact is at
 * a flat end or between the sides needs no iteration. */
#include "convex/cast/cylinder_cast.h"

#include "convex/cast/cylinder_rim.h"

/* The plane perpendicular to both axes' common normal; parallel axes have none, and a time of -1 is
 * never the latest. */
static cast_plane side_plane(const cylinder_cast *c) {
    const cylinder_view *a = c->a, *b = c->b;
    vec3 across = cross3(a->axes[2], b->axes[2]);
    double square = len2(across);
    if (!(square > CYLINDER_PARALLEL * CYLINDER_PARALLEL)) return (cast_plane){.t = -1.0};
    return plane_of_reach(c, scale3(across, 1.0 / sqrt(square)), a->half.x + b->half.x);
}

/* The point of a rim, relative to the centre, that is farthest along -n. */
static vec3 lowest_of_rim(const cylinder_view *s, vec3 n) {
    double cosine = dot3(n, s->axes[2]), sine = sqrt(max2(0.0, 1.0 - cosine * cosine));
    vec3 end = scale3(s->axes[2], -copysign(s->half.z, cosine));
    if (!(sine > CYLINDER_PARALLEL)) return end;
    return mad3(end, mad3(n, s->axes[2], -cosine), -s->half.x / sine);
}

/* The point of B's side, relative to its centre, on the common normal of the axes at time p->t. */
static vec3 point_on_side(const cylinder_cast *c, const cast_plane *p) {
    const cylinder_view *a = c->a, *b = c->b;
    vec3 u = a->axes[2], v = b->axes[2];
    vec3 apart = mad3(c->apart, c->motion, -p->t);
    double uv = dot3(u, v), along = uv * dot3(apart, u) - dot3(apart, v);
    double t = along / (1.0 - uv * uv);
    if (!(fabs(t) <= b->half.z)) t = copysign(b->half.z, t);
    return mad3(scale3(v, t), p->normal, -b->half.x);
}

/* Do the cylinders stay apart along the vector between the centres, less its part along the motion?
 */
static bool passes_beside(const cylinder_cast *c, double speed2) {
    const vec3 n = mad3(scale3(c->apart, speed2), c->motion, -dot3(c->apart, c->motion));
    const double first = fabs(dot3(n, c->apart)), slack = CYLINDER_PASSES * c->size * max_abs3(n);
    const double square = len2(n), up_a = dot3(n, c->a->axes[2]), up_b = dot3(n, c->b->axes[2]);
    const double reach =
        c->a->half.z * fabs(up_a) + c->a->half.x * sqrt(max2(0.0, square - up_a * up_a)) +
        c->b->half.z * fabs(up_b) + c->b->half.x * sqrt(max2(0.0, square - up_b * up_b));
    return slack > 0.0 && first - fabs(dot3(n, c->motion)) > reach + slack;
}

/* @return false for sizes whose products leave the range, and for NaN */
static bool begin_cast(cylinder_cast *c, double tolerance) {
    const vec3 p = c->a->half, q = c->b->half;
    c->size = max_abs3(c->apart) + max_abs3(c->motion) + p.x + p.z + q.x + q.z;
    c->margin = CYLINDER_MARGIN * c->size;
    c->near = max2(CAST_MET_PART * tolerance * c->size, CAST_MET_MARGINS * c->margin);
    return c->size > CYLINDER_CAST_SIZE_MIN && c->size < CYLINDER_CAST_SIZE_MAX;
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
