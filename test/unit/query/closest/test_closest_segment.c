/* Segments against segments, triangles and boxes: hand-made cases, exact contact on lattices, and
 * the certificate of test_flat_common.h for what is apart. */
#include "common/test_flat_common.h"

#include <float.h>

/* Both points lie on the shapes, the parameter says where, and nothing is nearer. */
static void assert_params(const carom_segment *s, const carom_vec3 *other, int count,
                          const carom_closest_params *c) {
    double size = length_of(s->a) + length_of(s->b);
    assert_true(c->t_a >= 0 && c->t_a <= 1);
    assert_true(apart(c->point_a, step(s->a, step(s->b, s->a, -1), (double)c->t_a)) <=
                8 * EPS * size);
    assert_nearest(&s->a, 2, other, count, (double)c->distance, c->point_a, c->point_b);
    if (c->distance == 0) assert_same(c->point_a, c->point_b);
}

static void assert_segments(const carom_segment *a, const carom_segment *b) {
    carom_closest_params c = carom_closest_segment_segment(a, b);
    carom_closest_params d = carom_closest_segment_segment(b, a);
    double size = length_of(a->a) + length_of(a->b) + length_of(b->a) + length_of(b->b);
    assert_params(a, &b->a, 2, &c);
    assert_params(b, &a->a, 2, &d);
    assert_true(c.t_b >= 0 && c.t_b <= 1);
    assert_true(apart(c.point_b, step(b->a, step(b->b, b->a, -1), (double)c.t_b)) <=
                8 * EPS * size);
    assert_about((double)c.distance, (double)d.distance, 8 * EPS * size);
}

static void two_segments(void **state) {
    (void)state;
    const struct {
        carom_segment a, b;
        double distance;
    } cases[] = {
        {seg(-4, 0, 0, 4, 0, 0), seg(1, -9, 5, 1, 3, 5), 5}, /* skew */
        {seg(-4, 0, 0, 4, 0, 0), seg(7, 4, 0, 9, 9, 0), 5},  /* end to end */
        {seg(-4, 0, 0, 4, 0, 0), seg(2, 3, 0, 2, 9, 0), 3},  /* end to inside */
        {seg(-4, 0, 0, 4, 0, 0), seg(-9, 3, 4, 9, 3, 4), 5}, /* parallel, side by side */
        {seg(-4, 0, 0, 4, 0, 0), seg(7, 0, 4, 19, 0, 4), 5}, /* parallel, past the end */
        {seg(-4, 0, 0, 4, 0, 0), seg(6, 0, 0, 9, 0, 0), 2},  /* on one line */
        {seg(-4, 0, 0, 4, 0, 0), seg(3, 0, 0, 9, 0, 0), 0},  /* on one line, sharing a part */
        {seg(-4, 0, 0, 4, 0, 0), seg(0, -1, 0, 0, 5, 0), 0}, /* crossing */
        {seg(-4, 0, 0, 4, 0, 0), seg(4, 0, 0, 5, 5, 5), 0},  /* at an end */
        {seg(-4, 0, 0, 4, 0, 0), seg(6, 3, 6, 6, 3, 6), 7},  /* a point */
        {seg(1, 2, 3, 1, 2, 3), seg(3, 5, 9, 3, 5, 9), 7},   /* two points */
        {seg(1, 2, 3, 1, 2, 3), seg(1, 2, 3, 1, 2, 3), 0},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 9) {
            carom_segment a = cases[i].a, b = cases[i].b, back;
            SCALE(a, ldexp(1, k));
            SCALE(b, ldexp(1, k));
            back = (carom_segment){b.b, b.a};
            carom_closest_params c = carom_closest_segment_segment(&a, &b);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_segments(&a, &b);
            assert_segments(&a, &back);
        }
}

static void random_segments(void **state) {
    (void)state;
    volume_seed = 80;
    for (int k = 0; k < 30000; k++) {
        carom_segment a = {random_vec(1), random_vec(1)}, b = {random_vec(1), random_vec(1)};
        carom_vec3 d = step(a.b, a.a, -1);
        if (k % 5 == 1) b.b = step(b.a, d, random_in(-2, 2)); /* parallel, but for rounding */
        if (k % 5 == 2) b.b = step(step(b.a, d, random_in(-2, 2)), random_vec(1), 1e-4);
        if (k % 5 == 3) b.a = step(a.a, d, random_in(-1, 2));
        if (k % 5 == 4) b.b = step(b.a, random_vec(1), 1e-6);
        assert_segments(&a, &b);
    }
}

static void lattice_segments_touch_exactly(void **state) {
    (void)state;
    volume_seed = 81;
    for (int k = 0; k < 40000; k++) {
        carom_segment a = {lattice_vec(2), lattice_vec(2)}, b = {lattice_vec(2), lattice_vec(2)};
        bool meet = hulls_meet(&a.a, 2, &b.a, 2);
        double scale = random_scale();
        SCALE(a, scale);
        SCALE(b, scale);
        assert_int_equal(carom_closest_segment_segment(&a, &b).distance == 0, meet);
        assert_segments(&a, &b);
    }
}

