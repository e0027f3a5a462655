/* Swept spheres against segments, capsules, boxes, triangles and polygons by hand: which part is
 * met, when, and where. */
#include "common/test_sweep_common.h"

/* One case: contact at `fraction` with this point and normal; a fraction below 0 is a miss. */
typedef struct sweep_case {
    carom_sphere s;
    carom_vec3 motion;
    double fraction;
    carom_vec3 point, normal;
} sweep_case;

#define NOWHERE                                                                                    \
    {0, 0, 0}, {                                                                                   \
        0, 0, 0                                                                                    \
    }

static void assert_case(const sweep_case *c, carom_sweep_hit hit) {
    if (c->fraction < 0) {
        assert_miss(hit);
        return;
    }
    assert_true(hit.hit && !hit.initial_overlap);
    /* a graze: the time of a double root has half the digits */
    bool graze = fabs(dot_of(c->motion, c->normal)) < 1;
    double slack = graze ? 16 * sqrt(EPS) : 64 * EPS;
    assert_about((double)hit.fraction, c->fraction, graze ? sqrt(EPS) : 4 * EPS);
    assert_true(apart(hit.point, c->point) <= slack);
    assert_about(length_of(hit.normal), 1, 4 * EPS);
    if (c->s.radius > 0)
        assert_true(apart(hit.normal, c->normal) <= slack);
    else
        assert_about(fabs(dot_of(hit.normal, c->normal)), 1, slack);
}

static void triangle_face_edges_and_vertices(void **state) {
    (void)state;
    carom_triangle t = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    const sweep_case cases[] = {
        {ball(2, 2, 9, 1), v3(0, 0, -16), 0.5, v3(2, 2, 0), v3(0, 0, -1)},       /* face */
        {ball(2, 2, -9, 1), v3(0, 0, 16), 0.5, v3(2, 2, 0), v3(0, 0, 1)},        /* from below */
        {ball(-2, 2, 9, 1), v3(8, 0, -16), 0.5, v3(2, 2, 0), v3(0, 0, -1)},      /* aslant */
        {ball(4, -3, 12, 5), v3(0, 0, -16), 0.5, v3(4, 0, 0), v3(0, 0.6, -0.8)}, /* edge */
        {ball(4, -9, 0, 1), v3(0, 16, 0), 0.5, v3(4, 0, 0), v3(0, 1, 0)}, /* edge, in plane */
        {ball(-2, -3, 14, 7), v3(0, 0, -16), 0.5, v3(0, 0, 0), v3(2. / 7, 3. / 7, -6. / 7)},
        {ball(17, 0, 0, 1), v3(-16, 0, 0), 0.5, v3(8, 0, 0), v3(-1, 0, 0)},   /* vertex */
        {ball(2, 2, 9, 0), v3(0, 0, -18), 0.5, v3(2, 2, 0), v3(0, 0, -1)},    /* a point */
        {ball(9, 9, 9, 1), v3(0, 0, -18), -1, NOWHERE},                       /* beside */
        {ball(2, 2, 9, 1), v3(0, 0, 16), -1, NOWHERE},                        /* away */
        {ball(2, 2, 9, 1), v3(0, 0, -7), -1, NOWHERE},                        /* too short */
        {ball(2, 2, 9, 1), v3(0, 0, 0), -1, NOWHERE},                         /* at rest */
        {ball(2, 2, 9, 1), v3(0, 0, -8), 1, v3(2, 2, 0), v3(0, 0, -1)},       /* just */
        {ball(-9, 4, 1, 1), v3(16, 0, 0), 0.5625, v3(0, 4, 0), v3(0, 0, -1)}, /* grazing */
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int turn = 0; turn < 6; turn++) {
            const carom_vec3 *v = t.v;
            carom_triangle r = tri(v[turn % 3], v[(turn + 1) % 3], v[(turn + 2) % 3]);
            if (turn > 2) r = tri(r.v[1], r.v[0], r.v[2]);
            assert_case(&cases[i], carom_sweep_sphere_triangle(&cases[i].s, cases[i].motion, &r));
            carom_polygon polygon = {r.v, 3};
            assert_case(&cases[i],
                        carom_sweep_sphere_polygon(&cases[i].s, cases[i].motion, &polygon));
        }
}

