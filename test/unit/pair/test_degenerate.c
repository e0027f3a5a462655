/* Shapes without extent, needles and slivers, contacts along a line: pairs whose answers once broke
 * the contract between the verbs, each with what is exactly true. */
#include "common/test_kinds_common.h"

#define ORIGIN carom_pose_identity()

static carom_shape segment_shape(carom_vec3 a, carom_vec3 b) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .as.segment = {a, b}};
}
static carom_shape cylinder_shape(carom_vec3 a, carom_vec3 b, double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {a, b, (carom_real)radius}};
}
static carom_shape cone_shape(carom_vec3 base, carom_vec3 apex, double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_CONE, .as.cone = {base, apex, (carom_real)radius}};
}
static carom_shape ball_shape(carom_vec3 center, double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {center, (carom_real)radius}};
}
static carom_shape triangle_shape(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = tri(a, b, c)};
}

static carom_sweep_hit sweep_of(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    carom_moving_shape p = {a, ORIGIN, motion}, q = {b, ORIGIN, v3(0, 0, 0)};
    return carom_sweep(&p, &q);
}

static double off_by(carom_vec3 point, carom_vec3 moved, double t, const carom_shape *shape) {
    carom_vec3 back =
        v3((double)point.x - t * (double)moved.x, (double)point.y - t * (double)moved.y,
           (double)point.z - t * (double)moved.z);
    carom_shape p = {.kind = CAROM_SHAPE_POINT, .as.point = back};
    return (double)carom_closest(&p, ORIGIN, shape, ORIGIN).distance;
}

/* Without a radius a cylinder or cone is a segment. */
static void needles_are_segments(void **state) {
    (void)state;
    const carom_vec3 a = v3(0.25, -0.125, 0.0625), b = v3(0.3125, 0.5, 1.5);
    const carom_shape s = segment_shape(a, b);
    const carom_shape needle[] = {cylinder_shape(a, b, 0), cone_shape(a, b, 0)};
    const carom_pose far_by = {v3(1.75, 0.5, 0.25), {0, 0, 0, 1}};
    for (int kind = CAROM_SHAPE_TRIANGLE; kind < KINDS; kind++)
        for (int i = 0; i < 2; i++)
            for (int far = 0; far < 2; far++) {
                any_kind k;
                make_kind(&k, (carom_shape_kind)kind, v3(1, 2, 1.5));
                const carom_shape *other = &k.shape;
                carom_pose at = far ? far_by : ORIGIN;
                carom_closest_any c = carom_closest(&s, ORIGIN, other, at),
                                  d = carom_closest(&needle[i], ORIGIN, other, at);
                carom_penetration p = carom_penetrate(&s, ORIGIN, other, at),
                                  q = carom_penetrate(&needle[i], ORIGIN, other, at);
                assert_true(fabs((double)c.distance - (double)d.distance) <= 4 * EPS &&
                            p.overlap == q.overlap);
                assert_true(p.overlap == (d.distance == 0) &&
                            fabs((double)p.depth - (double)q.depth) <= 4 * EPS);
                if (!p.overlap) assert_true(apart(c.point_b, d.point_b) <= 16 * EPS);
                discard_kind(&k);
            }
}

/* An ellipsoid with equal radii is a ball: from its middle, where the cone's tip is, every way out
 * is as long, and the deepest point is the tip. */
static void tip_in_the_middle_of_a_ball(void **state) {
    (void)state;
    const carom_vec3 tip = v3(2, 1, 1);
    carom_shape spike = cone_shape(v3(-0.4375, 0.1875, -0.625), tip, 0.1779310256242752);
    carom_shape ball = {.kind = CAROM_SHAPE_ELLIPSOID, .as.ellipsoid = {.center = tip}};
    ball.as.ellipsoid.radii = v3(1, 1, 1);
    for (int i = 0; i < 3; i++)
        ball.as.ellipsoid.axes[i] = v3(i == 0, i == 1, i == 2);
    carom_penetration p = carom_penetrate(&spike, ORIGIN, &ball, ORIGIN);
    assert_true(p.overlap && p.certainty != CAROM_LIMIT);
    assert_about((double)p.depth, 1, 4 * EPS);
    assert_true(apart(p.point_a, tip) < 8 * EPS);
}

