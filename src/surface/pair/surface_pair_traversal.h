/* Traversal of the pairs of triangles of two surfaces, in the frame of the second one. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_TRAVERSAL_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_TRAVERSAL_H

#include "surface/surface_query.h"

typedef struct surface_pair_frame {
    const carom_posed_shape *a, *b;
    surface first, second;
    carom_pose to_b; /* from A's frame to B's */
    carom_pose back; /* from the common frame to B's frame */
    carom_aabb bounds;
    double size;     /* extent of the smaller surface */
    double rounding; /* bound on the rounding of a posed vertex */
} surface_pair_frame;

typedef struct surface_pair_triangles {
    uint32_t triangle[2];
    carom_triangle own[2]; /* in their own frames; the second one's is that of the traversal */
    carom_triangle at;     /* the first in the frame of B */
} surface_pair_triangles;

typedef void surface_pair_visitor(void *context, const surface_pair_triangles *two);

typedef struct surface_pair_query {
    vec3 reach[2];  /* box of offsets from a point of A to points of B */
    vec3 region[2]; /* box that both must meet */
    surface_pair_visitor *visit;
    void *context;
} surface_pair_query;

/** Returns false when either has no triangle. */
bool carom_surface_pair_start(surface_pair_frame *out, const carom_posed_shape *a,
                              const carom_posed_shape *b);
/** Visits all pairs that may be within the offsets of each other and in the region. */
void carom_surface_pair_visit(const surface_pair_frame *pair, const surface_pair_query *query);
surface_pair_triangles carom_surface_pair_triangles(const surface_pair_frame *pair, uint32_t first,
                                                    uint32_t second);

#endif
