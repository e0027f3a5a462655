/* Two boxes. Seen along the contact's normal the other box's face is a parallelogram over the
 * rectangle of the reference face: what they share has corners of the one, corners of the other,
 * and crossings of an edge with a side. Which of them there are is told by 16 comparisons, and each
 * is found by itself, in two coordinates; the depth is that of one plane. Identities are as
 * carom_convex_clip gives them, so that a pair may go from this method to the general one and back
 * without losing its points. Where no face is across the normal two edges cross, in a known point.
 */
#include "convex/box_manifold.h"
#include "convex/contact_pool.h"
#include "convex/penetration.h"
#include "convex/rescale.h"
#include "convex/sat.h"
#include "convex/support.h"

/* Depths below this part of the size are decided by the general method. */
#define BOX_DOUBT 1e-13
/* Corners this near to extreme, relative to the size, are in contact as well. */
#define BOX_SLACK 1e-11
/* Faces this much longer than wide are cut by the general method. */
#define BOX_NEEDLE 0.06
/* Corners of either, and four sides that may cross four edges. */
#define FACE_POINTS 24

/* Over the reference face: where, and how far below. */
typedef struct face_point {
    double x, y, depth;
    uint32_t id;
} face_point;

typedef struct face_points {
    int count;
    double margin;
    face_point at[FACE_POINTS];
} face_points;

/* The reference face, its normal outward and the contact's outward from it. x, y and the normal are
 * right-handed: corner k is at (-, -), (+, -), (+, +), (-, +), and side k goes on from there.
 * Points are relative to the reference's centre. */
typedef struct face_window {
    const convex_shape *box;
    vec3 normal, along, x, y;
    double half[2], height;
    double side[4];             /* where y, x, y, x end */
    double lean[2], per_cosine; /* `along` by x, y and the normal */
    double slack;               /* what is nearer to a side is on it */
    uint32_t cut[4];            /* identities of the sides */
} face_window;

/* Two corners, of four. */
typedef double corner_lanes __attribute__((vector_size(16)));
typedef int64_t corner_mask __attribute__((vector_size(16)));

/* The other box's face over the window: its middle and half its edges, z the depth. Its corners run
 * as box_corner_id numbers them, which is clockwise here. */
typedef struct seen_face {
    vec3 middle, edge[2];
    double area;            /* a quarter of it, negative */
    double slope[2], depth; /* depth + x * slope[0] + y * slope[1] */
    double at[2][4];        /* x and y of the corners */
    uint32_t id[4];
} seen_face;

/* box_corner_id of all four. */
static inline void ids_of_corners(const box_face *f, uint32_t id[4]) {
    uint32_t face = (uint32_t)f->high << f->axis, first = 1u << f->first, second = 1u << f->second;
    id[0] = face | (f->high ? 0u : first);
    id[1] = face | (f->high ? first : 0u);
    id[2] = id[1] | second;
    id[3] = id[0] | second;
}

/* `u`: `along` in the box's own frame. */
static void set_window(face_window *w, const convex_shape *box, vec3 along, vec3 u) {
    const double half[3] = {box->half.x, box->half.y, box->half.z}, part[3] = {u.x, u.y, u.z};
    box_face f = box_face_along(u);
    double way = f.high ? 1.0 : -1.0;
    w->box = box;
    w->along = along;
    w->normal = scale3(box->axes[f.axis], way);
    w->x = scale3(box->axes[f.first], way);
    w->y = box->axes[f.second];
    w->height = half[f.axis];
    w->half[0] = half[f.first];
    w->half[1] = half[f.second];
    w->lean[0] = way * part[f.first];
    w->lean[1] = part[f.second];
    w->per_cosine = 1.0 / fabs(part[f.axis]);
    w->slack = SAME_POINT * 2.0 * min2(w->half[0], w->half[1]);
    w->side[0] = -w->half[1];
    w->side[1] = w->half[0];
    w->side[2] = w->half[1];
    w->side[3] = -w->half[0];
    ids_of_corners(&f, w->cut);
    for (int k = 0; k < 4; k++)
        w->cut[k] |= CLIP_CUT;
}

/* Seen along the contact's normal onto the reference face; z is the depth below `height`. */
static inline vec3 onto_window(const face_window *w, vec3 v, double height) {
    double depth = (height - dot3(w->normal, v)) * w->per_cosine;
    return vec(dot3(w->x, v) + depth * w->lean[0], dot3(w->y, v) + depth * w->lean[1], depth);
}

