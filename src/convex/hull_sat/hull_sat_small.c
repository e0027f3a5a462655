/* Separating axis test of small hulls [Gregorius13] by exhaustion: the heights of all vertices of
 * one hull below all faces of the other, twelve rows of eight. Computed two at a time without a
 * branch, they cost less than a search for those that matter. Same guarantee as in hull_sat.c. */
#include "convex/hull_sat/hull_sat_small.h"

#include "math/pair.h"

#define SMALL_HULL_PAIRS (HULL_LANES / 2)

typedef double unaligned_lanes __attribute__((vector_size(16), aligned(8), may_alias));

static inline pair2 load_lanes2(const double *two) {
    return *(const unaligned_lanes *)(const void *)two;
}

static void corners_in_frame(pair2 at[3][SMALL_HULL_PAIRS], const hull_data *other,
                             const vec3 frame[4]) {
    for (int k = 0; k < SMALL_HULL_PAIRS; k++) {
        pair2 x = load_lanes2(other->x + 2 * k), y = load_lanes2(other->y + 2 * k);
        pair2 z = load_lanes2(other->z + 2 * k);
        at[0][k] =
            BOTH(frame[3].x) + BOTH(frame[0].x) * x + BOTH(frame[1].x) * y + BOTH(frame[2].x) * z;
        at[1][k] =
            BOTH(frame[3].y) + BOTH(frame[0].y) * x + BOTH(frame[1].y) * y + BOTH(frame[2].y) * z;
        at[2][k] =
            BOTH(frame[3].z) + BOTH(frame[0].z) * x + BOTH(frame[1].z) * y + BOTH(frame[2].z) * z;
    }
}

void carom_small_hull_heights(small_hull_heights *out, const hull_data *h, const hull_data *other,
                              const vec3 frame[4]) {
    pair2 at[3][SMALL_HULL_PAIRS];
    corners_in_frame(at, other, frame);
    out->least = DBL_MAX;
    for (int f = 0; f < h->face_count; f++) {
        vec3 n = h->face_normal[f];
        pair2 below[SMALL_HULL_PAIRS];
        for (int k = 0; k < SMALL_HULL_PAIRS; k++) {
            below[k] = BOTH(h->face_offset[f]) -
                       (BOTH(n.x) * at[0][k] + BOTH(n.y) * at[1][k] + BOTH(n.z) * at[2][k]);
            *(unaligned_lanes *)(void *)&out->height[f][2 * k] = below[k];
        }
        pair2 most =
            pair_greater(pair_greater(below[0], below[1]), pair_greater(below[2], below[3]));
        most = pair_greater(most, SWAP_PAIR(most));
        out->deepest[f] = most[0];
        out->least = pair_lesser(most, BOTH(out->least))[0];
    }
}

int carom_small_hull_deepest(const small_hull_heights *heights, int face) {
    const double *row = heights->height[face];
    int corner = 0;
    while (corner < HULL_LANES - 1 && row[corner] < heights->deepest[face])
        corner++;
    return corner;
}

double carom_small_hull_below_both(const small_hull_heights *heights, int face, int second) {
    const double *p = heights->height[face], *q = heights->height[second];
    pair2 most = pair_lesser(load_lanes2(p), load_lanes2(q));
    for (int k = 2; k < HULL_LANES; k += 2)
        most = pair_greater(most, pair_lesser(load_lanes2(p + k), load_lanes2(q + k)));
    return pair_greater(most, SWAP_PAIR(most))[0];
}
