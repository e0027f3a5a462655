/* Own method: motion of a collider through a step: constant velocity, and constant angular
 * velocity about the origin of its pose, from its last impact on. Positions and rotations are
 * always computed from those of the last change of course, so that evaluating a time in between
 * changes nothing. Also the boxes of paths, which contain the rounding of positions, and a slab
 * test [Ericson05] 5.5.8 of moving boxes that rejects pairs, with own conservative bounds. */
#include "math/rotation.h"
#include "world/world_data.h"
#include "world/collider.h"
#include "world/step/motion.h"

#include "pair/pose/pair.h"
#include "world/step/tolerances.h"

/* The rotation after turning for `time` at constant angular velocity: the product of unit
 * quaternions. */
static carom_quat rotation_after(carom_quat rotation, carom_vec3 spin, double time) {
    vec3 w = load3(spin);
    double speed = carom_length(w), sine, cosine;
    if (!(speed * time > 0.0)) return rotation;
    double turns = speed * time / FULL_TURN;
    if (!finite1(turns)) return rotation;
    carom_turn_sincos((turns - 2.0 * floor(turns / 2.0)) / 2.0, &sine, &cosine);
    vec3 p = scale3(carom_normalize_or(w, vec(0, 0, 0)), sine);
    vec3 q = vec((double)rotation.x, (double)rotation.y, (double)rotation.z);
    double qw = (double)rotation.w;
    if (len2(q) == 0.0) qw = 1.0;
    vec3 v = add3(add3(scale3(q, cosine), scale3(p, qw)), cross3(p, q));
    double real = cosine * qw - dot3(p, q), size = sqrt(len2(v) + real * real);
    return (carom_quat){(carom_real)(v.x / size), (carom_real)(v.y / size),
                        (carom_real)(v.z / size), (carom_real)(real / size)};
}

static bool spins(carom_vec3 spin) {
    return max_abs3(load3(spin)) > 0.0;
}

carom_vec3 carom_world_position_at(const world_motion *motion, double time) {
    if (!motion->moves || time == motion->time) return motion->position;
    return store3(mad3(load3(motion->position), load3(motion->velocity), time - motion->time));
}

carom_quat carom_world_rotation_at(const world_motion *motion, double time) {
    if (!spins(motion->spin)) return motion->rotation;
    return rotation_after(motion->rotation, motion->spin, time - motion->time);
}

/* The box is enlarged by the rounding of positions. */
carom_aabb carom_world_box_now(const world_collider *c, const world_motion *motion) {
    vec3 displacement = sub3(load3(motion->position), load3(c->def.pose.position));
    vec3 low = load3(motion->reach.min), high = load3(motion->reach.max);
    double inflation =
        PATH_BOX_SLACK * (max2(max_abs3(low), max_abs3(high)) + max_abs3(load3(motion->position)) +
                          max_abs3(displacement));
    return (carom_aabb){
        store3(add3(low, sub3(displacement, vec(inflation, inflation, inflation)))),
        store3(add3(high, add3(displacement, vec(inflation, inflation, inflation))))};
}

carom_aabb carom_world_path_box(const world_collider *c, const world_motion *motion, double dt) {
    vec3 start = load3(c->def.pose.position), low = load3(motion->reach.min),
         high = load3(motion->reach.max);
    vec3 from = sub3(load3(motion->position), start);
    vec3 to = sub3(load3(carom_world_position_at(motion, dt)), start);
    double size =
        max2(max_abs3(low), max_abs3(high)) + max_abs3(start) + max_abs3(from) + max_abs3(to);
    double inflation = motion->moves ? PATH_BOX_SLACK * size : 0.0;
    vec3 a = vec(min2(from.x, to.x) - inflation, min2(from.y, to.y) - inflation,
                 min2(from.z, to.z) - inflation);
    vec3 b = vec(max2(from.x, to.x) + inflation, max2(from.y, to.y) + inflation,
                 max2(from.z, to.z) + inflation);
    return (carom_aabb){store3(add3(low, a)), store3(add3(high, b))};
}

