/* Pairs that random search found answered wrongly, with their numbers and what was wrong: needles,
 * paths along edges, gaps and contacts within rounding. */
#include "common/test_kinds_common.h"

static carom_shape flat_of(carom_shape_kind kind, const carom_vec3 *p) {
    carom_shape s = {.kind = kind};
    if (kind == CAROM_SHAPE_POINT) s.as.point = p[0];
    if (kind == CAROM_SHAPE_SEGMENT) s.as.segment = (carom_segment){p[0], p[1]};
    if (kind == CAROM_SHAPE_TRIANGLE) s.as.triangle = tri(p[0], p[1], p[2]);
    if (kind == CAROM_SHAPE_POLYGON) s.as.polygon = (carom_polygon){p, 3};
    if (kind == CAROM_SHAPE_TETRAHEDRON)
        s.as.tetrahedron = (carom_tetrahedron){{p[0], p[1], p[2], p[3]}};
    return s;
}

static carom_shape straight_box(carom_vec3 center, carom_vec3 half) {
    return (carom_shape){.kind = CAROM_SHAPE_OBB,
                         .as.obb = {center, {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, half}};
}

static carom_sweep_hit sweep_of(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    carom_moving_shape first = {a, carom_pose_identity(), motion},
                       second = {b, carom_pose_identity(), v3(0, 0, 0)};
    return carom_sweep(&first, &second);
}

static double along(carom_vec3 n, carom_vec3 p) {
    return (double)n.x * (double)p.x + (double)n.y * (double)p.y + (double)n.z * (double)p.z;
}

/* Apart, but by less than rounding: a contact then is none of parting. */
static void assert_not_parting(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    carom_sweep_hit hit = sweep_of(a, motion, b);
    double least = EPS > 1e-10 ? 4 * EPS : 1e-14;
    if (!hit.hit || hit.initial_overlap) return;
    assert_true(along(hit.normal, motion) >= -least * sqrt(along(motion, motion)));
}

/* The face that the segment comes through is a needle: its foot is far within for its weights, and
 * not for its width. */
static void segment_beside_a_needle_of_a_tetrahedron(void **state) {
    (void)state;
    const carom_vec3 p[2] = {v3(0.5, -1099511627776.0, -1.4551915228366852e-11),
                             v3(-1.1641532182693481e-10, 536870912.0, 0.046875)};
    const carom_vec3 q[4] = {v3(-1.4901160305669237e-08, 25165824.0, -103079215104.0),
                             v3(0, 33554432.0, -137438953472.0), v3(-3, 134217728.0, 0.01171875),
                             v3(3.637978807091713e-12, 0.000244140625, 131072.0)};
    carom_shape a = flat_of(CAROM_SHAPE_SEGMENT, p), b = flat_of(CAROM_SHAPE_TETRAHEDRON, q);
    carom_pose here = carom_pose_identity();
    assert_false(carom_overlap(&a, here, &b, here));
    assert_false(carom_overlap(&b, here, &a, here));
    assert_about((double)carom_closest(&a, here, &b, here).distance, 2.4402133934831564e-4, 1e-10);
}

/* The lowest corner is not over the edge that stops it, seen along the normal. */
static void corner_beside_an_edge(void **state) {
    (void)state;
    const carom_vec3 p[3] = {v3(-103079215104.0, 402653184.0, -0.0001220703125),
                             v3(1.9073486328125e-06, 0, -0.00048828125),
                             v3(12884901888.0, -1.0913936421275139e-11, 0.0001220703125)};
    const carom_vec3 q[4] = {v3(8, 16384, -68719476736.0), p[1],
                             v3(5.960464477539063e-08, 32, 262144), p[2]};
    carom_shape a = flat_of(CAROM_SHAPE_TRIANGLE, p), b = flat_of(CAROM_SHAPE_TETRAHEDRON, q);
    carom_penetration d = carom_penetrate(&a, carom_pose_identity(), &b, carom_pose_identity());
    assert_true(d.overlap && fabs((double)d.point_a.z) < 1e-3);
}

/* 3e-17 wide: a point that passes it by as much, and the normal of what is hit along it. */
static void needles_of_polygons(void **state) {
    (void)state;
    const carom_vec3 thin[3] = {
        v3(0.3703896329160316, -0.2070570310711376, 0.08401848220656527),
        v3(0.2279516657869195, -0.20617526297925648, -0.3407896726226093),
        v3(0.22795166578691942, -0.20617526297925642, -0.34078967262260945)};
    carom_shape a = flat_of(CAROM_SHAPE_POLYGON, thin);
    carom_shape b = {.kind = CAROM_SHAPE_SPHERE};
    b.as.sphere.center = v3(0.22795166578691947, -0.20617526297925642, -0.34078967262260934);
    carom_vec3 v = v3(-0.14243796712911222, 0.0008817680918812021, -0.42480815482917467);
    carom_sweep_hit hit = sweep_of(&a, v, &b);
    if (EPS < 1e-10)
        assert_false(hit.hit);
    else if (hit.hit)
        assert_true(fabs(along(hit.normal, v)) <= 4 * EPS);

    double k = EPS < 1e-10 ? 134217730 : 4096; /* corners are exact, products of them are not */
    const carom_vec3 needle[3] = {v3(0, 0, 0), v3(k + 1, k - 1, 1), v3(k - 1, k - 3, 2)};
    carom_polygon polygon = {needle, 3};
    carom_ray ray = {v3(2 * k / 3, 2 * (k - 2) / 3, 1), v3(1, 1, 1), 0, 1};
    carom_ray_hit met = carom_raycast_ray_polygon(&ray, &polygon);
    ray.origin = v3((double)ray.origin.x - 2, (double)ray.origin.y, (double)ray.origin.z - 6);
    ray.direction = v3(4, 0, 12);
    if (!met.hit) met = carom_raycast_ray_polygon(&ray, &polygon);
    if (EPS < 1e-10) assert_true(met.hit);
    if (met.hit)
        for (int i = 1; i < 3; i++)
            assert_true(fabs(along(met.normal, needle[i])) <= 4 * EPS * 2 * k);
}

/* A point that meets a box on an edge comes through the face on which it was outside. */
static void point_meets_an_edge_of_a_box(void **state) {
    (void)state;
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(65536, 65537, 65536)};
    carom_shape box = {.kind = CAROM_SHAPE_AABB,
                       .as.aabb = {v3(65534, 65537, 65533), v3(65538, 65538, 65535)}};
    carom_sweep_hit hit = sweep_of(&point, v3(0, 2, -2), &box);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_true(hit.fraction == (carom_real)0.5 && hit.fraction_exit == (carom_real)0.5);
    assert_same(hit.normal, v3(0, 0, -1));
    assert_same(hit.point, v3(65536, 65538, 65535));
    hit = sweep_of(&box, v3(0, -2, 2), &point);
    assert_true(hit.hit && hit.fraction == (carom_real)0.5);
    assert_same(hit.normal, v3(0, 0, 1));
}

