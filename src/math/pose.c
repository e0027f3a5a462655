/* Rigid motions. A unit quaternion (q, w) rotates v to v + 2 w (q x v) + 2 q x (q x v);
 * the identity is recognised, so that it changes no bit. */
#include "math/vec.h"

carom_pose carom_pose_identity(void) {
    return (carom_pose){{0, 0, 0}, {0, 0, 0, 1}};
}

bool carom_pose_is_translation(carom_pose pose) {
    return pose.rotation.x == 0 && pose.rotation.y == 0 && pose.rotation.z == 0;
}

carom_vec3 carom_pose_rotate_vector(carom_pose pose, carom_vec3 vector) {
    if (carom_pose_is_translation(pose)) return vector;
    vec3 q = vec((double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z);
    vec3 v = load3(vector);
    vec3 t = scale3(cross3(q, v), 2.0);
    return store3(add3(mad3(v, t, (double)pose.rotation.w), cross3(q, t)));
}

carom_vec3 carom_pose_transform_point(carom_pose pose, carom_vec3 point) {
    if (pose.position.x == 0 && pose.position.y == 0 && pose.position.z == 0)
        return carom_pose_rotate_vector(pose, point);
    carom_vec3 v = carom_pose_rotate_vector(pose, point);
    return store3(add3(load3(v), load3(pose.position)));
}

carom_pose carom_pose_compose(carom_pose then, carom_pose first) {
    carom_pose out = {carom_pose_transform_point(then, first.position), first.rotation};
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
    carom_quat q = pose.rotation;
    carom_pose back = {{0, 0, 0}, {-q.x, -q.y, -q.z, q.w}};
    back.position = store3(neg3(load3(carom_pose_rotate_vector(back, pose.position))));
    return back;
}
