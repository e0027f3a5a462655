/* Depth and sweep of two posed cylinders, from their frames, own method: the least support of the
 * Minkowski difference over the candidate directions of convex/revolution, and the cast of
 * convex/cast/cylinder_cast.h. Pairs are taken in table order, so that exchanged shapes get the
 * answer exchanged. Answers near contact are left to the exact test of contact. */
#include "pair/solver/cylinder_pairs.h"

#include "convex/cast/cylinder_cast.h"
#include "pair/pose/convex_view.h"
#include "pair/pose/tolerances.h"
#include "convex/sweep.h"

cylinder_pair carom_cylinders_in_order(const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_posed_shape *given[2] = {a, b};
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    return (cylinder_pair){cylinder_of(given[flip]), cylinder_of(given[!flip]), flip};
}

bool carom_cylinders_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_penetration *out) {
    const cylinder_pair pair = carom_cylinders_in_order(a, b);
    cylinder_depth found;
    if (!carom_cylinder_depth(pair.a, pair.b, &found) ||
        !(found.depth > SHALLOW_CYLINDERS * (found.size + max_abs3(pair.a->center))))
        return false;
    carom_penetration p = {.overlap = true,
                           .depth = (carom_real)found.depth,
                           .normal = store3(found.normal),
                           .point_a = store3(found.point_a),
                           .point_b = store3(found.point_b),
                           .certainty = CAROM_CONVERGED};
    *out = penetration_swapped(p, pair.flip);
    return true;
}

/* The time at which the cylinders part. */
static double exit_of_cylinders(const carom_posed_shape *a, const cylinder_cast *met,
                                const carom_posed_shape *b) {
    convex_view of_a, of_b; /* cylinders need no buffer */
    of_a.buffer = of_b.buffer = NULL;
    if (!carom_view_posed(&of_a, a) || !carom_view_posed(&of_b, b)) return 1.0;
    return carom_convex_parting(&of_a.shape, met->motion, &of_b.shape, SWEEP_TOLERANCE, met->t);
}

bool carom_cylinders_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                           const carom_sweep_options *options, carom_sweep_hit *out) {
    const carom_posed_shape *const given[2] = {a, b};
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    const carom_posed_shape *first = given[flip], *second = given[!flip];
    const vec3 by = load3(second->motion);
    cylinder_cast c = {.a = cylinder_of(first), .b = cylinder_of(second)};
    c.apart = sub3(c.b->center, c.a->center);
    c.motion = sub3(load3(first->motion), by);
    cylinder_cast_end end = CYLINDERS_UNDECIDED;
    if (options->target_distance == 0) end = carom_cylinder_cast(&c, SWEEP_TOLERANCE);
    if (end == CYLINDERS_PASS) {
        *out = (carom_sweep_hit){.hit = false};
        return true;
    }
    if (end == CYLINDERS_UNDECIDED ||
        !(c.t * max_abs3(c.motion) > SWEEP_NEAR_START * (max_abs3(c.b->center) + c.size)))
        return false;
    const double exit = options->skip_exit ? 1.0 : exit_of_cylinders(first, &c, second);
    *out = (carom_sweep_hit){.hit = true, .certainty = CAROM_CONVERGED};
    out->fraction = time_below(c.t);
    out->fraction_exit = (carom_real)exit;
    out->point = store3(mad3(add3(c.b->center, c.on_b), by, (double)out->fraction));
    out->normal = store3(flip ? neg3(c.normal) : c.normal);
    return true;
}
