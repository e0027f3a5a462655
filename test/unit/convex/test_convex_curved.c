/* Distance and overlap of cylinders, cones, ellipsoids and rounded shapes: closed forms, touching,
 * thin shapes, and how close the bounds come. */
#include "common/test_convex_common.h"
#include "convex/distance/distance.h"

static void spheres_three_ways(void **state) {
    convex_seed = 21;
    for (int i = 0; i < 500; i++) {
        double ra = random_in(0.1, 1), rb = random_in(0.1, 1);
        vec3 p = random_vec(2), q = random_vec(2);
        double expected = fmax(0.0, sqrt(len2(sub3(p, q))) - ra - rb);
        convex_shape a = straight(CONVEX_ELLIPSOID, p, vec(ra, ra, ra));
        convex_shape b = straight(CONVEX_ELLIPSOID, q, vec(rb, rb, rb));
        convex_shape c = points_shape(&p, 1, ra), d = points_shape(&q, 1, rb);
        random_axes(a.axes);
        assert_true(fabs(checked_distance(&a, &b, 1).distance - expected) < 1e-13);
        assert_true(fabs(checked_distance(&a, &d, 1).distance - expected) < 1e-13);
        assert_true(fabs(checked_distance(&c, &d, 1).distance - expected) < 1e-15 * 8);
    }
}

static void spheres_apart_along_each_axis(void **state) {
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            vec3 q = scale3(vec(axis == 0, axis == 1, axis == 2), sign * 5.0);
            convex_shape a = straight(CONVEX_ELLIPSOID, vec(0, 0, 0), vec(2, 2, 2));
            convex_shape b = straight(CONVEX_ELLIPSOID, q, vec(1, 1, 1));
            convex_distance d = checked_distance(&a, &b, 4);
            assert_true(d.distance == 2.0 && fabs(axis3(d.normal, axis) - sign) < 1e-15);
        }
}

static void cylinders_have_their_closed_forms(void **state) {
    convex_shape a = straight(CONVEX_CYLINDER, vec(0, 0, 0), vec(1, 1, 2));
    convex_shape beside = straight(CONVEX_CYLINDER, vec(3, 4, 1), vec(1.5, 1.5, 2));
    convex_shape above = straight(CONVEX_CYLINDER, vec(0.5, 0.25, 7), vec(1, 1, 3));
    convex_shape crossed = straight(CONVEX_CYLINDER, vec(0, 4, 0), vec(1, 1, 9));
    convex_shape rims = straight(CONVEX_CYLINDER, vec(3, 4, 16), vec(1, 1, 2));
    crossed.axes[0] = vec(0, 1, 0), crossed.axes[1] = vec(0, 0, 1), crossed.axes[2] = vec(1, 0, 0);
    assert_true(fabs(checked_distance(&a, &beside, 4).distance - 2.5) < 1e-12);
    convex_distance d = checked_distance(&a, &above, 4);
    assert_true(fabs(d.distance - 2.0) < 1e-12 && d.normal.z > 1.0 - 1e-12);
    d = checked_distance(&a, &crossed, 9);
    assert_true(fabs(d.distance - 2.0) < 1e-12 && d.normal.y > 1.0 - 1e-12);
    assert_true(fabs(checked_distance(&a, &rims, 16).distance - sqrt(9.0 + 144.0)) < 1e-11);
    vec3 centre = {0, 0, 0}, out = {0, 3, 5};
    convex_shape inside = points_shape(&centre, 1, 0), point = points_shape(&out, 1, 0.5);
    assert_true(checked_distance(&a, &inside, 2).overlap);
    assert_true(fabs(checked_distance(&a, &point, 4).distance - (sqrt(13.0) - 0.5)) < 1e-13);
}

static void cones_have_their_closed_forms(void **state) {
    convex_shape cone = straight(CONVEX_CONE, vec(0, 0, 0), vec(3, 3, 4));
    vec3 over = {0, 0, 6}, slant = {6, 0, 4}, under = {1, 1, -2};
    convex_shape a = points_shape(&over, 1, 0), b = points_shape(&slant, 1, 0);
    convex_shape c = points_shape(&under, 1, 0);
    assert_true(checked_distance(&cone, &a, 6).distance == 2.0);
    assert_true(fabs(checked_distance(&cone, &c, 6).distance - 2.0) < 1e-14);
    /* the slant side in the plane y = 0: 4 x + 3 z = 12 */
    assert_true(fabs(checked_distance(&cone, &b, 6).distance - 24.0 / 5) < 1e-13);
}

