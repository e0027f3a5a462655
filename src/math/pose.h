/* The one rule for the rotations of poses: zero is the identity; within 16 epsilon of unit length
 * it is kept bit for bit; within 1e-3 it is normalised; any other is invalid. */
#ifndef CAROM_MATH_POSE_H
#define CAROM_MATH_POSE_H

#include "math/tolerances.h"
#include "math/vec.h"

static inline double squared_norm(carom_quat q) {
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return x * x + y * y + z * z + w * w;
}

/** Is a pose taken as it is, of which this is the squared length of the rotation, and the position?
 * False where a number is not finite: it makes the sum NaN. */
static inline bool near_unit_square(double square, vec3 at) {
    return fabs(square - 1.0 + (at.x + at.y + at.z) * 0.0) <= UNIT_POSE_KEPT;
}

static inline bool is_unit_pose(const carom_pose *pose) {
    return near_unit_square(squared_norm(pose->rotation), load3(pose->position));
}

/** carom_pose_normalize without a call where nothing is to be done. */
static inline bool normalize_pose(carom_pose *pose) {
    return CAROM_LIKELY(is_unit_pose(pose)) || carom_pose_normalize(pose);
}

/** The same as a status: NOT_FINITE, or ARGUMENT for a rotation that is not of unit length. */
carom_status carom_pose_admit(carom_pose *pose);

/** carom_pose_transform_point and carom_pose_rotate_vector by a pose that is of unit length. */
carom_vec3 carom_posed_point(carom_pose pose, carom_vec3 point);
carom_vec3 carom_posed_vector(carom_pose pose, carom_vec3 vector);
/** carom_posed_point of the three corners of a triangle. */
void carom_posed_corners(const carom_pose *pose, const carom_vec3 points[3], carom_vec3 out[3]);

#endif
