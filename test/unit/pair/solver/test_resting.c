/* Boxes and hulls that stand on each other: contact by one point and one axis is that of the exact
 * separating axes and of the exact search, whose answers the verbs share; hand-made stacks, turned
 * about their normal and in any common rotation, deep, flush and apart by the last digit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/hull_sat/hull_rest.h"
#include "convex/support/support.h"
#include "fit/hull.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/box_pairs.h"
#include "pair/solver/hull_pairs.h"
#include "query/overlap/sat_exact.h"
#include "common/test_seeded_common.h"

#define ROUNDS 4000
#define TINY (sizeof(carom_real) == 8 ? 1e-12 : 2e-6)

typedef struct stack {
    carom_shape shape[2];
    carom_pose pose[2];
    carom_posed_shape a, b;
} stack;

static carom_hull *cube, *wedge;

static carom_hull *hull_of_corners(const carom_vec3 *points, size_t count) {
    carom_hull *hull = NULL;
    const carom_hull_def def = {.points = points, .point_count = count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

static int make_hulls(void **state) {
    (void)state;
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] =
            (carom_vec3){(carom_real)(i & 1 ? 0.5 : -0.5), (carom_real)(i & 2 ? 0.5 : -0.5),
                         (carom_real)(i & 4 ? 0.5 : -0.5)};
    cube = hull_of_corners(corners, 8);
    const carom_vec3 of_wedge[6] = {{-1, -1, (carom_real)-0.5}, {1, -1, (carom_real)-0.5},
                                    {0, 1, (carom_real)-0.5},   {-1, -1, (carom_real)0.5},
                                    {1, -1, (carom_real)0.5},   {0, 1, (carom_real)0.5}};
    wedge = hull_of_corners(of_wedge, 6);
    return 0;
}

static int drop_hulls(void **state) {
    (void)state;
    carom_hull_destroy(cube);
    carom_hull_destroy(wedge);
    return 0;
}

static void set_posed(stack *s) {
    assert_true(carom_shape_pose(&s->a, &s->shape[0], s->pose[0]));
    assert_true(carom_shape_pose(&s->b, &s->shape[1], s->pose[1]));
}

static carom_pose pose_of(const double at[3], const double q[4]) {
    carom_pose pose = {{(carom_real)at[0], (carom_real)at[1], (carom_real)at[2]},
                       {(carom_real)q[0], (carom_real)q[1], (carom_real)q[2], (carom_real)q[3]}};
    return pose;
}

static void multiply(double out[4], const double p[4], const double q[4]) {
    out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    out[1] = p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2];
    out[2] = p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0];
    out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

static void turn_by(double out[3], const double q[4], const double v[3]) {
    const double p[4] = {v[0], v[1], v[2], 0}, back[4] = {-q[0], -q[1], -q[2], q[3]};
    double half[4], all[4];
    multiply(half, q, p);
    multiply(all, half, back);
    memcpy(out, all, 3 * sizeof *out);
}

static double eighth(uint64_t *state) {
    return 1.0 + floor(4.0 * seeded(state)) / 8.0;
}

/* B on A along z: turned about it or not, and both in a common rotation or not. */
static void set_stack(stack *s, uint64_t *state, int round, bool hulls) {
    double high = 1.0, world[4] = {0, 0, 0, 1}, about[4] = {0, 0, 0, 1}, both[4], up[3];
    for (int i = 0; i < 2; i++) {
        if (hulls) {
            s->shape[i] = (carom_shape){.kind = CAROM_SHAPE_HULL};
            s->shape[i].as.hull =
                (carom_placed_hull){round % 3 == i ? wedge : cube, carom_pose_identity()};
            continue;
        }
        const carom_real z = (carom_real)eighth(state);
        const carom_vec3 h = {(carom_real)eighth(state), (carom_real)eighth(state), z};
        s->shape[i] = (carom_shape){.kind = CAROM_SHAPE_AABB};
        s->shape[i].as.aabb = (carom_aabb){{-h.x, -h.y, -h.z}, h};
        high += i == 0 ? (double)z - 1.0 : (double)z;
    }
    if (round % 2) {
        const double angle = 3.0 * seeded(state);
        about[2] = sin(angle);
        about[3] = cos(angle);
    }
    double at[3] = {0.4 * seeded(state), 0.4 * seeded(state), high}, place[3] = {0, 0, 0};
    if (round % 5 == 0) at[0] = 0.0; /* level in x, in the middle of the other, or over a side */
    if (round % 7 == 0) at[1] = round % 2 ? 0.0 : 0.5;
    if (round % 35 == 0) at[0] = at[1] = 0.0;
    if (round % 4 >= 2) {
        double square = 0.0;
        for (int i = 0; i < 4; i++) {
            world[i] = seeded(state);
            square += world[i] * world[i];
        }
        for (int i = 0; i < 4; i++)
            world[i] /= sqrt(square);
        for (int i = 0; i < 3; i++)
            place[i] = 2.0 * seeded(state);
        at[2] -= round % 8 >= 4 ? pow(10.0, 3.0 * seeded(state) - 6.0) : 0.0;
    } else if (round % 16 >= 8)
        at[2] = (double)(carom_real)high * (1.0 + (round % 16 >= 12 ? 1 : -1) * 0x1p-20);
    turn_by(up, world, at);
    for (int i = 0; i < 3; i++)
        up[i] += place[i];
    multiply(both, world, about);
    s->pose[0] = pose_of(place, world);
    s->pose[1] = pose_of(up, both);
    set_posed(s);
}

