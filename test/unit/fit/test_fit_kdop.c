/* k-DOPs and capsules: points inside by exact signs and by distance; bounds not looser than
 * rounding; merges, growth, motion and volumes. */
#include "math/predicates.h"
#include "common/test_fit_common.h"

typedef struct slab_store {
    carom_real min[CAROM_KDOP_LIMIT], max[CAROM_KDOP_LIMIT];
    carom_kdop_slabs slabs;
} slab_store;

static slab_store *with_normals(slab_store *s, int k) {
    s->slabs = (carom_kdop_slabs){carom_kdop_normals(k, &s->slabs.count), s->min, s->max, 0};
    carom_kdop_normals(k, &s->slabs.count);
    return s;
}

static void check_in_kdop(const carom_kdop *kdop, const carom_vec3 *points, size_t count) {
    for (int32_t i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        for (size_t k = 0; k < count; k++) {
            assert_true(carom_sign_plane(n, (double)kdop->max[i], load3(points[k])) <= 0);
            assert_true(carom_sign_plane(n, (double)kdop->min[i], load3(points[k])) >= 0);
        }
    }
}

static void usual_normals(void **state) {
    (void)state;
    static const int known[] = {6, 14, 18, 26};
    for (int i = 0; i < 4; i++) {
        int32_t count = -1;
        const carom_vec3 *n = carom_kdop_normals(known[i], &count);
        assert_int_equal(count, known[i] / 2);
        for (int a = 0; a < count; a++)
            for (int b = 0; b < a; b++) {
                vec3 c = cross3(load3(n[a]), load3(n[b]));
                assert_true(len2(c) > 0); /* no two parallel */
            }
    }
    int32_t count = 7;
    assert_null(carom_kdop_normals(8, &count));
    assert_int_equal(count, 0);
    assert_non_null(carom_kdop_normals(6, NULL));
}

static void all_points_are_inside(void **state) {
    (void)state;
    carom_vec3 points[100];
    slab_store s;
    volume_seed = 331;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int k = 6; k <= 26; k += k == 6 ? 8 : k == 14 ? 4 : 8) {
            fill_cloud(points, 100, kind);
            carom_kdop kdop = carom_fit_kdop_points(&with_normals(&s, k)->slabs, points, 100);
            assert_ptr_equal(kdop.min, s.min);
            check_in_kdop(&kdop, points, 100);
            for (int i = 0; i < kdop.count; i++) {
                double high = -INFINITY, size = 0;
                for (int p = 0; p < 100; p++) {
                    vec3 q = load3(points[p]);
                    high = max2(high, dot3(load3(kdop.normals[i]), q));
                    size = max2(size, max_abs3(q));
                }
                double ulps = 4 * (double)CAROM_REAL_EPSILON * size;
                assert_true((double)kdop.max[i] <= high + ulps);
                if (kind == 1) assert_true((double)kdop.max[i] == high);
            }
        }
}

static void any_slabs(void **state) {
    (void)state;
    carom_vec3 normals[CAROM_KDOP_LIMIT], points[50];
    slab_store s;
    volume_seed = 332;
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < CAROM_KDOP_LIMIT; i++)
            normals[i] = random_vec(round % 2 ? 1 : 1e3);
        s.slabs = (carom_kdop_slabs){normals, s.min, s.max, 3 + round % 14};
        fill_cloud(points, 50, round % CLOUD_KINDS);
        carom_kdop kdop = carom_fit_kdop_points(&s.slabs, points, 50);
        assert_true(kdop.min[0] <= kdop.max[0]);
        check_in_kdop(&kdop, points, 50);
    }
    normals[1] = v3(0, 0, 0);
    s.slabs.count = 3;
    carom_kdop kdop = carom_fit_kdop_points(&s.slabs, points, 50);
    assert_true(kdop.min[0] > kdop.max[0]);
    s.slabs.count = CAROM_KDOP_LIMIT + 1;
    s.slabs.count = 0;
    kdop = carom_fit_kdop_points(&s.slabs, points, 50);
    assert_int_equal(kdop.count, 0);
}

static void empty_for_bad(const carom_vec3 *points, size_t count) {
    slab_store s;
    carom_kdop kdop = carom_fit_kdop_points(&with_normals(&s, 26)->slabs, points, count);
    assert_true(kdop.min[0] > kdop.max[0]);
    assert_true(carom_fit_capsule_points(points, count).radius < 0);
    assert_true(carom_volume_kdop(&kdop) == 0);
}

