/* Typed functions of two shapes of one kind with the shapes exchanged: the same to the bit, points
 * and parameters exchanged, normals turned round. On a lattice, too, where many answers are equally
 * good, and where shapes touch. */
#include "carom/ccd.h"
#include "carom/classify.h"
#include "carom/intersect.h"
#include "carom/overlap.h"
#include "carom/penetration.h"
#include "common/test_flat_common.h"

#define ROUNDS 6000

/* Coordinates of a lattice in every third round. */
static bool on_lattice;

static carom_vec3 any_vec(void) {
    return on_lattice ? lattice_vec(3) : random_vec(2);
}

static carom_real any_size(void) {
    return on_lattice ? (carom_real)(2 + random_lattice(1)) : (carom_real)random_in(0.1, 2);
}

static void for_rounds(void (*check)(void)) {
    volume_seed = 11;
    for (int round = 0; round < ROUNDS; round++) {
        on_lattice = round % 3 == 2;
        check();
    }
}

static void assert_params_swap(const carom_closest_params *c, const carom_closest_params *d) {
    assert_memory_equal(&c->distance, &d->distance, sizeof c->distance);
    assert_memory_equal(&c->point_a, &d->point_b, sizeof c->point_a);
    assert_memory_equal(&c->point_b, &d->point_a, sizeof c->point_b);
    assert_true(c->t_a == d->t_b && c->t_b == d->t_a);
}

static void check_segments_and_lines(void) {
    const carom_segment s = {any_vec(), any_vec()}, u = {any_vec(), any_vec()};
    const carom_closest_params c = carom_closest_segment_segment(&s, &u),
                               d = carom_closest_segment_segment(&u, &s);
    assert_params_swap(&c, &d);
    const carom_line l = {any_vec(), any_vec()}, m = {any_vec(), any_vec()};
    const carom_closest_params e = carom_closest_line_line(&l, &m),
                               f = carom_closest_line_line(&m, &l);
    assert_params_swap(&e, &f);
}

static void check_triangles(void) {
    const carom_triangle a = tri(any_vec(), any_vec(), any_vec()),
                         b = tri(any_vec(), any_vec(), any_vec());
    const carom_closest_points c = carom_closest_triangle_triangle(&a, &b),
                               d = carom_closest_triangle_triangle(&b, &a);
    assert_memory_equal(&c.distance, &d.distance, sizeof c.distance);
    assert_memory_equal(&c.point_a, &d.point_b, sizeof c.point_a);
    assert_memory_equal(&c.point_b, &d.point_a, sizeof c.point_b);
    const carom_triangle_intersection x = carom_intersect_triangle_triangle(&a, &b),
                                      y = carom_intersect_triangle_triangle(&b, &a);
    assert_true(x.kind == y.kind && same_vec(x.segment.a, y.segment.a) &&
                same_vec(x.segment.b, y.segment.b));
    assert_true((c.distance == 0) == (x.kind != CAROM_INTERSECTION_NONE));
}

static void assert_depths_swap(const carom_penetration *p, const carom_penetration *q) {
    assert_true(p->overlap == q->overlap && p->depth == q->depth);
    assert_int_equal(p->certainty, q->certainty);
    assert_true(opposite_bits(p->normal, q->normal));
    assert_true(same_vec(p->point_a, q->point_b) && same_vec(p->point_b, q->point_a));
}

static carom_aabb any_box(void) {
    const carom_vec3 low = any_vec();
    return (carom_aabb){low, v3((double)(low.x + any_size()), (double)(low.y + any_size()),
                                (double)(low.z + any_size()))};
}

static carom_obb any_turned_box(void) {
    carom_obb out = obb_straight(0, 0, 0, 1, 1, 1);
    const double t = on_lattice ? 0 : random_in(0, 3), c = cos(t), s = sin(t);
    out.center = any_vec();
    out.half_extents = v3((double)any_size(), (double)any_size(), (double)any_size());
    out.axes[0] = v3(c, s * 0.6, s * 0.8);
    out.axes[1] = v3(-s, c * 0.6, c * 0.8);
    out.axes[2] = v3(0, -0.8, 0.6);
    return out;
}

