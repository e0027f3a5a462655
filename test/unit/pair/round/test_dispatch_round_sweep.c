/* Sweeps of two capsules: by hand, with the shapes exchanged, in powers of two, against the cast of
 * the engine, and against the distance along the way. Lattice points make axes that are parallel,
 * that cross, that are points; motions along an axis; contact at the very end. */
#include "pair/pair_sweep.h"
#include "pair/round/round_pairs.h"
#include "common/test_round_common.h"
#include "common/test_swept_common.h"
#include "pair/round/round_kernel.h"

static void by_hand(void **state) {
    (void)state;
    carom_shape a = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 0.5, false);
    carom_shape b = round_shape(v3(0, -2, 4), v3(0, 2, 4), 0.5, false);
    posed_two p = posed(&a, &b);
    carom_sweep_hit hit = swept(&p, v3(0, 0, 8), NULL); /* side on side, across each other */
    assert_hit(&hit, 3.0 / 8, 5.0 / 8, v3(0, 0, 1));
    assert_vec_about(hit.point, 0, 0, 3.5, 8 * EPS);
    assert_false(swept(&p, v3(0, 0, -8), NULL).hit); /* receding */
    assert_false(swept(&p, v3(8, 8, 0), NULL).hit);  /* passing */
    assert_false(swept(&p, v3(0, 0, 2), NULL).hit);  /* short of it */
    hit = swept(&p, v3(0, 0, 3), NULL);              /* at the very end */
    assert_hit(&hit, 1, 1, v3(0, 0, 1));
    hit = swept(&p, v3(0, 0, 4), &(carom_sweep_options){.target_distance = 1});
    assert_hit(&hit, 0.5, 1, v3(0, 0, 1)); /* no nearer than 1 */
    assert_vec_about(hit.point, 0, 0, 3.5, 8 * EPS);
    b = round_shape(v3(-1, 0, 4), v3(3, 0, 4), 1.5, false);
    p = posed(&a, &b);
    hit = swept(&p, v3(0, 0, 4), NULL); /* parallel */
    assert_hit(&hit, 0.5, 1, v3(0, 0, 1));
    b = round_shape(v3(8, 0, 0), v3(5, 0, 0), 1, false);
    p = posed(&a, &b);
    hit = swept(&p, v3(16, 0, 0), NULL); /* end to end in one line, and out behind */
    assert_hit(&hit, 1.5 / 16, 11.5 / 16, v3(1, 0, 0));
    assert_vec_about(hit.point, 4, 0, 0, 8 * EPS);
    b = round_shape(v3(5, 4, 0), v3(5, 9, 0), 4.5, false);
    p = posed(&a, &b); /* end on end: a 3-4-5 triangle at distance 5 */
    hit = swept(&p, v3(3, 4, 0), NULL);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0); /* they touch already */
    assert_about(length_of(hit.normal), 1, 8 * EPS);
    b = round_shape(v3(5, 4, 0), v3(5, 9, 0), 1.5, false);
    p = posed(&a, &b);
    hit = swept(&p, v3(16, 0, 0), &(carom_sweep_options){.target_distance = 2});
    assert_true(hit.hit && !hit.initial_overlap); /* grazes it, with its end and then its side */
    assert_about(apart(hit.normal, v3(0, 1, 0)), 0, 1e-3);
    assert_false(swept(&p, v3(16, -1e-3, 0), &(carom_sweep_options){.target_distance = 2}).hit);
}

/* In contact at the start: as deep as the penetration says, until it has left. Apart by less than
 * the distance asked for: the point is on B. */
