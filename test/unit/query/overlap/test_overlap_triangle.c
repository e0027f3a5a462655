/* Triangles: exact contact with triangles and boxes. */
#include "common/test_flat_common.h"

static carom_triangle turned(const carom_triangle *t, int turn, bool mirror) {
    carom_triangle out = tri(t->v[turn], t->v[(turn + 1) % 3], t->v[(turn + 2) % 3]);
    if (!mirror) return out;
    return tri(out.v[1], out.v[0], out.v[2]);
}

/* All orders of the vertices and of the triangles. */
static void assert_meet(const carom_triangle *a, const carom_triangle *b, bool expected) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            carom_triangle p = turned(a, i % 3, i > 2), q = turned(b, j % 3, j > 2);
            assert_int_equal(carom_overlap_triangle_triangle(&p, &q), expected);
            assert_int_equal(carom_overlap_triangle_triangle(&q, &p), expected);
        }
}

static void crossing_touching_and_apart(void **state) {
    (void)state;
    carom_triangle a = tri(v3(0, 0, 0), v3(4, 0, 0), v3(0, 4, 0));
    const struct {
        carom_triangle b;
        bool meet;
    } cases[] = {
        {tri(v3(1, 1, -1), v3(1, 1, 1), v3(9, 9, 1)), true},    /* an edge through the face */
        {tri(v3(1, 1, 0), v3(1, 1, 9), v3(2, 1, 9)), true},     /* a vertex on the face */
        {tri(v3(2, 2, 0), v3(9, 9, 1), v3(9, 9, -1)), true},    /* a vertex on an edge */
        {tri(v3(4, 0, 0), v3(9, 1, 1), v3(9, -1, 2)), true},    /* a common vertex */
        {tri(v3(4, 0, 0), v3(0, 4, 0), v3(4, 4, 7)), true},     /* a common edge */
        {tri(v3(1, -1, 0), v3(1, -5, 3), v3(3, -5, 3)), false}, /* beside */
        {tri(v3(3, 3, 0), v3(9, 3, 0), v3(3, 9, 0)), false},    /* coplanar, apart */
        {tri(v3(2, 2, 0), v3(9, 3, 0), v3(3, 9, 0)), true},     /* coplanar, touching */
        {tri(v3(1, 1, 0), v3(2, 1, 0), v3(1, 2, 0)), true},     /* coplanar, within */
        {tri(v3(-9, -9, 0), v3(99, -9, 0), v3(-9, 99, 0)), true},
        {tri(v3(0, 0, 1), v3(4, 0, 1), v3(0, 4, 1)), false},  /* parallel planes */
        {tri(v3(5, 5, -1), v3(5, 5, 1), v3(6, 5, 0)), false}, /* its plane is cut elsewhere */
        {tri(v3(1, 1, -1), v3(1, 1, 1), v3(1, 1, 3)), true},  /* a segment through the face */
        {tri(v3(1, 1, 1), v3(1, 1, 2), v3(1, 1, 3)), false},  /* a segment above */
        {tri(v3(1, 1, 0), v3(1, 1, 0), v3(1, 1, 0)), true},   /* a point on the face */
        {tri(v3(3, 3, 0), v3(3, 3, 0), v3(3, 3, 0)), false},  /* a point beside */
        {tri(v3(-1, 1, 0), v3(9, 1, 0), v3(3, 1, 0)), true},  /* a coplanar segment */
        {tri(v3(-1, -1, 0), v3(9, -1, 0), v3(3, -1, 0)), false},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 3) {
            carom_triangle s = a, b = cases[i].b;
            SCALE(s, ldexp(1, k));
            SCALE(b, ldexp(1, k));
            assert_meet(&s, &b, cases[i].meet);
        }
    assert_meet(&a, &a, true);
}

static void two_triangles_without_area(void **state) {
    (void)state;
    carom_triangle a = tri(v3(0, 0, 0), v3(4, 4, 4), v3(2, 2, 2));
    carom_triangle b = tri(v3(4, 0, 0), v3(0, 4, 4), v3(0, 4, 4));
    carom_triangle p = tri(v3(1, 1, 1), v3(1, 1, 1), v3(1, 1, 1));
    assert_meet(&a, &b, true);
    assert_meet(&a, &p, true);
    assert_meet(&b, &p, false);
    assert_meet(&p, &p, true);
    b.v[0].x = next_number(4, 5);
    assert_meet(&a, &b, true); /* still coplanar: it crosses elsewhere */
    b.v[0] = (carom_vec3){4, nudged(0, 1), 0};
    assert_meet(&a, &b, false);
    p.v[2].x = next_number(1, 2);
    assert_meet(&a, &p, true);
    p.v[0] = p.v[1] = p.v[2];
    assert_meet(&a, &p, false);
}

