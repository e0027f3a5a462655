/* Boxes against boxes: the quick method's manifolds are the general method's. */
#include "common/test_convex_deep.h"

#include "convex/manifold/box_manifold.h"
#include "convex/sat/sat.h"
#include "common/test_found_common.h"

#include <string.h>

/* Served by the quick method, and by what. */
static int served, edges_met, faces_met;
/* Of those, where the general method has the same features in as few points. */
static int kept_alike, kept_otherwise;

static bool has_id(const convex_manifold *m, uint32_t id, vec3 at, double near) {
    for (int i = 0; i < m->count; i++)
        if (m->points[i].id == id) return max_abs3(sub3(m->points[i].point_a, at)) <= near;
    return false;
}

static double away_across(vec3 n, vec3 p, vec3 q) {
    vec3 way = sub3(p, q);
    return len2(mad3(way, n, -dot3(way, n)));
}

static double area_beyond(vec3 n, vec3 p, vec3 q, vec3 r) {
    return dot3(cross3(sub3(q, p), sub3(r, p)), n);
}

/* What a point adds to those that were taken before it, as contact_pool.h has it. */
static double added_by(vec3 n, const manifold_point *const *taken, int count,
                       const manifold_point *p) {
    vec3 at = p->point_a, first = count > 0 ? taken[0]->point_a : at;
    if (count == 0) return p->depth;
    if (count == 1) return away_across(n, first, at);
    vec3 second = taken[1]->point_a;
    if (count == 2) return fabs(area_beyond(n, first, second, at));
    double worth = count == 3 ? 0.0 : DBL_MAX, turn = 1.0;
    if (count == 3) turn = area_beyond(n, first, second, taken[2]->point_a) > 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < count; k++) {
        vec3 here = taken[k]->point_a, next = taken[(k + 1) % count]->point_a;
        worth = count == 3 ? max2(worth, turn * area_beyond(n, here, next, at))
                           : min2(worth, away_across(n, here, at));
    }
    return worth;
}

/* Is there an order in which the chosen were the best each time? Of equals any may be, and areas
 * that differ by less than `same` are equal. */
static bool is_best_choice(const convex_manifold *all, const convex_manifold *chosen,
                           const manifold_point **taken, int count, double same) {
    double most = -DBL_MAX;
    if (count == chosen->count) return true;
    for (int i = 0; i < all->count; i++)
        most = max2(most, added_by(all->normal, taken, count, &all->points[i]));
    for (int i = 0; i < chosen->count; i++) {
        bool before = false;
        for (int k = 0; k < count; k++)
            before |= taken[k] == &chosen->points[i];
        taken[count] = &chosen->points[i];
        if (before ||
            added_by(all->normal, taken, count, taken[count]) < most - (count == 0 ? 1e-9 : same))
            continue;
        if (is_best_choice(all, chosen, taken, count + 1, same)) return true;
    }
    return false;
}

/* On the surface: in the plane of a face, and beside it by no more than what counts as on a side.
 */
static bool is_on_box(const convex_shape *s, vec3 p) {
    double over = -DBL_MAX, size = max_abs3(s->half);
    for (int i = 0; i < 3; i++)
        over = max2(over, fabs(dot3(s->axes[i], sub3(p, s->center))) - axis3(s->half, i));
    return over >= -1e-12 * size && over <= 4e-6 * size;
}

static double sum_of(vec3 v) {
    return v.x + v.y + v.z;
}

static bool has_same_ids(const convex_manifold *a, const convex_manifold *b) {
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++) {
        same = false;
        for (int k = 0; k < b->count; k++)
            same |= a->points[i].id == b->points[k].id;
    }
    return same;
}