static void parting_starts_within_rounding(void **state) {
    (void)state;
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(2, -2, -1)};
    carom_shape box = {.kind = CAROM_SHAPE_OBB,
                       .as.obb = {v3(1, 2.0000000000000004, 0.5),
                                  {v3(0, 1, 0), v3(-1, 0, 0), v3(0, 0, 1)},
                                  v3(4, 4, 3)}};
    assert_not_parting(&point, v3(0, -4, -1), &box);
    assert_true(sweep_of(&point, v3(0, -4, -1), &box).hit == (EPS > 1e-10)); /* there it touches */
    point.as.point = v3(-0.9145654610392067, -0.7052687198914186, 0.9400645230536678);
    box = straight_box(v3(-0.16388629268225993, -0.16949760406511372, 0.9308263047851445),
                       v3(0.7506791683569467, 0.5357711158263049, 0.009238218268523335));
    carom_vec3 v = v3(-0.3753395841784733, -0.2678855579131525, 0.0046191091342617785);
    assert_not_parting(&point, v, &box);

    const carom_vec3 s[6] = {v3(-618475290626.0, 9663677440.0, -1179648.0),
                             v3(-8589934592.0, -0.0009765625, -25362432.0),
                             v3(-5.587935447692871e-09, -512, -1.862645149230957e-09),
                             v3(0.007812497206032276, -255.99999999999818, 6.1034224927425385e-05),
                             v3(-6442450944.0, -6, 137438953472.0),
                             v3(-0.25, -4.57763671875e-05, -0.0625)};
    const carom_vec3 q[3] = {v3(-4.656612873077393e-10, -3.814697265625e-06, 2147483648.0),
                             v3(4.76837158203125e-07, 0, -393216.0),
                             v3(-17179869184.0, -0.001953125, -50331648.0)};
    carom_shape a = flat_of(CAROM_SHAPE_SEGMENT, s), b = flat_of(CAROM_SHAPE_POLYGON, q);
    assert_not_parting(&a, v3(-4.76837158203125e-07, 2.9802322387695312e-08, 393728), &b);
    a = flat_of(CAROM_SHAPE_SEGMENT, s + 2);
    b = straight_box(v3(0.015625, 3.637978807091713e-12, 0.0001220703125),
                     v3(63.99999999720603, 256.0003662109375, 6.1034224927425385e-05));
    assert_not_parting(&a, v3(-524287.9997558594, 4.0000152587890625, -2.2354470274876803e-08), &b);
    const carom_vec3 t[3] = {v3(-1073741824.0, 1024, 268435456.0),
                             v3(0.0003662109375, 1.7881393432617188e-07, 0.000244140625),
                             v3(2.9103830456733704e-11, 128, 0)};
    a = flat_of(CAROM_SHAPE_SEGMENT, s + 4), b = flat_of(CAROM_SHAPE_TRIANGLE, t);
    assert_not_parting(&a, v3(1073741823.75, -1024.0000457763672, -268435456.0625), &b);
}