static void bad_points(void **state) {
    (void)state;
    carom_vec3 point = v3(1, 2, 3);
    with_bad_numbers(empty_for_bad);
    empty_for_bad(NULL, 2);
    empty_for_bad(&point, 0);
}

static void volumes_by_hand(void **state) {
    (void)state;
    slab_store s;
    carom_aabb box = aabb(0, 0, 0, 2, 3, 4);
    for (int k = 6; k <= 26; k += k == 6 ? 8 : k == 14 ? 4 : 8) {
        carom_kdop kdop = carom_fit_kdop_aabb(&with_normals(&s, k)->slabs, &box);
        assert_true(fabs(carom_volume_kdop(&kdop) - 24) < 1e-9); /* the box itself */
        carom_aabb back = carom_fit_aabb_kdop(&kdop);
        assert_true(back.min.x <= 0 && back.max.z >= 4 && (double)back.max.z < 4.00001);
    }
    with_normals(&s, 18);
    for (int i = 0; i < 9; i++) { /* the cuboctahedron and more: all |x| + |y| <= 1 */
        s.min[i] = i < 3 ? -1 : -1;
        s.max[i] = 1;
    }
    carom_kdop rhombic = {s.slabs.normals, s.min, s.max, 9}; /* rhombic dodecahedron: 16 a^3 / 8 */
    assert_true(fabs(carom_volume_kdop(&rhombic) - 2) < 1e-9);
    with_normals(&s, 14);
    for (int i = 0; i < 7; i++) {
        s.min[i] = -1;
        s.max[i] = 1;
    }
    carom_kdop octahedron = {s.slabs.normals, s.min, s.max, 7};
    assert_true(fabs(carom_volume_kdop(&octahedron) - 4.0 / 3.0) < 1e-9);
    carom_sphere ball_one = ball(0, 0, 0, 3);
    carom_capsule pill = {v3(0, 0, 0), v3(0, 2, 0), 1};
    assert_true(fabs(carom_volume_sphere(&ball_one) - 36 * 3.14159265358979) < 1e-9);
    assert_true(fabs(carom_volume_capsule(&pill) - 3.14159265358979 * (4.0 / 3 + 2)) < 1e-9);
    pill.radius = -1;
    ball_one.radius = (carom_real)NAN;
    assert_true(carom_volume_sphere(&ball_one) == 0 && carom_volume_capsule(&pill) == 0);
}

static void volumes_shrink_as_slabs_join(void **state) {
    (void)state;
    carom_vec3 points[80];
    slab_store a, b;
    volume_seed = 333;
    for (int round = 0; round < 40; round++) {
        fill_cloud(points, 80, round % 3);
        carom_kdop few = carom_fit_kdop_points(&with_normals(&a, 6)->slabs, points, 80);
        carom_kdop many = carom_fit_kdop_points(&with_normals(&b, 26)->slabs, points, 80);
        carom_aabb box = carom_fit_aabb_points(points, 80);
        carom_hull *hull = make_hull(points, 80);
        double slack = 1 + 1e-5;
        assert_true(fabs(carom_volume_kdop(&few) / carom_volume_aabb(&box) - 1) < 1e-6);
        assert_true(carom_volume_kdop(&many) <= slack * carom_volume_kdop(&few));
        assert_true(carom_volume_hull(hull) <= slack * carom_volume_kdop(&many));
        carom_hull_destroy(hull);
    }
}

