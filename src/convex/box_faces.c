/* What the faces of two boxes share. Seen along the contact's normal the other box's face is a
 * parallelogram over the rectangle of the reference face: what they share has corners of the one,
 * corners of the other, and crossings of an edge with a side. All 24 that there may be are worked
 * out by lanes, which of them there are is told by comparisons, and one loop gathers those; the
 * depth is that of one plane. Identities, and what counts as a corner on a side, are as
 * carom_convex_clip has them. */
#include "convex/box_faces.h"

#include "convex/contact_pool.h"
#include "core/four.h"

/* Faces this much longer than wide are cut by the general method: corners are compared in float. */
#define FACE_NEEDLE 0.06

/* Kinds of points: the other face's corners; its edge e at the window's side s is
 * FACE_CROSSINGS + 4 s + e; the window's corners. */
#define FACE_CROSSINGS 4
#define FACE_ENDS 20

/* The other box's face over the window: its middle and half its edges. Its corners run as
 * box_corner_id numbers them, which is clockwise here. */
typedef struct seen_face {
    pair2 middle, edge[2], corner[4];
    double below, drop[2]; /* how far below the middle is, and how much more the ends of edges */
    double area;           /* a quarter of it, negative */
    pair2 slope;           /* depth + x * slope[0] + y * slope[1] */
    double depth, least;   /* least: that counts */
} seen_face;

typedef struct face_lanes {
    pair2 at[FACE_POINTS];
    uint32_t which; /* bits of those that there are */
} face_lanes;

static inline pair2 in_both(double x) {
    return (pair2){x, x};
}

static inline pair2 pair_sizes(pair2 x) {
    return (pair2)(~(pair_mask)in_both(-0.0) & (pair_mask)x);
}

/* A box's face along one of its axes, on the side `way`. */
typedef struct faced_axes {
    int axis, first, second;
    double way;
    const uint32_t *names; /* box_corner_id of its corners */
} faced_axes;

static inline faced_axes face_towards(const double part[3]) {
    static const uint32_t names[3][2][4] = {
        {{2, 0, 4, 6}, {1, 3, 7, 5}}, {{4, 0, 1, 5}, {2, 6, 7, 3}}, {{1, 0, 2, 3}, {4, 5, 7, 6}}};
    const int axis = foremost_part(part);
    return (faced_axes){axis, (0x021 >> 4 * axis) & 3, (0x102 >> 4 * axis) & 3,
                        copysign(1.0, part[axis]), names[axis][part[axis] > 0.0]};
}

static inline void set_window(face_window *w) {
    const box_view *box = w->box;
    const double *part = w->facing;
    const faced_axes f = face_towards(part);
    const vec3 n = scale3(box->axes[f.axis], f.way);
    const vec3 x = scale3(box->axes[f.first], f.way), y = box->axes[f.second];
    w->normal = n;
    w->x = x;
    w->y = vec(y.x, y.y, y.z);
    w->middle = mad3(box->center, n, box->side[f.axis]);
    w->across[0] = (pair2){x.x, y.x};
    w->across[1] = (pair2){x.y, y.y};
    w->across[2] = (pair2){x.z, y.z};
    w->half = (pair2){box->side[f.first], box->side[f.second]};
    w->lean = (pair2){f.way * part[f.first], part[f.second]} * w->per_length;
    w->per_cosine = 1.0 / fabs(part[f.axis] * w->per_length);
    w->slack = SAME_POINT * 2.0 * min2(w->half[0], w->half[1]);
    for (int k = 0; k < 4; k++)
        w->names[k] = f.names[k] | CLIP_CUT;
    w->names[8] = 0;
}

/* Seen along the contact's normal onto the window; `below` is how far it is below that. */
static inline pair2 onto_window(const face_window *w, vec3 v, double below) {
    return w->across[0] * v.x + w->across[1] * v.y + w->across[2] * v.z + w->lean * below;
}

