/* Reference face of a box (the clipping window), and the projection of another box's face onto it
 * along the contact's normal. Everything is computed from the relative pose of the boxes that the
 * separating axis test has made (box_relative_pose), so that no vector is transformed twice. */
#ifndef CAROM_CONVEX_MANIFOLD_REFERENCE_FACE_H
#define CAROM_CONVEX_MANIFOLD_REFERENCE_FACE_H

#include "convex/box/obb_sat.h"
#include "convex/manifold/contact_reduction.h"
#include "simd/four.h"

/* A box's face perpendicular to `axis`, on its positive (1) or negative (-1) side; `first` and
 * `second` are the axes in its plane. */
typedef struct faced_axes {
    int axis, first, second;
    double sign;           /* 1 or -1 */
    const uint32_t *names; /* box_corner_id of its corners */
} faced_axes;

/* The two faces whose normals are nearest to the contact's; the reference face is the window. Set
 * by the caller: the boxes and their relative pose, which must outlive the clipping; `along`, the
 * contact's normal outward from the window; the same in the window's frame (facing) and its
 * opposite in the other box's (against), neither of them unit; `margin`: points have depths of at
 * least -margin. x, y and the face's normal are right-handed: corner k is at (-, -), (+, -), (+,
 * +), (-, +), and side k starts there. Coordinates on the window are relative to its middle, along
 * x and y. */
typedef struct face_window {
    const box_view *box, *other;
    const box_relative_pose *turn;
    bool second; /* the window belongs to the turn's second box */
    lane_vec3 along;
    double facing[3], against[3], per_length, margin; /* times per_length they are unit */
    lane_vec3 middle, x, y;
    double half[2];
    double lean[2];    /* components of `along` on x and y */
    double per_cosine; /* 1 / cosine of `along` and the face's normal */
    double slack;      /* length: what is nearer to a side is on it */
    faced_axes face;
    uint32_t names[9]; /* of the 4 sides, of the other face's 4 corners, and 0 */
} face_window;

/* Signs of the corners' coordinates on x and y. */
#define FACE_SIGNS_X d4_of(-1.0, 1.0, 1.0, -1.0)
#define FACE_SIGNS_Y d4_of(-1.0, -1.0, 1.0, 1.0)

/* The other box's face projected onto the window. Its corners run as box_corner_id numbers them:
 * clockwise here. */
typedef struct projected_face {
    faced_axes face;
    double x[4], y[4], below[4]; /* [0]: of the middle; [1], [2]: half the edges; depth below */
    d4 corner_x, corner_y, corner_below;
    double area;            /* a quarter of the projected area, negative */
    double slope[2], depth; /* depth at (x, y) is depth + x slope[0] + y slope[1] */
    double least;           /* least depth of a point */
} projected_face;

static CAROM_INLINE faced_axes face_towards(const double part[3]) {
    static const uint32_t names[3][2][4] = {
        {{2, 0, 4, 6}, {1, 3, 7, 5}}, {{4, 0, 1, 5}, {2, 6, 7, 3}}, {{1, 0, 2, 3}, {4, 5, 7, 6}}};
    const int axis = largest_component_index(part);
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
    const d4 out = d4_mul(d4_load(&box->axes[f->axis].x), d4_all(f->sign * box->side[f->axis]));
    d4_store(w->x.lane, d4_mul(d4_load(&box->axes[f->first].x), d4_all(f->sign)));
    d4_store(w->y.lane, d4_load(&box->axes[f->second].x));
    d4_store(w->middle.lane, d4_add(d4_load(&box->center.x), out));
    w->half[0] = half_x;
    w->half[1] = half_y;
    w->lean[0] = f->sign * part[f->first] * w->per_length;
    w->lean[1] = part[f->second] * w->per_length;
    w->per_cosine = 1.0 / fabs(part[f->axis] * w->per_length);
    w->slack = SAME_POINT * 2.0 * min2(half_x, half_y);
    *(four_mask_loose *)(void *)w->names = four_names(f->names) | (int32_t)CLIP_CUT;
    w->names[8] = 0;
}

/* The dot product of an axis of the window's box and one of the other box. */
static CAROM_INLINE double axis_product(const face_window *w, int axis, int other) {
    return w->turn->numbers[w->second ? axis + 4 * other : 4 * axis + other];
}

/* Components along one axis of the window's box, in lanes: of the face's middle and of half its
 * edges. */
static CAROM_INLINE d4 axis_components(const face_window *w, const faced_axes *f, int axis,
                                       double sign, d4 sizes) {
    const double center = sign_of(!w->second) * sign * w->turn->center_delta[w->second][axis];
    const d4 by = d4_of(axis_product(w, axis, f->axis), axis_product(w, axis, f->first),
                        axis_product(w, axis, f->second), 0.0);
    return d4_add(d4_of(center, 0.0, 0.0, 0.0), d4_mul(by, sizes));
}

static CAROM_INLINE d4 corners_from(const double v[4]) {
    return d4_add(d4_add(d4_all(v[0]), d4_mul(FACE_SIGNS_Y, d4_all(v[2]))),
                  d4_mul(FACE_SIGNS_X, d4_all(v[1])));
}

static CAROM_INLINE void project_edges(projected_face *out, face_window *w) {
    const box_view *box = w->other;
    const faced_axes *to = &w->face, f = out->face = face_towards(w->against);
    *(four_mask_loose *)(void *)(w->names + 4) = four_names(f.names);
    const d4 sizes =
        d4_of(f.sign * box->side[f.axis], f.sign * box->side[f.first], box->side[f.second], 0.0);
    const d4 turned = d4_mul(sizes, d4_all(to->sign));
    const d4 plane = d4_of(w->box->side[to->axis], 0.0, 0.0, 0.0);
    const d4 up = axis_components(w, &f, to->axis, to->sign, turned);
    const d4 x = axis_components(w, &f, to->first, to->sign, turned);
    const d4 y = axis_components(w, &f, to->second, 1.0, sizes);
    const d4 below = d4_mul(d4_sub(plane, up), d4_all(w->per_cosine));
    d4_store(out->below, below);
    d4_store(out->x, d4_add(x, d4_mul(d4_all(w->lean[0]), below)));
    d4_store(out->y, d4_add(y, d4_mul(d4_all(w->lean[1]), below)));
}

static CAROM_INLINE void project_corners(projected_face *out, face_window *w) {
    project_edges(out, w);
    out->corner_x = corners_from(out->x);
    out->corner_y = corners_from(out->y);
    out->corner_below = corners_from(out->below);
}

/* Sets the depth of the other face's plane over the window, from its normal. @return false for a
 * face without projected area */
static CAROM_INLINE bool set_projected_plane(projected_face *out, const face_window *w) {
    const double *x = out->x, *y = out->y;
    const int axis = out->face.axis;
    const double per = -out->face.sign / fabs(w->against[axis] * w->per_length);
    out->slope[0] = w->face.sign * axis_product(w, w->face.first, axis) * per;
    out->slope[1] = axis_product(w, w->face.second, axis) * per;
    out->depth = out->below[0] - x[0] * out->slope[0] - y[0] * out->slope[1];
    out->least = -w->margin;
    out->area = x[1] * y[2] - y[1] * x[2];
    return out->area < 0.0;
}

#endif
