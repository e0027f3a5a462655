/* Contact manifolds of spheres and capsules, own method. Capsules that lie along each other touch
 * along a stretch: the overlap of the axes, one projected onto the other, whose ends are contact
 * points. The closest points of the axes are always one, so that the depth is that of the
 * penetration. */
#include "pair/round/round_axes.h"
#include "pair/round/round_pairs.h"
#include "pair/round/round_contact.h"

enum { ROUND_POINTS = 3 };

/* Vectors of A and of B. */
typedef struct lane_vec3 {
    pair2 x, y, z;
} lane_vec3;

/* Two capsules that lie along each other, in table order. */
typedef struct round_beside {
    lane_vec3 start, end, delta;
    pair2 radius, at;
    double d2, reach;
} round_beside;

static inline vec3 lane_of(const lane_vec3 *v, int lane) {
    return vec(v->x[lane], v->y[lane], v->z[lane]);
}

static inline lane_vec3 lanes_from(const double *a, const double *b) {
    return (lane_vec3){{a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}};
}

static inline lane_vec3 lanes_between(const lane_vec3 *from, const lane_vec3 *to) {
    return (lane_vec3){to->x - from->x, to->y - from->y, to->z - from->z};
}

/* Dot products lane by lane. */
static inline pair2 lane_dots(const lane_vec3 *a, const lane_vec3 *b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

static void set_beside(round_beside *out, const round_pair *pair, bool flip) {
    const round_frame *a = flip ? pair->b : pair->a, *b = flip ? pair->a : pair->b;
    const lane_vec3 start = lanes_from(a->start, b->start), delta = lanes_from(a->delta, b->delta);
    out->start = start, out->delta = delta;
    out->end = (lane_vec3){start.x + delta.x, start.y + delta.y, start.z + delta.z};
    out->radius = (pair2){a->radius, b->radius};
    out->at = flip ? SWAP_PAIR(pair->at) : pair->at;
    out->d2 = pair->d2, out->reach = pair->reach;
}

typedef struct round_points {
    vec3 normal;
    int count;
    vec3 point_a[ROUND_POINTS];
    double depth[ROUND_POINTS];
    uint32_t id[ROUND_POINTS];
} round_points;

/* Adds both ends of the stretch, at the parameters `t` of the axes. Their points face each other
 * but for a small offset perpendicular to the normal, by which the surface of the thicker capsule
 * falls off: drop = b^2 / (r + sqrt(r^2 - b^2)). */
static CAROM_INLINE void add_facing(round_points *out, const round_beside *pair, const pair2 t[2],
                                    const uint32_t ids[2]) {
    const lane_vec3 *from = &pair->start, *to = &pair->end;
    vec3 n = out->normal;
    pair2 rest[2] = {BOTH(1.0) - t[0], BOTH(1.0) - t[1]}, height, beside2;
    lane_vec3 on[2], delta;
    for (int i = 0; i < 2; i++)
        on[i] = (lane_vec3){BOTH(from->x[i]) * rest[i] + BOTH(to->x[i]) * t[i],
                            BOTH(from->y[i]) * rest[i] + BOTH(to->y[i]) * t[i],
                            BOTH(from->z[i]) * rest[i] + BOTH(to->z[i]) * t[i]};
    delta = lanes_between(&on[0], &on[1]);
    height = delta.x * BOTH(n.x) + delta.y * BOTH(n.y) + delta.z * BOTH(n.z);
    delta = (lane_vec3){delta.x - BOTH(n.x) * height, delta.y - BOTH(n.y) * height,
                        delta.z - BOTH(n.z) * height};
    beside2 = lane_dots(&delta, &delta);
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

/* Whether the axes lie along each other, perpendicular to the normal. */
static bool lie_along(const lane_vec3 *delta, vec3 n) {
    const vec3 u = lane_of(delta, 0), v = lane_of(delta, 1);
    const double sine2 = ROUND_ALONG_SINE * ROUND_ALONG_SINE;
    pair2 square = lane_dots(delta, delta);
    pair2 slope = delta->x * BOTH(n.x) + delta->y * BOTH(n.y) + delta->z * BOTH(n.z);
    double turn = dot3(cross3(u, v), n);
    return !(turn * turn > sine2 * square[0] * square[1]) &&
           !(slope[0] * slope[0] > sine2 * square[0]) &&
           !(slope[1] * slope[1] > sine2 * square[1]) && square[0] > 0.0 && square[1] > 0.0;
}

static void add_stretch(round_points *out, const round_beside *pair) {
    vec3 n = out->normal, u = lane_of(&pair->delta, 0), a = lane_of(&pair->start, 0);
    u = mad3(u, n, -dot3(u, n));
    double uu = len2(u);
    if (!(uu > 0.0)) return;
    double start = dot3(sub3(lane_of(&pair->start, 1), a), u) / uu;
    double end = dot3(sub3(lane_of(&pair->end, 1), a), u) / uu;
    bool reversed = end < start;
    double low = reversed ? end : start, high = reversed ? start : end;
    const pair2 t = {max2(low, 0.0), min2(high, 1.0)};
    if (!(t[1] - t[0] > ROUND_STRETCH_MIN)) return;
    const uint32_t ids[2] = {low > 0.0 ? 2u + reversed : 0u, high < 1.0 ? 3u - reversed : 1u};
    const pair2 both[2] = {t, (t - BOTH(start)) / BOTH(end - start)};
    add_facing(out, pair, both, ids);
}

/* Adds the closest points, unless an end of the stretch is as deep. */
static void add_closest(round_points *out, const round_beside *pair) {
    double depth = pair->reach - sqrt(pair->d2);
    for (int i = 0; i < out->count; i++)
        if (out->depth[i] >= depth - ROUND_STRETCH_MIN * pair->reach) return;
    vec3 on = mad3(lane_of(&pair->start, 0), lane_of(&pair->delta, 0), pair->at[0]);
    out->point_a[out->count] = mad3(on, out->normal, pair->radius[0]);
    out->depth[out->count] = depth;
    out->id[out->count++] = ROUND_ID_CLOSEST;
}

static void store_round(carom_contact_manifold *out, const round_points *found, int first,
                        bool flip) {
    vec3 n = found->normal, on_a = found->point_a[first];
    vec3 on_b = mad3(on_a, n, -found->depth[first]);
    uint32_t id = found->id[first];
    if (flip && id != ROUND_ID_CLOSEST) id ^= 2u;
    out->points[out->count++] = (carom_contact_point){.point_a = store3(flip ? on_b : on_a),
                                                      .point_b = store3(flip ? on_a : on_b),
                                                      .depth = (carom_real)found->depth[first],
                                                      .id = id};
}

static int deepest_of(const round_points *found) {
    int best = 0;
    for (int i = 1; i < found->count; i++)
        if (found->depth[i] > found->depth[best]) best = i;
    return best;
}

/* The manifold of capsules along each other, deepest points first. `pair` is in table order, which
 * with `flip` is not that of `out`. */
static void contact_beside(carom_contact_manifold *out, const round_beside *pair, vec3 normal,
                           bool flip) {
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

static inline bool is_rounded_pair(const carom_posed_shape *a, const carom_posed_shape *b,
                                   const carom_contact_manifold *manifold) {
    bool valid = a->state & b->state & POSED_VALID;
    return valid && is_round_kind(a->shape.kind) && is_round_kind(b->shape.kind) &&
           is_margin(manifold->margin);
}

/* Contact as overlap decides it: exact for two spheres. */
static inline bool rounds_overlap(const round_pair *pair, const carom_shape *a,
                                  const carom_shape *b) {
    bool spheres = a->kind == CAROM_SHAPE_SPHERE && b->kind == CAROM_SHAPE_SPHERE;
    return spheres ? carom_overlap_sphere_sphere(&a->as.sphere, &b->as.sphere) : rounds_touch(pair);
}

bool carom_round_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_contact_manifold *out) {
    round_frame frame[2];
    round_pair pair;
    round_beside beside;
    if (!is_rounded_pair(a, b, out) || !carom_round_axes(&pair, frame, &a->shape, &b->shape))
        return false;
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    no_contact(out);
    bool near = out->margin > 0 && sqrt(pair.d2) <= pair.reach + (double)out->margin;
    if (!near && !rounds_overlap(&pair, &a->shape, &b->shape)) return true;
    triple normal;
    carom_round_normal(&normal, &pair, flip);
    store_triple(&out->normal, &normal);
    const vec3 n = vec(normal[0], normal[1], normal[2]);
    set_beside(&beside, &pair, flip);
    if (out->capacity == 1 || !lie_along(&beside.delta, n))
        contact_at_point(out, &pair, &normal);
    else
        contact_beside(out, &beside, flip ? neg3(n) : n, flip);
    return true;
}