static void triangle_in_contact_at_the_start(void **state) {
    (void)state;
    carom_triangle t = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    carom_sphere s = ball(2, 2, 1, 3);
    carom_sweep_hit hit = carom_sweep_sphere_triangle(&s, v3(0, 0, 4), &t);
    assert_start(&hit, 0.5);
    assert_same(hit.point, v3(2, 2, 0));
    assert_same(hit.normal, v3(0, 0, -1));
    hit = carom_sweep_sphere_triangle(&s, v3(0, 0, 0), &t);
    assert_start(&hit, 1);
    s = ball(2, 2, 0, 0); /* a point on it that leaves at once */
    hit = carom_sweep_sphere_triangle(&s, v3(0, 0, 4), &t);
    assert_start(&hit, 0);
    assert_about(length_of(hit.normal), 1, 4 * EPS);
    s = ball(2, 2, 3, 3); /* touching from outside */
    hit = carom_sweep_sphere_triangle(&s, v3(0, 0, 4), &t);
    assert_start(&hit, 0);
    s.center.z = next_number(3, 4);
    assert_miss(carom_sweep_sphere_triangle(&s, v3(0, 0, 4), &t));
}

static void triangles_without_area(void **state) {
    (void)state;
    carom_triangle line = tri(v3(-8, 0, 0), v3(8, 0, 0), v3(2, 0, 0));
    carom_triangle point = tri(v3(1, 2, 3), v3(1, 2, 3), v3(1, 2, 3));
    const sweep_case cases[] = {
        {ball(4, 0, 9, 1), v3(0, 0, -16), 0.5, v3(4, 0, 0), v3(0, 0, -1)},
        {ball(17, 0, 0, 1), v3(-16, 0, 0), 0.5, v3(8, 0, 0), v3(-1, 0, 0)},
        {ball(4, 0, 9, 0), v3(0, 0, -18), 0.5, v3(4, 0, 0), v3(0, 0, -1)},
        {ball(4, 1, 9, 0), v3(0, 0, -18), -1, NOWHERE},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        carom_segment s = {line.v[0], line.v[1]};
        assert_case(&cases[i], carom_sweep_sphere_triangle(&cases[i].s, cases[i].motion, &line));
        assert_case(&cases[i], carom_sweep_sphere_segment(&cases[i].s, cases[i].motion, &s));
    }
    carom_sphere s = ball(1, 2, 11, 2);
    carom_sweep_hit hit = carom_sweep_sphere_triangle(&s, v3(0, 0, -12), &point);
    assert_hit(&hit, 0.5, 5.0 / 6);
    assert_same(hit.point, v3(1, 2, 3));
}

static void capsules(void **state) {
    (void)state;
    carom_capsule c = {v3(-8, 0, 0), v3(8, 0, 0), 2};
    const sweep_case cases[] = {
        {ball(4, 0, 11, 1), v3(0, 0, -16), 0.5, v3(4, 0, 2), v3(0, 0, -1)},
        {ball(19, 0, 0, 1), v3(-16, 0, 0), 0.5, v3(10, 0, 0), v3(-1, 0, 0)},
        {ball(4, 0, 10, 0), v3(0, 0, -16), 0.5, v3(4, 0, 2), v3(0, 0, -1)},
        {ball(4, 4, 10, 1), v3(0, 0, -16), -1, NOWHERE},
        {ball(4, 3, 8, 1), v3(0, 0, -16), 0.5, v3(4, 2, 0), v3(0, -1, 0)}, /* grazing */
    };
    for (int i = 0; i < COUNT(cases); i++)
        assert_case(&cases[i], carom_sweep_sphere_capsule(&cases[i].s, cases[i].motion, &c));
    carom_sphere s = ball(0, 0, 1, 1);
    carom_sweep_hit hit = carom_sweep_sphere_capsule(&s, v3(0, 0, 4), &c);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(0, 0, -1));
    c.b = c.a; /* a ball */
    s = ball(-8, 0, 11, 1);
    hit = carom_sweep_sphere_capsule(&s, v3(0, 0, -16), &c);
    assert_hit(&hit, 0.5, 0.875);
}