static bool is_box_of(const carom_posed_shape *p, sat_body *out) {
    *out = p->shape.kind == CAROM_SHAPE_AABB ? carom_sat_aabb(&p->shape.as.aabb)
                                             : carom_sat_obb(&p->shape.as.obb);
    return true;
}

/* ---- against what is exact without it */

static void boxes_touch_as_by_all_axes(void **state) {
    (void)state;
    uint64_t random = 11;
    int decided = 0, apart = 0;
    for (int i = 0; i < ROUNDS; i++) {
        stack s;
        touch_box a, b;
        sat_body p, q;
        set_stack(&s, &random, i, false);
        assert_true(is_box_of(&s.a, &p) && is_box_of(&s.b, &q));
        if (!touch_box_of_posed(&a, &s.a) || !touch_box_of_posed(&b, &s.b)) continue;
        const touch_end end = carom_boxes_touch(&a, &b), swapped = carom_boxes_touch(&b, &a);
        const bool meet = !carom_sat_disjoint(&p, &q);
        if (end != TOUCH_UNDECIDED) assert_int_equal(end == TOUCH_CONTACT, meet);
        if (swapped != TOUCH_UNDECIDED) assert_int_equal(swapped == TOUCH_CONTACT, meet);
        decided += end != TOUCH_UNDECIDED;
        apart += end == TOUCH_APART;
    }
    /* doubles that are flush in a common rotation are left to all axes */
    assert_true(decided > ROUNDS * 6 / 10);
    assert_true(apart > ROUNDS / 20);
}

static void hulls_rest_as_by_the_exact_search(void **state) {
    (void)state;
    uint64_t random = 12;
    int decided = 0, quickly = 0, apart = 0;
    for (int i = 0; i < ROUNDS; i++) {
        stack s;
        convex_view a, b;
        hull_rest_point at;
        set_stack(&s, &random, i, true);
        const hull_rest_end end = carom_hulls_rest(&s.a, &s.b, &at);
        const hull_rest_end without_point = carom_hulls_rest(&s.a, &s.b, NULL);
        assert_true(carom_view_posed(&a, &s.a) && carom_view_posed(&b, &s.b));
        const bool meet = carom_convex_overlap(&a.shape, &b.shape, NULL);
        if (without_point != HULL_REST_UNDECIDED)
            assert_int_equal(without_point == HULL_REST_CONTACT, meet);
        quickly += without_point != HULL_REST_UNDECIDED;
        if (end == HULL_REST_UNDECIDED) continue;
        assert_int_equal(end == HULL_REST_CONTACT, meet);
        decided++;
        apart += end == HULL_REST_APART;
    }
    assert_true(decided > ROUNDS * 6 / 10 && quickly > ROUNDS * 6 / 10);
    assert_true(apart > ROUNDS / 20);
}

/* The distance is that of the exact search, and the planes through the points, across the normal,
 * have the hulls on their two sides. */
