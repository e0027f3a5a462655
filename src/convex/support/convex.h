/* The convex engine: what can be asked of two shapes of which only the support function is known.
 * Everything is in double and in one common frame, compiled once for both precisions.
 *
 * A shape is a core (points, box, hull, cylinder, cone, ellipsoid) grown all round by `radius`: a
 * sphere is a point, a capsule a segment. A rounded pair is solved on its cores as long as these
 * are apart. */
#ifndef CAROM_CONVEX_SUPPORT_CONVEX_H
#define CAROM_CONVEX_SUPPORT_CONVEX_H

#include "shape/hull_data.h"

typedef enum convex_kind {
    CONVEX_OUTLINE = -1, /* hull of any number of points, asked for one by one */
    CONVEX_POINTS = 0,   /* hull of up to CONVEX_POINTS_LIMIT points; what is zeroed */
    CONVEX_BOX,
    CONVEX_HULL,
    CONVEX_CYLINDER,
    CONVEX_CONE,
    CONVEX_ELLIPSOID
} convex_kind;

/* A k-DOP of 16 slabs has at most 2 * 32 - 4 vertices; larger polygons are outlines. */
#define CONVEX_POINTS_LIMIT 256

/* Points that are kept elsewhere, maybe in another precision and pose. */
typedef struct convex_outline {
    vec3 (*corner)(const void *of, int index);
    const void *of;
    double reach; /* no coordinate is larger */
} convex_outline;

typedef struct convex_shape {
    convex_kind kind;
    int count;     /* POINTS, OUTLINE */
    double radius; /* added all round */
    bool rigid;    /* HULL: `half` is its middle seen from its position, no farther than
                      1e6 times its size, and the axes are a rotation's to 2e-6 */
    union {
        const vec3 *points;            /* POINTS */
        const convex_outline *outline; /* OUTLINE, in its own frame */
    };
    const hull_data *hull; /* HULL, in its own frame */
    vec3 center;  /* BOX, ELLIPSOID, CYLINDER: centre. CONE: centre of the base. HULL, OUTLINE:
                     position */
    vec3 axes[3]; /* unit, right-handed. HULL, OUTLINE: its rotation's columns. CYLINDER, CONE: [2]
                     is the axis */
    vec3 half;    /* BOX half-extents, ELLIPSOID radii; CYLINDER x radius, z half the height;
                     CONE x radius, z the height; rigid HULL: see there */
} convex_shape;

/** A shape moved; refers to its own points. */
typedef struct convex_posed {
    convex_shape shape;
    vec3 points[CONVEX_POINTS_LIMIT];
} convex_posed;

void carom_convex_shift(convex_posed *out, const convex_shape *shape, vec3 by);

/** How much an answer is worth. */
typedef enum convex_status {
    CONVEX_EXACT = 0,     /* right to rounding */
    CONVEX_CONVERGED = 1, /* within the relative tolerance, with bounds */
    CONVEX_LIMIT = 2      /* the bound on steps was met; the bounds still hold */
} convex_status;

/** The point of the core that is farthest along `direction` (any length but 0), and its index: of a
 * vertex (POINTS, BOX: bits, HULL) or 0. For a hull `*hint` is where climbing starts. */
vec3 carom_convex_support(const convex_shape *shape, vec3 direction, int *hint);

/** The last simplex, for warm starts; zeroed when fresh. One per pair, kept by the caller. */
typedef struct convex_cache {
    int count;      /* 0 .. 4 */
    int hint[2];    /* where support searches ended */
    vec3 axis;      /* last separating direction, from A to B */
    int a[4], b[4]; /* vertices (polytopes only) */
} convex_cache;

typedef struct convex_distance {
    double distance;    /* realised by the points: an upper bound; 0 in contact */
    double lower_bound; /* certified by `normal` as a separating axis */
    vec3 point_a, point_b;
    vec3 normal;  /* unit, from A to B; also at distance 0 when `touching` */
    bool overlap; /* the cores share interior points, or the rounded shapes do: ask for penetration
                   */
    convex_status status;
    int iterations;
} convex_distance;

/** Options of a distance query; zeroed: exact distance, no cache. */
typedef struct convex_options {
    convex_cache *cache;
    /* > 0: any answer certainly larger may be returned as soon as it is certain */
    double stop_beyond;
    /* > 0: of curved shapes, how far the distance may exceed its lower bound, relatively; 1e-12
     * when 0 or less than that */
    double tolerance;
    bool points_only; /* in contact neither the normal nor `overlap` are wanted */
    bool contact;     /* whether they touch is all that is wanted: no length is taken for 0 */
} convex_options;

convex_distance carom_convex_distance(const convex_shape *a, const convex_shape *b,
                                      const convex_options *options);

/** Do the shapes share a point? Touching counts. Polytopes: exact for their numbers. */
bool carom_convex_overlap(const convex_shape *a, const convex_shape *b, convex_cache *cache);

typedef struct convex_penetration {
    bool overlap;
    double depth;          /* least translation that separates; 0 when touching */
    double lower_bound;    /* certified; equal to depth for polytopes */
    vec3 normal;           /* unit, from A to B: moving B by depth * normal leaves them touching */
    vec3 point_a, point_b; /* point_a = point_b + depth * normal */
    convex_status status;
} convex_penetration;

convex_penetration carom_convex_penetration(const convex_shape *a, const convex_shape *b);

/** How far B must move along the unit `direction` to be free of A: 0 when apart. */
double carom_convex_penetration_along(const convex_shape *a, const convex_shape *b, vec3 direction);

/* Ends of contact at which the path is nearly in the plane between: known to half the digits. */
#define CONVEX_GRAZES_IN 1
#define CONVEX_GRAZES_OUT 2

typedef struct convex_hit {
    bool hit, initial_overlap;
    int grazing; /* of round pairs, flags CONVEX_GRAZES_IN and so on; see convex/graze/graze.h */
    double fraction;      /* first contact, in [0, 1]; never late */
    double fraction_exit; /* where contact ends, at most 1 */
    vec3 point, normal;   /* at that time, B standing; normal unit, from A to B, never zero */
    vec3 level;           /* of a path on the boundary of A - B, or nearly: square to it and to a
                             plane that supports both there, from A to B; else zero */
    double clearance;     /* of a miss: at the start they are farther apart than this part of their
                             coordinates; 0 when that is not known */
    convex_status status;
} convex_hit;

struct cast_float;

typedef struct convex_sweep_options {
    double target_distance; /* counts as contact from this distance on */
    bool skip_exit;         /* fraction_exit is not wanted and comes as 1: half the work */
    double tolerance;       /* nearness, relative to the coordinates and the motion, by which a hit
                               may be early; 0: 1e-13 */
    const struct cast_float *coarse; /* what carom_cast_float found of the pair, or null */
    bool inside;                     /* they are known to be in contact at the start */
} convex_sweep_options;

/** A moves by `motion`, B stands. */
convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options);
/** When the contact ends that is first made at time `since`, which is known.
 * @param tolerance not 0 */
double carom_convex_parting(const convex_shape *a, vec3 motion, const convex_shape *b,
                            double tolerance, double since);

#endif