/* `u`: against the contact's normal, in the frame of `box`. @return false for what has no area */
static bool see_face(seen_face *out, const face_window *w, const convex_shape *box, vec3 u) {
    const double half[3] = {box->half.x, box->half.y, box->half.z};
    box_face f = box_face_along(u);
    double way = f.high ? 1.0 : -1.0;
    vec3 middle = sub3(box->center, w->box->center);
    vec3 m = onto_window(w, mad3(middle, box->axes[f.axis], way * half[f.axis]), w->height);
    vec3 p = onto_window(w, scale3(box->axes[f.first], way * half[f.first]), 0.0);
    vec3 q = onto_window(w, scale3(box->axes[f.second], half[f.second]), 0.0);
    for (int k = 0; k < 4; k++) {
        double along_p = k == 1 || k == 2 ? 1.0 : -1.0, along_q = k >= 2 ? 1.0 : -1.0;
        out->at[0][k] = m.x + along_p * p.x + along_q * q.x;
        out->at[1][k] = m.y + along_p * p.y + along_q * q.y;
    }
    ids_of_corners(&f, out->id);
    out->middle = m;
    out->edge[0] = p;
    out->edge[1] = q;
    out->area = p.x * q.y - p.y * q.x;
    if (!(out->area < 0.0)) return false;
    double per_area = 1.0 / out->area;
    out->slope[0] = (p.z * q.y - q.z * p.y) * per_area;
    out->slope[1] = (p.x * q.z - q.x * p.z) * per_area;
    out->depth = m.z - m.x * out->slope[0] - m.y * out->slope[1];
    return true;
}

/* -- what the faces share --------------------------------------------------------------------- */

/* Bits 4 s + k: corner k is beyond the window's side s, or clearly on its inner side. */
typedef struct corner_sides {
    uint32_t out, in;
} corner_sides;

#define FIRST_LANES ((corner_mask){1, 2})
#define LAST_LANES ((corner_mask){4, 8})

static inline uint32_t bits_of_lanes(corner_mask low, corner_mask high) {
    corner_mask bits = (low & FIRST_LANES) | (high & LAST_LANES);
    return (uint32_t)(bits[0] | bits[1]);
}

static corner_sides sides_of_corners(const seen_face *f, const face_window *w) {
    uint32_t far[2], near[2], below[2];
    for (int i = 0; i < 2; i++) {
        const corner_lanes low = {f->at[i][0], f->at[i][1]}, high = {f->at[i][2], f->at[i][3]};
        const corner_lanes zero = {0, 0}, low_size = (corner_lanes)((corner_mask)low & INT64_MAX),
                           high_size = (corner_lanes)((corner_mask)high & INT64_MAX);
        const corner_lanes over = zero + (w->half[i] + w->slack),
                           under = zero + (w->half[i] - w->slack);
        far[i] = bits_of_lanes(low_size > over, high_size > over);
        near[i] = bits_of_lanes(low_size < under, high_size < under);
        below[i] = bits_of_lanes(low < zero, high < zero);
    }
    return (corner_sides){(far[1] & below[1]) | (far[0] & ~below[0]) << 4 |
                              (far[1] & ~below[1]) << 8 | (far[0] & below[0]) << 12,
                          ((near[1] | ~below[1]) & 15u) | ((near[0] | below[0]) & 15u) << 4 |
                              ((near[1] | below[1]) & 15u) << 8 |
                              ((near[0] | ~below[0]) & 15u) << 12};
}

/* Of each corner the bit of the next. */
static inline uint32_t of_next_corner(uint32_t bits) {
    return (bits >> 1 & 0x7777u) | (bits & 0x1111u) << 3;
}

static inline double clamp_to(double x, double half) {
    return max2(min2(x, half), -half);
}

/* Kept where `counts` and deep enough: without a branch, as nobody can guess which are. */
static inline void put_face_point(face_points *out, const seen_face *f, const double at[2],
                                  uint32_t id, bool counts) {
    double depth = f->depth + at[0] * f->slope[0] + at[1] * f->slope[1];
    out->at[out->count] = (face_point){at[0], at[1], depth, id};
    out->count += counts & (depth >= -out->margin);
}

/* `in`: over the window; those beside it by no more than the slack are moved to its sides. */
static void put_corners(face_points *out, const face_window *w, const seen_face *f, uint32_t in) {
    for (; in != 0; in &= in - 1) {
        int k = (int)lowest_bit(in);
        const double at[2] = {clamp_to(f->at[0][k], w->half[0]), clamp_to(f->at[1][k], w->half[1])};
        put_face_point(out, f, at, f->id[k], true);
    }
}

