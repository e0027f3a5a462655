/* Cache of a search for the deepest point (own method), for pieces beside each other: long and
 * thin triangles lie side by side, and so do those of a curved surface. Depth is 1-Lipschitz, so
 * a known depth at a point proves a bound within a ball around it; and a piece that is similar
 * in position, size and normal to one that had to be halved is halved without an examination,
 * which changes the cost only. Ring buffers keep the last entries. */
#ifndef CAROM_MESH_DEPTH_DEPTH_CACHE_H
#define CAROM_MESH_DEPTH_DEPTH_CACHE_H

#include "math/vec.h"
#include "mesh/depth/tolerances.h"

#define DEPTH_CACHE 128

typedef struct known_depth {
    vec3 at;
    double depth; /* outside: minus the distance */
} known_depth;

/* Position, normal and size of a piece. */
typedef struct piece_location {
    vec3 point, normal; /* a point of the piece; its unit normal */
    double radius;      /* of a sphere about the point that holds the piece */
} piece_location;

typedef struct depth_cache {
    uint32_t known_count, cut_count;
    known_depth known[DEPTH_CACHE];
    piece_location cut[DEPTH_CACHE];
} depth_cache;

static inline uint32_t cached_count(uint32_t count) {
    return count < DEPTH_CACHE ? count : DEPTH_CACHE;
}

static inline void cache_depth(depth_cache *m, vec3 at, double depth) {
    m->known[m->known_count++ % DEPTH_CACHE] = (known_depth){at, depth};
}

static inline void cache_cut(depth_cache *m, const piece_location *location) {
    m->cut[m->cut_count++ % DEPTH_CACHE] = *location;
}

/** Returns true if a known depth proves a triangle nowhere deeper than `tolerated`. */
static inline bool is_known_depth(const depth_cache *m, const vec3 v[3], double tolerated) {
    for (uint32_t i = 0; i < cached_count(m->known_count); i++) {
        double radius = tolerated - m->known[i].depth, radius2 = radius * radius;
        vec3 at = m->known[i].at;
        if (radius > 0.0 && len2(sub3(v[0], at)) < radius2 && len2(sub3(v[1], at)) < radius2 &&
            len2(sub3(v[2], at)) < radius2)
            return true;
    }
    return false;
}

static inline bool is_like_cut(const depth_cache *m, const piece_location *location) {
    double near2 = location->radius * location->radius * (ALIKE_DISTANCE * ALIKE_DISTANCE);
    for (uint32_t i = 0; i < cached_count(m->cut_count); i++) {
        const piece_location *other = &m->cut[i];
        if (location->radius > ALIKE_SIZE * other->radius &&
            len2(sub3(other->point, location->point)) < near2 &&
            fabs(dot3(location->normal, other->normal)) > ALIKE_FACING)
            return true;
    }
    return false;
}

#endif
