/* MPR, Minkowski portal refinement [Snethen08]: the ray from an interior point of the Minkowski
 * difference A - B to the origin passes through a triangle of support points, the portal. The
 * portal moves outwards until the origin is behind it, or until a support point is not beyond the
 * origin. The search measures no distance: a step takes two cross products.
 *
 * Both answers are certain: a separating plane, or a tetrahedron of points of A - B that contains
 * the origin, each by more than rounding. All else is undecided and left to GJK. */
#include "convex/mpr/mpr.h"

#include "convex/gjk/gjk.h"

/* Steps before the pair is left to GJK. */
#define STEPS 20

void carom_mpr_start(portal *p, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache) {
    vec3 reference = convex_reference(a, b);
    bool warm = cache && cache->count > 0;
    p->a = a, p->b = b;
    p->shift_a = sub3(convex_origin(a), reference);
    p->shift_b = sub3(convex_origin(b), reference);
    p->middle = sub3(sub3(convex_middle(a), reference), sub3(convex_middle(b), reference));
    p->size = max_abs3(p->middle);
    p->hint[0] = warm ? cache->hint[0] : 0;
    p->hint[1] = warm ? cache->hint[1] : 0;
    p->complete = false;
}

/* The point of A - B of two offsets. */
static inline vec3 difference_of(portal *p, vec3 offset_a, vec3 offset_b) {
    vec3 a = add3(offset_a, p->shift_a), b = add3(offset_b, p->shift_b);
    p->size = max2(p->size, max2(max_abs3(a), max_abs3(b)));
    return sub3(a, b);
}

/* The support point of A - B along `direction`. */
static CAROM_INLINE portal_corner farthest_corner(portal *p, vec3 direction) {
    portal_corner c = {.ia = p->hint[0], .ib = p->hint[1]};
    vec3 a = convex_offset_inline(p->a, direction, &c.ia);
    vec3 b = convex_offset_inline(p->b, neg3(direction), &c.ib);
    c.w = difference_of(p, a, b);
    p->axis = direction;
    p->hint[0] = c.ia, p->hint[1] = c.ib;
    return c;
}

/* Does the axis, along which `farthest` is the support point, separate the shapes by more than
 * rounding? */
static inline bool is_behind(const portal *p, vec3 farthest) {
    vec3 n = p->axis;
    double length = fabs(n.x) + fabs(n.y) + fabs(n.z), reach = dot3(farthest, n);
    if (!(length > MPR_AXIS_MIN && reach < -MPR_DOT_SLACK * p->size * length)) return false;
    double choice = convex_choice_rounding(p->shift_a, p->shift_b);
    return reach < -(MPR_DOT_SLACK * p->size + choice) * length;
}

static inline double triple(vec3 a, vec3 b, vec3 c) {
    return dot3(cross3(a, b), c);
}

/* Does the tetrahedron of the portal and the middle contain the origin by more than rounding? */
static bool holds_origin(const portal *p) {
    vec3 a = p->corner[0].w, b = p->corner[1].w, c = p->corner[2].w, m = p->middle;
    double least = MPR_TRIPLE_SLACK * p->size * p->size * p->size;
    return triple(a, b, c) > least && triple(a, m, b) > least && triple(b, m, c) > least &&
           triple(c, m, a) > least;
}

/* Normal of the plane through the middle and the first two corners. */
static inline vec3 side_normal(const portal *p) {
    return cross3(sub3(p->corner[0].w, p->middle), sub3(p->corner[1].w, p->middle));
}

/* Sets the second corner, in the order that leaves the ray on the left of the first two, seen from
 * outside. Returns the next search direction. */
static inline vec3 set_second(portal *p, portal_corner c) {
    p->corner[1] = c;
    vec3 n = side_normal(p);
    if (!(dot3(n, p->middle) > 0.0)) return n;
    p->corner[1] = p->corner[0];
    p->corner[0] = c;
    return neg3(n);
}

/* Sets the third corner when the ray passes between the two sides that meet there; otherwise the
 * new point replaces another corner, and the portal is still incomplete (false). */
