/* MPR [Snethen08] as in mpr.c, in float and in A's frame, for two convex hulls whose vertices are
 * scanned in lanes. Contact and separation are returned only where they exceed the error bound of
 * hull_float.h, which covers the rounding in float and of the axes; nearly all pairs do, and the
 * others are left to MPR in double. The support function comes from the greatest height of a
 * vertex, which is known before the vertex is, so that the test for separation need not wait.
 * It
 * decides nearly all hull pairs that bounding spheres leave undecided in overlap. Same bits on
 * every instruction set. */
#include "convex/support/hull_float_lanes.h"
#include "convex/mpr/mpr_float.h"

/* Steps before the pair is left to MPR in double. */
#define MPR_FLOAT_STEPS 16

typedef struct mpr_float {
    hull_float_pair pair;
    hull_float_corner corner[3];
    const hull_data *hull[2];
    bool asks_center_line;            /* not yet looked at, and no cache needs the corners */
    float difference[3 * HULL_LANES]; /* middle - B for a B of eight vertices, in A's frame */
} mpr_float;

/* A support point of A - B, and the value of the support function. */
typedef struct portal_support {
    hull_float_corner corner;
    float height;
} portal_support;

static CAROM_INLINE bool has_eight_vertices(const mpr_float *p) {
    return p->pair.a.count == HULL_LANES && p->pair.b.count == HULL_LANES;
}

/* Transforms the vertices of B to (middle - B) in A's frame. */
static CAROM_INLINE void pose_difference(mpr_float *p) {
    const float *at = p->pair.b.points;
    const f8 x = f8_load(at), y = f8_load(at + HULL_LANES), z = f8_load(at + 2 * HULL_LANES);
    for (int i = 0; i < 3; i++) {
        const broadcast_vector row = {f8_all(p->pair.column[0][i]), f8_all(p->pair.column[1][i]),
                                      f8_all(p->pair.column[2][i])};
        f8_store(p->difference + HULL_LANES * i,
                 f8_sub(f8_all(p->pair.middle[i]), eight_products(&row, x, y, z)));
    }
    p->pair.b.points = p->difference;
}

static CAROM_INLINE hull_float_corner portal_difference(const mpr_float *p, bool posed, int ia,
                                                        int ib) {
    if (!posed) return hull_float_difference(&p->pair, ia, ib);
    return (hull_float_corner){hull_float_point(&p->pair.a, ia) + hull_float_point(&p->pair.b, ib),
                               ia, ib};
}

static CAROM_INLINE portal_support support_of_eight(const mpr_float *p, four direction) {
    const broadcast_vector n = spread_vector_of(direction);
    float high_a, high_b;
    int ia = farthest_of_eight(&p->pair.a, &n, &high_a);
    int ib = farthest_of_eight(&p->pair.b, &n, &high_b);
    return (portal_support){portal_difference(p, true, ia, ib), high_a + high_b};
}

static CAROM_INLINE portal_support support_along(const mpr_float *p, bool posed, four n) {
    float high_a, high_b;
    if (posed) return support_of_eight(p, n);
    int ia = farthest_corner_along(&p->pair.a, n, &high_a);
    int ib = farthest_corner_along(&p->pair.b, hull_float_transform(p->pair.row, -n), &high_b);
    return (portal_support){portal_difference(p, false, ia, ib),
                            high_a + high_b + hull_float_dot(n, p->pair.middle)};
}

/* Does n separate: is the support function of A - B, `height`, certainly negative? */
static CAROM_INLINE bool lies_behind(const hull_float_pair *p, four n, float height) {
    float length = hull_float_length(n);
    return height < 0.0f && length > HULL_FLOAT_DIRECTION_MIN &&
           height < -HULL_FLOAT_SLACK * p->size * length;
}

/* Is the origin on the inner side of the plane through x that two edges span, at a distance greater
 * than the error of the vertices? */
static CAROM_INLINE bool is_within(const hull_float_pair *p, four edge, four other, four x) {
    float least = HULL_FLOAT_SLACK * p->size * hull_float_length(edge) * hull_float_length(other);
    return hull_float_dot(hull_float_cross(edge, other), x) > least;
}

/* Does the tetrahedron of the portal and the middle contain a ball about the origin as large as the
 * error of the vertices? */
static CAROM_INLINE bool surrounds_origin(const mpr_float *p) {
    four first = p->corner[0].w, m = p->pair.middle;
    four a = first - m, b = p->corner[1].w - m, c = p->corner[2].w - m;
    return is_within(&p->pair, b - a, c - a, first) && is_within(&p->pair, b, a, m) &&
           is_within(&p->pair, c, b, m) && is_within(&p->pair, a, c, m);
}