static void merges_growth_and_motion(void **state) {
    (void)state;
    carom_vec3 p[40], q[40], moved[40];
    slab_store a, b, m, g;
    volume_seed = 334;
    for (int round = 0; round < 200; round++) {
        int k = round % 2 ? 14 : 26;
        fill_cloud(p, 40, 0);
        fill_cloud(q, 40, 2);
        carom_kdop first = carom_fit_kdop_points(&with_normals(&a, k)->slabs, p, 40);
        carom_kdop second = carom_fit_kdop_points(&with_normals(&b, k)->slabs, q, 40);
        carom_kdop both = carom_fit_kdop_kdop(&with_normals(&m, k)->slabs, &first, &second);
        check_in_kdop(&both, p, 40);
        check_in_kdop(&both, q, 40);
        for (int i = 0; i < both.count; i++)
            assert_true(both.max[i] == first.max[i] || both.max[i] == second.max[i]);
        carom_sphere s = {p[0], (carom_real)0.25};
        carom_kdop grown = carom_fit_kdop_margin(&with_normals(&g, k)->slabs, &first, s.radius);
        carom_kdop round_one = carom_fit_kdop_sphere(&with_normals(&b, k)->slabs, &s);
        for (int i = 0; i < grown.count; i++)
            assert_true((double)grown.max[i] >= (double)round_one.max[i] - 1e-6);
        check_in_kdop(&round_one, p, 1);
        carom_pose pose = {random_vec(3),
                           {(carom_real)0.6, 0, (carom_real)-0.48, (carom_real)0.64}};
        carom_kdop away = carom_pose_transform_kdop(pose, &first, &with_normals(&m, k)->slabs);
        for (int i = 0; i < 40; i++)
            moved[i] = carom_pose_transform_point(pose, p[i]);
        away = carom_fit_kdop_margin(&m.slabs, &away, (carom_real)(64 * CAROM_REAL_EPSILON));
        check_in_kdop(&away, moved, 40);
        assert_true(carom_volume_kdop(&away) <= 4 * carom_volume_kdop(&first));
    }
    carom_kdop none = carom_fit_kdop_points(&with_normals(&a, 14)->slabs, NULL, 0);
    carom_kdop one = carom_fit_kdop_points(&with_normals(&b, 14)->slabs, p, 1);
    carom_kdop both = carom_fit_kdop_kdop(&with_normals(&m, 14)->slabs, &none, &one);
    check_in_kdop(&both, p, 1);
    assert_true(both.min[0] == both.max[0]);
    both = carom_fit_kdop_margin(&m.slabs, &one, -1);
    assert_true(both.min[0] > both.max[0]);
}

/* ------------------------------------------------------------------ capsules */

static double from_segment(const carom_capsule *c, carom_vec3 point) {
    carom_segment axis = {c->a, c->b};
    return (double)carom_closest_point_segment(point, &axis).distance;
}

static void capsules_hold_all_points(void **state) {
    (void)state;
    carom_vec3 points[120];
    volume_seed = 335;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 12; round++) {
            size_t count = round < 6 ? (size_t)round + 1 : 120;
            fill_cloud(points, count, kind);
            carom_capsule c = carom_fit_capsule_points(points, count);
            carom_sphere s = carom_fit_sphere_points(points, count);
            double size = 0;
            for (size_t i = 0; i < count; i++)
                size = max2(size, max_abs3(load3(points[i])));
            double ulps = 64 * (double)CAROM_REAL_EPSILON * size;
            for (size_t i = 0; i < count; i++) /* the distance is itself rounded */
                assert_true(from_segment(&c, points[i]) <= (double)c.radius * (1 + 2e-7) + 1e-300);
            assert_true((double)c.radius <= (double)s.radius + ulps);
        }
}

static void capsules_by_hand(void **state) {
    (void)state;
    carom_vec3 rod[] = {v3(-5, 1, 0), v3(5, 1, 0), v3(-5, -1, 0), v3(5, -1, 0),
                        v3(-5, 0, 1), v3(5, 0, 1), v3(-5, 0, -1), v3(5, 0, -1)};
    carom_capsule c = carom_fit_capsule_points(rod, 8);
    assert_true(fabs((double)c.radius - 1) < 1e-6);
    assert_true(fabs(fabs((double)c.a.x) - 5) < 1e-5 && fabs((double)(c.a.x + c.b.x)) < 1e-5);
    carom_vec3 line[] = {v3(0, 0, 0), v3(0, 0, 8), v3(0, 0, 3)};
    c = carom_fit_capsule_points(line, 3);
    assert_true((double)c.radius < 1e-6 && fabs(fabs((double)(c.a.z - c.b.z)) - 8) < 1e-5);
    carom_vec3 one = v3(1, 2, 3);
    c = carom_fit_capsule_points(&one, 1);
    assert_true(c.radius == 0 && c.a.x == 1 && c.b.z == 3);
    carom_capsule grown = carom_fit_capsule_margin(&c, 2);
    assert_true((double)grown.radius >= 2 && (double)grown.radius < 2.00001);
    assert_true(carom_fit_capsule_margin(&c, -1).radius < 0);
    carom_capsule same = carom_pose_transform_capsule(carom_pose_identity(), &grown);
    assert_memory_equal(&same, &grown, sizeof same);
    carom_pose pose = {v3(1, 0, 0), {0, 0, 1, 0}};
    carom_capsule moved = carom_pose_transform_capsule(pose, &grown);
    assert_true(fabs((double)moved.a.x) < 1e-6 && moved.radius >= grown.radius);
}

