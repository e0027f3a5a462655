/* Sweeps of two capsules that are in contact at the start: the normal is that of the depth. All
 * other sweeps are answered by round_sweep_kernel.h. */
#include "pair/round/round_sweep.h"

carom_sweep_hit carom_round_start(const round_pair *pair, const carom_posed_shape *a,
                                  const carom_posed_shape *b, const carom_sweep_options *options,
                                  double exit) {
    triple normal, on_a, on_b;
    carom_sweep_hit out = {.hit = true, .initial_overlap = true, .certainty = CAROM_EXACT};
    carom_round_normal(&normal, pair, pair_is_flipped(&a->shape, &b->shape));
    const vec3 n = vec(normal[0], normal[1], normal[2]);
    if (!sweep_contact_counts(n, sub3(load3(a->motion), load3(b->motion)), options))
        return (carom_sweep_hit){.hit = false};
    surface_points(&on_a, &on_b, pair, &normal);
    /* midway between the surfaces, or on B where they are apart but within the target distance */
    const bool apart = sqrt(pair->d2) > pair->reach;
    on_b = apart ? on_b : (on_a + on_b) * TRIPLE_OF(0.5);
    out.fraction_exit = (carom_real)exit;
    store_triple(&out.point, &on_b), store_triple(&out.normal, &normal);
    return out;
}
