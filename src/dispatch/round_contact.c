/* Manifolds of spheres and capsules. Capsules that lie along each other touch along a stretch,
 * whose ends are points of contact; the deepest pair is one always. */
#include "dispatch/round_axes.h"
#include "dispatch/round_pairs.h"

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

/* The ends of the stretch, both at once: where points at `t` of the axes face each other, but for a
 * little beside: the thicker one's surface falls off there. */
static CAROM_INLINE void add_facing(round_points *out, const round_pair *pair, const pair2 t[2],
                                    const uint32_t ids[2]) {
    const lane_vec3 *from = &pair->start, *to = &pair->end;
    vec3 n = out->normal;
    pair2 rest[2] = {BOTH(1.0) - t[0], BOTH(1.0) - t[1]}, height, beside2;
    lane_vec3 on[2], way;
    for (int i = 0; i < 2; i++)
        on[i] = (lane_vec3){BOTH(from->x[i]) * rest[i] + BOTH(to->x[i]) * t[i],
                            BOTH(from->y[i]) * rest[i] + BOTH(to->y[i]) * t[i],
                            BOTH(from->z[i]) * rest[i] + BOTH(to->z[i]) * t[i]};
    way = lanes_between(&on[0], &on[1]);
    height = way.x * BOTH(n.x) + way.y * BOTH(n.y) + way.z * BOTH(n.z);
    way = (lane_vec3){way.x - BOTH(n.x) * height, way.y - BOTH(n.y) * height,
                      way.z - BOTH(n.z) * height};
    beside2 = lane_dots(&way, &way);
    bool of_b = pair->radius[1] >= pair->radius[0];
    double thick = pair->radius[of_b], square = thick * thick;
    for (int i = 0; i < 2; i++) {
        if (!(beside2[i] < square)) continue;
        double drop = beside2[i] / (thick + sqrt(square - beside2[i]));
        double depth = pair->reach - height[i] - drop;
        out->point_a[out->count] =
            mad3(lane_of(&on[!of_b], i), n, of_b ? pair->radius[0] : depth - pair->radius[1]);
        out->depth[out->count] = depth;
        out->id[out->count++] = ids[i];
    }
}

/* Whether axes lie along each other, across the normal. */
static CAROM_INLINE bool lie_along(const lane_vec3 *way, vec3 n) {
    const vec3 u = lane_of(way, 0), v = lane_of(way, 1);
    const double sine2 = ALONG_SINE * ALONG_SINE;
    pair2 square = lane_dots(way, way);
    pair2 slope = way->x * BOTH(n.x) + way->y * BOTH(n.y) + way->z * BOTH(n.z);
    double turn = dot3(cross3(u, v), n);
    return !(turn * turn > sine2 * square[0] * square[1]) &&
           !(slope[0] * slope[0] > sine2 * square[0]) &&
           !(slope[1] * slope[1] > sine2 * square[1]) && square[0] > 0.0 && square[1] > 0.0;
}

static void add_stretch(round_points *out, const round_pair *pair) {
    lane_vec3 way = lanes_between(&pair->start, &pair->end);
    vec3 n = out->normal, u = lane_of(&way, 0), a = lane_of(&pair->start, 0);
    u = mad3(u, n, -dot3(u, n));
    double uu = len2(u);
    if (!(uu > 0.0)) return;
    double start = dot3(sub3(lane_of(&pair->start, 1), a), u) / uu;
    double end = dot3(sub3(lane_of(&pair->end, 1), a), u) / uu;
    bool reversed = end < start;
    double low = reversed ? end : start, high = reversed ? start : end;
    const pair2 t = {max2(low, 0.0), min2(high, 1.0)};
    if (!(t[1] - t[0] > SHORT)) return;
    const uint32_t ids[2] = {low > 0.0 ? 2u + reversed : 0u, high < 1.0 ? 3u - reversed : 1u};
    const pair2 both[2] = {t, (t - BOTH(start)) / BOTH(end - start)};
    add_facing(out, pair, both, ids);
}