/* ------------------------------------------------------------------ two capsules */

static carom_capsule random_capsule(double spread) {
    carom_capsule c = {random_vec(spread), random_vec(spread), (carom_real)random_in(0, 1)};
    if (random_in(0, 1) < 0.2) c.radius = 0;
    if (random_in(0, 1) < 0.2) c.b = c.a;
    return c;
}

/* Every end ball of `inner` is within `outer`, to rounding of distances. */
static bool holds_capsule(const carom_capsule *outer, const carom_capsule *inner) {
    double most = fmax(from_segment(outer, inner->a), from_segment(outer, inner->b));
    return most + (double)inner->radius <= (double)outer->radius + 32 * (double)CAROM_REAL_EPSILON;
}

static void merged_capsules_hold_both(void **state) {
    (void)state;
    for (int i = 0; i < 3000; i++) {
        carom_capsule a = random_capsule(i % 3 ? 3 : 0.3), b = random_capsule(i % 5 ? 3 : 0.01);
        carom_capsule both = carom_fit_capsule_capsule(&a, &b);
        assert_true(holds_capsule(&both, &a) && holds_capsule(&both, &b));
        /* no larger than a ball round both */
        carom_sphere p = carom_fit_sphere_capsule(&a), q = carom_fit_sphere_capsule(&b);
        carom_sphere ball = carom_fit_sphere_sphere(&p, &q);
        assert_true(carom_volume_capsule(&both) <= 1.25 * carom_volume_sphere(&ball) + 1e-12);
    }
}

static void merged_capsules_by_hand(void **state) {
    (void)state;
    const carom_capsule a = {v3(0, 0, 0), v3(2, 0, 0), 1}, b = {v3(4, 0, 0), v3(7, 0, 0), 1};
    const carom_capsule small = {v3(0, 0, 0), v3(1, 0.25, 0), (carom_real)0.5},
                        none = carom_fit_capsule_points(NULL, 0);
    carom_capsule both = carom_fit_capsule_capsule(&a, &b), bad = a;
    assert_true(fabs((double)both.radius - 1) < 1e-5);
    assert_true(fabs(fabs((double)both.a.x - (double)both.b.x) - 7) < 1e-5);
    both = carom_fit_capsule_capsule(&a, &small);
    assert_true(both.radius == 1 && both.a.x == 0 && both.b.x == 2);
    both = carom_fit_capsule_capsule(&small, &a);
    assert_true(both.radius == 1 && both.a.x == 0 && both.b.x == 2);
    both = carom_fit_capsule_capsule(&a, &a);
    assert_true(both.radius == 1 && both.b.x == 2);
    both = carom_fit_capsule_capsule(&none, &a);
    assert_true(both.radius == 1 && carom_fit_capsule_capsule(&a, &none).b.x == 2);
    assert_true(carom_fit_capsule_capsule(&none, &none).radius < 0);
    bad.a.y = (carom_real)NAN;
    assert_true(carom_fit_capsule_capsule(&bad, &bad).radius < 0);
    bad = (carom_capsule){v3(0, 0, 0), v3(0, 0, 0), CAROM_REAL_MAX};
    both = (carom_capsule){v3(0, 9, 0), v3((double)CAROM_REAL_MAX, 0, 0), CAROM_REAL_MAX};
    assert_true(carom_fit_capsule_capsule(&bad, &both).radius < 0); /* none that can be held */
    /* a point that is to be held */
    const carom_capsule point = {v3(5, 0, 0), v3(5, 0, 0), 0};
    both = carom_fit_capsule_capsule(&a, &point);
    assert_true(holds_capsule(&both, &point) && holds_capsule(&both, &a));
    assert_true(both.radius < (carom_real)1.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_normals),
        cmocka_unit_test(all_points_are_inside),
        cmocka_unit_test(any_slabs),
        cmocka_unit_test(bad_points),
        cmocka_unit_test(volumes_by_hand),
        cmocka_unit_test(volumes_shrink_as_slabs_join),
        cmocka_unit_test(merges_growth_and_motion),
        cmocka_unit_test(capsules_hold_all_points),
        cmocka_unit_test(capsules_by_hand),
        cmocka_unit_test(merged_capsules_hold_both),
        cmocka_unit_test(merged_capsules_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
