/* Cylinders by closed forms, from the frames that posed shapes keep or would. Pairs are taken in
 * table order, so that swapping them swaps the answer. */
#include "dispatch/cylinder_pairs.h"

#include "dispatch/convex_view.h"

/* Depths below this part of the coordinates are of what overlap calls contact. */
#define CYLINDERS_SHALLOW 1e-6

cylinders_seen carom_cylinders_see(const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_posed_shape *given[2] = {a, b};
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    return (cylinders_seen){cylinder_of(given[flip]), cylinder_of(given[!flip]), flip};
}

bool carom_cylinders_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_penetration *out) {
    const cylinders_seen seen = carom_cylinders_see(a, b);
    cylinder_depth found;
    if (!carom_cylinder_depth(seen.a, seen.b, &found) ||
        !(found.depth > CYLINDERS_SHALLOW * (found.size + max_abs3(seen.a->center))))
        return false;
    carom_penetration p = {true,
                           (carom_real)found.depth,
                           store3(found.normal),
                           store3(found.point_a),
                           store3(found.point_b),
                           CAROM_CONVERGED};
    *out = penetration_swapped(p, seen.flip);
    return true;
}
