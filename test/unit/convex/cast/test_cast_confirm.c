/* Casts of hulls that float begins: every set of instructions finds the same to the bit, of any
 * count of corners; what is confirmed is the hit that the search in double finds, never later and
 * within its tolerance, and hits that can be said by heart are confirmed. */
#include "common/test_convex_deep.h"

#include "convex/cast/cast_lanes.h"
#include "convex/cast/cast.h"
#include "convex/cast/cast_confirm.h"
#include "convex/support/support.h"
#include "convex/sweep.h"

static void corners_hull(deep_shape *d, const vec3 *v, int count) {
    quickhull_point p[16];
    for (int i = 0; i < count; i++)
        p[i] = (quickhull_point){.x = v[i].x, .y = v[i].y, .z = v[i].z};
    assert_int_equal(carom_quickhull(&d->hull, &d->memory, p, count, &deep_memory), CAROM_OK);
    d->shape = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
    d->shape.hull = &d->hull;
    deep_rigid(&d->shape);
}

static four small_four(double size) {
    vec3 v = deep_cube(size);
    return (four){(float)v.x, (float)v.y, (float)v.z, 0.0f};
}

static bool same_lanes(const cast_lanes *p, const cast_lanes *q, cast_float_end end) {
    if (end == CAST_FLOAT_MISS) return p->clearance == q->clearance;
    if (end != CAST_FLOAT_PORTAL) return true;
    for (int i = 0; i < 3; i++)
        if (p->ia[i] != q->ia[i] || p->ib[i] != q->ib[i] || p->normal[i] != q->normal[i])
            return false;
    return p->is_facet == q->is_facet;
}

