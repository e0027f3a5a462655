/* Pairs of triangles of two surfaces, in the frame of the second one. */
#ifndef CAROM_SURFACE_PAIR_BOTH_WALK_H
#define CAROM_SURFACE_PAIR_BOTH_WALK_H

#include "surface/mesh_pairs.h"

typedef struct both_pair {
    const carom_posed_shape *a, *b;
    surface first, second;
    carom_pose to_b; /* of the first one's triangles */
    carom_pose back; /* from the common frame to B's */
    carom_aabb bounds;
    double size;     /* of the smaller one */
    double rounding; /* more than posing moves a corner */
} both_pair;

typedef struct both_triangles {
    uint32_t triangle[2];
    carom_triangle own[2]; /* as they were given; the second one's frame is that of the walk */
    carom_triangle at;     /* the first, in the frame of B */
} both_triangles;

typedef void both_visitor(void *context, const both_triangles *two);

typedef struct both_query {
    vec3 reach[2];  /* from a point of the first one to where the second may be */
    vec3 region[2]; /* where both must be */
    both_visitor *visit;
    void *context;
} both_query;

/** False when either has no triangle. */
bool carom_open_both(both_pair *out, const carom_posed_shape *a, const carom_posed_shape *b);
/** All pairs that may be within reach of each other, and in the region. */
void carom_both_visit(const both_pair *pair, const both_query *query);
both_triangles carom_both_triangles(const both_pair *pair, uint32_t first, uint32_t second);

#endif
