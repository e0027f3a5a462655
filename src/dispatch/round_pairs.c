/* Spheres and capsules: the closest points of their axes tell everything else. A sphere's axis is a
 * point. Contact is decided once, by squares in double, so that all verbs agree; pairs without
 * radius, which the exact test of segments decides, and pairs of extreme size are left to the
 * general ways. Axes that cross have no direction between them: the least way out is then along
 * their common perpendicular. */
#include "dispatch/round_pairs.h"

#include "dispatch/engine.h"
#include "query/closest/kernel_segment_segment.h"
#include "query/penetration/deepest.h"

/* Axes nearer to each other than this part of the size have no direction between them. */
#define CROSSING 1e-12

typedef struct round_shape {
    vec3 a, b; /* the axis; a point twice */
    double radius;
} round_shape;

typedef struct round_pair {
    round_shape a, b;
    double s, t; /* of the closest points of the axes */
    vec3 apart;  /* from that of B to that of A */
    double d2, reach;
    vec3 on_a, on_b; /* these points, where they are asked for */
} round_pair;

static inline round_shape round_of(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_SPHERE) {
        vec3 center = load3(shape->as.sphere.center);
        return (round_shape){center, center, (double)shape->as.sphere.radius};
    }
    const carom_capsule *capsule = &shape->as.capsule;
    return (round_shape){load3(capsule->a), load3(capsule->b), (double)capsule->radius};
}

static inline bool is_round(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE;
}

static inline void keep_solution(round_pair *out, const segment_pair *found) {
    out->s = found->s;
    out->t = found->t;
    out->apart = found->apart;
    out->d2 = found->d2;
}

static CAROM_NOINLINE bool solve_careful(round_pair *out) {
    const vec3 ends[4] = {out->a.a, out->a.b, out->b.a, out->b.b};
    segment_pair found = carom_segment_segment_cold(ends);
    double size = len2(sub3(ends[1], ends[0])) + len2(sub3(ends[3], ends[2])) + found.d2;
    if (!(size < 1e150) || !(size > 1e-200 || out->reach > 1e-100)) return false;
    keep_solution(out, &found);
    return true;
}

/* Exactly a at 0 and b at 1. */
static inline vec3 axis_point(const round_shape *shape, double t) {
    return add3(scale3(shape->a, 1.0 - t), scale3(shape->b, t));
}

/* A is a sphere. */
static inline bool solve_ball(round_pair *out) {
    on_segment near = point_segment(out->a.a, out->b.a, out->b.b);
    out->s = 0.0;
    out->t = near.t;
    out->apart = near.away;
    out->d2 = near.d2;
    return (out->d2 < 1e150) & (out->reach > 1e-100);
}

static CAROM_INLINE bool solve_round(round_pair *out, const carom_shape *a, const carom_shape *b) {
    segment_pair found;
    out->a = round_of(a);
    out->b = round_of(b);
    out->reach = out->a.radius + out->b.radius;
    if (!(out->reach > 0.0 && out->reach < 1e75)) return false;
    if (a->kind == CAROM_SHAPE_SPHERE) return solve_ball(out);
    if (CAROM_LIKELY(plain_segments(&found, out->a.a, out->a.b, out->b.a, out->b.b))) {
        keep_solution(out, &found);
    } else if (!solve_careful(out))
        return false;
    return true;
}

static inline bool rounds_touch(const round_pair *pair) {
    return pair->d2 <= pair->reach * pair->reach;
}

bool carom_round_overlap(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    if (CAROM_UNLIKELY(!solve_round(&pair, a, b))) return carom_rounded_closest(a, b).distance == 0;
    return rounds_touch(&pair);
}

carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    if (CAROM_UNLIKELY(!solve_round(&pair, a, b))) return carom_rounded_closest(a, b);
    vec3 on_a = axis_point(&pair.a, pair.s), on_b = axis_point(&pair.b, pair.t);
    vec3 way = neg3(pair.apart);
    carom_closest_any out = {.t_a = (carom_real)pair.s, .t_b = (carom_real)pair.t};
    double apart = sqrt(pair.d2), per_apart = apart > 0.0 ? 1.0 / apart : 0.0;
    if (rounds_touch(&pair)) {
        /* from A's axis towards B's, as far as A reaches */
        out.point_a = store3(mad3(on_a, way, min2(pair.a.radius * per_apart, 1.0)));
        out.point_b = out.point_a;
        return out;
    }
    vec3 x = mad3(on_a, way, pair.a.radius * per_apart);
    out.distance = (carom_real)(apart - pair.reach);
    if (CAROM_UNLIKELY(!(out.distance > 0))) out.distance = (carom_real)apart_by_rounding(x);
    out.point_a = store3(x);
    out.point_b = store3(mad3(on_b, way, -pair.b.radius * per_apart));
    return out;
}

/* From A's axis to B's, unit; where they cross, across both. */
static vec3 round_normal(const round_pair *pair) {
    vec3 u = sub3(pair->a.b, pair->a.a), v = sub3(pair->b.b, pair->b.a);
    double size = max2(max2(len2(u), len2(v)), pair->reach * pair->reach);
    if (CAROM_LIKELY(pair->d2 > CROSSING * CROSSING * size))
        return scale3(pair->apart, -1.0 / sqrt(pair->d2));
    vec3 across = cross3(u, v);
    if (len2(across) <= 1e-20 * len2(u) * len2(v))
        across = carom_perpendicular(len2(u) > len2(v) ? u : v);
    across = carom_normalize_or(across, vec(0, 0, 1));
    return dot3(across, pair->apart) > 0.0 ? neg3(across) : across;
}

/* The parts of an answer that tells a depth. */
static inline bool solve_depth(round_pair *pair, const carom_shape *a, const carom_shape *b) {
    if (!solve_round(pair, a, b)) return false;
    pair->on_a = axis_point(&pair->a, pair->s);
    pair->on_b = axis_point(&pair->b, pair->t);
    return true;
}

static CAROM_NOINLINE carom_penetration depth_by_engine(const carom_shape *a,
                                                        const carom_shape *b) {
    carom_posed_shape p = {.shape = *a, .state = POSED_VALID},
                      q = {.shape = *b, .state = POSED_VALID};
    return carom_engine_penetration(&p, &q);
}

carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    if (CAROM_UNLIKELY(!solve_depth(&pair, a, b))) return depth_by_engine(a, b);
    if (!rounds_touch(&pair)) return (carom_penetration){.overlap = false};
    vec3 n = round_normal(&pair);
    return penetration_at_a(n, pair.reach - sqrt(pair.d2), mad3(pair.on_a, n, pair.a.radius));
}

/* ---- contact */

/* Axes at less than this sine to each other, or to the plane across the normal, lie along each
 * other: 3 degrees. */
#define ALONG_SINE 0.05
/* A stretch shorter than this part of the size is a point. */
#define SHORT 1e-6

/* The ends of the stretch along which two capsules lie beside each other. Ids: 0 and 1 the ends of
 * A's axis, 2 and 3 those of B's, 4 the closest points. */
enum { ID_CLOSEST = 4, ROUND_POINTS = 3 };

typedef struct round_points {
    vec3 normal;
    int count;
    vec3 point_a[ROUND_POINTS];
    double depth[ROUND_POINTS];
    uint32_t id[ROUND_POINTS];
} round_points;

/* Where x and y on the axes face each other, but for a little beside: the thicker one's surface
 * falls off there. */
static void add_facing(round_points *out, const round_pair *pair, const vec3 facing[2],
                       uint32_t id) {
    vec3 n = out->normal, way = sub3(facing[1], facing[0]);
    double height = dot3(way, n), beside2 = len2(mad3(way, n, -height));
    double thick = max2(pair->a.radius, pair->b.radius);
    if (!(beside2 < thick * thick)) return;
    double drop = beside2 / (thick + sqrt(thick * thick - beside2));
    double depth = pair->reach - height - drop;
    out->point_a[out->count] = pair->b.radius >= pair->a.radius
                                   ? mad3(facing[0], n, pair->a.radius)
                                   : mad3(facing[1], n, depth - pair->b.radius);
    out->depth[out->count] = depth;
    out->id[out->count++] = id;
}

