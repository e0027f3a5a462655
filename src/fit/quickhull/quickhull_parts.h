/* Shared by the files of Quickhull [Barber96]: the triangulated hull under construction, its exact
 * signs, and the stages. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_PARTS_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_PARTS_H

#include "core/alloc.h"
#include "fit/quickhull/quickhull.h"
#include "fit/quickhull/quickhull_sign.h"

enum {
    QUICKHULL_LIVE = 1,
    QUICKHULL_VISIBLE = 2, /* from the point that is being added */
    QUICKHULL_PENDING = 4, /* it is on the list of faces to process */
    QUICKHULL_COPLANAR = 8 /* << edge: the triangle across is coplanar */
};

typedef struct quickhull_face {
    vec3 normal;     /* cross(v1 - v0, v2 - v0), rounded */
    double bound;    /* on the error of dot(normal, p - v0) for every point p */
    vec3 corner;     /* v0 */
    double farthest; /* height of the first point of the conflict list, times |normal| */
    int32_t vertex[3];
    int32_t adjacent[3]; /* across vertex[i] vertex[i + 1] */
    int32_t head;        /* conflict list: points strictly above, the farthest first; -1 ends it */
    uint32_t state;
} quickhull_face;

/* A horizon edge, in the direction of the visible face. */
typedef struct quickhull_horizon {
    int32_t from, to, outer; /* outer: the face beyond, which stays */
    int32_t face;            /* the new face on this edge */
} quickhull_horizon;

typedef struct quickhull {
    const carom_allocator *allocator;
    quickhull_point *points;
    quickhull_face *faces;
    int32_t *visible, *pending, *spare; /* capacity as of faces; spare: free slots */
    quickhull_horizon *horizon;
    vec3 extent; /* of the points' box */
    int32_t count, capacity, face_count, visible_count, spare_count, horizon_count;
    int32_t pending_first, pending_end;
    bool chooses; /* points belong to the face that they are farthest above, whatever their order */
} quickhull;

static inline vec3 hull_point(const quickhull_point *points, int32_t index) {
    return vec(points[index].x, points[index].y, points[index].z);
}

/** The side of the point: 1 above the face, 0 in its plane, -1 below; exact. `*height` is the
 * approximate height times the length of the normal; above 0 when the side is 1. */
static inline int quickhull_side(const quickhull *q, const quickhull_face *face, int32_t index,
                                 double *height) {
    vec3 p = hull_point(q->points, index);
    double h = dot3(face->normal, sub3(p, face->corner));
    *height = h;
    if (CAROM_LIKELY(fabs(h) > face->bound)) return h > 0.0 ? 1 : -1;
    const int32_t *v = face->vertex;
    *height = max2(h, DBL_MIN);
    return carom_quickhull_sign(face->corner, hull_point(q->points, v[1]),
                                hull_point(q->points, v[2]), p);
}

#endif
