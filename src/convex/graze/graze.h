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

/** The frame of the view, as it is. */
void carom_graze_view(graze_shape *out, const convex_shape *view);

/** The farthest point of the core. */
double_double3 carom_graze_support(const graze_shape *s, const double_double3 *direction);

/** A point of a face, or the centre of the disc that it is. */
typedef struct graze_face_point {
    double_double3 at;
    double_double radius;
} graze_face_point;

/** Of the core's points that are farthest along n, to within `tie`, that which is farthest along m.
 */
void carom_graze_face_support(const graze_shape *s, const double_double3 *n,
                              const double_double3 *m, double tie, graze_face_point *out);

/** First and last time of contact of a path in a supporting plane with normal n, from B to A;
 * `size` is that of the coordinates. @return false where it passes by */
bool carom_graze_face_times(const graze *g, const double_double3 *n, double size, double time[2]);

/** The point of A - B that is farthest against `n`, which leads from B to A. */
void carom_graze_vertex(const graze *g, const graze_place *place, const double_double3 *n,
                        graze_vertex *out);

/** From the direction `n`, from B to A, which becomes the unit normal of a plane that proves the
 * distance to `close`; `out` holds the simplex of another place, or none. @return false where the
 * cores overlap or the bound on steps was met */
bool carom_graze_nearest(const graze *g, const graze_place *place, double_double3 *n, double close,
                         graze_simplex *out);

typedef enum graze_end { GRAZE_UNKNOWN = 0, GRAZE_MISS, GRAZE_HIT } graze_end;

/** Refines what the search in double found: the ends that are marked in `hit->grazing`. Where the
 * end is unknown `hit` is as it was. */
graze_end carom_graze_refine(const graze *g, convex_hit *hit);

#endif
