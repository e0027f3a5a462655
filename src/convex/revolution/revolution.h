/* Least penetration and distance of two solids of revolution (cylinders, cones). The support value
 * of A - B depends on the direction's cosines with the two axes alone, which leaves two variables:
 * revolution.c searches them by branch and bound, revolution_newton.c descends to a stationary
 * direction, revolution_bounds.c proves it to be the least, revolution_distance.c answers solids
 * that are apart. All answers have certified bounds. */
#ifndef CAROM_CONVEX_REVOLUTION_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_REVOLUTION_H

#include "convex/revolution/tolerances.h"
#include "convex/support/convex.h"

/* The profile of a solid: the segment between two corners (radius, height), [0] the lower, which
 * turns about the axis. Along a direction whose cosine with the axis is u the support value is the
 * greater of height u + radius sqrt(1 - u^2), that of corner [1] from the profile break
 * `break_cosine` on: the cosine of the side's normals. The medial segment, swept about the axis,
 * holds the centres of the largest inscribed balls, of radius `ball`: up to medial_out from the
 * axis, at heights from medial[0] to medial[1]. */
typedef struct revolution_profile {
    double radius[2], height[2], break_cosine;
    double medial[2], medial_out, ball;
} revolution_profile;

/* The pair A - B in a frame of its own: x along A's axis, B's axis (reversed) in the plane of x and
 * y, and the shift from B to A with z >= 0. A direction of least support value then has z <= 0. */
typedef struct revolution_pair {
    revolution_profile of[2]; /* A's and -B's */
    vec3 axis[2], shift;      /* in the frame */
    vec3 frame[3];            /* in the world */
    double cosine, sine;      /* between the axes */
    double size, rounding;    /* of the pair; error of a support value */
} revolution_pair;

/* A unit direction in the frame, and its cosines with the axes, which are exactly 1 or -1 at an end
 * of an axis, and exactly the profile break's there. */
typedef struct revolution_direction {
    vec3 n;
    double cosine[2];
    double sine[2], reach; /* set by carom_revolution_measure; reach: support value of A - B */
} revolution_direction;

/* The least support value of A - B. The deepest points are relative to the shapes' own centres. */
typedef struct revolution_answer {
    bool apart; /* `normal` separates, and there are no points */
    vec3 normal, point_a, point_b;
    double depth, lower, size;
} revolution_answer;

/** Is the shape a cylinder or cone of positive radius and height? */
bool carom_is_solid_of_revolution(const convex_shape *shape);

/** The least support value of A - B, with a certified lower bound.
 * @param guess a direction that is likely to be near the normal, or null
 * @return false when the bounds did not meet within the limits of steps and cells */
bool carom_revolution_depth(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                            revolution_answer *out);

void carom_revolution_pair(revolution_pair *pair, const convex_shape *a, const convex_shape *b);

/** v . (frame[2] x axis 0), or v . (axis 1 x frame[2]): with the axis and frame[2] the coordinates
 * of v in an orthonormal frame. */
static inline double revolution_aside(const revolution_pair *pair, int i, vec3 v) {
    return i ? pair->sine * v.x - pair->cosine * v.y : v.y;
}

/** The vector with these coordinates: along axis i, aside, along frame[2]. */
static inline vec3 revolution_from_axis(const revolution_pair *pair, int i, vec3 v) {
    return i ? vec(pair->cosine * v.x + pair->sine * v.y, pair->sine * v.x - pair->cosine * v.y,
                   v.z)
             : v;
}

/** The unit tangent of the rim, perpendicular to the axis and to the direction; zero at an end of
 * the axis. */
static inline vec3 revolution_along_rim(const revolution_pair *pair, int i,
                                        const revolution_direction *direction) {
    double k = direction->sine[i] > 0.0 ? 1.0 / direction->sine[i] : 0.0;
    return revolution_from_axis(
        pair, i, vec(0.0, -direction->n.z * k, revolution_aside(pair, i, direction->n) * k));
}

static inline vec3 revolution_to_world(const revolution_pair *pair, vec3 v) {
    return mad3(mad3(scale3(pair->frame[0], v.x), pair->frame[1], v.y), pair->frame[2], v.z);
}

static inline vec3 revolution_normal(const revolution_pair *pair,
                                     const revolution_direction *direction) {
    vec3 n = revolution_to_world(pair, direction->n);
    return scale3(n, 1.0 / sqrt(len2(n)));
}

/* Lower bounds of the growth of a solid's support value around a direction: the radius of the rim
 * at the deepest point, and the distance by which a side or an end extends beyond that point, along
 * `tangent` in both senses or, when that is zero, in all directions perpendicular to the normal. */
typedef struct revolution_growth {
    double rim, margin;
    vec3 tangent;
} revolution_growth;

/* Two of the solids' largest inscribed balls, one in each, that are near each other. */
typedef struct revolution_balls {
    vec3 toward_b; /* unit, in the frame, from the ball in A to the ball in B */
    vec3 common;   /* from A's centre, a point of both when they overlap */
    bool overlap;  /* certain despite rounding */
} revolution_balls;

#endif
