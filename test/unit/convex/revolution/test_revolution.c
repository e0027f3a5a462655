/* Least penetration of cylinders and cones, which is proved by branch and bound: closed forms,
 * every kind of contact, degenerate poses, and directions all over the sphere as oracle. */
#include "common/test_convex_deep.h"

#include "convex/epa/epa.h"
#include "convex/revolution/revolution.h"
#include "convex/revolution/revolution_distance.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/support/support.h"

static convex_shape solid(convex_kind kind, vec3 center, double radius, double height) {
    return deep_make(kind, center, vec(radius, radius, height));
}

static void set_axis(convex_shape *s, vec3 z) {
    z = scale3(z, 1.0 / sqrt(len2(z)));
    vec3 x = carom_perpendicular(z);
    s->axes[0] = x, s->axes[1] = cross3(z, x), s->axes[2] = z;
}

/* How far A - B reaches along n, from the definition. */
static double reach_of(const convex_shape *a, const convex_shape *b, vec3 n) {
    int hint[2] = {0, 0};
    vec3 p = carom_convex_support(a, n, &hint[0]), q = carom_convex_support(b, neg3(n), &hint[1]);
    return dot3(n, sub3(p, q));
}

/* How far a point is outside; of a cylinder by its definition. */
static double off_shape(const convex_shape *s, vec3 p) {
    vec3 d = sub3(p, s->center);
    double u = dot3(d, s->axes[2]), across = sqrt(len2(mad3(d, s->axes[2], -u)));
    if (s->kind == CONVEX_CYLINDER) return max2(across - s->half.x, fabs(u) - s->half.z);
    convex_shape point = deep_points(&p, 1, 0.0);
    return carom_convex_distance(s, &point, NULL).distance;
}

/* What must hold of any answer; the search's own, not the polytope's. */
static revolution_answer checked(const convex_shape *a, const convex_shape *b, double size) {
    revolution_answer e;
    assert_true(carom_is_solid_of_revolution(a) && carom_is_solid_of_revolution(b));
    assert_true(carom_revolution_depth(a, b, NULL, &e));
    assert_false(e.apart);
    assert_true(fabs(len2(e.normal) - 1.0) < 1e-14);
    assert_true(fabs(reach_of(a, b, e.normal) - e.depth) < 1e-14 * size);
    assert_true(e.lower <= e.depth && e.depth - e.lower <= 1e-8 * e.depth + 1e-13 * size);
    vec3 p = add3(a->center, e.point_a), q = add3(b->center, e.point_b);
    assert_true(max_abs3(sub3(sub3(p, q), scale3(e.normal, e.depth))) < 2e-9 * size);
    assert_true(off_shape(a, p) < 2e-9 * size && off_shape(b, q) < 2e-9 * size);
    return e;
}

static void expect(const convex_shape *a, const convex_shape *b, double depth, vec3 normal) {
    revolution_answer e = checked(a, b, 4.0);
    assert_true(fabs(e.depth - depth) < 1e-14);
    assert_true(max_abs3(sub3(e.normal, normal)) < 1e-7);
}

/* Ends on ends, sides on sides, crossed sides, an end on a side, an apex in an end, rims. */
static void each_kind_of_contact(void **state) {
    convex_shape a = solid(CONVEX_CYLINDER, vec(0, 0, 0), 1, 1);
    convex_shape above = solid(CONVEX_CYLINDER, vec(0.5, 0.25, 2.75), 0.75, 2);
    convex_shape beside = solid(CONVEX_CYLINDER, vec(0, 1.5, 0.5), 0.75, 1);
    convex_shape crossed = solid(CONVEX_CYLINDER, vec(0, 1.25, 0), 0.5, 9);
    convex_shape lying = solid(CONVEX_CYLINDER, vec(0.25, 0.5, 1.375), 0.5, 3);
    convex_shape cone = solid(CONVEX_CONE, vec(0.25, 0, 2.5), 1, 1.75);
    set_axis(&crossed, vec(1, 0, 0));
    set_axis(&lying, vec(1, 1, 0));
    set_axis(&cone, vec(0, 0, -1));
    expect(&a, &above, 0.25, vec(0, 0, 1));
    expect(&a, &beside, 0.25, vec(0, 1, 0));
    expect(&a, &crossed, 0.25, vec(0, 1, 0));
    expect(&a, &lying, 0.125, vec(0, 0, 1));
    expect(&a, &cone, 0.25, vec(0, 0, 1));
    /* two rims, upright in planes that cross: at (1, 0, 1) square to both their tangents */
    convex_shape tilted = solid(CONVEX_CYLINDER, vec(0, 0, 0), 1, 1);
    vec3 up = scale3(vec(1, 0, 1), sqrt(0.5));
    set_axis(&tilted, vec(1, 0, -1));
    tilted.axes[0] = up, tilted.axes[1] = vec(0, 1, 0);
    tilted.center = add3(vec(1, 0, 1), scale3(up, 1.0 - 0x1p-4));
    revolution_answer e = checked(&a, &tilted, 4.0);
    assert_true(fabs(e.depth - 0x1p-4) < 1e-14 && dot3(e.normal, up) > 1.0 - 1e-12);
}

