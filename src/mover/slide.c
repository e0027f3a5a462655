/* Collide and slide, own method: planes near the mover plan a motion, the solver's nearest to what
 * is wanted, and sweeps make it; what a sweep meets is among the planes of the next motion. The
 * planes keep the mover one skin away, and sweeps stop it at half of that, so that a sweep hardly
 * ever starts in contact. Each motion leads on, as the nearest vector within half-spaces that hold
 * zero does not lead back. Pushing out is the same without a wish. */
#include "mover/advance.h"
#include "mover/near.h"
#include "mover/slide.h"
#include "mover/solver.h"
#include "mover/tolerances.h"

static bool is_still(const mover_run *run, vec3 motion) {
    return max_abs3(motion) <= STILL_SKINS * run->skin;
}

/* A hit that the planes did not tell of bounds the next motion, from the same place. */
static void add_hit(mover_run *run, const carom_world_hit *hit) {
    const size_t at = run->near_count < MOVER_PLANES ? run->near_count++ : MOVER_PLANES - 1;
    run->near[at] = carom_mover_near_of_hit(run, hit);
    run->near[at].plane.gap = (carom_real)run->skin;
}

/* The next motion. Steep sides that bound across `up` may leave none at all, as in a corner whose
 * walls lean over it: what a wish rises by is then bounded by the planes alone, so that a jump
 * leads out. That gains no height, as the nearest vector to one is not longer. */
static CAROM_APART vec3 plan_step(const mover_run *run, vec3 *motion, bool sides) {
    mover_bound bounds[MOVER_BOUNDS];
    size_t count = carom_mover_bounds(run, sides, bounds);
    const vec3 step = carom_mover_solve(*motion, bounds, count);
    const double rise = dot3(*motion, run->up);
    if (!sides || !(rise > 0.0) || !is_still(run, step)) return step;
    *motion = scale3(run->up, rise);
    count = carom_mover_bounds(run, false, bounds);
    return carom_mover_solve(*motion, bounds, count);
}

void carom_mover_slide(mover_run *run, vec3 motion, bool sides) {
    carom_world_hit hit = {.t = 1};
    bool stuck = false;
    for (int i = 0; i < MOVER_SLIDES; i++) {
        if (stuck)
            add_hit(run, &hit);
        else
            carom_mover_look(run);
        const vec3 step = plan_step(run, &motion, sides);
        if (is_still(run, step)) return;
        const double part = carom_mover_advance(run, step, &hit);
        if (hit.id.generation != 0) {
            const mover_near met = carom_mover_near_of_hit(run, &hit);
            carom_mover_touch(run, &met.plane);
        }
        motion = scale3(motion, 1.0 - part);
        if (part >= 1.0) return;
        stuck = is_still(run, scale3(step, part)) && hit.id.generation != 0;
    }
}

/* The motion that pushes out. */
static CAROM_APART vec3 plan_push(const mover_run *run) {
    mover_bound bounds[MOVER_BOUNDS];
    const size_t count = carom_mover_bounds(run, false, bounds);
    const vec3 step = carom_mover_solve(vec(0.0, 0.0, 0.0), bounds, count);
    /* no way out of all at once: out of the deepest, which is the first */
    return is_still(run, step) ? scale3(bounds[0].normal, bounds[0].least) : step;
}

void carom_mover_push(mover_run *run) {
    for (int i = 0; i < MOVER_PUSHES; i++) {
        carom_mover_look(run);
        if (run->near_count == 0 || (double)run->near[0].plane.gap >= 0.5 * run->skin) return;
        const vec3 step = plan_push(run);
        const double part = carom_mover_advance(run, step, NULL);
        if (is_still(run, scale3(step, part))) return;
    }
}
