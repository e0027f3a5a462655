/* Solvers of two posed hulls, from their frames: position, axes, and the centre relative to the
 * position. They run algorithms of the convex engine without its views: GJK [Gilbert88], and the
 * separating axis test on the Gauss map with clipping [Gregorius13]. Most pairs need no table
 * order: 1.3 to 1.6 times the engine's speed but for depth (docs/solvers.md). Pairs near contact,
 * and of extreme size, are left undecided. */
#include "pair/solver/hull_pairs.h"

#include "convex/gjk/gjk_small_hull.h"
#include "convex/manifold/hull_manifold.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/engine.h"
#include "convex/distance/distance.h"

/* A bound on the coordinates of a rigid hull and of its vertices. */
static double reach_of_hull(const hull_data *h, const carom_hull_frame *frame) {
    return max_abs3(frame->position) + 3.0 * max_abs3(frame->middle) + h->outer;
}

double carom_reach_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b) {
    return max2(reach_of_hull(carom_hull_data(a->shape.as.hull.hull), &a->frame.hull),
                reach_of_hull(carom_hull_data(b->shape.as.hull.hull), &b->frame.hull));
}

/* Two hulls in the order of their positions. */
typedef struct hulls_viewed {
    convex_shape a, b;
    double reach;
} hulls_viewed;

/* @return false where the positions do not give the order, and for extreme sizes */
static bool view_hulls(hulls_viewed *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_posed_shape *given[2] = {a, b};
    const bool flip = hulls_are_flipped(a, b);
    if (hulls_are_level(a, b)) return false;
    carom_view_posed_hull(&out->a, given[flip]);
    carom_view_posed_hull(&out->b, given[!flip]);
    out->reach = max2(reach_of_hull(out->a.hull, &a->frame.hull),
                      reach_of_hull(out->b.hull, &b->frame.hull));
    return out->reach > HULLS_SMALL && out->reach < HULLS_LARGE;
}

/* By the GJK of small hulls, from the frames alone. Pairs that it leaves undecided are nearly in
 * contact. */
static bool closest_of_small_hulls(const small_hull_body pair[2], convex_cache *cache,
                                   convex_distance *out, double *reach) {
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

static hull_rest_body rest_body_of(const carom_posed_shape *s) {
    return (hull_rest_body){carom_hull_data(s->shape.as.hull.hull), &s->frame.hull};
}

hull_rest_end carom_hulls_rest(const carom_posed_shape *a, const carom_posed_shape *b,
                               hull_rest_point *at) {
    const hull_rest_body first = rest_body_of(a), second = rest_body_of(b);
    if (first.hull->dimension < 3 || second.hull->dimension < 3) return HULL_REST_UNDECIDED;
    return carom_hull_rest(&first, &second, at);
}

/* Hulls that stand face to face, in contact or apart by rounding. */
static CAROM_APART bool closest_of_standing(const carom_posed_shape *a, const carom_posed_shape *b,
                                            double reach, convex_distance *out) {
    hull_rest_point at;
    hull_rest_gap found;
    const hull_rest_body first = rest_body_of(a), second = rest_body_of(b);
    const hull_rest_end end = carom_hulls_rest(a, b, &at);
    if (end == HULL_REST_UNDECIDED) return false;
    out->overlap = false;
    out->status = CONVEX_EXACT;
    if (end == HULL_REST_CONTACT) {
        out->point_a = out->point_b = at.point;
        out->distance = out->lower_bound = 0.0;
        out->normal = vec(1, 0, 0);
        return true;
    }
    if (!carom_hull_rest_gap(&first, &second, &found) || found.gap > NEAR_CONTACT * reach)
        return false;
    out->distance = found.gap;
    out->lower_bound = max2(found.gap - STANDING_DISTANCE * NEAR_CONTACT * reach, 0.0);
    out->normal = found.face_of_b ? neg3(found.normal) : found.normal;
    out->point_a = found.face_of_b ? found.of_vertex : found.of_face;
    out->point_b = found.face_of_b ? found.of_face : found.of_vertex;
    return true;
}

bool carom_hulls_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_cache *cache, convex_distance *out) {
    double reach = 0.0;
    const bool flip = hulls_are_flipped(a, b);
    const carom_posed_shape *const given[2] = {a, b}, *first = given[flip], *second = given[!flip];
    const small_hull_body pair[2] = {
        {carom_hull_data(first->shape.as.hull.hull), &first->frame.hull},
        {carom_hull_data(second->shape.as.hull.hull), &second->frame.hull}};
    const bool small = is_small_hull(pair[0].hull) && is_small_hull(pair[1].hull);
    if (hulls_are_level(a, b)) return false;
    if ((small ? closest_of_small_hulls(pair, cache, out, &reach)
               : closest_viewed(a, b, cache, out, &reach)) &&
        ((out->distance == 0.0 && out->overlap) || out->distance > NEAR_CONTACT * reach))
        return true;
    return closest_of_standing(first, second, reach, out);
}

bool carom_hulls_manifold(const carom_posed_shape *a, const carom_posed_shape *b,
                          const manifold_options *options, convex_manifold *out) {
    hulls_viewed v;
    return view_hulls(&v, a, b) &&
           carom_hull_manifold(&v.a, &v.b, SHALLOW_DEPTH * v.reach, options, out);
}

static bool located(const hulls_viewed *v, facet_answer *out) {
    carom_hulls_locate(&v->a, &v->b, out);
    return true;
}

/* The depth of hulls that stand face to face: contact where it is `shallow`, and a point that both
 * faces share where it is as deep as the deepest. In table order by `a` and `b` of the call.
 * @return false where it is undecided */
static CAROM_APART bool standing_depth(const carom_posed_shape *a, const carom_posed_shape *b,
                                       bool shallow, facet_answer *out) {
    const bool flip = hulls_are_flipped(a, b);
    hull_rest_point at;
    const hull_rest_end end = carom_hulls_rest(flip ? b : a, flip ? a : b, &at);
    if (end == HULL_REST_UNDECIDED) return false;
    if (shallow) out->depth = end == HULL_REST_CONTACT ? max2(out->depth, 0.0) : -1.0;
    if (end == HULL_REST_APART) return shallow;
    const double depth = dot3(out->normal, sub3(at.of_a, at.point));
    if (out->aligned) return true;
    if (!(fabs(depth - out->depth) <= STANDING_ROUNDING * out->scale)) return false;
    out->point_a = mad3(at.point, out->normal, out->depth);
    out->point_b = at.point;
    return true;
}

bool carom_hulls_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           facet_answer *out) {
    hulls_viewed v;
    out->skip_projection = false;
    out->cached = NULL;
    if (!view_hulls(&v, a, b) || !carom_hulls_facet(&v.a, &v.b, &(vec3){0, 0, 0}, out))
        return false;
    const bool shallow = !(out->depth > SHALLOW_DEPTH * v.reach);
    if (out->depth < -SHALLOW_DEPTH * v.reach) return false;
    if (out->aligned && !shallow) return true;
    return standing_depth(a, b, shallow, out) || (!shallow && located(&v, out));
}