/* @return false for what has no area */
static inline bool see_face(seen_face *out, face_window *w) {
    const box_view *box = w->other;
    const faced_axes f = face_towards(w->against);
    const vec3 n = w->normal, apart = sub3(box->center, w->middle);
    const vec3 m = mad3(apart, box->axes[f.axis], f.way * box->side[f.axis]);
    const vec3 p = scale3(box->axes[f.first], f.way * box->side[f.first]);
    const vec3 q = scale3(box->axes[f.second], box->side[f.second]);
    for (int k = 0; k < 4; k++)
        w->names[4 + k] = f.names[k];
    const double below = out->below = -dot3(n, m) * w->per_cosine;
    const double drop_p = out->drop[0] = -dot3(n, p) * w->per_cosine;
    const double drop_q = out->drop[1] = -dot3(n, q) * w->per_cosine;
    const pair2 middle = out->middle = onto_window(w, m, below);
    const pair2 first = out->edge[0] = onto_window(w, p, drop_p);
    const pair2 second = out->edge[1] = onto_window(w, q, drop_q);
    out->corner[0] = (middle - second) - first;
    out->corner[1] = (middle - second) + first;
    out->corner[2] = (middle + second) + first;
    out->corner[3] = (middle + second) - first;
    out->area = first[0] * second[1] - first[1] * second[0];
    if (!(out->area < 0.0)) return false;
    const double per_area = 1.0 / out->area;
    out->slope = (pair2){(drop_p * second[1] - drop_q * first[1]) * per_area,
                         (drop_q * first[0] - drop_p * second[0]) * per_area};
    const pair2 rise = middle * out->slope;
    out->depth = below - rise[0] - rise[1];
    out->least = -w->margin;
    return true;
}

/* -- what the faces share --------------------------------------------------------------------- */

/* Bits 4 s + k: corner k is beyond the window's side s, or clearly on its inner side. Bits k of
 * `deep`: it may be deep enough. Which corners are on a side is told in float: the slack is more
 * than that leaves open. */
typedef struct corner_sides {
    uint32_t out, in, deep;
} corner_sides;

static inline four in_float(pair2 low, pair2 high) {
    return __builtin_convertvector(__builtin_shufflevector(low, high, 0, 1, 2, 3), four);
}

static inline corner_sides sides_of_corners(const seen_face *f, const face_window *w) {
    const four low = in_float(f->corner[0], f->corner[1]);
    const four high = in_float(f->corner[2], f->corner[3]);
    const four x = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    const four y = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    const pair2 far = w->half + w->slack, near = w->half - w->slack;
    const four far_x = FOUR_OF((float)far[0]), far_y = FOUR_OF((float)far[1]);
    const four near_x = FOUR_OF((float)near[0]), near_y = FOUR_OF((float)near[1]);
    const pair2 drop = {-f->drop[0], f->drop[0]};
    const four depth = in_float(drop + (f->below - f->drop[1]), (f->below + f->drop[1]) - drop);
    const double least = f->least - w->slack - 4.0 * FLT_EPSILON * fabs(f->least);
    return (corner_sides){
        four_bits((four_mask)(y < -far_y)) | four_bits((four_mask)(x > far_x)) << 4 |
            four_bits((four_mask)(y > far_y)) << 8 | four_bits((four_mask)(x < -far_x)) << 12,
        four_bits((four_mask)(y > -near_y)) | four_bits((four_mask)(x < near_x)) << 4 |
            four_bits((four_mask)(y < near_y)) << 8 | four_bits((four_mask)(x > -near_x)) << 12,
        four_bits((four_mask)(depth >= FOUR_OF((float)least)))};
}

/* Of each corner the bit of the next. */
static inline uint32_t of_next_corner(uint32_t bits) {
    return (bits >> 1 & 0x7777u) | (bits & 0x1111u) << 3;
}

static inline pair2 clamp_to(pair2 x, pair2 half) {
    return pair_greater(pair_lesser(x, half), -half);
}

/* Where the edges cross the lines of the sides on which the coordinate `axis` is constant: 1 and 3,
 * or 0 and 2. @return bits of those that are not beside the side */
static CAROM_INLINE uint32_t cross_sides(face_lanes *out, const face_window *w, const seen_face *f,
                                         int axis) {
    const int other = 1 - axis;
    const pair2 *c = f->corner, p = f->edge[0], q = f->edge[1];
    const pair2 ahead = (pair2){p[other], q[other]} / (pair2){p[axis], q[axis]};
    const pair2 half = in_both(w->half[other]), limit = half + 2.0 * w->slack;
    uint32_t beside = 0;
    for (int side = other; side < 4; side += 2) {
        const pair2 line = in_both(side == 1 || side == 2 ? w->half[axis] : -w->half[axis]);
        pair2 along[2], *at = &out->at[FACE_CROSSINGS + 4 * side];
        for (int i = 0; i < 2; i++) {
            const pair2 from = {c[2 * i][axis], c[2 * i + 1][axis]};
            along[i] = (pair2){c[2 * i][other], c[2 * i + 1][other]} + (line - from) * ahead;
            const pair2 on = clamp_to(along[i], half), x = axis ? on : line, y = axis ? line : on;
            at[2 * i] = __builtin_shufflevector(x, y, 0, 2);
            at[2 * i + 1] = __builtin_shufflevector(x, y, 1, 3);
        }
        beside |= pair_bits((pair_mask)(pair_sizes(along[0]) <= limit),
                            (pair_mask)(pair_sizes(along[1]) <= limit))
                  << 4 * side;
    }
    return beside;
}

