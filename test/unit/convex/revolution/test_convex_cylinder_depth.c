/* The least depth of two cylinders in closed form: by hand for each kind of contact, against all
 * directions of a dense sampling and against the search, and what is left to that. */
#include "common/test_convex_common.h"

#include "convex/revolution/cylinder_depth.h"
#include "convex/revolution/revolution.h"
#include "common/test_cylinder_common.h"
#include "convex/sweep.h"

static const double tiny = 1e-14;

static convex_shape standing(vec3 center, double radius, double half) {
    return straight(CONVEX_CYLINDER, center, vec(radius, radius, half));
}

static convex_shape lying(vec3 center, vec3 axis, double radius, double half) {
    convex_shape s = standing(center, radius, half);
    turn_cylinder(&s, axis);
    return s;
}

static double reach_of_pair(const convex_shape *a, const convex_shape *b, vec3 n) {
    return support_value(a, n) + support_value(b, neg3(n));
}

static bool depth_of(const convex_shape *a, const convex_shape *b, cylinder_depth *out) {
    return carom_cylinder_depth(box_view_of(a), box_view_of(b), out);
}

/* Points that realise the depth, on the cylinders, and a unit normal along which it is reached. */
static void assert_depth_is_whole(const convex_shape *a, const convex_shape *b,
                                  const cylinder_depth *d) {
    double near = 64.0 * tiny * d->size;
    vec3 gap = sub3(sub3(d->point_a, d->point_b), scale3(d->normal, d->depth));
    assert_true(d->depth > 0.0 && d->lower >= 0.0 && d->lower <= d->depth);
    assert_true(d->depth - d->lower <= near);
    assert_true(fabs(len2(d->normal) - 1.0) < 64.0 * tiny);
    assert_true(max_abs3(gap) <= near);
    assert_true(fabs(outside_cylinder(a, d->point_a)) <= near);
    assert_true(fabs(outside_cylinder(b, d->point_b)) <= near);
    assert_true(fabs(reach_of_pair(a, b, d->normal) - d->depth) <= near);
}

static cylinder_depth checked_depth(const convex_shape *a, const convex_shape *b) {
    cylinder_depth d, e;
    assert_true(depth_of(a, b, &d));
    assert_true(depth_of(b, a, &e));
    assert_depth_is_whole(a, b, &d);
    assert_depth_is_whole(b, a, &e);
    assert_true(fabs(d.depth - e.depth) <= 64.0 * tiny * d.size);
    return d;
}

static void assert_vec(vec3 v, double x, double y, double z) {
    assert_true(max_abs3(sub3(v, vec(x, y, z))) <= 1e-12);
}

/* Parallel axes: a disc over a disc, whole, over its rim, and of the same place and size. */
static void ends_of_parallel_cylinders(void **state) {
    convex_shape a = standing(vec(0, 0, 0), 2, 1), b = standing(vec(0.5, 0, 1.875), 1, 1);
    cylinder_depth d = checked_depth(&a, &b);
    assert_true(d.depth == 0.125);
    assert_vec(d.normal, 0, 0, 1);
    assert_vec(d.point_a, 0.5, 0, 1);
    b.center = vec(2.5, 0, 1.875); /* they share what is between 1.5 and 2 */
    d = checked_depth(&a, &b);
    assert_vec(d.point_b, 1.75, 0, 0.875);
    b = standing(vec(0, 0, -1.75), 2, 1);
    d = checked_depth(&a, &b);
    assert_true(d.depth == 0.25);
    assert_vec(d.normal, 0, 0, -1);
    assert_vec(d.point_a, 0, 0, -1);
}

/* Tilted: the lowest point of the rim, on the side to which it leans. */
static void rim_in_end(void **state) {
    convex_shape a = standing(vec(0, 0, 0), 2, 1), b = lying(vec(0, 0, 0), vec(3, 0, 4), 0.5, 1);
    /* the deepest point from the middle: 1 along (-0.6, -0.8) and 0.5 along (0.8, -0.6) */
    b.center = vec(0.25, 0.5, 2.0);
    cylinder_depth d = checked_depth(&a, &b);
    assert_true(fabs(d.depth - 0.1) < 1e-14);
    assert_vec(d.normal, 0, 0, 1);
    assert_vec(d.point_b, 0.05, 0.5, 0.9);
    d = checked_depth(&b, &a);
    assert_vec(d.normal, 0, 0, -1);
    assert_vec(d.point_a, 0.05, 0.5, 0.9);
}

static void side_across_side(void **state) {
    convex_shape a = standing(vec(0, 0, 0), 1, 2);
    convex_shape b = lying(vec(0.5, 1.375, 0.25), vec(1, 0, 0), 0.5, 2);
    cylinder_depth d = checked_depth(&a, &b);
    assert_true(fabs(d.depth - 0.125) < 1e-15);
    assert_vec(d.normal, 0, 1, 0);
    assert_vec(d.point_a, 0, 1, 0.25);
    assert_vec(d.point_b, 0, 0.875, 0.25);
}

/* An end against the side, its axis square to it: the end's middle line; and a tilted one's rim. */
static void rim_in_side(void **state) {
    convex_shape a = standing(vec(0, 0, 0), 1, 2);
    convex_shape b = lying(vec(1.875, 0, 0.5), vec(1, 0, 0), 0.5, 1);
    cylinder_depth d;
    b.center.z = 0.5;
    if (depth_of(&a, &b, &d)) assert_depth_is_whole(&a, &b, &d);
    /* the rim's nearest point, 1 along (-0.8, 0.6) and 0.5 along (-0.6, -0.8), faces the axis */
    b = lying(vec(2.0, 0, 0.5), vec(4, 0, -3), 0.5, 1);
    d = checked_depth(&a, &b);
    assert_true(fabs(d.depth - 0.1) < 1e-14);
    assert_vec(d.normal, 1, 0, 0);
    assert_vec(d.point_b, 0.9, 0, 0.7);
    assert_vec(d.point_a, 1, 0, 0.7);
}

