/* Two boxes. The face that is squarer to the contact's normal is the reference, as in the general
 * method; the points it shares with the other box's face are found directly, and of too many those
 * are kept that the general method would keep, so that a pair may go from this method to that one
 * and back without losing its points. Where no face is across the normal two edges cross, in a
 * known point. */
#include "convex/box_manifold.h"

#include "convex/box_faces.h"
#include "convex/contact_pool.h"
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

/* -- the choice, as carom_pool_take makes it -------------------------------------------------- */

static inline double away_from(const face_window *w, const face_point *p, const face_point *q) {
    double x = p->x - q->x, y = p->y - q->y, up = w->lean[0] * x + w->lean[1] * y;
    return x * x + y * y - up * up;
}

static inline double area_beyond(const face_point *p, const face_point *q, const face_point *r) {
    return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

/* Points by their numbers: what is left, and what was taken. */
typedef struct point_choice {
    const face_window *window;
    const face_point *points;
    int left_count, left[FACE_POINTS];
    int taken[MANIFOLD_POINTS];
} point_choice;

static CAROM_INLINE double worth_of(const point_choice *c, int count, const face_point *p) {
    const face_point *all = c->points, *first = &all[c->taken[0]];
    if (count == 0) return p->depth;
    if (count == 1) return away_from(c->window, p, first);
    if (count == 2) return fabs(area_beyond(first, &all[c->taken[1]], p));
    double worth = count == 3 ? 0.0 : DBL_MAX, turn = 1.0;
    if (count == 3)
        turn = area_beyond(first, &all[c->taken[1]], &all[c->taken[2]]) > 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < count; k++) {
        const face_point *here = &all[c->taken[k]], *next = &all[c->taken[k < 2 ? k + 1 : 0]];
        worth = count == 3 ? max2(worth, turn * area_beyond(here, next, p))
                           : min2(worth, away_from(c->window, p, here));
    }
    return worth;
}

/* Takes the best of what is left. */
static CAROM_INLINE void take_best(point_choice *c, int count, double same) {
    int best = 0;
    double most = worth_of(c, count, &c->points[c->left[0]]);
    for (int i = 1; i < c->left_count; i++) {
        double worth = worth_of(c, count, &c->points[c->left[i]]);
        bool more = worth > most + same;
        best = more ? i : best;
        most = more ? worth : most;
    }
    c->taken[count] = c->left[best];
    c->left[best] = c->left[--c->left_count];
}

static void choose_points(point_choice *c, int capacity, double size) {
    double same = SAME_WORTH * size * size;
    for (int i = 0; i < c->left_count; i++)
        c->left[i] = i;
    take_best(c, 0, ROUNDING * size);
    if (capacity > 1) take_best(c, 1, same);
    if (capacity > 2) take_best(c, 2, same);
    if (capacity > 3) take_best(c, 3, same);
    for (int count = 4; count < capacity; count++)
        take_best(c, count, same);
}

/* @return how many of them stay */
static int keep_points(point_choice *c, int count, int capacity, double size) {
    c->left_count = count;
    for (int i = 0; i < count && i < capacity; i++)
        c->taken[i] = i;
    if (count > capacity) choose_points(c, capacity, size);
    count = count < capacity ? count : capacity;
    for (int i = 1; i < count; i++) { /* the deepest first */
        int moving = c->taken[i], j = i;
        for (; j > 0 && c->points[moving].depth > c->points[c->taken[j - 1]].depth; j--)
            c->taken[j] = c->taken[j - 1];
        c->taken[j] = moving;
    }
    return count;
}

static void place_points(convex_manifold *out, const point_choice *c, bool flip) {
    const face_window *w = c->window;
    vec3 middle = mad3(w->box->center, w->normal, w->height);
    for (int i = 0; i < out->count; i++) {
        const face_point *p = &c->points[c->taken[i]];
        manifold_point *placed = &out->points[i];
        vec3 foot = mad3(mad3(middle, w->x, p->x), w->y, p->y);
        *(flip ? &placed->point_b : &placed->point_a) = foot;
        *(flip ? &placed->point_a : &placed->point_b) = mad3(foot, w->along, -p->depth);
        placed->depth = p->depth;
        placed->id = p->id | (flip ? ID_OF_B : 0u);
    }
}

/* -- the pair --------------------------------------------------------------------------------- */

/* Boxes in the order of their own in which their axes were tried; `swap`: B comes first. */
typedef struct box_pair {
    const convex_shape *box[2];
    bool swap;
    sat_answer sat;
    vec3 normal;    /* from A to B */
    vec3 facing[2]; /* the direction to the other box in the frame of A and of B */
    double size;
} box_pair;

