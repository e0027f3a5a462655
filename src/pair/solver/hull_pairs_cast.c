/* Ray cast of two posed hulls in float, from their frames: a sweep that misses the bounding sphere
 * of the difference is a miss; any other begins with the portal that MPR finds [Snethen08]. The
 * convex engine confirms it in double (convex/cast/cast_confirm.c). */
#include "pair/solver/hull_pairs_cast.h"

/* Whether the segment from x to x + v misses the ball about the origin by more than rounding. */
static bool misses_ball(vec3 x, vec3 v, double radius) {
    double vv = len2(v), xv = -dot3(x, v), least = radius * radius * HULLS_PASS_RADIUS2;
    if (!(vv < HULLS_SQUARE_MAX && vv > HULLS_SQUARE_MIN && len2(x) < HULLS_SQUARE_MAX))
        return false;
    vec3 nearest = xv <= 0.0 ? x : xv >= vv ? add3(x, v) : mad3(x, v, xv / vv);
    return len2(nearest) > least + HULLS_PASS_ROUNDING * (vv + len2(x));
}

cast_float_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion, const carom_posed_shape *b,
                                cast_float *out) {
    const hull_bodies bodies = hull_bodies_of(a, b);
    out->a = bodies.a;
    out->b = bodies.b;
    if (misses_ball(bodies.apart, motion, out->a.hull->outer + out->b.hull->outer))
        return CAST_FLOAT_MISS;
    if (!cast_floats(out->a.hull) || !cast_floats(out->b.hull)) return CAST_FLOAT_UNDECIDED;
    return carom_cast_float(out, bodies.apart, motion);
}
