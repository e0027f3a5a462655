/* Spheres and capsules under the calls for posed shapes, which know these pairs by themselves: by
 * hand, the same to the bit when the shapes change places, and against the engine, which sees them
 * as grown points and segments. Lattice points make axes that are parallel, that cross or touch,
 * that coincide, and that are points. */
#include "convex/support/convex.h"
#include "pair/pose/convex_view.h"
#include "pair/round/round_pairs.h"
#include "query/closest/kernel_segment_segment.h"
#include "common/test_round_common.h"
#include "pair/round/round_contact.h"
#include "convex/distance/distance.h"
#include "convex/penetration.h"
#include "pair/round/round_kernel.h"

#define NEAR (256 * EPS > 1e-9 ? 256 * EPS : 1e-9)

static void assert_depth(const carom_shape *a, const carom_shape *b, double depth) {
    posed_two p = posed(a, b);
    carom_penetration found = carom_penetrate_posed(&p.a, &p.b);
    carom_closest_any closest = carom_closest_posed(&p.a, &p.b);
    assert_true(found.overlap && carom_overlap_posed(&p.a, &p.b) && closest.distance == 0);
    assert_about((double)found.depth, depth, 8 * EPS);
    assert_about(length_of(found.normal), 1, 8 * EPS);
    assert_same(closest.point_a, closest.point_b);
}

static void degenerate_axes(void **state) {
    (void)state;
    carom_shape x = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 1, false), other;
    assert_depth(&x, &x, 2); /* coincident */
    other = round_shape(v3(2, 0, 0), v3(-2, 0, 0), 1, false);
    assert_depth(&x, &other, 2); /* the other way round */
    other = round_shape(v3(1, 0, 0), v3(5, 0, 0), 0.5, false);
    assert_depth(&x, &other, 1.5); /* in one line, overlapping */
    other = round_shape(v3(2.5, 0, 0), v3(5, 0, 0), 1, false);
    assert_depth(&x, &other, 1.5); /* in one line, end to end */
    other = round_shape(v3(-1, 0, 1.5), v3(3, 0, 1.5), 1, false);
    assert_depth(&x, &other, 0.5); /* parallel, side by side */
    other = round_shape(v3(0, -2, 0), v3(0, 2, 0), 0.5, false);
    assert_depth(&x, &other, 1.5); /* crossing */
    other = round_shape(v3(2, 0, 0), v3(2, 3, 0), 0.5, false);
    assert_depth(&x, &other, 1.5); /* end on end */
    other = round_shape(v3(0, 0, 1), v3(0, 0, 1), 0.5, false);
    assert_depth(&x, &other, 0.5); /* without length */
    assert_depth(&other, &other, 1);
    other = round_shape(v3(0, 0, 0), v3(0, 0, 0), 0.5, true);
    assert_depth(&x, &other, 1.5); /* a sphere on the axis */
    other = round_shape(v3(0, 0, 2), v3(0, 0, 5), 1, false);
    assert_depth(&x, &other, 0); /* touching */
}

static void apart_by_hand(void **state) {
    (void)state;
    carom_shape x = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 1, false),
                y = round_shape(v3(0, -3, 4), v3(0, 1, 4), 0.5, false);
    posed_two p = posed(&x, &y);
    carom_closest_any c = carom_closest_posed(&p.a, &p.b);
    assert_true(c.distance == (carom_real)2.5 && c.lower_bound == c.distance);
    assert_int_equal(c.certainty, CAROM_EXACT);
    assert_same(c.point_a, v3(0, 0, 1));
    assert_same(c.point_b, v3(0, 0, 3.5));
    assert_true(c.t_a == (carom_real)0.5 && c.t_b == (carom_real)0.75);
    y = round_shape(v3(5, 0, 4), v3(9, 0, 9), 2, true);
    p = posed(&x, &y); /* a 3-4-5 triangle, from the end */
    c = carom_closest_posed(&p.b, &p.a);
    assert_about((double)c.distance, 2, 4 * EPS);
    assert_about((double)c.point_b.x, 2.6, 4 * EPS);
    assert_true(c.t_a == 0 && c.t_b == 1);
}