/* Coaxial, concentric, equal, parallel to rounding, touching, a disc's thickness, a needle. */
static void degenerate_poses(void **state) {
    convex_shape a = solid(CONVEX_CYLINDER, vec(0, 0, 0), 1, 2);
    convex_shape inner = solid(CONVEX_CYLINDER, vec(0, 0, 0.5), 0.5, 3);
    convex_shape cone = solid(CONVEX_CONE, vec(0, 0, -1), 0.5, 2);
    assert_true(fabs(checked(&a, &a, 4).depth - 2.0) < 1e-14);
    assert_true(fabs(checked(&a, &inner, 4).depth - 1.5) < 1e-14);
    assert_true(checked(&a, &cone, 4).depth > 1.0);
    for (int i = 0; i < 60; i++) {
        convex_shape b = solid(CONVEX_CYLINDER, vec(0.25, 0, 3.5), 1, 2);
        set_axis(&b, vec(ldexp(1.0, -i), 0, 1));
        revolution_answer e = checked(&a, &b, 4);
        assert_true(e.depth >= 0.5 - 1e-14 && e.depth <= 0.5 + ldexp(1.0, -i));
    }
    convex_shape on = solid(CONVEX_CYLINDER, vec(0.5, 0, 4), 1, 2);
    assert_true(fabs(checked(&a, &on, 4).depth) < 1e-14);
    convex_shape coin = solid(CONVEX_CYLINDER, vec(0, 0, 2), 3, 1e-9);
    convex_shape needle = solid(CONVEX_CYLINDER, vec(0, 0.5, 2), 1e-3, 500);
    set_axis(&needle, vec(1, 0, 0));
    assert_true(fabs(checked(&a, &coin, 4).depth - 1e-9) < 1e-14);
    assert_true(fabs(checked(&a, &needle, 500).depth - 1e-3) < 1e-12);
    convex_shape away = solid(CONVEX_CONE, vec(0, 0, 2.5), 1, 1);
    revolution_answer e;
    assert_true(!carom_revolution_depth(&a, &away, NULL, &e) || e.apart);
}

static void random_pair(convex_shape *a, convex_shape *b, int i) {
    convex_shape *both[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        convex_kind kind = i >> k & 1 ? CONVEX_CONE : CONVEX_CYLINDER;
        *both[k] = solid(kind, vec(0, 0, 0), deep_between(0.3, 1), deep_between(0.3, 1));
        deep_frame(both[k]);
    }
    if (i % 7 == 1) set_axis(b, a->axes[2]);
    if (i % 7 == 2) set_axis(b, a->axes[0]);
    if (i % 7 == 3) set_axis(b, mad3(a->axes[2], a->axes[0], 1e-4));
    b->center = scale3(deep_direction(), deep_between(0.1, 1.2));
}

/* No direction of ten thousand all over the sphere, nor near the normal, reaches less far; nearly
 * all pairs are left to nothing else. */
