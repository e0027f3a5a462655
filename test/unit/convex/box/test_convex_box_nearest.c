/* The nearest points of two boxes: hand-made cases, the general method on the boxes' corners as
 * oracle, the same bits from every set of instructions, swaps and powers of two. */
#include "common/test_convex_common.h"

#include "convex/box/box_nearest.h"
#include "convex/distance/distance.h"

#include <stdio.h>

static convex_shape box_at(double x, double y, double z, double half) {
    return straight(CONVEX_BOX, vec(x, y, z), vec(half, half, half));
}

static bool ask_nearest(const convex_shape *a, const convex_shape *b, convex_distance *out) {
    return boxes_nearest(box_view_of(a), box_view_of(b), out) == BOXES_KNOWN;
}

static bool same_vec(vec3 p, vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

/* By the corners the general method is asked: it does not see that they are a box's. */
static convex_distance by_corners(const convex_shape *a, const convex_shape *b) {
    vec3 corner[2][8];
    const convex_shape *box[2] = {a, b};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 8; i++) {
            const vec3 h = box[k]->half, *axes = box[k]->axes;
            vec3 at = mad3(box[k]->center, axes[0], i & 1 ? h.x : -h.x);
            at = mad3(at, axes[1], i & 2 ? h.y : -h.y);
            corner[k][i] = mad3(at, axes[2], i & 4 ? h.z : -h.z);
        }
    const convex_shape p = points_shape(corner[0], 8, 0), q = points_shape(corner[1], 8, 0);
    return carom_convex_distance(&p, &q, NULL);
}

static void known_pairs_have_their_points(void **state) {
    (void)state;
    const double root = sqrt(0.5);
    convex_shape a = box_at(0, 0, 0, 1), b = box_at(4, 5, 1.5, 0.5);
    convex_distance d;
    assert_true(ask_nearest(&a, &b, &d));
    assert_true(d.distance == sqrt(2.5 * 2.5 + 3.5 * 3.5) && d.status == CONVEX_EXACT);
    assert_true(d.point_a.x == 1 && d.point_a.y == 1 && d.point_b.x == 3.5 && d.point_b.y == 4.5);
    /* an edge along y over a face */
    b = box_at(0.25, -0.25, 3, 0.5);
    b.axes[0] = vec(root, 0, -root), b.axes[2] = vec(root, 0, root);
    assert_true(ask_nearest(&a, &b, &d));
    assert_true(fabs(d.distance - (2 - root)) < 1e-15 && d.normal.z == 1 && d.point_a.z == 1);
    /* an edge along x crosses one along y */
    a.axes[0] = vec(1, 0, 0), a.axes[1] = vec(0, root, root), a.axes[2] = vec(0, -root, root);
    b.center = vec(0.25, -0.125, 4);
    assert_true(ask_nearest(&a, &b, &d));
    assert_true(fabs(d.distance - (4 - 3 * root)) < 2e-15 && fabs(d.normal.z - 1) < 1e-15);
    assert_true(fabs(d.point_a.x - 0.25) < 1e-15 && fabs(d.point_b.y) < 1e-15);
    /* well into each other */
    b.center = vec(0.5, 0.25, 1);
    assert_true(ask_nearest(&a, &b, &d) && d.distance == 0 && d.overlap);
    assert_true(same_vec(d.point_a, d.point_b) && sampled_outside(&a, d.point_a) < 1e-15 &&
                sampled_outside(&b, d.point_b) < 1e-15);
}

/* Touching by a face, an edge, a corner, and apart by a last place: left to the exact method. */
static void touching_pairs_are_left(void **state) {
    (void)state;
    const double at[4][3] = {{2, 0.5, 0}, {2, 2, 0.25}, {2, -2, 2}, {0x1.0000000000001p1, 0, 0}};
    convex_shape a = box_at(0, 0, 0, 1);
    convex_distance d;
    for (int i = 0; i < 4; i++) {
        convex_shape b = box_at(at[i][0], at[i][1], at[i][2], 1);
        assert_false(ask_nearest(&a, &b, &d));
    }
}

/* Sizes out of range and what is no number are left as well. */
static void extremes_are_left(void **state) {
    (void)state;
    const double bad[4] = {1e70, 1e-70, (double)INFINITY, (double)NAN};
    convex_distance d;
    for (int i = 0; i < 4; i++) {
        convex_shape a = box_at(0, 0, 0, bad[i]), b = box_at(3 * bad[i], 0, 0, bad[i]);
        assert_false(ask_nearest(&a, &b, &d));
    }
}

typedef enum box_class { PLAIN, THIN, FLAT, LEVEL, NEARBY, TINY, HUGE_BOX, CLASSES } box_class;

static double side_of_class(box_class kind) {
    if (kind == THIN) return random01() < 0.5 ? random_in(1e-4, 1e-2) : random_in(0.5, 2);
    if (kind == FLAT && random01() < 0.5) return 0.0;
    return random_in(0.1, 1);
}

