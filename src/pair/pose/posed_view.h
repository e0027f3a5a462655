/* The view of a shape in a pose. */
#ifndef CAROM_PAIR_POSE_POSED_VIEW_H
#define CAROM_PAIR_POSE_POSED_VIEW_H

#include "pair/pose/convex_view.h"

/** Puts what is viewed into a pose whose quaternion is unit to rounding, or (`back`) into the frame
 * that stands in it. A hull is then not rigid before it is measured. */
void carom_pose_view(convex_view *out, const carom_pose *pose, bool back);

#endif
