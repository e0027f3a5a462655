/* A call of carom_mover_move from start to end, own method: carried by the ground, pushed out,
 * moved, and told from the planes at the end what it stands on. A mover that was free at the start
 * and is not at the end, which the proof of advance.c excludes for shapes thicker than rounding,
 * goes back to where it was free. */
#include <string.h>

#include "mover/advance.h"
#include "mover/ground.h"
#include "mover/near.h"
#include "mover/slide.h"
#include "mover/solver.h"
#include "mover/tolerances.h"

static bool is_number(carom_real x) {
    return x >= 0 && x <= CAROM_REAL_MAX;
}

static bool is_bounded_convex(const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_LINE:
    case CAROM_SHAPE_PLANE:
    case CAROM_SHAPE_HALFSPACE:
    case CAROM_SHAPE_MESH:
    case CAROM_SHAPE_HEIGHTFIELD: return false;
    default: return true;
    }
}

const char *carom_mover_problem(const carom_mover *mover) {
    const carom_mover_def *def = &mover->def;
    const char *problem = carom_shape_problem(&def->shape);
    if (problem) return problem;
    if (!is_bounded_convex(&def->shape)) return "the shape of a mover is not bounded and convex";
    const carom_aabb box = carom_shape_bounds(&def->shape, mover->pose);
    if (!finite3(load3(mover->pose.position)) || !(box.min.x >= -CAROM_REAL_MAX) ||
        !finite3(load3(box.min)) || !finite3(load3(box.max)))
        return "the mover is not at a finite place";
    if (!finite3(load3(def->up))) return "up is not finite";
    if (!is_number(def->max_slope) || !is_number(def->step_height) ||
        !is_number(def->snap_distance) || !is_number(def->skin))
        return "a length or slope of the mover is negative or not finite";
    return NULL;
}

/* The skin for a shape in this box; `longest` of its coordinates. */
static double skin_of(const carom_mover_def *def, double side, double longest) {
    const double skin = def->skin > 0 ? (double)def->skin : SKIN_OF_SIDE * side;
    return max2(skin, SKIN_OF_COORDINATES * longest);
}

static CAROM_APART void start_run(mover_run *run, const carom_mover *mover) {
    const carom_mover_def *def = &mover->def;
    const carom_aabb box = carom_shape_bounds(&def->shape, mover->pose);
    const vec3 low = load3(box.min), high = load3(box.max), size = sub3(high, low);
    const double slope = def->max_slope > 0 ? (double)def->max_slope : 1.0;
    run->def = *def;
    run->up = carom_normalize_or(load3(def->up), vec(0.0, 1.0, 0.0));
    run->slope_cosine = 1.0 / sqrt(1.0 + slope * slope);
    run->side = min2(size.x, min2(size.y, size.z));
    run->skin = skin_of(def, run->side, max2(max_abs3(low), max_abs3(high)));
    run->side = max2(run->side, run->skin);
    if (run->request->options) run->options = *run->request->options;
    run->options.skip_sensors = true;
    run->probe = (carom_world_probe){.shape = &run->def.shape,
                                     .pose = mover->pose,
                                     .mask = def->mask ? def->mask : UINT32_MAX,
                                     .options = &run->options};
}

/* Where the ground has brought the mover since the last call. */
static CAROM_APART void ride(mover_run *run, const carom_mover *mover) {
    const carom_vec3 at = run->probe.pose.position;
    if (mover->ground == CAROM_MOVER_AIR || !carom_world_contains(run->world, mover->ground_id))
        return;
    const carom_pose now = carom_world_collider(run->world, mover->ground_id).pose;
    if (memcmp(&now, &mover->ground_pose, sizeof now) == 0) return;
    const carom_vec3 local = carom_pose_transform_point(carom_pose_inverse(mover->ground_pose), at);
    const vec3 motion = sub3(load3(carom_pose_transform_point(now, local)), load3(at));
    if (!finite3(motion)) return;
    carom_mover_slide(run, motion, false);
    run->result->carried = store3(sub3(load3(run->probe.pose.position), load3(at)));
}

/* ---- what it stands on at the end */

/* Steep sides hold a mover that they let go no way down. */
static CAROM_APART bool is_held(const mover_run *run) {
    mover_bound bounds[MOVER_BOUNDS];
    size_t count = 0;
    for (size_t i = 0; i < run->near_count; i++)
        if (run->near[i].rise > SIDE_RISE &&
            (double)run->near[i].plane.gap <= TOUCHED_SKINS * run->skin)
            bounds[count++] = (mover_bound){run->near[i].normal, 0.0};
    if (count < 2) return false;
    return carom_length(carom_mover_solve(neg3(run->up), bounds, count)) <= HELD_SINE;
}

