/* Grazing contact of convex shapes in linear motion, in double-double arithmetic [Dekker71]:
 * graze.c by GJK and Newton's method, graze_face.c for paths that run in a supporting plane. */
#ifndef CAROM_CONVEX_GRAZE_GRAZE_H
#define CAROM_CONVEX_GRAZE_GRAZE_H

#include "convex/graze/tolerances.h"
#include "convex/support/convex.h"
#include "math/double_double.h"

/** A shape whose frame has 32 digits. Its vertices, its radius and its kind are those of the view.
 */
typedef struct graze_shape {
    const convex_shape *view;
    double_double3 center, axes[3], half; /* as in convex_shape */
    double extent;                        /* upper bound of the core's diameter */
} graze_shape;

typedef struct graze {
    graze_shape a, b;
    double_double3 motion; /* of A, B standing; the path is t * motion, t in [0, 1] */
    double target;         /* distance that counts as contact */
} graze;

/** A support point w = a - b of A - B along -n: the point b of B, and the time t on the path at
 * which A is there. */
typedef struct graze_vertex {
    double_double3 w, b, n;
    double t;
} graze_vertex;

/** A simplex of A - B, and its point `foot` that is nearest to the origin. */
typedef struct graze_simplex {
    int count;
    graze_vertex vertex[4];
    double_double weight[4];
    double_double3 foot;
    double_double foot2;
} graze_simplex;

/** The set A - B with A moved by `shift`; `swept`: with all that A sweeps on its path from there.
 */
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

/** Refines the ends of contact that are marked in `hit->grazing`, which the sweep in double found.
 * GRAZE_UNKNOWN leaves `hit` unchanged. */
graze_end carom_graze_refine(const graze *g, convex_hit *hit);

#endif
