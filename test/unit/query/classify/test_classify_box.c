/* Relations of boxes. */
#include "common/test_volume_common.h"

static void aligned_boxes(void **state) {
    (void)state;
    carom_aabb a = aabb(0, 0, 0, 4, 4, 4), b = aabb(0, 1, 1, 4, 3, 3);
    assert_int_equal(carom_classify_aabb_aabb(&a, &b), CAROM_CONTAINS);
    assert_int_equal(carom_classify_aabb_aabb(&b, &a), CAROM_INSIDE);
    assert_int_equal(carom_classify_aabb_aabb(&a, &a), CAROM_CONTAINS);
    b.max.x = next_number(4, 5);
    assert_int_equal(carom_classify_aabb_aabb(&a, &b), CAROM_INTERSECTS);
    b = aabb(4, 4, 4, 5, 5, 5);
    assert_int_equal(carom_classify_aabb_aabb(&a, &b), CAROM_INTERSECTS);
    b = aabb(5, 5, 5, 6, 6, 6);
    assert_int_equal(carom_classify_aabb_aabb(&a, &b), CAROM_DISJOINT);
    FOR_EACH_BAD_NUMBER(a, assert_int_equal(carom_classify_aabb_aabb(&a, &a), CAROM_DISJOINT));
}

/* A box contains its equal whatever its axes, and one that is larger by an ulp of an extent. */
static void turned_boxes_contain_their_equals(void **state) {
    (void)state;
    volume_seed = 31;
    for (int k = 0; k < 300; k++) {
        carom_obb a = random_obb(2, 1), b = a;
        assert_int_equal(carom_classify_obb_obb(&a, &b), CAROM_CONTAINS);
        b.half_extents.y = next_number(b.half_extents.y, 9);
        assert_int_equal(carom_classify_obb_obb(&a, &b), CAROM_INSIDE);
        assert_int_equal(carom_classify_obb_obb(&b, &a), CAROM_CONTAINS);
        a.half_extents.x = next_number(a.half_extents.x, 9);
        assert_int_equal(carom_classify_obb_obb(&a, &b), CAROM_INTERSECTS);
    }
}

static void corners_within_mean_containment(void **state) {
    (void)state;
    volume_seed = 33;
    int seen[4] = {0};
    for (int k = 0; k < 20000; k++) {
        carom_obb a = random_obb(1, 1), b = random_obb(1, 1);
        carom_obb *larger = k % 2 ? &a : &b;
        larger->half_extents = v3(2 * random01(), 2 * random01(), 2 * random01());
        carom_relation r = carom_classify_obb_obb(&a, &b);
        seen[r]++;
        int held = 0;
        for (int i = 0; i < 8; i++)
            held += carom_overlap_point_obb(
                obb_at(&b, i & 1 ? .9999 : -.9999, i & 2 ? .9999 : -.9999, i & 4 ? .9999 : -.9999),
                &a);
        if (r == CAROM_CONTAINS) assert_int_equal(held, 8);
        if (held < 8) assert_int_not_equal(r, CAROM_CONTAINS);
        assert_int_equal(r != CAROM_DISJOINT, carom_overlap_obb_obb(&a, &b));
        carom_aabb box = {
            v3((double)b.center.x - 1, (double)b.center.y - 1, (double)b.center.z - 1),
            v3((double)b.center.x + 1, (double)b.center.y + 1, (double)b.center.z + 1)};
        carom_obb same = {b.center, {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(1, 1, 1)};
        carom_relation turned = carom_classify_obb_obb(&same, &a),
                       straight = carom_classify_aabb_obb(&box, &a);
        assert_int_equal(straight != CAROM_DISJOINT, carom_overlap_aabb_obb(&box, &a));
        if (straight != turned)
            assert_true(straight == CAROM_INTERSECTS || turned == CAROM_INTERSECTS);
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 20);
}

static void boxes_and_triangles(void **state) {
    (void)state;
    carom_aabb box = aabb(0, 0, 0, 2, 2, 2), plate = aabb(0.5, 0.5, 1, 1, 1, 1);
    carom_obb turned = obb_straight(1, 1, 1, 1, 1, 1), point = obb_straight(1, 1, 1, 0, 0, 0);
    carom_triangle t = {{v3(0, 0, 1), v3(2, 0, 1), v3(0, 2, 1)}};
    assert_int_equal(carom_classify_aabb_triangle(&box, &t), CAROM_CONTAINS);
    assert_int_equal(carom_classify_obb_triangle(&turned, &t), CAROM_CONTAINS);
    assert_int_equal(carom_classify_aabb_triangle(&plate, &t), CAROM_INSIDE);
    assert_int_equal(carom_classify_obb_triangle(&point, &t), CAROM_INSIDE);
    t.v[1].x = next_number(2, 3);
    assert_int_equal(carom_classify_aabb_triangle(&box, &t), CAROM_INTERSECTS);
    assert_int_equal(carom_classify_obb_triangle(&turned, &t), CAROM_INTERSECTS);
    plate.max.x = next_number(1, 2);
    t.v[1].x = 2;
    assert_int_equal(carom_classify_aabb_triangle(&plate, &t), CAROM_INTERSECTS);
    for (int i = 0; i < 3; i++)
        t.v[i].z = 3;
    assert_int_equal(carom_classify_aabb_triangle(&box, &t), CAROM_DISJOINT);
    assert_int_equal(carom_classify_obb_triangle(&turned, &t), CAROM_DISJOINT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_boxes),
        cmocka_unit_test(turned_boxes_contain_their_equals),
        cmocka_unit_test(corners_within_mean_containment),
        cmocka_unit_test(boxes_and_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
