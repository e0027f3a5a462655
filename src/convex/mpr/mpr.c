/* Portal refinement [Snethen08]: the ray from a point inside A - B to the origin leaves through a
 * triangle of support points, the portal, which moves outwards until the origin is behind it, or a
 * support point is not beyond the origin. No distance is measured on the way: a step takes two
 * cross products.
 *
 * Either answer is certain, a plane with A - B behind it or a tetrahedron of points of A - B round
 * the origin, each by more than rounding; whatever is not is left to whoever asks. */
#include "convex/mpr/mpr.h"

#include "convex/gjk/gjk.h"

#define STEPS 20
/* Relative to the coordinates: of dot products, and of triple products. */
#define DOT_SLACK 1e-14
#define TRIPLE_SLACK 1e-13
/* Coordinates whose products stay in range. */
#define PORTAL_LEAST 1e-30
#define PORTAL_MOST 1e30
#define AXIS_LEAST 1e-100
/* A step that gains less, relatively, is the last. */
#define STUCK 1e-9

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

static inline vec3 difference_of(portal *p, vec3 offset_a, vec3 offset_b) {
    vec3 a = add3(offset_a, p->shift_a), b = add3(offset_b, p->shift_b);
    p->size = max2(p->size, max2(max_abs3(a), max_abs3(b)));
    return sub3(a, b);
}

static CAROM_INLINE portal_corner farthest_corner(portal *p, vec3 direction) {
    portal_corner c = {.ia = p->hint[0], .ib = p->hint[1]};
    vec3 a = convex_offset_inline(p->a, direction, &c.ia);
    vec3 b = convex_offset_inline(p->b, neg3(direction), &c.ib);
    c.w = difference_of(p, a, b);
    p->axis = direction;
    p->hint[0] = c.ia, p->hint[1] = c.ib;
    return c;
}

/* Is all of A - B behind the origin along the axis? */
static inline bool is_behind(const portal *p, vec3 farthest) {
    vec3 n = p->axis;
    double length = fabs(n.x) + fabs(n.y) + fabs(n.z), reach = dot3(farthest, n);
    if (!(length > AXIS_LEAST && reach < -DOT_SLACK * p->size * length)) return false;
    double choice = convex_choice_rounding(p->shift_a, p->shift_b);
    return reach < -(DOT_SLACK * p->size + choice) * length;
}

static inline double triple(vec3 a, vec3 b, vec3 c) {
    return dot3(cross3(a, b), c);
}

/* The origin is behind the portal and between the planes through its sides and the middle. */
static bool holds_origin(const portal *p) {
    vec3 a = p->corner[0].w, b = p->corner[1].w, c = p->corner[2].w, m = p->middle;
    double least = TRIPLE_SLACK * p->size * p->size * p->size;
    return triple(a, b, c) > least && triple(a, m, b) > least && triple(b, m, c) > least &&
           triple(c, m, a) > least;
}

static inline vec3 across(const portal *p) {
    return cross3(sub3(p->corner[0].w, p->middle), sub3(p->corner[1].w, p->middle));
}

/* The second corner: the ray is to be on the left of the first two, seen from outside. */
static inline vec3 set_second(portal *p, portal_corner c) {
    p->corner[1] = c;
    vec3 n = across(p);
    if (!(dot3(n, p->middle) > 0.0)) return n;
    p->corner[1] = p->corner[0];
    p->corner[0] = c;
    return neg3(n);
}

/* The third, when the ray is between the sides that meet there; else it takes another's place. */
static inline bool set_third(portal *p, portal_corner c) {
    vec3 side = cross3(p->middle, c.w);
    int out = dot3(side, p->corner[1].w) < 0.0 ? 0 : dot3(side, p->corner[0].w) > 0.0 ? 1 : 2;
    p->corner[out] = c;
    return out == 2;
}

/* Planes through the ray and the new corner tell which one gives way. */
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
            if (!(dot3(n, c.w) > height * (1.0 - STUCK))) return PORTAL_OPEN;
            replace_corner(p, c);
        } else if (!(p->complete = set_third(p, c))) {
            n = across(p);
            continue;
        }
        n = cross3(sub3(at[1].w, at[0].w), sub3(at[2].w, at[0].w));
        height = dot3(n, at[0].w);
        if (height >= 0.0) return holds_origin(p) ? PORTAL_CONTACT : PORTAL_OPEN;
    }
    return PORTAL_OPEN;
}

static portal_end if_sane(const portal *p, portal_end end) {
    return p->size > PORTAL_LEAST && p->size < PORTAL_MOST ? end : PORTAL_OPEN;
}

portal_end carom_mpr_search(portal *p) {
    return if_sane(p, search(p));
}

/* ---- warm starts */

/* The corners where the shapes are now. */
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
    bool flat = convex_is_flat(p->a) && convex_is_flat(p->b);
    if (cache->count == 3 && flat && recall_corners(p, cache) && holds_origin(p))
        return if_sane(p, PORTAL_CONTACT);
    if (cache->count == 4) return PORTAL_OPEN;
    portal_corner c = farthest_corner(p, cache->axis);
    if (!is_behind(p, c.w) || if_sane(p, PORTAL_APART) == PORTAL_OPEN) return PORTAL_OPEN;
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
