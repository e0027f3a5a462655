/* Where a collider is on a path of a step. */
#ifndef CAROM_CLI_SIMULATE_SIM_PATH_H
#define CAROM_CLI_SIMULATE_SIM_PATH_H

#include "real.h"

/** The rotation `q`, turned by the angular velocity `w` for a time. */
static inline carom_quat sim_turn_by(carom_quat q, carom_vec3 w, double time) {
    double speed = norm(w), half = 0.5 * speed * time;
    if (!(speed > 0.0)) return q;
    carom_vec3 p = times(w, sin(half) / speed), v = make3(q.x, q.y, q.z);
    double c = cos(half);
    carom_vec3 turned = plus(plus(times(v, c), times(p, q.w)), outer(p, v));
    double real = c * q.w - inner(p, v), s = 1.0 / sqrt(inner(turned, turned) + real * real);
    return (carom_quat){turned.x * s, turned.y * s, turned.z * s, real * s};
}

static inline carom_pose sim_pose_on_path(const carom_world_path *path, double time) {
    carom_pose pose = path->from;
    double dt = time - path->start;
    pose.position = plus(pose.position, times(path->velocity, dt));
    pose.rotation = sim_turn_by(pose.rotation, path->angular_velocity, dt);
    return pose;
}

#endif