/* @return false when the deepest pair is not among the points. */
static bool clip_faces(const box_pair *pair, bool flip, const manifold_options *options,
                       convex_manifold *out) {
    face_window w;
    face_points all;
    const convex_shape *a = pair->box[pair->swap], *b = pair->box[!pair->swap];
    vec3 along = scale3(pair->normal, 1.0 - 2.0 * flip);
    carom_face_window_set(&w, flip ? b : a, &along, &pair->facing[flip]);
    all.margin = options->margin + ROUNDING * pair->size + 2.0 * DBL_EPSILON * max_abs3(a->center);
    if (!(min2(w.half[0], w.half[1]) > BOX_NEEDLE * max2(w.half[0], w.half[1])) ||
        !carom_share_faces(&all, &w, flip ? a : b, &pair->facing[!flip]))
        return false;
    point_choice choice;
    choice.window = &w;
    choice.points = all.at;
    int capacity = carom_held_capacity(options->capacity);
    int count = keep_points(&choice, all.count, capacity, pair->size);
    double same = SAME_POINT * max2(pair->size, fabs(pair->sat.depth));
    if (count == 0 || !(all.at[choice.taken[0]].depth >= pair->sat.depth - same)) return false;
    out->count = count;
    place_points(out, &choice, flip);
    return true;
}

/* The edge along `axis` that is farthest along u, which is in the box's frame: its end on the
 * negative side and its way to the other. @return false when more than it is extreme. */
static bool extreme_edge(const convex_shape *s, int axis, vec3 u, double slack, vec3 edge[2]) {
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
static bool cross_box_edges(const box_pair *pair, convex_manifold *out) {
    vec3 e[2], f[2], n = pair->sat.normal;
    const convex_shape *first = pair->box[0], *second = pair->box[1];
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
    vec3 at = add3(mad3(e[0], e[1], clamp01(t)), first->center);
    vec3 below = mad3(at, n, -pair->sat.depth);
    int corner_a = corner_along(pair->facing[0]), corner_b = corner_along(pair->facing[1]);
    out->count = 1;
    out->points[0] = (manifold_point){swap ? below : at, swap ? at : below, pair->sat.depth,
                                      id_of_witness(corner_a, corner_b)};
    return true;
}

static inline bool is_plain_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0 &&
           min2(s->half.x, min2(s->half.y, s->half.z)) >= BOX_LEAST;
}

static inline double size_of_half(const convex_shape *s) {
    return s->half.x + s->half.y + s->half.z;
}

static bool touch_boxes(box_pair *pair, const manifold_options *options, convex_manifold *out) {
    bool swap = pair->swap;
    const convex_shape *a = pair->box[swap], *b = pair->box[!swap];
    pair->normal = swap ? neg3(pair->sat.normal) : pair->sat.normal;
    pair->size = 2.0 * max2(size_of_half(a), size_of_half(b));
    pair->facing[0] = convex_to_axes(a, pair->normal);
    pair->facing[1] = convex_to_axes(b, neg3(pair->normal));
    double cosine_a = max_abs3(pair->facing[0]), cosine_b = max_abs3(pair->facing[1]);
    if (!(max2(cosine_a, cosine_b) >= REFERENCE_COSINE))
        return pair->sat.axis >= SAT_EDGES && cross_box_edges(pair, out);
    return clip_faces(pair, cosine_b > cosine_a + REFERENCE_ADVANTAGE, options, out);
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    box_pair pair;
    if (!is_plain_box(a) || !is_plain_box(b)) return false;
    double first = a->center.x, second = b->center.x;
    pair.swap = first != second ? first > second : carom_convex_order_shapes(a, b) > 0;
    pair.box[pair.swap] = a;
    pair.box[!pair.swap] = b;
    pair.sat = carom_sat(pair.box[0], pair.box[1]);
    double doubt = BOX_DOUBT * pair.sat.scale + 8.0 * DBL_EPSILON * max_abs3(a->center);
    out->count = 0;
    out->status = CONVEX_EXACT;
    out->normal = vec(0, 0, 0);
    if (!(pair.sat.scale <= BOX_MOST)) return false;
    if (pair.sat.depth < -(options->margin + doubt)) return true;
    if (!(pair.sat.depth > doubt) || !touch_boxes(&pair, options, out)) return false;
    out->normal = pair.normal;
    if (options->cache) *options->cache = (convex_cache){.axis = pair.normal};
    return true;
}
