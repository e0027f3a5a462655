/* Contact of hulls, from what a posed hull's frame holds: its position, its axes, its middle seen
 * from there. Neither an order of the two nor views are needed for most pairs. */
#include "dispatch/hull_pairs.h"

#include "convex/penetration.h"
#include "dispatch/convex_view.h"

#include <string.h>

/* Depths below this part of the coordinates are left to whoever asks overlap, too. */
#define HULLS_SHALLOW 1e-7
/* Coordinates of no extreme size. */
#define HULLS_SMALL 1e-9
#define HULLS_LARGE 1e15

/* Does a ball round the origin miss the way from x to x + v, by more than rounding? */
static bool misses_ball(vec3 x, vec3 v, double radius) {
    double vv = len2(v), xv = -dot3(x, v), least = radius * radius * 1.002;
    if (!(vv < 1e100 && vv > 1e-100 && len2(x) < 1e100)) return false;
    vec3 nearest = xv <= 0.0 ? x : xv >= vv ? add3(x, v) : mad3(x, v, xv / vv);
    return len2(nearest) > least + 1e-12 * (vv + len2(x));
}

coarse_cast_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion,
                                 const carom_posed_shape *b, coarse_cast *out) {
    const hulls_seen seen = see_hulls(a, b);
    out->a = seen.a;
    out->b = seen.b;
    if (misses_ball(seen.apart, motion, out->a.hull->outer + out->b.hull->outer))
        return COARSE_CAST_MISS;
    if (!coarse_casts(out->a.hull) || !coarse_casts(out->b.hull)) return COARSE_CAST_OPEN;
    return carom_coarse_cast(out, seen.apart, motion);
}

/* A bound on the coordinates of a rigid hull and of its corners. */
static double reach_of_hull(const convex_shape *s) {
    return max_abs3(s->center) + 3.0 * max_abs3(s->half) + s->hull->outer;
}

bool carom_hulls_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_penetration *out) {
    const carom_posed_shape *given[2] = {a, b};
    const bool flip = a->frame[0] > b->frame[0];
    convex_shape p, q;
    facet_answer found;
    if (a->frame[0] == b->frame[0]) return false;
    carom_view_posed_hull(&p, given[flip]);
    carom_view_posed_hull(&q, given[!flip]);
    double reach = max2(reach_of_hull(&p), reach_of_hull(&q));
    if (!(reach > HULLS_SMALL && reach < HULLS_LARGE)) return false;
    if (!carom_hulls_depth(&p, &q, HULLS_SHALLOW * reach, &found)) return false;
    carom_penetration in_order = {true,
                                  (carom_real)found.depth,
                                  store3(found.normal),
                                  store3(found.point_a),
                                  store3(found.point_b),
                                  CAROM_EXACT};
    *out = penetration_swapped(in_order, flip);
    return true;
}
