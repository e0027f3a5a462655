/* A crane of three joints swings towards a wall: when does a part of it touch first? The pose of
 * each part at any time is computed from the angles of the joints, and so are the bounds of its
 * speed. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#define PARTS 3

typedef struct crane {
    double from[PARTS], to[PARTS]; /* angles about the vertical axis, at the ends of the frame */
} crane;

typedef struct part {
    const crane *of;
    int index;
} part;

/* Each part is 2 long, along x, and turns about the end of the one before. */
static carom_pose part_at(double time, void *user) {
    const part *p = user;
    carom_pose out = carom_pose_identity();
    for (int i = 0; i <= p->index; i++) {
        const double half = 0.5 * (p->of->from[i] + time * (p->of->to[i] - p->of->from[i]));
        carom_pose joint = carom_pose_identity();
        joint.position.x = i > 0 ? 2 : 0;
        joint.rotation.y = (carom_real)sin(half);
        joint.rotation.w = (carom_real)cos(half);
        out = carom_pose_compose(out, joint);
    }
    return out;
}

/* A joint turns all parts after it, whose pivots are no farther than the parts between are long. */
static carom_speed speed_of_part(const part *p) {
    carom_speed speed = {0, 0};
    for (int i = 0; i <= p->index; i++) {
        const double rate = fabs(p->of->to[i] - p->of->from[i]);
        speed.angular += (carom_real)(1.000001 * rate);
        speed.linear += (carom_real)(1.000001 * rate * 2 * (p->index - i));
    }
    return speed;
}

int main(void) {
    const crane c = {{0, 0, 0}, {0.5, 0.25, 0.25}};
    part parts[PARTS];
    carom_trajectory moving[PARTS], wall;
    const carom_shape beam = {.kind = CAROM_SHAPE_CAPSULE,
                              .as.capsule = {{0, 0, 0}, {2, 0, 0}, (carom_real)0.25}};
    const carom_shape side = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {{0, 0, 1}, -3}};
    for (int i = 0; i < PARTS; i++) {
        parts[i] = (part){&c, i};
        moving[i] = (carom_trajectory){.shape = &beam, .pose_at = part_at, .user = &parts[i]};
        moving[i].speed = speed_of_part(&parts[i]);
    }
    wall = (carom_trajectory){.shape = &side};
    const carom_trajectory_set arm = {moving, PARTS}, room = {&wall, 1};
    const carom_toi_set_hit hit = carom_toi_trajectory_sets(&arm, &room, NULL);
    if (!hit.at.hit) return 1;
    printf("part %d touches the wall after %.4f of the frame\n", (int)hit.index_a,
           (double)hit.at.fraction);
    /* the tip reaches z = 0.25 - 3 */
    const double t = (double)hit.at.fraction;
    const double z = -2 * (sin(0.5 * t) + sin(0.75 * t) + sin(t));
    return hit.index_a == 2 && fabs(z + 2.75) < 1e-3 ? 0 : 1;
}
