/* Faces of two boxes against each other: the points that they share, in the plane of the one. */
#ifndef CAROM_CONVEX_BOX_FACES_H
#define CAROM_CONVEX_BOX_FACES_H

#include "convex/box_view.h"
#include "convex/feature.h"

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
    const box_view *box;
    vec3 normal, along, x, y;
    double half[2], height;
    double side[4];             /* where y, x, y, x end */
    double lean[2], per_cosine; /* `along` by x, y and the normal */
    double slack;               /* what is nearer to a side is on it */
    uint32_t cut[4];            /* identities of the sides */
} face_window;

/* Without a branch: both are as frequent. */
static inline double sign_of(bool positive) {
    return 2.0 * positive - 1.0;
}

/** `u`: `along` in the box's own frame. */
void carom_face_window_set(face_window *w, const box_view *box, const vec3 *along, const vec3 *u);

/** The points of the window and the face of `box` against it no less deep than -margin, which is
 * set. `u`: against the contact's normal, in the frame of `box`. Halves of the window differ no
 * more than 20 times, and lie within the range of float.
 * @return false for a face without area */
bool carom_share_faces(face_points *out, const face_window *w, const box_view *box, const vec3 *u);

#endif
