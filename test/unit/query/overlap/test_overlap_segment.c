/* Segments: exact contact with segments, planes, half-spaces, boxes and triangles. */
#include "common/test_flat_common.h"

static void crossing_touching_and_apart(void **state) {
    (void)state;
    carom_segment a = seg(-2, 0, 0, 2, 0, 0);
    const struct {
        carom_segment b;
        bool meet;
    } cases[] = {
        {seg(0, -1, 0, 0, 1, 0), true},  /* crossing */
        {seg(2, -1, 0, 2, 1, 0), true},  /* at an end */
        {seg(2, 0, 0, 5, 7, -3), true},  /* end to end */
        {seg(1, 0, 0, 9, 0, 0), true},   /* along one line, sharing a part */
        {seg(2, 0, 0, 9, 0, 0), true},   /* sharing a point */
        {seg(3, 0, 0, 9, 0, 0), false},  /* a gap */
        {seg(-9, 0, 0, 9, 0, 0), true},  /* the one in the other */
        {seg(-2, 1, 0, 2, 1, 0), false}, /* parallel */
        {seg(0, -1, 1, 0, 1, 1), false}, /* skew */
        {seg(3, -1, 0, 3, 1, 0), false}, /* coplanar, past the end */
        {seg(1, 0, 0, 1, 0, 0), true},   /* a point on it */
        {seg(2, 0, 0, 2, 0, 0), true},   /* a point at its end */
        {seg(1, 1, 0, 1, 1, 0), false},  /* a point beside it */
        {seg(3, 0, 0, 3, 0, 0), false},  /* a point on its line, past the end */
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 3) {
            carom_segment s = a, b = cases[i].b, back;
            SCALE(s, ldexp(1, k));
            SCALE(b, ldexp(1, k));
            back = (carom_segment){b.b, b.a};
            assert_int_equal(carom_overlap_segment_segment(&s, &b), cases[i].meet);
            assert_int_equal(carom_overlap_segment_segment(&b, &s), cases[i].meet);
            assert_int_equal(carom_overlap_segment_segment(&s, &back), cases[i].meet);
        }
    carom_segment p = seg(1, 2, 3, 1, 2, 3), q = p;
    assert_true(carom_overlap_segment_segment(&p, &q));
    q.b.z = q.a.z = next_number(3, 4);
    assert_false(carom_overlap_segment_segment(&p, &q));
}

/* Crossing at a lattice point; one ulp along the common normal parts them. */
static void one_ulp_parts_segments(void **state) {
    (void)state;
    volume_seed = 3;
    int parted = 0;
    for (int k = 0; k < 20000; k++) {
        carom_vec3 x = lattice_vec(50), u = lattice_vec(9), v = lattice_vec(9);
        int axis = (int)(random01() * 3), i = (axis + 1) % 3, j = (axis + 2) % 3;
        double normal =
            (double)(&u.x)[i] * (double)(&v.x)[j] - (double)(&u.x)[j] * (double)(&v.x)[i];
        carom_segment a = {step(x, u, -1), step(x, u, 2)}, b = {step(x, v, -3), step(x, v, 1)};
        assert_true(carom_overlap_segment_segment(&a, &b));
        if (normal == 0) continue;
        carom_real *number = &(&b.a.x)[axis];
        *number = nudged(*number, random01() < 0.5 ? -1e9 : 1e9);
        assert_false(carom_overlap_segment_segment(&a, &b));
        assert_false(carom_overlap_segment_segment(&b, &a));
        parted++;
    }
    assert_true(parted > 10000);
}

static void lattice_segments_agree_with_integers(void **state) {
    (void)state;
    volume_seed = 11;
    int met = 0, total = 60000;
    for (int k = 0; k < total; k++) {
        carom_segment a = {lattice_vec(2), lattice_vec(2)}, b = {lattice_vec(2), lattice_vec(2)};
        bool expected = hulls_meet(&a.a, 2, &b.a, 2);
        double scale = random_scale();
        met += expected;
        SCALE(a, scale);
        SCALE(b, scale);
        assert_int_equal(carom_overlap_segment_segment(&a, &b), expected);
        assert_int_equal(carom_overlap_segment_segment(&b, &a), expected);
    }
    assert_true(met > total / 100 && met < total / 2);
}