static void boxes(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -2, -3, 1, 2, 3);
    carom_obb turned = obb_straight(0, 0, 0, 1, 2, 3);
    carom_obb on_side = {v3(0, 0, 0), {v3(0, 1, 0), v3(0, 0, 1), v3(1, 0, 0)}, v3(2, 3, 1)};
    const sweep_case cases[] = {
        {ball(10, 0, 0, 1), v3(-16, 0, 0), 0.5, v3(1, 0, 0), v3(-1, 0, 0)},
        {ball(0, -11, 0, 1), v3(0, 16, 0), 0.5, v3(0, -2, 0), v3(0, 1, 0)},
        {ball(0.5, 1, 13, 2), v3(0, 0, -16), 0.5, v3(0.5, 1, 3), v3(0, 0, -1)},
        {ball(4, 14, 0, 5), v3(0, -16, 0), 0.5, v3(1, 2, 0), v3(-0.6, -0.8, 0)}, /* edge */
        {ball(3, 5, 17, 7), v3(0, 0, -16), 0.5, v3(1, 2, 3), v3(-2. / 7, -3. / 7, -6. / 7)},
        {ball(9, 0, 0, 0), v3(-16, 0, 0), 0.5, v3(1, 0, 0), v3(-1, 0, 0)},
        {ball(4.5, 14, 0, 3), v3(0, -16, 0), -1, NOWHERE},
        {ball(10, 0, 0, 1), v3(16, 0, 0), -1, NOWHERE},
        {ball(10, 0, 0, 1), v3(0, 0, 0), -1, NOWHERE},
        {ball(2, 14, 0, 1), v3(0, -24, 0), 0.5, v3(1, 2, 0), v3(-1, 0, 0)}, /* along a face */
    };
    for (int i = 0; i < COUNT(cases); i++) {
        assert_case(&cases[i], carom_sweep_sphere_aabb(&cases[i].s, cases[i].motion, &box));
        assert_case(&cases[i], carom_sweep_sphere_obb(&cases[i].s, cases[i].motion, &turned));
        assert_case(&cases[i], carom_sweep_sphere_obb(&cases[i].s, cases[i].motion, &on_side));
    }
    carom_sphere s = ball(0.5, 0, 0, 1); /* inside: out by the nearest face */
    carom_sweep_hit hit = carom_sweep_sphere_aabb(&s, v3(3, 0, 0), &box);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(-1, 0, 0));
    hit = carom_sweep_sphere_obb(&s, v3(3, 0, 0), &turned);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(-1, 0, 0));
    box.max.y = -3;
    turned.half_extents.y = -1;
    assert_miss(carom_sweep_sphere_aabb(&s, v3(3, 0, 0), &box));
    assert_miss(carom_sweep_sphere_obb(&s, v3(3, 0, 0), &turned));
}

static void polygons(void **state) {
    (void)state;
    const carom_vec3 square[] = {v3(0, 0, 0), v3(8, 0, 0), v3(8, 8, 0), v3(0, 8, 0)};
    const sweep_case cases[] = {
        {ball(6, 6, 9, 1), v3(0, 0, -16), 0.5, v3(6, 6, 0), v3(0, 0, -1)},
        {ball(4, 4, 9, 1), v3(0, 0, -16), 0.5, v3(4, 4, 0), v3(0, 0, -1)}, /* on the diagonal */
        {ball(17, 4, 0, 1), v3(-16, 0, 0), 0.5, v3(8, 4, 0), v3(-1, 0, 0)},
        {ball(10, 11, 14, 7), v3(0, 0, -16), 0.5, v3(8, 8, 0), v3(-2. / 7, -3. / 7, -6. / 7)},
        {ball(10, 10, 9, 1), v3(0, 0, -16), -1, NOWHERE},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int turn = 0; turn < 8; turn++) {
            carom_vec3 v[4];
            for (int k = 0; k < 4; k++)
                v[k] = square[(turn < 4 ? turn + k : turn - k) % 4];
            carom_polygon polygon = {v, 4};
            assert_case(&cases[i],
                        carom_sweep_sphere_polygon(&cases[i].s, cases[i].motion, &polygon));
        }
    carom_sphere s = ball(0, 0, 9, 1);
    for (int count = -1; count < 1; count++)
        assert_miss(carom_sweep_sphere_polygon(&s, v3(0, 0, -16), &(carom_polygon){square, count}));
    assert_miss(carom_sweep_sphere_polygon(&s, v3(0, 0, -16), &(carom_polygon){NULL, 4}));
    for (int count = 1; count < 3; count++) { /* a point, a segment */
        carom_sweep_hit hit =
            carom_sweep_sphere_polygon(&s, v3(0, 0, -16), &(carom_polygon){square, count});
        assert_hit(&hit, 0.5, 0.625);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_face_edges_and_vertices),
        cmocka_unit_test(triangle_in_contact_at_the_start),
        cmocka_unit_test(triangles_without_area),
        cmocka_unit_test(capsules),
        cmocka_unit_test(boxes),
        cmocka_unit_test(polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
