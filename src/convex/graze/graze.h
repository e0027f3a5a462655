/* Grazing contact of moving shapes in double-double arithmetic: see graze.c, and graze_face.c for
 * paths that run in a supporting plane. */
#ifndef CAROM_CONVEX_GRAZE_GRAZE_H
#define CAROM_CONVEX_GRAZE_GRAZE_H

#include "convex/support/convex.h"
#include "math/double_double.h"

/** A shape whose frame has 32 digits. The view has its vertices, its radius and its kind. */
typedef struct graze_shape {
    const convex_shape *view;
    double_double3 center, axes[3], half; /* as in convex_shape */
    double extent;                        /* no point of the core is farther from another one */
} graze_shape;

typedef struct graze {
    graze_shape a, b;
    double_double3 motion; /* of A, B standing */
    double target;         /* distance that counts as contact */
} graze;

/** A point of A - B, the point of B it stems from, the direction, and the place of A on the path.
 */
typedef struct graze_vertex {
    double_double3 w, b, n;
    double t;
} graze_vertex;

/** The point of A - B that is nearest to the origin. */
typedef struct graze_simplex {
    int count;
    graze_vertex vertex[4];
    double_double weight[4];
    double_double3 foot;
    double_double foot2;
} graze_simplex;

/** The points of A - B with A `shift` away, or anywhere on its path from there. */
typedef struct graze_place {
    double_double3 shift;
    bool swept;
} graze_place;

/** A point of a face, or the centre of the disc that it is. */
typedef struct graze_face_point {
    double_double3 at;
    double_double radius;
} graze_face_point;

typedef enum graze_end { GRAZE_UNKNOWN = 0, GRAZE_MISS, GRAZE_HIT } graze_end;

/** Refines what the search in double found: the ends that are marked in `hit->grazing`. Where the
 * end is unknown `hit` is as it was. */
graze_end carom_graze_refine(const graze *g, convex_hit *hit);

#endif