/* ---- rejection of pairs */

double carom_world_separation(const carom_world *world, carom_id_pair pair) {
    double gap = 0.0, size = DBL_MAX;
    const uint32_t ids[2] = {pair.a, pair.b};
    for (int i = 0; i < 2; i++) {
        const world_motion *m = &world_motions(world)[ids[i]];
        vec3 low = load3(m->reach.min), high = load3(m->reach.max);
        vec3 p = load3(m->position);
        if (!finite3(low) || !finite3(high)) continue;
        gap = max2(gap, SEPARATION_ROUNDING * (max2(max_abs3(low), max_abs3(high)) + max_abs3(p)));
        size = min2(size, max_abs3(sub3(high, low)));
    }
    return size < DBL_MAX ? max2(gap, SEPARATION_SIZE * size) : gap;
}

/* A box at a time, and its motion until the end of the step. */
typedef struct moving_box {
    vec3 low, high, motion;
} moving_box;

static moving_box moving_box_from(const carom_world *world, uint32_t index, double now, double dt) {
    const world_motion *m = &world_motions(world)[index];
    moving_box out = {load3(m->reach.min), load3(m->reach.max), {0, 0, 0}};
    if (!m->moves) return out;
    vec3 start = load3(world_slots(world)[index].def.pose.position);
    vec3 displacement = sub3(load3(carom_world_position_at(m, now)), start);
    out.low = add3(out.low, displacement);
    out.high = add3(out.high, displacement);
    out.motion = scale3(load3(m->velocity), dt - now);
    return out;
}

/* Slab test on one axis: clips [t[0], t[1]] to the times at which two intervals overlap. */
static void clip_slab(double near, double farthest, double motion, double t[2]) {
    if (motion == 0.0) {
        if (near > 0.0 || farthest < 0.0) t[1] = -1.0;
        return;
    }
    double x = near / motion, y = farthest / motion;
    t[0] = max2(t[0], min2(x, y));
    t[1] = min2(t[1], max2(x, y));
}

bool carom_world_may_meet(const carom_world *world, carom_id_pair pair, double dt) {
    double now = max2(world_motions(world)[pair.a].time, world_motions(world)[pair.b].time);
    moving_box a = moving_box_from(world, pair.a, now, dt),
               b = moving_box_from(world, pair.b, now, dt);
    if (!finite3(a.low) || !finite3(a.high) || !finite3(b.low) || !finite3(b.high)) return true;
    vec3 d = sub3(a.motion, b.motion);
    double t[2] = {0.0, 1.0};
    double inflation = 2.0 * carom_world_separation(world, pair) +
                       MAY_MEET_SLACK * (max_abs3(a.motion) + max_abs3(b.motion));
    clip_slab(b.low.x - a.high.x - inflation, b.high.x - a.low.x + inflation, d.x, t);
    clip_slab(b.low.y - a.high.y - inflation, b.high.y - a.low.y + inflation, d.y, t);
    clip_slab(b.low.z - a.high.z - inflation, b.high.z - a.low.z + inflation, d.z, t);
    return !(t[0] > t[1] + MAY_MEET_TIME);
}

/* ---- the start of a step */

/* True for a shape that is symmetric about the origin of its pose. */
static bool is_rotation_invariant(const carom_shape *shape) {
    carom_vec3 center = {1, 1, 1};
    if (shape->kind == CAROM_SHAPE_SPHERE) center = shape->as.sphere.center;
    if (shape->kind == CAROM_SHAPE_POINT) center = shape->as.point;
    return max_abs3(load3(center)) == 0.0;
}

/* Rotation is part of the continuous test for bounded shapes that are no surfaces; surfaces and
 * unbounded shapes are only translated there. */
