/* Support functions in double-double arithmetic. */
#ifndef CAROM_CONVEX_GRAZE_GRAZE_SUPPORT_H
#define CAROM_CONVEX_GRAZE_GRAZE_SUPPORT_H

#include "convex/graze/graze.h"

/** Takes the frame of the view, each number exactly. */
void carom_graze_view(graze_shape *out, const convex_shape *view);

/** The support point of the core. */
double_double3 carom_graze_support(const graze_shape *s, const double_double3 *direction);

/** Of the core's points that are farthest along n, to within `tie`, the one farthest along m. */
void carom_graze_face_support(const graze_shape *s, const double_double3 *n,
                              const double_double3 *m, double tie, graze_face_point *out);

#endif