static void no_direction_reaches_less(void **state) {
    deep_state = 7;
    int solved = 0, met = 0;
    for (int i = 0; i < 400; i++) {
        convex_shape a, b;
        revolution_answer e;
        random_pair(&a, &b, i);
        if (carom_convex_distance(&a, &b, NULL).distance > 0.0) continue;
        met++;
        if (!carom_revolution_depth(&a, &b, NULL, &e)) continue;
        solved++;
        e = checked(&a, &b, 4.0);
        for (int k = 0; k < 1000; k++) {
            vec3 n = deep_direction();
            assert_true(reach_of(&a, &b, n) >= e.depth - 1e-8);
            n = mad3(e.normal, n, ldexp(1.0, -(k % 30)));
            n = scale3(n, 1.0 / sqrt(len2(n)));
            assert_true(reach_of(&a, &b, n) >= e.depth - 1e-8 * e.depth - 1e-14);
        }
    }
    assert_true(met > 200 && solved * 10 > met * 9);
}

/* Coins, needles and what is between them, a little into each other, from all sides, or end to end
 * and nearly parallel: no direction reaches less far, and hardly any pair is left to others. */
static void shallow_contacts_of_any_proportions(void **state) {
    deep_state = 11;
    int solved = 0;
    const int pairs = 600;
    for (int i = 0; i < pairs; i++) {
        convex_shape a, b;
        revolution_answer e;
        random_pair(&a, &b, i);
        vec3 way = deep_direction();
        if (i % 3 == 0) {
            set_axis(&b, mad3(a.axes[2], deep_direction(), ldexp(1.0, -(i % 50))));
            way = mad3(a.axes[2], way, ldexp(1.0, -(i % 40)));
            way = scale3(way, 1.0 / sqrt(len2(way)));
        }
        a.half.x = a.half.y = ldexp(a.half.x, -(i % 5));
        b.half.z = ldexp(b.half.z, -(i / 5 % 5));
        b.center = vec(0, 0, 0);
        b.center = scale3(way, 4.0);
        double far = carom_convex_distance(&a, &b, NULL).distance;
        for (int k = 0; k < 60 && far > 1e-3; k++) {
            b.center = mad3(b.center, way, -far);
            far = carom_convex_distance(&a, &b, NULL).distance;
        }
        b.center = mad3(b.center, way, -deep_between(0.0, 0.05));
        if (far > 1e-3 || !carom_convex_overlap(&a, &b, NULL)) continue;
        if (!carom_revolution_depth(&a, &b, NULL, &e)) continue;
        solved++;
        e = checked(&a, &b, 4.0);
        for (int k = 0; k < 400; k++) {
            vec3 n = mad3(e.normal, deep_direction(), ldexp(8.0, -(k % 30)));
            n = scale3(n, 1.0 / sqrt(len2(n)));
            assert_true(reach_of(&a, &b, n) >= e.depth - 1e-8 * e.depth - 1e-14);
        }
    }
    assert_true(solved * 100 > pairs * 97);
}

/* Where the search gives up the polytope answers; where both do they agree. */
static void the_polytope_agrees(void **state) {
    deep_state = 8;
    for (int i = 0; i < 300; i++) {
        convex_shape a, b;
        revolution_answer e;
        random_pair(&a, &b, i);
        epa_answer f = carom_epa(&a, &b);
        if (!carom_revolution_depth(&a, &b, NULL, &e) || e.apart) continue;
        assert_int_equal(f.outcome, EPA_SOLID);
        assert_true(fabs(e.depth - f.depth) <= 2e-6 * e.depth + 1e-12);
    }
}

/* Bounds meet, points lie on the solids and realise the distance, a cache changes nothing but last
 * digits, and the search from vertex to vertex, which a radius that vanishes asks for, agrees. */