/* Every way out square to the axis is as long, but for the triangle's rounding. */
static void triangle_along_a_cylinders_axis(void **state) {
    (void)state;
    const double radius = 1.5474425554275513;
    carom_shape thin =
        triangle_shape(v3(-1.8125, -2.25, -2.0625), v3(-1.75, -2, -1.75), v3(-1.25, 0, 0.75));
    carom_shape rod =
        cylinder_shape(v3(-1.8124998807907104, -2.250000238418579, -2.062500238418579),
                       v3(-1.25, 0, 0.75), radius);
    carom_penetration p = carom_penetrate(&thin, ORIGIN, &rod, ORIGIN);
    assert_true(p.overlap && p.certainty != CAROM_LIMIT);
    assert_about((double)p.depth, radius, 1e-13 + 4 * EPS);
    carom_contact_manifold m = {.capacity = 4};
    carom_contact(&thin, ORIGIN, &rod, ORIGIN, &m);
    assert_about((double)m.points[0].depth, (double)p.depth, 4 * EPS);
}

/* A box's corner on a cone's axis, every way out through the slope as long: with radius and height
 * 4 the slope leans by 45 degrees. */
static void corner_on_a_cones_axis(void **state) {
    (void)state;
    carom_shape cone = cone_shape(v3(0, 0, 0), v3(0, 0, 4), 4);
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(0, 0, 2), v3(8, 8, 10)}};
    carom_penetration p = carom_penetrate(&box, ORIGIN, &cone, ORIGIN);
    assert_true(p.overlap && p.certainty != CAROM_LIMIT);
    assert_about((double)p.depth, sqrt(2), 1e-12 + 4 * EPS);
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(0, 0, 2)};
    assert_about((double)carom_penetrate(&point, ORIGIN, &cone, ORIGIN).depth, sqrt(2),
                 1e-12 + 4 * EPS);
}

/* Two needles, 2e-9 thick and 0.4 long: the depth, from rational arithmetic, to its own digits. */
static void needles_in_each_other(void **state) {
    (void)state;
    const float a[4][3] = {{-0.028779814019799232f, -0.025224361568689346f, -0.27433261275291443f},
                           {-0.028779812157154083f, -0.025224363431334496f, -0.27433261275291443f},
                           {-0.007010421250015497f, 0.006421997211873531f, -0.2313351035118103f},
                           {-0.0070104231126606464f, 0.006421999074518681f, -0.2313351035118103f}};
    const float b[6][3] = {{-0.028779814019799232f, -0.025224363431334496f, -0.27433261275291443f},
                           {-0.028779814019799232f, -0.025224359706044197f, -0.27433261275291443f},
                           {-0.028779812157154083f, -0.025224363431334496f, -0.27433261275291443f},
                           {0.1453753262758255f, 0.22794651985168457f, 0.06964746862649918f},
                           {0.05829774960875511f, 0.10136108100414276f, -0.10234256833791733f},
                           {0.05829775333404541f, 0.10136106610298157f, -0.10234256833791733f}};
    carom_vec3 of_a[4], of_b[6];
    for (int i = 0; i < 4; i++)
        of_a[i] = v3((double)a[i][0], (double)a[i][1], (double)a[i][2]);
    for (int i = 0; i < 6; i++)
        of_b[i] = v3((double)b[i][0], (double)b[i][1], (double)b[i][2]);
    carom_hull *made = NULL;
    carom_hull_def def = {.points = of_b, .point_count = 6};
    assert_int_equal(carom_hull_create(&made, &def), CAROM_OK);
    carom_shape polygon = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {of_a, 4}};
    carom_shape hull = {.kind = CAROM_SHAPE_HULL, .as.hull = {made, ORIGIN}};
    carom_penetration p = carom_penetrate(&polygon, ORIGIN, &hull, ORIGIN);
    assert_true(p.overlap);
    assert_about((double)p.depth, 9.061095815499491e-10, 1e-15);
    carom_hull_destroy(made);
}