static void lattice_triangles_agree_with_integers(void **state) {
    (void)state;
    volume_seed = 31;
    int met = 0, total = 30000;
    for (int k = 0; k < total; k++) {
        carom_triangle a, b;
        int flat = k % 5;
        for (int i = 0; i < 3; i++) {
            a.v[i] = lattice_vec(flat == 4 ? 4 : 2);
            b.v[i] = lattice_vec(flat == 4 ? 4 : 2);
            if (flat != 4) continue;
            a.v[i].z = k & 1 ? 1 : a.v[i].x - 2 * a.v[i].y; /* in one plane */
            b.v[i].z = k & 1 ? 1 : b.v[i].x - 2 * b.v[i].y;
        }
        if (flat == 3) a.v[k % 3] = a.v[(k + 1) % 3];
        bool expected = hulls_meet(a.v, 3, b.v, 3);
        carom_vec3 shift = lattice_vec(1000);
        double scale = random_scale();
        met += expected;
        SHIFT(a, shift);
        SHIFT(b, shift);
        SCALE(a, scale);
        SCALE(b, scale);
        for (int i = 0; i < 6; i++) {
            carom_triangle p = turned(&a, i % 3, i > 2), q = turned(&b, (i + k) % 3, k & 1);
            assert_int_equal(carom_overlap_triangle_triangle(&p, &q), expected);
            assert_int_equal(carom_overlap_triangle_triangle(&q, &p), expected);
        }
    }
    assert_true(met > total / 20 && met < total * 3 / 4);
}

/* B stands on A with one vertex, the others above: one ulp up parts them, one down does not. */
static void one_ulp_above_a_face(void **state) {
    (void)state;
    volume_seed = 32;
    int tried = 0;
    for (int k = 0; k < 20000; k++) {
        carom_vec3 o = lattice_vec(40), u = lattice_vec(9), v = lattice_vec(9), n;
        carom_vec3 w[2] = {lattice_vec(9), lattice_vec(9)};
        for (int c = 0; c < 3; c++)
            (&n.x)[c] = (&u.x)[(c + 1) % 3] * (&v.x)[(c + 2) % 3] -
                        (&u.x)[(c + 2) % 3] * (&v.x)[(c + 1) % 3];
        double up[2] = {dot_of(n, w[0]), dot_of(n, w[1])};
        int axis = (int)(random01() * 3);
        if (!(up[0] * up[1] > 0) || (&n.x)[axis] == 0) continue;
        carom_triangle a = tri(step(o, u, -1), step(step(o, u, 1), v, -2), step(o, v, 2));
        carom_triangle b = tri(step(o, w[0], 1), o, step(o, w[1], 1));
        assert_true(carom_overlap_triangle_triangle(&a, &b));
        double away = up[0] * (double)(&n.x)[axis] > 0 ? 1e9 : -1e9;
        (&b.v[1].x)[axis] = nudged((&o.x)[axis], away);
        assert_false(carom_overlap_triangle_triangle(&a, &b));
        assert_false(carom_overlap_triangle_triangle(&b, &a));
        (&b.v[1].x)[axis] = nudged((&o.x)[axis], -away);
        assert_true(carom_overlap_triangle_triangle(&a, &b));
        assert_true(carom_overlap_triangle_triangle(&b, &a));
        tried++;
    }
    assert_true(tried > 5000);
}

/* Two edges cross at the origin and the rest lies on either side of x = 0. */
static void one_ulp_between_edges(void **state) {
    (void)state;
    carom_triangle a = tri(v3(0, -3, 1), v3(0, 3, -1), v3(-5, 1, 2));
    carom_triangle b = tri(v3(0, 2, 2), v3(0, -1, -1), v3(7, 0, 1));
    assert_meet(&a, &b, true);
    for (int i = 0; i < 2; i++) {
        carom_triangle moved = b;
        moved.v[i].x = nudged(0, 1);
        assert_meet(&a, &moved, false);
        moved.v[i].x = nudged(0, -1);
        assert_meet(&a, &moved, true);
    }
}

