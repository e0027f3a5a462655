/* A separating plane of two cylinders in straight motion bounds the time of contact from below. The
 * bound is the contact where the point that is on the plane then lies on both cylinders; where the
 * plane stays between them for the whole motion, they never meet. */
#include "convex/cast/cylinder_plane.h"

/* An upper bound of the distance of a point, given relative to the centre, from the cylinder. */
static inline double outside_cylinder(const cylinder_view *s, vec3 x) {
    double up = dot3(x, s->axes[2]), aside = sqrt(max2(0.0, len2(x) - up * up));
    double over = max2(fabs(up) - s->half.z, 0.0), beside = max2(aside - s->half.x, 0.0);
    return over + beside;
}

cylinder_cast_end carom_cast_settle(cylinder_cast *c, const cast_plane *p, vec3 x, bool of_b) {
    if (stays_between(c, p)) return CYLINDERS_PASS;
    if (!(p->gap > 0.0 && p->closing > 0.0 && p->t <= 1.0)) return CYLINDERS_UNDECIDED;
    if (!(p->closing * p->closing > CYLINDER_PARALLEL * CYLINDER_PARALLEL * len2(c->motion)))
        return CYLINDERS_UNDECIDED;
    const vec3 apart = mad3(c->apart, c->motion, -p->t); /* at p->t */
    const vec3 on_a = of_b ? add3(x, apart) : x, on_b = of_b ? x : sub3(x, apart);
    if (!(outside_cylinder(of_b ? c->a : c->b, of_b ? on_a : on_b) <= c->near))
        return CYLINDERS_UNDECIDED;
    c->t = p->t;
    c->normal = p->normal;
    c->on_b = on_b;
    return CYLINDERS_MEET;
}