/* A box without extent is a point, and where a corner of the hull is, they touch. */
static void point_box_on_a_needles_corner(void **state) {
    (void)state;
    const carom_vec3 corner = v3(-0.2674350557241105, -0.9291651552231627, -0.7824675775836651);
    const carom_vec3 points[] = {v3(0.33209317041460845, -0.9689963325268207, -0.6445480163915703),
                                 v3(0.33209317041460845, -0.9689963325268208, -0.6445480163915704),
                                 v3(-0.2674350557241105, -0.9291651552231625, -0.782467577583665),
                                 v3(0.032329057345248935, -0.9490807438749916, -0.7135077969876177),
                                 corner,
                                 v3(0.03232905734524894, -0.9490807438749918, -0.7135077969876177)};
    carom_hull *made = NULL;
    carom_hull_def def = {.points = points, .point_count = COUNT(points)};
    assert_int_equal(carom_hull_create(&made, &def), CAROM_OK);
    carom_shape hull = {.kind = CAROM_SHAPE_HULL, .as.hull = {made, ORIGIN}};
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {corner, corner}};
    carom_sweep_hit hit = sweep_of(&box, v3(0.25, 0.5, -0.125), &hull);
    assert_true(carom_overlap(&box, ORIGIN, &hull, ORIGIN));
    assert_true(carom_closest(&box, ORIGIN, &hull, ORIGIN).distance == 0);
    assert_true(carom_penetrate(&box, ORIGIN, &hull, ORIGIN).overlap);
    assert_true(hit.hit && hit.initial_overlap);
    carom_hull_destroy(made);
}

/* Nearly parallel and crossing within the last digits: the distance is 0 as overlap says. */
static void crossing_within_a_digit(void **state) {
    (void)state;
    carom_shape s = segment_shape(v3(1.8626451492309568e-09, 9.313225746154784e-10, -3e-9),
                                  v3(2.793967723846436e-09, 2.7939677238464355e-09, -3e-9));
    carom_shape t = {.kind = CAROM_SHAPE_CAPSULE};
    t.as.capsule.a = v3(1.862645149230957e-09, 9.313225746154785e-10, -3e-9);
    t.as.capsule.b = v3(2.7939677238464355e-09, 2.7939677238464355e-09, -3e-9);
    carom_shape bare = segment_shape(t.as.capsule.a, t.as.capsule.b);
    bool touch = carom_overlap(&s, ORIGIN, &bare, ORIGIN);
    assert_true(touch);
    assert_int_equal(carom_overlap(&s, ORIGIN, &t, ORIGIN), touch);
    assert_int_equal(carom_closest(&s, ORIGIN, &t, ORIGIN).distance == 0, touch);
}

/* Between corners 1e-16 apart, far from the origin: the distance is that of the numbers given. */
static void sliver_far_from_the_origin(void **state) {
    (void)state;
    carom_shape a = {.kind = CAROM_SHAPE_TETRAHEDRON}, b = a;
    const double near = sizeof(carom_real) == 8 ? 65533.75000000001 : 65533.75;
    const double low = sizeof(carom_real) == 8 ? 65534.24999999999 : 65534.25;
    a.as.tetrahedron =
        (carom_tetrahedron){{v3(65537, 65533, 65533), v3(65536.75, 65533.75, 65534.25),
                             v3(65536.75, near, low), v3(65538, 65536, 65537)}};
    b.as.tetrahedron = (carom_tetrahedron){{v3(65533, 65536, 65537), v3(65534, 65536, 65535),
                                            v3(65535, 65540, 65536), v3(65533, 65536, 65537)}};
    carom_closest_any c = carom_closest(&a, ORIGIN, &b, ORIGIN);
    assert_about((double)c.distance,
                 sizeof(carom_real) == 8 ? 3.4970094208981317 : 3.4970094209006417, 8 * EPS);
}

/* The corner touches the side; the point of contact is on both. */
static void corner_sweeps_to_a_side(void **state) {
    (void)state;
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-1, -0.25, 1), v3(-0.5, 0, 2)}};
    carom_shape rod = cylinder_shape(v3(1, -2, 2), v3(1, 2, -2), 1.5);
    carom_vec3 motion = v3(3, -9, 3);
    carom_sweep_hit hit = sweep_of(&box, motion, &rod);
    assert_true(hit.hit && !hit.initial_overlap);
    double near = sizeof(carom_real) == 8 ? 1e-12 : 2e-6;
    assert_true(off_by(hit.point, motion, (double)hit.fraction, &box) < near);
    assert_true(off_by(hit.point, motion, 0, &rod) < near);
}

/* Where a point meets a face its normal is the face's, however far from the origin that is. */
static void point_meets_a_face_far_away(void **state) {
    (void)state;
    carom_shape face = triangle_shape(v3(1000003, 1000000, 1000002), v3(999998, 1000000, 1000003),
                                      v3(1000001.5, 1000000.5, 999999.5));
    carom_shape point = ball_shape(v3(999999.5, 999999.5, 999999), 0);
    carom_sweep_hit hit = sweep_of(&face, v3(-2, -1, -3), &point);
    assert_true(hit.hit);
    /* the cross product of the edges: -0.5, -14, -2.5 */
    double length = sqrt(0.25 + 196 + 6.25);
    assert_vec_about(hit.normal, -0.5 / length, -14 / length, -2.5 / length,
                     1e-6 * (double)EPS / EPS);
}

