/* How deep two solids of revolution are in each other. */
#ifndef CAROM_CONVEX_REVOLVE_H
#define CAROM_CONVEX_REVOLVE_H

#include "convex/epa.h"

/* A solid seen from its axis: the turn of the segment between two corners (radius, height), [0] the
 * lower. At a direction whose cosine with the axis is u its reach is the greater of
 * height * u + radius * sqrt(1 - u * u), that of [1] from `fold` on. */
typedef struct revolve_profile {
    double radius[2], height[2], fold;
} revolve_profile;

/* The pair A - B in a frame of its own: x along A's axis, B's axis (turned round) in the plane of x
 * and y, and the shift from B to A on the side of z. A direction of least reach then has z <= 0. */
typedef struct revolve_pair {
    revolve_profile of[2]; /* A's and -B's */
    vec3 axis[2], shift;   /* in the frame */
    vec3 frame[3];         /* in the world */
    double cosine, sine;   /* between the axes */
    double size, rounding; /* of coordinates; of a reach */
} revolve_pair;

/* A direction in the frame, and its cosines with the axes, which may be a fold's or 1 exactly. */
typedef struct revolve_spot {
    vec3 n;
    double cosine[2];
    double reach;
} revolve_spot;

/** Cylinders and cones of some radius and height. */
bool carom_revolve_serves(const convex_shape *shape);

/** The least reach of A - B with a certificate, in the terms of the polytope it spares. False when
 * that was not found soon. */
bool carom_revolve(const convex_shape *a, const convex_shape *b, epa_answer *out);

void carom_revolve_pair(revolve_pair *pair, const convex_shape *a, const convex_shape *b);

/** Along the axis of solid i, or against it. */
revolve_spot carom_revolve_pole(const revolve_pair *pair, int i, double sign);

static inline vec3 revolve_to_world(const revolve_pair *pair, vec3 v) {
    return mad3(mad3(scale3(pair->frame[0], v.x), pair->frame[1], v.y), pair->frame[2], v.z);
}

static inline vec3 revolve_normal(const revolve_pair *pair, const revolve_spot *spot) {
    vec3 n = revolve_to_world(pair, spot->n);
    return scale3(n, 1.0 / sqrt(len2(n)));
}

/** How far A - B reaches along the spot's direction: sets `reach`. */
void carom_revolve_measure(const revolve_pair *pair, revolve_spot *spot);

/** Downhill to a stationary reach nearby, to the last digits. */
void carom_revolve_descend(const revolve_pair *pair, revolve_spot *spot);

/* What a solid has round its deepest point: a rim of some radius, and beyond that a side or an end
 * that goes on by `margin` at least, along `way` or, when that is zero, all round. */
typedef struct revolve_hold {
    double rim, margin;
    vec3 way;
} revolve_hold;

/** A point of A and one of -B that lie `reach` along the spot's direction from each other, when the
 * reach is stationary there.
 * @return by how much they do not: the points are on the solids in any case. */
double carom_revolve_witness(const revolve_pair *pair, const revolve_spot *spot, vec3 point[2],
                             revolve_hold hold[2]);

/** The solids apart: their distance, with `direction` (B's from A, any length) for a start. False
 * when it was not found, as in contact. */
bool carom_revolve_apart(const convex_shape *a, const convex_shape *b, vec3 direction,
                         convex_distance *out);

#endif
