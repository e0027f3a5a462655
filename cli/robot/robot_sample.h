/* Which links collide over sampled configurations. */
#ifndef CAROM_CLI_ROBOT_ROBOT_SAMPLE_H
#define CAROM_CLI_ROBOT_ROBOT_SAMPLE_H

#include "robot/robot.h"
#include "threads.h"

/* Where a pair of links stands. */
typedef struct robot_pair {
    size_t a, b;     /* links with shapes, a < b */
    uint64_t count;  /* of samples in which they collide */
    bool at_zero;    /* they collide where all variables are 0, or as near as limits allow */
    const char *why; /* a reason to allow it: Adjacent, Always, Never, Default; null: none */
} robot_pair;

typedef struct robot_samples {
    robot_pair *pairs; /* all but those that the SRDF file disables */
    size_t pair_count;
    uint64_t samples, seed;
    uint64_t free; /* samples in which no pair that is not allowed collides */
    bool interrupted;
} robot_samples;

/* A pair that collides in at least this share of the samples is always allowed. */
#define ROBOT_ALWAYS 0.95

/** Do two links collide? */
bool robot_links_collide(const robot *r, size_t a, size_t b, const double *values);

/** False when memory ran out. */
bool robot_sample(robot_samples *out, const robot *r, const threads *t);

#endif
