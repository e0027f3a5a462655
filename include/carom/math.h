/* carom: vectors, quaternions and poses, passed by value. */
#ifndef CAROM_MATH_H
#define CAROM_MATH_H

#include "carom/base.h"

CAROM_BEGIN

typedef struct carom_vec3 {
    carom_real x, y, z;
} carom_vec3;

/** A vector of doubles in both precisions. */
typedef struct carom_double3 {
    double x, y, z;
} carom_double3;

/** A rotation as a unit quaternion x i + y j + z k + w. */
typedef struct carom_quat {
    carom_real x, y, z, w;
} carom_quat;

/** A rigid motion: rotate, then translate.
 *
 * One rule holds wherever a pose is taken, by verbs, builders, worlds, scenes and batches: a zeroed
 * rotation is the identity; a rotation whose length is within 1e-3 of 1 is normalised, and one
 * within 16 epsilon of it (squared) is taken bit for bit; any other rotation, and a number that is
 * not finite, makes the pose invalid. What has an invalid pose is answered as an invalid shape is:
 * "no", or the status CAROM_ERROR_ARGUMENT or CAROM_ERROR_NOT_FINITE. carom_pose_problem says why.
 */
typedef struct carom_pose {
    carom_vec3 position;
    carom_quat rotation;
} carom_pose;

/** A closed interval [min, max] of the real line. Inverted or NaN bounds hold no number. */
typedef struct carom_interval {
    carom_real min, max;
} carom_interval;

/** @return the identity pose. */
CAROM_API carom_pose carom_pose_identity(void);

/** Makes the rotation of unit length by the rule of carom_pose.
 * @return false for an invalid pose, which stays as it is
 * @since 0.2.0 */
CAROM_API bool carom_pose_normalize(carom_pose *pose);

/** @return what makes the pose invalid, as a short English sentence, or null.
 * @since 0.2.0 */
CAROM_API const char *carom_pose_problem(carom_pose pose);

/* By the same rule; an invalid pose gives coordinates and poses that are NaN. */

/** @return `pose` applied to `point`; the point itself, bit for bit, when the pose is the identity.
 */
CAROM_API carom_vec3 carom_pose_transform_point(carom_pose pose, carom_vec3 point);

/** @return the rotation of `pose` applied to `vector`. */
CAROM_API carom_vec3 carom_pose_rotate_vector(carom_pose pose, carom_vec3 vector);

/** @return the pose that applies `first`, then `then`. */
CAROM_API carom_pose carom_pose_compose(carom_pose then, carom_pose first);

/** @return the pose that undoes `pose`. */
CAROM_API carom_pose carom_pose_inverse(carom_pose pose);

/** @return true when the rotation is the identity (or zeroed), whatever the position. */
CAROM_API bool carom_pose_is_translation(carom_pose pose);

CAROM_END

#endif
