/* Contact of two hulls that stand on each other face to face, decided by one point or one axis. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_REST_H
#define CAROM_CONVEX_HULL_SAT_HULL_REST_H

#include "convex/support/convex.h"

/** A solid hull, and its place: vertex v is position + the sum of its coordinates times the axes,
 * to the last digit of these numbers. */
typedef struct hull_rest_body {
    const hull_data *hull;
    const carom_hull_frame *frame;
} hull_rest_body;

typedef enum hull_rest_end {
    HULL_REST_UNDECIDED,
    HULL_REST_CONTACT,
    HULL_REST_APART
} hull_rest_end;

/** A point that two faces share. */
typedef struct hull_rest_point {
    vec3 point, of_a; /* the point is in B's face; a point in the plane of A's */
} hull_rest_point;

/** Both answers are exact. Undecided: hulls that do not stand face to face, or whose faces the line
 * between their middles misses, and what rounding leaves in doubt.
 * @param at set where the end is CONTACT; null where no point is wanted, so that any will do */
hull_rest_end carom_hull_rest(const hull_rest_body *a, const hull_rest_body *b,
                              hull_rest_point *at);

/** A face and a vertex of the other hull that are nearest to each other. */
typedef struct hull_rest_gap {
    double gap;              /* but for rounding, the distance of the hulls */
    vec3 normal;             /* unit, outward from the face */
    vec3 of_face, of_vertex; /* the points */
    bool face_of_b;
} hull_rest_gap;

/** The distance of hulls that carom_hull_rest found apart. @return false where no vertex of one is
 * nearest over the face of the other, but edges are that cross */
bool carom_hull_rest_gap(const hull_rest_body *a, const hull_rest_body *b, hull_rest_gap *out);

#endif
