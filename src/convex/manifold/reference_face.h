/* The face of a box as a window, and the face of another seen over it along the contact's normal:
 * all from how the boxes lie to each other, so that no direction is taken to a frame again. */
#ifndef CAROM_CONVEX_MANIFOLD_REFERENCE_FACE_H
#define CAROM_CONVEX_MANIFOLD_REFERENCE_FACE_H

#include "convex/box/obb_sat.h"
#include "convex/manifold/contact_reduction.h"
#include "simd/four.h"

/* A box's face along one of its axes, on the side `way`. */
typedef struct faced_axes {
    int axis, first, second;
    double way;
    const uint32_t *names; /* box_corner_id of its corners */
} faced_axes;

/* The faces of two boxes that face each other most: the reference face is the window's. Set by the
 * caller: the boxes and how they lie, as long as the faces are cut; the contact's normal outward
 * from the window, also in its frame, and against it in the other's, neither of them unit;
 * `margin`: points are no less deep than against it.
 *
 * x, y and the face's normal are right-handed: corner k is at (-, -), (+, -), (+, +), (-, +), and
 * side k goes on from there. Places on it are relative to its middle, and pairs along x and y. */
typedef struct face_window {
    const box_view *box, *other;
    const box_turn *turn;
    bool second; /* the window is the turn's B's */
    lane_vec3 along;
    double facing[3], against[3], per_length, margin; /* times per_length they are unit */
    lane_vec3 middle, x, y;
    double half[2];
    double lean[2]; /* of `along`; with it and the cosine what is below comes up */
    double per_cosine;
    double slack; /* what is nearer to a side is on it */
    faced_axes face;
    uint32_t names[9]; /* of the sides, of the other face's corners, none */
} face_window;

/* Of corners that run round: those before and after in the direction of the window's x, and of y.
 */
#define FACE_SIGNS_X d4_of(-1.0, 1.0, 1.0, -1.0)
#define FACE_SIGNS_Y d4_of(-1.0, -1.0, 1.0, 1.0)

/* The other box's face over the window: its middle and half its edges one after the other, and its
 * corners, which run as box_corner_id numbers them: clockwise here. */
typedef struct seen_face {
    faced_axes face;
    double x[4], y[4], below[4]; /* of the middle; how much more the ends of edges are */
    d4 corner_x, corner_y, corner_below;
    double area;            /* a quarter of it, negative */
    double slope[2], depth; /* depth + x * slope[0] + y * slope[1] */
    double least;           /* that counts */
} seen_face;

static CAROM_INLINE faced_axes face_towards(const double part[3]) {
    static const uint32_t names[3][2][4] = {
        {{2, 0, 4, 6}, {1, 3, 7, 5}}, {{4, 0, 1, 5}, {2, 6, 7, 3}}, {{1, 0, 2, 3}, {4, 5, 7, 6}}};
    const int axis = foremost_part(part);
    return (faced_axes){axis, (0x021 >> 4 * axis) & 3, (0x102 >> 4 * axis) & 3,
                        copysign(1.0, part[axis]), names[axis][part[axis] > 0.0]};
}

static inline four_mask four_names(const uint32_t from[4]) {
    return *(const four_mask_loose *)(const void *)from;
}

static CAROM_INLINE void set_window(face_window *w) {
    const box_view *box = w->box;
    const faced_axes *f = &w->face;
    w->face = face_towards(w->facing);
    const double *part = w->facing, half_x = box->side[f->first], half_y = box->side[f->second];
    const d4 out = d4_mul(d4_load(&box->axes[f->axis].x), d4_all(f->way * box->side[f->axis]));
    d4_store(w->x.lane, d4_mul(d4_load(&box->axes[f->first].x), d4_all(f->way)));
    d4_store(w->y.lane, d4_load(&box->axes[f->second].x));
    d4_store(w->middle.lane, d4_add(d4_load(&box->center.x), out));
    w->half[0] = half_x;
    w->half[1] = half_y;
    w->lean[0] = f->way * part[f->first] * w->per_length;
    w->lean[1] = part[f->second] * w->per_length;
    w->per_cosine = 1.0 / fabs(part[f->axis] * w->per_length);
    w->slack = SAME_POINT * 2.0 * min2(half_x, half_y);
    *(four_mask_loose *)(void *)w->names = four_names(f->names) | (int32_t)CLIP_CUT;
    w->names[8] = 0;
}

/* An axis of the other box along one of the window's. */
static CAROM_INLINE double seen_axis(const face_window *w, int axis, int other) {
    return w->turn->numbers[w->second ? axis + 4 * other : 4 * axis + other];
}

/* Of the middle and the edges, in lanes, what is along one of the window's axes. */
static CAROM_INLINE d4 seen_along(const face_window *w, const faced_axes *f, int axis, double way,
                                  d4 sizes) {
    const double center = sign_of(!w->second) * way * w->turn->way[w->second][axis];
    const d4 by = d4_of(seen_axis(w, axis, f->axis), seen_axis(w, axis, f->first),
                        seen_axis(w, axis, f->second), 0.0);
    return d4_add(d4_of(center, 0.0, 0.0, 0.0), d4_mul(by, sizes));
}

static CAROM_INLINE d4 corners_seen(const double v[4]) {
    return d4_add(d4_add(d4_all(v[0]), d4_mul(FACE_SIGNS_Y, d4_all(v[2]))),
                  d4_mul(FACE_SIGNS_X, d4_all(v[1])));
}

static CAROM_INLINE void see_edges(seen_face *out, face_window *w) {
    const box_view *box = w->other;
    const faced_axes *to = &w->face, f = out->face = face_towards(w->against);
    *(four_mask_loose *)(void *)(w->names + 4) = four_names(f.names);
    const d4 sizes =
        d4_of(f.way * box->side[f.axis], f.way * box->side[f.first], box->side[f.second], 0.0);
    const d4 turned = d4_mul(sizes, d4_all(to->way));
    const d4 plane = d4_of(w->box->side[to->axis], 0.0, 0.0, 0.0);
    const d4 up = seen_along(w, &f, to->axis, to->way, turned);
    const d4 x = seen_along(w, &f, to->first, to->way, turned);
    const d4 y = seen_along(w, &f, to->second, 1.0, sizes);
    const d4 below = d4_mul(d4_sub(plane, up), d4_all(w->per_cosine));
    d4_store(out->below, below);
    d4_store(out->x, d4_add(x, d4_mul(d4_all(w->lean[0]), below)));
    d4_store(out->y, d4_add(y, d4_mul(d4_all(w->lean[1]), below)));
}

static CAROM_INLINE void see_corners(seen_face *out, face_window *w) {
    see_edges(out, w);
    out->corner_x = corners_seen(out->x);
    out->corner_y = corners_seen(out->y);
    out->corner_below = corners_seen(out->below);
}

/* The face's plane over the window, from its normal. False for a face without area. */
static CAROM_INLINE bool see_plane(seen_face *out, const face_window *w) {
    const double *x = out->x, *y = out->y;
    const int axis = out->face.axis;
    const double per = -out->face.way / fabs(w->against[axis] * w->per_length);
    out->slope[0] = w->face.way * seen_axis(w, w->face.first, axis) * per;
    out->slope[1] = seen_axis(w, w->face.second, axis) * per;
    out->depth = out->below[0] - x[0] * out->slope[0] - y[0] * out->slope[1];
    out->least = -w->margin;
    out->area = x[1] * y[2] - y[1] * x[2];
    return out->area < 0.0;
}

#endif
