/* Motion by conservative sweeps, own method. Proof that nothing is passed: a motion ends where a
 * sweep that ignores nothing has found the shape, grown by half a skin or by as much less as it
 * takes to be apart from everything at the start, free of contact on the way. The growth is above
 * the rounding of fractions and positions, so the rounded position is on the same side. Contact at
 * the start is ignored only of what the shape itself overlaps, where the motion leads out of it. */
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

static bool starts_in_contact(const carom_world_hit *hit) {
    return hit->id.generation != 0 && hit->t <= 0;
}

/* Where something is within half a skin, the shape is grown by less until it is apart from all, and
 * sweeps still find everything. A shape that is apart by rounding alone goes half of what is free.
 * Only of what it overlaps may a motion lead out. */
static double sweep_in_contact(mover_run *run, carom_world_hit *hit) {
    static const double parts[] = {0.4375, 0.25, 0.125, 0.03125};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *hit = sweep_to(run, parts[i] * run->skin, false);
        if (!starts_in_contact(hit)) return (double)hit->t;
    }
    *hit = sweep_to(run, 0.0, false);
    if (!starts_in_contact(hit)) return hit->id.generation != 0 ? 0.5 * (double)hit->t : 1.0;
    *hit = sweep_to(run, 0.0, true);
    return (double)hit->t;
}

double carom_mover_advance(mover_run *run, vec3 motion, carom_world_hit *hit) {
    carom_world_hit first;
    const double length = carom_length(motion), longest = MOTION_OF_SKIN * run->skin;
    double scale = 1.0;
    if (length > longest) scale = longest / length;
    run->probe.motion = store3(scale3(motion, scale));
    first = sweep_to(run, 0.5 * run->skin, false);
    double part = (double)first.t;
    if (starts_in_contact(&first)) part = sweep_in_contact(run, &first);
    const vec3 step = scale3(load3(run->probe.motion), part);
    run->probe.pose.position = store3(add3(load3(run->probe.pose.position), step));
    if (part >= 1.0) first = (carom_world_hit){.t = 1};
    if (hit) *hit = first;
    return part * scale;
}

bool carom_mover_is_free(const mover_run *run) {
    return carom_world_overlap(run->world, &run->probe, NULL, 0) == 0;
}