static void assert_as_general(const convex_shape *a, const convex_shape *b, double margin,
                              int capacity) {
    convex_cache cache = {.count = 0};
    const manifold_options options = {margin, 8, NULL}, cached = {margin, capacity, &cache};
    const manifold_options as_few = {margin, capacity, NULL};
    const manifold_point *taken[8];
    convex_manifold quick, all, few;
    if (!carom_box_manifold(a, b, &cached, &quick)) return;
    carom_convex_manifold_any(a, b, &options, &all);
    served++;
    int most = capacity > 0 ? capacity : MANIFOLD_CAPACITY;
    assert_int_equal(quick.count, all.count < most ? all.count : most);
    if (quick.count == 0) return;
    double size = max_abs3(a->half) + max_abs3(b->half) + max_abs3(a->center);
    assert_true(max_abs3(sub3(quick.normal, all.normal)) == 0.0);
    assert_true(fabs(quick.points[0].depth - all.points[0].depth) <= 1e-13 * size);
    assert_true(max_abs3(sub3(cache.axis, quick.normal)) == 0.0);
    for (int i = 0; i < quick.count; i++) {
        const manifold_point *p = &quick.points[i];
        vec3 gap = sub3(sub3(p->point_a, p->point_b), scale3(quick.normal, p->depth));
        assert_true(max_abs3(gap) <= 1e-14 * size);
        assert_true(has_id(&all, p->id, p->point_a, 1e-9 * size));
        assert_true(is_on_box(a, p->point_a) && is_on_box(b, p->point_b));
    }
    double sides = 2.0 * max2(sum_of(a->half), sum_of(b->half));
    assert_true(is_best_choice(&all, &quick, taken, 0, 1.2e-5 * sides * sides));
    carom_convex_manifold_any(a, b, &as_few, &few);
    *(has_same_ids(&quick, &few) ? &kept_alike : &kept_otherwise) += 1;
    edges_met += quick.points[0].id >= 0xc0000000u;
    faces_met += quick.count > 2;
}

/* Moves B along `way` until the boxes are `depth` deep. */
static void push_together(const convex_shape *a, convex_shape *b, vec3 way, double depth) {
    double far = 10.0 * (max_abs3(a->half) + max_abs3(b->half)), near = 0.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (near + far);
        b->center = mad3(a->center, way, middle);
        if (carom_sat(a, b).depth > depth)
            near = middle;
        else
            far = middle;
    }
    b->center = mad3(a->center, way, near);
}

static vec3 random_half(int k) {
    double thin = k % 5 == 0 ? 0.03 : 0.3;
    double x = deep_between(0.3, 1.0), y = deep_between(thin, 1.0);
    return vec(x, y, deep_between(0.3, 1.0));
}

static convex_shape random_box(int k) {
    convex_shape s = {.kind = CONVEX_BOX, .half = random_half(k), .center = deep_cube(2.0)};
    deep_frame(&s);
    return s;
}

static void in_any_pose(void **state) {
    (void)state;
    served = edges_met = faces_met = kept_alike = kept_otherwise = 0;
    for (int k = 0; k < 20000; k++) {
        convex_shape a = random_box(k), b = random_box(k / 5);
        push_together(&a, &b, deep_direction(), deep_between(-0.05, 0.3));
        assert_as_general(&a, &b, k % 3 == 0 ? 0.1 : 0.0, k % 9);
    }
    assert_true(served > 15000 && edges_met > 2000 && faces_met > 1000);
    assert_true(kept_alike > 100 * kept_otherwise);
}

/* Nearly flush faces, where the least axis may be one of the edges. */
static void face_on_face(void **state) {
    (void)state;
    served = edges_met = faces_met = kept_alike = kept_otherwise = 0;
    for (int k = 0; k < 20000; k++) {
        convex_shape a = random_box(k), b = random_box(k / 5);
        double tilt = k % 4 == 0 ? 0.2 : 0.01, angle = deep_between(0, 6.3);
        vec3 n = a.axes[k % 3], u = a.axes[(k + 1) % 3], v = a.axes[(k + 2) % 3];
        n = carom_normalize_or(mad3(n, deep_cube(1.0), tilt), n);
        u = mad3(scale3(u, cos(angle)), v, sin(angle));
        b.axes[k % 2] = n;
        b.axes[k % 2 + 1] = carom_normalize_or(mad3(u, n, -dot3(u, n)), u);
        b.axes[k % 2 == 0 ? 2 : 0] = cross3(b.axes[k % 2], b.axes[k % 2 + 1]);
        vec3 way = add3(a.axes[k % 3], deep_cube(0.2));
        push_together(&a, &b, k & 8 ? way : neg3(way), deep_between(-0.01, 0.1));
        assert_as_general(&a, &b, k % 3 == 0 ? 0.1 : 0.0, k % 9);
    }
    assert_true(served > 15000 && faces_met > 10000);
    assert_true(kept_alike > 100 * kept_otherwise);
}

/* In line with each other depths are equal, and of equal points any may be left out: all fit. */
static void in_line(void **state) {
    (void)state;
    served = faces_met = kept_alike = kept_otherwise = 0;
    for (int k = 0; k < 3000; k++) {
        convex_shape a = random_box(k), b = random_box(k);
        if (k % 2 == 0) b.half = a.half;
        for (int i = 0; i < 3; i++)
            b.axes[i] = a.axes[i] = k % 3 == 0 ? vec(i == 0, i == 1, i == 2) : a.axes[i];
        vec3 aside = k % 5 == 0 ? vec(0, 0, 0) : deep_cube(0.4);
        push_together(&a, &b, add3(a.axes[k % 3], aside), 0.05);
        assert_as_general(&a, &b, 0.0, 8);
    }
    assert_true(served > 2000 && faces_met > 2000);
}