static void assert_swaps(const posed_two *p) {
    carom_closest_any c = carom_closest_posed(&p->a, &p->b), d = carom_closest_posed(&p->b, &p->a);
    assert_true(c.distance == d.distance && c.t_a == d.t_b && c.t_b == d.t_a);
    assert_true(same_vec(c.point_a, d.point_b) && same_vec(c.point_b, d.point_a));
    carom_penetration m = carom_penetrate_posed(&p->a, &p->b),
                      n = carom_penetrate_posed(&p->b, &p->a);
    assert_true(m.overlap == n.overlap && m.depth == n.depth);
    assert_true(opposite_bits(m.normal, n.normal));
    assert_true(same_vec(m.point_a, n.point_b) && same_vec(m.point_b, n.point_a));
    carom_contact_manifold u = {.margin = (carom_real)0.25}, v = u;
    assert_int_equal(carom_contact_posed(&p->a, &p->b, &u), carom_contact_posed(&p->b, &p->a, &v));
    for (int i = 0; i < u.count; i++) {
        assert_true(u.points[i].depth == v.points[i].depth);
        assert_true(same_vec(u.points[i].point_a, v.points[i].point_b) &&
                    same_vec(u.points[i].point_b, v.points[i].point_a));
    }
    assert_true(u.count == 0 || opposite_bits(u.normal, v.normal));
}

static double gap_to(carom_vec3 point, const carom_shape *shape) {
    carom_shape at = {.kind = CAROM_SHAPE_POINT, .as.point = point};
    return (double)carom_closest(&at, carom_pose_identity(), shape, carom_pose_identity()).distance;
}

/* The engine's distance, or minus its depth. */
static double engine_gap(const carom_shape *a, const carom_shape *b) {
    convex_view p = {.buffer = NULL}, q = {.buffer = NULL}; /* of spheres and capsules */
    assert_true(carom_convex_view(&p, a) && carom_convex_view(&q, b));
    convex_distance d = carom_convex_distance(&p.shape, &q.shape, NULL);
    if (d.distance > 0) return d.distance;
    return -carom_convex_penetration(&p.shape, &q.shape).depth;
}

static void assert_answers(const carom_shape *a, const carom_shape *b) {
    posed_two p = posed(a, b);
    double gap = engine_gap(a, b);
    carom_closest_any c = carom_closest_posed(&p.a, &p.b);
    carom_penetration m = carom_penetrate_posed(&p.a, &p.b);
    assert_swaps(&p);
    assert_true(m.overlap == (c.distance == 0) && m.overlap == carom_overlap_posed(&p.a, &p.b));
    assert_about(m.overlap ? -(double)m.depth : (double)c.distance, gap, NEAR);
    assert_true(gap_to(c.point_a, a) <= NEAR && gap_to(c.point_b, b) <= NEAR);
    assert_about(apart(c.point_a, c.point_b), (double)c.distance, NEAR);
    if (!m.overlap) return;
    assert_about(length_of(m.normal), 1, 8 * EPS);
    assert_about(apart(m.point_a, step(m.point_b, m.normal, (double)m.depth)), 0, NEAR);
    /* moved out along the normal they touch */
    carom_shape moved = *b;
    if (b->kind == CAROM_SHAPE_CAPSULE)
        moved.as.capsule.b = step(b->as.capsule.b, m.normal, (double)m.depth);
    moved.as.capsule.a = step(b->as.capsule.a, m.normal, (double)m.depth);
    assert_about(engine_gap(a, &moved), 0, NEAR);
}

static void random_pairs(void **state) {
    (void)state;
    volume_seed = 4711;
    for (int k = 0; k < 4000; k++) {
        carom_shape a = lattice_shape(), b = lattice_shape();
        assert_answers(&a, &b);
        carom_vec3 p = random_vec(2), q = random_vec(2);
        a = round_shape(random_vec(2), random_vec(2), random_in(0.1, 1), random01() < 0.2);
        b = round_shape(p, q, random_in(0.1, 1), false);
        assert_answers(&a, &b);
        b = a; /* nearly parallel to it */
        b.as.capsule.a = step(b.as.capsule.a, random_vec(1), k & 1 ? 1e-3 : 1);
        assert_answers(&a, &b);
    }
}

static void scaled(void **state) {
    (void)state;
    volume_seed = 99;
    for (int k = 0; k < 2000; k++) {
        carom_vec3 v[4];
        double r = random_in(0.1, 1), s = k & 1 ? 0x1p-20 : 0x1p20;
        for (int i = 0; i < 4; i++)
            v[i] = random_vec(2);
        carom_shape a = round_shape(v[0], v[1], r, false), b = round_shape(v[2], v[3], r, false);
        posed_two p = posed(&a, &b);
        for (int i = 0; i < 4; i++)
            v[i] = step(v3(0, 0, 0), v[i], s);
        a = round_shape(v[0], v[1], r * s, false), b = round_shape(v[2], v[3], r * s, false);
        posed_two q = posed(&a, &b);
        carom_closest_any c = carom_closest_posed(&p.a, &p.b), d = carom_closest_posed(&q.a, &q.b);
        assert_true(d.distance == c.distance * (carom_real)s && d.t_a == c.t_a && d.t_b == c.t_b);
        carom_penetration m = carom_penetrate_posed(&p.a, &p.b),
                          n = carom_penetrate_posed(&q.a, &q.b);
        assert_true(n.depth == m.depth * (carom_real)s && same_vec(m.normal, n.normal));
    }
}

