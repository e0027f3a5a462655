/* Hulls in one place, different or the same: swapping them swaps the answer to the last bit, and
 * identical shapes at identical poses, which have nothing to be told apart by, get one answer. */
#include "common/test_convex_deep.h"

static carom_hull *hull_of(int count, double size) {
    carom_vec3 points[24];
    for (int i = 0; i < count; i++)
        points[i] = store3(scale3(deep_direction(), size));
    carom_hull *out = NULL;
    carom_hull_def def = {.points = points, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&out, &def), CAROM_OK);
    return out;
}

static carom_pose any_pose(void) {
    vec3 v = deep_cube(1.0);
    double unit = 1.0 / sqrt(len2(v) + 0.25);
    return (carom_pose){store3(deep_cube(2.0)),
                        {(carom_real)(v.x * unit), (carom_real)(v.y * unit),
                         (carom_real)(v.z * unit), (carom_real)(0.5 * unit)}};
}

static bool is_same(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_opposite(carom_vec3 a, carom_vec3 b) {
    return a.x == -b.x && a.y == -b.y && a.z == -b.z;
}

static void check_swap(const carom_shape *a, const carom_shape *b, carom_pose pose) {
    carom_penetration p = carom_penetrate(a, pose, b, pose), q = carom_penetrate(b, pose, a, pose);
    assert_true(p.overlap && q.overlap && p.depth == q.depth && p.depth > 0);
    assert_true(is_opposite(p.normal, q.normal));
    assert_true(is_same(p.point_a, q.point_b) && is_same(p.point_b, q.point_a));
    carom_closest_any c = carom_closest(a, pose, b, pose), d = carom_closest(b, pose, a, pose);
    assert_true(c.distance == 0 && d.distance == 0 && is_same(c.point_a, d.point_b));
    carom_contact_manifold m = {.capacity = 8}, n = m;
    carom_contact(a, pose, b, pose, &m);
    carom_contact(b, pose, a, pose, &n);
    assert_true(m.count > 0 && m.count == n.count && is_opposite(m.normal, n.normal));
    for (int i = 0; i < m.count; i++)
        assert_true(is_same(m.points[i].point_a, n.points[i].point_b) &&
                    m.points[i].depth == n.points[i].depth && m.points[i].id != n.points[i].id);
}

static void different_hulls(void **state) {
    (void)state;
    for (int i = 0; i < 60; i++) {
        carom_hull *first = hull_of(4 + i % 20, 1.0), *second = hull_of(24 - i % 20, 1.0);
        carom_shape a = {.kind = CAROM_SHAPE_HULL}, b = a;
        a.as.hull = (carom_placed_hull){first, carom_pose_identity()};
        b.as.hull = (carom_placed_hull){second, carom_pose_identity()};
        check_swap(&a, &b, any_pose());
        check_swap(&a, &b, carom_pose_identity());
        carom_hull_destroy(first);
        carom_hull_destroy(second);
    }
}

/* Equal copies are one question, whichever comes first. */
static void equal_shapes(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        uint64_t seed = deep_state;
        carom_hull *first = hull_of(12, 1.0);
        deep_state = seed;
        carom_hull *copy = hull_of(12, 1.0);
        carom_shape a = {.kind = CAROM_SHAPE_HULL}, b = a;
        a.as.hull = (carom_placed_hull){first, carom_pose_identity()};
        b.as.hull = (carom_placed_hull){copy, carom_pose_identity()};
        if (i % 2) {
            a = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                              .as.cylinder = {{0, 0, 0}, {0, 1, 2}, 1}};
            b = a;
        }
        carom_pose pose = any_pose();
        carom_penetration p = carom_penetrate(&a, pose, &b, pose);
        carom_penetration q = carom_penetrate(&b, pose, &a, pose);
        assert_true(p.overlap && p.depth == q.depth && is_same(p.normal, q.normal));
        assert_true(fabs(len2(load3(p.normal)) - 1.0) < 1e-6);
        assert_int_equal(carom_classify(&a, pose, &b, pose), CAROM_CONTAINS);
        carom_turning_shape s = {.shape = &a, .start = pose, .end = pose, .turns = 1};
        carom_turning_shape t = {.shape = &b, .start = pose, .end = pose};
        carom_toi_hit hit = carom_toi(&s, &t, 0), turned = carom_toi(&t, &s, 0);
        assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0 && turned.fraction == 0);
        carom_hull_destroy(first);
        carom_hull_destroy(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(different_hulls),
        cmocka_unit_test(equal_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
