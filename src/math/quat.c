/* Arithmetic of rotations for the caller: axis and angle, interpolation on the great circle of two
 * unit quaternions [Shoemake85], and the quaternion of a matrix by its largest component
 * [Shepperd78], which is at least 1/2. Angles are those of rotation.c, so that no
 * function of libm but sqrt takes part and the bits are the same everywhere. Slerp goes from a
 * along e, the unit vector across a towards b: a cos(t s) + e sin(t s), s the angle between them,
 * which needs no quotient of small sines. */
#include "carom/vector.h"

#include "math/pose.h"
#include "math/rotation.h"

typedef struct quat4 {
    double x, y, z, w;
} quat4;

static carom_quat store4(quat4 q) {
    return (carom_quat){store1(q.x), store1(q.y), store1(q.z), store1(q.w)};
}

static double dot4(quat4 a, quat4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* a + s b */
static quat4 mad4(quat4 a, quat4 b, double s) {
    return (quat4){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w};
}

static quat4 scale4(quat4 a, double s) {
    return (quat4){a.x * s, a.y * s, a.z * s, a.w * s};
}

carom_real carom_vec3_length(carom_vec3 v) {
    return (carom_real)carom_length(load3(v));
}

carom_vec3 carom_vec3_normalize(carom_vec3 v) {
    return store3(carom_normalize_or(load3(v), vec(0, 0, 0)));
}

/* ---- quaternions */

/* By the largest component first, so that no square overflows or vanishes. */
static quat4 unit4(carom_quat q) {
    const quat4 given = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    double most = max2(max2(fabs(given.x), fabs(given.y)), max2(fabs(given.z), fabs(given.w)));
    if (!finite1(given.x) || !finite1(given.y) || !finite1(given.z) || !finite1(given.w))
        return (quat4){NAN, NAN, NAN, NAN};
    if (most == 0.0) return (quat4){0, 0, 0, 1};
    const quat4 tame = {given.x / most, given.y / most, given.z / most, given.w / most};
    return scale4(tame, 1.0 / sqrt(dot4(tame, tame)));
}

carom_quat carom_quat_normalize(carom_quat q) {
    return store4(unit4(q));
}

carom_quat carom_quat_multiply(carom_quat then, carom_quat first) {
    vec3 p = vec((double)then.x, (double)then.y, (double)then.z);
    vec3 q = vec((double)first.x, (double)first.y, (double)first.z);
    const double pw = (double)then.w, qw = (double)first.w;
    vec3 v = add3(add3(scale3(q, pw), scale3(p, qw)), cross3(p, q));
    return store4((quat4){v.x, v.y, v.z, pw * qw - dot3(p, q)});
}

carom_quat carom_quat_from_axis_angle(carom_vec3 axis, carom_real angle) {
    const carom_real nan = (carom_real)NAN;
    const vec3 given = load3(axis), n = carom_normalize_or(given, vec(0, 0, 0));
    double s, c;
    if (!finite3(given) || !finite1((double)angle)) return (carom_quat){nan, nan, nan, nan};
    if (max_abs3(n) == 0.0) return (carom_quat){0, 0, 0, 1};
    carom_turn_sincos((double)angle / (2.0 * FULL_TURN), &s, &c);
    return store4((quat4){n.x * s, n.y * s, n.z * s, c});
}

carom_quat carom_quat_slerp(carom_quat a, carom_quat b, carom_real t) {
    const quat4 from = unit4(a), given = unit4(b);
    double cosine = dot4(from, given), s, c;
    const quat4 to = cosine < 0.0 ? scale4(given, -1.0) : given;
    cosine = fabs(cosine);
    if (!finite1(cosine) || !finite1((double)t)) return store4((quat4){NAN, NAN, NAN, NAN});
    if (t == 0) return store4(from);
    if (t == 1) return store4(to);
    const quat4 across = mad4(to, from, -cosine);
    const double sine = sqrt(dot4(across, across));
    if (sine == 0.0) return store4(from);
    carom_turn_sincos(carom_turn_angle(sine, cosine) * (double)t, &s, &c);
    const quat4 out = mad4(scale4(from, c), across, s / sine);
    return store4(scale4(out, 1.0 / sqrt(dot4(out, out))));
}

/* ---- matrices */

static carom_status check_axes(const vec3 axes[3]) {
    for (int i = 0; i < 3; i++)
        if (!finite3(axes[i])) return CAROM_ERROR_NOT_FINITE;
    for (int i = 0; i < 3; i++) {
        if (!(fabs(carom_length(axes[i]) - 1.0) <= UNIT_POSE_TOLERANCE))
            return CAROM_ERROR_ARGUMENT;
        if (!(fabs(dot3(axes[i], axes[(i + 1) % 3])) <= UNIT_POSE_TOLERANCE))
            return CAROM_ERROR_ARGUMENT;
    }
    return dot3(cross3(axes[0], axes[1]), axes[2]) > 0.0 ? CAROM_OK : CAROM_ERROR_ARGUMENT;
}

/* Four times the square of each component is one sum of the diagonal; the products of two are sums
 * and differences of the other entries. */
static quat4 quat_of_columns(const vec3 c[3]) {
    const double xx = c[0].x, yy = c[1].y, zz = c[2].z;
    if (xx + yy + zz > 0.0)
        return (quat4){c[1].z - c[2].y, c[2].x - c[0].z, c[0].y - c[1].x, 1.0 + xx + yy + zz};
    if (xx >= yy && xx >= zz)
        return (quat4){1.0 + xx - yy - zz, c[0].y + c[1].x, c[2].x + c[0].z, c[1].z - c[2].y};
    if (yy >= zz)
        return (quat4){c[0].y + c[1].x, 1.0 + yy - zz - xx, c[1].z + c[2].y, c[2].x - c[0].z};
    return (quat4){c[2].x + c[0].z, c[1].z + c[2].y, 1.0 + zz - xx - yy, c[0].y - c[1].x};
}

carom_status carom_quat_from_axes(carom_quat *rotation, const carom_vec3 axes[3]) {
    if (!rotation || !axes) return CAROM_ERROR_ARGUMENT;
    const vec3 columns[3] = {load3(axes[0]), load3(axes[1]), load3(axes[2])};
    const carom_status status = check_axes(columns);
    if (status != CAROM_OK) return status;
    const quat4 q = quat_of_columns(columns);
    *rotation = store4(scale4(q, 1.0 / sqrt(dot4(q, q))));
    return CAROM_OK;
}

void carom_quat_to_axes(carom_quat q, carom_vec3 axes[3]) {
    for (int i = 0; i < 3; i++)
        axes[i] = carom_quat_rotate(
            q, (carom_vec3){(carom_real)(i == 0), (carom_real)(i == 1), (carom_real)(i == 2)});
}

static carom_status pose_of_axes(carom_pose *pose, const carom_vec3 axes[3], carom_vec3 position) {
    carom_quat rotation;
    const carom_status status = carom_quat_from_axes(&rotation, axes);
    if (status != CAROM_OK) return status;
    if (!finite3(load3(position))) return CAROM_ERROR_NOT_FINITE;
    *pose = (carom_pose){position, rotation};
    return CAROM_OK;
}

carom_status carom_pose_from_rows(carom_pose *pose, const carom_real rows[12]) {
    if (!pose || !rows) return CAROM_ERROR_ARGUMENT;
    carom_vec3 column[4];
    for (int i = 0; i < 4; i++)
        column[i] = (carom_vec3){rows[i], rows[4 + i], rows[8 + i]};
    return pose_of_axes(pose, column, column[3]);
}

carom_status carom_pose_from_columns(carom_pose *pose, const carom_real columns[16]) {
    if (!pose || !columns) return CAROM_ERROR_ARGUMENT;
    carom_vec3 column[4];
    for (int i = 0; i < 4; i++) {
        const carom_real last = columns[4 * i + 3];
        if (!finite1((double)last)) return CAROM_ERROR_NOT_FINITE;
        if (last != (i == 3 ? 1 : 0)) return CAROM_ERROR_ARGUMENT;
        column[i] = (carom_vec3){columns[4 * i], columns[4 * i + 1], columns[4 * i + 2]};
    }
    return pose_of_axes(pose, column, column[3]);
}

static void columns_of_pose(carom_pose pose, carom_vec3 column[4]) {
    column[3] = carom_pose_transform_point(pose, (carom_vec3){0, 0, 0});
    if (column[3].x == column[3].x)
        carom_quat_to_axes(pose.rotation, column);
    else
        column[0] = column[1] = column[2] = column[3];
}

void carom_pose_to_rows(carom_pose pose, carom_real rows[12]) {
    carom_vec3 column[4];
    columns_of_pose(pose, column);
    for (int i = 0; i < 4; i++) {
        rows[i] = column[i].x;
        rows[4 + i] = column[i].y;
        rows[8 + i] = column[i].z;
    }
}

void carom_pose_to_columns(carom_pose pose, carom_real columns[16]) {
    carom_vec3 column[4];
    columns_of_pose(pose, column);
    for (int i = 0; i < 4; i++) {
        columns[4 * i] = column[i].x;
        columns[4 * i + 1] = column[i].y;
        columns[4 * i + 2] = column[i].z;
        columns[4 * i + 3] = (carom_real)(i == 3);
    }
}
