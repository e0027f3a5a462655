/* Faces of two boxes against each other: the points that they share, in the plane of the one. */
#ifndef CAROM_CONVEX_BOX_FACES_H
#define CAROM_CONVEX_BOX_FACES_H

#include "convex/box_view.h"
#include "convex/feature.h"
#include "core/pair.h"

/* Four corners of either, and four sides that may cross four edges. */
#define FACE_POINTS 24

typedef float face_flat __attribute__((vector_size(8)));

/* Points over the window by their numbers: where along its x and y, the same in float, and how far
 * below. */
typedef struct face_points {
    int count;
    pair2 at[FACE_POINTS];
    face_flat flat[FACE_POINTS];
    double depth[FACE_POINTS];
    uint8_t kind[FACE_POINTS]; /* tells the identity */
} face_points;

/* The faces of two boxes that face each other most: the reference face is the window's. Set by the
 * caller: the boxes; the contact's normal outward from the window, also in its frame, and against
 * it in the other's, neither of them unit; `margin`: points are no less deep than against it.
 *
 * x, y and the face's normal are right-handed: corner k is at (-, -), (+, -), (+, +), (-, +), and
 * side k goes on from there. Places on it are relative to its middle, and pairs along x and y. */
typedef struct face_window {
    const box_view *box, *other;
    vec3 along;
    double facing[3], against[3], per_length, margin; /* times per_length they are unit */
    vec3 middle, normal, x, y;
    pair2 across[3]; /* x and y by their coordinates */
    pair2 half;
    pair2 lean; /* of `along`; with it and the cosine what is below comes up */
    double per_cosine;
    double slack;      /* what is nearer to a side is on it */
    uint32_t names[9]; /* of the sides, of the other face's corners, none */
} face_window;

/** The points of both faces; the rest of the window is filled in, and is within float's range.
 * @return false for another face without area, and a window much longer than wide */
bool carom_share_faces(face_points *out, face_window *w);

/** The identity of a point: a corner has one name, what is cut an edge's or side's and the side's.
 */
static inline uint32_t face_point_id(const face_window *w, int kind) {
    static const uint8_t cut[FACE_POINTS] = {8, 8, 8, 8, 4, 5, 6, 7, 4, 5, 6, 7,
                                             4, 5, 6, 7, 4, 5, 6, 7, 0, 0, 1, 2};
    static const uint8_t by[FACE_POINTS] = {4, 5, 6, 7, 0, 0, 0, 0, 1, 1, 1, 1,
                                            2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 2, 3};
    return w->names[cut[kind]] << 15 | w->names[by[kind]];
}

#endif
