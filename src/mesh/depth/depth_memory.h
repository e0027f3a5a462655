/* What a search for the deepest point remembers for the pieces beside: long and thin triangles lie
 * side by side, and so do those of a round surface. Where a depth is known, what is around is no
 * deeper than that and the way there; and what is like a piece that had to be cut, in place, size
 * and facing, is cut without a look at it. The last ones are kept. */
#ifndef CAROM_MESH_DEPTH_DEPTH_MEMORY_H
#define CAROM_MESH_DEPTH_DEPTH_MEMORY_H

#include "math/vec.h"

#define DEPTH_MEMORY 128
/* Alike: no smaller than this of the other, no farther than this of its own radius, and the cosine
 * of the angle of their normals. Measured: these save most. */
#define ALIKE_SIZE 0.75
#define ALIKE_DISTANCE 0.5
#define ALIKE_FACING 0.9

typedef struct known_depth {
    vec3 at;
    double depth; /* of a point outside less than 0 by its distance */
} known_depth;

/* Where a piece is. */
typedef struct piece_spot {
    vec3 point, across; /* of the piece; its normal, unit */
    double radius;      /* about the point */
} piece_spot;

typedef struct depth_memory {
    uint32_t known_count, cut_count;
    known_depth known[DEPTH_MEMORY];
    piece_spot cut[DEPTH_MEMORY];
} depth_memory;

static inline uint32_t remembered_of(uint32_t count) {
    return count < DEPTH_MEMORY ? count : DEPTH_MEMORY;
}

static inline void remember_depth(depth_memory *m, vec3 at, double depth) {
    m->known[m->known_count++ % DEPTH_MEMORY] = (known_depth){at, depth};
}

static inline void remember_cut(depth_memory *m, const piece_spot *spot) {
    m->cut[m->cut_count++ % DEPTH_MEMORY] = *spot;
}

/** Is a triangle nowhere deeper than `granted`, by one of the depths? */
static inline bool is_known_depth(const depth_memory *m, const vec3 v[3], double granted) {
    for (uint32_t i = 0; i < remembered_of(m->known_count); i++) {
        double room = granted - m->known[i].depth, room2 = room * room;
        vec3 at = m->known[i].at;
        if (room > 0.0 && len2(sub3(v[0], at)) < room2 && len2(sub3(v[1], at)) < room2 &&
            len2(sub3(v[2], at)) < room2)
            return true;
    }
    return false;
}

static inline bool is_like_cut(const depth_memory *m, const piece_spot *spot) {
    double near2 = spot->radius * spot->radius * (ALIKE_DISTANCE * ALIKE_DISTANCE);
    for (uint32_t i = 0; i < remembered_of(m->cut_count); i++) {
        const piece_spot *other = &m->cut[i];
        if (spot->radius > ALIKE_SIZE * other->radius &&
            len2(sub3(other->point, spot->point)) < near2 &&
            fabs(dot3(spot->across, other->across)) > ALIKE_FACING)
            return true;
    }
    return false;
}

#endif