static void tilt_box(convex_shape *s, vec3 by) {
    vec3 x = add3(vec(1, 0, 0), vec(0, by.z, -by.y)), y = add3(vec(0, 1, 0), vec(-by.z, 0, by.x));
    s->axes[0] = carom_normalize_or(x, x);
    y = mad3(y, s->axes[0], -dot3(y, s->axes[0]));
    s->axes[1] = carom_normalize_or(y, y);
    s->axes[2] = cross3(s->axes[0], s->axes[1]);
}

static bool is_same_contact(const box_contact *c, const box_contact *d) {
    bool same = c->count == d->count && c->on_b == d->on_b &&
                max_abs3(sub3(c->normal.v, d->normal.v)) == 0.0;
    for (int i = 0; i < c->count && same; i++) {
        const int k = c->taken[i];
        same = d->taken[i] == k && face_point_id(&c->window, k) == face_point_id(&d->window, k) &&
               box_contact_place(c, i) == box_contact_place(d, i) &&
               c->points.depth[k] == d->points.depth[k] && c->points.x[k] == d->points.x[k] &&
               c->points.y[k] == d->points.y[k];
    }
    return same;
}

/* Whatever axis and points are remembered, the contact is the same to the bit, and the axis it was
 * on comes back; also of boxes in line, where several axes are as good. */
static void any_memory(void **state) {
    (void)state;
    int met = 0;
    for (int k = 0; k < 2000; k++) {
        convex_shape a = random_box(k), b = random_box(k / 5);
        if (k % 4 == 0) memcpy(b.axes, a.axes, sizeof b.axes);
        push_together(&a, &b, k % 8 == 0 ? a.axes[k % 3] : deep_direction(), 0.05);
        const box_view *const box[2] = {box_view_of(&a), box_view_of(&b)};
        const manifold_options options = {0.0, 4, NULL};
        box_memory first = {SAT_NO_GUESS, {255, 255, 255, 255}};
        box_contact plain = {.memory = NULL}, fresh = {.memory = &first};
        bool serves = carom_box_contact(box, false, &options, &plain);
        met += serves && plain.count > 0;
        assert_true(carom_box_contact(box, false, &options, &fresh) == serves);
        for (int guess = 0; guess < 34; guess++) {
            const uint8_t kind = (uint8_t)guess;
            box_memory memory = {(uint8_t)(guess < 33 ? guess : 255), {kind, 0, kind, 2}};
            box_contact expected = {.memory = &memory};
            if (guess == 32) memory = first;
            assert_true(carom_box_contact(box, false, &options, &expected) == serves);
            if (!serves) continue;
            assert_true(is_same_contact(&plain, &expected));
            assert_int_equal(memory.axis, first.axis);
        }
    }
    assert_true(met > 1500);
}

/* Sides that lie on each other but for a trembling are cut the same every time. */
static void flush_boxes_tremble(void **state) {
    (void)state;
    const struct {
        vec3 at, half;
        uint32_t id[4];
    } cases[] = {
        {{0, 0, 1.99}, {1, 1, 1}, {0, 1, 2, 3}}, /* one on the other: B's corners */
        {{0.5, 0, 1.99},
         {1, 1, 1},
         {0, 2, 0xc005, 0x14005}},                 /* bricks: two of them, two crossings */
        {{0, 0, 1.99}, {0.5, 1, 1}, {0, 1, 2, 3}}, /* shorter, sides flush */
    };
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 2000; k++) {
            convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
            vec3 at = add3(cases[c].at, deep_cube(1e-7));
            convex_shape b = deep_make(CONVEX_BOX, at, cases[c].half);
            tilt_box(&b, deep_cube(1e-7));
            convex_manifold m;
            const manifold_options options = {0.0, 8, NULL};
            assert_true(carom_box_manifold(&a, &b, &options, &m));
            assert_int_equal(m.count, 4);
            for (int i = 0; i < 4; i++) {
                bool known = false;
                for (int j = 0; j < 4; j++)
                    known |= m.points[i].id == cases[c].id[j];
                assert_true(known);
                assert_true(is_on_box(&a, m.points[i].point_a));
                assert_true(is_on_box(&b, m.points[i].point_b));
            }
        }
}

