/* The coarse portal: what it says holds, close to contact as well, against the distance and the
 * depth, which know nothing of it; it leaves open what it must and little more; and posed hulls,
 * which it serves first, answer as hulls that are placed. */
#include "common/test_convex_deep.h"

#include "convex/cast/cast_float.h"
#include "convex/support/hull_float_lanes.h"
#include "convex/mpr/mpr_float.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/sweep.h"

static vec3 middle_from(const convex_shape *a, const convex_shape *b) {
    return sub3(add3(a->center, a->half), add3(b->center, b->half));
}

static portal_end ask(const convex_shape *a, const convex_shape *b, convex_cache *cache) {
    const hull_float_body of_a = hull_float_body_of(a), of_b = hull_float_body_of(b);
    const vec3 apart = middle_from(a, b);
    return mpr_float_overlap(&of_a, &of_b, &apart, cache);
}

/* B is put where it touches A along a random way, then moved on by a part of the size. */
static double size_when_touching(const deep_shape *a, deep_shape *b) {
    vec3 way = deep_direction();
    vec3 together = sub3(add3(a->shape.center, a->shape.half), b->shape.half);
    b->shape.center = mad3(together, way, -8.0);
    convex_hit hit = carom_convex_sweep(&b->shape, scale3(way, 16.0), &a->shape, NULL);
    assert_true(hit.hit);
    b->shape.center = mad3(b->shape.center, way, 16.0 * hit.fraction);
    return a->hull.outer + b->hull.outer + carom_length(middle_from(&a->shape, &b->shape));
}

