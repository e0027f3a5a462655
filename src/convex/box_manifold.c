/* Two boxes. The face that is squarer to the contact's normal is the reference, as in the general
 * method; the points it shares with the other box's face are found directly, and of too many those
 * are kept that the general method would keep, so that a pair may go from this method to that one
 * and back without losing its points. Where no face is across the normal two edges cross, in a
 * known point. */
#include "convex/box_manifold.h"

#include "convex/contact_pool.h"
#include "convex/face_choice.h"
#include "convex/penetration.h"
#include "convex/sat.h"
#include "convex/support.h"

/* Depths below this part of the size are decided by the general method. */
#define BOX_DOUBT 1e-13
/* Corners this near to extreme, relative to the size, are in contact as well. */
#define BOX_SLACK 1e-11
/* Larger or smaller boxes are left to it as well: areas are compared in float. */
#define BOX_LEAST 1e-15
#define BOX_MOST 1e15

/* A and B; their axes were tried in an order of their own, in which with `swap` B comes first. */
typedef struct box_pair {
    const box_view *box[2];
    bool swap;
    box_axis least;
    double size;
} box_pair;

/* The places of taken points in the order of their depths; of equals the first stays first. `room`
 * is not less than their number. @return the greatest depth */
static CAROM_INLINE double rank_points(box_contact *c, int room) {
    double depth[MANIFOLD_POINTS], most = -DBL_MAX;
    uint64_t places = 0;
    for (int i = 0; i < room; i++) {
        depth[i] = i < c->count ? c->points.depth[c->taken[i]] : -DBL_MAX;
        most = max2(most, depth[i]);
    }
    for (int i = 0; i < room; i++)
        for (int k = i + 1; k < room; k++)
            places += (uint64_t)1 << 8 * (depth[k] > depth[i] ? i : k);
    c->places = places;
    return most;
}

/* Of all points those that the manifold keeps. @return the greatest depth */
static inline double keep_points(box_contact *c, int capacity, double size) {
    c->count = c->points.count < capacity ? c->points.count : capacity;
    if (c->points.count > capacity)
        carom_choose_face_points(c->taken, &c->points, &c->window, capacity, size);
    else
        for (int i = 0; i < CHOICE_POINTS; i++)
            c->taken[i] = i;
    for (int i = 0; i < c->count; i++)
        c->id[i] = face_point_id(&c->window, c->points.kind[c->taken[i]]);
    return c->count <= MANIFOLD_CAPACITY ? rank_points(c, MANIFOLD_CAPACITY)
                                         : rank_points(c, MANIFOLD_POINTS);
}

/* `flip`: the reference face is B's. @return false when the deepest pair is not among the points.
 */
static inline bool clip_faces(const box_pair *pair, bool flip, const manifold_options *options,
                              box_contact *out) {
    const double rounding = ROUNDING * pair->size, far = max_abs3(pair->box[0]->center);
    const double outward = pair->least.towards * sign_of(pair->swap == flip);
    const double *u = pair->least.in[pair->swap != flip], *v = pair->least.in[pair->swap == flip];
    face_window *w = &out->window;
    w->box = pair->box[flip];
    w->other = pair->box[!flip];
    w->along = scale3(pair->least.normal, outward);
    for (int i = 0; i < 3; i++) {
        w->facing[i] = outward * u[i];
        w->against[i] = -outward * v[i];
    }
    w->per_length = pair->least.per_length;
    w->margin = options->margin + rounding + 2.0 * DBL_EPSILON * far;
    if (!carom_share_faces(&out->points, w) || out->points.count == 0 ||
        out->points.count > CHOICE_POINTS)
        return false;
    double same = SAME_POINT * max2(pair->size, fabs(pair->least.depth));
    out->on_b = flip;
    return keep_points(out, carom_held_capacity(options->capacity), pair->size) >=
           pair->least.depth - same;
}

/* The end on the negative side of the edge along `axis` that is farthest along u, which is in the
 * box's frame. @return false when more than it is extreme. */
static inline bool extreme_edge(const box_view *s, int axis, vec3 u, double slack, vec3 *end) {
    const double part[3] = {u.x, u.y, u.z};
    bool only = true;
    vec3 at = vec(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        bool level = 2.0 * s->side[i] * fabs(part[i]) <= slack;
        only &= level == (i == axis);
        at = mad3(at, s->axes[i], sign_of((part[i] > 0.0) & (i != axis)) * s->side[i]);
    }
    *end = at;
    return only;
}

static inline int corner_along(vec3 u) {
    return (u.x > 0.0) | (u.y > 0.0) << 1 | (u.z > 0.0) << 2;
}

/* The point where two edges cross, on the box that comes first. Which ends of the edges it is known
 * by is rounding's to say, and must be as in the general method: hence the unit normal. */