static bool is_better_ground(const mover_near *a, const mover_near *b) {
    if (!b) return true;
    if (a->walkable != b->walkable) return a->walkable;
    return a->rise > b->rise;
}

static CAROM_APART void find_ground(const mover_run *run, carom_mover *mover) {
    const mover_near *best = NULL;
    for (size_t i = 0; i < run->near_count; i++) {
        const mover_near *near = &run->near[i];
        if ((double)near->plane.gap > TOUCHED_SKINS * run->skin || near->rise < SIDE_RISE) continue;
        if (is_better_ground(near, best)) best = near;
    }
    mover->ground = CAROM_MOVER_AIR;
    mover->ground_normal = (carom_vec3){0, 0, 0};
    mover->ground_id = (carom_collider_id){0, 0};
    mover->ground_pose = carom_pose_identity();
    if (!best) return;
    mover->ground = best->walkable || is_held(run) ? CAROM_MOVER_GROUND : CAROM_MOVER_STEEP;
    mover->ground_normal = store3(best->surface);
    mover->ground_id = best->plane.id;
    const carom_collider_def ground = carom_world_collider(run->world, best->plane.id);
    mover->ground_pose = ground.pose;
    const vec3 arm = sub3(load3(best->plane.point), load3(ground.pose.position));
    run->result->ground_velocity =
        store3(add3(load3(ground.velocity), cross3(load3(ground.angular_velocity), arm)));
}

/* The velocity that contacts at the end leave; of one that walks, the part across up. */
static CAROM_APART vec3 velocity_left(const mover_run *run, vec3 velocity, bool walks) {
    mover_bound touched[MOVER_BOUNDS];
    size_t count = 0;
    for (size_t i = 0; i < run->near_count; i++) {
        const mover_near *near = &run->near[i];
        if ((double)near->plane.gap > TOUCHED_SKINS * run->skin) continue;
        const vec3 none = vec(0.0, 0.0, 0.0), across = mover_across(run, near->normal);
        if (!walks) touched[count++] = (mover_bound){near->normal, 0.0};
        if (near->walkable || (!walks && near->rise < SIDE_RISE)) continue;
        touched[count++] = (mover_bound){carom_normalize_or(across, none), 0.0};
    }
    return carom_mover_solve(velocity, touched, count);
}

static void finish(mover_run *run, carom_mover *mover) {
    const vec3 velocity = load3(run->request->velocity);
    carom_mover_look(run);
    for (size_t i = 0; i < run->near_count; i++)
        if ((double)run->near[i].plane.gap <= TOUCHED_SKINS * run->skin)
            carom_mover_touch(run, &run->near[i].plane);
    mover->pose.position = run->probe.pose.position;
    find_ground(run, mover);
    const bool walks = run->walks && mover->ground == CAROM_MOVER_GROUND;
    const vec3 wish = walks ? mover_across(run, velocity) : velocity;
    run->result->velocity = store3(velocity_left(run, wish, walks));
}

static void move(mover_run *run, carom_mover *mover, vec3 motion) {
    const vec3 velocity = load3(run->request->velocity);
    carom_mover_result *result = run->result;
    start_run(run, mover);
    ride(run, mover);
    const bool was_free = carom_mover_is_free(run);
    const carom_vec3 free_at = run->probe.pose.position;
    result->inside = !was_free;
    carom_mover_push(run);
    run->walks = mover->ground == CAROM_MOVER_GROUND &&
                 dot3(velocity, run->up) <= WALK_RISE * carom_length(velocity);
    if (run->walks)
        carom_mover_walk(run, mover_across(run, motion));
    else
        carom_mover_slide(run, motion, true);
    result->free = carom_mover_is_free(run);
    if (was_free && !result->free) {
        run->probe.pose.position = free_at;
        result->free = true;
    }
    finish(run, mover);
}

bool carom_mover_move(const carom_world *world, carom_mover *mover,
                      const carom_mover_request *request, carom_mover_result *result) {
    const vec3 velocity = load3(request->velocity);
    const vec3 motion = scale3(velocity, (double)request->dt);
    memset(result, 0, sizeof *result);
    if (carom_mover_problem(mover) || !is_number(request->dt) || !finite3(velocity) ||
        !finite3(load3(store3(add3(motion, load3(mover->pose.position))))))
        return false;
    mover_run *run = carom_workspace_take(WORKSPACE_MOVER);
    memset(run, 0, sizeof *run);
    run->world = world;
    run->request = request;
    run->result = result;
    move(run, mover, motion);
    carom_workspace_give(run);
    return true;
}