static void segment_and_triangle(void **state) {
    (void)state;
    carom_triangle t = tri(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    const struct {
        carom_segment s;
        double distance, t;
    } cases[] = {
        {seg(1, 1, 3, 2, 2, 9), 3, 0},      {seg(2, 2, 9, 1, 1, 3), 3, 1},
        {seg(2, 2, 4, 2, 2, -4), 0, 0.5},   {seg(2, -3, 4, 2, -9, 4), 5, 0},
        {seg(11, -4, 0, 11, 4, 0), 3, 0.5}, {seg(9, 1, 1, 1, 9, 1), sqrt(3), -1},
        {seg(1, 1, 0, 2, 2, 0), 0, -1},     {seg(8, 0, 0, 9, 0, 0), 0, 0},
        {seg(-2, -3, 6, -2, -3, 6), 7, -1},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int turn = 0; turn < 3; turn++) {
            carom_triangle r = tri(t.v[turn], t.v[(turn + 1) % 3], t.v[(turn + 2) % 3]);
            carom_closest_params c = carom_closest_segment_triangle(&cases[i].s, &r);
            assert_about((double)c.distance, cases[i].distance, 4 * EPS);
            if (cases[i].t >= 0) assert_about((double)c.t_a, cases[i].t, 8 * EPS);
            assert_true(c.t_b == 0);
            assert_params(&cases[i].s, r.v, 3, &c);
        }
}

static void random_segments_and_triangles(void **state) {
    (void)state;
    volume_seed = 82;
    int met = 0;
    for (int k = 0; k < 30000; k++) {
        bool lattice = k & 1;
        carom_segment s = {lattice ? lattice_vec(2) : random_vec(2),
                           lattice ? lattice_vec(2) : random_vec(2)};
        carom_triangle t;
        for (int i = 0; i < 3; i++)
            t.v[i] = lattice ? lattice_vec(2) : random_vec(1);
        if (k % 8 == 2) t.v[2] = step(t.v[0], step(t.v[1], t.v[0], -1), random_in(-1, 2));
        if (k % 8 == 5) t.v[k % 3] = t.v[(k + 1) % 3];
        bool meet = lattice ? hulls_meet(&s.a, 2, t.v, 3) : carom_overlap_segment_triangle(&s, &t);
        carom_closest_params c = carom_closest_segment_triangle(&s, &t);
        assert_int_equal(c.distance == 0, meet);
        assert_params(&s, t.v, 3, &c);
        assert_true((double)carom_closest_point_triangle(c.point_b, &t).distance < 256 * EPS);
        met += meet;
    }
    assert_true(met > 1000 && met < 20000);
}

static void random_segments_and_boxes(void **state) {
    (void)state;
    volume_seed = 83;
    int met = 0;
    for (int k = 0; k < 10000; k++) {
        bool lattice = k & 1;
        carom_segment s = {lattice ? lattice_vec(4) : random_vec(3),
                           lattice ? lattice_vec(4) : random_vec(3)};
        carom_aabb box = {.min = lattice ? lattice_vec(2) : random_vec(1)};
        for (int i = 0; i < 3; i++)
            (&box.max.x)[i] = (carom_real)((double)(&box.min.x)[i] +
                                           (lattice ? random_lattice(1) + 1 : random01()));
        carom_vec3 corners[8];
        box_corners(&box, corners);
        bool meet =
            lattice ? hulls_meet(&s.a, 2, corners, 8) : carom_overlap_segment_aabb(&s, &box);
        carom_closest_params c = carom_closest_segment_aabb(&s, &box);
        assert_int_equal(c.distance == 0, meet);
        assert_true(c.t_b == 0);
        assert_params(&s, corners, 8, &c);
        assert_true((double)carom_closest_point_aabb(c.point_b, &box).distance < 256 * EPS);
        met += meet;
    }
    assert_true(met > 200 && met < 8000);
}

static void segment_and_box(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -2, -3, 1, 2, 3);
    carom_segment s = seg(0, 5, -9, 0, 5, 9);
    assert_true(carom_closest_segment_aabb(&s, &box).distance == 3);
    s = seg(4, 6, 0, 4, 9, 0);
    carom_closest_params c = carom_closest_segment_aabb(&s, &box);
    assert_true(c.distance == 5 && c.t_a == 0);
    assert_same(c.point_b, v3(1, 2, 0));
    s = seg(-5, 0, 0, 3, 0, 0); /* enters at -1 */
    c = carom_closest_segment_aabb(&s, &box);
    assert_true(c.distance == 0 && c.t_a == (carom_real)0.5);
    assert_same(c.point_a, v3(-1, 0, 0));
    s = seg(0, 1, 2, 0, 1, 2);
    assert_true(carom_closest_segment_aabb(&s, &box).distance == 0);
    box = aabb(1, 1, 1, 1, 1, 1);
    s = seg(3, 4, 7, 9, 9, 9);
    assert_true(carom_closest_segment_aabb(&s, &box).distance == 7);
    box.min.x = 2;
    assert_true(carom_closest_segment_aabb(&s, &box).distance == HUGE_VAL);
}