/* The deepest pair, unless one of the stretch is as deep. */
static void add_closest(round_points *out, const round_pair *pair) {
    double depth = pair->reach - sqrt(pair->d2);
    for (int i = 0; i < out->count; i++)
        if (out->depth[i] >= depth - SHORT * pair->reach) return;
    lane_vec3 on = points_at(pair, pair->at);
    out->point_a[out->count] = mad3(lane_of(&on, 0), out->normal, pair->radius[0]);
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

/* The pair with A and B changed over. */
static void turn_pair(round_pair *pair) {
    pair->start = lanes_swapped(&pair->start);
    pair->end = lanes_swapped(&pair->end);
    pair->radius = SWAP_PAIR(pair->radius);
    pair->at = SWAP_PAIR(pair->at);
    pair->apart = neg3(pair->apart);
}

/* Of capsules along each other, `pair` in table order, which with `flip` is not that of `out`. */
static CAROM_APART void contact_beside(carom_contact_manifold *out, const round_pair *pair,
                                       vec3 normal, bool flip) {
    round_points found = {.normal = normal};
    int capacity = out->capacity > 0 ? out->capacity : 4;
    add_stretch(&found, pair);
    add_closest(&found, pair);
    while (found.count > 0 && out->count < capacity) {
        int next = deepest_of(&found), last = --found.count;
        bool within = out->count == 0 || found.depth[next] >= -(double)out->margin;
        if (within) store_round(out, &found, next, flip);
        found.point_a[next] = found.point_a[last];
        found.depth[next] = found.depth[last];
        found.id[next] = found.id[last];
    }
}

static CAROM_INLINE void contact_at_point(carom_contact_manifold *out, const round_pair *pair,
                                          vec3 normal) {
    lane_vec3 on = points_at(pair, pair->at), points = surface_points(pair, &on, normal);
    out->count = 1;
    out->points[0] = (carom_contact_point){store3(lane_of(&points, 0)), store3(lane_of(&points, 1)),
                                           (carom_real)(pair->reach - sqrt(pair->d2)), ID_CLOSEST};
}

static inline bool is_served(const carom_posed_shape *a, const carom_posed_shape *b,
                             const carom_contact_manifold *manifold) {
    bool valid = a->state & b->state & POSED_VALID;
    return valid && is_round_kind(a->shape.kind) && is_round_kind(b->shape.kind) &&
           manifold->margin >= 0 && manifold->margin <= CAROM_REAL_MAX;
}

/* Of two spheres it is exact. */
static inline bool overlap_says(const round_pair *pair, const carom_shape *a,
                                const carom_shape *b) {
    bool spheres = a->kind == CAROM_SHAPE_SPHERE && b->kind == CAROM_SHAPE_SPHERE;
    return spheres ? carom_overlap_sphere_sphere(&a->as.sphere, &b->as.sphere) : rounds_touch(pair);
}

bool carom_round_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_contact_manifold *out) {
    round_pair pair;
    if (!is_served(a, b, out)) return false;
    bool flip = pair_is_flipped(&a->shape, &b->shape);
    if (CAROM_UNLIKELY(!solve_axes(&pair, &a->shape, &b->shape, flip))) return false;
    double room = pair.reach + (double)out->margin;
    out->count = 0;
    out->certainty = CAROM_EXACT;
    out->normal = (carom_vec3){0, 0, 0};
    bool near = out->margin > 0 && pair.d2 <= room * room;
    if (!near && !overlap_says(&pair, &a->shape, &b->shape)) return true;
    vec3 n = round_normal(&pair, flip);
    lane_vec3 way = lanes_between(&pair.start, &pair.end);
    out->normal = store3(n);
    if (out->capacity == 1 || !lie_along(&way, n)) {
        contact_at_point(out, &pair, n);
    } else {
        round_pair ordered = pair;
        if (flip) turn_pair(&ordered);
        contact_beside(out, &ordered, flip ? neg3(n) : n, flip);
    }
    return true;
}
