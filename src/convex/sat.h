/* Least penetration of polytopes whose faces and edges are few, by separating axes. */
#ifndef CAROM_CONVEX_SAT_H
#define CAROM_CONVEX_SAT_H

#include "convex/box_view.h"

/* The first pair of edges of boxes. */
#define SAT_EDGES 6
#define SAT_NO_GUESS 15u

typedef struct sat_answer {
    bool found;   /* false: no direction at all, A - B has no thickness that is seen from here */
    vec3 normal;  /* unit, from A to B */
    double depth; /* negative: apart along `normal` */
    double scale; /* the size that rounding is relative to */
} sat_answer;

/** A box, or up to four points. */
bool carom_sat_serves(const convex_shape *shape);

/** Of the cores. Directions in order: faces of A, faces of B, pairs of edges; + before -. Later
 * ones must be better by more than rounding. Stops at the first that separates clearly. */
sat_answer carom_sat(const convex_shape *a, const convex_shape *b);

/* A face's normal or the cross product of two edges of boxes, and how deep they are along it. */
typedef struct box_axis {
    vec3 normal; /* unit, not turned towards B yet */
    /* The same in the frames of A and B, and not unit: times `per_length` is, so that nothing need
     * wait for it that asks for a direction only. */
    double in[2][3], per_length;
    double towards;      /* +1 or -1: turns it towards B */
    double depth, scale; /* as of sat_answer */
    int axis;            /* 0 - 2 a face of A, 3 - 5 of B, SAT_EDGES + 3 i + j edges */
} box_axis;

/** The same of two boxes. `guess`: an axis that is measured beforehand, so that nothing has to wait
 * for the search if it is the one; any other number is no harm.
 * @return false when there is none; the scale is set all the same */
bool carom_sat_boxes(const box_view *const box[2], unsigned guess, box_axis *out);

#endif
