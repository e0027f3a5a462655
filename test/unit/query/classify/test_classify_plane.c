/* Sides of planes and half-spaces. The plane x + y + z = 6, and 2x + 3y + 6z = 49 at distance 7. */
#include "common/test_volume_common.h"

static const carom_plane diagonal = {{1, 1, 1}, 6};
static const carom_halfspace below = {{1, 1, 1}, 6};

static void points_segments_and_triangles(void **state) {
    (void)state;
    assert_int_equal(carom_classify_plane_point(&diagonal, v3(1, 2, 3)), CAROM_COPLANAR);
    assert_int_equal(carom_classify_plane_point(&diagonal, v3(1, 2, 4)), CAROM_FRONT);
    assert_int_equal(carom_classify_plane_point(&diagonal, (carom_vec3){1, 2, next_number(3, 0)}),
                     CAROM_BACK);
    carom_segment s = {v3(1, 2, 3), v3(3, 2, 1)};
    assert_int_equal(carom_classify_plane_segment(&diagonal, &s), CAROM_COPLANAR);
    s.b.z = next_number(1, 2);
    assert_int_equal(carom_classify_plane_segment(&diagonal, &s), CAROM_SPANNING);
    s.a.x = 2;
    assert_int_equal(carom_classify_plane_segment(&diagonal, &s), CAROM_FRONT);
    carom_triangle t = {{v3(6, 0, 0), v3(0, 6, 0), v3(0, 0, 6)}};
    assert_int_equal(carom_classify_plane_triangle(&diagonal, &t), CAROM_COPLANAR);
    t.v[1].y = next_number(6, 0);
    assert_int_equal(carom_classify_plane_triangle(&diagonal, &t), CAROM_SPANNING);
    t = (carom_triangle){{v3(5, 0, 0), v3(0, 5, 0), v3(0, 0, 5)}};
    assert_int_equal(carom_classify_plane_triangle(&diagonal, &t), CAROM_BACK);
    carom_plane bad = diagonal;
    FOR_EACH_BAD_NUMBER(bad,
                        assert_int_equal(carom_classify_plane_triangle(&bad, &t), CAROM_SPANNING));
}

static void spheres(void **state) {
    (void)state;
    carom_plane plane = {v3(2, 3, 6), 49};
    carom_halfspace half = {v3(2, 3, 6), 49}, other = {v3(-2, -3, -6), -49};
    carom_sphere s = ball(0, 0, 0, 7);
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_SPANNING);
    assert_int_equal(carom_classify_halfspace_sphere(&half, &s), CAROM_CONTAINS);
    assert_int_equal(carom_classify_halfspace_sphere(&other, &s), CAROM_INTERSECTS);
    s.radius = next_number(7, 0);
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_BACK);
    assert_int_equal(carom_classify_halfspace_sphere(&other, &s), CAROM_DISJOINT);
    s.radius = next_number(7, 8);
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_SPANNING);
    assert_int_equal(carom_classify_halfspace_sphere(&half, &s), CAROM_INTERSECTS);
    s = ball(4, 6, 12, 7);
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_SPANNING);
    s.radius = 6;
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_FRONT);
    s = ball(2, 3, 6, 0);
    assert_int_equal(carom_classify_plane_sphere(&plane, &s), CAROM_SPANNING);
    assert_int_equal(carom_classify_halfspace_sphere(&half, &s), CAROM_CONTAINS);
    FOR_EACH_BAD_NUMBER(
        s, assert_int_equal(carom_classify_halfspace_sphere(&half, &s), CAROM_DISJOINT));
}

static void boxes(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        carom_aabb box = aabb(1, 1, 1, 2, 2, 2);
        carom_obb turned = obb_straight(1.5, 1.5, 1.5, .5, .5, .5);
        assert_int_equal(carom_classify_plane_aabb(&diagonal, &box), CAROM_SPANNING);
        assert_int_equal(carom_classify_plane_obb(&diagonal, &turned), CAROM_SPANNING);
        assert_int_equal(carom_classify_halfspace_aabb(&below, &box), CAROM_CONTAINS);
        assert_int_equal(carom_classify_halfspace_obb(&below, &turned), CAROM_CONTAINS);
        box.max.y = next_number(2, k ? 3 : 0);
        turned.center.y = next_number((carom_real)1.5, k ? 3 : 0);
        assert_int_equal(carom_classify_plane_aabb(&diagonal, &box),
                         k ? CAROM_SPANNING : CAROM_BACK);
        assert_int_equal(carom_classify_plane_obb(&diagonal, &turned),
                         k ? CAROM_SPANNING : CAROM_BACK);
        assert_int_equal(carom_classify_halfspace_aabb(&below, &box),
                         k ? CAROM_INTERSECTS : CAROM_CONTAINS);
        assert_int_equal(carom_classify_halfspace_obb(&below, &turned),
                         k ? CAROM_INTERSECTS : CAROM_CONTAINS);
    }
    carom_aabb box = aabb(2, 2, 2, 3, 3, 3);
    assert_int_equal(carom_classify_halfspace_aabb(&below, &box), CAROM_INTERSECTS);
    box.min.x = next_number(2, 3);
    assert_int_equal(carom_classify_halfspace_aabb(&below, &box), CAROM_DISJOINT);
    assert_int_equal(carom_classify_plane_aabb(&diagonal, &box), CAROM_FRONT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_segments_and_triangles),
                                       cmocka_unit_test(spheres), cmocka_unit_test(boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