static void gap_of_hulls_is_by_a_vertex_over_a_face(void **state) {
    (void)state;
    uint64_t random = 15;
    int found = 0, over_b = 0;
    for (int i = 0; i < ROUNDS; i++) {
        stack s;
        hull_rest_gap gap;
        hull_rest_point at;
        convex_view view[2];
        int hint = 0;
        set_stack(&s, &random, i, true);
        const hull_rest_body a = {carom_hull_data(s.a.shape.as.hull.hull), &s.a.frame.hull};
        const hull_rest_body b = {carom_hull_data(s.b.shape.as.hull.hull), &s.b.frame.hull};
        if (carom_hulls_rest(&s.a, &s.b, &at) != HULL_REST_APART) continue;
        if (!carom_hull_rest_gap(&a, &b, &gap)) continue;
        const vec3 n = gap.face_of_b ? neg3(gap.normal) : gap.normal;
        const vec3 point[2] = {gap.face_of_b ? gap.of_vertex : gap.of_face,
                               gap.face_of_b ? gap.of_face : gap.of_vertex};
        assert_true(carom_view_posed(&view[0], &s.a) && carom_view_posed(&view[1], &s.b));
        const double high = dot3(n, carom_convex_support(&view[0].shape, n, &hint));
        const double low = dot3(n, carom_convex_support(&view[1].shape, neg3(n), &hint));
        assert_true(fabs(low - high - gap.gap) <= 1e-14 && fabs(len2(n) - 1.0) <= 1e-15);
        assert_true(fabs(dot3(n, point[0]) - high) <= 1e-14);
        assert_true(fabs(dot3(n, point[1]) - low) <= 1e-14);
        assert_true(carom_length(sub3(sub3(point[1], point[0]), scale3(n, gap.gap))) <= 1e-14);
        const convex_distance exact =
            carom_convex_distance(&view[0].shape, &view[1].shape, &(convex_options){0});
        assert_true(fabs(exact.distance - gap.gap) <= 1e-14);
        found++;
        over_b += gap.face_of_b;
    }
    assert_true(found > ROUNDS / 40 && over_b > 0);
}

/* ---- the verbs agree, in either order, at any scale */

static void assert_verbs_agree(const stack *s, double size) {
    const carom_posed_shape *a = &s->a, *b = &s->b;
    const bool meet = carom_overlap_posed(a, b);
    const carom_closest_any near = carom_closest_posed(a, b), back = carom_closest_posed(b, a);
    const carom_penetration deep = carom_penetrate_posed(a, b),
                            turned = carom_penetrate_posed(b, a);
    carom_contact_manifold m = {.capacity = 4}, n = {.capacity = 4};
    carom_contact_posed(a, b, &m);
    carom_contact_posed(b, a, &n);
    assert_int_equal(near.distance == 0, meet);
    assert_int_equal(deep.overlap, meet);
    assert_int_equal(m.count > 0, meet);
    assert_true(near.lower_bound <= near.distance && near.distance == back.distance);
    assert_true(deep.depth >= 0 && deep.depth == turned.depth && deep.normal.x == -turned.normal.x);
    assert_true(deep.point_a.z == turned.point_b.z && m.count == n.count);
    assert_int_equal(carom_penetrate(&s->shape[0], s->pose[0], &s->shape[1], s->pose[1]).depth ==
                         deep.depth,
                     true);
    const vec3 gap = sub3(load3(near.point_b), load3(near.point_a));
    assert_true(fabs(carom_length(gap) - (double)near.distance) <= TINY * size);
    if (!meet) return;
    const vec3 across = sub3(load3(deep.point_a), load3(deep.point_b));
    assert_true(fabs(dot3(across, load3(deep.normal)) - (double)deep.depth) <= TINY * size);
    assert_true(fabs((double)m.points[0].depth - (double)deep.depth) <= TINY * size);
    for (int i = 0; i < m.count; i++)
        assert_true(m.points[i].depth <= m.points[0].depth);
}

static void scale_stack(stack *s, double by) {
    for (int i = 0; i < 2; i++) {
        carom_real *at = &s->pose[i].position.x, *box = &s->shape[i].as.aabb.min.x;
        for (int k = 0; k < 3; k++)
            at[k] = (carom_real)((double)at[k] * by);
        for (int k = 0; k < 6; k++)
            box[k] = (carom_real)((double)box[k] * by);
    }
    set_posed(s);
}

static void verbs_of_boxes_agree(void **state) {
    (void)state;
    uint64_t random = 13;
    for (int i = 0; i < ROUNDS; i++) {
        stack s;
        set_stack(&s, &random, i, false);
        assert_verbs_agree(&s, 8.0);
        const bool meet = carom_overlap_posed(&s.a, &s.b);
        const double depth = (double)carom_penetrate_posed(&s.a, &s.b).depth;
        const double by = i % 2 ? 0x1p-12 : 0x1p+14;
        scale_stack(&s, by);
        assert_int_equal(carom_overlap_posed(&s.a, &s.b), meet);
        assert_true((double)carom_penetrate_posed(&s.a, &s.b).depth == depth * by);
    }
}