/* Axes in planes beside each other, B's in every place: each of the parameters before, on and
 * behind its axis, and the ends between them. */
static void every_clamp(void **state) {
    (void)state;
    bool seen[3][3] = {{false}};
    carom_shape a = round_shape(v3(0, 0, 0), v3(4, 0, 0), 0.5, false);
    for (int k = 0; k < 21 * 21; k++) {
        const double x = k % 21 - 10, y = k / 21 - 10;
        carom_shape b = round_shape(v3(x, y, 3), v3(x + 2, y + 3, 3), 0.25, false);
        const vec3 ends[4] = {vec(0, 0, 0), vec(4, 0, 0), vec(x, y, 3), vec(x + 2, y + 3, 3)};
        const segment_pair right = carom_segment_segment_robust(ends);
        posed_two p = posed(&a, &b);
        carom_closest_any c = carom_closest_posed(&p.a, &p.b);
        assert_about((double)c.distance, sqrt(right.d2) - 0.75, 8 * EPS);
        assert_about((double)c.t_a, right.s, 8 * EPS);
        assert_about((double)c.t_b, right.t, 8 * EPS);
        assert_swaps(&p);
        seen[(c.t_a > 0) + (c.t_a == 1)][(c.t_b > 0) + (c.t_b == 1)] = true;
    }
    for (int k = 0; k < 9; k++)
        assert_true(seen[k / 3][k % 3]);
}

static bool same_closest(const carom_closest_any *c, const carom_closest_any *d) {
    return c->distance == d->distance && c->lower_bound == d->lower_bound && c->t_a == d->t_a &&
           c->t_b == d->t_b && same_vec(c->point_a, d->point_a) &&
           same_vec(c->point_b, d->point_b) && c->certainty == d->certainty;
}

static bool same_depth(const carom_penetration *m, const carom_penetration *n) {
    return m->overlap == n->overlap && m->depth == n->depth && same_vec(m->normal, n->normal) &&
           same_vec(m->point_a, n->point_a) && same_vec(m->point_b, n->point_b);
}

static bool same_contact(const carom_contact_manifold *u, const carom_contact_manifold *v) {
    bool same = u->count == v->count && same_vec(u->normal, v->normal);
    for (int i = 0; same && i < u->count; i++) {
        const carom_contact_point *p = &u->points[i], *q = &v->points[i];
        same = p->depth == q->depth && p->id == q->id && same_vec(p->point_a, q->point_a) &&
               same_vec(p->point_b, q->point_b);
    }
    return same;
}

/* Whatever instructions they are compiled for, and however the call comes to them. */
static void assert_kernels(const carom_shape *a, const carom_shape *b) {
    posed_two p = posed(a, b);
    assert_true(p.a.state & p.b.state & POSED_ROUND);
    carom_closest_any c = carom_round_closest_native(&p.a, &p.b), d = c;
    carom_penetration m = carom_round_penetration_native(&p.a, &p.b), n = m;
    carom_contact_manifold u = {.margin = (carom_real)0.25}, v = u, w = u;
    assert_true(carom_round_contact_native(&p.a, &p.b, &u) && carom_round_contact(&p.a, &p.b, &w));
    v = u;
    assert_true(carom_round_overlap_native(&p.a, &p.b) == m.overlap &&
                carom_round_overlap(a, b) == m.overlap);
    if (SIMD_RUNS_AVX2) {
        assert_true(SIMD_X86_NAME(carom_round_overlap, avx2)(&p.a, &p.b) == m.overlap);
        d = SIMD_X86_NAME(carom_round_closest, avx2)(&p.a, &p.b);
        n = SIMD_X86_NAME(carom_round_penetration, avx2)(&p.a, &p.b);
        v = (carom_contact_manifold){.margin = (carom_real)0.25};
        assert_true(SIMD_X86_NAME(carom_round_contact, avx2)(&p.a, &p.b, &v));
    }
    assert_true(same_closest(&c, &d) && same_depth(&m, &n) && same_contact(&u, &v));
    d = carom_closest(a, carom_pose_identity(), b, carom_pose_identity());
    n = carom_penetrate(a, carom_pose_identity(), b, carom_pose_identity());
    assert_true(same_closest(&c, &d) && same_depth(&m, &n) && same_contact(&u, &w));
}

