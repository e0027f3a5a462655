/* What of two shapes faces each other along a direction: one corner of each or, where several reach
 * equally far, these with their weights; and how it changes when the direction turns. Newton's
 * method for contacts and depths of curved pairs. */
#ifndef CAROM_CONVEX_EPA_SMOOTH_CONTACT_NEWTON_H
#define CAROM_CONVEX_EPA_SMOOTH_CONTACT_NEWTON_H

#include "convex/gjk/newton.h"

/* The corners of one shape that reach farthest. A corner is a vertex of a polytope, the point of an
 * ellipsoid, the point of a cylinder's lower (0) or upper (1) rim, or a cone's rim (0) or apex (1).
 */
typedef struct front_part {
    const convex_shape *shape;
    double sign; /* of n, to look out of the shape */
    vec3 shift;
    int count, id[3];
    double weight[3];
    vec3 at[3];
} front_part;

typedef struct front {
    vec3 n;             /* unit, from A to B */
    double radius;      /* of both together */
    front_part part[2]; /* A's and B's */
    vec3 x, y;          /* tangents of n */
    vec3 point[2], w;   /* of A, of B and of A - B, from the weights */
    int span_count;     /* of the edges from each part's first corner */
    vec3 span[2];
} front;

/** Two parts without corners. */
void carom_smooth_contact_start(front *f, const convex_shape *a, const convex_shape *b);

/** Adds the corner that is at this offset from the shape's origin and, in polytopes, has this
 * index. */
void carom_smooth_contact_add(front_part *p, vec3 offset, int index);

/** All weights alike. False when the corners are too many to reach equally far for long. */
bool carom_smooth_contact_balance(front *f);

/** The corners' places along n. */
void carom_smooth_contact_place(front *f);

/** How far A - B reaches along n, wherever that is; a corner that goes beyond the known ones by
 * more than `margin` joins them, to be placed. False when they would be too many. */
bool carom_smooth_contact_reach(front *f, double margin, double *reach);

/** The bend of one shape where it faces the other, in the front's tangents: of its corners' mean by
 * their weights. */
newton_bend carom_smooth_contact_part_bend(const front *f, int of_b);

/** Turns n, and changes the weights, to make up for `off`, what A - B lacks across n; `lift` is
 * what goes off along with the turn itself. False where that is no small turn to a minimum. */
bool carom_smooth_contact_turn(front *f, vec3 off, double lift, double *turn);

#endif
