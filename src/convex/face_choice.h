/* Which of the points that two faces share a manifold keeps. */
#ifndef CAROM_CONVEX_FACE_CHOICE_H
#define CAROM_CONVEX_FACE_CHOICE_H

#include "convex/box_faces.h"
#include "convex/manifold.h"

/* What two faces share has no more corners, but for some that rounding makes of one. */
#define CHOICE_POINTS 8

/** Of CHOICE_POINTS at most, and more than `capacity`, those by their numbers: the deepest, and
 * those that span the most area, as carom_pool_take has it. `size` is no less than any coordinate
 * over the window. Writes over the points beyond the last. */
void carom_choose_face_points(int taken[MANIFOLD_POINTS], face_points *points,
                              const face_window *window, int capacity, double size);

#endif