/* `across`: which edges cross the line of which side. */
static void put_crossings(face_points *out, const face_window *w, const seen_face *f,
                          uint32_t across) {
    for (; across != 0; across &= across - 1) {
        int bit = (int)lowest_bit(across), side = bit >> 2, k = bit & 3, next = (k + 1) & 3;
        int axis = ~side & 1, other = side & 1;
        const double *p = f->at[axis], *q = f->at[other];
        double t = (w->side[side] - p[k]) / (p[next] - p[k]), at[2];
        double along = q[k] + (q[next] - q[k]) * t, half = w->half[other];
        at[axis] = w->side[side];
        at[other] = clamp_to(along, half);
        put_face_point(out, f, at, f->id[k] << 15 | w->cut[side],
                       fabs(along) <= half + 2.0 * w->slack);
    }
}

/* The window's corners clearly within the other face. Nearer to one of its edges there is the
 * crossing of this edge with a side. */
static void put_window_corners(face_points *out, const face_window *w, const seen_face *f) {
    vec3 p = f->edge[0], q = f->edge[1], m = f->middle;
    double room_p = -f->area - w->slack * (fabs(p.x) + fabs(p.y));
    double room_q = -f->area - w->slack * (fabs(q.x) + fabs(q.y));
    for (int k = 0; k < 4; k++) { /* where side k begins */
        int before = (k + 3) & 3, first = k > 0 ? before : k, second = k > 0 ? k : before;
        const double at[2] = {w->side[k & 1 ? k : before], w->side[k & 1 ? before : k]};
        double x = at[0] - m.x, y = at[1] - m.y;
        bool within = (fabs(p.x * y - p.y * x) < room_p) & (fabs(q.x * y - q.y * x) < room_q);
        put_face_point(out, f, at, w->cut[first] << 15 | w->cut[second], within);
    }
}

static void share_faces(face_points *out, const face_window *w, const seen_face *f) {
    corner_sides on = sides_of_corners(f, w);
    uint32_t beyond = on.out | on.out >> 8;
    put_corners(out, w, f, ~(beyond | beyond >> 4) & 15u);
    if (on.out == 0) return;
    put_crossings(out, w, f, (on.in & of_next_corner(on.out)) | (on.out & of_next_corner(on.in)));
    put_window_corners(out, w, f);
}

/* -- the choice, as carom_pool_take makes it -------------------------------------------------- */

static inline double away_from(const face_window *w, const face_point *p, const face_point *q) {
    double x = p->x - q->x, y = p->y - q->y, up = w->lean[0] * x + w->lean[1] * y;
    return x * x + y * y - up * up;
}