static void holds_near_contact(void **state) {
    (void)state;
    static const double part[] = {0.3, 0.03, 3e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 1e-9, 0.0};
    int open[11] = {0}, asked = 0;
    for (int k = 0; k < 120; k++, asked += 2) {
        deep_shape a, b;
        deep_rigid_hull(&a, 4 + k % 37);
        deep_rigid_hull(&b, 4 + k * 7 % 37);
        double size = size_when_touching(&a, &b);
        vec3 n = carom_convex_penetration(&a.shape, &b.shape).normal, at = b.shape.center;
        if (max_abs3(n) == 0.0) n = carom_convex_distance(&a.shape, &b.shape, NULL).normal;
        for (int i = 0; i < 22; i++) {
            b.shape.center = mad3(at, n, (i & 1 ? 1.0 : -1.0) * part[i / 2] * size);
            bool touch = carom_convex_distance(&a.shape, &b.shape, NULL).distance == 0.0;
            portal_end end = ask(&a.shape, &b.shape, NULL);
            assert_true(end == PORTAL_UNDECIDED || touch == (end == PORTAL_CONTACT));
            open[i / 2] += end == PORTAL_UNDECIDED;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(open[0] * 50 < asked && open[1] * 50 < asked && open[3] * 10 < asked);
    assert_true(open[9] == asked && open[10] == asked); /* float cannot know */
}

/* Axes as far from a rotation's as is called rigid: the allowance covers it. */
static void allows_for_float_axes(void **state) {
    (void)state;
    int told = 0;
    for (int k = 0; k < 200; k++) {
        deep_shape a, b;
        deep_rigid_hull(&a, 8);
        deep_rigid_hull(&b, 20);
        for (int i = 0; i < 3; i++) {
            a.shape.axes[i] = scale3(a.shape.axes[i], 1.0 + (i - 1) * 0.99e-6);
            b.shape.axes[i] = scale3(b.shape.axes[i], 1.0 - 0.99e-6);
        }
        deep_rigid(&a.shape);
        deep_rigid(&b.shape);
        assert_true(convex_distortion(a.shape.axes) < 2e-6);
        double size = size_when_touching(&a, &b);
        vec3 n = carom_convex_distance(&a.shape, &b.shape, NULL).normal, at = b.shape.center;
        for (int i = -12; i <= 12; i++) {
            b.shape.center = mad3(at, n, i * 3e-6 * size);
            bool touch = carom_convex_distance(&a.shape, &b.shape, NULL).distance == 0.0;
            portal_end end = ask(&a.shape, &b.shape, NULL);
            assert_true(end == PORTAL_UNDECIDED || touch == (end == PORTAL_CONTACT));
            told += end != PORTAL_UNDECIDED;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(told > 0);
}

/* Of each count of vertices: none is farther, but for float; the earliest of equals, never a copy
 * that fills the lanes. */
static void finds_the_farthest(void **state) {
    (void)state;
    for (int count = 4; count <= 40; count++) {
        deep_shape d;
        deep_rigid_hull(&d, count);
        const hull_float_hull h = {d.hull.vertices_f, (d.hull.vertex_count + 7) / 8 * 8,
                                   d.hull.vertex_count - 1};
        assert_int_equal(d.hull.vertex_count, count);
        for (int k = 0; k < 100; k++) {
            vec3 n = deep_direction();
            int best = carom_convex_hull_support(&d.hull, &n, 0);
            float most_in_float;
            int found = farthest_corner_along(&h, four_of3(n), &most_in_float);
            assert_true(found >= 0 && found < count);
            double most = dot3(hull_vertex(&d.hull, best), n);
            assert_true(dot3(hull_vertex(&d.hull, found), n) > most - 1e-6);
        }
        deep_free(&d);
    }
}

/* A cube and a copy beside it: at contact to the last bit only the exact test can tell, and no
 * direction between middles, no axis nor edge is out of the ordinary. Near it, the surfaces meet on
 * the line through the middles. */
static void leaves_cubes_open(void **state) {
    (void)state;
    quickhull_point p[8];
    for (int i = 0; i < 8; i++)
        p[i] = (quickhull_point){.x = i & 1 ? 1 : -1, .y = i & 2 ? 1 : -1, .z = i & 4 ? 1 : -1};
    deep_shape d = {.memory = NULL};
    assert_int_equal(carom_quickhull(&d.hull, &d.memory, p, 8, &deep_memory), CAROM_OK);
    convex_shape a = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0)), b;
    a.hull = &d.hull;
    deep_rigid(&a);
    const vec3 at[] = {{2, 0, 0}, {2, 0.5, 0}, {0, 2, 2}, {2, 2, 2}};
    for (int i = 0; i < 4; i++) {
        b = a;
        b.center = at[i];
        assert_int_equal(ask(&a, &b, NULL), PORTAL_UNDECIDED);
        assert_true(carom_convex_overlap(&a, &b, NULL));
        b.center = scale3(at[i], 1.0 + 1e-15);
        assert_false(carom_convex_overlap(&a, &b, NULL));
        b.center = scale3(at[i], 1.01);
        assert_int_equal(ask(&a, &b, NULL), PORTAL_APART);
        b.center = add3(scale3(at[i], 0.9), vec(0.01, 0.02, 0.03));
        if (i < 3) assert_int_equal(ask(&a, &b, NULL), PORTAL_CONTACT);
        assert_true(carom_convex_overlap(&a, &b, NULL));
        for (double off = 1e-3; off > 1e-9; off /= 3.0)
            for (int in = 0; in < 2; in++) {
                b.center = scale3(at[i], in ? 1.0 - off : 1.0 + off);
                portal_end end = ask(&a, &b, NULL);
                assert_true(end == PORTAL_UNDECIDED || (end == PORTAL_CONTACT) == in);
            }
    }
    /* at the same place there is no way between the middles, and far off or tiny no float */
    b = a;
    assert_int_equal(ask(&a, &b, NULL), PORTAL_UNDECIDED);
    assert_true(carom_convex_overlap(&a, &b, NULL));
    for (int i = 0; i < 4; i++) {
        const double far[] = {1e7, 1e200, NAN, INFINITY};
        b.center = vec(far[i], 0, 0);
        assert_int_equal(ask(&a, &b, NULL), PORTAL_UNDECIDED);
        if (i < 2) assert_false(carom_convex_overlap(&a, &b, NULL));
    }
    deep_free(&d);
}

/* A cache that is right, wrong, or of other hulls changes no answer. */
static void warm_is_cold_coarsely(void **state) {
    (void)state;
    deep_shape a[3];
    convex_cache cache = {.count = 0};
    int told = 0, contacts = 0;
    for (int i = 0; i < 3; i++)
        deep_rigid_hull(&a[i], 8 + 14 * i);
    for (int k = 0; k < 4000; k++) {
        convex_shape *p = &a[k / 50 % 3].shape, *q = &a[k / 70 % 3].shape, b = *q;
        b.center = add3(p->center, vec(2.0 * sin(0.01 * k), 1.5 * cos(0.017 * k), 0.3));
        if (k % 500 == 0) cache = (convex_cache){.count = 3, .a = {99, -1, 7}, .b = {0, 1, 2}};
        portal_end warm = ask(p, &b, &cache);
        bool touch = carom_convex_distance(p, &b, NULL).distance == 0.0;
        assert_true(warm == PORTAL_UNDECIDED || touch == (warm == PORTAL_CONTACT));
        assert_int_equal(carom_convex_overlap(p, &b, &cache), touch);
        told += warm != PORTAL_UNDECIDED, contacts += touch;
    }
    for (int i = 0; i < 3; i++)
        deep_free(&a[i]);
    assert_true(told > 3900 && contacts > 400 && contacts < 3600);
}

/* ---- casts */

/* The same without what makes a hull rigid: the search in double alone. */
static convex_hit plain_sweep(const convex_shape *a, vec3 motion, const convex_shape *b) {
    convex_shape p = *a, q = *b;
    p.rigid = q.rigid = false;
    return carom_convex_sweep(&p, motion, &q, NULL);
}

static cast_float_end ask_cast(const convex_shape *a, vec3 motion, const convex_shape *b,
                               cast_float *out) {
    *out = (cast_float){.a = hull_float_body_of(a), .b = hull_float_body_of(b)};
    return carom_cast_float(out, middle_from(a, b), motion);
}

/* Paths that are aimed past the border of A - B by less and less. */
static void casts_miss_for_certain(void **state) {
    (void)state;
    static const double past[] = {0.3, 0.01, 1e-3, 1e-4, 3e-5, 1e-5, 1e-6, 0.0};
    int misses = 0, portals = 0, open = 0;
    for (int k = 0; k < 150; k++) {
        deep_shape a, b;
        deep_rigid_hull(&a, 4 + k % 37);
        deep_rigid_hull(&b, 4 + k * 5 % 37);
        double size = size_when_touching(&a, &b);
        vec3 n = carom_convex_distance(&a.shape, &b.shape, NULL).normal, at = b.shape.center;
        vec3 along = carom_normalize_or(cross3(n, deep_direction()), vec(1, 0, 0));
        for (int i = 0; i < 16; i++) {
            b.shape.center = mad3(at, n, (i & 1 ? 1.0 : -1.0) * past[i / 2] * size);
            convex_shape from = a.shape;
            vec3 motion = scale3(along, deep_between(2.0, 9.0));
            from.center = mad3(from.center, motion, -deep_between(0.3, 0.8));
            cast_float c;
            cast_float_end end = ask_cast(&from, motion, &b.shape, &c);
            convex_hit plain = plain_sweep(&from, motion, &b.shape);
            convex_hit hit = carom_convex_sweep(&from, motion, &b.shape, NULL);
            assert_int_equal(hit.hit, plain.hit);
            if (plain.hit) {
                double speed = carom_length(motion);
                assert_true(fabs(hit.fraction - plain.fraction) * speed < 1e-6 * size);
                assert_int_equal(hit.initial_overlap, plain.initial_overlap);
            }
            if (end == CAST_FLOAT_MISS) {
                convex_shape still = from;
                assert_false(plain.hit);
                still.rigid = false;
                double d = carom_convex_distance(&still, &b.shape, NULL).distance;
                assert_true(c.clearance > 0.0 && c.clearance <= d);
            }
            misses += end == CAST_FLOAT_MISS, portals += end == CAST_FLOAT_PORTAL;
            open += end == CAST_FLOAT_UNDECIDED && i < 4; /* others graze */
        }
        deep_free(&a);
        deep_free(&b);
    }

    assert_true(misses > 200 && portals > 500 && open < 10);
}

/* Head on, from contact, receding, not moving, out of range. */
static void casts_of_all_kinds(void **state) {
    (void)state;
    deep_shape a, b;
    cast_float c;
    deep_rigid_hull(&a, 12);
    deep_rigid_hull(&b, 30);
    for (int k = 0; k < 400; k++) {
        b.shape.center = add3(a.shape.center, scale3(deep_direction(), deep_between(0.0, 4.0)));
        const vec3 middle = middle_from(&b.shape, &a.shape);
        const vec3 ways[] = {middle, neg3(middle), deep_cube(5.0), scale3(deep_cube(1.0), 1e-3)};
        vec3 motion = ways[k % 4];
        if (k % 40 == 3) b.shape.center = add3(b.shape.center, neg3(middle)); /* in one place */
        convex_hit hit = carom_convex_sweep(&a.shape, motion, &b.shape, NULL);
        convex_hit plain = plain_sweep(&a.shape, motion, &b.shape);
        assert_int_equal(hit.hit, plain.hit);
        assert_int_equal(hit.initial_overlap, plain.initial_overlap);
        if (!hit.hit) continue;
        double speed = carom_length(motion);
        assert_true(fabs(hit.fraction - plain.fraction) * speed < 1e-9);
        assert_true(fabs(hit.fraction_exit - plain.fraction_exit) * speed < 1e-9);
        assert_true(fabs(len2(hit.normal) - 1.0) < 1e-9);
    }
    const vec3 none[] = {{0, 0, 0}, {1e-30, 0, 0}, {1e30, 0, 0}, {NAN, 0, 0}, {0, INFINITY, 0}};
    for (int i = 0; i < 5; i++)
        assert_int_equal(ask_cast(&a.shape, none[i], &b.shape, &c), CAST_FLOAT_UNDECIDED);
    deep_free(&a);
    deep_free(&b);
}

/* ---- nearest points */

/* The search by lanes takes fewer steps than gjk.c and finds the same; at any distance, in contact
 * to the last digit, deep, and in one place. */
static void nearest_as_by_gjk(void **state) {
    (void)state;
    static const double apart[] = {3.0, 0.3, 1e-3, 1e-6, 1e-9, 1e-14, 0.0, -1e-9, -1e-3, -0.3};
    int steps = 0, plain_steps = 0;
    for (int k = 0; k < 120; k++) {
        deep_shape a, b;
        deep_rigid_hull(&a, 4 + k % 37);
        deep_rigid_hull(&b, 4 + k * 7 % 37);
        double size = size_when_touching(&a, &b);
        vec3 n = carom_convex_distance(&a.shape, &b.shape, NULL).normal, at = b.shape.center;
        for (int i = 0; i < 11; i++) {
            vec3 together = sub3(add3(a.shape.center, a.shape.half), b.shape.half);
            b.shape.center = i < 10 ? mad3(at, n, apart[i] * size) : together;
            convex_shape p = a.shape, q = b.shape;
            p.rigid = q.rigid = false;
            convex_distance d = carom_convex_distance(&a.shape, &b.shape, NULL);
            convex_distance plain = carom_convex_distance(&p, &q, NULL);
            assert_true(fabs(d.distance - plain.distance) <= 1e-14 * size);
            assert_int_equal(d.distance == 0.0, plain.distance == 0.0);
            assert_int_equal(d.overlap, plain.overlap);
            assert_int_equal(d.status, CONVEX_EXACT);
            vec3 between = sub3(d.point_b, d.point_a);
            assert_true(fabs(carom_length(between) - d.distance) <= 1e-13 * size);
            if (i < 4) assert_true(dot3(d.normal, plain.normal) > 1.0 - 1e-9);
            steps += d.iterations, plain_steps += plain.iterations;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(5 * steps < 4 * plain_steps);
}

/* ---- posed hulls */

static carom_hull *public_hull(int count, double size) {
    carom_vec3 points[64];
    carom_hull *hull = NULL;
    for (int i = 0; i < count; i++)
        points[i] = store3(scale3(deep_direction(), size));
    carom_hull_def def = {.points = points, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

static carom_pose public_pose(double size) {
    vec3 axis = deep_direction();
    double w = deep_between(-1, 1), unit = 1.0 / sqrt(1.0 + w * w);
    carom_pose pose = {.position = store3(deep_cube(1.3 * size))};
    pose.rotation = (carom_quat){(carom_real)(axis.x * unit), (carom_real)(axis.y * unit),
                                 (carom_real)(axis.z * unit), (carom_real)(w * unit)};
    return pose;
}

static void assert_same_sweep(const carom_shape *a, const carom_shape *b, carom_vec3 motion) {
    const carom_pose here = carom_pose_identity();
    const carom_moving_shape moving = {a, here, motion}, still = {b, here, {0, 0, 0}};
    carom_posed_shape p, q;
    assert_true(carom_shape_pose(&p, a, here) && carom_shape_pose(&q, b, here));
    p.motion = motion;
    carom_sweep_hit posed = carom_sweep_posed(&p, &q, NULL), placed = carom_sweep(&moving, &still);
    assert_int_equal(posed.hit, placed.hit);
    assert_int_equal(posed.initial_overlap, placed.initial_overlap);
    assert_true(fabs((double)posed.fraction - (double)placed.fraction) < 1e-6);
}

/* To the bit what is found without frames, which hulls of depth are answered from at once; and
 * swapped it is that of the swapped pair. */
static void assert_same_depth(const carom_posed_shape *p, const carom_posed_shape *q) {
    const carom_pose here = carom_pose_identity();
    carom_penetration first = carom_penetrate(&p->shape, here, &q->shape, here);
    carom_penetration posed = carom_penetrate_posed(p, q), back = carom_penetrate_posed(q, p);
    assert_true(posed.overlap == first.overlap && posed.depth == first.depth);
    assert_true(back.overlap == first.overlap && back.depth == first.depth);
    assert_memory_equal(&posed.normal, &first.normal, sizeof first.normal);
    assert_memory_equal(&posed.point_a, &first.point_a, sizeof first.point_a);
    assert_memory_equal(&posed.point_b, &first.point_b, sizeof first.point_b);
    assert_memory_equal(&back.point_b, &first.point_a, sizeof first.point_a);
    assert_int_equal(posed.certainty, first.certainty);
}

/* Posed, placed, cached, changed over; of sizes inside and outside the range of floats, and of a
 * large hull, which has no coarse form. */
static void posed_as_placed(void **state) {
    (void)state;
    static const double sizes[] = {1, 1e-5, 1e-8, 1e5, 1e9};
    int contacts = 0, asked = 0;
    for (int s = 0; s < 5; s++) {
        carom_hull *hull[3] = {public_hull(8, sizes[s]), public_hull(30, sizes[s]),
                               public_hull(64, sizes[s])};
        carom_pair_cache cache = {{0}};
        for (int k = 0; k < 300; k++, asked++) {
            carom_shape a = {.kind = CAROM_SHAPE_HULL}, b = a;
            carom_posed_shape p, q;
            a.as.hull = (carom_placed_hull){hull[k % 3], public_pose(sizes[s])};
            b.as.hull = (carom_placed_hull){hull[k / 3 % 3], public_pose(sizes[s])};
            carom_pose here = carom_pose_identity();
            assert_true(carom_shape_pose(&p, &a, here) && carom_shape_pose(&q, &b, here));
            bool met = carom_overlap(&a, here, &b, here);
            assert_int_equal(met, carom_overlap_posed(&p, &q));
            assert_int_equal(met, carom_overlap_posed(&q, &p));
            assert_int_equal(met, carom_overlap_posed_cached(&p, &q, &cache));
            assert_int_equal(met, carom_overlap_posed_cached(&q, &p, &cache));
            assert_int_equal(met, carom_overlap_posed_cached(&p, &q, NULL));
            assert_int_equal(met, carom_closest_posed(&p, &q).distance == 0);
            contacts += met;
            assert_same_sweep(&a, &b, store3(deep_cube(4 * sizes[s])));
            assert_same_depth(&p, &q);
        }
        for (int i = 0; i < 3; i++)
            carom_hull_destroy(hull[i]);
    }
    assert_true(contacts > asked / 4 && contacts < asked * 3 / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_near_contact),     cmocka_unit_test(allows_for_float_axes),
        cmocka_unit_test(finds_the_farthest),     cmocka_unit_test(leaves_cubes_open),
        cmocka_unit_test(warm_is_cold_coarsely),  cmocka_unit_test(posed_as_placed),
        cmocka_unit_test(casts_miss_for_certain), cmocka_unit_test(casts_of_all_kinds),
        cmocka_unit_test(nearest_as_by_gjk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
