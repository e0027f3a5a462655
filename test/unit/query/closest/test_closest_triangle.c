/* Two triangles: every way of being nearest, contact, and invariance. */
#include "common/test_flat_common.h"

static carom_triangle turn_of(const carom_triangle *t, int turn) {
    carom_triangle r = tri(t->v[turn % 3], t->v[(turn + 1) % 3], t->v[(turn + 2) % 3]);
    return turn < 3 ? r : tri(r.v[1], r.v[0], r.v[2]);
}

static void assert_sound(const carom_triangle *a, const carom_triangle *b,
                         const carom_closest_points *c) {
    double size = 0;
    for (int i = 0; i < 3; i++)
        size += length_of(a->v[i]) + length_of(b->v[i]);
    assert_nearest(a->v, 3, b->v, 3, (double)c->distance, c->point_a, c->point_b);
    assert_true((double)carom_closest_point_triangle(c->point_a, a).distance <= 64 * EPS * size);
    assert_true((double)carom_closest_point_triangle(c->point_b, b).distance <= 64 * EPS * size);
    if (c->distance == 0) assert_same(c->point_a, c->point_b);
}

static void every_way(void **state) {
    (void)state;
    carom_triangle a = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    const struct {
        carom_triangle b;
        double distance;
    } cases[] = {
        {tri(v3(2, 2, 5), v3(2, 2, 9), v3(3, 3, 9)), 5},       /* vertex and face */
        {tri(v3(-9, -9, 5), v3(40, -9, 5), v3(-9, 40, 5)), 5}, /* parallel faces */
        {tri(v3(2, -3, 4), v3(2, -9, 4), v3(3, -9, 5)), 5},    /* vertex and edge */
        {tri(v3(4, -3, -9), v3(4, -3, 9), v3(4, -9, 0)), 3},   /* two edges */
        {tri(v3(-2, -3, 6), v3(-9, -9, 9), v3(-5, -9, 9)), 7}, /* two vertices */
        {tri(v3(5, 5, 0), v3(6, 9, 0), v3(9, 6, 0)), 1.4142135623730951},
        {tri(v3(2, 2, -1), v3(2, 2, 1), v3(9, 9, 1)), 0},
        {tri(v3(8, 0, 0), v3(9, 1, 1), v3(9, -1, 1)), 0},
        {tri(v3(1, 1, 0), v3(2, 1, 0), v3(1, 2, 0)), 0},       /* within, in one plane */
        {tri(v3(-9, -9, 0), v3(90, -9, 0), v3(-9, 90, 0)), 0}, /* around, in one plane */
        {tri(v3(2, 2, 3), v3(2, 2, 3), v3(2, 2, 3)), 3},       /* a point */
        {tri(v3(4, -3, -9), v3(4, -3, 9), v3(4, -3, 1)), 3},   /* a segment */
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int j = 0; j < 36; j++)
            for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE) {
                carom_triangle p = turn_of(&a, j / 6), q = turn_of(&cases[i].b, j % 6);
                SCALE(p, ldexp(1, k));
                SCALE(q, ldexp(1, k));
                carom_closest_points c = carom_closest_triangle_triangle(&p, &q);
                assert_about(ldexp((double)c.distance, -k), cases[i].distance, 8 * EPS);
                assert_sound(&p, &q, &c);
                c = carom_closest_triangle_triangle(&q, &p);
                assert_about(ldexp((double)c.distance, -k), cases[i].distance, 8 * EPS);
                assert_sound(&q, &p, &c);
            }
    carom_closest_points c = carom_closest_triangle_triangle(&a, &a);
    assert_true(c.distance == 0);
}

static void random_and_lattice_triangles(void **state) {
    (void)state;
    volume_seed = 90;
    int met = 0, total = 20000;
    for (int k = 0; k < total; k++) {
        bool lattice = k & 1;
        carom_triangle a, b;
        for (int i = 0; i < 3; i++) {
            a.v[i] = lattice ? lattice_vec(3) : random_vec(2);
            b.v[i] = lattice ? lattice_vec(3) : random_vec(1);
        }
        if (k % 8 == 2) a.v[2] = step(a.v[0], step(a.v[1], a.v[0], -1), random_in(-1, 2));
        if (k % 8 == 5) a.v[k % 3] = a.v[(k + 1) % 3];
        bool meet = lattice ? hulls_meet(a.v, 3, b.v, 3) : carom_overlap_triangle_triangle(&a, &b);
        double scale = lattice ? random_scale() : 1;
        SCALE(a, scale);
        SCALE(b, scale);
        carom_closest_points c = carom_closest_triangle_triangle(&a, &b);
        carom_closest_points d = carom_closest_triangle_triangle(&b, &a);
        assert_int_equal(c.distance == 0, meet);
        assert_sound(&a, &b, &c);
        assert_sound(&b, &a, &d);
        assert_about((double)c.distance, (double)d.distance, 32 * EPS * scale);
        met += meet;
    }
    assert_true(met > total / 20 && met < total * 3 / 4);
}

static void bad_triangles(void **state) {
    (void)state;
    carom_triangle a = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    for (int far = 0; far < 2; far++) {
        carom_triangle b = tri(v3(1, 1, 4 * far - 1), v3(2, 1, 7), v3(1, 2, 7));
        FOR_EACH_BAD_NUMBER(
            a, for (int flip = 0; flip < 2; flip++) {
                carom_closest_points c =
                    carom_closest_triangle_triangle(flip ? &b : &a, flip ? &a : &b);
                assert_true(c.distance == HUGE_VAL);
                assert_true(length_of(c.point_a) + length_of(c.point_b) == 0);
            });
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way),
        cmocka_unit_test(random_and_lattice_triangles),
        cmocka_unit_test(bad_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