/* Of the class `LEVEL` their axes are nearly the same, or the same. */
static void make_pair(box_class kind, convex_shape pair[2]) {
    const double unit = kind == TINY ? 0x1p-90 : kind == HUGE_BOX ? 0x1p90 : 1.0;
    for (int k = 0; k < 2; k++) {
        double x = side_of_class(kind), y = side_of_class(kind), z = side_of_class(kind);
        pair[k] = straight(CONVEX_BOX, random_vec(1.5), vec(x, y, z));
        random_axes(pair[k].axes);
    }
    if (kind == LEVEL) {
        const double tilt = random01() < 0.5 ? 0.0 : random_in(-1, 1) * pow(10, random_in(-12, -2));
        const vec3 *axes = pair[0].axes;
        const double k = 1.0 / sqrt(1.0 + tilt * tilt);
        pair[1].axes[0] = scale3(mad3(axes[0], axes[1], tilt), k);
        pair[1].axes[1] = scale3(mad3(axes[1], axes[0], -tilt), k);
        pair[1].axes[2] = axes[2];
    }
    if (kind == NEARBY) { /* brought to within a part of their size */
        const convex_distance d = by_corners(&pair[0], &pair[1]);
        const double part = pow(10, random_in(-9, -1));
        pair[1].center = mad3(pair[1].center, sub3(d.point_b, d.point_a), part - 1.0);
    }
    for (int k = 0; k < 2; k++) {
        pair[k].center = scale3(pair[k].center, unit);
        pair[k].half = scale3(pair[k].half, unit);
    }
}

static void assert_same_bits(const convex_distance *d, const convex_distance *e) {
    assert_true(d->distance == e->distance && d->lower_bound == e->lower_bound);
    assert_true(same_vec(d->point_a, e->point_a) && same_vec(d->point_b, e->point_b));
    assert_true(same_vec(d->normal, e->normal) && d->overlap == e->overlap);
}

/* What every set of instructions answers, and the boxes twice as large. */
static void assert_invariant(const convex_shape pair[2], bool found, const convex_distance *d) {
    convex_distance e;
    const boxes_known known =
        carom_boxes_nearest_native(box_view_of(&pair[0]), box_view_of(&pair[1]), &e);
    assert_int_equal(found, known == BOXES_KNOWN);
    if (found) assert_same_bits(d, &e);
    convex_shape twice[2] = {pair[0], pair[1]};
    for (int k = 0; k < 2; k++) {
        twice[k].center = scale3(twice[k].center, 2.0);
        twice[k].half = scale3(twice[k].half, 2.0);
    }
    assert_int_equal(found, ask_nearest(&twice[0], &twice[1], &e));
    if (!found) return;
    e.distance *= 0.5;
    e.lower_bound *= 0.5;
    e.point_a = scale3(e.point_a, 0.5);
    e.point_b = scale3(e.point_b, 0.5);
    assert_same_bits(d, &e);
}

static void agrees_with_the_general_method(void **state) {
    (void)state;
    /* how many in a hundred may be left to it */
    static const int left[CLASSES] = {1, 1, 1, 2, 1, 1, 1};
    enum { PAIRS = 20000 };
    convex_seed = 31;
    for (int kind = 0; kind < CLASSES; kind++) {
        int open = 0;
        double worst = 0.0;
        for (int i = 0; i < PAIRS; i++) {
            convex_shape pair[2];
            convex_distance d;
            make_pair((box_class)kind, pair);
            const bool found = ask_nearest(&pair[0], &pair[1], &d);
            assert_invariant(pair, found, &d);
            open += !found;
            if (!found) continue;
            const vec3 apart = sub3(pair[1].center, pair[0].center);
            const double size = max_abs3(apart) + max_abs3(pair[0].half) + max_abs3(pair[1].half) +
                                max_abs3(pair[0].center);
            const convex_distance e = by_corners(&pair[0], &pair[1]);
            assert_int_equal(d.distance == 0.0, e.distance == 0.0);
            assert_true(fabs(d.distance - e.distance) <= 1e-13 * e.distance + 4e-15 * size);
            worst = fmax(worst, fabs(d.distance - e.distance) / size);
            if (i % 16 == 0) assert_contract(&pair[0], &pair[1], &d, size);
            const double points = sqrt(len2(sub3(d.point_b, d.point_a)));
            assert_true(fabs(points - d.distance) <= 1e-13 * d.distance + 4e-15 * size);
        }
        printf("class %d: %.2f %% left, off by %.1e of the size\n", kind, 100.0 * open / PAIRS,
               worst);
        assert_true(100 * open <= left[kind] * PAIRS);
    }
}

static void order_does_not_matter_to_the_engine(void **state) {
    (void)state;
    convex_seed = 32;
    for (int i = 0; i < 5000; i++) {
        convex_shape pair[2];
        make_pair((box_class)(i % CLASSES), pair);
        checked_distance(&pair[0], &pair[1], 4.0 * (i % CLASSES == HUGE_BOX ? 0x1p90 : 1.0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_pairs_have_their_points),
        cmocka_unit_test(touching_pairs_are_left),
        cmocka_unit_test(extremes_are_left),
        cmocka_unit_test(agrees_with_the_general_method),
        cmocka_unit_test(order_does_not_matter_to_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
