/* Two moving boxes: by hand, exactly touching in passing, and against a search over time. */
#include "common/test_sweep_common.h"

static const carom_vec3 rest = {0, 0, 0};

static void faces(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            carom_aabb a = aabb(-1, -1, -1, 1, 1, 1), b = a;
            carom_vec3 motion = rest, normal = rest, away = rest;
            (&a.min.x)[axis] -= (carom_real)(10 * sign);
            (&a.max.x)[axis] -= (carom_real)(10 * sign);
            (&motion.x)[axis] = (carom_real)(16 * sign);
            (&away.x)[axis] = (carom_real)(-16 * sign);
            (&normal.x)[axis] = (carom_real)sign;
            carom_sweep_hit hit = carom_sweep_aabb_aabb(&a, motion, &b, rest);
            assert_hit(&hit, 0.5, 0.75);
            assert_same(hit.normal, normal);
            assert_about(dot_of(hit.point, normal), -1, 0);
            hit = carom_sweep_aabb_aabb(&a, rest, &b, away); /* the other comes */
            assert_hit(&hit, 0.5, 0.75);
            assert_same(hit.normal, normal);
            hit = carom_sweep_aabb_aabb(&b, rest, &a, motion); /* swapped */
            assert_hit(&hit, 0.5, 0.75);
            assert_same(hit.normal, step(rest, normal, -1));
            assert_miss(carom_sweep_aabb_aabb(&a, away, &b, rest));
            assert_miss(carom_sweep_aabb_aabb(&a, motion, &b, motion)); /* none relative */
            assert_miss(carom_sweep_aabb_aabb(&a, rest, &b, rest));
            SCALE(motion, 0.5); /* just reaches at the end */
            hit = carom_sweep_aabb_aabb(&a, motion, &b, rest);
            assert_hit(&hit, 1, 1);
            (&motion.x)[axis] = next_number((&motion.x)[axis], 0);
            assert_miss(carom_sweep_aabb_aabb(&a, motion, &b, rest));
        }
}

/* Past an edge: the boxes share it at one instant; an ulp to the side and they never do. */
static void edges_in_passing(void **state) {
    (void)state;
    carom_aabb a = aabb(-6, 0, 0, -5, 1, 1), b = aabb(0, 5, 0, 1, 6, 1);
    carom_sweep_hit hit = carom_sweep_aabb_aabb(&a, v3(12, 8, 0), &b, rest); /* x in [5, 7] / 12 */
    assert_true(hit.hit && !hit.initial_overlap);
    a = aabb(-1, 0, 0, 0, 1, 1); /* x is left when y is entered */
    b = aabb(0, 3, 0, 3, 4, 1);
    hit = carom_sweep_aabb_aabb(&a, v3(4, 2, 0), &b, rest); /* x until t = 1, y from t = 1 */
    assert_hit(&hit, 1, 1);
    a = aabb(0, 0, 0, 1, 1, 1);
    b = aabb(0, 2, 0, 3, 3, 1);
    hit = carom_sweep_aabb_aabb(&a, v3(6, 2, 0), &b, rest); /* x until 1/2, y from 1/2 */
    assert_hit(&hit, 0.5, 0.5);
    assert_same(hit.normal, v3(0, 1, 0));
    assert_same(hit.point, v3(3, 2, 0.5));
    carom_aabb moved = b;
    moved.max.x = next_number(3, 2);
    assert_miss(carom_sweep_aabb_aabb(&a, v3(6, 2, 0), &moved, rest));
    moved = b;
    moved.min.y = next_number(2, 3);
    assert_miss(carom_sweep_aabb_aabb(&a, v3(6, 2, 0), &moved, rest));
    moved.min.y = next_number(2, 1);
    assert_true(carom_sweep_aabb_aabb(&a, v3(6, 2, 0), &moved, rest).hit);
}

static void in_contact_at_the_start(void **state) {
    (void)state;
    carom_aabb a = aabb(-2, -2, -2, 1, 2, 2), b = aabb(0, -3, -3, 9, 3, 3);
    carom_sweep_hit hit = carom_sweep_aabb_aabb(&a, v3(-4, 0, 0), &b, rest);
    assert_start(&hit, 0.25);
    assert_same(hit.normal, v3(1, 0, 0)); /* least overlap: 1 along x */
    hit = carom_sweep_aabb_aabb(&a, rest, &b, rest);
    assert_start(&hit, 1);
    hit = carom_sweep_aabb_aabb(&b, v3(4, 0, 0), &a, rest);
    assert_start(&hit, 0.25);
    assert_same(hit.normal, v3(-1, 0, 0));
    a.max.x = 0; /* touching */
    hit = carom_sweep_aabb_aabb(&a, v3(-4, 0, 0), &b, rest);
    assert_start(&hit, 0);
    a = aabb(1, 1, 1, 1, 1, 1); /* a point inside */
    hit = carom_sweep_aabb_aabb(&a, v3(16, 0, 0), &b, rest);
    assert_start(&hit, 0.5);
}

/* Contact in time is where the boxes as moved overlap; on a lattice of 64 instants that is exact.
 */
