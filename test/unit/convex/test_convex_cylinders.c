/* Contact manifolds of two cylinders: ends, sides and rims by hand, names, and what holds for any
 * pair, by the cylinders' own definition. */
#include "common/test_convex_deep.h"

#include "common/test_found_common.h"
#include "common/test_cylinder_common.h"
#include "convex/penetration.h"

#define assert_close(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

static void near_at(double a, double b, double tolerance, int line) {
    if (fabs(a - b) <= tolerance) return;
    print_error("line %d: %.17g is not %.17g within %g\n", line, a, b, tolerance);
    fail();
}

static convex_shape cylinder(vec3 center, vec3 axis, double radius, double half) {
    convex_shape s = deep_make(CONVEX_CYLINDER, center, vec(radius, radius, half));
    if (axis.x != 0.0 || axis.y != 0.0 || axis.z <= 0.0) turn_cylinder(&s, axis);
    return s;
}

static int find_point(const convex_manifold *m, double x, double y, double z) {
    for (int i = 0; i < m->count; i++)
        if (max_abs3(sub3(m->points[i].point_a, vec(x, y, z))) < 1e-9) return i;
    return -1;
}

static void assert_whole(const convex_manifold *m, const convex_shape *a, const convex_shape *b) {
    assert_close(len2(m->normal), 1.0, 1e-14);
    for (int i = 0; i < m->count; i++) {
        const manifold_point *p = &m->points[i];
        if (i > 0) assert_true(p->depth <= m->points[i - 1].depth);
        vec3 gap = sub3(sub3(p->point_a, p->point_b), scale3(m->normal, p->depth));
        assert_close(max_abs3(gap), 0.0, 1e-12);
        assert_close(max2(outside_cylinder(a, p->point_a), outside_cylinder(b, p->point_b)), 0.0,
                     1e-9);
        for (int j = 0; j < i; j++)
            assert_true(p->id != m->points[j].id);
    }
}

static convex_manifold manifold(const convex_shape *a, const convex_shape *b, int capacity) {
    convex_manifold m = found_manifold(a, b, 0.0, capacity);
    assert_whole(&m, a, b);
    return m;
}

static const vec3 up = {0, 0, 1};

/* One over the other: the smaller's rim, at fixed angles. */
static void ends_within_ends(void **state) {
    convex_shape a = cylinder(vec(0, 0, 0), up, 2, 1), b = cylinder(vec(0.5, 0.25, 1.9), up, 1, 1);
    for (int order = 0; order < 2; order++) {
        convex_manifold m = manifold(&a, &b, 0), n = manifold(&a, &b, 8);
        assert_int_equal(m.count, 4);
        assert_int_equal(n.count, 8);
        for (int i = 0; i < 8; i++)
            assert_close(n.points[i].depth, 0.1, 1e-14);
        double z = order ? 0.9 : 1.0;
        assert_true(find_point(&m, 1.5, 0.25, z) >= 0 && find_point(&m, -0.5, 0.25, z) >= 0);
        assert_true(find_point(&m, 0.5, 1.25, z) >= 0 && find_point(&m, 0.5, -0.75, z) >= 0);
        convex_shape swap = a;
        a = b, b = swap;
    }
    convex_shape c = cylinder(vec(0, 0, 0), up, 1, 1), d = cylinder(vec(0, 0, 2), up, 1, 1);
    convex_manifold m = manifold(&c, &d, 4); /* equal and touching */
    assert_int_equal(m.count, 4);
    assert_true(find_point(&m, 1, 0, 1) >= 0 && find_point(&m, 0, -1, 1) >= 0);
    d.center = vec(0.0625, 0, 2); /* nearly equal: drawn in, the same points */
    convex_manifold n = manifold(&c, &d, 4);
    assert_int_equal(n.count, 4);
    for (int i = 0; i < 4; i++) {
        bool known = false;
        for (int j = 0; j < 4; j++)
            known = known || m.points[j].id == n.points[i].id;
        assert_true(known);
    }
}

/* Overhanging: the tips of the lens and its middle from rim to rim. */
static void ends_that_overhang(void **state) {
    convex_shape a = cylinder(vec(0, 0, 0), up, 1, 1), b = cylinder(vec(1, 0, 1.75), up, 1, 1);
    convex_manifold m = manifold(&a, &b, 4), n = manifold(&b, &a, 4);
    assert_int_equal(m.count, 4);
    assert_true(find_point(&m, 0.5, sqrt(0.75), 1) >= 0);
    assert_true(find_point(&m, 0.5, -sqrt(0.75), 1) >= 0);
    assert_true(find_point(&m, 1, 0, 1) >= 0 && find_point(&m, 0, 0, 1) >= 0);
    for (int i = 0; i < 4; i++)
        assert_close(n.points[i].depth, 0.25, 1e-14);
    assert_int_equal(manifold(&a, &b, 8).count, 8);
    b.center = vec(2, 0, 1.75); /* rims that touch in one point */
    assert_true(manifold(&a, &b, 4).count >= 1);
}