static inline double area_beyond(const face_point *p, const face_point *q, const face_point *r) {
    return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

static CAROM_INLINE double worth_of(const face_window *w, const face_point *taken, int count,
                                    const face_point *p) {
    if (count == 0) return p->depth;
    if (count == 1) return away_from(w, p, taken);
    if (count == 2) return fabs(area_beyond(&taken[0], &taken[1], p));
    if (count == 3) {
        double turn = area_beyond(&taken[0], &taken[1], &taken[2]) > 0.0 ? -1.0 : 1.0, most = 0.0;
        for (int k = 0; k < 3; k++)
            most = max2(most, turn * area_beyond(&taken[k], &taken[k < 2 ? k + 1 : 0], p));
        return most;
    }
    double least = DBL_MAX;
    for (int k = 0; k < count; k++)
        least = min2(least, away_from(w, p, &taken[k]));
    return least;
}

/* Takes the best of what is left. */
static CAROM_INLINE void take_best(face_points *all, const face_window *w, face_point *taken,
                                   int count, double same) {
    int best = 0;
    double most = worth_of(w, taken, count, &all->at[0]);
    for (int i = 1; i < all->count; i++) {
        double worth = worth_of(w, taken, count, &all->at[i]);
        bool more = worth > most + same;
        best = more ? i : best;
        most = more ? worth : most;
    }
    taken[count] = all->at[best];
    all->at[best] = all->at[--all->count];
}

/* Keeps `capacity` of the points. */
static void choose_points(face_points *all, const face_window *w, int capacity, double size) {
    double same = SAME_WORTH * size * size;
    face_point taken[MANIFOLD_POINTS];
    take_best(all, w, taken, 0, ROUNDING * size);
    if (capacity > 1) take_best(all, w, taken, 1, same);
    if (capacity > 2) take_best(all, w, taken, 2, same);
    if (capacity > 3) take_best(all, w, taken, 3, same);
    for (int count = 4; count < capacity; count++)
        take_best(all, w, taken, count, same);
    for (int i = 0; i < capacity; i++)
        all->at[i] = taken[i];
    all->count = capacity;
}

static void sort_by_depth(face_points *all) {
    for (int i = 1; i < all->count; i++) {
        face_point moving = all->at[i];
        int j = i;
        for (; j > 0 && moving.depth > all->at[j - 1].depth; j--)
            all->at[j] = all->at[j - 1];
        all->at[j] = moving;
    }
}

static void place_points(convex_manifold *out, const face_points *all, const face_window *w,
                         bool flip) {
    vec3 middle = mad3(w->box->center, w->normal, w->height);
    for (int i = 0; i < all->count; i++) {
        const face_point *p = &all->at[i];
        manifold_point *placed = &out->points[i];
        vec3 foot = mad3(mad3(middle, w->x, p->x), w->y, p->y);
        *(flip ? &placed->point_b : &placed->point_a) = foot;
        *(flip ? &placed->point_a : &placed->point_b) = mad3(foot, w->along, -p->depth);
        placed->depth = p->depth;
        placed->id = p->id | (flip ? ID_OF_B : 0u);
    }
    out->count = all->count;
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

static bool holds_deepest(const face_points *all, const box_pair *pair) {
    double deepest = -DBL_MAX, same = SAME_POINT * max2(pair->size, fabs(pair->sat.depth));
    for (int i = 0; i < all->count; i++)
        deepest = max2(deepest, all->at[i].depth);
    return deepest >= pair->sat.depth - same;
}

/* @return false when the deepest pair is not among the points. */
static bool clip_faces(const box_pair *pair, bool flip, const manifold_options *options,
                       convex_manifold *out) {
    face_window w;
    seen_face seen;
    face_points all;
    const convex_shape *a = pair->box[pair->swap], *b = pair->box[!pair->swap];
    set_window(&w, flip ? b : a, flip ? neg3(pair->normal) : pair->normal, pair->facing[flip]);
    if (!(min2(w.half[0], w.half[1]) > BOX_NEEDLE * max2(w.half[0], w.half[1])) ||
        !see_face(&seen, &w, flip ? a : b, pair->facing[!flip]))
        return false;
    all.count = 0;
    all.margin = options->margin + ROUNDING * pair->size + 2.0 * DBL_EPSILON * max_abs3(a->center);
    share_faces(&all, &w, &seen);
    if (!holds_deepest(&all, pair)) return false;
    int capacity = carom_held_capacity(options->capacity);
    if (all.count > capacity) choose_points(&all, &w, capacity, pair->size);
    sort_by_depth(&all);
    place_points(out, &all, &w, flip);
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
        edge[0] = mad3(edge[0], s->axes[i], i == axis || !(part[i] > 0.0) ? -half[i] : half[i]);
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

static inline bool is_solid_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0 &&
           min2(s->half.x, min2(s->half.y, s->half.z)) > 0.0;
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

/* Magnitudes that the general method would rescale are left to it. */
static inline bool is_ordinary(const box_pair *pair) {
    double scale = pair->sat.scale, far = max_abs3(pair->box[0]->center);
    return scale >= RESCALE_LEAST && scale <= RESCALE_MOST && far <= RESCALE_MOST;
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    box_pair pair;
    if (!is_solid_box(a) || !is_solid_box(b)) return false;
    double first = a->center.x, second = b->center.x;
    pair.swap = first != second ? first > second : carom_convex_order_shapes(a, b) > 0;
    pair.box[pair.swap] = a;
    pair.box[!pair.swap] = b;
    pair.sat = carom_sat(pair.box[0], pair.box[1]);
    double doubt = BOX_DOUBT * pair.sat.scale + 8.0 * DBL_EPSILON * max_abs3(a->center);
    out->count = 0;
    out->status = CONVEX_EXACT;
    out->normal = vec(0, 0, 0);
    if (!is_ordinary(&pair)) return false;
    if (pair.sat.depth < -(options->margin + doubt)) return true;
    if (!(pair.sat.depth > doubt) || !touch_boxes(&pair, options, out)) return false;
    out->normal = pair.normal;
    if (options->cache) *options->cache = (convex_cache){.axis = pair.normal};
    return true;
}
