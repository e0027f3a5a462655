/* Parts of real assemblies touch, and facets of curved ones overlap a little. With a tolerance T
 * such pairs are followed by their depth: that of a moment later is larger by no more than what a
 * point has moved, whatever the shapes, because a point that was outside has to cross the surface.
 * So from a depth b on, T - b is safe to move. Where the surfaces are apart, the next contact is
 * found by a sweep, and followed in turn. */
#include "motion/motion_deep.h"

#include "motion/motion_path.h"
#include "progress.h"

/* Of the tolerance: depths that lack less count as having reached it. It bounds the steps. */
#define DEEP_ENOUGH 0.05
#define DEEP_STEPS 200000

static carom_placed_mesh moved_to(const motion_pair *pair, double fraction) {
    carom_placed_mesh out = pair->moving;
    out.pose = carom_pose_compose(motion_pose(pair->leg, fraction), pair->moving.pose);
    return out;
}

static carom_mesh_penetration depth_at(const carom_placed_mesh *moving, const motion_pair *pair,
                                       double tolerance) {
    const carom_mesh_depth_def def = {.accuracy = 0.25, .threshold = tolerance, .steps = 1024};
    return carom_penetrate_mesh_mesh(moving, &pair->standing, &def);
}

/* No depth is above what this returns; above the tolerance where the depth comes near it. Whether a
 * depth is above a given one is sooner known than the depth. */
static double depth_below(carom_mesh_penetration *out, const carom_placed_mesh *moving,
                          const motion_pair *pair, double tolerance) {
    static const double parts[] = {0.25, 0.5, 0.75, 1.0 - DEEP_ENOUGH};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *out = depth_at(moving, pair, parts[i] * tolerance);
        if (out->bound <= parts[i] * tolerance) return parts[i] * tolerance;
    }
    return 2.0 * tolerance;
}

/* No point of one is on the other, or in it. */
static bool are_apart(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    return !carom_overlap_mesh_mesh(a, b) &&
           carom_classify_mesh_mesh(a, b).relation == CAROM_DISJOINT;
}

bool motion_is_shallow(const motion_pair *pair, double tolerance) {
    return depth_at(&pair->moving, pair, tolerance).bound <= tolerance;
}

static void stop_at(motion_contact *out, double fraction, const carom_mesh_penetration *p) {
    out->verdict = MOTION_CONTACT;
    out->fraction = fraction;
    out->upper = (double)NAN;
    out->point = p->inside_is_b ? p->point_b : p->point_a;
    out->normal = p->normal;
}

void motion_follow_deep(const motion_pair *pair, double tolerance, motion_sweep *sweep,
                        bool *in_contact, motion_contact *out) {
    double at = 0.0;
    for (int steps = 0; steps < DEEP_STEPS && !interrupt_came(); steps++) {
        if (!*in_contact) {
            motion_contact hit = *out;
            if (!sweep(pair, at, &hit)) return;
            if (hit.verdict == MOTION_UNDECIDED) {
                *out = hit;
                return;
            }
            at = hit.fraction;
        }
        const carom_placed_mesh moving = moved_to(pair, at);
        /* a pair that a sweep has just brought together may still be a rounding apart */
        *in_contact = !*in_contact || !are_apart(&moving, &pair->standing);
        if (!*in_contact) continue;
        carom_mesh_penetration p;
        const double depth = depth_below(&p, &moving, pair, tolerance);
        if (depth > tolerance) {
            stop_at(out, at, &p);
            return;
        }
        if (at >= 1.0) return;
        at = pair->speed > 0.0 ? fmin(at + (tolerance - depth) / pair->speed, 1.0) : 1.0;
    }
    out->verdict = MOTION_UNDECIDED;
    out->fraction = at;
    out->upper = (double)NAN;
    out->point = pair->moving.pose.position;
}