static void assert_nothing(carom_closest_params c) {
    assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
    assert_true(c.t_a == 0 && c.t_b == 0);
}

/* The least of the distances of both ends from the box and of the segment from its twelve edges, in
 * the order in which the function has them. */
static carom_closest_params nearest_part(const carom_segment *s, const carom_aabb *box) {
    carom_closest_params best = {.distance = (carom_real)HUGE_VAL};
    const carom_vec3 corner[2] = {box->min, box->max};
    for (int i = 0; i < 2; i++) {
        const carom_closest_points at = carom_closest_point_aabb(i ? s->b : s->a, box);
        if (at.distance < best.distance)
            best = (carom_closest_params){at.distance, at.point_a, at.point_b, (carom_real)i, 0};
    }
    for (int i = 0; i < 12; i++) {
        const int y = i & 1, z = i >> 1 & 1;
        carom_segment edge = {v3(corner[0].x, corner[y].y, corner[z].z),
                              v3(corner[1].x, corner[y].y, corner[z].z)};
        if (i / 4 == 1)
            edge = (carom_segment){v3(corner[y].x, corner[0].y, corner[z].z),
                                   v3(corner[y].x, corner[1].y, corner[z].z)};
        if (i / 4 == 2)
            edge = (carom_segment){v3(corner[y].x, corner[z].y, corner[0].z),
                                   v3(corner[y].x, corner[z].y, corner[1].z)};
        const carom_closest_params at = carom_closest_segment_segment(s, &edge);
        if (at.distance < best.distance) best = at;
    }
    return best;
}

/* Edges that are left out are farther off: the distance is that of all parts, at every size and
 * down to contact. */
static void no_nearer_edge_is_left_out(void **state) {
    (void)state;
    int apart_count = 0;
    for (int i = 0; i < 20000; i++) {
        const double scale = ldexp(1, i % 7 * 20 - 60), near = ldexp(1, -(i % 24));
        carom_segment s = {random_vec(1), random_vec(1)};
        carom_aabb box = {.min = random_vec(1)};
        box.max = step(box.min, v3(1, 1, 1), 0.25 + near * fabs((double)random_vec(1).x));
        if (i % 3 == 0) s.b.z = s.a.z;
        if (i % 5 == 0) s.b = v3(s.b.x, s.a.y, s.a.z);
        if (i % 2) { /* next to the nearest points, a little off */
            const carom_closest_params c = carom_closest_segment_aabb(&s, &box);
            const carom_vec3 by = step(c.point_b, c.point_a, 1 - near);
            s.a = step(s.a,
                       v3(s.a.x + c.point_b.x - by.x, s.a.y + c.point_b.y - by.y,
                          s.a.z + c.point_b.z - by.z),
                       1);
        }
        const carom_vec3 origin = v3(0, 0, 0);
        s = (carom_segment){step(origin, s.a, scale), step(origin, s.b, scale)};
        box = (carom_aabb){step(origin, box.min, scale), step(origin, box.max, scale)};
        const carom_closest_params c = carom_closest_segment_aabb(&s, &box);
        if (c.distance == 0) continue;
        const carom_closest_params all = nearest_part(&s, &box);
        assert_true(fabs((double)c.distance - (double)all.distance) <=
                    2 * EPS * (double)all.distance + 8 * DBL_EPSILON * scale);
        apart_count++;
    }
    assert_true(apart_count > 8000);
}

static void bad_numbers(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        carom_segment s = seg(-2, 0, 0, 2, 0, 0), q = seg(0, -2, far * 5, 0, 2, far * 5);
        carom_triangle t = tri(v3(0, -3, -3 + far * 9), v3(0, 3, -3 + far * 9), v3(0, 0, 15));
        carom_aabb box = aabb(-1, -1, -1 + far * 5, 1, 1, 9);
        FOR_EACH_BAD_NUMBER(s, {
            assert_nothing(carom_closest_segment_segment(&s, &q));
            assert_nothing(carom_closest_segment_segment(&q, &s));
            assert_nothing(carom_closest_segment_triangle(&s, &t));
            assert_nothing(carom_closest_segment_aabb(&s, &box));
        });
        FOR_EACH_BAD_NUMBER(t, assert_nothing(carom_closest_segment_triangle(&s, &t)));
        FOR_EACH_BAD_NUMBER(box, assert_nothing(carom_closest_segment_aabb(&s, &box)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_segments),
        cmocka_unit_test(random_segments),
        cmocka_unit_test(lattice_segments_touch_exactly),
        cmocka_unit_test(segment_and_triangle),
        cmocka_unit_test(random_segments_and_triangles),
        cmocka_unit_test(segment_and_box),
        cmocka_unit_test(random_segments_and_boxes),
        cmocka_unit_test(no_nearer_edge_is_left_out),
        cmocka_unit_test(bad_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
