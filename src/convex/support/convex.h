/* Data of the convex engine: two convex shapes that are given by their support functions, and the
 * options and answers of distance, penetration and linear sweep, by GJK, EPA and their relatives
 * [Gilbert88], [Bergen01]. It computes in double and in one common frame, and is compiled once for
 * both precisions.
 *
 * A shape is the Minkowski sum of a core (points, box, hull, cylinder, cone, ellipsoid) and a ball
 * of `radius`: a sphere is a point, a capsule a segment. A rounded pair is solved on its cores as
 * long as these are apart. */
#ifndef CAROM_CONVEX_SUPPORT_CONVEX_H
#define CAROM_CONVEX_SUPPORT_CONVEX_H

#include "carom/posed_frame.h"
#include "shape/hull_data.h"

#include <stddef.h>

typedef enum convex_kind {
    CONVEX_OUTLINE = -1, /* hull of any number of points, read through a function */
    CONVEX_POINTS = 0,   /* hull of up to CONVEX_POINTS_LIMIT points; kind of a zeroed shape */
    CONVEX_BOX,
    CONVEX_HULL,
    CONVEX_CYLINDER,
    CONVEX_CONE,
    CONVEX_ELLIPSOID,
    CONVEX_FUNCTION /* given by its support function; curved, for all that is known */
} convex_kind;

/* A k-DOP of 16 slabs has at most 2 * 32 - 4 vertices; larger polygons are outlines. */
#define CONVEX_POINTS_LIMIT 64

/* Points stored elsewhere, possibly in another precision and pose. */
typedef struct convex_outline {
    vec3 (*corner)(const void *of, int index);
    const void *of;
    double reach; /* bound on the magnitude of a coordinate */
} convex_outline;

/* A support function in the frame and units of its caller. */
typedef struct convex_function {
    /* The farthest point along the unit direction, relative to the centre; within +-reach. */
    vec3 (*offset)(const struct convex_function *function, vec3 direction);
    const void *of;
    vec3 middle,
        reach;       /* the centre in the frame of the function; half the size of a box about it */
    double rounding; /* of a coordinate, relative to the size */
} convex_function;

typedef struct convex_shape {
    convex_kind kind;
    int count;     /* POINTS, OUTLINE: number of points */
    double radius; /* of the ball added to the core; >= 0 */
    bool rigid;    /* HULL: `half` is its middle relative to its position, at a distance of at most
                      1e6 times its size, and the axes are those of a rotation to 2e-6 */
    union {
        const vec3 *points;            /* POINTS */
        const convex_outline *outline; /* OUTLINE, in its own frame */
        const convex_function *function;
    };
    const hull_data *hull; /* HULL, in its own frame */
    union {
        struct {
            vec3 center;  /* BOX, ELLIPSOID, CYLINDER: centre. FUNCTION: a point of the set. CONE:
                             centre of the base. HULL,  OUTLINE: position */
            vec3 axes[3]; /* unit, right-handed. HULL, OUTLINE, FUNCTION: columns of the rotation.
                             CYLINDER, CONE: [2] is the axis of revolution */
            vec3 half;    /* BOX half-extents, ELLIPSOID semi-axes; CYLINDER x radius, z half the
                             height; CONE x radius, z the height; HULL see `rigid`; FUNCTION as
                             its `reach` */
        };
        carom_posed_frame frame; /* the same numbers as posed shapes keep them: `solid`, or of a
                                    HULL `hull` */
    };
} convex_shape;

_Static_assert(offsetof(convex_shape, axes) == offsetof(convex_shape, frame.solid.axes) &&
                   offsetof(convex_shape, half) == offsetof(convex_shape, frame.solid.half) &&
                   offsetof(convex_shape, axes) == offsetof(convex_shape, frame.hull.axes) &&
                   offsetof(convex_shape, half) == offsetof(convex_shape, frame.hull.middle),
               "a frame and the fields of a shape are not the same numbers");

/** A translated or posed copy of a shape, with its own points. */
typedef struct convex_posed {
    convex_shape shape;
    vec3 points[CONVEX_POINTS_LIMIT];
} convex_posed;

/** Quality of an answer. */
typedef enum convex_status {
    CONVEX_EXACT = 0,     /* correct to rounding */
    CONVEX_CONVERGED = 1, /* the bounds agree to the relative tolerance */
    CONVEX_LIMIT = 2      /* the limit on steps was reached; the bounds still hold */
} convex_status;

/** The last simplex of a pair, for warm starts. Zeroed at first; one per pair, kept by the caller.
 */
typedef struct convex_cache {
    int count;      /* of vertices of the simplex: 0 to 4; 0 when empty */
    int hint[2];    /* vertices of A and B at which the support searches ended */
    vec3 axis;      /* last separating direction, from A to B */
    int a[4], b[4]; /* vertices of the simplex (polytopes only) */
} convex_cache;

typedef struct convex_distance {
    double distance;    /* realised by the points: an upper bound; 0 in contact */
    double lower_bound; /* certified by `normal` as a separating axis */
    vec3 point_a, point_b;
    vec3 normal;  /* unit, from A to B; also of shapes that only touch */
    bool overlap; /* the shapes have common interior points: the penetration depth is positive */
    convex_status status;
    int iterations;
} convex_distance;

/** Options of a distance query; zeroed: exact distance, no cache. */
typedef struct convex_options {
    convex_cache *cache; /* may be null */
    /* > 0: the search may stop as soon as the distance certainly exceeds this */
    double stop_beyond;
    /* > 0: relative gap of distance and lower bound at which curved shapes have converged; at least
     * 1e-12 */
    double tolerance;
    bool points_only; /* of shapes in contact neither the normal nor `overlap` is needed */
    bool contact;     /* only whether they touch is needed: no small length is set to 0 */
} convex_options;

typedef struct convex_penetration {
    bool overlap;
    double depth;          /* least translation that separates; 0 when touching */
    double lower_bound;    /* certified; equal to depth for polytopes */
    vec3 normal;           /* unit, from A to B: moving B by depth * normal leaves them touching */
    vec3 point_a, point_b; /* point_a = point_b + depth * normal */
    convex_status status;
} convex_penetration;

/* Grazing contact: at its start (IN) or end (OUT) the motion is nearly parallel to the contact
 * plane, so that the time is known to half the digits only. */
#define CONVEX_GRAZES_IN 1
#define CONVEX_GRAZES_OUT 2

typedef struct convex_hit {
    bool hit, initial_overlap;
    int grazing; /* of curved pairs: flags CONVEX_GRAZES_IN and so on; see convex/graze/graze.h */
    double fraction;      /* of first contact, in [0, 1]; never late */
    double fraction_exit; /* of the end of contact, at most 1 */
    vec3 point, normal;   /* of first contact, B at rest; normal unit, from A to B, never zero */
    vec3 level;           /* normal, from A to B, of a supporting plane of A - B that contains the
                             motion when the motion runs along or near its boundary; else zero */
    double clearance;     /* of a miss: lower bound of the distance at the start, relative to their
                             coordinates; 0 when unknown */
    convex_status status;
} convex_hit;

struct cast_float;

typedef struct convex_sweep_options {
    double target_distance; /* distance up to which shapes count as in contact */
    bool skip_exit;         /* fraction_exit is not needed and is 1: half the work */
    double tolerance;       /* distance, relative to the coordinates and the motion, at which a hit
                               may be reported early; 0: 1e-13 */
    const struct cast_float *float_cast; /* result of carom_cast_float for the pair, or null */
} convex_sweep_options;

#endif