static void check_volumes(void) {
    const carom_sphere x = {any_vec(), any_size()}, y = {any_vec(), any_size()};
    const carom_aabb g = any_box(), h = any_box();
    const carom_obb o = any_turned_box(), w = any_turned_box();
    if (memcmp(&x, &y, sizeof x) != 0) {
        const carom_penetration p = carom_penetration_sphere_sphere(&x, &y),
                                q = carom_penetration_sphere_sphere(&y, &x);
        assert_depths_swap(&p, &q);
    }
    if (memcmp(&g, &h, sizeof g) != 0) {
        const carom_penetration p = carom_penetration_aabb_aabb(&g, &h),
                                q = carom_penetration_aabb_aabb(&h, &g);
        assert_depths_swap(&p, &q);
        const carom_vec3 m = any_vec(), n = any_vec();
        const carom_sweep_hit s = carom_sweep_aabb_aabb(&g, m, &h, n),
                              t = carom_sweep_aabb_aabb(&h, n, &g, m);
        assert_true(s.hit == t.hit && s.initial_overlap == t.initial_overlap);
        assert_true(s.fraction == t.fraction && s.fraction_exit == t.fraction_exit);
        assert_true(same_vec(s.point, t.point) && opposite_bits(s.normal, t.normal));
    }
    if (memcmp(&o, &w, sizeof o) != 0) {
        const carom_penetration p = carom_penetration_obb_obb(&o, &w),
                                q = carom_penetration_obb_obb(&w, &o);
        assert_depths_swap(&p, &q);
    }
    assert_true(carom_overlap_sphere_sphere(&x, &y) == carom_overlap_sphere_sphere(&y, &x));
    assert_true(carom_overlap_aabb_aabb(&g, &h) == carom_overlap_aabb_aabb(&h, &g));
    assert_true(carom_overlap_obb_obb(&o, &w) == carom_overlap_obb_obb(&w, &o));
    const carom_relation r = carom_classify_obb_obb(&o, &w), t = carom_classify_obb_obb(&w, &o);
    assert_true(r == CAROM_CONTAINS || r == CAROM_INSIDE ? t == CAROM_CONTAINS || t == CAROM_INSIDE
                                                         : t == r);
}

static carom_moving_segment any_edge(void) {
    return (carom_moving_segment){{any_vec(), any_vec()}, {any_vec(), any_vec()}};
}

static void check_moving(void) {
    const carom_moving_segment a = any_edge(), b = any_edge();
    const carom_ccd_hit h = carom_sweep_edge_edge(&a, &b), k = carom_sweep_edge_edge(&b, &a);
    assert_true(h.hit == k.hit && h.initial_overlap == k.initial_overlap);
    assert_true(h.fraction == k.fraction && h.t_a == k.t_b && h.t_b == k.t_a);
    assert_true(opposite_bits(h.normal, k.normal));
    if (h.hit) assert_about(apart(h.point, k.point), 0, 1e3 * EPS + 1e-11);
    const carom_sphere p = {any_vec(), any_size()}, q = {any_vec(), any_size()};
    const carom_vec3 m = any_vec(), n = any_vec();
    const carom_sweep_hit s = carom_sweep_sphere_sphere(&p, m, &q, n),
                          t = carom_sweep_sphere_sphere(&q, n, &p, m);
    assert_true(s.hit == t.hit && s.fraction == t.fraction && s.fraction_exit == t.fraction_exit);
    if (memcmp(&p, &q, sizeof p) != 0) assert_true(opposite_bits(s.normal, t.normal));
}

static void check_planes(void) {
    carom_plane p[3];
    for (int i = 0; i < 3; i++)
        p[i] = (carom_plane){any_vec(), on_lattice ? (carom_real)random_lattice(2) : any_size()};
    const carom_plane_intersection x = carom_intersect_plane_plane(&p[0], &p[1]),
                                   y = carom_intersect_plane_plane(&p[1], &p[0]);
    assert_true(x.kind == y.kind && same_vec(x.line.origin, y.line.origin));
    assert_true(opposite_bits(x.line.direction, y.line.direction));
    const carom_planes_point at = carom_intersect_plane_plane_plane(&p[0], &p[1], &p[2]);
    static const int orders[5][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 5; i++) {
        const int *k = orders[i];
        const carom_planes_point other =
            carom_intersect_plane_plane_plane(&p[k[0]], &p[k[1]], &p[k[2]]);
        assert_int_equal(at.kind, other.kind);
        assert_memory_equal(&at.point, &other.point, sizeof at.point);
    }
}

static void typed(void **state) {
    (void)state;
    for_rounds(check_segments_and_lines);
    for_rounds(check_triangles);
    for_rounds(check_volumes);
    for_rounds(check_moving);
    for_rounds(check_planes);
}

/* Zeros of different sign alone tell these triangles apart. */
static void signed_zeros(void **state) {
    (void)state;
    const carom_triangle a = tri(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0));
    carom_triangle b = a;
    b.v[0].x = b.v[2].z = (carom_real)-0.0;
    const carom_closest_points c = carom_closest_triangle_triangle(&a, &b),
                               d = carom_closest_triangle_triangle(&b, &a);
    assert_true(c.distance == 0);
    assert_memory_equal(&c.point_a, &d.point_b, sizeof c.point_a);
    assert_memory_equal(&c.point_b, &d.point_a, sizeof c.point_b);
}

/* What is no number is answered alike in both orders. */
static void invalid(void **state) {
    (void)state;
    const carom_triangle a = tri(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0));
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 3; k++) {
            carom_triangle b = tri(v3(0, 0, 2), v3(1, 0, 2), v3(0, 1, 2));
            (&b.v[0].x)[i] = (carom_real)(k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY);
            const carom_closest_points c = carom_closest_triangle_triangle(&a, &b),
                                       d = carom_closest_triangle_triangle(&b, &a);
            assert_true(c.distance == (carom_real)INFINITY && d.distance == c.distance);
            assert_same(c.point_a, v3(0, 0, 0));
            assert_same(d.point_a, v3(0, 0, 0));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(typed), cmocka_unit_test(signed_zeros),
                                       cmocka_unit_test(invalid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
