/* Pairs of solids that consist of tetrahedra round a common vertex: every way in which two solids
 * can meet round a point, among these edges with many faces and pinched vertices. How they stand to
 * each other follows from which tetrahedra they have and which corners these share. */
#ifndef CAROM_TEST_SOLID_STAR_H
#define CAROM_TEST_SOLID_STAR_H

#include "cell_pairs.h"

#define STAR_TETRAHEDRA 24
#define STAR_RAYS 14

typedef struct star_pair {
    uint32_t has[2];               /* a bit for each tetrahedron */
    int length[STAR_RAYS], factor; /* B's rays are this much longer; 0: of other lengths */
    int other_length[STAR_RAYS];
    cell_map map;
    carom_solid_relation relation;
    solid_soup soup[2];
} star_pair;

/* Rays 0-7 go to the corners of a cube, 8-13 to the middles of its faces. */
static inline void star_ray(int ray, int out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = ray < 8 ? (ray >> k & 1 ? 1 : -1) : (ray - 8) / 2 == k ? ((ray & 1) ? 1 : -1) : 0;
}

/* The three rays of a tetrahedron, counterclockwise seen from outside. */
static inline void star_corners(int tetrahedron, int out[3]) {
    int face = tetrahedron / 4, i = tetrahedron % 4, k = face / 2, up = face & 1;
    int u = (k + 1) % 3, v = (k + 2) % 3;
    static const int ring[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    int first = up << k | ring[i][0] << u | ring[i][1] << v;
    int second = up << k | ring[i + 1][0] << u | ring[i + 1][1] << v;
    out[0] = 8 + face;
    out[1] = up ? first : second;
    out[2] = up ? second : first;
}

static inline int shared_rays(int a, int b) {
    int p[3], q[3], count = 0;
    star_corners(a, p);
    star_corners(b, q);
    for (int i = 0; i < 9; i++)
        count += p[i / 3] == q[i % 3];
    return count;
}

/* The common vertex is a corner of each. */
static inline carom_solid_relation touch_of_stars(uint32_t a, uint32_t b) {
    int most = 0;
    for (int i = 0; i < STAR_TETRAHEDRA; i++)
        for (int k = 0; k < STAR_TETRAHEDRA; k++) {
            if (!(a >> i & 1) || !(b >> k & 1)) continue;
            int count = shared_rays(i, k);
            most = count > most ? count : most;
        }
    return most == 0   ? CAROM_SOLIDS_TOUCH_POINT
           : most == 1 ? CAROM_SOLIDS_TOUCH_EDGE
                       : CAROM_SOLIDS_TOUCH_FACE;
}

static inline carom_solid_relation relation_of_stars(const star_pair *pair) {
    uint32_t a = pair->has[0], b = pair->has[1];
    if (!(a & b)) return touch_of_stars(a, b);
    if (pair->factor == 1 && a == b) return CAROM_SOLIDS_EQUAL;
    if (pair->factor >= 1 && !(a & ~b)) return CAROM_SOLIDS_A_IN_B;
    if (pair->factor == 1 && !(b & ~a)) return CAROM_SOLIDS_B_IN_A;
    return CAROM_SOLIDS_OVERLAP;
}

static inline void soup_of_star(star_pair *pair, int which) {
    cell_surface s = {0};
    const int origin[3] = {0, 0, 0};
    uint32_t has = pair->has[which];
    for (int i = 0; i < STAR_TETRAHEDRA; i++) {
        int corner[3], p[3][3];
        if (!(has >> i & 1)) continue;
        star_corners(i, corner);
        for (int c = 0; c < 3; c++) {
            int length = pair->length[corner[c]];
            if (which == 1 && pair->factor) length *= pair->factor;
            if (which == 1 && !pair->factor) length = pair->other_length[corner[c]];
            star_ray(corner[c], p[c]);
            for (int k = 0; k < 3; k++)
                p[c][k] *= length;
        }
        add_facet(&s, p[0], p[1], p[2]);
        for (int c = 0; c < 3; c++) { /* the side through the origin opposite of corner c */
            bool inner = false;
            for (int k = 0; k < STAR_TETRAHEDRA; k++) {
                int other[3], both = 0;
                if (k == i || !(has >> k & 1)) continue;
                star_corners(k, other);
                for (int e = 0; e < 3; e++)
                    both += other[e] == corner[(c + 1) % 3] || other[e] == corner[(c + 2) % 3];
                inner |= both == 2;
            }
            if (!inner) add_facet(&s, origin, p[(c + 2) % 3], p[(c + 1) % 3]);
        }
    }
    soup_of_cells(&pair->soup[which], &s, &pair->map, true);
    free(s.facets);
}

/* Stars whose rays differ in length must have no tetrahedron in common, or overlap: two of them
 * with one in common that neither holds. */
static inline void make_star_pair(star_pair *pair, uint64_t seed) {
    seed = solid_mix(seed + 77);
    const uint32_t all = ((uint32_t)1 << STAR_TETRAHEDRA) - 1;
    int kind = solid_int(&seed, 0, 5);
    for (int i = 0; i < 2; i++) {
        uint32_t bits = (uint32_t)solid_bits(&seed), more = (uint32_t)solid_bits(&seed);
        int density = solid_int(&seed, 0, 3);
        pair->has[i] = (density == 0   ? bits & more & (more >> 8)
                        : density == 1 ? bits & more
                        : density == 2 ? bits
                                       : bits | more) &
                       all;
    }
    if (kind == 1) pair->has[1] = ~pair->has[0] & all;
    if (kind == 2) pair->has[1] = pair->has[0];
    if (kind == 3) pair->has[1] |= pair->has[0];
    if (kind >= 4) pair->has[1] &= ~pair->has[0];
    for (int i = 0; i < 2; i++)
        if (!pair->has[i]) pair->has[i] = (uint32_t)1 << solid_int(&seed, 0, STAR_TETRAHEDRA - 1);
    pair->factor = solid_int(&seed, 0, 2);
    for (int r = 0; r < STAR_RAYS; r++) {
        pair->length[r] = solid_int(&seed, 1, 12);
        pair->other_length[r] = solid_int(&seed, 1, 12);
    }
    if (pair->factor == 0 && pair->has[0] & pair->has[1]) pair->factor = 1;
    make_map(&pair->map, &seed);
    pair->relation = relation_of_stars(pair);
    for (int i = 0; i < 2; i++) {
        soup_of_star(pair, i);
        solid_shuffle(&pair->soup[i], &seed);
    }
}

#endif
