/* Points and balls against cylinders, cones and ellipsoids: by hand, and by what no other answer
 * fulfils. A distance: the nearest point is on the solid, and the plane through it across the
 * normal parts it from the point. A depth: no direction of many leads out sooner. */
#include "convex/revolution/point_revolution.h"
#include "convex/support/support.h"
#include "common/test_convex_common.h"

static void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

static convex_shape solid_of(convex_kind kind, double x, double y, double z) {
    return straight(kind, vec(0, 0, 0), vec(x, kind == CONVEX_ELLIPSOID ? y : x, z));
}

static void assert_depth(const convex_shape *solid, vec3 p, double depth, vec3 out) {
    convex_shape point = points_shape(&p, 1, 0);
    convex_penetration found;
    assert_true(carom_point_revolution_depth(&point, solid, &found) && found.overlap);
    assert_near(found.depth, depth, 1e-15);
    assert_true(found.lower_bound == found.depth);
    assert_near(len2(add3(found.normal, out)), 0, 1e-29);
    assert_near(len2(sub3(mad3(p, out, depth), found.point_b)), 0, 1e-29);
}

static void assert_distance(const convex_shape *solid, vec3 p, double distance, vec3 out) {
    convex_shape point = points_shape(&p, 1, 0);
    convex_distance found;
    assert_true(carom_point_revolution_distance(&point, solid, &found) && !found.overlap);
    assert_near(found.distance, distance, 1e-14);
    assert_true(found.lower_bound <= found.distance && found.lower_bound > distance - 1e-13);
    assert_near(len2(add3(found.normal, out)), 0, 1e-28);
    assert_near(len2(sub3(mad3(p, out, -distance), found.point_b)), 0, 1e-27);
}

static void by_hand(void **state) {
    (void)state;
    convex_shape cylinder = solid_of(CONVEX_CYLINDER, 1, 1, 2);
    assert_depth(&cylinder, vec(0.5, 0, 0), 0.5, vec(1, 0, 0));     /* the side */
    assert_depth(&cylinder, vec(0, 0, -1.75), 0.25, vec(0, 0, -1)); /* an end */
    assert_distance(&cylinder, vec(0, -3, 1), 2, vec(0, -1, 0));
    assert_distance(&cylinder, vec(0.5, 0.5, 3), 1, vec(0, 0, 1));
    assert_distance(&cylinder, vec(4, 0, 6), 5, vec(0.6, 0, 0.8)); /* the rim */
    convex_shape cone = solid_of(CONVEX_CONE, 3, 3, 4);
    assert_depth(&cone, vec(0, 0, 0.5), 0.5, vec(0, 0, -1));     /* the base */
    assert_depth(&cone, vec(1.5, 0, 1), 0.6, vec(0.8, 0, 0.6));  /* the side */
    assert_distance(&cone, vec(0, 0, 5), 1, vec(0, 0, 1));       /* the apex */
    assert_distance(&cone, vec(5.5, 0, 5), 5, vec(0.8, 0, 0.6)); /* the side */
    assert_distance(&cone, vec(0, 6, -4), 5, vec(0, 0.6, -0.8)); /* the rim, from below */
    assert_distance(&cone, vec(0, 4, 0), 1, vec(0, 1, 0));       /* the rim */
    assert_distance(&cone, vec(1, 0, -2), 2, vec(0, 0, -1));     /* the base */
    convex_shape solid = solid_of(CONVEX_ELLIPSOID, 3, 2, 1);
    assert_depth(&solid, vec(0, 0, 0.5), 0.5, vec(0, 0, 1));
    assert_distance(&solid, vec(5, 0, 0), 2, vec(1, 0, 0));
    assert_distance(&solid, vec(0, -4, 0), 2, vec(0, -1, 0));
    solid = solid_of(CONVEX_ELLIPSOID, 2, 2, 2); /* a ball */
    assert_distance(&solid, vec(0, 3, 4), 3, vec(0, 0.6, 0.8));
    assert_depth(&solid, vec(0, -0.6, 0.8), 1, vec(0, -0.6, 0.8));
}

/* Any way out across the axis is as good, though only the axis itself is known of the solid, and
 * rounding takes the point off it. */
static void on_the_axis(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        convex_shape solid = random_shape(k % 2 ? CONVEX_CONE : CONVEX_CYLINDER, 3, 1);
        double up = (k % 2 ? 0.99 : 0.5) * solid.half.z * random01();
        vec3 p = mad3(solid.center, solid.axes[2], up);
        convex_shape point = points_shape(&p, 1, 0);
        convex_penetration found;
        double radius = solid.half.x, height = solid.half.z;
        double side = (height - up) * radius / sqrt(radius * radius + height * height);
        double depth = k % 2 ? fmin(up, side) : fmin(radius, height - up);
        solid.axes[0] = solid.axes[1] = vec(0, 0, 0);
        if (!carom_point_revolution_depth(&point, &solid, &found)) continue;
        assert_true(found.overlap);
        assert_near(len2(found.normal), 1, 1e-14);
        assert_near(found.depth, depth, 1e-14);
        assert_near(sqrt(len2(sub3(found.point_b, p))), depth, 1e-14);
    }
}

