/* Motion by conservative sweeps, own method. Proof that nothing is passed: a motion ends where a
 * sweep that ignores nothing has found the shape, grown by half a skin or at least by nothing, free
 * of contact on the way. Half a skin is above the rounding of fractions and positions, so the
 * rounded position is on the same side. Only of what is in contact already is contact ignored,
 * where the motion leads out of it: distances along a line to a convex set are convex, so such a
 * contact does not come back. */
#include "mover/advance.h"
#include "mover/tolerances.h"

/* The first contact of the shape grown by `target`; `recedes`: starts in contact are ignored where
 * the motion leads out. */
static carom_world_hit sweep_to(mover_run *run, double target, bool recedes) {
    carom_world_hit hit;
    run->options.sweep = (carom_sweep_options){
        .skip_exit = true, .ignore_receding = recedes, .target_distance = (carom_real)target};
    if (!carom_world_sweep(run->world, &run->probe, &hit)) hit.t = 1;
    return hit;
}

/* Where something is within half a skin: as long as the shape itself is apart from it, sweeps of
 * the shape, grown by less, still find everything. The last one never lets it touch. */
static double sweep_in_contact(mover_run *run, carom_world_hit *hit) {
    const double half = 0.5 * run->skin;
    *hit = sweep_to(run, half, true);
    carom_world_hit hard = sweep_to(run, 0.5 * half, false);
    double part = (double)hard.t;
    if (hard.initial_overlap) {
        hard = sweep_to(run, 0.0, false);
        part = hard.t < 1 ? 0.5 * (double)hard.t : 1.0;
    }
    if (hard.initial_overlap) {
        hard = sweep_to(run, 0.0, true);
        part = (double)hard.t;
    }
    if (part >= (double)hit->t) return (double)hit->t;
    *hit = hard;
    return part;
}

double carom_mover_advance(mover_run *run, vec3 motion, carom_world_hit *hit) {
    carom_world_hit first;
    const double length = carom_length(motion), longest = MOTION_OF_SKIN * run->skin;
    double scale = 1.0;
    if (length > longest) scale = longest / length;
    run->probe.motion = store3(scale3(motion, scale));
    first = sweep_to(run, 0.5 * run->skin, false);
    double part = (double)first.t;
    if (first.initial_overlap) part = sweep_in_contact(run, &first);
    const vec3 step = scale3(load3(run->probe.motion), part);
    run->probe.pose.position = store3(add3(load3(run->probe.pose.position), step));
    if (part >= 1.0) first = (carom_world_hit){.t = 1};
    if (hit) *hit = first;
    return part * scale;
}

bool carom_mover_is_free(const mover_run *run) {
    return carom_world_overlap(run->world, &run->probe, NULL, 0) == 0;
}
