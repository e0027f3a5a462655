/* Contact of hulls, from what a posed hull's frame holds: its position, its axes, its middle seen
 * from there. Neither an order of the two nor views are needed for most pairs. */
#include "pair/solver/hull_pairs.h"

#include "convex/gjk/gjk_small_hull.h"
#include "convex/manifold/hull_manifold.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/engine.h"

#include <string.h>

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

cast_float_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion, const carom_posed_shape *b,
                                cast_float *out) {
    const hulls_seen seen = see_hulls(a, b);
    out->a = seen.a;
    out->b = seen.b;
    if (misses_ball(seen.apart, motion, out->a.hull->outer + out->b.hull->outer))
        return CAST_FLOAT_MISS;
    if (!cast_floats(out->a.hull) || !cast_floats(out->b.hull)) return CAST_FLOAT_UNDECIDED;
    return carom_cast_float(out, seen.apart, motion);
}

/* A bound on the coordinates of a rigid hull and of its corners. */
static double reach_of_hull(const hull_data *h, const double *frame) {
    const vec3 at = vec(frame[0], frame[1], frame[2]),
               middle = vec(frame[12], frame[13], frame[14]);
    return max_abs3(at) + 3.0 * max_abs3(middle) + h->outer;
}

/* Two hulls in the order of their places. */
typedef struct hulls_viewed {
    convex_shape a, b;
    double reach;
} hulls_viewed;

/* @return false where places do not tell the order, and for extreme sizes */
static bool view_hulls(hulls_viewed *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_posed_shape *given[2] = {a, b};
    const bool flip = hulls_are_flipped(a, b);
    if (a->frame[0] == b->frame[0]) return false;
    carom_view_posed_hull(&out->a, given[flip]);
    carom_view_posed_hull(&out->b, given[!flip]);
    out->reach = max2(reach_of_hull(out->a.hull, a->frame), reach_of_hull(out->b.hull, b->frame));
    return out->reach > HULLS_SMALL && out->reach < HULLS_LARGE;
}

/* By the few's own search from the frames alone. What that leaves is nearly in contact, and nothing
 * for this. */
static bool closest_of_few(const small_hull_body pair[2], convex_cache *cache, convex_distance *out,
                           double *reach) {
    *reach = max2(reach_of_hull(pair[0].hull, pair[0].frame),
                  reach_of_hull(pair[1].hull, pair[1].frame));
    return small_hull_distance(pair, cache, out);
}

static bool closest_viewed(const carom_posed_shape *a, const carom_posed_shape *b,
                           convex_cache *cache, convex_distance *out, double *reach) {
    hulls_viewed v;
    if (!view_hulls(&v, a, b)) return false;
    *out = carom_convex_distance(&v.a, &v.b, &(convex_options){.cache = cache});
    *reach = v.reach;
    return true;
}

bool carom_hulls_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_cache *cache, convex_distance *out) {
    double reach;
    const bool flip = hulls_are_flipped(a, b);
    const carom_posed_shape *const given[2] = {a, b}, *first = given[flip], *second = given[!flip];
    const small_hull_body pair[2] = {{carom_hull_data(first->shape.as.hull.hull), first->frame},
                                     {carom_hull_data(second->shape.as.hull.hull), second->frame}};
    const bool few = is_small_hull(pair[0].hull) && is_small_hull(pair[1].hull);
    if (a->frame[0] == b->frame[0] || !(few ? closest_of_few(pair, cache, out, &reach)
                                            : closest_viewed(a, b, cache, out, &reach)))
        return false;
    return (out->distance == 0.0 && out->overlap) || out->distance > NEAR_CONTACT * reach;
}

bool carom_hulls_manifold(const carom_posed_shape *a, const carom_posed_shape *b,
                          const manifold_options *options, convex_manifold *out) {
    hulls_viewed v;
    return view_hulls(&v, a, b) &&
           carom_hull_manifold(&v.a, &v.b, SHALLOW_DEPTH * v.reach, options, out);
}