/* Any linear turn will do. */
static void sets_agree(void **state) {
    (void)state;
    int ends[4] = {0};
    for (int k = 0; k < 400; k++) {
        deep_shape a, b;
        cast_lanes c;
        memset(&c, 0, sizeof c);
        deep_hull(&a, 4 + k % 157);
        deep_hull(&b, 4 + k * 7 % 157);
        c.a = hull_float_hull_of(&a.hull);
        c.b = hull_float_hull_of(&b.hull);
        for (int i = 0; i < 3; i++) {
            four u = small_four(1.0), v = small_four(1.0);
            c.turn_a[i] = u, c.turn_b[i] = v;
        }
        c.middle =
            (four){(float)deep_between(0.0, 1.5), 0.0f, (float)deep_between(-1.0, 4.0), 0.0f};
        c.path = 4.0f, c.size = 12.0f;
        cast_lanes copy = c;
        cast_float_end end = carom_cast_lanes_scalar(&c);
        for (int set = SIMD_SET_NATIVE; set <= SIMD_SET_AVX2; set++) {
            cast_lanes other = copy;
            if (!carom_simd_runs((simd_set)set)) continue;
            assert_int_equal(SIMD_OF(set, carom_cast_lanes)(&other), end);
            assert_true(same_lanes(&c, &other, end));
        }
        ends[end]++;
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(ends[CAST_FLOAT_MISS] > 20 && ends[CAST_FLOAT_PORTAL] > 100);
    assert_true(ends[CAST_FLOAT_BEFORE] > 20 && ends[CAST_FLOAT_UNDECIDED] < 10);
}

static double tolerance = 3e-8; /* the single-precision one */

static bool confirmed(const convex_shape *a, vec3 motion, const convex_shape *b, convex_hit *hit) {
    cast c;
    cast_float room;
    memset(hit, 0, sizeof *hit);
    c.from = vec(0, 0, 0);
    c.motion = motion;
    c.target = 0.0;
    c.tolerance = tolerance;
    c.float_cast = NULL;
    carom_cast_hulls_in_float(&c, a, b, &room);
    return carom_cast_confirm(&c, a, b, hit);
}

/* The plain search, and the definition: at the time told B still is in front of A along the normal,
 * by no more than the tolerance. */
static void confirms_the_hit(void **state) {
    (void)state;
    int seen = 0, hits = 0, inside = 0;
    for (int k = 0; k < 600; k++) {
        deep_shape a, b;
        deep_hull(&a, 4 + k % 170);
        deep_hull(&b, 4 + k * 7 % 170);
        deep_rigid(&a.shape);
        deep_rigid(&b.shape);
        vec3 motion = deep_cube(6.0);
        b.shape.center = add3(deep_cube(1.2), scale3(motion, deep_between(-0.1, 0.7)));
        convex_shape p = a.shape, q = b.shape;
        p.rigid = q.rigid = false;
        convex_hit plain = carom_convex_sweep(&p, motion, &q, NULL), hit;
        convex_hit whole = carom_convex_sweep(&a.shape, motion, &b.shape, NULL);
        assert_int_equal(whole.hit, plain.hit);
        assert_int_equal(whole.initial_overlap, plain.initial_overlap);
        assert_true(fabs(whole.fraction - plain.fraction) < 1e-11);
        assert_true(fabs(whole.fraction_exit - plain.fraction_exit) < 1e-11);
        bool large = a.hull.vertex_count > HULL_FLOAT_MAX || b.hull.vertex_count > HULL_FLOAT_MAX;
        hits += plain.hit && !plain.initial_overlap && !large;
        inside += plain.initial_overlap;
        if (confirmed(&a.shape, motion, &b.shape, &hit)) {
            seen++;
            assert_true(plain.hit && !plain.initial_overlap && !large);
            assert_true(fabs(len2(hit.normal) - 1.0) < 1e-12);
            convex_shape at = a.shape;
            at.center = mad3(at.center, motion, hit.fraction);
            int hint[2] = {0, 0};
            vec3 of_a = carom_convex_support(&at, hit.normal, &hint[0]);
            vec3 of_b = carom_convex_support(&b.shape, neg3(hit.normal), &hint[1]);
            double gap = dot3(hit.normal, sub3(of_b, of_a));
            assert_true(gap > 0.0 && gap < 1e-12);
            assert_true(fabs(dot3(hit.normal, sub3(hit.point, of_b))) < 1e-12);
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(hits > 200 && inside > 20 && seen * 10 > hits * 9 && seen <= hits);
}

/* A corner of an octahedron on a triangle at x = 4, an edge of a turned one across an edge there,
 * and a face on a corner; each told at once. */
static void said_by_heart(void **state) {
    (void)state;
    const vec3 octahedron[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const vec3 pyramid[] = {{4, -3, -3}, {4, 3, -3}, {4, 0, 3}, {6, 0, 0}};
    const vec3 roof[] = {{4, -3, 0.125}, {4, 3, 0.125}, {6, 0, 2}, {6, 0, -2}};
    const vec3 wedge[] = {{1, 0, -2}, {1, 0, 2}, {-1, 2, 0}, {-1, -2, 0}};
    deep_shape a, b, c, d;
    convex_hit hit;
    corners_hull(&a, octahedron, 6);
    corners_hull(&b, pyramid, 4);
    corners_hull(&c, roof, 4);
    corners_hull(&d, wedge, 4);
    assert_true(confirmed(&a.shape, vec(10, 0, 0), &b.shape, &hit));
    assert_true(fabs(hit.fraction - 0.3) < 1e-12 && hit.fraction <= 0.3);
    assert_true(hit.normal.x == 1.0 && hit.normal.y == 0.0 && hit.normal.z == 0.0);
    assert_true(fabs(hit.point.x - 4.0) < 1e-12 && fabs(hit.point.y) < 1e-12);
    assert_true(confirmed(&d.shape, vec(12, 0, 0), &c.shape, &hit));
    assert_true(fabs(hit.fraction - 0.25) < 1e-12 && hit.fraction <= 0.25);
    assert_true(hit.normal.x == 1.0 && fabs(hit.point.y) < 1e-12);
    assert_true(fabs(hit.point.z - 0.125) < 1e-12);
    assert_true(confirmed(&b.shape, vec(-10, 0, 0), &a.shape, &hit));
    assert_true(hit.normal.x == -1.0 && fabs(hit.point.x - 1.0) < 1e-12);
    /* its square side first: four corners on one plane are not for float to tell apart */
    const vec3 block[] = {{4, -1, -1}, {4, -1, 1}, {4, 1, -1}, {4, 1, 1}, {6, 0, 0}};
    deep_shape e;
    corners_hull(&e, block, 5);
    assert_false(confirmed(&a.shape, vec(10, 0, 0), &e.shape, &hit));
    hit = carom_convex_sweep(&a.shape, vec(10, 0, 0), &e.shape, NULL);
    assert_true(hit.hit && fabs(hit.fraction - 0.3) < 1e-12);
    /* it grazes the triangle's border: that is not for one facet to tell */
    a.shape.center = vec(0, 0, -3);
    assert_false(confirmed(&a.shape, vec(10, 0, 0), &b.shape, &hit));
    deep_free(&a);
    deep_free(&b);
    deep_free(&c);
    deep_free(&d);
    deep_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_agree),
        cmocka_unit_test(confirms_the_hit),
        cmocka_unit_test(said_by_heart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
