/* What the faces of two boxes share. Seen along the contact's normal the other box's face is a
 * parallelogram over the rectangle of the reference face: what they share has corners of the one,
 * corners of the other, and crossings of an edge with a side. Which of them there are is told by 16
 * comparisons, and each is found by itself, in two coordinates; the depth is that of one plane.
 * Identities, and what counts as a corner on a side, are as carom_convex_clip has them. */
#include "convex/box_faces.h"

#include "convex/contact_pool.h"
#include "convex/support.h"
#include "math/box_axes.h"

/* Two of four corners: 0 and 1, or 2 and 3. */
typedef double corner_lanes __attribute__((vector_size(16)));
typedef int64_t corner_mask __attribute__((vector_size(16)));

/* The other box's face over the window: its middle and half its edges, z the depth. Its corners run
 * as box_corner_id numbers them, which is clockwise here. */
typedef struct seen_face {
    vec3 middle, edge[2];
    double area;            /* a quarter of it, negative */
    double slope[2], depth; /* depth + x * slope[0] + y * slope[1] */
    double least;           /* depth that counts */
    corner_lanes at[3][2];  /* x, y and depth of the corners */
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

void carom_face_window_set(face_window *w, const box_view *box, const vec3 *along, const vec3 *u) {
    const double half[3] = {box->half.x, box->half.y, box->half.z}, part[3] = {u->x, u->y, u->z};
    box_face f = box_face_along(*u);
    double way = sign_of(f.high);
    w->box = box;
    w->along = *along;
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
static bool see_face(seen_face *out, const face_window *w, const box_view *box, const vec3 *u) {
    const double half[3] = {box->half.x, box->half.y, box->half.z};
    box_face f = box_face_along(*u);
    double way = sign_of(f.high);
    vec3 middle = sub3(box->center, w->box->center);
    vec3 m = onto_window(w, mad3(middle, box->axes[f.axis], way * half[f.axis]), w->height);
    vec3 p = onto_window(w, scale3(box->axes[f.first], way * half[f.first]), 0.0);
    vec3 q = onto_window(w, scale3(box->axes[f.second], half[f.second]), 0.0);
    const double parts[3][3] = {{m.x, p.x, q.x}, {m.y, p.y, q.y}, {m.z, p.z, q.z}};
    for (int i = 0; i < 3; i++) {
        const corner_lanes back_and_on = {-parts[i][1], parts[i][1]};
        out->at[i][0] = back_and_on + (parts[i][0] - parts[i][2]);
        out->at[i][1] = (parts[i][0] + parts[i][2]) - back_and_on;
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

/* Bits 4 s + k: corner k is beyond the window's side s, or clearly on its inner side. In `out` bits
 * 16 + k: it may be deep enough. Which corners are on a side is told in float: the slack is more
 * than that leaves open. */
typedef struct corner_sides {
    uint32_t out, in;
} corner_sides;

static inline axis_lanes corners_in_float(const corner_lanes at[2]) {
    return __builtin_convertvector(__builtin_shufflevector(at[0], at[1], 0, 1, 2, 3), axis_lanes);
}

static corner_sides sides_of_corners(const seen_face *f, const face_window *w) {
    const axis_lanes x = corners_in_float(f->at[0]), y = corners_in_float(f->at[1]);
    const axis_lanes depth = corners_in_float(f->at[2]);
    const float far_x = (float)(w->half[0] + w->slack), far_y = (float)(w->half[1] + w->slack);
    const float near_x = (float)(w->half[0] - w->slack), near_y = (float)(w->half[1] - w->slack);
    const axis_mask first = {1, 2, 4, 8};
    axis_mask out = ((axis_mask)(y < -far_y) & first) | ((axis_mask)(x > far_x) & first << 4) |
                    ((axis_mask)(y > far_y) & first << 8) | ((axis_mask)(x < -far_x) & first << 12);
    axis_mask in = ((axis_mask)(y > -near_y) & first) | ((axis_mask)(x < near_x) & first << 4) |
                   ((axis_mask)(y < near_y) & first << 8) |
                   ((axis_mask)(x > -near_x) & first << 12);
    double least = f->least - w->slack - 4.0 * FLT_EPSILON * fabs(f->least);
    out |= (axis_mask)(depth >= (float)least) & first << 16;
    return (corner_sides){join_lanes(&out), join_lanes(&in)};
}

/* Of each corner the bit of the next. */
static inline uint32_t of_next_corner(uint32_t bits) {
    return (bits >> 1 & 0x7777u) | (bits & 0x1111u) << 3;
}

static inline double clamp_to(double x, double half) {
    return max2(min2(x, half), -half);
}

/* Kept where `counts` and deep enough: without a branch, as nobody can guess which are.
 * @return how many points it is */
static inline int put_face_point(face_point *out, const seen_face *f, const double at[2],
                                 uint32_t id, bool counts) {
    double depth = f->depth + at[0] * f->slope[0] + at[1] * f->slope[1];
    *out = (face_point){at[0], at[1], depth, id};
    return counts & (depth >= f->least);
}

/* `in`: over the window; those beside it by no more than the slack are moved to its sides. */
static int put_corners(face_point *out, const face_window *w, const seen_face *f, uint32_t in) {
    int count = 0;
    for (; in != 0; in &= in - 1) {
        int k = (int)lowest_bit(in);
        const double at[2] = {clamp_to(f->at[0][k >> 1][k & 1], w->half[0]),
                              clamp_to(f->at[1][k >> 1][k & 1], w->half[1])};
        count += put_face_point(&out[count], f, at, f->id[k], true);
    }
    return count;
}

/* Crossings with the sides on which the coordinate `axis` is constant: 1 and 3, or 0 and 2. Where
 * all edges would cross them is worked out at once. */
static CAROM_INLINE int put_crossings_along(face_point *out, const face_window *w,
                                            const seen_face *f, uint32_t across, int axis) {
    const int other = 1 - axis;
    const double p[2] = {f->edge[0].x, f->edge[0].y}, q[2] = {f->edge[1].x, f->edge[1].y};
    const corner_lanes ahead =
        (corner_lanes){p[other], q[other]} / (corner_lanes){p[axis], q[axis]};
    const double half = w->half[other], limit = half + 2.0 * w->slack;
    corner_lanes where[8];
    for (int side = other; side < 4; side += 2)
        for (int i = 0; i < 2; i++)
            where[2 * side + i] = f->at[other][i] + (w->side[side] - f->at[axis][i]) * ahead;
    int count = 0;
    for (; across != 0; across &= across - 1) {
        int bit = (int)lowest_bit(across), side = bit >> 2;
        double along = where[bit >> 1][bit & 1], at[2];
        at[axis] = w->side[side];
        at[other] = clamp_to(along, half);
        count += put_face_point(&out[count], f, at, f->id[bit & 3] << 15 | w->cut[side],
                                fabs(along) <= limit);
    }
    return count;
}

/* `across`: which edges cross the line of which side. */
static int put_crossings(face_point *out, const face_window *w, const seen_face *f,
                         uint32_t across) {
    int count = put_crossings_along(out, w, f, across & 0xf0f0u, 0);
    return count + put_crossings_along(&out[count], w, f, across & 0x0f0fu, 1);
}

/* Bits k: the window's corner k is nearer to the middle between two sides of the other face, which
 * run along `edge`, than `room` times its length. */
static inline uint32_t corners_between(const face_window *w, vec3 middle, vec3 edge, double room) {
    double x = edge.y * w->half[0], y = edge.x * w->half[1];
    double at = edge.x * middle.y - edge.y * middle.x;
    const corner_lanes back_and_on = {-x, x};
    const corner_mask low = (corner_mask)(back_and_on + (y + at)) & INT64_MAX;
    const corner_mask high = (corner_mask)(back_and_on + (y - at)) & INT64_MAX;
    const corner_mask bits = ((corner_mask)((corner_lanes)low < room) & (corner_mask){1, 2}) |
                             ((corner_mask)((corner_lanes)high < room) & (corner_mask){4, 8});
    return (uint32_t)(bits[0] | bits[1]);
}

/* The window's corners clearly within the other face. Nearer to one of its edges there is the
 * crossing of this edge with a side. */
static int put_window_corners(face_point *out, const face_window *w, const seen_face *f) {
    uint32_t within = 15u;
    for (int i = 0; i < 2; i++) {
        vec3 edge = f->edge[i];
        double room = -f->area - w->slack * (fabs(edge.x) + fabs(edge.y));
        within &= corners_between(w, f->middle, edge, room);
    }
    int count = 0;
    for (; within != 0; within &= within - 1) { /* side k begins in corner k */
        int k = (int)lowest_bit(within), before = (k + 3) & 3;
        int first = k > 0 ? before : k, second = k > 0 ? k : before;
        const double at[2] = {w->side[k & 1 ? k : before], w->side[k & 1 ? before : k]};
        count += put_face_point(&out[count], f, at, w->cut[first] << 15 | w->cut[second], true);
    }
    return count;
}

bool carom_share_faces(face_points *out, const face_window *w, const box_view *box, const vec3 *u) {
    seen_face f;
    if (!see_face(&f, w, box, u)) return false;
    f.least = -out->margin;
    corner_sides on = sides_of_corners(&f, w);
    uint32_t deep = on.out >> 16, sides = on.out & 0xffffu, beyond = sides | sides >> 8;
    int count = put_corners(out->at, w, &f, ~(beyond | beyond >> 4) & deep);
    if (sides != 0) {
        uint32_t across = (on.in & of_next_corner(sides)) | (sides & of_next_corner(on.in));
        across &= (deep | of_next_corner(deep)) * 0x1111u;
        count += put_crossings(&out->at[count], w, &f, across);
        count += put_window_corners(&out->at[count], w, &f);
    }
    out->count = count;
    return true;
}