/* A cylinder that lies on another's end: the stretch of its side that is over it. */
static void sides_on_ends(void **state) {
    convex_shape a = cylinder(vec(0, 0, 0), up, 1, 1);
    convex_shape rod = cylinder(vec(0.25, 0.5, 1.375), vec(1, 0, 0), 0.5, 3);
    for (int turned = 0; turned < 2; turned++) {
        convex_manifold m = turned ? manifold(&rod, &a, 4) : manifold(&a, &rod, 4);
        double z = turned ? 0.875 : 1.0;
        assert_int_equal(m.count, 2);
        assert_close(m.points[1].depth, 0.125, 1e-12);
        assert_true(find_point(&m, sqrt(0.75), 0.5, z) >= 0);
        assert_true(find_point(&m, -sqrt(0.75), 0.5, z) >= 0);
    }
    rod = cylinder(vec(0.25, 0.5, 1.375), vec(1, 0, 0), 0.5, 0.5);
    convex_manifold m = manifold(&a, &rod, 4);
    assert_int_equal(m.count, 2);
    assert_true(find_point(&m, 0.75, 0.5, 1) >= 0 && find_point(&m, -0.25, 0.5, 1) >= 0);
}

static void sides_and_rims(void **state) {
    convex_shape a = cylinder(vec(0, 0, 0), up, 1, 2);
    convex_shape beside = cylinder(vec(0, 1.5, 1), up, 0.75, 2);
    convex_manifold m = manifold(&a, &beside, 4); /* sides along each other */
    assert_int_equal(m.count, 2);
    assert_close(m.points[1].depth, 0.25, 1e-14);
    assert_true(find_point(&m, 0, 1, 2) >= 0 && find_point(&m, 0, 1, -1) >= 0);
    convex_shape crossed = cylinder(vec(0.5, 1.25, 0.5), vec(1, 0, 0), 0.5, 9);
    m = manifold(&a, &crossed, 4);
    assert_int_equal(m.count, 1);
    assert_close(m.points[0].depth, 0.25, 1e-14);
    assert_true(find_point(&m, 0, 1, 0.5) >= 0);
    /* tilted by a right angle's quarter on the end, on its rim */
    convex_shape tilted = cylinder(vec(0, 0, 0), vec(1, 0, 1), 0.5, 1);
    vec3 down = scale3(vec(-1, 0, -1), sqrt(0.5)), rim = scale3(vec(1, 0, -1), sqrt(0.125));
    tilted.center = sub3(vec(0.25, 0, 1.9375), add3(down, rim));
    m = manifold(&a, &tilted, 4);
    assert_close(m.points[0].depth, 0.0625, 1e-12);
    assert_close(m.points[0].point_b.x, 0.25, 1e-9);
    assert_close(m.points[0].point_b.z, 1.9375, 1e-9);
}

static void without_height_or_radius(void **state) {
    convex_shape a = cylinder(vec(0, 0, 0), up, 1, 1);
    convex_shape coin = cylinder(vec(0.25, 0, 0.875), up, 0.5, 0);
    convex_shape needle = cylinder(vec(0, 0.5, 0.875), vec(1, 0, 0), 0, 2);
    convex_shape dot = cylinder(vec(0.5, 0, 0.75), up, 0, 0);
    assert_close(manifold(&a, &coin, 4).points[0].depth, 0.125, 1e-9);
    assert_close(manifold(&a, &needle, 4).points[0].depth, 0.125, 1e-9);
    assert_close(manifold(&a, &dot, 4).points[0].depth, 0.25, 1e-9);
    assert_true(manifold(&coin, &needle, 4).count >= 1);
    convex_manifold m = manifold(&a, &a, 4);
    assert_true(m.count >= 1);
    assert_close(m.points[0].depth, 2.0, 1e-12);
}

static bool is_same_point(const manifold_point *p, const manifold_point *q) {
    uint32_t low = 0x7fffu, id = p->id;
    uint32_t turned = id & 0x80000000u ? (id & 0xc0000000u) | (id & low) << 15 | (id >> 15 & low)
                                       : id ^ 0x40000000u;
    return q->id == turned && fabs(q->depth - p->depth) < 1e-14 &&
           max_abs3(sub3(p->point_a, q->point_b)) < 1e-14 &&
           max_abs3(sub3(p->point_b, q->point_a)) < 1e-14;
}

/* Upright on another, nearly, over each other by any part; or anyhow. */
static void random_pair(convex_shape *a, convex_shape *b, int i) {
    vec3 axis = deep_direction(), other = i % 3 == 2 ? deep_direction() : axis;
    if (i % 3 == 1) other = mad3(axis, deep_direction(), 0.05);
    *a = cylinder(vec(0, 0, 0), axis, deep_between(0.3, 1), deep_between(0.3, 1));
    *b = cylinder(vec(0, 0, 0), other, deep_between(0.3, 1), deep_between(0.3, 1));
    if (i % 2) b->half.x = b->half.y = a->half.x;
    double far = a->half.z + b->half.z - deep_between(0.0, 0.1);
    if (i % 3 == 2) far = deep_between(0.3, 1.2);
    vec3 aside = cross3(axis, deep_direction());
    b->center = mad3(scale3(axis, far), aside, deep_between(-1.0, 1.0));
}

