/* Slab test [KayKajiya86] of a segment against the boxes of a placed mesh, in the mesh's frame.
 * Conservative: the boxes are grown by the rounding of the frame and of the segment's ends. */
#ifndef CAROM_MESH_PAIR_SEGMENT_WALK_H
#define CAROM_MESH_PAIR_SEGMENT_WALK_H

#include "mesh/pair/pair_frame.h"

typedef struct segment_walk {
    const placed_frame *frame;
    vec3 from, ahead; /* in the mesh's frame */
    double slack;
} segment_walk;

/** Starts a segment from `from` to `from + ahead`, both in the mesh's frame; `error` bounds the
 * error of its ends. */
static inline segment_walk segment_walk_start(const placed_frame *frame, vec3 from, vec3 ahead,
                                              double error) {
    double rounding =
        PAIR_BOX_NOISES * frame->noise + PAIR_SEGMENT_ROUNDING * (max_abs3(from) + max_abs3(ahead));
    return (segment_walk){frame, from, ahead, rounding + error};
}

static inline bool segment_leaves_slab(double o, double d, double low, double high, double t[2]) {
    if (d == 0.0) return o < low || o > high;
    double near = ((d > 0.0 ? low : high) - o) / d, far = ((d > 0.0 ? high : low) - o) / d;
    t[0] = max2(t[0], near);
    t[1] = min2(t[1], far);
    return false;
}

static inline bool segment_enters(const segment_walk *w, const mesh_node *node) {
    if (w->frame->blind) return true;
    vec3 low = load3(node->min), high = load3(node->max);
    double s = w->slack, t[2] = {0.0, 1.0};
    if (segment_leaves_slab(w->from.x, w->ahead.x, low.x - s, high.x + s, t) ||
        segment_leaves_slab(w->from.y, w->ahead.y, low.y - s, high.y + s, t) ||
        segment_leaves_slab(w->from.z, w->ahead.z, low.z - s, high.z + s, t))
        return false;
    return !(t[0] > t[1] + PAIR_SEGMENT_TIME_ROUNDING);
}

#endif
