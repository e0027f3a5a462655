/* The search for hulls of few corners, of up to eight and of more: the general method on the same
 * corners as oracle, the same bits from every set of instructions, hulls that are flat, thin, far
 * away, huge, tiny or nearly in contact, caches of this pair and of any other. */
#include "common/test_convex_deep.h"

#include "convex/gjk/gjk_small_hull.h"
#include "common/test_convex_common.h"
#include "convex/distance/distance.h"

#include <stdio.h>

typedef enum small_hull_class {
    SMALL_HULL_PLAIN,
    SMALL_HULL_FLAT, /* one of them a polygon, a segment or a point */
    SMALL_HULL_THIN,
    SMALL_HULL_FAR,
    SMALL_HULL_NEAR,
    SMALL_HULL_SMALL,
    SMALL_HULL_LARGE,
    SMALL_HULL_MANY, /* up to what is scanned */
    SMALL_HULL_CLASSES
} small_hull_class;

static void small_hull_hull(deep_shape *d, small_hull_class kind, int turn) {
    quickhull_point p[HULL_SCANNED];
    const int dimension = kind == SMALL_HULL_FLAT ? turn % 4 : 3,
              count = dimension == 0 ? 1 : 4 + turn % (kind == SMALL_HULL_MANY ? 37 : 5);
    const double thin = kind == SMALL_HULL_THIN ? 1e-4 : 0.6;
    for (int i = 0; i < count; i++) {
        vec3 v = deep_direction();
        p[i] = (quickhull_point){.x = v.x,
                                 .y = dimension < 2 ? 0.25 : 0.8 * v.y,
                                 .z = dimension < 3 ? -0.5 : thin * v.z};
    }
    assert_int_equal(carom_quickhull(&d->hull, &d->memory, p, count, &deep_memory), CAROM_OK);
    assert_true(is_small_hull(&d->hull));
    d->shape = deep_make(CONVEX_HULL, deep_cube(1.5), vec(0, 0, 0));
    d->shape.hull = &d->hull;
    deep_frame(&d->shape);
    deep_rigid(&d->shape);
}

/* What gjk.c is asked instead: it does not see that the points are a hull's corners. */
static convex_shape small_hull_points(const convex_shape *s, vec3 corner[HULL_SCANNED], vec3 from) {
    for (int i = 0; i < s->hull->vertex_count; i++) {
        const vec3 v = hull_vertex(s->hull, i);
        vec3 at = mad3(scale3(s->axes[0], v.x), s->axes[1], v.y);
        corner[i] = add3(mad3(at, s->axes[2], v.z), sub3(s->center, from));
    }
    return points_shape(corner, s->hull->vertex_count, 0);
}

/* Where offsets are counted from A's position, nothing is lost by how far away they are. */
static convex_distance small_hull_oracle(const convex_shape *a, const convex_shape *b) {
    vec3 corner[2][HULL_SCANNED];
    const convex_shape p = small_hull_points(a, corner[0], a->center);
    const convex_shape q = small_hull_points(b, corner[1], a->center);
    return carom_convex_distance(&p, &q, NULL);
}

/* A hull scaled by its axes would not be rigid: its corners are. */
static void scale_few(deep_shape *d, double by) {
    double *const at[3] = {(double *)(uintptr_t)d->hull.x, (double *)(uintptr_t)d->hull.y,
                           (double *)(uintptr_t)d->hull.z};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < HULL_LANES; i++)
            at[k][i] *= by;
    d->hull.center = scale3(d->hull.center, by);
    d->hull.outer *= by;
    d->hull.inner *= by;
    d->hull.low = scale3(d->hull.low, by);
    d->hull.high = scale3(d->hull.high, by);
    d->shape.center = scale3(d->shape.center, by);
    d->shape.half = scale3(d->shape.half, by);
}

static double make_few(deep_shape pair[2], small_hull_class kind, int turn) {
    small_hull_hull(&pair[0], kind, turn);
    small_hull_hull(&pair[1], kind, turn / 4);
    if (kind == SMALL_HULL_FAR)
        for (int k = 0; k < 2; k++)
            pair[k].shape.center = add3(pair[k].shape.center, vec(1e7, -3e6, 5e5));
    if (kind == SMALL_HULL_NEAR) { /* brought to within a part of their size */
        const convex_distance d = small_hull_oracle(&pair[0].shape, &pair[1].shape);
        const double part = pow(10, -deep_between(1, 9));
        pair[1].shape.center = mad3(pair[1].shape.center, sub3(d.point_b, d.point_a), part - 1.0);
    }
    const double unit = kind == SMALL_HULL_SMALL   ? 0x1p-70
                        : kind == SMALL_HULL_LARGE ? 0x1p70
                                                   : 1.0;
    if (unit != 1.0)
        for (int k = 0; k < 2; k++)
            scale_few(&pair[k], unit);
    return 4.0 * unit;
}

static void assert_same3(vec3 a, vec3 b) {
    assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
}

