/* A point against triangles and polygons: regions, barycentrics, degenerate shapes. */
#include "common/test_flat_common.h"

static void assert_sound(carom_vec3 p, const carom_triangle *t) {
    carom_closest_on_triangle c = carom_closest_point_triangle(p, t);
    double b[3] = {(double)c.barycentric.x, (double)c.barycentric.y, (double)c.barycentric.z};
    double size = length_of(t->v[0]) + length_of(t->v[1]) + length_of(t->v[2]);
    carom_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        assert_true(b[i] >= 0 && b[i] <= 1);
        sum = step(sum, t->v[i], b[i]);
    }
    assert_about(b[0] + b[1] + b[2], 1, 4 * EPS);
    assert_true(apart(sum, c.point_b) <= 8 * EPS * size);
    int zeros = (b[0] == 0) + (b[1] == 0) + (b[2] == 0);
    if (c.feature >= CAROM_VERTEX_0)
        assert_true(b[c.feature - CAROM_VERTEX_0] == 1 && zeros == 2);
    else if (c.feature != CAROM_FACE)
        assert_true(b[(c.feature + 1) % 3] == 0);
    assert_same(c.point_a, p);
    assert_nearest(&p, 1, t->v, 3, (double)c.distance, p, c.point_b);
}

static void every_region(void **state) {
    (void)state;
    carom_triangle t = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    const struct {
        carom_vec3 p, on, bary;
        double distance;
        carom_feature feature;
    } cases[] = {
        {v3(2, 2, 5), v3(2, 2, 0), v3(0.5, 0.25, 0.25), 5, CAROM_FACE},
        {v3(1, 1, -7), v3(1, 1, 0), v3(0.75, 0.125, 0.125), 7, CAROM_FACE},
        {v3(2, 4, 0), v3(2, 4, 0), v3(0.25, 0.25, 0.5), 0, CAROM_FACE},
        {v3(2, -3, 4), v3(2, 0, 0), v3(0.75, 0.25, 0), 5, CAROM_EDGE_01},
        {v3(-4, 6, 3), v3(0, 6, 0), v3(0.25, 0, 0.75), 5, CAROM_EDGE_20},
        {v3(6, 6, 1), v3(4, 4, 0), v3(0, 0.5, 0.5), 3, CAROM_EDGE_12},
        {v3(-2, -3, 6), v3(0, 0, 0), v3(1, 0, 0), 7, CAROM_VERTEX_0},
        {v3(14, -2, 3), v3(8, 0, 0), v3(0, 1, 0), 7, CAROM_VERTEX_1},
        {v3(-3, 14, 2), v3(0, 8, 0), v3(0, 0, 1), 7, CAROM_VERTEX_2},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 9) {
            carom_vec3 p = cases[i].p, on = cases[i].on;
            carom_triangle at = t;
            SCALE(p, ldexp(1, k));
            SCALE(on, ldexp(1, k));
            SCALE(at, ldexp(1, k));
            carom_closest_on_triangle c = carom_closest_point_triangle(p, &at);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_same(c.point_b, on);
            assert_same(c.barycentric, cases[i].bary);
            assert_int_equal(c.feature, cases[i].feature);
        }
}

/* Turning the vertices turns barycentrics and features. */
static void turning_the_vertices(void **state) {
    (void)state;
    static const carom_feature next[] = {CAROM_FACE,    CAROM_EDGE_12,  CAROM_EDGE_20,
                                         CAROM_EDGE_01, CAROM_VERTEX_1, CAROM_VERTEX_2,
                                         CAROM_VERTEX_0};
    volume_seed = 60;
    int seen[7] = {0};
    for (int k = 0; k < 20000; k++) {
        carom_triangle t = {{lattice_vec(9), lattice_vec(9), lattice_vec(9)}};
        carom_triangle back = tri(t.v[2], t.v[0], t.v[1]);
        carom_vec3 p = lattice_vec(9);
        carom_vec3 u = step(t.v[1], t.v[0], -1), v = step(t.v[2], t.v[0], -1);
        if (dot_of(u, u) * dot_of(v, v) == dot_of(u, v) * dot_of(u, v)) continue; /* no area */
        carom_closest_on_triangle c = carom_closest_point_triangle(p, &t);
        carom_closest_on_triangle d = carom_closest_point_triangle(p, &back);
        assert_sound(p, &t);
        assert_about((double)c.distance, (double)d.distance, 32 * EPS);
        assert_true(apart(c.point_b, d.point_b) < 1e4 * EPS);
        if (fmin((double)c.barycentric.x, fmin((double)c.barycentric.y, (double)c.barycentric.z)) >
                1e-5 ||
            c.feature >= CAROM_VERTEX_0)
            assert_int_equal(d.feature, next[c.feature]);
        seen[c.feature]++;
    }
    for (int i = 0; i < 7; i++)
        assert_true(seen[i] > 500);
}

static void random_triangles_fat_thin_and_far(void **state) {
    (void)state;
    volume_seed = 61;
    for (int k = 0; k < 20000; k++) {
        carom_triangle t = {{random_vec(1), random_vec(1), random_vec(1)}};
        carom_vec3 p = random_vec(2);
        if (k % 4 == 1) t.v[2] = step(t.v[0], step(t.v[1], t.v[0], -1), random_in(-1, 2));
        if (k % 4 == 2) t.v[1] = step(t.v[0], random_vec(1), 1e-5);
        if (k % 4 == 3) t.v[k % 3] = t.v[(k + 1) % 3];
        assert_sound(p, &t);
    }
}