static inline bool cross_box_edges(const box_pair *pair, box_contact *out) {
    const bool swap = pair->swap;
    const box_axis *least = &pair->least;
    const box_view *first = pair->box[swap], *second = pair->box[!swap];
    const int edges = least->axis - SAT_EDGES, i = edges / 3, j = edges % 3;
    const double slack = BOX_SLACK * least->scale, parallel = 1.001 * PARALLEL_SINE;
    const vec3 u = first->axes[i], v = second->axes[j];
    const vec3 n = scale3(least->normal, least->towards);
    const vec3 on_first = box_to_axes(first, n), on_second = box_to_axes(second, neg3(n));
    vec3 p, q;
    if (!(len2(cross3(u, v)) > parallel * PARALLEL_SINE) ||
        !extreme_edge(first, i, on_first, slack, &p) ||
        !extreme_edge(second, j, on_second, slack, &q))
        return false;
    const vec3 apart = sub3(second->center, first->center), side = cross3(v, n);
    const double length = 2.0 * first->side[i];
    const double t = dot3(sub3(add3(q, apart), p), side) / (length * dot3(u, side));
    const int corner[2] = {corner_along(on_first), corner_along(on_second)};
    face_window *w = &out->window;
    w->middle = add3(mad3(p, u, length * clamp01(t)), first->center);
    w->x = w->y = vec(0, 0, 0);
    w->along = n;
    out->count = 1;
    out->on_b = swap;
    out->taken[0] = 0;
    out->places = 0;
    out->id[0] = id_of_witness(corner[swap], corner[!swap]);
    out->points.at[0] = (pair2){0.0, 0.0};
    out->points.depth[0] = least->depth;
    return true;
}

static inline bool has_room(const box_view *s) {
    return min2(s->half.x, min2(s->half.y, s->half.z)) >= BOX_LEAST;
}

static inline double size_of_half(const box_view *s) {
    return s->half.x + s->half.y + s->half.z;
}

/* The cosine to a box's nearest face. */
static inline double squareness(const box_axis *least, bool second) {
    const double *part = least->in[second];
    return max2(fabs(part[0]), max2(fabs(part[1]), fabs(part[2]))) * least->per_length;
}

static inline bool touch_boxes(const box_pair *pair, const manifold_options *options,
                               box_contact *out) {
    const double cosine_a = squareness(&pair->least, pair->swap);
    const double cosine_b = squareness(&pair->least, !pair->swap);
    if (!(max2(cosine_a, cosine_b) >= REFERENCE_COSINE))
        return pair->least.axis >= SAT_EDGES && cross_box_edges(pair, out);
    return clip_faces(pair, cosine_b > cosine_a + REFERENCE_ADVANTAGE, options, out);
}

bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out) {
    box_pair pair; /* field by field: clearing it all takes longer */
    if (!has_room(box[0]) || !has_room(box[1]) || !carom_sat_boxes(box, out->axis, &pair.least))
        return false;
    const double scale = pair.least.scale, depth = pair.least.depth;
    const double doubt = BOX_DOUBT * scale + 8.0 * DBL_EPSILON * max_abs3(box[swap]->center);
    pair.swap = swap;
    pair.box[0] = box[swap];
    pair.box[1] = box[!swap];
    pair.size = 2.0 * max2(size_of_half(box[0]), size_of_half(box[1]));
    out->axis = (uint8_t)pair.least.axis;
    out->count = 0;
    out->on_b = false;
    out->normal = vec(0, 0, 0);
    if (!(scale <= BOX_MOST)) return false;
    if (depth < -(options->margin + doubt)) return true;
    if (!(depth > doubt) || !touch_boxes(&pair, options, out)) return false;
    out->normal = scale3(pair.least.normal, pair.least.towards * sign_of(!swap));
    if (options->cache) *options->cache = (convex_cache){.axis = out->normal};
    return true;
}

static inline bool is_plain_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0;
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    box_contact found;
    found.axis = SAT_NO_GUESS;
    if (!is_plain_box(a) || !is_plain_box(b)) return false;
    double first = a->center.x, second = b->center.x;
    bool swap = first != second ? first > second : carom_convex_order_shapes(a, b) > 0;
    const box_view *const box[2] = {box_view_of(swap ? b : a), box_view_of(swap ? a : b)};
    if (!carom_box_contact(box, swap, options, &found)) return false;
    const uint32_t of_b = found.on_b ? ID_OF_B : 0u;
    const face_window *w = &found.window;
    out->count = found.count;
    out->status = CONVEX_EXACT;
    out->normal = found.normal;
    for (int i = 0; i < found.count; i++) {
        const int k = found.taken[i];
        const double depth = found.points.depth[k];
        const vec3 beside = mad3(w->middle, w->x, found.points.at[k][0]);
        const vec3 at = mad3(beside, w->y, found.points.at[k][1]);
        const vec3 across = mad3(at, w->along, -depth);
        out->points[box_contact_place(&found, i)] = (manifold_point){
            found.on_b ? across : at, found.on_b ? at : across, depth, found.id[i] | of_b};
    }
    return true;
}
