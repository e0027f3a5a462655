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

/** A rigid motion: rotate, then translate. A zeroed rotation counts as the identity. */
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