static void lattice_points_on_triangles(void **state) {
    (void)state;
    volume_seed = 62;
    int on = 0, total = 50000;
    for (int k = 0; k < total; k++) {
        carom_triangle t = {{lattice_vec(2), lattice_vec(2), lattice_vec(2)}};
        carom_vec3 p = lattice_vec(2);
        bool expected = hulls_meet(&p, 1, t.v, 3);
        double scale = random_scale();
        SCALE(t, scale);
        SCALE(p, scale);
        on += expected;
        carom_closest_on_triangle c = carom_closest_point_triangle(p, &t);
        assert_int_equal(c.distance == 0, expected);
        if (expected) assert_same(c.point_b, p);
    }
    assert_true(on > total / 100);
}

static void without_area(void **state) {
    (void)state;
    carom_triangle point = tri(v3(1, 1, 1), v3(1, 1, 1), v3(1, 1, 1));
    carom_closest_on_triangle c = carom_closest_point_triangle(v3(3, 4, 7), &point);
    assert_true(c.distance == 7 && c.feature >= CAROM_VERTEX_0);
    assert_same(c.point_b, v3(1, 1, 1));
    carom_triangle line = tri(v3(0, 0, 0), v3(2, 0, 0), v3(8, 0, 0));
    c = carom_closest_point_triangle(v3(5, 3, 4), &line);
    assert_true(c.distance == 5);
    assert_same(c.point_b, v3(5, 0, 0));
    assert_sound(v3(5, 3, 4), &line);
    c = carom_closest_point_triangle(v3(11, 4, 0), &line);
    assert_true(c.distance == 5 && c.feature == CAROM_VERTEX_2);
}

static void polygons(void **state) {
    (void)state;
    const carom_vec3 v[] = {v3(2, 0, 1), v3(6, 0, 1), v3(8, 3, 1), v3(4, 6, 1), v3(0, 3, 1)};
    const struct {
        carom_vec3 p, on;
        double distance;
    } cases[] = {
        {v3(4, 3, 6), v3(4, 3, 1), 5},   {v3(1, 2.5, 4), v3(1, 2.5, 1), 3},
        {v3(4, -3, 5), v3(4, 0, 1), 5},  {v3(4, 10, 4), v3(4, 6, 1), 5},
        {v3(12, 3, -2), v3(8, 3, 1), 5}, {v3(7, 3, 1), v3(7, 3, 1), 0},
        {v3(-4, 3, 1), v3(0, 3, 1), 4},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int turn = 0; turn < 10; turn++) {
            carom_vec3 order[5];
            for (int j = 0; j < 5; j++)
                order[j] = v[(turn < 5 ? turn + j : turn - j + 5) % 5];
            carom_polygon polygon = {order, 5};
            carom_closest_points c = carom_closest_point_polygon(cases[i].p, &polygon);
            assert_about((double)c.distance, cases[i].distance, 8 * EPS);
            assert_true(apart(c.point_b, cases[i].on) < 16 * EPS);
            assert_same(c.point_a, cases[i].p);
            assert_nearest(&cases[i].p, 1, order, 5, (double)c.distance, c.point_a, c.point_b);
        }
}

static void small_and_bad_polygons(void **state) {
    (void)state;
    carom_vec3 v[] = {v3(0, 0, 0), v3(4, 0, 0), v3(4, 0, 0), v3(4, 4, 0)}, p = v3(7, 4, 0);
    const double expected[] = {0, 0, 5, 5, 3};
    for (int count = 2; count <= 4; count++) {
        carom_polygon polygon = {v, count};
        carom_closest_points c = carom_closest_point_polygon(p, &polygon);
        assert_true((double)c.distance == expected[count]);
        for (int i = 0; i < 3 * count; i++) {
            carom_real kept = (&v[0].x)[i];
            (&v[0].x)[i] = (carom_real)(i & 1 ? NAN : INFINITY);
            c = carom_closest_point_polygon(p, &polygon);
            assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
            (&v[0].x)[i] = kept;
        }
    }
    carom_polygon polygon = {v, 1};
    assert_true(carom_closest_point_polygon(v3(2, 3, 6), &polygon).distance == 7);
    FOR_EACH_BAD_NUMBER(p,
                        assert_true(carom_closest_point_polygon(p, &polygon).distance == HUGE_VAL));
    polygon.count = 0;
    assert_true(carom_closest_point_polygon(p, &polygon).distance == HUGE_VAL);
    polygon.count = -3;
    assert_true(carom_closest_point_polygon(p, &polygon).distance == HUGE_VAL);
    polygon = (carom_polygon){NULL, 3};
    assert_true(carom_closest_point_polygon(p, &polygon).distance == HUGE_VAL);
}

static void bad_triangles(void **state) {
    (void)state;
    carom_triangle t = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    carom_vec3 p[] = {v3(1, 1, 0), v3(1, 1, 3), v3(0, 0, 0), v3(-3, -4, 0), v3(9, 9, 9)};
    for (int i = 0; i < COUNT(p); i++) {
        FOR_EACH_BAD_NUMBER(t, {
            carom_closest_on_triangle c = carom_closest_point_triangle(p[i], &t);
            assert_true(c.distance == HUGE_VAL && c.feature == CAROM_FACE);
            assert_true(length_of(c.point_a) + length_of(c.point_b) + length_of(c.barycentric) ==
                        0);
        });
        FOR_EACH_BAD_NUMBER(
            p[i], { assert_true(carom_closest_point_triangle(p[i], &t).distance == HUGE_VAL); });
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_region),
        cmocka_unit_test(turning_the_vertices),
        cmocka_unit_test(random_triangles_fat_thin_and_far),
        cmocka_unit_test(lattice_points_on_triangles),
        cmocka_unit_test(without_area),
        cmocka_unit_test(polygons),
        cmocka_unit_test(small_and_bad_polygons),
        cmocka_unit_test(bad_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