/* Unit vectors evenly over the sphere; a depth is no more than any of the reaches. */
static void assert_least_of_sampled(const convex_shape *a, const convex_shape *b,
                                    const cylinder_depth *d) {
    const int count = 2000;
    for (int i = 0; i < count; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / count, r = sqrt(1.0 - z * z), t = 2.399963229728653 * i;
        vec3 n = vec(r * cos(t), r * sin(t), z), near = mad3(d->normal, n, 0.05);
        near = scale3(near, 1.0 / sqrt(len2(near)));
        assert_true(reach_of_pair(a, b, n) >= d->lower);
        assert_true(reach_of_pair(a, b, near) >= d->lower);
    }
}

/* In contact by up to a tenth, from any side; every fourth pair nearly along each other. */
static void touching_pair(int i, convex_shape *a, convex_shape *b) {
    *a = random_shape(CONVEX_CYLINDER, 0.0, 1.0);
    *b = random_shape(CONVEX_CYLINDER, 0.0, 1.0);
    a->half.y = a->half.x, b->half.y = b->half.x;
    if (i % 4 == 0) {
        vec3 axis = mad3(a->axes[2], random_vec(1.0), pow(10.0, random_in(-17, -1)));
        *b = lying(b->center, axis, b->half.x, b->half.z);
    }
    vec3 side = scale3(random_vec(1.0), 8.0);
    b->center = side;
    convex_hit hit = carom_convex_sweep(b, neg3(side), a, NULL);
    if (hit.hit) b->center = mad3(side, side, -hit.fraction);
    b->center = mad3(b->center, side, -random_in(0.0, 0.1) / sqrt(len2(side)));
}

static void least_of_all_directions(void **state) {
    convex_seed = 31;
    int served = 0, met = 0;
    for (int i = 0; i < 3000; i++) {
        convex_shape a, b;
        cylinder_depth d;
        touching_pair(i, &a, &b);
        revolution_answer found;
        if (!carom_revolution_depth(&a, &b, NULL, &found) || found.apart) continue;
        met++;
        if (!depth_of(&a, &b, &d)) continue;
        served++;
        assert_depth_is_whole(&a, &b, &d);
        assert_true(fabs(d.depth - found.depth) <= 2e-8 * found.depth + 1e-13);
        if (i % 8 == 0) assert_least_of_sampled(&a, &b, &d);
    }
    assert_true(met > 2500 && served > 0.6 * met);
}

/* Multiplied by a power of two nothing changes but the size, and turned by a quarter but the axes.
 */
static void scaled_by_two_to_the_k(void **state) {
    convex_seed = 32;
    for (int i = 0; i < 300; i++) {
        convex_shape a, b, p, q;
        cylinder_depth d, e;
        touching_pair(i, &a, &b);
        double unit = i % 2 ? 0x1p60 : 0x1p-70;
        p = a, q = b;
        p.center = scale3(a.center, unit), q.center = scale3(b.center, unit);
        p.half = scale3(a.half, unit), q.half = scale3(b.half, unit);
        bool served = depth_of(&a, &b, &d);
        assert_int_equal(depth_of(&p, &q, &e), served);
        if (!served) continue;
        assert_true(e.depth == d.depth * unit && e.lower == d.lower * unit);
        assert_true(max_abs3(sub3(e.normal, d.normal)) == 0.0);
        assert_true(max_abs3(sub3(e.point_a, scale3(d.point_a, unit))) == 0.0);
    }
}

/* Apart; without height; in one place; two rims: the search's business. */
static void left_to_the_search(void **state) {
    cylinder_depth d;
    convex_shape a = standing(vec(0, 0, 0), 1, 1), b = standing(vec(0, 0, 2.5), 1, 1);
    assert_false(depth_of(&a, &b, &d));
    b.center = vec(0, 2.5, 0);
    assert_false(depth_of(&a, &b, &d));
    b = standing(vec(0, 0, 1), 1, 0);
    if (depth_of(&a, &b, &d)) assert_depth_is_whole(&a, &b, &d);
    assert_false(depth_of(&a, &a, &d));
    const double bad[3] = {NAN, INFINITY, 1e60};
    for (int i = 0; i < 3; i++) {
        b = standing(vec(0, 0, bad[i]), 1, 1);
        assert_false(depth_of(&a, &b, &d));
        b = standing(vec(0, 0, 1.5), bad[i], 1);
        assert_false(depth_of(&a, &b, &d));
        b = standing(vec(0, 0, 1.5), 1, bad[i]);
        assert_false(depth_of(&a, &b, &d));
        b = standing(vec(0, 0, 1.5), 1, 1);
        b.axes[2].x = bad[i];
        assert_false(depth_of(&a, &b, &d));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_parallel_cylinders), cmocka_unit_test(rim_in_end),
        cmocka_unit_test(side_across_side),           cmocka_unit_test(rim_in_side),
        cmocka_unit_test(least_of_all_directions),    cmocka_unit_test(scaled_by_two_to_the_k),
        cmocka_unit_test(left_to_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
