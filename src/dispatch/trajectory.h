/* Shapes whose motion the caller computes: bounds of one that need no search, and the search for
 * the first contact of two (trajectory.c), which sets of them share (trajectory_sets.c). */
#ifndef CAROM_DISPATCH_TRAJECTORY_H
#define CAROM_DISPATCH_TRAJECTORY_H

#include "carom/cached.h"
#include "carom/trajectory.h"
#include "convex/toi.h"

/** A shape at the start: its pose, and a ball about it. */
typedef struct guided_start {
    carom_pose pose;
    vec3 middle;   /* of its box in its own frame, in the common one */
    double radius; /* INFINITY: none is known */
} guided_start;

/** What bounds a shape during the frame. */
typedef struct guided_bound {
    carom_aabb box; /* at the start; only after carom_guided_box */
    vec3 pivot;     /* at the start, in the common frame */
    double extent;  /* of all of it from the pivot; INFINITY: unbounded */
    double linear;  /* of the pivot during the frame, at most */
    double motion;  /* of any point during the frame, at most */
    double size;    /* what its coordinates are about as large as during the frame */
    bool valid;
} guided_bound;

typedef struct guided_side {
    const carom_trajectory *of;
    double reach;            /* of the core from the pivot; INFINITY: unbounded */
    double extent;           /* of all of it from the pivot */
    double time;             /* the last one */
    carom_pose pose;         /* at that time */
    vec3 pivot;              /* in the common frame, then */
    carom_posed_shape posed; /* then */
} guided_side;

typedef struct guided_pair {
    guided_side a, b;
    carom_pair_cache cache;
    double time, gap, size, slack;
    bool directed; /* both are convex, and a speed function may make use of it */
    bool along;    /* the last gap is one along the direction that was answered with it */
} guided_pair;

/** Bounds a shape; not `valid` where it is invalid, or its bounds or first pose are not finite. */
void carom_guided_bound(guided_bound *out, guided_start *start, const carom_trajectory *t);
/** Adds the box at the start of a valid one. */
void carom_guided_box(guided_bound *out, const guided_start *start, const carom_trajectory *t);
/** A distance below which two shapes of such sizes together may count as in contact. */
double carom_guided_slack(double requested, double size);
/** A time until which two valid shapes with boxes are not within the tolerance; 0: nothing is
 * known. */
double carom_guided_apart(const guided_bound *a, const guided_bound *b, double requested);

/** Bounds a shape for the search, and places it at the start. `start`: its pose then where it has
 * valid bounds, or null.
 * @return false when it is not valid */
bool carom_guided_side(guided_side *out, const carom_trajectory *t, const carom_pose *start);
/** Are both sides in contact at the start? */
bool carom_guided_starts_in_contact(guided_pair *p);
/** The answer where they are. */
convex_toi carom_guided_start(guided_pair *p);
/** The first contact before `latest` of sides that are apart at the start. */
convex_toi carom_guided_search(guided_pair *p, double requested, double latest);
/** With the names of what is nearest when the sides of the pair meet. */
carom_toi_hit carom_guided_hit(guided_pair *p, const convex_toi *found);

#endif
