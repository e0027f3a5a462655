/* Newton's method for the normal of a contact, or of a least depth, of curved shapes. The state is
 * the direction n and the extreme corners of each shape along it: one, or several with weights
 * where their support values are equal. */
#ifndef CAROM_CONVEX_EPA_SMOOTH_CONTACT_NEWTON_H
#define CAROM_CONVEX_EPA_SMOOTH_CONTACT_NEWTON_H

#include "convex/gjk/newton.h"

/* The extreme corners of one shape. A corner is a vertex of a polytope (by index), the support
 * point of an ellipsoid (0), that of a cylinder's lower (0) or upper (1) rim, or a cone's rim (0)
 * or apex (1). */
typedef struct contact_part {
    const convex_shape *shape;
    double sign;      /* sign * n points out of the shape */
    vec3 shift;       /* of the shape's origin */
    int count, id[3]; /* the corners */
    double weight[3]; /* sum 1 */
    vec3 at[3];       /* from the shape's origin */
} contact_part;

typedef struct smooth_contact {
    vec3 n;               /* unit, from A to B */
    double radius;        /* sum of both radii */
    contact_part part[2]; /* A's and B's */
    vec3 x, y;            /* unit tangents of n */
    vec3 point[2], w;     /* weighted mean of A's corners, of B's, and their difference */
    int span_count;       /* of the edges of A - B from each part's first corner to its others */
    vec3 span[2];
} smooth_contact;

/** Starts with two parts without corners. */
void carom_smooth_contact_start(smooth_contact *f, const convex_shape *a, const convex_shape *b);

/** Adds the corner that is at this offset from the shape's origin and, in polytopes, has this
 * index. */
void carom_smooth_contact_add(contact_part *p, vec3 offset, int index);

/** Sets all weights of a part equal. @return false when there are more corners than can have equal
 * support values but by chance */
bool carom_smooth_contact_balance(smooth_contact *f);

/** Computes the corners' positions along n, and the spans. */
void carom_smooth_contact_place(smooth_contact *f);

/** The support value of A - B along n. A corner that exceeds the known ones by more than `margin`
 * is added with weight 0. @return false when there would be too many */
bool carom_smooth_contact_reach(smooth_contact *f, double margin, double *reach);

/** The Hessian of one shape's support value in the tangents x and y: the mean over its corners by
 * their weights. */
support_hessian carom_smooth_contact_part_hessian(const smooth_contact *f, int of_b);

/** One Newton step: turns n and changes the weights so that w moves by `off` across n.
 * @param lift what the Hessian gains by the turn of n itself (the negative depth, for a depth)
 * @param turn tangent of the angle
 * @return false where the system is singular, has no minimum, or the turn is not small */
bool carom_smooth_contact_turn(smooth_contact *f, vec3 off, double lift, double *turn);

#endif
