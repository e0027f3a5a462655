/* Sweeps with the shapes exchanged, over all kinds, apart at the start and in contact, while one
 * moves, the other, or both: to the bit the same, the normal turned round. */
#include "common/test_every_common.h"

#define ROUNDS 12

static int met[ALL_KINDS], deep[ALL_KINDS];

static carom_posed_shape posed_every(const every_kind *s, double reach, carom_vec3 motion) {
    carom_posed_shape out;
    assert_true(carom_shape_pose(&out, &s->kind.shape, pose_every(reach)));
    out.motion = motion;
    return out;
}

static void check_swapped(every_kind *a, every_kind *b) {
    static int round = 0;
    const carom_vec3 still = v3(0, 0, 0);
    const int who = round++ % 3;
    carom_posed_shape p = posed_every(a, 2, who != 1 ? random_vec(4) : still);
    carom_posed_shape q = posed_every(b, 0.5, who != 0 ? random_vec(4) : still);
    const carom_sweep_hit hit = carom_sweep_posed(&p, &q, NULL);
    const carom_sweep_hit back = carom_sweep_posed(&q, &p, NULL);
    const bool same = hit.fraction == back.fraction && hit.fraction_exit == back.fraction_exit &&
                      hit.hit == back.hit && hit.initial_overlap == back.initial_overlap;
    if (!same || !opposite_bits(hit.normal, back.normal) || !same_vec(hit.point, back.point))
        fail_msg("kinds %d and %d: at %.17g, and %.17g", (int)p.shape.kind, (int)q.shape.kind,
                 (double)hit.fraction, (double)back.fraction);
    met[a->kind.shape.kind] += hit.hit && !hit.initial_overlap;
    deep[a->kind.shape.kind] += hit.initial_overlap;
}

static void swapped(void **state) {
    (void)state;
    volume_seed = 65;
    for_every_pair(check_swapped, ROUNDS);
    for (int i = 0; i < ALL_KINDS; i++)
        assert_true(met[i] > 4 && deep[i] > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(swapped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