static inline bool set_third(portal *p, portal_corner c) {
    vec3 side = cross3(p->middle, c.w);
    int out = dot3(side, p->corner[1].w) < 0.0 ? 0 : dot3(side, p->corner[0].w) > 0.0 ? 1 : 2;
    p->corner[out] = c;
    return out == 2;
}

/* Replaces one corner so that the ray still passes through the portal: the planes through the ray
 * and the new corner decide which. */
static inline void replace_corner(portal *p, portal_corner c) {
    vec3 side = cross3(c.w, p->middle);
    bool first = dot3(side, p->corner[0].w) > 0.0;
    bool other = dot3(side, p->corner[first ? 1 : 2].w) > 0.0;
    p->corner[other ? !first : first ? 2 : 0] = c;
}

static portal_end search(portal *p) {
    const portal_corner *at = p->corner;
    vec3 n = neg3(p->middle);
    double height = 0.0;
    for (int i = 0; i < STEPS; i++) {
        portal_corner c = farthest_corner(p, n);
        if (is_behind(p, c.w)) return PORTAL_APART;
        if (i < 2) {
            if (i == 0) p->corner[0] = c;
            n = i == 0 ? cross3(p->middle, c.w) : set_second(p, c);
            continue;
        }
        if (p->complete) {
            if (!(dot3(n, c.w) > height * (1.0 - MPR_STALL))) return PORTAL_UNDECIDED;
            replace_corner(p, c);
        } else if (!(p->complete = set_third(p, c))) {
            n = side_normal(p);
            continue;
        }
        n = cross3(sub3(at[1].w, at[0].w), sub3(at[2].w, at[0].w));
        height = dot3(n, at[0].w);
        if (height >= 0.0) return holds_origin(p) ? PORTAL_CONTACT : PORTAL_UNDECIDED;
    }
    return PORTAL_UNDECIDED;
}

/* The result, or undecided where products may have left the range. */
static portal_end if_in_range(const portal *p, portal_end end) {
    return p->size > MPR_SIZE_MIN && p->size < MPR_SIZE_MAX ? end : PORTAL_UNDECIDED;
}

portal_end carom_mpr_search(portal *p) {
    return if_in_range(p, search(p));
}

/* ---- warm starts */

/* Rebuilds the cached corners at the present poses. False when they are of other shapes. */
static bool recall_corners(portal *p, const convex_cache *cache) {
    int limit_a = convex_vertex_count(p->a), limit_b = convex_vertex_count(p->b);
    for (int i = 0; i < 3; i++) {
        int ia = cache->a[i], ib = cache->b[i];
        if (ia < 0 || ib < 0 || ia >= limit_a || ib >= limit_b) return false;
        vec3 w = difference_of(p, convex_vertex(p->a, ia), convex_vertex(p->b, ib));
        p->corner[i] = (portal_corner){w, ia, ib};
    }
    return true;
}

portal_end carom_mpr_recall(portal *p, convex_cache *cache) {
    bool polyhedral = convex_is_polyhedral(p->a) && convex_is_polyhedral(p->b);
    if (cache->count == 3 && polyhedral && recall_corners(p, cache) && holds_origin(p))
        return if_in_range(p, PORTAL_CONTACT);
    if (cache->count == 4) return PORTAL_UNDECIDED;
    portal_corner c = farthest_corner(p, cache->axis);
    if (!is_behind(p, c.w) || if_in_range(p, PORTAL_APART) == PORTAL_UNDECIDED)
        return PORTAL_UNDECIDED;
    cache->hint[0] = c.ia, cache->hint[1] = c.ib;
    return PORTAL_APART;
}

void carom_mpr_store(const portal *p, portal_end end, convex_cache *cache) {
    cache->axis = p->axis;
    cache->hint[0] = p->hint[0], cache->hint[1] = p->hint[1];
    cache->count = end == PORTAL_CONTACT ? 3 : 1;
    for (int i = 0; i < cache->count; i++) {
        cache->a[i] = end == PORTAL_CONTACT ? p->corner[i].ia : p->hint[0];
        cache->b[i] = end == PORTAL_CONTACT ? p->corner[i].ib : p->hint[1];
    }
}
