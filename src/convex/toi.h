/* First contact of convex shapes that turn while they move. */
#ifndef CAROM_CONVEX_TOI_H
#define CAROM_CONVEX_TOI_H

#include "convex/support/convex.h"
#include "math/turn.h"

/** A shape in its own frame, and how that frame moves. */
typedef struct convex_turning {
    const convex_shape *shape;
    turn_path path;
} convex_turning;

typedef struct convex_toi {
    bool hit, initial_overlap;
    bool certain;                    /* they are in contact at fraction_upper */
    double fraction, fraction_upper; /* first contact lies between: free up to `fraction`, where
                                        they are within the tolerance */
    vec3 point, normal;              /* then; unit, from A to B */
    convex_status status;            /* LIMIT: a hit is assumed */
    int iterations;
} convex_toi;

void carom_convex_pose(convex_posed *out, const convex_shape *shape, const turn_frame *frame);

/** What a shape brings to any number of searches; refers to the turning. */
typedef struct convex_toi_body {
    const convex_turning *turning;
    double speed;  /* of its farthest point, by turning alone */
    double extent; /* as seen from its pivot */
} convex_toi_body;

convex_toi_body carom_convex_toi_body(const convex_turning *turning);

typedef struct convex_toi_options {
    double tolerance; /* as of carom_convex_toi */
    double latest;    /* up to 1; a contact that is not before is none */
    bool skip_upper;  /* fraction_upper is not wanted, nor `certain`: most of the work of a hit */
} convex_toi_options;

/** The shape as it stands at a time. */
void carom_pose_turning(convex_posed *out, const convex_turning *turning, double time);

/** No point is faster than this along `normal` by turning. */
double carom_turning_along(const convex_toi_body *body, vec3 normal);

/** Two things that move, as the search for their first contact sees them. */
typedef struct toi_problem {
    /* INFINITY: they never meet; 0: contact. The normal is what `closing_bound` is asked with */
    convex_distance (*distance_at)(void *pair, double time);
    bool (*contact_at)(void *pair, double time);
    double (*closing_bound)(const void *pair, vec3 normal); /* at the time asked for last */
    convex_toi (*start_in_contact)(void *pair, const convex_distance *at_start);
    void *pair;
    double size; /* of what is computed with: gaps within rounding of it are none */
    double tolerance, latest;
    bool skip_upper;
} toi_problem;

/** Time advances by what the gap certainly leaves, until it is within the tolerance. */
convex_toi carom_toi_search(const toi_problem *problem);

/** The tolerance asked for, or 1e-9 of the size when that is none. */
double carom_toi_tolerance(double asked, double size);

/** As carom_convex_toi of the two. */
convex_toi carom_convex_toi_of(const convex_toi_body *a, const convex_toi_body *b,
                               const convex_toi_options *options);
/** Never late; early only where the shapes are nearer than `tolerance` (a distance; what is not
 * above rounding becomes 1e-9 of the shapes' size). */
convex_toi carom_convex_toi(const convex_turning *a, const convex_turning *b, double tolerance);

#endif