static void distances_apart(void **state) {
    deep_state = 10;
    int solved = 0, apart = 0;
    for (int i = 0; i < 1500; i++) {
        convex_shape a, b, grown;
        convex_cache cache = {.count = 0};
        random_pair(&a, &b, i);
        b.center = deep_cube(2.5);
        grown = a;
        grown.radius = 1e-300;
        convex_distance d = carom_convex_distance(&a, &b, &(convex_options){.cache = &cache}), own;
        convex_distance e = carom_convex_distance(&grown, &b, NULL);
        convex_distance warm = carom_convex_distance(&a, &b, &(convex_options){.cache = &cache});
        assert_true(fabs(d.distance - e.distance) < 1e-10 && d.overlap == e.overlap);
        assert_true(fabs(d.distance - warm.distance) < 1e-10);
        if (d.distance == 0.0) continue;
        apart++;
        solved += carom_revolution_distance(&a, &b, NULL, &own);
        assert_true(fabs(reach_of(&a, &b, d.normal) + d.distance) < 1e-11);
        assert_true(d.distance - d.lower_bound < 1e-11 && d.lower_bound <= d.distance);
        assert_true(off_shape(&a, d.point_a) < 1e-12 && off_shape(&b, d.point_b) < 1e-12);
        assert_true(fabs(sqrt(len2(sub3(d.point_b, d.point_a))) - d.distance) < 1e-12);
    }
    assert_true(apart > 900 && solved * 10 > apart * 8);
}

/* Ends over ends, sides beside sides, rims, an apex, and all of it far from the origin. */
static void known_distances(void **state) {
    for (int far = 0; far < 2; far++) {
        vec3 at = far ? vec(0x1p17, -0x1p17, 0x1p17) : vec(0, 0, 0);
        convex_shape a = solid(CONVEX_CYLINDER, at, 1, 2);
        convex_shape beside = solid(CONVEX_CYLINDER, add3(at, vec(3, 4, 1)), 1.5, 2);
        convex_shape above = solid(CONVEX_CYLINDER, add3(at, vec(0.5, 0.25, 7)), 1, 3);
        convex_shape rims = solid(CONVEX_CYLINDER, add3(at, vec(3, 4, 8)), 1, 2);
        convex_shape cone = solid(CONVEX_CONE, add3(at, vec(0.5, 0, 6)), 1, 3);
        set_axis(&cone, vec(0, 0, -1));
        assert_true(fabs(carom_convex_distance(&a, &beside, NULL).distance - 2.5) < 1e-14);
        assert_true(fabs(carom_convex_distance(&a, &above, NULL).distance - 2.0) < 1e-14);
        assert_true(fabs(carom_convex_distance(&a, &rims, NULL).distance - 5.0) < 1e-14);
        assert_true(fabs(carom_convex_distance(&a, &cone, NULL).distance - 1.0) < 1e-14);
    }
}

static void swapping_and_scaling_change_nothing(void **state) {
    deep_state = 9;
    for (int i = 0; i < 300; i++) {
        convex_shape a, b;
        random_pair(&a, &b, i);
        convex_penetration p = carom_convex_penetration(&a, &b);
        convex_penetration q = carom_convex_penetration(&b, &a);
        assert_true(p.overlap == q.overlap && p.depth == q.depth);
        assert_true(max_abs3(add3(p.normal, q.normal)) == 0.0);
        assert_true(max_abs3(sub3(p.point_a, q.point_b)) == 0.0);
        a.center = scale3(a.center, 0x1p20), a.half = scale3(a.half, 0x1p20);
        b.center = scale3(b.center, 0x1p20), b.half = scale3(b.half, 0x1p20);
        q = carom_convex_penetration(&a, &b);
        assert_true(q.depth == p.depth * 0x1p20 && max_abs3(sub3(p.normal, q.normal)) == 0.0);
    }
}

static void nan_and_infinity_are_refused(void **state) {
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        convex_shape a = solid(CONVEX_CYLINDER, vec(0, 0, 0), 1, 1);
        convex_shape b = solid(CONVEX_CONE, vec(0, 0, bad[i]), 1, 1), c = b;
        revolution_answer e;
        c.center.z = 0.5, c.half.z = bad[i];
        assert_false(carom_revolution_depth(&a, &b, NULL, &e));
        assert_false(carom_is_solid_of_revolution(&c) && carom_revolution_depth(&a, &c, NULL, &e));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_contact),
        cmocka_unit_test(degenerate_poses),
        cmocka_unit_test(no_direction_reaches_less),
        cmocka_unit_test(shallow_contacts_of_any_proportions),
        cmocka_unit_test(the_polytope_agrees),
        cmocka_unit_test(distances_apart),
        cmocka_unit_test(known_distances),
        cmocka_unit_test(swapping_and_scaling_change_nothing),
        cmocka_unit_test(nan_and_infinity_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