/* Along its own line, or within a digit of it, a segment comes to a point: the normal is not
 * against the way. */
static void sliding_normals_go_with_the_way(void **state) {
    (void)state;
    carom_vec3 a = v3(0.060359272338785804, -0.03427927146943021, -0.3707849187363008);
    carom_vec3 b = v3(-0.3288595454925336, -0.007235836392730066, -0.5906076877666144);
    carom_vec3 motion = v3(-0.19460940891565973, 0.013521717538350065, -0.1099113845151567);
    carom_shape s = segment_shape(a, b);
    for (int i = 1; i <= 8; i++) {
        carom_shape end = ball_shape(step(b, motion, i / 8.0), 0);
        carom_sweep_hit hit = sweep_of(&s, motion, &end);
        if (!hit.hit || hit.initial_overlap) continue;
        assert_true(dot_of(hit.normal, motion) >= -2 * EPS * length_of(motion));
    }
}

/* The line touches the capsule where it starts: there it is hit, not where rounding leads. */
static void line_grazes_a_capsule(void **state) {
    (void)state;
    carom_shape line = {.kind = CAROM_SHAPE_LINE, .as.line = {v3(0, 0, 0), v3(1, 1, 0)}};
    carom_shape rod = {.kind = CAROM_SHAPE_CAPSULE};
    rod.as.capsule = (carom_capsule){v3(-0.5, 0, 0), v3(0.5, 0, 0), (carom_real)0.5};
    const carom_pose turn = {v3(0.51992917060852051, -0.19698762893676758, 0.86979436874389648),
                             {(carom_real)-0.43271634280065768, (carom_real)0.2495794498489686,
                              (carom_real)0.13516405757647043, (carom_real)0.85568530572037671}};
    for (int i = -2; i <= 2; i++) {
        carom_pose over = {v3(0, 0, 0.5 + i * 1e-17), {1, 0, 0, 0}};
        carom_pose at = carom_pose_compose(turn, over);
        carom_ray_hit hit = carom_raycast(&line, turn, &rod, at);
        if (!hit.hit) continue;
        carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = hit.point};
        assert_true((double)carom_closest(&point, ORIGIN, &rod, at).distance < 16 * EPS);
    }
}

/* Sizes 1e11 and more apart: what overlap calls apart has no depth. */
static void thin_face_past_a_long_box(void **state) {
    (void)state;
    const carom_vec3 v[] = {{(carom_real)-1099511627776.0, -12, (carom_real)1.1641532182693481e-10},
                            {(carom_real)-5.4569682106375694e-12, (carom_real)1073741824.0, 0},
                            {112, (carom_real)-16383.9990234375, (carom_real)511.9970397949219}};
    carom_shape face = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, 3}};
    carom_shape box = {.kind = CAROM_SHAPE_AABB,
                       .as.aabb = {v3(-274877906944.0, -32768, 512), v3(256, 268419072, 1024)}};
    bool touch = carom_overlap(&box, ORIGIN, &face, ORIGIN);
    assert_false(touch);
    assert_int_equal(carom_penetrate(&box, ORIGIN, &face, ORIGIN).overlap, touch);
    assert_true(carom_closest(&box, ORIGIN, &face, ORIGIN).distance > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needles_are_segments),
        cmocka_unit_test(tip_in_the_middle_of_a_ball),
        cmocka_unit_test(triangle_along_a_cylinders_axis),
        cmocka_unit_test(corner_on_a_cones_axis),
        cmocka_unit_test(needles_in_each_other),
        cmocka_unit_test(point_box_on_a_needles_corner),
        cmocka_unit_test(crossing_within_a_digit),
        cmocka_unit_test(sliver_far_from_the_origin),
        cmocka_unit_test(corner_sweeps_to_a_side),
        cmocka_unit_test(point_meets_a_face_far_away),
        cmocka_unit_test(sliding_normals_go_with_the_way),
        cmocka_unit_test(line_grazes_a_capsule),
        cmocka_unit_test(thin_face_past_a_long_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
