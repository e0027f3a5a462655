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
/* Faces this much longer than wide are cut by the general method. */
#define BOX_NEEDLE 0.06
/* Larger or smaller boxes are left to it as well: faces are compared in float. */
#define BOX_LEAST 1e-25
#define BOX_MOST 1e25

/* Boxes in the order of their own in which their axes were tried; `swap`: B comes first. */
typedef struct box_pair {
    const box_view *box[2];
    bool swap;
    sat_answer sat;
    vec3 normal;    /* from A to B */
    vec3 facing[2]; /* the direction to the other box in the frame of A and of B */
    double size;
} box_pair;

/* @return false when the deepest pair is not among the points. */
static bool clip_faces(const box_pair *pair, bool flip, const manifold_options *options,
                       box_contact *out) {
    face_window w;
    face_points *all = &out->points;
    const box_view *a = pair->box[pair->swap], *b = pair->box[!pair->swap];
    vec3 along = scale3(pair->normal, 1.0 - 2.0 * flip);
    carom_face_window_set(&w, flip ? b : a, &along, &pair->facing[flip]);
    all->margin = options->margin + ROUNDING * pair->size + 2.0 * DBL_EPSILON * max_abs3(a->center);
    if (!(min2(w.half[0], w.half[1]) > BOX_NEEDLE * max2(w.half[0], w.half[1])) ||
        !carom_share_faces(all, &w, flip ? a : b, &pair->facing[!flip]) ||
        all->count > CHOICE_POINTS)
        return false;
    int capacity = carom_held_capacity(options->capacity);
    out->count = carom_choose_face_points(out->taken, all, &w, capacity, pair->size);
    double same = SAME_POINT * max2(pair->size, fabs(pair->sat.depth));
    if (out->count == 0 || !(box_contact_point(out, 0)->depth >= pair->sat.depth - same))
        return false;
    out->on_b = flip;
    out->middle = mad3(w.box->center, w.normal, w.height);
    out->x = w.x;
    out->y = w.y;
    out->along = along;
    return true;
}

/* The edge along `axis` that is farthest along u, which is in the box's frame: its end on the
 * negative side and its way to the other. @return false when more than it is extreme. */
static bool extreme_edge(const box_view *s, int axis, vec3 u, double slack, vec3 edge[2]) {
    const double half[3] = {s->half.x, s->half.y, s->half.z}, part[3] = {u.x, u.y, u.z};
    bool only = true;
    edge[0] = vec(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        bool level = 2.0 * half[i] * fabs(part[i]) <= slack;
        only &= level == (i == axis);
        edge[0] = mad3(edge[0], s->axes[i], sign_of((part[i] > 0.0) & (i != axis)) * half[i]);
    }
    edge[1] = scale3(s->axes[axis], 2.0 * half[axis]);
    return only;
}

static inline int corner_along(vec3 u) {
    return (u.x > 0.0) | (u.y > 0.0) << 1 | (u.z > 0.0) << 2;
}

/* The point where two edges cross. */
static bool cross_box_edges(const box_pair *pair, box_contact *out) {
    vec3 e[2], f[2], n = pair->sat.normal;
    const box_view *first = pair->box[0], *second = pair->box[1];
    double slack = BOX_SLACK * pair->sat.scale;
    int edges = pair->sat.axis - SAT_EDGES;
    bool swap = pair->swap;
    vec3 turn = cross3(first->axes[edges / 3], second->axes[edges % 3]);
    if (!(len2(turn) > 1.001 * PARALLEL_SINE * PARALLEL_SINE) ||
        !extreme_edge(first, edges / 3, pair->facing[swap], slack, e) ||
        !extreme_edge(second, edges % 3, pair->facing[!swap], slack, f))
        return false;
    vec3 apart = sub3(second->center, first->center), side = cross3(f[1], n);
    double t = dot3(sub3(add3(f[0], apart), e[0]), side) / dot3(e[1], side);
    int corner_a = corner_along(pair->facing[0]), corner_b = corner_along(pair->facing[1]);
    out->count = 1;
    out->on_b = swap;
    out->middle = add3(mad3(e[0], e[1], clamp01(t)), first->center);
    out->x = out->y = vec(0, 0, 0);
    out->along = n;
    out->taken[0] = 0;
    out->points.at[0] = (face_point){0.0, 0.0, pair->sat.depth, id_of_witness(corner_a, corner_b)};
    return true;
}

static inline bool has_room(const box_view *s) {
    return min2(s->half.x, min2(s->half.y, s->half.z)) >= BOX_LEAST;
}

static inline double size_of_half(const box_view *s) {
    return s->half.x + s->half.y + s->half.z;
}

static bool touch_boxes(box_pair *pair, const manifold_options *options, box_contact *out) {
    bool swap = pair->swap;
    const box_view *a = pair->box[swap], *b = pair->box[!swap];
    pair->normal = swap ? neg3(pair->sat.normal) : pair->sat.normal;
    pair->size = 2.0 * max2(size_of_half(a), size_of_half(b));
    pair->facing[0] = box_to_axes(a, pair->normal);
    pair->facing[1] = box_to_axes(b, neg3(pair->normal));
    double cosine_a = max_abs3(pair->facing[0]), cosine_b = max_abs3(pair->facing[1]);
    if (!(max2(cosine_a, cosine_b) >= REFERENCE_COSINE))
        return pair->sat.axis >= SAT_EDGES && cross_box_edges(pair, out);
    return clip_faces(pair, cosine_b > cosine_a + REFERENCE_ADVANTAGE, options, out);
}

bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out) {
    box_pair pair;
    if (!has_room(box[0]) || !has_room(box[1])) return false;
    pair.swap = swap;
    pair.box[0] = box[0];
    pair.box[1] = box[1];
    carom_sat_boxes(box[0], box[1], &pair.sat);
    double doubt = BOX_DOUBT * pair.sat.scale + 8.0 * DBL_EPSILON * max_abs3(box[swap]->center);
    out->count = 0;
    out->on_b = false;
    out->normal = vec(0, 0, 0);
    if (!(pair.sat.scale <= BOX_MOST)) return false;
    if (pair.sat.depth < -(options->margin + doubt)) return true;
    if (!(pair.sat.depth > doubt) || !touch_boxes(&pair, options, out)) return false;
    out->normal = pair.normal;
    if (options->cache) *options->cache = (convex_cache){.axis = pair.normal};
    return true;
}

static inline bool is_plain_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0;
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    box_contact found;
    if (!is_plain_box(a) || !is_plain_box(b)) return false;
    double first = a->center.x, second = b->center.x;
    bool swap = first != second ? first > second : carom_convex_order_shapes(a, b) > 0;
    const box_view *const box[2] = {box_view_of(swap ? b : a), box_view_of(swap ? a : b)};
    if (!carom_box_contact(box, swap, options, &found)) return false;
    out->count = found.count;
    out->status = CONVEX_EXACT;
    out->normal = found.normal;
    for (int i = 0; i < found.count; i++) {
        vec3 at[2];
        box_contact_places(&found, i, at);
        out->points[i] =
            (manifold_point){at[found.on_b], at[!found.on_b], box_contact_point(&found, i)->depth,
                             box_contact_id(&found, i)};
    }
    return true;
}