static void kernels_agree(void **state) {
    (void)state;
    volume_seed = 17;
    for (int k = 0; k < 4000; k++) {
        carom_shape a = round_shape(random_vec(2), random_vec(2), random_in(0.1, 1), false);
        carom_vec3 at = random_vec(2);
        carom_shape b = round_shape(at, random_vec(2), random_in(0.1, 1), false);
        assert_kernels(&a, &b);
        b = a; /* nearly along it */
        b.as.capsule.a = step(b.as.capsule.a, random_vec(1), k & 1 ? 1e-3 : 0.1);
        assert_kernels(&a, &b);
    }
}

/* Both surfaces hold the points, whose distance is the shapes': what is apart by almost nothing is
 * not at distance 0, and what is thinner than the least carom_real neither. */
static void barely_apart(void **state) {
    (void)state;
    carom_shape a = round_shape(v3(-1, 0, 0), v3(1, 0, 0), 0.75, false), b = a;
    const double gap = 0.75 * EPS;
    b = round_shape(v3(0, -1, 1.5 + gap), v3(0, 1, 1.5 + gap), 0.75, false);
    posed_two p = posed(&a, &b);
    bool touch = b.as.capsule.a.z <= (carom_real)1.5;
    assert_true((carom_closest_posed(&p.a, &p.b).distance == 0) == touch);
    assert_true(carom_overlap_posed(&p.a, &p.b) == touch);
    const double thin = sizeof(carom_real) == sizeof(float) ? 0x1p-140 : 0x1p-1060;
    a = round_shape(v3(-1, 0, 0), v3(1, 0, 0), thin, false);
    b = round_shape(v3(0, -1, 1), v3(0, 1, 1), thin, false);
    p = posed(&a, &b);
    assert_true(carom_closest_posed(&p.a, &p.b).distance == 1);
    assert_false(p.a.state & POSED_ROUND);
    b = round_shape(v3(0, -1, 0), v3(0, 1, 0), thin, false);
    p = posed(&a, &b); /* their square is 0 */
    carom_closest_any c = carom_closest_posed(&p.a, &p.b);
    assert_true(c.distance == 0 && same_vec(c.point_a, c.point_b));
    assert_about(length_of(c.point_a), 0, EPS);
}

/* Axes 1e-9 apart: rounding of that says little about the direction, the axes themselves do. */
static void axes_that_nearly_meet(void **state) {
    (void)state;
    const carom_vec3 axis = v3(0, 4.375, 1.75), second = v3(2, -3, 0);
    const carom_pose still = carom_pose_identity();
    carom_shape a = {.kind = CAROM_SHAPE_CAPSULE,
                     .as.capsule = {v3(3, 2.375, 0.75), v3(3, -2, -1), 5}};
    carom_shape point = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(3, 0.5, 0x1p-30, 0)};
    carom_shape b = {.kind = CAROM_SHAPE_CAPSULE,
                     .as.capsule = {v3(2, 2, 0x1p-30), v3(4, -1, 0x1p-30), 1}};
    carom_vec3 n = carom_penetrate(&point, still, &a, still).normal;
    assert_about(dot_of(n, axis), 0, 8 * EPS);
    n = carom_penetrate(&b, still, &a, still).normal;
    assert_about(dot_of(n, axis), 0, 8 * EPS);
    assert_about(dot_of(n, second), 0, 8 * EPS);
    n = carom_penetrate(&a, still, &b, still).normal;
    assert_about(dot_of(n, axis), 0, 8 * EPS);
}

static void invalid_margins(void **state) {
    (void)state;
    carom_shape x = round_shape(v3(-2, 0, 0), v3(2, 0, 0), 1, false);
    posed_two p = posed(&x, &x);
    const double bad[] = {-1, (double)NAN, HUGE_VAL};
    carom_contact_manifold touching = {.margin = 0};
    assert_true(carom_contact_posed(&p.a, &p.b, &touching) > 0);
    for (int i = 0; i < 3; i++) {
        carom_contact_manifold m = {.margin = (carom_real)bad[i], .count = 7};
        assert_int_equal(carom_contact_posed(&p.a, &p.b, &m), touching.count);
        assert_true(m.margin == 0 && same_vec(m.normal, touching.normal));
    }
    p.b.state = 0;
    carom_contact_manifold m = {.count = 7};
    assert_int_equal(carom_contact_posed(&p.a, &p.b, &m), 0);
    assert_true(carom_closest_posed(&p.a, &p.b).distance == (carom_real)HUGE_VAL);
    assert_false(carom_penetrate_posed(&p.b, &p.a).overlap);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(degenerate_axes),       cmocka_unit_test(apart_by_hand),
        cmocka_unit_test(random_pairs),          cmocka_unit_test(scaled),
        cmocka_unit_test(axes_that_nearly_meet), cmocka_unit_test(invalid_margins),
        cmocka_unit_test(kernels_agree),         cmocka_unit_test(barely_apart),
        cmocka_unit_test(every_clamp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
