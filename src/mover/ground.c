/* Walking, own method: a motion across up is lifted onto the ground below, so that a slope takes
 * nothing of its length; what is steeper stops it, and is climbed where it is a step: up, on and
 * down by three sweeps, each of which is free as far as it goes. Ground that falls away is looked
 * for by a sweep down. */
#include "mover/advance.h"
#include "mover/ground.h"
#include "mover/near.h"
#include "mover/solver.h"
#include "mover/tolerances.h"

/* How far up a motion across up must lead to keep to the ground. */
static double lift_of(const mover_run *run, vec3 motion) {
    double lift = 0.0;
    bool found = false;
    for (size_t i = 0; i < run->near_count; i++) {
        const mover_near *near = &run->near[i];
        if (!near->walkable) continue;
        const double gap = (double)near->plane.gap,
                     need = (run->skin - gap - dot3(near->normal, motion)) / near->rise;
        if (!found || need > lift) lift = need;
        found = true;
    }
    return lift;
}

static CAROM_APART vec3 planned_stride(const mover_run *run, vec3 motion) {
    mover_bound bounds[MOVER_BOUNDS];
    const size_t count = carom_mover_bounds(run, true, bounds);
    return carom_mover_solve(mad3(motion, run->up, lift_of(run, motion)), bounds, count);
}

/* The part of `motion` that `made` makes of it. */
static double progress_of(vec3 motion, vec3 made) {
    const double square = len2(motion);
    return square > 0.0 ? dot3(motion, made) / square : 1.0;
}

static bool is_walkable_landing(const mover_run *run, const carom_world_hit *hit, double feet) {
    if (hit->id.generation == 0) return false;
    const mover_near near = carom_mover_near_of_hit(run, hit);
    const double height = dot3(load3(hit->point), run->up) - feet;
    return near.walkable && height <= (double)run->def.step_height + run->skin;
}

static bool climb(mover_run *run, vec3 *motion) {
    const carom_vec3 start = run->probe.pose.position;
    const double feet = carom_mover_feet(run), height = (double)run->def.step_height;
    carom_world_hit hit;
    const double raised = height * carom_mover_advance(run, scale3(run->up, height), NULL);
    const double part = carom_mover_advance(run, *motion, NULL);
    if (raised > run->skin && part > CLIMB_PROGRESS) {
        carom_mover_advance(run, scale3(run->up, -(raised + run->skin)), &hit);
        if (is_walkable_landing(run, &hit, feet)) {
            *motion = scale3(*motion, 1.0 - part);
            run->result->stepped = true;
            return true;
        }
    }
    run->probe.pose.position = start;
    return false;
}

static void snap(mover_run *run) {
    const carom_vec3 start = run->probe.pose.position;
    const double distance = (double)run->def.snap_distance;
    carom_world_hit hit;
    carom_mover_look(run);
    for (size_t i = 0; i < run->near_count; i++)
        if (run->near[i].walkable && (double)run->near[i].plane.gap <= TOUCHED_SKINS * run->skin)
            return;
    if (!(distance > 0.0)) return;
    carom_mover_advance(run, scale3(run->up, -distance), &hit);
    if (hit.id.generation == 0 || !carom_mover_near_of_hit(run, &hit).walkable)
        run->probe.pose.position = start;
}

static void make_stride(mover_run *run, vec3 motion) {
    carom_world_hit hit;
    bool climbs = run->def.step_height > 0;
    const double still = STILL_SKINS * run->skin;
    for (int i = 0; i < MOVER_SLIDES; i++) {
        carom_mover_look(run);
        const vec3 step = planned_stride(run, motion);
        if (climbs && progress_of(motion, step) < BLOCKED_PROGRESS) {
            climbs = climb(run, &motion);
            if (climbs) continue;
        }
        if (max_abs3(step) <= still) return;
        const double part = carom_mover_advance(run, step, &hit);
        if (hit.id.generation != 0) {
            const mover_near met = carom_mover_near_of_hit(run, &hit);
            carom_mover_touch(run, &met.plane);
        }
        motion = scale3(motion, 1.0 - part);
        if (part >= 1.0 || max_abs3(scale3(step, part)) <= 0.0) return;
    }
}

void carom_mover_walk(mover_run *run, vec3 motion) {
    const double length = carom_length(motion), least = STRIDE_OF_SIDE * run->side;
    int count = MOVER_STRIDES;
    if (length < least * MOVER_STRIDES) count = 1 + (int)(length / least);
    const vec3 stride = scale3(motion, 1.0 / count);
    for (int i = 0; i < count; i++) {
        const carom_vec3 before = run->probe.pose.position;
        make_stride(run, stride);
        snap(run);
        if (equal_vec3(before, run->probe.pose.position)) return;
    }
}
