/* Pieces of triangles in a search for the deepest point: halving, box, centroid, normal. */
#ifndef CAROM_MESH_DEPTH_DEPTH_PIECE_H
#define CAROM_MESH_DEPTH_DEPTH_PIECE_H

#include "mesh/depth/tolerances.h"
#include "mesh/pair/pair_frame.h"

/* Takes one half of a triangle, bisected at the midpoint of its longest edge, so that thin
 * triangles become no thinner. */
static inline void take_half(vec3 v[3], uint64_t half) {
    int from = 0;
    double longest = -1.0;
    for (int i = 0; i < 3; i++) {
        double length = len2(sub3(v[(i + 1) % 3], v[i]));
        if (!(length > longest)) continue;
        longest = length;
        from = i;
    }
    int to = (from + 1) % 3;
    v[half ? from : to] = scale3(add3(v[from], v[to]), 0.5);
}

static inline middle_box box_of_piece(const vec3 v[3]) {
    vec3 low = v[0], high = v[0];
    for (int i = 1; i < 3; i++) {
        low = lower3(low, v[i]);
        high = upper3(high, v[i]);
    }
    return (middle_box){scale3(add3(low, high), 0.5), scale3(sub3(high, low), 0.5)};
}

static inline vec3 middle_of_piece(const vec3 v[3]) {
    return scale3(add3(add3(v[0], v[1]), v[2]), 1.0 / 3.0);
}

static inline double radius_about(vec3 p, const vec3 v[3]) {
    double r2 = max2(len2(sub3(v[0], p)), max2(len2(sub3(v[1], p)), len2(sub3(v[2], p))));
    return sqrt(r2) * (1.0 + RADIUS_ROUNDING);
}

static inline vec3 normal_of_piece(const vec3 v[3]) {
    return carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 1));
}

#endif
