/* carom: arithmetic of vectors and quaternions, and poses from matrices and back, for programs that
 * have no such library of their own.
 *
 * Sums and products are formed in double in both precisions and rounded once. The functions that
 * are compiled here have the bits of the library where the caller's compiler does not contract
 * products into sums (-ffp-contract=off), in float always. */
#ifndef CAROM_VECTOR_H
#define CAROM_VECTOR_H

#include "carom/math.h"

CAROM_BEGIN

/* ------------------------------------------------------------------ vectors */

/** @return the vector (x, y, z). @since 0.2.0 */
static inline carom_vec3 carom_vec3_of(carom_real x, carom_real y, carom_real z) {
    carom_vec3 out = {x, y, z};
    return out;
}

/** @return a + b. @since 0.2.0 */
static inline carom_vec3 carom_vec3_add(carom_vec3 a, carom_vec3 b) {
    return carom_vec3_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

/** @return a - b. @since 0.2.0 */
static inline carom_vec3 carom_vec3_subtract(carom_vec3 a, carom_vec3 b) {
    return carom_vec3_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** @return s v. @since 0.2.0 */
static inline carom_vec3 carom_vec3_scale(carom_vec3 v, carom_real s) {
    return carom_vec3_of(v.x * s, v.y * s, v.z * s);
}

/** @return the scalar product of a and b. @since 0.2.0 */
static inline carom_real carom_vec3_dot(carom_vec3 a, carom_vec3 b) {
    return (carom_real)((double)a.x * (double)b.x + (double)a.y * (double)b.y +
                        (double)a.z * (double)b.z);
}

/** @return the vector product of a and b. @since 0.2.0 */
static inline carom_vec3 carom_vec3_cross(carom_vec3 a, carom_vec3 b) {
    return carom_vec3_of((carom_real)((double)a.y * (double)b.z - (double)a.z * (double)b.y),
                         (carom_real)((double)a.z * (double)b.x - (double)a.x * (double)b.z),
                         (carom_real)((double)a.x * (double)b.y - (double)a.y * (double)b.x));
}

/** @return (1 - t) a + t b: a itself for t = 0 and b itself for t = 1. @since 0.2.0 */
static inline carom_vec3 carom_vec3_lerp(carom_vec3 a, carom_vec3 b, carom_real t) {
    const double of_b = (double)t, of_a = 1.0 - of_b;
    return carom_vec3_of((carom_real)((double)a.x * of_a + (double)b.x * of_b),
                         (carom_real)((double)a.y * of_a + (double)b.y * of_b),
                         (carom_real)((double)a.z * of_a + (double)b.z * of_b));
}

/** @return the length; no square overflows on the way. @since 0.2.0 */
CAROM_API carom_real carom_vec3_length(carom_vec3 v);

/** @return the unit vector along v; the zero vector for zero and for what is not finite.
 * @since 0.2.0 */
CAROM_API carom_vec3 carom_vec3_normalize(carom_vec3 v);

/* ------------------------------------------------------------------ quaternions */

/** @return the rotation about `axis`, of any length but 0, by `angle` in radians, counter-clockwise
 * seen against the axis.
 * @degenerate the identity for a zero axis; where a number is not finite, NaN, which is invalid.
 * @accuracy in double 4e-16 and 2e-16 of the angle, without libm: the same bits on every
 * machine. @since 0.2.0 */
CAROM_API carom_quat carom_quat_from_axis_angle(carom_vec3 axis, carom_real angle);

/** @return q divided by its length, which may be any; the identity for zero; NaN where a number is
 * not finite. For rotations that are unit but for rounding carom_pose_normalize is enough.
 * @since 0.2.0 */
CAROM_API carom_quat carom_quat_normalize(carom_quat q);

/** @return the rotation by `first`, then by `then`: the product `then` times `first`, as it is.
 * @since 0.2.0 */
CAROM_API carom_quat carom_quat_multiply(carom_quat then, carom_quat first);

/** @return the rotation that undoes q. @since 0.2.0 */
static inline carom_quat carom_quat_conjugate(carom_quat q) {
    carom_quat out = {-q.x, -q.y, -q.z, q.w};
    return out;
}

/** @return v rotated by q: carom_pose_rotate_vector of the pose at the origin. @since 0.2.0 */
static inline carom_vec3 carom_quat_rotate(carom_quat q, carom_vec3 v) {
    carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    pose.rotation = q;
    return carom_pose_rotate_vector(pose, v);
}

/** @return the rotation on the shorter of the two arcs from a to b, at constant speed: a for t = 0,
 * b (or -b, the same rotation) for t = 1, and farther on the same great circle for other t; NaN
 * where a number is not finite. Both are normalised first, as by carom_quat_normalize.
 * @degenerate for opposite rotations, half a turn apart, one of the two arcs.
 * @source [Shoemake85] @since 0.2.0 */
CAROM_API carom_quat carom_quat_slerp(carom_quat a, carom_quat b, carom_real t);

/** The rotation that takes the x, y and z axes to axes[0], axes[1], axes[2], the columns of its
 * matrix, as of a carom_obb.
 * @errors NOT_FINITE; ARGUMENT for axes that are not of unit length or not perpendicular, by more
 * than 1e-3 (scale and shear), or left-handed (a mirror). `rotation` is then untouched.
 * @source [Shepperd78] @since 0.2.0 */
CAROM_API carom_status carom_quat_from_axes(carom_quat *rotation, const carom_vec3 axes[3]);

/** Where q takes the x, y and z axes; NaN for a rotation that is invalid (carom_pose).
 * @since 0.2.0 */
CAROM_API void carom_quat_to_axes(carom_quat q, carom_vec3 axes[3]);

/* ------------------------------------------------------------------ poses and matrices */

/** The pose of a 3x4 matrix, row after row, the translation in each row's last place; the first
 * three rows of a 4x4 matrix of that order.
 * @errors as carom_quat_from_axes. @since 0.2.0 */
CAROM_API carom_status carom_pose_from_rows(carom_pose *pose, const carom_real rows[12]);

/** The pose of a 4x4 matrix, column after column, as glTF and OpenGL have it: the translation in
 * columns[12] to columns[14].
 * @errors as carom_quat_from_axes; ARGUMENT where the last row is not 0 0 0 1. @since 0.2.0 */
CAROM_API carom_status carom_pose_from_columns(carom_pose *pose, const carom_real columns[16]);

/** The 3x4 matrix of a pose, row after row; NaN for an invalid pose. @since 0.2.0 */
CAROM_API void carom_pose_to_rows(carom_pose pose, carom_real rows[12]);

/** The 4x4 matrix of a pose, column after column; NaN for an invalid pose. @since 0.2.0 */
CAROM_API void carom_pose_to_columns(carom_pose pose, carom_real columns[16]);

CAROM_END

#endif