static void assert_turned(const convex_manifold *m, const convex_manifold *n) {
    assert_int_equal(m->count, n->count);
    assert_true(m->count == 0 || max_abs3(add3(m->normal, n->normal)) == 0.0);
    assert_true(m->count == 0 || fabs(m->points[0].depth - n->points[0].depth) < 1e-13);
}

/* Swapped the normal turns round and the depth stays; a power of two scales all, and the bits. */
static void swapped_and_scaled(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        convex_shape a = random_box(k), b = random_box(k / 5);
        push_together(&a, &b, deep_direction(), 0.05);
        convex_manifold m = found_manifold(&a, &b, 0.0, 1);
        convex_manifold n = found_manifold(&b, &a, 0.0, 1);
        assert_turned(&m, &n);
        convex_shape c = a, d = b;
        c.half = scale3(a.half, 1024.0);
        d.half = scale3(b.half, 1024.0);
        c.center = scale3(a.center, 1024.0);
        d.center = scale3(b.center, 1024.0);
        n = found_manifold(&c, &d, 0.0, 1);
        assert_int_equal(m.count, n.count);
        assert_true(m.points[0].depth * 1024.0 == n.points[0].depth);
        assert_int_equal(m.points[0].id, n.points[0].id);
    }
}

/* So large or small that float loses them: left to the general method, which scales as well. */
static void extreme_sizes(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        convex_shape a = random_box(k), b = random_box(k / 5);
        push_together(&a, &b, a.axes[k % 3], 0.05);
        convex_manifold m = found_manifold(&a, &b, 0.0, 4);
        for (int way = -1; way <= 1; way += 2) {
            double by = way < 0 ? 0x1p-90 : 0x1p90;
            convex_shape c = a, d = b;
            c.half = scale3(a.half, by);
            d.half = scale3(b.half, by);
            c.center = scale3(a.center, by);
            d.center = scale3(b.center, by);
            convex_manifold n = found_manifold(&c, &d, 0.0, 4);
            assert_int_equal(m.count, n.count);
            assert_true(fabs(n.points[0].depth / by - m.points[0].depth) <= 1e-12);
            const manifold_options options = {0.0, 4, NULL};
            assert_false(carom_box_manifold(&c, &d, &options, &n));
        }
    }
}

/* What is left to the general method, and what is refused. */
static void not_served(void **state) {
    (void)state;
    const manifold_options options = {0.0, 4, NULL};
    convex_manifold m;
    convex_shape a = random_box(1), b = a, ball = {.kind = CONVEX_POINTS, .count = 1};
    vec3 origin = vec(0, 0, 0);
    ball.points = &origin;
    assert_false(carom_box_manifold(&a, &ball, &options, &m));
    b.half.y = 0.0; /* flat */
    assert_false(carom_box_manifold(&a, &b, &options, &m));
    b = a;
    b.radius = 0.1;
    assert_false(carom_box_manifold(&a, &b, &options, &m));
    for (int i = 0; i < 3; i++)
        a.axes[i] = vec(i == 0, i == 1, i == 2);
    a.half = vec(1, 1, 1);
    a.center = vec(0, 0, 0);
    b = a;
    b.center = vec(2, 0, 0); /* touching */
    assert_true(carom_box_manifold(&a, &b, &options, &m));
    assert_int_equal(m.count, 4);
    assert_true(m.points[0].depth == 0.0 && m.normal.x == 1.0);
    assert_int_equal(found_manifold(&a, &b, 0.0, 4).count, 4);
    b.center = vec(2.0 + 1e-9, 0, 0);
    assert_true(carom_box_manifold(&a, &b, &options, &m));
    assert_int_equal(m.count, 0);
    a.half = vec(1, 0.01, 1); /* a face like a needle */
    b.center = vec(1.9, 0, 0);
    assert_false(carom_box_manifold(&a, &b, &options, &m));
    b.center.y = NAN;
    assert_false(carom_box_manifold(&a, &b, &options, &m));
    assert_int_equal(found_manifold(&a, &b, 0.0, 4).count, 0);
    b.center.y = INFINITY;
    assert_int_equal(found_manifold(&a, &b, 0.0, 4).count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_any_pose),
        cmocka_unit_test(face_on_face),
        cmocka_unit_test(in_line),
        cmocka_unit_test(any_memory),
        cmocka_unit_test(flush_boxes_tremble),
        cmocka_unit_test(swapped_and_scaled),
        cmocka_unit_test(extreme_sizes),
        cmocka_unit_test(not_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