static void lattice_segment_against_triangle(void **state) {
    (void)state;
    volume_seed = 12;
    int met = 0, total = 60000;
    for (int k = 0; k < total; k++) {
        carom_segment s = {lattice_vec(2), lattice_vec(2)}, back;
        carom_triangle t = {{lattice_vec(2), lattice_vec(2), lattice_vec(2)}};
        if (k % 3 == 0) t.v[k / 3 % 3] = t.v[(k / 3 + 1) % 3]; /* a segment, at times a point */
        bool expected = hulls_meet(&s.a, 2, t.v, 3);
        carom_vec3 shift = lattice_vec(1000);
        double scale = random_scale();
        met += expected;
        SHIFT(s, shift);
        SHIFT(t, shift);
        SCALE(s, scale);
        SCALE(t, scale);
        back = (carom_segment){s.b, s.a};
        for (int turn = 0; turn < 3; turn++) {
            carom_triangle p = tri(t.v[turn], t.v[(turn + 1) % 3], t.v[(turn + 2) % 3]);
            carom_triangle q = tri(p.v[0], p.v[2], p.v[1]);
            assert_int_equal(carom_overlap_segment_triangle(&s, &p), expected);
            assert_int_equal(carom_overlap_segment_triangle(&back, &q), expected);
        }
    }
    assert_true(met > total / 50 && met < total / 2);
}

/* The segment ends on the plane of the triangle, within it; one ulp back and it does not reach. */
static void one_ulp_short_of_a_triangle(void **state) {
    (void)state;
    volume_seed = 13;
    int tried = 0;
    for (int k = 0; k < 20000; k++) {
        carom_vec3 o = lattice_vec(40), u = lattice_vec(9), v = lattice_vec(9), w = lattice_vec(9);
        carom_triangle t = tri(step(o, u, -1), step(step(o, u, 1), v, -2), step(o, v, 2));
        int axis = (int)(random01() * 3), i = (axis + 1) % 3, j = (axis + 2) % 3;
        carom_vec3 n;
        for (int c = 0; c < 3; c++)
            (&n.x)[c] = (&u.x)[(c + 1) % 3] * (&v.x)[(c + 2) % 3] -
                        (&u.x)[(c + 2) % 3] * (&v.x)[(c + 1) % 3];
        double side = dot_of(n, w);
        if ((&n.x)[axis] == 0 || side == 0 || i == j) continue;
        carom_segment s = {step(o, w, 1), o}; /* o = (a + b + c) / 3 weighted: inside */
        assert_true(carom_overlap_segment_triangle(&s, &t));
        double back = side * (double)(&n.x)[axis] > 0 ? 1e9 : -1e9;
        (&s.b.x)[axis] = nudged((&o.x)[axis], back);
        assert_false(carom_overlap_segment_triangle(&s, &t));
        (&s.b.x)[axis] = nudged((&o.x)[axis], -back);
        assert_true(carom_overlap_segment_triangle(&s, &t));
        tried++;
    }
    assert_true(tried > 10000);
}

static void lattice_segment_against_box_and_planes(void **state) {
    (void)state;
    volume_seed = 14;
    int met = 0, total = 20000;
    for (int k = 0; k < total; k++) {
        carom_segment s = {lattice_vec(4), lattice_vec(4)};
        carom_aabb box = {lattice_vec(2), lattice_vec(2)};
        for (int i = 0; i < 3; i++)
            (&box.max.x)[i] = (&box.min.x)[i] + (carom_real)(random_lattice(1) + 1);
        carom_vec3 corners[8];
        box_corners(&box, corners);
        bool expected = hulls_meet(&s.a, 2, corners, 8);
        carom_plane plane = {lattice_vec(3), (carom_real)random_lattice(6)};
        carom_halfspace half = {plane.normal, plane.offset};
        double from = dot_of(plane.normal, s.a) - (double)plane.offset;
        double to = dot_of(plane.normal, s.b) - (double)plane.offset, scale = random_scale();
        bool valid = length_of(plane.normal) > 0;
        met += expected;
        SCALE(s, scale);
        SCALE(box, scale);
        plane.offset = half.offset = (carom_real)((double)plane.offset * scale);
        assert_int_equal(carom_overlap_segment_aabb(&s, &box), expected);
        assert_int_equal(carom_overlap_segment_plane(&s, &plane), valid && from * to <= 0);
        assert_int_equal(carom_overlap_segment_halfspace(&s, &half),
                         valid && (from <= 0 || to <= 0));
    }
    assert_true(met > total / 50 && met < total * 3 / 4);
}

