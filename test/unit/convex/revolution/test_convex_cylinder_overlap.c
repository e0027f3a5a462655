/* Cylinders that surely touch, or are surely apart: by hand, against the general test and sweep,
 * and what is left to these. */
#include "common/test_convex_common.h"

#include "convex/cast/cylinder_cast.h"
#include "convex/revolution/cylinder_overlap.h"
#include "convex/distance/overlap.h"
#include "convex/sweep.h"

static portal_end ends_as(const convex_shape *a, const convex_shape *b, vec3 *axis) {
    return carom_cylinder_overlap(box_view_of(a), box_view_of(b), axis);
}

static portal_end ends_fresh(const convex_shape *a, const convex_shape *b) {
    vec3 axis = {0, 0, 0};
    return ends_as(a, b, &axis);
}

static bool passes(const convex_shape *a, vec3 motion, const convex_shape *b) {
    cylinder_cast c = {.a = box_view_of(a),
                       .b = box_view_of(b),
                       .apart = sub3(b->center, a->center),
                       .motion = motion};
    return carom_cylinder_cast(&c, 1e-13) == CYLINDERS_PASS;
}

static convex_shape upright(vec3 center, double radius, double half) {
    return straight(CONVEX_CYLINDER, center, vec(radius, radius, half));
}

/* Along x. */
static convex_shape level(vec3 center, double radius, double half) {
    convex_shape s = upright(center, radius, half);
    s.axes[0] = vec(0, 1, 0), s.axes[1] = vec(0, 0, 1), s.axes[2] = vec(1, 0, 0);
    return s;
}

static void told_by_hand(void **state) {
    convex_shape a = upright(vec(0, 0, 0), 1, 2), b = upright(vec(1.875, 0, 3), 1, 2);
    assert_int_equal(ends_fresh(&a, &b), PORTAL_CONTACT); /* side by side */
    b.center.x = 2.125;
    assert_int_equal(ends_fresh(&a, &b), PORTAL_APART);
    b = upright(vec(0.5, 0.5, 3.875), 1, 2); /* on top */
    assert_int_equal(ends_fresh(&a, &b), PORTAL_CONTACT);
    b.center.z = 4.125;
    assert_int_equal(ends_fresh(&a, &b), PORTAL_APART);
    b = level(vec(5, 1.375, 0.5), 0.5, 6); /* across */
    assert_int_equal(ends_fresh(&a, &b), PORTAL_CONTACT);
    b.center.y = 1.625;
    assert_int_equal(ends_fresh(&a, &b), PORTAL_APART);
    b = level(vec(2.875, 0, 0), 0.5, 2); /* with an end in the side */
    assert_int_equal(ends_fresh(&a, &b), PORTAL_CONTACT);
    b.center.x = 3.125;
    assert_int_equal(ends_fresh(&a, &b), PORTAL_APART);
    assert_int_equal(ends_fresh(&a, &a), PORTAL_CONTACT); /* in one place */
}

/* Touching is a matter of the last digit: not told here, and neither is what is a hair from it. */
static void doubt_is_left(void **state) {
    convex_shape a = upright(vec(0, 0, 0), 1, 2), b = upright(vec(2, 0, 1), 1, 2);
    assert_int_equal(ends_fresh(&a, &b), PORTAL_UNDECIDED);
    b = upright(vec(0, 0, 4), 1, 2);
    assert_int_equal(ends_fresh(&a, &b), PORTAL_UNDECIDED);
    assert_false(passes(&a, vec(0, 3, 0), &b));
}

/* Every answer is that of the general test, in either order, and most are given. */
static void agrees_with_the_general_test(void **state) {
    int told = 0;
    convex_seed = 41;
    for (int i = 0; i < 20000; i++) {
        convex_shape a = random_shape(CONVEX_CYLINDER, 1.0, 1.0);
        convex_shape b = random_shape(CONVEX_CYLINDER, 1.0, 1.0);
        vec3 axis = {0, 0, 0};
        portal_end end = ends_as(&a, &b, &axis), back = ends_fresh(&b, &a);
        if (end != PORTAL_UNDECIDED && back != PORTAL_UNDECIDED) assert_int_equal(end, back);
        if (end == PORTAL_UNDECIDED) continue;
        told++;
        assert_int_equal(end == PORTAL_CONTACT, carom_convex_overlap(&a, &b, NULL));
        if (end != PORTAL_APART || max_abs3(axis) == 0.0) continue;
        vec3 n = dot3(axis, sub3(b.center, a.center)) < 0.0 ? neg3(axis) : axis;
        assert_true(support_value(&a, n) + support_value(&b, neg3(n)) < 0.0);
        assert_int_equal(ends_as(&b, &a, &axis), PORTAL_APART); /* remembered, the other way */
    }
    assert_true(told > 16000);
}