/* Sets the second corner, in the order that leaves the ray from the middle to the origin on the
 * left of the first two, seen from outside. Returns the next search direction. */
static CAROM_INLINE four put_second(mpr_float *p, hull_float_corner c) {
    four n = hull_float_cross(p->corner[0].w - p->pair.middle, c.w - p->pair.middle);
    p->corner[1] = c;
    if (!(hull_float_dot(n, p->pair.middle) > 0.0f)) return n;
    p->corner[1] = p->corner[0];
    p->corner[0] = c;
    return -n;
}

/* Sets the third corner when the ray passes between the two sides that meet there; otherwise the
 * new point replaces another corner, and the portal is still incomplete (false). */
static CAROM_INLINE bool put_third(mpr_float *p, hull_float_corner c) {
    four side = hull_float_cross(p->pair.middle, c.w);
    int out = hull_float_dot(side, p->corner[1].w) < 0.0f   ? 0
              : hull_float_dot(side, p->corner[0].w) > 0.0f ? 1
                                                            : 2;
    p->corner[out] = c;
    return out == 2;
}

/* 1 / t, where the ray from the middle along d leaves the hull, shrunk by a margin, at t d. */
static CAROM_INLINE float exit_rate(const hull_data *h, four d, float margin) {
    const broadcast_vector direction = spread_vector_of(d);
    const f8 less = f8_all(margin);
    f8 most = f8_all(0.0f);
    for (int i = 0; i < h->face_count; i += HULL_LANES) {
        const float *at = h->planes + 4 * i;
        f8 along = eight_products(&direction, f8_load(at), f8_load(at + HULL_LANES),
                                  f8_load(at + 2 * HULL_LANES));
        most = f8_max(f8_div(along, f8_sub(f8_load(at + 3 * HULL_LANES), less)), most);
    }
    return greatest_in_lanes(most);
}

/* What is known of the segment between the middles. */
typedef enum center_line {
    LINE_OPEN,
    LINE_SHARED, /* the hulls certainly share a point of it */
    LINE_TOUCHED /* they may touch there, as hulls that stand on each other do */
} center_line;

/* The hulls cover t_a and t_b of the segment, and 1 / t_a = of_a, so t_a + t_b > 1 where of_a +
 * of_b > of_a of_b. */
static CAROM_INLINE center_line look_at_center_line(const mpr_float *p) {
    const hull_data *a = p->hull[0], *b = p->hull[1];
    const float margin = HULL_FLOAT_SLACK * p->pair.size;
    if (!a->planes || !b->planes || !(a->inner > 2.0 * margin && b->inner > 2.0 * margin))
        return LINE_OPEN;
    four row[3];
    hull_float_transpose(row, p->pair.column);
    float of_a = exit_rate(a, -p->pair.middle, margin);
    float of_b = exit_rate(b, hull_float_transform(row, p->pair.middle), margin);
    if (of_a + of_b > of_a * of_b * (1.0f + HULL_FLOAT_SLACK)) return LINE_SHARED;
    return of_a + of_b > of_a * of_b * (1.0f - MPR_FLOAT_TOUCH) ? LINE_TOUCHED : LINE_OPEN;
}

/* What may touch on the line mostly is undecided at the end of the search, too. */
static CAROM_INLINE portal_end end_of_line(center_line line) {
    return line == LINE_SHARED ? PORTAL_CONTACT : PORTAL_UNDECIDED;
}

/* Are the middles so near each other that the hulls mostly share a point of the line between them?
 */
static CAROM_INLINE bool are_middles_near(const mpr_float *p) {
    const float reach = MPR_FLOAT_NEAR * (float)(p->hull[0]->inner + p->hull[1]->inner);
    return hull_float_dot(p->pair.middle, p->pair.middle) < reach * reach;
}

