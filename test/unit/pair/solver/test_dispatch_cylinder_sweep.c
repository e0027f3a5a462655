/* Sweeps of two posed cylinders: with the shapes exchanged, while both move, with and without the
 * exit, against the cast of the engine and against the distance along the way. */
#include "common/test_swept_common.h"

static carom_shape random_cylinder(double spread) {
    const carom_vec3 a = random_vec(spread), way = random_vec(1);
    return (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                         .as.cylinder = {a, step(a, way, 1), (carom_real)random_in(0.2, 1)}};
}

static void by_hand(void **state) {
    (void)state;
    const carom_shape a = {.kind = CAROM_SHAPE_CYLINDER,
                           .as.cylinder = {v3(0, 0, -1), v3(0, 0, 1), 1}};
    carom_shape b = {.kind = CAROM_SHAPE_CYLINDER,
                     .as.cylinder = {v3(-2, 0.25, 6), v3(2, 0.25, 6), 1}};
    posed_two p = posed(&a, &b);
    carom_sweep_hit hit = swept(&p, v3(0, 0, 16), NULL); /* a cap under a side, and out behind */
    assert_about((double)hit.fraction, 4.0 / 16, 1e-6);
    assert_about((double)hit.fraction_exit, 8.0 / 16, 1e-6);
    assert_about(apart(hit.normal, v3(0, 0, 1)), 0, 8 * EPS);
    assert_about((double)hit.point.z, 5, 8 * EPS + 1e-12);
    p.a.motion = v3(0, 0, 8); /* they come to each other: B is 2 lower by then */
    p.b.motion = v3(0, 0, -8);
    hit = carom_sweep_posed(&p.a, &p.b, NULL);
    assert_about((double)hit.fraction, 4.0 / 16, 1e-6);
    assert_about((double)hit.point.z, 3, 1e-5);
    assert_false(swept(&p, v3(0, 0, 3.99), NULL).hit);
    assert_false(swept(&p, v3(0, 0, -16), NULL).hit);
    assert_false(swept(&p, v3(0, 16, 0), NULL).hit);
    hit = swept(&p, v3(0, 0, 16), &(carom_sweep_options){.target_distance = 1});
    assert_about((double)hit.fraction, 3.0 / 16, 1e-6);
    assert_false(swept(&p, v3(0, 0, 16), &(carom_sweep_options){.target_distance = -1}).hit);
    assert_false(swept(&p, v3(0, 0, (double)NAN), NULL).hit);
    assert_false(swept(&p, v3(0, 0, HUGE_VAL), NULL).hit);
    b.as.cylinder = (carom_cylinder){v3(-2, 0.25, 1.5), v3(2, 0.25, 1.5), 1}; /* in contact */
    p = posed(&a, &b);
    hit = swept(&p, v3(0, 0, -1), NULL);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    assert_about((double)hit.fraction_exit, 0.5, 1e-6);
    assert_false(swept(&p, v3(0, 0, -1), &(carom_sweep_options){.ignore_receding = true}).hit);
}

static void random_sweeps(void **state) {
    (void)state;
    volume_seed = 404;
    int hits = 0;
    for (int k = 0; k < 3000; k++) {
        const carom_shape a = random_cylinder(1), b = random_cylinder(3);
        const carom_vec3 motion = random_vec(8), by = random_vec(2);
        posed_two p = posed(&a, &b);
        const carom_sweep_hit hit = swept(&p, motion, NULL);
        const double size = 8 + length_of(motion);
        assert_swept_swaps(&p, &hit);
        assert_along_the_way(&p, &hit, size);
        assert_as_the_cast(&p, &hit, size);
        const carom_sweep_hit first = swept(&p, motion, &(carom_sweep_options){.skip_exit = true});
        assert_true(first.hit == hit.hit && first.fraction == hit.fraction);
        assert_true(same_vec(first.normal, hit.normal) && same_vec(first.point, hit.point));
        p.a.motion = step(motion, by, 1);
        p.b.motion = by;
        const carom_sweep_hit both = carom_sweep_posed(&p.a, &p.b, NULL);
        assert_true(both.hit == hit.hit || hit.fraction > (carom_real)0.999);
        if (!hit.hit || hit.initial_overlap || !both.hit) continue;
        hits++;
        assert_about((double)both.fraction, (double)hit.fraction, 1e-3);
        const carom_moving_shape moving = {&a, carom_pose_identity(), motion},
                                 still = {&b, carom_pose_identity(), v3(0, 0, 0)};
        const carom_sweep_hit placed = carom_sweep(&moving, &still); /* to the bit */
        assert_true(placed.fraction == hit.fraction && same_vec(placed.point, hit.point));
    }
    assert_true(hits > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(random_sweeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
