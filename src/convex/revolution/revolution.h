/* How deep two solids of revolution are in each other. */
#ifndef CAROM_CONVEX_REVOLUTION_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_REVOLUTION_H

#include "convex/support/convex.h"

/* What a reach is certain to, relative to the size of the coordinates. */
#define REVOLUTION_ROUNDING (8.0 * DBL_EPSILON)
/* Directions whose sine with an axis is less are as good as along it. */
#define NEAR_POLE 1e-9
/* Axes and folds are met to rounding. */
#define REVOLUTION_PARALLEL 1e-15

/* A solid seen from its axis: the turn of the segment between two corners (radius, height), [0] the
 * lower. At a direction whose cosine with the axis is u its reach is the greater of
 * height * u + radius * sqrt(1 - u * u), that of [1] from `fold` on.
 *
 * Its heart is where the centres of its largest balls, of radius `ball`, are: as far as heart_out
 * from the axis and as high as heart[0] to heart[1]. */
typedef struct revolution_profile {
    double radius[2], height[2], fold;
    double heart[2], heart_out, ball;
} revolution_profile;

/* The pair A - B in a frame of its own: x along A's axis, B's axis (turned round) in the plane of x
 * and y, and the shift from B to A on the side of z. A direction of least reach then has z <= 0. */
typedef struct revolution_pair {
    revolution_profile of[2]; /* A's and -B's */
    vec3 axis[2], shift;      /* in the frame */
    vec3 frame[3];            /* in the world */
    double cosine, sine;      /* between the axes */
    double size, rounding;    /* of coordinates; of a reach */
} revolution_pair;

/* A direction in the frame, and its cosines with the axes, which may be a fold's or 1 exactly. */
typedef struct revolution_spot {
    vec3 n;
    double cosine[2];
    double sine[2], reach; /* once measured */
} revolution_spot;

/* How far A - B reaches at least. Deepest points are of A from its centre and of B from its own. */
typedef struct revolution_answer {
    bool apart; /* `normal` separates, and there are no points */
    vec3 normal, point_a, point_b;
    double depth, lower, size;
} revolution_answer;

/** Cylinders and cones of some radius and height. */
bool carom_revolution_serves(const convex_shape *shape);

/** The least reach of A - B with a certificate. `guess`: the direction, likely to be near, or null.
 * False when that was not found soon. */
bool carom_revolution_depth(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                            revolution_answer *out);

void carom_revolution_pair(revolution_pair *pair, const convex_shape *a, const convex_shape *b);

/** Along the axis of solid i, or against it. */
revolution_spot carom_revolution_pole(const revolution_pair *pair, int i, double sign);

/** How far v goes along frame[2] x axis 0 or axis 1 x frame[2]: with the axis and frame[2] a frame.
 */
static inline double revolution_aside(const revolution_pair *pair, int i, vec3 v) {
    return i ? pair->sine * v.x - pair->cosine * v.y : v.y;
}

/** From along the axis, aside, and along frame[2]. */
static inline vec3 revolution_from_axis(const revolution_pair *pair, int i, vec3 v) {
    return i ? vec(pair->cosine * v.x + pair->sine * v.y, pair->sine * v.x - pair->cosine * v.y,
                   v.z)
             : v;
}

/** Square to the axis and the spot's direction, of unit length: along the rim; zero at a pole. */
static inline vec3 revolution_along_rim(const revolution_pair *pair, int i,
                                        const revolution_spot *spot) {
    double k = spot->sine[i] > 0.0 ? 1.0 / spot->sine[i] : 0.0;
    return revolution_from_axis(pair, i,
                                vec(0.0, -spot->n.z * k, revolution_aside(pair, i, spot->n) * k));
}

static inline vec3 revolution_to_world(const revolution_pair *pair, vec3 v) {
    return mad3(mad3(scale3(pair->frame[0], v.x), pair->frame[1], v.y), pair->frame[2], v.z);
}

static inline vec3 revolution_normal(const revolution_pair *pair, const revolution_spot *spot) {
    vec3 n = revolution_to_world(pair, spot->n);
    return scale3(n, 1.0 / sqrt(len2(n)));
}

/** How far A - B reaches along the spot's direction: sets `sine` and `reach`. */
void carom_revolution_measure(const revolution_pair *pair, revolution_spot *spot);

/** Downhill to a stationary reach nearby, to the last digits. */
void carom_revolution_descend(const revolution_pair *pair, revolution_spot *spot);

/* What a solid has round its deepest point: a rim of some radius, and beyond that a side or an end
 * that goes on by `margin` at least, along `way` or, when that is zero, all round. */
typedef struct revolution_hold {
    double rim, margin;
    vec3 way;
} revolution_hold;

/** A point of A and one of -B that lie `reach` along the spot's direction from each other, when the
 * reach is stationary there.
 * @return by how much they do not: the points are on the solids in any case. */
double carom_revolution_witness(const revolution_pair *pair, const revolution_spot *spot,
                                vec3 point[2], revolution_hold hold[2]);

/* Two of the solids' largest balls, one in each, that are near each other. */
typedef struct revolution_balls {
    vec3 way;     /* unit, in the frame, from the one in A to that in B */
    vec3 common;  /* from A's centre, a point of both when they overlap */
    bool overlap; /* surely */
} revolution_balls;

void carom_revolution_between_balls(const revolution_pair *pair, revolution_balls *out);

/** A direction of the world on the side of the frame that matters, unit. */
vec3 carom_revolution_way(const revolution_pair *pair, vec3 direction);

/** Where to begin, when the least reach may be near `way`: there or on a fold, and at a pole. */
void carom_revolution_start(const revolution_pair *pair, vec3 way, revolution_spot start[2]);

/** No direction whose cosine with the spot's is `cosine` or more reaches less far than the spot,
 * whose reach is stationary. */
bool carom_revolution_holds_cap(const revolution_pair *pair, const revolution_spot *spot,
                                const revolution_hold hold[2], double cosine);

/** No direction at all does; point, hold: the witness's. False: not known. */
bool carom_revolution_is_least(const revolution_pair *pair, const revolution_spot *spot,
                               const vec3 point[2], const revolution_hold hold[2]);

/** The distance of the solids, or a common point of those that surely overlap. `direction`: B's
 * from A, likely to be near, or null. False when neither was found. */
bool carom_revolution_apart(const convex_shape *a, const convex_shape *b, const vec3 *direction,
                            convex_distance *out);

#endif