static void starts(void **state) {
    (void)state;
    carom_shape a = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 0.5, false);
    carom_shape b = round_shape(v3(0, -2, 0.75), v3(0, 2, 0.75), 0.5, false);
    posed_two p = posed(&a, &b);
    const carom_sweep_options leaving = {.ignore_receding = true},
                              sliding = {.ignore_tangential = true};
    carom_sweep_hit hit = swept(&p, v3(0, 0, -1), NULL);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    assert_same(hit.normal, v3(0, 0, 1));
    assert_same(hit.point, v3(0, 0, 0.375)); /* midway between 0.5 and 0.25 */
    assert_about((double)hit.fraction_exit, 0.25, 4 * EPS);
    assert_false(swept(&p, v3(0, 0, -1), &leaving).hit);
    assert_true(swept(&p, v3(0, 0, 1), &leaving).hit);
    assert_false(swept(&p, v3(1, 0, 0), &sliding).hit);
    assert_true(swept(&p, v3(0, 0, -1), &sliding).hit);
    assert_true(swept(&p, v3(0, 0, 0), NULL).fraction_exit == 1);
    p.b.motion = v3(0, 0, 1); /* B leaves, A stands */
    p.a.motion = v3(0, 0, 0);
    hit = carom_sweep_posed(&p.a, &p.b, NULL);
    assert_same(hit.point, v3(0, 0, 0.375));
    assert_about((double)hit.fraction_exit, 0.25, 4 * EPS);
    b = round_shape(v3(0, -2, 1.5), v3(0, 2, 1.5), 0.5, false);
    p = posed(&a, &b);
    hit = swept(&p, v3(0, 0, -1), &(carom_sweep_options){.target_distance = 0.75});
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    assert_same(hit.normal, v3(0, 0, 1));
    assert_same(hit.point, v3(0, 0, 1));
    b = round_shape(v3(0, -2, 0), v3(0, 2, 0), 0.5, false); /* axes that cross */
    p = posed(&a, &b);
    hit = swept(&p, v3(0, 0, 1), NULL);
    assert_true(hit.hit && hit.initial_overlap);
    assert_about(fabs((double)hit.normal.z), 1, 8 * EPS);
}

/* Both move: the point is where B is by then, the rest as if B stood. */
static void both_move(void **state) {
    (void)state;
    volume_seed = 5;
    int met = 0;
    for (int k = 0; k < 1000; k++) {
        carom_shape a = round_shape(random_vec(1), random_vec(1), random_in(0.1, 1), false);
        carom_shape b = round_shape(random_vec(4), random_vec(4), random_in(0.1, 1), false);
        posed_two p = posed(&a, &b);
        const carom_vec3 by = v3(k & 3, -2, 0.5);
        carom_vec3 motion = v3(floor(random_in(-8, 8)), 2, floor(random_in(-8, 8)));
        const carom_sweep_hit still = swept(&p, motion, NULL);
        p.a.motion = step(motion, by, 1);
        p.b.motion = by;
        const carom_sweep_hit hit = carom_sweep_posed(&p.a, &p.b, NULL);
        assert_true(hit.hit == still.hit && hit.fraction == still.fraction);
        assert_true(same_vec(hit.normal, still.normal));
        if (!hit.hit) continue;
        met += !hit.initial_overlap;
        carom_vec3 there = step(still.point, by, (double)hit.fraction);
        assert_about(apart(hit.point, there), 0, 64 * EPS);
    }
    assert_true(met > 100);
}

/* ---- by chance */

static void assert_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    posed_two p = posed(a, b);
    carom_sweep_hit hit = swept(&p, motion, NULL);
    double size = 8 + length_of(motion);
    assert_swept_swaps(&p, &hit);
    assert_along_the_way(&p, &hit, size);
    assert_as_the_cast(&p, &hit, size);
    carom_sweep_hit first = swept(&p, motion, &(carom_sweep_options){.skip_exit = true});
    assert_true(first.hit == hit.hit && first.fraction == hit.fraction);
    assert_true(same_vec(first.normal, hit.normal) && same_vec(first.point, hit.point));
}