static void lattice_triangle_against_box(void **state) {
    (void)state;
    volume_seed = 33;
    int met = 0, total = 4000;
    for (int k = 0; k < total; k++) {
        carom_triangle t = {{lattice_vec(4), lattice_vec(4), lattice_vec(4)}};
        carom_aabb box = {lattice_vec(2), lattice_vec(2)};
        if (k % 5 == 0) t.v[k % 3] = t.v[(k + 1) % 3];
        for (int i = 0; i < 3; i++)
            (&box.max.x)[i] = (&box.min.x)[i] + (carom_real)(random_lattice(1) + 1);
        carom_vec3 corners[8];
        box_corners(&box, corners);
        bool expected = hulls_meet(t.v, 3, corners, 8);
        double scale = random_scale();
        met += expected;
        SCALE(t, scale);
        SCALE(box, scale);
        for (int i = 0; i < 6; i++) {
            carom_triangle p = turned(&t, i % 3, i > 2);
            assert_int_equal(carom_overlap_aabb_triangle(&box, &p), expected);
        }
    }
    assert_true(met > total / 20 && met < total * 4 / 5);
}

/* The plane x + y + z = 3 at the corner (1, 1, 1); an edge past the edge x = y = 1. */
static void one_ulp_past_a_corner(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_triangle t = tri(v3(5, -1, -1), v3(-1, 5, -1), v3(-1, -1, 5));
    assert_true(carom_overlap_aabb_triangle(&box, &t));
    for (int i = 0; i < 9; i++) {
        carom_triangle moved = t;
        carom_real *number = &moved.v[0].x + i;
        *number = next_number(*number, 99);
        assert_false(carom_overlap_aabb_triangle(&box, &moved));
        *number = next_number((&t.v[0].x)[i], -99);
        assert_true(carom_overlap_aabb_triangle(&box, &moved));
    }
    t = tri(v3(4, -2, -9), v3(-2, 4, 9), v3(9, 9, 0));
    assert_true(carom_overlap_aabb_triangle(&box, &t));
    t.v[0].x = next_number(4, 5);
    assert_false(carom_overlap_aabb_triangle(&box, &t));
}

static void bad_numbers_meet_nothing(void **state) {
    (void)state;
    carom_triangle a = tri(v3(-3, -3, 0), v3(3, -3, 0), v3(0, 3, 0));
    carom_triangle b = tri(v3(0, -3, -3), v3(0, 3, -3), v3(0, 0, 3));
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    assert_meet(&a, &b, true);
    assert_true(carom_overlap_aabb_triangle(&box, &a));
    FOR_EACH_BAD_NUMBER(a, {
        assert_false(carom_overlap_triangle_triangle(&a, &b));
        assert_false(carom_overlap_triangle_triangle(&b, &a));
        assert_false(carom_overlap_triangle_triangle(&a, &a));
        assert_false(carom_overlap_aabb_triangle(&box, &a));
    });
    FOR_EACH_BAD_NUMBER(box, assert_false(carom_overlap_aabb_triangle(&box, &a)));
    box.min.x = 2;
    assert_false(carom_overlap_aabb_triangle(&box, &a));
    double m = (double)CAROM_REAL_MAX;
    a = tri(v3(-m, -m, 0), v3(m, -m, 0), v3(0, m, 0));
    b = tri(v3(0, -m, -m), v3(0, m, -m), v3(0, 0, m));
    assert_true(carom_overlap_triangle_triangle(&a, &b));
    b = tri(v3(0, -m, 1), v3(0, m, 1), v3(0, 0, m));
    assert_false(carom_overlap_triangle_triangle(&a, &b));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossing_touching_and_apart),
        cmocka_unit_test(two_triangles_without_area),
        cmocka_unit_test(lattice_triangles_agree_with_integers),
        cmocka_unit_test(one_ulp_above_a_face),
        cmocka_unit_test(one_ulp_between_edges),
        cmocka_unit_test(lattice_triangle_against_box),
        cmocka_unit_test(one_ulp_past_a_corner),
        cmocka_unit_test(bad_numbers_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