static void assert_same_cache(const convex_cache *p, const convex_cache *q) {
    assert_int_equal(p->count, q->count);
    assert_same3(p->axis, q->axis);
    for (int i = 0; i < p->count; i++)
        assert_true(p->a[i] == q->a[i] && p->b[i] == q->b[i]);
}

static void assert_same_distance(const convex_distance *d, const convex_distance *e) {
    assert_true(d->distance == e->distance && d->lower_bound == e->lower_bound);
    assert_true(d->overlap == e->overlap && d->iterations == e->iterations);
    assert_same3(d->point_a, e->point_a);
    assert_same3(d->point_b, e->point_b);
    assert_same3(d->normal, e->normal);
}

/* With or without a cache, of which a copy is used. @return whether the search found an end */
static bool sets_agree(const convex_shape *a, const convex_shape *b, const convex_cache *cache) {
    const small_hull_body pair[2] = {small_hull_body_of(a), small_hull_body_of(b)};
    convex_cache memory[2] = {{.count = 0}, {.count = 0}};
    convex_distance d, e;
    if (cache) memory[0] = memory[1] = *cache;
    const bool found = small_hull_distance(pair, cache ? &memory[0] : NULL, &d);
    assert_int_equal(found, carom_small_hull_distance_native(pair, cache ? &memory[1] : NULL, &e));
    if (found) assert_same_distance(&d, &e);
    assert_same_cache(&memory[0], &memory[1]);
    return found;
}

static void agrees_with_gjk(void **state) {
    (void)state;
    enum { PAIRS = 4000 };
    for (int kind = 0; kind < SMALL_HULL_CLASSES; kind++) {
        int found = 0;
        double worst = 0.0;
        for (int i = 0; i < PAIRS; i++) {
            deep_shape pair[2];
            const double size = make_few(pair, (small_hull_class)kind, i);
            const convex_shape *a = &pair[0].shape, *b = &pair[1].shape;
            found += sets_agree(a, b, NULL);
            const convex_distance d = carom_convex_distance(a, b, NULL),
                                  e = small_hull_oracle(a, b);
            assert_int_equal(d.distance == 0.0, e.distance == 0.0);
            assert_true(fabs(d.distance - e.distance) <= 1e-13 * e.distance + 4e-15 * size);
            worst = fmax(worst, fabs(d.distance - e.distance) / size);
            if (i % 16 == 0 && kind != SMALL_HULL_FAR) checked_distance(a, b, size);
            deep_free(&pair[0]);
            deep_free(&pair[1]);
        }
        printf("class %d: %.2f %% found, off by %.1e of the size\n", kind, 100.0 * found / PAIRS,
               worst);
        assert_true(100 * found >= 99 * PAIRS);
    }
}

/* The pair's own, one of another pair, and one with corners that are not there. */
static void caches_change_nothing_but_the_time(void **state) {
    (void)state;
    convex_cache other = {.count = 3, .a = {0, 1, 2}, .b = {3, 3, 0}};
    int cold = 0, warm = 0;
    for (int i = 0; i < 2000; i++) {
        deep_shape pair[2];
        make_few(pair, i % 2 ? SMALL_HULL_PLAIN : SMALL_HULL_MANY, i);
        const convex_shape *a = &pair[0].shape, *b = &pair[1].shape;
        const convex_distance d = carom_convex_distance(a, b, NULL);
        convex_cache own = {.count = 0};
        convex_cache bad = {.count = 2, .a = {0, HULL_SCANNED}, .b = {-1, 0}};
        convex_cache *const cache[4] = {&own, &own, &other, &bad};
        for (int k = 0; k < 4; k++) {
            const convex_distance e =
                carom_convex_distance(a, b, &(convex_options){.cache = cache[k]});
            assert_true(fabs(d.distance - e.distance) <= 1e-14);
            assert_int_equal(d.distance == 0.0, e.distance == 0.0);
            if (k == 1) warm += e.iterations;
            sets_agree(a, b, cache[k]);
        }
        cold += d.iterations;
        deep_free(&pair[0]);
        deep_free(&pair[1]);
    }
    assert_true(3 * warm < 2 * cold);
}

/* No number, and sizes whose products leave the range: left to gjk.c, which answers. */
static void extremes_are_left(void **state) {
    (void)state;
    const double bad[4] = {(double)NAN, (double)INFINITY, 1e100, -1e200};
    for (int i = 0; i < 4; i++) {
        deep_shape pair[2];
        make_few(pair, SMALL_HULL_PLAIN, i);
        pair[1].shape.center.y = bad[i];
        assert_false(sets_agree(&pair[0].shape, &pair[1].shape, NULL));
        const convex_distance d = carom_convex_distance(&pair[0].shape, &pair[1].shape, NULL);
        assert_true(d.distance > 0.0);
        deep_free(&pair[0]);
        deep_free(&pair[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_gjk),
        cmocka_unit_test(caches_change_nothing_but_the_time),
        cmocka_unit_test(extremes_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
