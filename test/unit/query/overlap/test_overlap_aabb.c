/* Axis-aligned boxes. */
#include "common/test_volume_common.h"

static void boxes_touch_at_face_edge_and_corner(void **state) {
    (void)state;
    carom_aabb a = aabb(0, 0, 0, 1, 1, 1);
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++) {
                carom_aabb b = aabb(x, y, z, x + 1, y + 1, z + 1);
                assert_true(carom_overlap_aabb_aabb(&a, &b));
                assert_true(carom_overlap_aabb_aabb(&b, &a));
                if (x == 1) b.min.x = next_number(1, 2);
                if (x == -1) b.max.x = next_number(0, -1);
                assert_int_equal(carom_overlap_aabb_aabb(&a, &b), x == 0);
                assert_int_equal(carom_overlap_aabb_aabb(&b, &a), x == 0);
            }
}

static bool overlap_by_coordinates(const carom_aabb *a, const carom_aabb *b) {
    for (int i = 0; i < 3; i++) {
        carom_real a0 = (&a->min.x)[i], a1 = (&a->max.x)[i], b0 = (&b->min.x)[i],
                   b1 = (&b->max.x)[i];
        carom_real low = a0 > b0 ? a0 : b0, high = a1 < b1 ? a1 : b1;
        if (!(low <= high) || a0 > a1 || b0 > b1) return false;
    }
    return true;
}

static void lattice_boxes_agree_with_their_intersection(void **state) {
    (void)state;
    volume_seed = 5;
    int met = 0;
    for (int k = 0; k < 100000; k++) {
        carom_aabb a, b;
        for (int i = 0; i < 6; i++) {
            (&a.min.x)[i] = (carom_real)random_lattice(3) + (i > 2 ? 2 : 0);
            (&b.min.x)[i] = (carom_real)random_lattice(3) + (i > 2 ? 2 : 0);
        }
        bool expected = overlap_by_coordinates(&a, &b);
        met += expected;
        assert_int_equal(carom_overlap_aabb_aabb(&a, &b), expected);
        assert_int_equal(carom_overlap_aabb_aabb_exact(&a, &b), expected);
    }
    assert_true(met > 1000 && met < 99000);
}

static void invalid_boxes_meet_nothing(void **state) {
    (void)state;
    carom_aabb a = aabb(-2, -2, -2, 2, 2, 2), b = aabb(-1, -1, -1, 1, 1, 1);
    FOR_EACH_BAD_NUMBER(a, {
        assert_false(carom_overlap_aabb_aabb(&a, &b));
        assert_false(carom_overlap_aabb_aabb(&b, &a));
        assert_false(carom_overlap_aabb_aabb(&a, &a));
        assert_false(carom_overlap_point_aabb(v3(0, 0, 0), &a));
    });
    carom_real most = CAROM_REAL_MAX;
    carom_aabb all = {{-most, -most, -most}, {most, most, most}};
    assert_true(carom_overlap_aabb_aabb(&all, &b));
    assert_true(carom_overlap_aabb_aabb(&all, &all));
    for (int i = 0; i < 3; i++) {
        carom_aabb inverted = b;
        (&inverted.min.x)[i] = (carom_real)1.5;
        assert_false(carom_overlap_aabb_aabb(&a, &inverted));
        assert_false(carom_overlap_point_aabb(v3(1, 1, 1), &inverted));
    }
}

static void points_on_the_boundary_are_in(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, 0, 2, 1, 0, 5);
    assert_true(carom_overlap_point_aabb(v3(-1, 0, 2), &box));
    assert_true(carom_overlap_point_aabb(v3(1, 0, 5), &box));
    assert_false(carom_overlap_point_aabb((carom_vec3){0, next_number(0, 1), 3}, &box));
    assert_false(carom_overlap_point_aabb(v3(0, 0, 6), &box));
}

/* The corner (1,1,1) against a diamond's edge and corner. */
static void aligned_box_against_turned_box(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_obb straight = obb_straight(3, 0, 0, 2, 1, 1);
    assert_true(carom_overlap_aabb_obb(&box, &straight));
    straight.center.x = next_number(3, 4);
    assert_false(carom_overlap_aabb_obb(&box, &straight));
    /* Axes (3,4)/5: 0.6 and 0.8 are rounded, so leave room of a few ulps. */
    carom_obb turned = {v3(0, 0, 0), {v3(0.6, 0.8, 0), v3(-0.8, 0.6, 0), v3(0, 0, 1)}, v3(5, 5, 1)};
    turned.center.x = (carom_real)(1 + 7 - 1e-5); /* its corner reaches 3 + 4 = 7 along x */
    turned.center.y = (carom_real)1;              /* the corner is at y = 1 -+ 1 */
    assert_true(carom_overlap_aabb_obb(&box, &turned));
    turned.center.x = (carom_real)(1 + 7 + 1e-5);
    assert_false(carom_overlap_aabb_obb(&box, &turned));
    FOR_EACH_BAD_NUMBER(turned, assert_false(carom_overlap_aabb_obb(&box, &turned)));
    turned.center = v3(0, 0, 0);
    FOR_EACH_BAD_NUMBER(box, assert_false(carom_overlap_aabb_obb(&box, &turned)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_touch_at_face_edge_and_corner),
        cmocka_unit_test(lattice_boxes_agree_with_their_intersection),
        cmocka_unit_test(invalid_boxes_meet_nothing),
        cmocka_unit_test(points_on_the_boundary_are_in),
        cmocka_unit_test(aligned_box_against_turned_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