/* Past the box's edge at x = y = 1 on the line x + y = 2. */
static void one_ulp_past_an_edge(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_segment s = seg(-3, 5, 0, 5, -3, 0);
    assert_true(carom_overlap_segment_aabb(&s, &box));
    s.a.y = next_number(5, 6);
    assert_false(carom_overlap_segment_aabb(&s, &box));
    s.a.y = next_number(5, 4);
    assert_true(carom_overlap_segment_aabb(&s, &box));
    carom_plane plane = {v3(3, 4, 0), 25};
    carom_halfspace half = {v3(-3, -4, 0), -25};
    s = seg(0, 0, 0, 3, 4, 9);
    assert_true(carom_overlap_segment_plane(&s, &plane));
    assert_true(carom_overlap_segment_halfspace(&s, &half));
    s.b.y = next_number(4, 3);
    assert_false(carom_overlap_segment_plane(&s, &plane));
    assert_false(carom_overlap_segment_halfspace(&s, &half));
}

static void bad_numbers_meet_nothing(void **state) {
    (void)state;
    carom_segment a = seg(-2, 0, 0, 2, 0, 0), b = seg(0, -2, 0, 0, 2, 0);
    carom_triangle t = tri(v3(0, -3, -3), v3(0, 3, -3), v3(0, 0, 3));
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_plane plane = {v3(1, 0, 0), 0};
    carom_halfspace half = {v3(1, 0, 0), 0};
    assert_true(carom_overlap_segment_segment(&a, &b) && carom_overlap_segment_triangle(&a, &t) &&
                carom_overlap_segment_aabb(&a, &box) && carom_overlap_segment_plane(&a, &plane) &&
                carom_overlap_segment_halfspace(&a, &half));
    FOR_EACH_BAD_NUMBER(a, {
        assert_false(carom_overlap_segment_segment(&a, &b));
        assert_false(carom_overlap_segment_segment(&b, &a));
        assert_false(carom_overlap_segment_segment(&a, &a));
        assert_false(carom_overlap_segment_triangle(&a, &t));
        assert_false(carom_overlap_segment_aabb(&a, &box));
        assert_false(carom_overlap_segment_plane(&a, &plane));
        assert_false(carom_overlap_segment_halfspace(&a, &half));
    });
    FOR_EACH_BAD_NUMBER(t, assert_false(carom_overlap_segment_triangle(&a, &t)));
    FOR_EACH_BAD_NUMBER(box, assert_false(carom_overlap_segment_aabb(&a, &box)));
    FOR_EACH_BAD_NUMBER(plane, assert_false(carom_overlap_segment_plane(&a, &plane)));
    FOR_EACH_BAD_NUMBER(half, assert_false(carom_overlap_segment_halfspace(&a, &half)));
    plane.normal.x = half.normal.x = 0;
    assert_false(carom_overlap_segment_plane(&a, &plane));
    assert_false(carom_overlap_segment_halfspace(&a, &half));
    box.min.y = 2;
    assert_false(carom_overlap_segment_aabb(&a, &box));
}

static void the_largest_numbers(void **state) {
    (void)state;
    double m = (double)CAROM_REAL_MAX;
    carom_segment a = seg(-m, 0, 0, m, 0, 0), b = seg(0, -m, 0, 0, m, 0),
                  c = seg(0, -m, 1, 0, m, 1);
    carom_triangle t = tri(v3(0, -m, -m), v3(0, m, -m), v3(0, 0, m));
    carom_aabb box = aabb(-m, -m, -m, m, m, m);
    assert_true(carom_overlap_segment_segment(&a, &b));
    assert_false(carom_overlap_segment_segment(&a, &c));
    assert_true(carom_overlap_segment_triangle(&a, &t));
    assert_true(carom_overlap_segment_aabb(&a, &box));
    a.a.x = 1;
    assert_false(carom_overlap_segment_triangle(&a, &t));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossing_touching_and_apart),
        cmocka_unit_test(one_ulp_parts_segments),
        cmocka_unit_test(lattice_segments_agree_with_integers),
        cmocka_unit_test(lattice_segment_against_triangle),
        cmocka_unit_test(one_ulp_short_of_a_triangle),
        cmocka_unit_test(lattice_segment_against_box_and_planes),
        cmocka_unit_test(one_ulp_past_an_edge),
        cmocka_unit_test(bad_numbers_meet_nothing),
        cmocka_unit_test(the_largest_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
