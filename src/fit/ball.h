/* Smallest enclosing ball [Welzl91], with the pivot rule of [Gartner99]. */
#ifndef CAROM_FIT_BALL_H
#define CAROM_FIT_BALL_H

#include "fit/cloud.h"

typedef struct least_ball {
    vec3 center;   /* in local coordinates */
    double radius; /* scaled */
} least_ball;

/** The smallest enclosing ball, or with a unit `axis` the smallest enclosing circle of the
 * projection along it; minimal to rounding. */
least_ball carom_least_ball(const cloud *c, vec3 axis);

#endif
