/* Contact along a path in a common supporting plane, in closed form. */
#ifndef CAROM_CONVEX_GRAZE_GRAZE_FACE_H
#define CAROM_CONVEX_GRAZE_GRAZE_FACE_H

#include "convex/graze/graze.h"

/** First and last time of contact of a path in a supporting plane with normal n, from B to A;
 * `size` as in tolerances.h. @return false where the faces miss each other */
bool carom_graze_face_times(const graze *g, const double_double3 *n, double size, double time[2]);

#endif
