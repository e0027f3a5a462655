/* How a collider goes through a step: straight on at constant speed, turning evenly about the
 * origin of its pose, from wherever its last impact left it. Positions and rotations are always
 * made from those of the last change of course, so that looking at a moment changes nothing. */
#include "math/turn.h"
#include "world/world_data.h"

#define FULL_TURN 6.283185307179586476925

/* The rotation after turning for a while at constant speed. */
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

/* Rounding of positions is within it. */
carom_aabb carom_world_box_now(const world_collider *c, const world_motion *motion) {
    vec3 gone = sub3(load3(motion->position), load3(c->def.pose.position));
    vec3 low = load3(motion->reach.min), high = load3(motion->reach.max);
    double wide =
        8.0 * (double)CAROM_REAL_EPSILON *
        (max2(max_abs3(low), max_abs3(high)) + max_abs3(load3(motion->position)) + max_abs3(gone));
    return (carom_aabb){store3(add3(low, sub3(gone, vec(wide, wide, wide)))),
                        store3(add3(high, add3(gone, vec(wide, wide, wide))))};
}

carom_aabb carom_world_path_box(const world_collider *c, const world_motion *motion, double dt) {
    vec3 start = load3(c->def.pose.position), low = load3(motion->reach.min),
         high = load3(motion->reach.max);
    vec3 from = sub3(load3(motion->position), start);
    vec3 to = sub3(load3(carom_world_position_at(motion, dt)), start);
    double size =
        max2(max_abs3(low), max_abs3(high)) + max_abs3(start) + max_abs3(from) + max_abs3(to);
    double wide = motion->moves ? 8.0 * (double)CAROM_REAL_EPSILON * size : 0.0;
    vec3 a = vec(min2(from.x, to.x) - wide, min2(from.y, to.y) - wide, min2(from.z, to.z) - wide);
    vec3 b = vec(max2(from.x, to.x) + wide, max2(from.y, to.y) + wide, max2(from.z, to.z) + wide);
    return (carom_aabb){store3(add3(low, a)), store3(add3(high, b))};
}

/* ---- who can meet whom */

double carom_world_room(const carom_world *world, carom_id_pair pair) {
    double gap = 0.0, size = DBL_MAX;
    const uint32_t ids[2] = {pair.a, pair.b};
    for (int i = 0; i < 2; i++) {
        const world_motion *m = &world_motions(world)[ids[i]];
        vec3 low = load3(m->reach.min), high = load3(m->reach.max);
        vec3 p = load3(m->position);
        if (!finite3(low) || !finite3(high)) continue;
        gap = max2(gap, 32.0 * (double)CAROM_REAL_EPSILON *
                            (max2(max_abs3(low), max_abs3(high)) + max_abs3(p)));
        size = min2(size, max_abs3(sub3(high, low)));
    }
    return size < DBL_MAX ? max2(gap, 1e-7 * size) : gap;
}

/* Where a box is at a time, and how it goes from there. */
typedef struct box_course {
    vec3 low, high, motion;
} box_course;

static box_course course_from(const carom_world *world, uint32_t index, double now, double dt) {
    const world_motion *m = &world_motions(world)[index];
    box_course out = {load3(m->reach.min), load3(m->reach.max), {0, 0, 0}};
    if (!m->moves) return out;
    vec3 start = load3(world_slots(world)[index].def.pose.position);
    vec3 gone = sub3(load3(carom_world_position_at(m, now)), start);
    out.low = add3(out.low, gone);
    out.high = add3(out.high, gone);
    out.motion = scale3(load3(m->velocity), dt - now);
    return out;
}

/* [t[0], t[1]]: while two intervals meet that close in on each other. */
static void meeting_time(double near, double far, double motion, double t[2]) {
    if (motion == 0.0) {
        if (near > 0.0 || far < 0.0) t[1] = -1.0;
        return;
    }
    double x = near / motion, y = far / motion;
    t[0] = max2(t[0], min2(x, y));
    t[1] = min2(t[1], max2(x, y));
}

bool carom_world_may_meet(const carom_world *world, carom_id_pair pair, double dt) {
    double now = max2(world_motions(world)[pair.a].time, world_motions(world)[pair.b].time);
    box_course a = course_from(world, pair.a, now, dt), b = course_from(world, pair.b, now, dt);
    if (!finite3(a.low) || !finite3(a.high) || !finite3(b.low) || !finite3(b.high)) return true;
    vec3 d = sub3(a.motion, b.motion);
    double t[2] = {0.0, 1.0};
    double wide = 2.0 * carom_world_room(world, pair) +
                  16.0 * (double)CAROM_REAL_EPSILON * (max_abs3(a.motion) + max_abs3(b.motion));
    meeting_time(b.low.x - a.high.x - wide, b.high.x - a.low.x + wide, d.x, t);
    meeting_time(b.low.y - a.high.y - wide, b.high.y - a.low.y + wide, d.y, t);
    meeting_time(b.low.z - a.high.z - wide, b.high.z - a.low.z + wide, d.z, t);
    return !(t[0] > t[1] + 1e-12);
}

/* ---- what a step begins with */

/* Turning it changes nothing but its rotation. */
static bool looks_the_same_turned(const carom_shape *shape) {
    carom_vec3 center = {1, 1, 1};
    if (shape->kind == CAROM_SHAPE_SPHERE) center = shape->as.sphere.center;
    if (shape->kind == CAROM_SHAPE_POINT) center = shape->as.point;
    return max_abs3(load3(center)) == 0.0;
}

/* Meshes and what has no bounds are watched only where they move. */
static bool turns_matter(const world_collider *c) {
    return c->proxy != WORLD_NO_PROXY && c->def.shape.kind < CAROM_SHAPE_MESH &&
           !looks_the_same_turned(&c->def.shape);
}

/* A box that holds it however it turns about its position. */
static carom_aabb ball_box(const world_collider *c) {
    vec3 p = load3(c->def.pose.position);
    vec3 low = sub3(load3(c->bounds.min), p), high = sub3(load3(c->bounds.max), p);
    vec3 far = vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                   max2(fabs(low.z), fabs(high.z)));
    double r = carom_length(far);
    r += 8.0 * (double)CAROM_REAL_EPSILON * (r + max_abs3(p));
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
    m->watched = world->response && spins(m->spin) && turns_matter(c);
    m->moves = max_abs3(load3(m->velocity)) > 0.0 || m->watched;
    if (m->watched) {
        m->reach = ball_box(c);
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

/* ---- going on */

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