/* The middle plane of the flattest way, and what is no such pair, are others' work. */
static void refusals(void **state) {
    (void)state;
    const vec3 p[2] = {{0, 0, 0}, {(double)NAN, 0, 0}};
    convex_shape point = points_shape(p, 1, 0), nowhere = points_shape(p + 1, 1, 0),
                 ball = points_shape(p, 1, 1);
    convex_penetration depth;
    convex_distance distance;
    convex_shape ellipsoid = solid_of(CONVEX_ELLIPSOID, 3, 2, 1);
    assert_false(carom_point_revolution_depth(&point, &ellipsoid, &depth));
    const convex_kind kinds[] = {CONVEX_CYLINDER, CONVEX_CONE, CONVEX_ELLIPSOID};
    for (int i = 0; i < 3; i++) {
        convex_shape flat = solid_of(kinds[i], 1, 1, 0), solid = solid_of(kinds[i], 1, 1, 1);
        assert_false(carom_point_revolution_distance(&ball, &flat, &distance));
        assert_false(carom_point_revolution_distance(&nowhere, &solid, &distance));
        assert_false(carom_point_revolution_depth(&nowhere, &solid, &depth));
        assert_false(carom_point_revolution_depth(&solid, &solid, &depth));
        assert_false(carom_point_revolution_distance(&point, &ball, &distance));
    }
}

/* How far the solid reaches along n from p. */
static double reach_beyond(const convex_shape *s, vec3 n, vec3 p) {
    int hint = 0;
    return dot3(n, sub3(carom_convex_support(s, n, &hint), p));
}

static convex_shape any_solid(int k) {
    static const convex_kind kinds[] = {CONVEX_CYLINDER, CONVEX_CONE, CONVEX_ELLIPSOID};
    double thin = k % 5 == 0 ? 1e-3 : k % 5 == 1 ? 0.1 : 1;
    convex_shape s = solid_of(kinds[k % 3], thin * (0.1 + random_in(0, 1)), 0.1 + random_in(0, 1),
                              0.1 + random_in(0, 1));
    random_axes(s.axes);
    s.center = random_vec(2);
    return s;
}

static void check_distance(const convex_shape *point, const convex_shape *solid) {
    convex_distance found, turned;
    assert_true(carom_point_revolution_distance(point, solid, &found));
    assert_true(carom_point_revolution_distance(solid, point, &turned));
    assert_true(found.distance == turned.distance && found.overlap == turned.overlap);
    assert_memory_equal(&found.point_a, &turned.point_b, sizeof(vec3));
    vec3 n = found.normal, p = point->points[0];
    assert_near(len2(n), 1, 1e-12);
    if (found.overlap) return;
    double gap = -reach_beyond(solid, neg3(n), p) - point->radius; /* what the plane proves */
    assert_near(found.distance, gap, 1e-12);
    assert_true(found.lower_bound <= gap + 1e-14 && found.lower_bound > gap - 1e-12);
    assert_near(len2(sub3(sub3(found.point_b, found.point_a), scale3(n, gap))), 0, 1e-24);
}

static void check_depth(const convex_shape *point, const convex_shape *solid) {
    convex_penetration found;
    vec3 p = point->points[0];
    assert_true(carom_point_revolution_depth(point, solid, &found) && found.overlap);
    vec3 out = neg3(found.normal);
    assert_near(reach_beyond(solid, out, p), found.depth, 1e-12);
    for (int i = 0; i < 200; i++) {
        vec3 n = carom_normalize_or(mad3(out, random_vec(1), i % 2 ? 100 : 0.01), out);
        assert_true(reach_beyond(solid, n, p) > found.depth - 1e-12);
    }
}

static void by_proof(void **state) {
    (void)state;
    int outside = 0, inside = 0, refused = 0;
    for (int k = 0; k < 30000; k++) {
        convex_shape solid = any_solid(k);
        vec3 p = add3(solid.center, random_vec(k % 2 ? 2 : 0.5));
        convex_shape point = points_shape(&p, 1, k % 4 == 3 ? 0.25 : 0);
        convex_distance d;
        convex_penetration depth;
        if (!carom_point_revolution_distance(&point, &solid, &d)) {
            refused++;
            continue;
        }
        check_distance(&point, &solid);
        outside += !d.overlap;
        if (!carom_point_revolution_depth(&point, &solid, &depth)) continue;
        inside += depth.overlap;
        if (depth.overlap) check_depth(&point, &solid);
    }
    assert_true(outside > 10000 && inside > 1000 && refused < 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(on_the_axis),
                                       cmocka_unit_test(refusals), cmocka_unit_test(by_proof)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
