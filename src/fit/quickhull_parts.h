/* What the files of quickhull share: the growing hull of triangles. */
#ifndef CAROM_FIT_QUICKHULL_PARTS_H
#define CAROM_FIT_QUICKHULL_PARTS_H

#include "core/alloc.h"
#include "fit/quickhull.h"

enum {
    QUICKHULL_LIVE = 1,
    QUICKHULL_VISIBLE = 2, /* from the point that is being added */
    QUICKHULL_PENDING = 4, /* its slot is on the list of faces to look at */
    QUICKHULL_FLAT = 8     /* << edge: the triangle across is coplanar */
};

typedef struct quickhull_face {
    vec3 normal;     /* cross(v1 - v0, v2 - v0), rounded */
    double bound;    /* of the error of dot(normal, p - v0), for any of the points */
    vec3 corner;     /* v0 */
    double farthest; /* height of the list's first point */
    int32_t vertex[3];
    int32_t adjacent[3]; /* across vertex[i] vertex[i + 1] */
    int32_t head;        /* conflict list: points strictly above, the farthest first; -1 ends it */
    uint32_t state;
} quickhull_face;

/* An edge of the visible region, as the visible face runs along it. */
typedef struct quickhull_horizon {
    int32_t from, to, outer; /* outer: the face that stays */
    int32_t face;            /* the one that is made on it */
} quickhull_horizon;

typedef struct quickhull {
    const carom_allocator *allocator;
    quickhull_point *points;
    quickhull_face *faces;
    int32_t *visible, *pending, *spare; /* as many as faces; spare: slots to use again */
    quickhull_horizon *horizon;
    vec3 extent; /* of the points' box */
    int32_t count, capacity, face_count, visible_count, spare_count, horizon_count;
    int32_t pending_first, pending_end;
} quickhull;

static inline vec3 hull_point(const quickhull_point *points, int32_t index) {
    return vec(points[index].x, points[index].y, points[index].z);
}

/** Sign of orient3d, with a quick way out for lattice points and axis-aligned planes. */
int carom_quickhull_sign(vec3 a, vec3 b, vec3 c, vec3 d);
/** True when a, b, c are on one line, exactly. */
bool carom_quickhull_collinear(vec3 a, vec3 b, vec3 c);
/** cross(b - a, c - a), each component to within a few ulps. */
vec3 carom_quickhull_normal(vec3 a, vec3 b, vec3 c);

/** The side of the point against the face: 1 above, 0 in its plane, -1 below; exact. `*height` is
 * about the height, times the normal's length; above 0 when the side is. */
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

/** Makes q's triangles the hull of all points, starting from the four given, which are not
 * coplanar. False when memory ran out; carom_quickhull_release afterwards in any case. */
bool carom_quickhull_grow(quickhull *q, const int32_t simplex[4]);
void carom_quickhull_release(quickhull *q);

/** Coplanar triangles become polygons, vertices inside faces and edges are dropped. */
carom_status carom_quickhull_polygons(hull_data *out, void **memory, quickhull *q);
/** The hull of points in a plane; a, b, c, indices of points not collinear, span it. */
carom_status carom_quickhull_polygon(hull_data *out, void **memory, quickhull *q,
                                     const int32_t base[3]);
/** The hull of points on the line from..to, its ends; equal: one point. */
carom_status carom_quickhull_segment(hull_data *out, void **memory, quickhull *q,
                                     const int32_t ends[2]);

/** One block for arrays of the counts that are set in `out`. */
bool carom_quickhull_allocate(hull_data *out, void **memory, const carom_allocator *allocator);
/** Fills in what follows from vertices and half-edges: coordinates beyond the last, vertex_edge,
 * normals, offsets, box, centre. */
void carom_quickhull_finish(hull_data *out);

#endif