static void touching_curved_shapes_share_a_point(void **state) {
    convex_shape cylinder = straight(CONVEX_CYLINDER, vec(0, 0, 0), vec(1, 1, 2));
    convex_shape ball = straight(CONVEX_ELLIPSOID, vec(0, 0, 3), vec(1, 1, 1));
    convex_shape box = straight(CONVEX_BOX, vec(2, 0, 0), vec(1, 1, 1));
    convex_shape cone = straight(CONVEX_CONE, vec(0, 0, 2), vec(1, 1, 1));
    const convex_shape *others[3] = {&ball, &box, &cone};
    for (int i = 0; i < 3; i++) {
        convex_distance d = checked_distance(&cylinder, others[i], 4);
        assert_true(d.distance <= 1e-12);
        assert_true(d.distance > 0.0 || !d.overlap);
        assert_true(fabs((i == 1 ? d.normal.x : d.normal.z) - 1.0) < 1e-6);
    }
}

static void flattened_shapes_are_safe(void **state) {
    convex_seed = 22;
    for (int i = 0; i < 500; i++) {
        convex_shape a = random_shape((convex_kind)(CONVEX_CYLINDER + i % 3), 1.5, 1);
        convex_shape b = random_shape(CONVEX_BOX, 1.5, 1);
        if (i & 8) a.half.x = 0.0;
        if (i & 16) a.half.z = 0.0;
        if (i & 32) b.half.y = 0.0;
        if (i & 64) a.half.y = 0.0;
        checked_distance(&a, &b, 1);
        convex_distance d = carom_convex_distance(&a, &a, NULL);
        assert_true(d.distance == 0.0 && fabs(len2(d.normal) - 1.0) < 1e-12);
    }
}

static void a_long_thin_cylinder_against_a_box(void **state) {
    convex_shape rod = straight(CONVEX_CYLINDER, vec(0, 0, 1.25), vec(0.01, 0.01, 500));
    convex_shape box = straight(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    rod.axes[0] = vec(0, 1, 0), rod.axes[1] = vec(0, 0, 1), rod.axes[2] = vec(1, 0, 0);
    assert_true(fabs(checked_distance(&rod, &box, 500).distance - 0.24) < 1e-12);
    convex_seed = 23;
    for (int i = 0; i < 500; i++) {
        rod = random_shape(CONVEX_CYLINDER, 4, 1);
        rod.half = vec(0.01, 0.01, 5);
        box = random_shape(CONVEX_BOX, 2, 1);
        checked_distance(&rod, &box, 5);
    }
}

/* Of random pairs, at every size, nearly all end with bounds within 1e-12, all within 1e-8. */
static void bounds_meet(void **state) {
    convex_seed = 24;
    int limits = 0, apart = 0;
    for (int i = 0; i < 6000; i++) {
        double size = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1.0 : 1e6;
        convex_kind kinds[2] = {
            (convex_kind)(CONVEX_CYLINDER + i % 3),
            (convex_kind)(i / 6 % 4 == 0 ? CONVEX_BOX : CONVEX_HULL + i / 6 % 4)};
        convex_shape a = random_shape(kinds[0], 2, size), b = random_shape(kinds[1], 2, size);
        if (i % 5 == 0) a.radius = 0.2 * size;
        convex_distance d = checked_distance(&a, &b, size);
        if (d.distance == 0.0) continue;
        apart++;
        limits += d.status == CONVEX_LIMIT;
        assert_true(d.distance - d.lower_bound <= 1e-8 * (d.distance + a.radius) + 1e-13 * size);
    }
    assert_true(apart > 4000 && limits < apart / 50);
}

static void a_tolerance_saves_steps(void **state) {
    convex_seed = 25;
    int fine = 0, coarse = 0;
    for (int i = 0; i < 300; i++) {
        convex_shape a = random_shape(CONVEX_ELLIPSOID, 3, 1);
        convex_shape b = random_shape(CONVEX_CYLINDER, 3, 1);
        convex_distance d = carom_convex_distance(&a, &b, NULL);
        convex_distance e = carom_convex_distance(&a, &b, &(convex_options){.tolerance = 1e-6});
        assert_true(e.distance >= d.lower_bound && e.lower_bound <= d.distance);
        assert_true(e.distance - e.lower_bound <= 1.01e-6 * e.distance + 1e-13);
        fine += d.iterations, coarse += e.iterations;
    }
    assert_true(coarse * 3 < fine * 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_three_ways),
        cmocka_unit_test(spheres_apart_along_each_axis),
        cmocka_unit_test(cylinders_have_their_closed_forms),
        cmocka_unit_test(cones_have_their_closed_forms),
        cmocka_unit_test(touching_curved_shapes_share_a_point),
        cmocka_unit_test(flattened_shapes_are_safe),
        cmocka_unit_test(a_long_thin_cylinder_against_a_box),
        cmocka_unit_test(bounds_meet),
        cmocka_unit_test(a_tolerance_saves_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