/* The ball is freed along a normal of the apex: all of the cone is behind it. */
static void ball_round_the_apex_of_a_cone(void **state) {
    (void)state;
    const double at[4][8] = {{0.7437, 0.4531, -0.2094, 0.7875, 0.2156, 0.1599, 0.0923, 0.1154},
                             {0.7438224448096983, 0.45314199998149357, -0.2094876249602342,
                              0.7875566138198881, 0.21569277611304366, 0.15998240095399716,
                              0.09236750647855783, 0.11545938309819728},
                             {1.5, 0.9999999403953552, -1, 1, 0, -1, 0.5, 1.25},
                             {-0.5, 1.875, -0.3749999701976776, -2, 3, 0, 2, 1.3133469820022583}};
    for (int i = 0; i < 4; i++) {
        const double *k = at[i];
        carom_vec3 base = v3(k[0], k[1], k[2]), apex = v3(k[3], k[4], k[5]);
        carom_vec3 axis = v3(k[0] - k[3], k[1] - k[4], k[2] - k[5]);
        carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {apex, (carom_real)k[7]}};
        carom_shape cone = {.kind = CAROM_SHAPE_CONE, .as.cone = {base, apex, (carom_real)k[6]}};
        carom_penetration p =
            carom_penetrate(&ball, carom_pose_identity(), &cone, carom_pose_identity());
        double height = sqrt(along(axis, axis)), up = along(p.normal, axis) / height;
        assert_about((double)p.depth, k[7], 8 * EPS);
        assert_true(up * height - k[6] * sqrt(1 - up * up) >= -16 * EPS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segment_beside_a_needle_of_a_tetrahedron),
        cmocka_unit_test(corner_beside_an_edge),
        cmocka_unit_test(needles_of_polygons),
        cmocka_unit_test(point_meets_an_edge_of_a_box),
        cmocka_unit_test(parting_starts_within_rounding),
        cmocka_unit_test(ball_round_the_apex_of_a_cone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
