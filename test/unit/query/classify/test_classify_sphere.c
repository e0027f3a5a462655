/* Relations of spheres: touching from inside is inside, equal sets contain. */
#include "common/test_volume_common.h"

static void nested_spheres_touch_exactly(void **state) {
    (void)state;
    carom_sphere big = ball(0, 0, 0, 9), small = ball(2, 3, 6, 2);
    assert_int_equal(carom_classify_sphere_sphere(&big, &small), CAROM_CONTAINS);
    assert_int_equal(carom_classify_sphere_sphere(&small, &big), CAROM_INSIDE);
    small.radius = next_number(2, 3);
    assert_int_equal(carom_classify_sphere_sphere(&big, &small), CAROM_INTERSECTS);
    assert_int_equal(carom_classify_sphere_sphere(&big, &big), CAROM_CONTAINS);
    small = ball(9, 0, 0, 0);
    assert_int_equal(carom_classify_sphere_sphere(&big, &small), CAROM_CONTAINS);
    assert_int_equal(carom_classify_sphere_sphere(&small, &big), CAROM_INSIDE);
    small.center.x = next_number(9, 10);
    assert_int_equal(carom_classify_sphere_sphere(&big, &small), CAROM_DISJOINT);
    FOR_EACH_BAD_NUMBER(
        small, assert_int_equal(carom_classify_sphere_sphere(&big, &small), CAROM_DISJOINT));
}

static void sphere_and_aligned_box(void **state) {
    (void)state;
    carom_sphere s = ball(1, 1, 1, 7);
    carom_aabb box = aabb(-1, -2, -5, 3, 4, 7); /* corners (2, 3, 6) from the centre */
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_CONTAINS);
    s.radius = next_number(7, 0);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_INTERSECTS);
    s.radius = 2;
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_INSIDE);
    s.radius = next_number(2, 3);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_INTERSECTS);
    s = ball(3, 4, 7, 0);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_INSIDE);
    box = aabb(3, 4, 7, 3, 4, 7);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_CONTAINS);
    s = ball(4, 4, 7, 1);
    box = aabb(0, 0, 0, 3, 9, 9);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_INTERSECTS);
    s.center.x = next_number(4, 5);
    assert_int_equal(carom_classify_sphere_aabb(&s, &box), CAROM_DISJOINT);
}

static void sphere_and_turned_box(void **state) {
    (void)state;
    carom_obb box = obb_straight(1, 1, 1, 2, 3, 6);
    carom_sphere s = ball(1, 1, 1, 7);
    assert_int_equal(carom_classify_sphere_obb(&s, &box), CAROM_CONTAINS);
    s.radius = 6.9;
    assert_int_equal(carom_classify_sphere_obb(&s, &box), CAROM_INTERSECTS);
    s.radius = 2;
    assert_int_equal(carom_classify_sphere_obb(&s, &box), CAROM_INSIDE);
    s.center = v3(10, 1, 1);
    assert_int_equal(carom_classify_sphere_obb(&s, &box), CAROM_DISJOINT);
}

static void sphere_and_triangle(void **state) {
    (void)state;
    carom_triangle t = {{v3(2, 3, 6), v3(6, 2, -3), v3(-3, 6, 2)}};
    carom_sphere s = ball(0, 0, 0, 7);
    assert_int_equal(carom_classify_sphere_triangle(&s, &t), CAROM_CONTAINS);
    s.radius = next_number(7, 0);
    assert_int_equal(carom_classify_sphere_triangle(&s, &t), CAROM_INTERSECTS);
    s = ball(4, 2.5, 1.5, 0); /* the middle of an edge */
    assert_int_equal(carom_classify_sphere_triangle(&s, &t), CAROM_INSIDE);
    s.center.x = next_number(4, 5);
    assert_int_equal(carom_classify_sphere_triangle(&s, &t), CAROM_DISJOINT);
    t = (carom_triangle){{s.center, s.center, s.center}};
    assert_int_equal(carom_classify_sphere_triangle(&s, &t), CAROM_CONTAINS);
}

/* DISJOINT exactly where overlap says no, and swapping swaps. */
static void relations_agree_with_overlap(void **state) {
    (void)state;
    volume_seed = 21;
    int seen[4] = {0};
    for (int k = 0; k < 30000; k++) {
        bool lattice = k % 2;
        carom_sphere a = lattice ? ball(random_lattice(4), random_lattice(4), random_lattice(4),
                                        fabs(random_lattice(4)))
                                 : (carom_sphere){random_vec(2), (carom_real)(3 * random01())};
        carom_sphere b = lattice ? ball(random_lattice(4), random_lattice(4), random_lattice(4),
                                        fabs(random_lattice(4)))
                                 : (carom_sphere){random_vec(2), (carom_real)(3 * random01())};
        carom_relation r = carom_classify_sphere_sphere(&a, &b),
                       back = carom_classify_sphere_sphere(&b, &a);
        seen[r]++;
        assert_int_equal(r != CAROM_DISJOINT, carom_overlap_sphere_sphere(&a, &b));
        bool equal = r == CAROM_CONTAINS && back == CAROM_CONTAINS;
        if (!equal)
            assert_int_equal(back, r == CAROM_CONTAINS ? CAROM_INSIDE
                                   : r == CAROM_INSIDE ? CAROM_CONTAINS
                                                       : r);
        carom_obb box = random_obb(2, 1);
        carom_triangle t = {{random_vec(2), random_vec(2), random_vec(2)}};
        assert_int_equal(carom_classify_sphere_obb(&a, &box) != CAROM_DISJOINT,
                         carom_overlap_sphere_obb(&a, &box));
        assert_int_equal(carom_classify_sphere_triangle(&a, &t) != CAROM_DISJOINT,
                         carom_overlap_sphere_triangle(&a, &t));
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_spheres_touch_exactly), cmocka_unit_test(sphere_and_aligned_box),
        cmocka_unit_test(sphere_and_turned_box),        cmocka_unit_test(sphere_and_triangle),
        cmocka_unit_test(relations_agree_with_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