static bool needs_turning_test(const world_collider *c) {
    return c->proxy != WORLD_NO_PROXY && !is_placed_kind(c->def.shape.kind) &&
           !is_rotation_invariant(&c->def.shape);
}

/* A box that contains the collider in every rotation about its position. */
static carom_aabb all_rotations_box(const world_collider *c) {
    vec3 p = load3(c->def.pose.position);
    vec3 low = sub3(load3(c->bounds.min), p), high = sub3(load3(c->bounds.max), p);
    vec3 farthest = vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                        max2(fabs(low.z), fabs(high.z)));
    double r = carom_length(farthest);
    r += PATH_BOX_SLACK * (r + max_abs3(p));
    return (carom_aabb){store3(sub3(p, vec(r, r, r))), store3(add3(p, vec(r, r, r)))};
}

static carom_vec3 first_velocity(const carom_world *world, const world_collider *c, double dt) {
    bool falls = c->def.kind == CAROM_COLLIDER_MOVING && c->def.mass > 0 &&
                 finite1((double)c->def.mass) && max_abs3(load3(world->gravity)) > 0.0;
    vec3 v = load3(c->def.velocity);
    return falls ? store3(mad3(v, load3(world->gravity), dt)) : c->def.velocity;
}

void carom_world_plan(const carom_world *world, uint32_t index, double dt) {
    const world_collider *c = &world_slots(world)[index];
    world_motion *m = &world_motions(world)[index];
    *m = (world_motion){.position = c->def.pose.position,
                        .rotation = c->def.pose.rotation,
                        .velocity = c->def.velocity,
                        .spin = c->def.angular_velocity,
                        .velocity_end = c->def.velocity,
                        .spin_end = c->def.angular_velocity,
                        .reach = c->bounds,
                        .bounds = c->bounds,
                        .path = c->bounds,
                        .cover = c->bounds};
    if (!c->used || c->def.kind == CAROM_COLLIDER_STATIC || !(dt > 0.0)) return;
    m->velocity = m->velocity_end = first_velocity(world, c, dt);
    m->watched = world->response && spins(m->spin) && needs_turning_test(c);
    m->moves = max_abs3(load3(m->velocity)) > 0.0 || m->watched;
    if (m->watched) {
        m->reach = all_rotations_box(c);
    } else if (spins(m->spin)) {
        carom_pose pose = {m->position, carom_world_rotation_at(m, dt)};
        carom_aabb turned_box = carom_world_bounds(&c->def.shape, pose);
        m->reach = box_union(&m->reach, &turned_box);
    }
    m->out_of_range = !finite3(load3(carom_world_position_at(m, dt)));
    if (c->proxy == WORLD_NO_PROXY || m->out_of_range) return;
    m->path = m->cover = carom_world_path_box(c, m, dt);
    m->out_of_range = !world_box_finite(&m->cover);
}

/* ---- paths and advancement */

static carom_status note_path(carom_world *world, uint32_t index, double time) {
    const world_motion *m = &world_motions(world)[index];
    grown_array *list = &world->next_paths;
    carom_status status =
        carom_array_reserve(list, list->count + 1, sizeof(carom_world_path), &world->allocator);
    if (status != CAROM_OK) return status;
    ((carom_world_path *)list->data)[list->count++] =
        (carom_world_path){world_id_of(world, index),  (carom_real)m->time, (carom_real)time,
                           {m->position, m->rotation}, m->velocity,         m->spin};
    return CAROM_OK;
}

carom_status carom_world_note_path(carom_world *world, uint32_t index, double time) {
    bool wanted = world->keeps_paths && time > world_motions(world)[index].time;
    return wanted ? note_path(world, index, time) : CAROM_OK;
}

void carom_world_advance(world_motion *m, double time) {
    carom_vec3 position = carom_world_position_at(m, time);
    m->rotation = carom_world_rotation_at(m, time);
    m->position = position;
    m->time = time;
}