static void add_stretch(round_points *out, const round_pair *pair) {
    vec3 n = out->normal, u = sub3(pair->a.b, pair->a.a), v = sub3(pair->b.b, pair->b.a);
    double uu = len2(u), vv = len2(v), turn = dot3(cross3(u, v), n);
    double slope_u = dot3(u, n), slope_v = dot3(v, n), sine2 = ALONG_SINE * ALONG_SINE;
    if (turn * turn > sine2 * uu * vv || slope_u * slope_u > sine2 * uu ||
        slope_v * slope_v > sine2 * vv)
        return;
    u = mad3(u, n, -slope_u);
    uu = len2(u);
    if (!(uu > 0.0) || !(vv > 0.0)) return;
    double start = dot3(sub3(pair->b.a, pair->a.a), u) / uu;
    double end = dot3(sub3(pair->b.b, pair->a.a), u) / uu;
    bool reversed = end < start;
    double low = reversed ? end : start, high = reversed ? start : end;
    double t[2] = {max2(low, 0.0), min2(high, 1.0)};
    if (!(t[1] - t[0] > SHORT)) return;
    const uint32_t ids[2] = {low > 0.0 ? 2u + reversed : 0u, high < 1.0 ? 3u - reversed : 1u};
    for (int i = 0; i < 2; i++) {
        const vec3 facing[2] = {axis_point(&pair->a, t[i]),
                                axis_point(&pair->b, (t[i] - start) / (end - start))};
        add_facing(out, pair, facing, ids[i]);
    }
}

/* The deepest pair, unless one of the stretch is as deep. */
static void add_closest(round_points *out, const round_pair *pair) {
    double depth = pair->reach - sqrt(pair->d2);
    for (int i = 0; i < out->count; i++)
        if (out->depth[i] >= depth - SHORT * pair->reach) return;
    out->point_a[out->count] = mad3(pair->on_a, out->normal, pair->a.radius);
    out->depth[out->count] = depth;
    out->id[out->count++] = ID_CLOSEST;
}

static void store_round(carom_contact_manifold *out, const round_points *found, int first,
                        bool flip) {
    vec3 n = found->normal, on_a = found->point_a[first];
    vec3 on_b = mad3(on_a, n, -found->depth[first]);
    uint32_t id = found->id[first];
    if (flip && id != ID_CLOSEST) id ^= 2u;
    out->points[out->count++] =
        (carom_contact_point){store3(flip ? on_b : on_a), store3(flip ? on_a : on_b),
                              (carom_real)found->depth[first], id};
}

static int deepest_of(const round_points *found) {
    int best = 0;
    for (int i = 1; i < found->count; i++)
        if (found->depth[i] > found->depth[best]) best = i;
    return best;
}

bool carom_round_contact(const posed_pair *posed, carom_contact_manifold *out) {
    const carom_shape *a = &posed->a->shape, *b = &posed->b->shape;
    round_pair pair;
    round_points found = {.count = 0};
    if (!is_round(a->kind) || !is_round(b->kind) || !solve_depth(&pair, a, b)) return false;
    double room = pair.reach + (double)out->margin;
    if (!rounds_touch(&pair) && !(pair.d2 <= room * room)) return true;
    found.normal = round_normal(&pair);
    int capacity = out->capacity > 0 ? out->capacity : 4;
    if (capacity > 1) add_stretch(&found, &pair);
    add_closest(&found, &pair);
    out->normal = store3(posed->flip ? neg3(found.normal) : found.normal);
    while (found.count > 0 && out->count < capacity) {
        int next = deepest_of(&found), last = --found.count;
        bool within = out->count == 0 || found.depth[next] >= -(double)out->margin;
        if (within) store_round(out, &found, next, posed->flip);
        found.point_a[next] = found.point_a[last];
        found.depth[next] = found.depth[last];
        found.id[next] = found.id[last];
    }
    return true;
}