/* The points lie on both, the first is as deep as the pair, and the pair turned round has the same
 * points under exchanged names. */
static void any_pair(void **state) {
    deep_state = 12;
    int met = 0, several = 0;
    for (int i = 0; i < 1200; i++) {
        convex_shape a, b;
        random_pair(&a, &b, i);
        int capacity = 1 + i % 8;
        convex_manifold m = found_manifold(&a, &b, 0.0, capacity);
        convex_manifold n = found_manifold(&b, &a, 0.0, capacity);
        convex_penetration p = carom_convex_penetration(&a, &b);
        assert_int_equal(m.count, n.count);
        assert_true(m.count <= capacity && (m.count > 0) == p.overlap);
        if (!p.overlap) continue;
        assert_whole(&m, &a, &b);
        met++, several += m.count > 2;
        assert_close(m.points[0].depth, p.depth, 1e-5);
        for (int k = 0; k < m.count && m.count < capacity; k++) {
            bool found = false;
            for (int j = 0; j < n.count; j++)
                found = found || is_same_point(&m.points[k], &n.points[j]);
            assert_true(found);
        }
    }
    assert_true(met > 800 && several > 200);
}

static double area_of(const convex_manifold *m, vec3 n) {
    double area = 0.0;
    for (int i = 0; i < m->count; i++) /* of four points in any order: twice the largest triangle */
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                vec3 u = sub3(m->points[i].point_a, m->points[k].point_a);
                vec3 v = sub3(m->points[j].point_a, m->points[k].point_a);
                area = max2(area, fabs(dot3(cross3(u, v), n)));
            }
    return 0.5 * area;
}

/* Of ends flat on each other four points span a good part of what is shared, by samples of it. */
static void ends_are_spanned(void **state) {
    deep_state = 13;
    for (int i = 0; i < 200; i++) {
        convex_shape a, b;
        random_pair(&a, &b, 3 * i);
        b.center = mad3(scale3(a.axes[2], a.half.z + b.half.z - 0.01), a.axes[0],
                        deep_between(0.0, 0.8 * (a.half.x + b.half.x)));
        convex_manifold m = found_manifold(&a, &b, 0.0, 4);
        int over = 0;
        const int samples = 4000;
        for (int k = 0; k < samples; k++) {
            vec3 p = mad3(scale3(a.axes[0], deep_between(-1, 1)), a.axes[1], deep_between(-1, 1));
            p = mad3(scale3(p, a.half.x), a.axes[2], a.half.z - 0.005);
            over += outside_cylinder(&a, p) <= 0.0 && outside_cylinder(&b, p) <= 0.0;
        }
        double shared = 4.0 * a.half.x * a.half.x * over / samples;
        assert_true(area_of(&m, a.axes[2]) > 0.2 * shared);
    }
}

/* A stack that shakes keeps its points and their names, with a cache and without. */
static void a_shaking_stack(void **state) {
    deep_state = 14;
    for (int round = 0; round < 60; round++) {
        double overhang = round % 2 ? 0.0 : 0.7;
        convex_shape a = cylinder(vec(0, 0, 0), up, 1, 1);
        convex_shape b = cylinder(vec(overhang, 0, 1.95), up, round % 3 ? 1.0 : 0.75, 1);
        convex_manifold first = manifold(&a, &b, 4);
        convex_cache cache = {.count = 0};
        for (int frame = 0; frame < 10; frame++) {
            convex_shape moved = b;
            moved.center = add3(moved.center, deep_cube(1e-3));
            const manifold_options warm = {0.0, 4, &cache};
            convex_manifold next;
            carom_convex_manifold(&a, &moved, &warm, &next);
            assert_int_equal(next.count, first.count);
            for (int i = 0; i < next.count; i++) {
                bool known = false;
                for (int j = 0; j < first.count; j++)
                    known =
                        known ||
                        (first.points[j].id == next.points[i].id &&
                         max_abs3(sub3(first.points[j].point_a, next.points[i].point_a)) < 0.01);
                assert_true(known);
            }
        }
    }
}

static void not_finite(void **state) {
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    convex_shape a = cylinder(vec(0, 0, 0), up, 1, 1);
    for (int i = 0; i < 9; i++) {
        convex_shape b = cylinder(vec(0, 0, 1.5), up, 1, 1);
        if (i % 3 == 0) b.center.x = bad[i / 3];
        if (i % 3 == 1) b.half.x = b.half.y = bad[i / 3];
        if (i % 3 == 2) b.half.z = bad[i / 3];
        convex_manifold m = found_manifold(&a, &b, 0.0, 4);
        for (int k = 0; k < m.count; k++)
            assert_true(finite3(m.points[k].point_a) && finite3(m.normal));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_within_ends),
        cmocka_unit_test(ends_that_overhang),
        cmocka_unit_test(sides_on_ends),
        cmocka_unit_test(sides_and_rims),
        cmocka_unit_test(without_height_or_radius),
        cmocka_unit_test(any_pair),
        cmocka_unit_test(ends_are_spanned),
        cmocka_unit_test(a_shaking_stack),
        cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