static void random_sweeps(void **state) {
    (void)state;
    volume_seed = 1911;
    for (int k = 0; k < 4000; k++) {
        carom_shape a = lattice_shape(), b = lattice_shape();
        a.kind = b.kind = CAROM_SHAPE_CAPSULE;
        if (a.as.capsule.radius == 0 || b.as.capsule.radius == 0) continue; /* were spheres */
        b.as.capsule.a = step(b.as.capsule.a, v3(3, 1, 0), 1);
        b.as.capsule.b = step(b.as.capsule.b, v3(3, 1, 0), 1);
        assert_sweep(&a, lattice_vec(6), &b);
        a = round_shape(random_vec(2), random_vec(2), random_in(0.1, 1), false);
        b = round_shape(random_vec(4), random_vec(4), random_in(0.1, 1), false);
        assert_sweep(&a, random_vec(8), &b);
        b = a; /* nearly parallel to it, and away */
        b.as.capsule.a = step(b.as.capsule.a, random_vec(1), k & 1 ? 1e-3 : 1e-7);
        const carom_vec3 away = random_vec(4);
        b.as.capsule.a = step(b.as.capsule.a, away, 1);
        b.as.capsule.b = step(b.as.capsule.b, away, 1);
        assert_sweep(&a, step(random_vec(1), away, 2), &b);
    }
}

/* The kernels' answers are those of any set of instructions, and powers of two change no bit. */
static void same_everywhere(void **state) {
    (void)state;
    volume_seed = 77;
    for (int k = 0; k < 4000; k++) {
        const double s = k & 1 ? 0x1p-30 : 0x1p30;
        carom_vec3 v[5];
        for (int i = 0; i < 5; i++)
            v[i] = random_vec(i < 4 ? 2 : 8);
        carom_shape a = round_shape(v[0], v[1], 0.25, false), b = round_shape(v[2], v[3], 1, false);
        posed_two p = posed(&a, &b);
        const carom_sweep_options all = {0};
        carom_sweep_hit other = {.hit = false}, native = other, hit = swept(&p, v[4], NULL);
        const sweep_answer answer = carom_round_sweep_native(&p.a, &p.b, &all, &native);
        if (answer == SWEEP_ANSWERED) assert_memory_equal(&hit, &native, sizeof native);
        if (SIMD_RUNS_AVX2) {
            assert_int_equal(SIMD_X86_NAME(carom_round_sweep, avx2)(&p.a, &p.b, &all, &other),
                             answer);
            assert_memory_equal(&other, &native, sizeof native);
        }
        for (int i = 0; i < 5; i++)
            v[i] = step(v3(0, 0, 0), v[i], s);
        a = round_shape(v[0], v[1], 0.25 * s, false), b = round_shape(v[2], v[3], s, false);
        p = posed(&a, &b);
        other = swept(&p, v[4], NULL);
        assert_true(other.hit == hit.hit && other.fraction == hit.fraction);
        assert_true(same_vec(other.normal, hit.normal));
        assert_same(other.point, step(v3(0, 0, 0), hit.point, s));
    }
}

/* Motions that are no numbers, or whose squares are none; shapes of extreme size. */
static void extremes(void **state) {
    (void)state;
    const double most = (double)CAROM_REAL_MAX, tiny = 0x1p-100;
    carom_shape a = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 0.5, false);
    carom_shape b = round_shape(v3(0, -2, 4), v3(0, 2, 4), 0.5, false);
    posed_two p = posed(&a, &b);
    assert_false(swept(&p, v3(0, 0, (double)NAN), NULL).hit);
    assert_false(swept(&p, v3(0, 0, HUGE_VAL), NULL).hit);
    assert_false(swept(&p, v3(0, 0, 0), NULL).hit);
    carom_sweep_hit hit = swept(&p, v3(0, 0, most), NULL);
    assert_true(hit.hit && (double)hit.fraction * most <= 3 * (1 + 8 * EPS));
    assert_false(swept(&p, v3(0, 0, -most), NULL).hit);
    b = round_shape(v3(0, -tiny, 4), v3(0, tiny, 4), tiny, false);
    p = posed(&a, &b);
    hit = swept(&p, v3(0, 0, 8), NULL);
    assert_hit(&hit, 3.5 / 8, 4.5 / 8, v3(0, 0, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),         cmocka_unit_test(starts),
        cmocka_unit_test(both_move),       cmocka_unit_test(random_sweeps),
        cmocka_unit_test(same_everywhere), cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