static void wrong_memories_do_no_harm(void **state) {
    convex_shape a = upright(vec(0, 0, 0), 1, 2), b = level(vec(5, 1.375, 0.5), 0.5, 6);
    const vec3 memory[5] = {
        {NAN, 0, 0}, {INFINITY, 1, 0}, {1e300, 0, 0}, {1e-300, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 5; i++) {
        vec3 axis = memory[i];
        assert_int_equal(ends_as(&a, &b, &axis), PORTAL_CONTACT);
    }
}

static void passing_by_hand(void **state) {
    convex_shape a = upright(vec(-9, 0, 0), 1, 2), b = level(vec(0, 0, 2.75), 0.5, 6);
    assert_true(passes(&a, vec(18, 0, 0), &b)); /* below */
    assert_false(passes(&a, vec(18, 0, 0.5), &b));
    assert_true(passes(&a, vec(1, 0, 0.5), &b)); /* not so far */
    assert_true(passes(&a, vec(0, 0, 0), &b));
    b.center.z = 2.25;
    assert_false(passes(&a, vec(18, 0, 0), &b));
    assert_false(passes(&b, vec(0, 0, 0), &b));
}

/* What passes is a miss to the sweep, and most misses pass. */
static void agrees_with_the_sweep(void **state) {
    int told = 0, missed = 0;
    convex_seed = 42;
    for (int i = 0; i < 4000; i++) {
        convex_shape a = random_shape(CONVEX_CYLINDER, 3.0, 1.0);
        convex_shape b = random_shape(CONVEX_CYLINDER, 3.0, 1.0);
        vec3 motion = random_vec(i % 3 == 0 ? 0.5 : 6.0);
        bool hit = carom_convex_sweep(&a, motion, &b, NULL).hit, pass = passes(&a, motion, &b);
        assert_false(hit && pass);
        missed += !hit;
        told += pass;
    }
    assert_true(told > 0.9 * missed);
}

/* NaN, infinities and sizes beyond what products hold: never sure, and never a pass. */
static void nothing_of_bad_numbers(void **state) {
    const double bad[4] = {NAN, INFINITY, 1e40, -INFINITY};
    for (int i = 0; i < 4; i++) {
        convex_shape a = upright(vec(0, 0, 0), 1, 1), b = upright(vec(0, 0, bad[i]), 1, 1);
        assert_int_equal(ends_fresh(&a, &b), PORTAL_UNDECIDED);
        assert_false(passes(&a, vec(1, 0, 0), &b));
        b = upright(vec(0, 3, 0), 1, fabs(bad[i]));
        assert_int_equal(ends_fresh(&a, &b), PORTAL_UNDECIDED);
        b = upright(vec(0, 3, 0), 1, 1);
        assert_false(passes(&a, vec(0, bad[i], 0), &b));
        b.axes[2].x = bad[i];
        if (i == 0) assert_false(passes(&a, vec(1, 0, 0), &b));
    }
}

/* Multiplied by a power of two every answer is the same. */
static void same_at_every_scale(void **state) {
    convex_seed = 43;
    for (int i = 0; i < 1000; i++) {
        convex_shape a = random_shape(CONVEX_CYLINDER, 1.0, 1.0);
        convex_shape b = random_shape(CONVEX_CYLINDER, 1.0, 1.0);
        vec3 motion = random_vec(2.0);
        portal_end end = ends_fresh(&a, &b);
        bool pass = passes(&a, motion, &b);
        const double unit = i % 2 ? 0x1p50 : 0x1p-60;
        convex_shape *both[2] = {&a, &b};
        for (int k = 0; k < 2; k++) {
            both[k]->center = scale3(both[k]->center, unit);
            both[k]->half = scale3(both[k]->half, unit);
        }
        assert_int_equal(ends_fresh(&a, &b), end);
        assert_int_equal(passes(&a, scale3(motion, unit), &b), pass);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_by_hand),
        cmocka_unit_test(doubt_is_left),
        cmocka_unit_test(agrees_with_the_general_test),
        cmocka_unit_test(wrong_memories_do_no_harm),
        cmocka_unit_test(passing_by_hand),
        cmocka_unit_test(agrees_with_the_sweep),
        cmocka_unit_test(nothing_of_bad_numbers),
        cmocka_unit_test(same_at_every_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
