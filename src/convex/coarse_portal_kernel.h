/* Portal refinement as in portal.c, in float and in A's frame. Its answers hold where they are
 * certain by more than float and the axes leave open, which is nearly always; else the portal in
 * double is asked. Along a direction the hulls reach as far as their farthest corners' heights say,
 * which are known before the corners are. */
#include "convex/coarse_lanes.h"
#include "convex/coarse_portal.h"

#define COARSE_STEPS 16
/* A step that gains less, relatively, is the last. */
#define COARSE_STUCK 1e-4f

typedef struct coarse_portal {
    coarse_pair pair;
    coarse_corner corner[3];
} coarse_portal;

/* A corner of A - B that is the farthest along a direction, and how far that is. */
typedef struct portal_support {
    coarse_corner corner;
    float height;
} portal_support;

static CAROM_INLINE portal_support support_along(const coarse_pair *p, four n) {
    float high_a, high_b;
    int ia = farthest_corner_along(&p->a, n, &high_a);
    int ib = farthest_corner_along(&p->b, coarse_combined(p->row, -n), &high_b);
    return (portal_support){coarse_difference(p, ia, ib),
                            high_a + high_b + coarse_dot(n, p->middle)};
}

/* Is all of A - B, which reaches that high along n, behind the origin? */
static CAROM_INLINE bool lies_behind(const coarse_pair *p, four n, float height) {
    float length = coarse_length(n);
    return height < 0.0f && length > COARSE_LEAST && height < -COARSE_SLACK * p->size * length;
}

/* Is the origin farther from the plane through two edges from x than the corners may be off? */
static CAROM_INLINE bool is_within(const coarse_pair *p, four edge, four other, four x) {
    float least = COARSE_SLACK * p->size * coarse_length(edge) * coarse_length(other);
    return coarse_dot(coarse_cross(edge, other), x) > least;
}

/* The origin is behind the portal and between the planes through its sides and the middle: a ball
 * round it as large as the error of the corners is in their tetrahedron. */
static CAROM_INLINE bool surrounds_origin(const coarse_portal *p) {
    four first = p->corner[0].w, m = p->pair.middle;
    four a = first - m, b = p->corner[1].w - m, c = p->corner[2].w - m;
    return is_within(&p->pair, b - a, c - a, first) && is_within(&p->pair, b, a, m) &&
           is_within(&p->pair, c, b, m) && is_within(&p->pair, a, c, m);
}

/* The second corner: the ray from the middle to the origin is to be on the left of the first two,
 * seen from outside. */
static CAROM_INLINE four put_second(coarse_portal *p, coarse_corner c) {
    four n = coarse_cross(p->corner[0].w - p->pair.middle, c.w - p->pair.middle);
    p->corner[1] = c;
    if (!(coarse_dot(n, p->pair.middle) > 0.0f)) return n;
    p->corner[1] = p->corner[0];
    p->corner[0] = c;
    return -n;
}

/* The third, when the ray is between the sides that meet there; else it takes another's place. */
static CAROM_INLINE bool put_third(coarse_portal *p, coarse_corner c) {
    four side = coarse_cross(p->pair.middle, c.w);
    int out = coarse_dot(side, p->corner[1].w) < 0.0f   ? 0
              : coarse_dot(side, p->corner[0].w) > 0.0f ? 1
                                                        : 2;
    p->corner[out] = c;
    return out == 2;
}

static portal_end search_coarsely(coarse_portal *p, four *axis, coarse_corner *last) {
    const coarse_corner *at = p->corner;
    four n = -p->pair.middle;
    float height = 0.0f;
    bool found = false;
    for (int i = 0; i < COARSE_STEPS; i++) {
        portal_support support = support_along(&p->pair, n);
        coarse_corner c = support.corner;
        if (lies_behind(&p->pair, n, support.height)) return *axis = n, *last = c, PORTAL_APART;
        if (i < 2) {
            if (i == 0) p->corner[0] = c;
            n = i == 0 ? coarse_cross(p->pair.middle, c.w) : put_second(p, c);
            continue;
        }
        if (found) {
            if (!(coarse_dot(n, c.w) > height * (1.0f - COARSE_STUCK))) return PORTAL_OPEN;
            p->corner[coarse_outgoing(p->corner, coarse_cross(c.w, p->pair.middle))] = c;
        } else if (!(found = put_third(p, c))) {
            n = coarse_cross(at[0].w - p->pair.middle, at[1].w - p->pair.middle);
            continue;
        }
        n = coarse_cross(at[1].w - at[0].w, at[2].w - at[0].w);
        height = coarse_dot(n, at[0].w);
        if (height >= 0.0f) return surrounds_origin(p) ? PORTAL_CONTACT : PORTAL_OPEN;
    }
    return PORTAL_OPEN;
}

/* ---- warm starts */

static bool recall_portal(coarse_portal *p, const convex_cache *cache) {
    for (int i = 0; i < 3; i++) {
        int ia = cache->a[i], ib = cache->b[i];
        if (ia < 0 || ib < 0 || ia > p->pair.a.last || ib > p->pair.b.last) return false;
        p->corner[i] = coarse_difference(&p->pair, ia, ib);
    }
    return true;
}

/* Does what the last search left in the cache still tell? */
static portal_end recall_coarsely(coarse_portal *p, const coarse_body *a, convex_cache *cache) {
    if (cache->count == 3 && recall_portal(p, cache) && surrounds_origin(p)) return PORTAL_CONTACT;
    if (cache->count == 4) return PORTAL_OPEN;
    four own = coarse_into(a, cache->axis);
    bool apart = lies_behind(&p->pair, own, support_along(&p->pair, own).height);
    return apart ? PORTAL_APART : PORTAL_OPEN;
}

static void store_contact(const coarse_portal *p, convex_cache *cache) {
    cache->count = 3;
    for (int i = 0; i < 3; i++)
        cache->a[i] = p->corner[i].ia, cache->b[i] = p->corner[i].ib;
    cache->hint[0] = cache->a[0], cache->hint[1] = cache->b[0];
}

static void store_apart(const coarse_body *a, four n, const coarse_corner *last,
                        convex_cache *cache) {
    vec3 x = scale3(coarse_axis(a, 0), (double)n[0]);
    cache->count = 1;
    cache->axis = mad3(mad3(x, coarse_axis(a, 1), (double)n[1]), coarse_axis(a, 2), (double)n[2]);
    cache->a[0] = cache->hint[0] = last->ia;
    cache->b[0] = cache->hint[1] = last->ib;
}

portal_end SIMD_NAME(carom_coarse_portal)(const coarse_body *a, const coarse_body *b, vec3 apart,
                                          convex_cache *cache) {
    coarse_portal p;
    coarse_corner last = {.ia = 0};
    four axis = {0};
    if (!coarse_started(&p.pair, a, b, apart)) return PORTAL_OPEN;
    portal_end end = cache && cache->count > 0 ? recall_coarsely(&p, a, cache) : PORTAL_OPEN;
    if (end != PORTAL_OPEN) return end;
    end = search_coarsely(&p, &axis, &last);
    if (!cache || end == PORTAL_OPEN) return end;
    if (end == PORTAL_CONTACT)
        store_contact(&p, cache);
    else
        store_apart(a, axis, &last, cache);
    return end;
}