static void lattice_boxes_against_time_steps(void **state) {
    (void)state;
    volume_seed = 400;
    int hits = 0, starts = 0, total = 20000;
    for (int k = 0; k < total; k++) {
        carom_aabb a = {.min = lattice_vec(4)}, b = {.min = lattice_vec(4)};
        for (int i = 0; i < 3; i++) {
            (&a.max.x)[i] = (&a.min.x)[i] + (carom_real)(random_lattice(1) + 1);
            (&b.max.x)[i] = (&b.min.x)[i] + (carom_real)(random_lattice(1) + 1);
        }
        carom_vec3 ma = lattice_vec(5), mb = lattice_vec(3);
        carom_sweep_hit hit = carom_sweep_aabb_aabb(&a, ma, &b, mb);
        bool seen = false;
        for (int n = 0; n <= 64; n++) {
            double t = n / 64.0;
            carom_aabb p = {step(a.min, ma, t), step(a.max, ma, t)};
            carom_aabb q = {step(b.min, mb, t), step(b.max, mb, t)};
            bool touch = carom_overlap_aabb_aabb(&p, &q);
            seen = seen || touch;
            if (touch) {
                assert_true(hit.hit && (double)hit.fraction <= t + EPS);
                assert_true((double)hit.fraction_exit >= t - EPS);
            } else if (hit.hit) {
                assert_true(t < (double)hit.fraction + EPS || t > (double)hit.fraction_exit - EPS);
            }
            if (n == 0) assert_int_equal(hit.initial_overlap, touch);
        }
        hits += hit.hit;
        starts += hit.initial_overlap;
        if (!hit.hit) {
            assert_miss(hit);
            continue;
        }
        for (int i = 0; i < 3; i++) { /* the point is in both at that time */
            double t = (double)hit.fraction, x = (double)(&hit.point.x)[i];
            double from_a = (double)(&ma.x)[i] * t, from_b = (double)(&mb.x)[i] * t;
            assert_true(x >= (double)(&a.min.x)[i] + from_a - 32 * EPS);
            assert_true(x <= (double)(&a.max.x)[i] + from_a + 32 * EPS);
            assert_true(x >= (double)(&b.min.x)[i] + from_b - 32 * EPS);
            assert_true(x <= (double)(&b.max.x)[i] + from_b + 32 * EPS);
        }
        assert_true(length_of(hit.normal) == 1);
        if (!hit.initial_overlap) assert_true(dot_of(hit.normal, step(ma, mb, -1)) > 0);
        carom_sweep_hit other = carom_sweep_aabb_aabb(&b, mb, &a, ma);
        assert_true(other.hit && other.fraction == hit.fraction);
        assert_true(other.fraction_exit == hit.fraction_exit);
    }
    assert_true(hits > total / 50 && hits < total / 2 && starts > total / 200);
}

static void scaled_by_powers_of_two(void **state) {
    (void)state;
    volume_seed = 401;
    for (int k = 0; k < 5000; k++) {
        carom_aabb a = {.min = random_vec(2)}, b = {.min = random_vec(2)};
        a.max = step(a.min, v3(random01(), random01(), random01()), 1);
        b.max = step(b.min, v3(random01(), random01(), random01()), 1);
        carom_vec3 ma = random_vec(4), mb = random_vec(4);
        carom_sweep_hit hit = carom_sweep_aabb_aabb(&a, ma, &b, mb);
        double factor = random_scale();
        SCALE(a, factor);
        SCALE(b, factor);
        SCALE(ma, factor);
        SCALE(mb, factor);
        carom_sweep_hit far = carom_sweep_aabb_aabb(&a, ma, &b, mb);
        assert_true(far.hit == hit.hit && far.initial_overlap == hit.initial_overlap);
        assert_true(far.fraction == hit.fraction && far.fraction_exit == hit.fraction_exit);
        assert_same(far.normal, hit.normal);
    }
}

static void bad_numbers(void **state) {
    (void)state;
    for (int start = 0; start < 2; start++) {
        carom_aabb a = aabb(-3, -1, -1, start ? 1 : -2, 1, 1), b = aabb(0, -1, -1, 9, 1, 1);
        carom_vec3 m = v3(8, 0, 0), other = v3(1, 0, 0);
        assert_true(carom_sweep_aabb_aabb(&a, m, &b, other).hit);
        FOR_EACH_BAD_NUMBER(a, {
            assert_miss(carom_sweep_aabb_aabb(&a, m, &b, other));
            assert_miss(carom_sweep_aabb_aabb(&b, m, &a, other));
        });
        FOR_EACH_BAD_NUMBER(m, {
            assert_miss(carom_sweep_aabb_aabb(&a, m, &b, other));
            assert_miss(carom_sweep_aabb_aabb(&a, other, &b, m));
        });
        b.max.y = -2;
        assert_miss(carom_sweep_aabb_aabb(&a, m, &b, other));
        assert_miss(carom_sweep_aabb_aabb(&b, m, &a, other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces),
        cmocka_unit_test(edges_in_passing),
        cmocka_unit_test(in_contact_at_the_start),
        cmocka_unit_test(lattice_boxes_against_time_steps),
        cmocka_unit_test(scaled_by_powers_of_two),
        cmocka_unit_test(bad_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