static CAROM_INLINE portal_end search_in_float(mpr_float *p, bool posed, four *axis,
                                               hull_float_corner *last) {
    const hull_float_corner *at = p->corner;
    four n = -p->pair.middle;
    float height = 0.0f;
    bool found = false;
    for (int i = 0; i < MPR_FLOAT_STEPS; i++) {
        portal_support support = support_along(p, posed, n);
        hull_float_corner c = support.corner;
        if (lies_behind(&p->pair, n, support.height)) return *axis = n, *last = c, PORTAL_APART;
        if (i < 2) {
            if (i == 0 && p->asks_center_line) {
                const center_line line = look_at_center_line(p);
                if (line != LINE_OPEN) return end_of_line(line);
            }
            if (i == 0) p->corner[0] = c;
            n = i == 0 ? hull_float_cross(p->pair.middle, c.w) : put_second(p, c);
            continue;
        }
        if (found) {
            if (!(hull_float_dot(n, c.w) > height * (1.0f - MPR_FLOAT_STALL)))
                return PORTAL_UNDECIDED;
            p->corner[hull_float_replaced_corner(p->corner,
                                                 hull_float_cross(c.w, p->pair.middle))] = c;
        } else if (!(found = put_third(p, c))) {
            n = hull_float_cross(at[0].w - p->pair.middle, at[1].w - p->pair.middle);
            continue;
        }
        n = hull_float_cross(at[1].w - at[0].w, at[2].w - at[0].w);
        height = hull_float_dot(n, at[0].w);
        if (height >= 0.0f) return surrounds_origin(p) ? PORTAL_CONTACT : PORTAL_UNDECIDED;
    }
    return PORTAL_UNDECIDED;
}

/* ---- warm starts */

static CAROM_INLINE bool recall_portal(mpr_float *p, bool posed, const convex_cache *cache) {
    for (int i = 0; i < 3; i++) {
        int ia = cache->a[i], ib = cache->b[i];
        if (ia < 0 || ib < 0 || ia > p->pair.a.last || ib > p->pair.b.last) return false;
        p->corner[i] = portal_difference(p, posed, ia, ib);
    }
    return true;
}

/* Tests whether the cached tetrahedron or axis still proves contact or separation. */
static CAROM_INLINE portal_end recall_in_float(mpr_float *p, bool posed, const hull_float_body *a,
                                               convex_cache *cache) {
    if (cache->count == 3 && recall_portal(p, posed, cache) && surrounds_origin(p))
        return PORTAL_CONTACT;
    if (cache->count == 4) return PORTAL_UNDECIDED;
    four own = hull_float_to_own_frame(a, cache->axis);
    bool apart = lies_behind(&p->pair, own, support_along(p, posed, own).height);
    return apart ? PORTAL_APART : PORTAL_UNDECIDED;
}

static void store_contact(const mpr_float *p, convex_cache *cache) {
    cache->count = 3;
    for (int i = 0; i < 3; i++)
        cache->a[i] = p->corner[i].ia, cache->b[i] = p->corner[i].ib;
    cache->hint[0] = cache->a[0], cache->hint[1] = cache->b[0];
}

static void store_apart(const hull_float_body *a, four n, const hull_float_corner *last,
                        convex_cache *cache) {
    vec3 x = scale3(hull_float_axis(a, 0), (double)n[0]);
    cache->count = 1;
    cache->axis =
        mad3(mad3(x, hull_float_axis(a, 1), (double)n[1]), hull_float_axis(a, 2), (double)n[2]);
    cache->a[0] = cache->hint[0] = last->ia;
    cache->b[0] = cache->hint[1] = last->ib;
}

static CAROM_INLINE portal_end run_mpr(mpr_float *p, bool posed, const hull_float_body *a,
                                       convex_cache *cache) {
    hull_float_corner last = {.ia = 0};
    four axis = {0};
    portal_end end =
        cache && cache->count > 0 ? recall_in_float(p, posed, a, cache) : PORTAL_UNDECIDED;
    if (end != PORTAL_UNDECIDED) return end;
    end = search_in_float(p, posed, &axis, &last);
    if (!cache || end == PORTAL_UNDECIDED) return end;
    if (end == PORTAL_CONTACT)
        store_contact(p, cache);
    else
        store_apart(a, axis, &last, cache);
    return end;
}

portal_end SIMD_NAME(carom_mpr_float)(const hull_float_body *a, const hull_float_body *b,
                                      const vec3 *apart, convex_cache *cache) {
    mpr_float p;
    if (!hull_float_init(&p.pair, a, b, apart)) return PORTAL_UNDECIDED;
    p.hull[0] = a->hull, p.hull[1] = b->hull;
    p.asks_center_line = cache == NULL;
    if (p.asks_center_line && are_middles_near(&p)) {
        const center_line line = look_at_center_line(&p);
        if (line != LINE_OPEN) return end_of_line(line);
        p.asks_center_line = false;
    }
    if (has_eight_vertices(&p)) {
        pose_difference(&p);
        return run_mpr(&p, true, a, cache);
    }
    hull_float_transpose(p.pair.row, p.pair.column);
    return run_mpr(&p, false, a, cache);
}