static void verbs_of_hulls_agree(void **state) {
    (void)state;
    uint64_t random = 14;
    for (int i = 0; i < ROUNDS; i++) {
        stack s;
        set_stack(&s, &random, i, true);
        assert_verbs_agree(&s, 8.0);
    }
}

/* ---- by hand */

static carom_shape box_of(double x, double y, double z) {
    carom_shape s = {.kind = CAROM_SHAPE_AABB};
    const carom_vec3 h = {(carom_real)x, (carom_real)y, (carom_real)z};
    s.as.aabb = (carom_aabb){{-h.x, -h.y, -h.z}, h};
    return s;
}

static void set_turned(stack *s, double x, double y, double z, double sine) {
    s->shape[0] = box_of(1, 1, 1);
    s->shape[1] = box_of(0.5, 0.5, 0.5);
    s->pose[0] = carom_pose_identity();
    s->pose[1] =
        pose_of((const double[3]){x, y, z}, (const double[4]){0, 0, sine, sqrt(1.0 - sine * sine)});
    set_posed(s);
}

static void a_box_on_a_box(void **state) {
    (void)state;
    stack s;
    carom_contact_manifold m = {.capacity = 4};
    const double above = sizeof(carom_real) == 8 ? 0x1p-50 : 0x1p-22;
    set_turned(&s, 0.25, 0.125, 1.5, 0.6);
    const carom_penetration deep = carom_penetrate_posed(&s.a, &s.b);
    assert_true(deep.overlap && deep.depth == 0 && deep.normal.z == 1);
    assert_true(deep.point_a.z == 1 && deep.point_b.z == 1);
    assert_int_equal(carom_contact_posed(&s.a, &s.b, &m), 4);
    assert_true(m.normal.z == 1 && m.points[3].depth == 0 && m.points[0].point_a.z == 1);
    set_turned(&s, 0.25, 0.125, 1.5 + above, 0.6);
    assert_false(carom_overlap_posed(&s.a, &s.b));
    const double gap = (double)carom_closest_posed(&s.a, &s.b).distance;
    assert_true(gap > 0.0 && gap < 4.0 * above);
    assert_int_equal(carom_contact_posed(&s.a, &s.b, &m), 0);
    set_turned(&s, 0.25, 0.125, 1.5 - above, 0.6);
    assert_true((double)carom_penetrate_posed(&s.a, &s.b).depth == above);
    set_turned(&s, 1.5, 0.25, 1.5, 0); /* an edge on an edge */
    assert_true(carom_overlap_posed(&s.a, &s.b));
    assert_verbs_agree(&s, 8.0);
    set_turned(&s, 1.5, 1.5, 1.5, 0); /* a corner on a corner */
    assert_true(carom_overlap_posed(&s.a, &s.b));
    set_turned(&s, 1.3, 1.3, 1.5, 0.6); /* beside the corner */
    assert_true(carom_overlap_posed(&s.a, &s.b));
    set_turned(&s, 2.0, 2.0, 1.5, 0.6);
    assert_false(carom_overlap_posed(&s.a, &s.b));
}

static void numbers_that_are_none_are_undecided(void **state) {
    (void)state;
    stack s;
    touch_box good, bad;
    set_turned(&s, 0.25, 0.125, 1.5, 0.6);
    assert_true(touch_box_of_posed(&good, &s.b));
    for (int i = 0; i < 15; i++)
        for (int k = 0; k < 2; k++) {
            bad = good;
            (&bad.center.x)[i] = k ? (double)INFINITY : (double)NAN;
            assert_int_equal(carom_boxes_touch(&good, &bad), TOUCH_UNDECIDED);
            assert_int_equal(carom_boxes_touch(&bad, &good), TOUCH_UNDECIDED);
        }
    bad = good;
    bad.half[1] = -bad.half[1];
    assert_int_equal(carom_boxes_touch(&good, &bad), TOUCH_UNDECIDED);
    assert_int_equal(carom_boxes_touch(&bad, &good), TOUCH_UNDECIDED);
    assert_int_equal(carom_boxes_touch(&good, &good), TOUCH_CONTACT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_touch_as_by_all_axes),
        cmocka_unit_test(hulls_rest_as_by_the_exact_search),
        cmocka_unit_test(gap_of_hulls_is_by_a_vertex_over_a_face),
        cmocka_unit_test(verbs_of_boxes_agree),
        cmocka_unit_test(verbs_of_hulls_agree),
        cmocka_unit_test(a_box_on_a_box),
        cmocka_unit_test(numbers_that_are_none_are_undecided),
    };
    return cmocka_run_group_tests(tests, make_hulls, drop_hulls);
}