/* The window's corners clearly within the other face: on the inner side of its edges, which `turn`
 * tells by the area, twice. Nearer to one of them there is the crossing of this edge with a side.
 */
static inline uint32_t ends_within(face_lanes *out, const face_window *w, const seen_face *f) {
    const pair2 x = __builtin_shufflevector(f->edge[0], f->edge[1], 0, 2);
    const pair2 y = __builtin_shufflevector(f->edge[0], f->edge[1], 1, 3);
    const pair2 middle = x * f->middle[1] - y * f->middle[0];
    const pair2 room = -f->area - w->slack * (pair_sizes(x) + pair_sizes(y));
    const pair2 along = x * w->half[1], aside = y * w->half[0];
    const pair2 turn[4] = {aside - along, -along - aside, along - aside, along + aside};
    pair_mask within[4];
    for (int k = 0; k < 4; k++)
        within[k] = (pair_mask)(pair_sizes(turn[k] - middle) < room);
    for (int k = 0; k < 4; k++)
        out->at[FACE_ENDS + k] =
            (pair2){k == 1 || k == 2 ? w->half[0] : -w->half[0], k >= 2 ? w->half[1] : -w->half[1]};
    return pair_bits(__builtin_shufflevector(within[0], within[1], 0, 1, 4, 5) &
                         __builtin_shufflevector(within[0], within[1], 2, 3, 6, 7),
                     __builtin_shufflevector(within[2], within[3], 0, 1, 4, 5) &
                         __builtin_shufflevector(within[2], within[3], 2, 3, 6, 7));
}

/* Only those of which `deep` has the bit. */
static inline void keep_deep(face_points *out, uint32_t deep) {
    out->count = 0;
    for (; deep != 0; deep &= deep - 1) {
        const uint32_t from = lowest_bit(deep);
        const int to = out->count++;
        out->at[to] = out->at[from];
        out->flat[to] = out->flat[from];
        out->depth[to] = out->depth[from];
        out->kind[to] = out->kind[from];
    }
}

/* Mostly all are deep enough; where the next goes does not wait for that. */
static inline void gather_points(face_points *out, const face_lanes *lanes, const seen_face *f) {
    uint32_t deep = 0;
    int count = 0;
    for (uint32_t which = lanes->which; which != 0; which &= which - 1) {
        const uint32_t kind = lowest_bit(which);
        const pair2 at = lanes->at[kind], rise = at * f->slope;
        const double depth = f->depth + rise[0] + rise[1];
        out->at[count] = at;
        out->flat[count] = __builtin_convertvector(at, face_flat);
        out->depth[count] = depth;
        out->kind[count] = (uint8_t)kind;
        deep |= (uint32_t)(depth >= f->least) << count++;
    }
    out->count = count;
    if (deep + 1 != 1u << count) keep_deep(out, deep);
}

bool carom_share_faces(face_points *out, face_window *w) {
    seen_face f;
    face_lanes lanes;
    set_window(w);
    const double least = min2(w->half[0], w->half[1]), most = max2(w->half[0], w->half[1]);
    if (!(least > FACE_NEEDLE * most) || !see_face(&f, w)) return false;
    const corner_sides on = sides_of_corners(&f, w);
    const uint32_t beyond = on.out | on.out >> 8;
    lanes.which = ~(beyond | beyond >> 4) & on.deep;
    for (int k = 0; k < 4; k++)
        lanes.at[k] = clamp_to(f.corner[k], w->half);
    if (on.out != 0) {
        uint32_t across = (on.in & of_next_corner(on.out)) | (on.out & of_next_corner(on.in));
        across &= (on.deep | of_next_corner(on.deep)) * 0x1111u;
        across &= cross_sides(&lanes, w, &f, 0) | cross_sides(&lanes, w, &f, 1);
        lanes.which |= across << FACE_CROSSINGS | ends_within(&lanes, w, &f) << FACE_ENDS;
    }
    gather_points(out, &lanes, &f);
    return true;
}
