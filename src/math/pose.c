/* No algorithm of its own: rigid motions. A unit quaternion (q, w) rotates v to v + 2 w (q x v) + 2
 * q x (q x v); the identity is recognised, so that it changes no bit. What carom_pose_normalize
 * refuses gives NaN, which every verb refuses in its turn. */
#include "math/pose.h"

carom_pose carom_pose_identity(void) {
    return (carom_pose){{0, 0, 0}, {0, 0, 0, 1}};
}

/* ---- the rule of unit length */

static bool is_zero_rotation(carom_quat q) {
    return q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0;
}

carom_status carom_pose_admit(carom_pose *pose) {
    carom_quat *q = &pose->rotation;
    const double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    if (!finite3(load3(pose->position)) || !finite3(vec(x, y, z)) || !finite1(w))
        return CAROM_ERROR_NOT_FINITE;
    if (fabs(squared_norm(*q) - 1.0) <= UNIT_POSE_KEPT) return CAROM_OK;
    if (is_zero_rotation(*q)) {
        q->w = 1;
        return CAROM_OK;
    }
    const double length = sqrt(squared_norm(*q));
    if (!(fabs(length - 1.0) <= UNIT_POSE_TOLERANCE)) return CAROM_ERROR_ARGUMENT;
    *q = (carom_quat){(carom_real)(x / length), (carom_real)(y / length), (carom_real)(z / length),
                      (carom_real)(w / length)};
    return CAROM_OK;
}

bool carom_pose_normalize(carom_pose *pose) {
    return carom_pose_admit(pose) == CAROM_OK;
}

const char *carom_pose_problem(carom_pose pose) {
    const carom_status status = carom_pose_admit(&pose);
    if (status == CAROM_ERROR_NOT_FINITE) return "pose is not finite";
    return status == CAROM_OK ? NULL : "rotation is not of unit length";
}

/* ---- points and vectors */

static const carom_vec3 nowhere = {(carom_real)NAN, (carom_real)NAN, (carom_real)NAN};

static carom_pose no_pose(void) {
    return (carom_pose){nowhere, {nowhere.x, nowhere.x, nowhere.x, nowhere.x}};
}

bool carom_pose_is_translation(carom_pose pose) {
    return pose.rotation.x == 0 && pose.rotation.y == 0 && pose.rotation.z == 0;
}

static CAROM_INLINE carom_vec3 turn_vector(const carom_pose *pose, carom_vec3 vector) {
    const carom_quat *r = &pose->rotation;
    if (r->x == 0 && r->y == 0 && r->z == 0) return vector;
    vec3 q = vec((double)r->x, (double)r->y, (double)r->z);
    vec3 v = load3(vector);
    vec3 t = scale3(cross3(q, v), 2.0);
    return store3(add3(mad3(v, t, (double)r->w), cross3(q, t)));
}

static CAROM_INLINE carom_vec3 move_point(const carom_pose *pose, carom_vec3 point) {
    const carom_vec3 *p = &pose->position, v = turn_vector(pose, point);
    if (p->x == 0 && p->y == 0 && p->z == 0) return v;
    return store3(add3(load3(v), load3(*p)));
}

carom_vec3 carom_posed_vector(carom_pose pose, carom_vec3 vector) {
    return turn_vector(&pose, vector);
}

carom_vec3 carom_posed_point(carom_pose pose, carom_vec3 point) {
    return move_point(&pose, point);
}

void carom_posed_corners(const carom_pose *pose, const carom_vec3 points[3], carom_vec3 out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = move_point(pose, points[i]);
}

/* Kept out of the two below, which mostly do without. */
static carom_pose normalized(carom_pose pose) {
    return carom_pose_normalize(&pose) ? pose : no_pose();
}

carom_vec3 carom_pose_rotate_vector(carom_pose pose, carom_vec3 vector) {
    if (CAROM_LIKELY(is_unit_pose(&pose))) return turn_vector(&pose, vector);
    const carom_pose unit = normalized(pose);
    return unit.rotation.w == unit.rotation.w ? carom_posed_vector(unit, vector) : nowhere;
}

carom_vec3 carom_pose_transform_point(carom_pose pose, carom_vec3 point) {
    if (CAROM_LIKELY(is_unit_pose(&pose))) return move_point(&pose, point);
    const carom_pose unit = normalized(pose);
    return unit.rotation.w == unit.rotation.w ? carom_posed_point(unit, point) : nowhere;
}

/* ---- poses */

carom_pose carom_pose_compose(carom_pose then, carom_pose first) {
    if (!normalize_pose(&then) || !normalize_pose(&first)) return no_pose();
    carom_pose out = {carom_posed_point(then, first.position), first.rotation};
    if (carom_pose_is_translation(then)) return out;
    out.rotation = then.rotation;
    if (carom_pose_is_translation(first)) return out;
    vec3 p = vec((double)then.rotation.x, (double)then.rotation.y, (double)then.rotation.z);
    vec3 q = vec((double)first.rotation.x, (double)first.rotation.y, (double)first.rotation.z);
    double pw = (double)then.rotation.w, qw = (double)first.rotation.w;
    vec3 v = add3(add3(scale3(q, pw), scale3(p, qw)), cross3(p, q));
    out.rotation = (carom_quat){(carom_real)v.x, (carom_real)v.y, (carom_real)v.z,
                                (carom_real)(pw * qw - dot3(p, q))};
    return out;
}

carom_pose carom_pose_inverse(carom_pose pose) {
    if (!normalize_pose(&pose)) return no_pose();
    carom_quat q = pose.rotation;
    carom_pose back = {{0, 0, 0}, {-q.x, -q.y, -q.z, q.w}};
    back.position = store3(neg3(load3(carom_posed_vector(back, pose.position))));
    return back;
}
