/* Compounds: every verb against brute force over the children, exactly where the compound stands in
 * its own frame and to rounding where it is turned; two compounds; one child against the child
 * itself; hand-made answers; what is refused; every allocation that fails. */
#include "carom/compound.h"
#include "carom/contact.h"
#include "carom/toi.h"
#include "common/test_counting.h"
#include "common/test_every_common.h"

#define CHILDREN 7
#define ROUNDS 3
/* Of coordinates of about 10, turned into the compound's frame and back. */
#define NEAR (EPS > 1e-10 ? 2e-4 : 1e-9)

static const carom_shape_kind child_kinds[CHILDREN] = {
    CAROM_SHAPE_SPHERE,   CAROM_SHAPE_OBB,     CAROM_SHAPE_CAPSULE, CAROM_SHAPE_HULL,
    CAROM_SHAPE_CYLINDER, CAROM_SHAPE_POLYGON, CAROM_SHAPE_MESH};

typedef struct family {
    every_kind children[CHILDREN];
    carom_child given[CHILDREN];
    carom_compound *compound;
    carom_shape shape;
} family;

static void make_family(family *f, double reach) {
    for (int i = 0; i < CHILDREN; i++) {
        make_every(&f->children[i], child_kinds[i]);
        f->given[i] = (carom_child){f->children[i].kind.shape, pose_every(reach)};
        if (i == 0) f->given[i].pose.rotation = (carom_quat){0, 0, 0, 0}; /* the identity, too */
    }
    const carom_compound_def def = {.children = f->given, .count = CHILDREN};
    assert_int_equal(carom_compound_create(&f->compound, &def), CAROM_OK);
    f->shape = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = f->compound};
}

static void discard_family(family *f) {
    carom_compound_destroy(f->compound);
    for (int i = 0; i < CHILDREN; i++)
        discard_every(&f->children[i]);
}

static carom_pose child_pose(const family *f, int i, carom_pose whole) {
    return carom_pose_compose(whole, f->given[i].pose);
}

/* ---- brute force; `first`: the compound is A */

typedef struct posed_one {
    const carom_shape *shape;
    carom_pose pose;
} posed_one;

static bool any_overlap(const family *f, carom_pose whole, posed_one s, bool first) {
    bool any = false;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_pose p = child_pose(f, i, whole);
        any |= first ? carom_overlap(&f->given[i].shape, p, s.shape, s.pose)
                     : carom_overlap(s.shape, s.pose, &f->given[i].shape, p);
    }
    return any;
}

static double least_distance(const family *f, carom_pose whole, posed_one s, bool first) {
    double least = INFINITY;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_pose p = child_pose(f, i, whole);
        const carom_closest_any c = first ? carom_closest(&f->given[i].shape, p, s.shape, s.pose)
                                          : carom_closest(s.shape, s.pose, &f->given[i].shape, p);
        if ((double)c.distance < least) least = (double)c.distance;
    }
    return least;
}

static double greatest_depth(const family *f, carom_pose whole, posed_one s, bool first) {
    double most = -1;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_pose p = child_pose(f, i, whole);
        const carom_penetration c = first ? carom_penetrate(&f->given[i].shape, p, s.shape, s.pose)
                                          : carom_penetrate(s.shape, s.pose, &f->given[i].shape, p);
        if (c.overlap && (double)c.depth > most) most = (double)c.depth;
    }
    return most;
}

static double first_fraction(const family *f, carom_moving_shape whole, carom_moving_shape s,
                             bool first) {
    double least = INFINITY;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_moving_shape c = {&f->given[i].shape, child_pose(f, i, whole.pose),
                                      whole.motion};
        const carom_sweep_hit hit = first ? carom_sweep(&c, &s) : carom_sweep(&s, &c);
        if (hit.hit && (double)hit.fraction < least) least = (double)hit.fraction;
    }
    return least;
}

static carom_relation relation_of(const family *f, carom_pose whole, posed_one s) {
    int held = 0;
    bool holds = false, meets = false;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_relation r =
            carom_classify(&f->given[i].shape, child_pose(f, i, whole), s.shape, s.pose);
        held += r == CAROM_INSIDE;
        holds |= r == CAROM_CONTAINS;
        meets |= r != CAROM_DISJOINT;
    }
    return holds              ? CAROM_CONTAINS
           : held == CHILDREN ? CAROM_INSIDE
           : meets            ? CAROM_INTERSECTS
                              : CAROM_DISJOINT;
}

/* ---- any shape against a compound */

static void check_distance(const family *f, carom_pose whole, posed_one s, double near) {
    const carom_closest_any c = carom_closest(&f->shape, whole, s.shape, s.pose);
    const carom_closest_any d = carom_closest(s.shape, s.pose, &f->shape, whole);
    const double least = least_distance(f, whole, s, true);
    assert_true(fabs((double)c.distance - least) <= near);
    assert_true(fabs((double)d.distance - least_distance(f, whole, s, false)) <= near);
    assert_true(c.distance == d.distance && c.lower_bound <= c.distance);
    assert_true(fabs(apart(c.point_a, c.point_b) - (double)c.distance) < NEAR);
    assert_same(c.point_a, d.point_b);
    if (least > 2 * near) {
        assert_false(carom_overlap(&f->shape, whole, s.shape, s.pose));
        const carom_real below = (carom_real)(0.99 * least), above = (carom_real)(1.01 * least);
        assert_false(carom_overlap_within(&f->shape, whole, s.shape, s.pose, below));
        assert_true(carom_overlap_within(s.shape, s.pose, &f->shape, whole, above));
    }
}

static void check_touch(const family *f, carom_pose whole, posed_one s, double near) {
    const bool touch = carom_overlap(&f->shape, whole, s.shape, s.pose);
    const carom_penetration p = carom_penetrate(&f->shape, whole, s.shape, s.pose),
                            q = carom_penetrate(s.shape, s.pose, &f->shape, whole);
    const double most = greatest_depth(f, whole, s, true);
    assert_int_equal(touch, carom_overlap(s.shape, s.pose, &f->shape, whole));
    if (near == 0 || most > near || least_distance(f, whole, s, true) > near) {
        assert_int_equal(touch, any_overlap(f, whole, s, true));
        assert_int_equal(p.overlap, most >= 0);
    }
    if (p.overlap && most < 1e6) {
        assert_true(fabs((double)p.depth - most) <= near);
        assert_true(fabs((double)q.depth - greatest_depth(f, whole, s, false)) <= near);
        if (p.depth > 0) assert_true(fabs(length_of(p.normal) - 1) < 1e-5);
    }
}

static void check_contact(const family *f, carom_pose whole, posed_one s, double near) {
    carom_contact_manifold all[CAROM_CONTACT_LIMIT] = {{.margin = (carom_real)0.05}};
    carom_contact_manifold one = all[0];
    carom_posed_shape a, b;
    if (!carom_shape_pose(&a, &f->shape, whole) || !carom_shape_pose(&b, s.shape, s.pose)) return;
    const int32_t count = carom_contact_several(&a, &b, all, CAROM_CONTACT_LIMIT);
    carom_contact_posed(&a, &b, &one);
    const double least = least_distance(f, whole, s, true);
    if (least < 0.05 - near) assert_true(count > 0);
    if (least > 0.05 + near) assert_int_equal(count, 0);
    assert_int_equal(one.count > 0, count > 0);
    for (int32_t i = 0; i < count; i++) {
        assert_true(fabs(length_of(all[i].normal) - 1) < 1e-5);
        if (i > 0) assert_true(all[i].points[0].depth <= all[i - 1].points[0].depth);
        for (int32_t k = 1; k < all[i].count; k++)
            assert_true(all[i].points[k].id != all[i].points[0].id);
    }
    if (count > 0) assert_true(one.points[0].depth == all[0].points[0].depth);
}

static void check_motion(const family *f, carom_pose whole, posed_one s, double near) {
    const carom_moving_shape a = {&f->shape, whole, random_vec(3)},
                             b = {s.shape, s.pose, random_vec(3)};
    const carom_sweep_hit hit = carom_sweep(&a, &b), back = carom_sweep(&b, &a);
    const double first = first_fraction(f, a, b, true);
    if (near == 0) {
        assert_int_equal(hit.hit, first <= 1);
        if (hit.hit) assert_true(fabs((double)hit.fraction - first) < 1e-6);
    }
    if (hit.hit && first <= 1 && first > near) {
        assert_true(fabs((double)hit.fraction - first) < 50 * NEAR);
        assert_true(fabs(length_of(hit.normal) - 1) < 1e-5);
    }
    if (hit.hit && back.hit) assert_true(fabs((double)(hit.fraction - back.fraction)) < 50 * NEAR);
}

static void check_rays(const family *f, carom_pose whole, posed_one s) {
    const carom_ray_hit hit = carom_raycast(s.shape, s.pose, &f->shape, whole);
    double first = INFINITY;
    for (int i = 0; i < CHILDREN; i++) {
        const carom_ray_hit one =
            carom_raycast(s.shape, s.pose, &f->given[i].shape, child_pose(f, i, whole));
        if (one.hit && (double)one.t < first) first = (double)one.t;
    }
    if (first < INFINITY && !hit.hit) assert_true(whole.rotation.x != 0);
    if (hit.hit && first < INFINITY)
        assert_true(fabs((double)hit.t - first) < 50 * NEAR * (1 + fabs(first)));
    assert_false(carom_raycast(&f->shape, whole, s.shape, s.pose).hit);
}

static void check_shape(const family *f, const every_kind *of) {
    const carom_pose poses[2] = {carom_pose_identity(), pose_every(2)};
    for (int i = 0; i < 2; i++) {
        const posed_one s = {&of->kind.shape, pose_every(3)};
        const double near = i == 0 ? 0 : NEAR;
        check_distance(f, poses[i], s, near);
        check_touch(f, poses[i], s, near);
        check_contact(f, poses[i], s, NEAR);
        check_motion(f, poses[i], s, near);
        if (casts_rays_kind(s.shape->kind)) check_rays(f, poses[i], s);
        if (i == 0) {
            const carom_relation r = relation_of(f, poses[i], s);
            assert_int_equal(carom_classify(&f->shape, poses[i], s.shape, s.pose), r);
        }
    }
}

static void every_kind_against_children(void **state) {
    (void)state;
    static every_kind other;
    static family f;
    for (int round = 0; round < 40; round++) {
        make_family(&f, round % 2 ? 1 : 3);
        for (carom_shape_kind k = 0; k < CAROM_SHAPE_COMPOUND; k++) {
            make_every(&other, k);
            for (int i = 0; i < ROUNDS; i++)
                check_shape(&f, &other);
            discard_every(&other);
        }
        discard_family(&f);
    }
}

/* ---- two compounds, and one child */

static void two_compounds(void **state) {
    (void)state;
    static family a, b;
    int apart_count = 0;
    for (int round = 0; round < 60; round++) {
        make_family(&a, 1.5);
        make_family(&b, 1.5);
        const carom_pose p = pose_every(round % 3 ? 3 : 8), q = pose_every(3);
        double least = INFINITY;
        bool touch = false;
        for (int i = 0; i < CHILDREN; i++) {
            const posed_one s = {&b.given[i].shape, child_pose(&b, i, q)};
            least = fmin(least, least_distance(&a, p, s, true));
            touch |= any_overlap(&a, p, s, true);
        }
        const carom_closest_any c = carom_closest(&a.shape, p, &b.shape, q),
                                d = carom_closest(&b.shape, q, &a.shape, p);
        assert_true(fabs((double)c.distance - least) < NEAR);
        assert_true(c.distance == d.distance);
        assert_same(c.point_a, d.point_b);
        if (least > NEAR || touch) assert_int_equal(carom_overlap(&a.shape, p, &b.shape, q), touch);
        apart_count += !touch;
        discard_family(&a);
        discard_family(&b);
    }
    assert_true(apart_count > 5 && apart_count < 55);
}

static void turning(void **state) {
    (void)state;
    static family f;
    int hits = 0;
    for (int round = 0; round < 30; round++) {
        make_family(&f, 2);
        carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 0.5}};
        carom_turning_shape a = {&f.shape, pose_every(1), pose_every(1), .pivot = random_vec(1)},
                            b = {&ball, pose_every(6), pose_every(6), .turns = 0};
        if (round % 4 == 0) a.turns = 1;
        if (round % 8 == 0) a.end = a.start;
        const carom_toi_hit hit = carom_toi(&a, &b, (carom_real)1e-3),
                            back = carom_toi(&b, &a, (carom_real)1e-3);
        assert_int_equal(hit.hit, back.hit);
        if (hit.hit) assert_true(fabs((double)(hit.fraction - back.fraction)) < 1e-2);
        hits += hit.hit;
        const posed_one s = {&ball, b.start};
        assert_true(!hit.hit || hit.fraction > 0 || least_distance(&f, a.start, s, true) < 2e-3);
        discard_family(&f);
    }
    assert_true(hits > 5);
}

/* A child 3 from the pivot goes round a half circle, and meets what stands on it, not on the chord;
 * with whole turns alone about the z axis of the compound, though the child's own z axis is x. */
static void turns_about_the_pivot(void **state) {
    (void)state;
    const carom_quat tipped = {0, (carom_real)0.70710678118654752, 0,
                               (carom_real)0.70710678118654752};
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 0.5}};
    const carom_child child = {ball, {v3(3, 0, 0), tipped}};
    carom_compound *c = NULL;
    assert_int_equal(
        carom_compound_create(&c, &(carom_compound_def){.children = &child, .count = 1}), CAROM_OK);
    const carom_shape whole = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c};
    const carom_shape post = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 3, 0), 0.5}},
                      chord = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 0.5}};
    carom_turning_shape a = {&whole, carom_pose_identity(), carom_pose_identity(), .turns = 1};
    const carom_turning_shape b = {&post, carom_pose_identity(), carom_pose_identity(), .turns = 0},
                              d = {&chord, carom_pose_identity(), carom_pose_identity(),
                                   .turns = 0};
    const double angle = (0.25 - asin(1.0 / 6) / 3.14159265358979323846); /* of a turn */
    carom_toi_hit hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && fabs((double)hit.fraction - angle) < 1e-5);
    assert_false(carom_toi(&a, &d, 0).hit);
    a.turns = 0;
    a.end.rotation = (carom_quat){0, 0, 1, 0};
    a.axis = v3(0, 0, 1);
    hit = carom_toi(&b, &a, 0);
    assert_true(hit.hit && fabs((double)hit.fraction - 2 * angle) < 1e-5);
    carom_compound_destroy(c);
}

/* ---- by hand */

static carom_shape box_of(double x, double y, double z, double half) {
    carom_shape out = {.kind = CAROM_SHAPE_AABB};
    out.as.aabb = (carom_aabb){v3(x - half, y - half, z - half), v3(x + half, y + half, z + half)};
    return out;
}

static void by_hand(void **state) {
    (void)state;
    const carom_pose stay = carom_pose_identity();
    const carom_child pair[2] = {{box_of(0, 0, 0, 1), stay},
                                 {box_of(0, 0, 0, 1), {v3(3, 0, 0), {0, 0, 0, 1}}}};
    carom_compound *c = NULL, *none = NULL;
    assert_int_equal(carom_compound_create(&c, &(carom_compound_def){.children = pair, .count = 2}),
                     CAROM_OK);
    assert_int_equal(carom_compound_create(&none, &(carom_compound_def){.count = 0}), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 2);
    assert_true(carom_compound_child(c, 1).pose.position.x == 3);
    const carom_shape two = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c},
                      empty = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = none};
    /* in the gap, from 1 to 2: equally far from both; the lower child answers */
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(1.5, 0, 0)};
    carom_closest_any near = carom_closest(&two, stay, &point, stay);
    assert_true(near.distance == (carom_real)0.5 && near.point_a.x == 1);
    assert_false(carom_overlap(&two, stay, &point, stay));
    assert_false(carom_overlap_within(&two, stay, &point, stay, (carom_real)0.25));
    assert_true(carom_overlap_within(&two, stay, &point, stay, (carom_real)0.5));
    carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                       .as.ray = {v3(9, 0, 0), v3(-1, 0, 0), 0, (carom_real)INFINITY}};
    carom_ray_hit hit = carom_raycast(&ray, stay, &two, stay);
    assert_true(hit.hit && hit.t == 5 && hit.normal.x == 1 && hit.t_exit == 7);
    const carom_aabb bounds = carom_shape_bounds(&two, stay);
    assert_true(bounds.min.x == -1 && bounds.max.x == 4 && bounds.max.y == 1);
    assert_true(carom_shape_support(&two, stay, v3(1, 0, 0)).x == 4);
    /* along x one leaves both: from 0.5 within the first, 1.5 to its end, and on past the second */
    carom_shape small = box_of(0, 0, 0, 0.75);
    assert_true(fabs((double)carom_penetrate_along(&two, stay, &small, stay, v3(2, 0, 0)) - 4.75) <
                1e-5);
    assert_true(fabs((double)carom_penetrate_along(&two, stay, &small, stay, v3(-1, 0, 0)) - 1.75) <
                1e-5);
    assert_true(fabs((double)carom_penetrate_along(&small, stay, &two, stay, v3(1, 0, 0)) - 1.75) <
                1e-5);
    carom_penetration p = carom_penetrate(&two, stay, &small, stay);
    assert_true(p.overlap && p.depth == (carom_real)1.75);
    assert_int_equal(carom_classify(&two, stay, &small, stay), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&small, stay, &two, stay), CAROM_INSIDE);
    carom_shape large = box_of(1.5, 0, 0, 3);
    assert_int_equal(carom_classify(&large, stay, &two, stay), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&two, stay, &large, stay), CAROM_INSIDE);
    /* equal to one child */
    carom_shape first = box_of(0, 0, 0, 1);
    assert_int_equal(carom_classify(&two, stay, &first, stay), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&first, stay, &two, stay), CAROM_INSIDE);
    /* half of it: one child of two is inside */
    assert_int_equal(carom_classify(&(carom_shape){.kind = CAROM_SHAPE_HALFSPACE,
                                                   .as.halfspace = {v3(1, 0, 0), (carom_real)1.5}},
                                    stay, &two, stay),
                     CAROM_INTERSECTS);
    /* nothing */
    assert_false(carom_overlap(&empty, stay, &two, stay));
    assert_true(carom_closest(&empty, stay, &two, stay).distance > CAROM_REAL_MAX);
    assert_int_equal(carom_classify(&empty, stay, &large, stay), CAROM_DISJOINT);
    assert_false(carom_raycast(&ray, stay, &empty, stay).hit);
    const carom_pose lost = {v3(0, 0, 0), {(carom_real)NAN, 0, 0, 1}};
    assert_false(carom_overlap(&two, lost, &small, stay));
    assert_false(carom_overlap(&two, stay, &small, lost));
    carom_compound_destroy(c);
    carom_compound_destroy(none);
    carom_compound_destroy(NULL);
}

static void refused(void **state) {
    (void)state;
    const carom_pose stay = carom_pose_identity();
    carom_compound *c = NULL;
    carom_child child = {box_of(0, 0, 0, 1), stay};
    const carom_compound_def def = {.children = &child, .count = 1};
    assert_int_equal(carom_compound_create(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_compound_create(&c, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_compound_create(&c, &(carom_compound_def){.count = 1}),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_compound_create(
                         &c, &(carom_compound_def){.children = &child, .count = (size_t)1 << 30}),
                     CAROM_ERROR_LIMIT);
    child.pose.position.x = (carom_real)INFINITY;
    assert_int_equal(carom_compound_create(&c, &def), CAROM_ERROR_NOT_FINITE);
    child.pose = stay;
    child.pose.rotation.w = 2;
    assert_int_equal(carom_compound_create(&c, &def), CAROM_ERROR_ARGUMENT);
    child.pose = stay;
    child.shape.as.aabb.min.x = 2;
    assert_int_equal(carom_compound_create(&c, &def), CAROM_ERROR_ARGUMENT);
    for (carom_shape_kind k = CAROM_SHAPE_RAY; k <= CAROM_SHAPE_HALFSPACE; k++) {
        every_kind one;
        make_every(&one, k);
        child.shape = one.kind.shape;
        assert_int_equal(carom_compound_create(&c, &def), CAROM_ERROR_ARGUMENT);
        discard_every(&one);
    }
    assert_null(c);
    child.shape = box_of(0, 0, 0, 1);
    assert_int_equal(carom_compound_create(&c, &def), CAROM_OK);
    carom_child nested = {{.kind = CAROM_SHAPE_COMPOUND, .as.compound = c}, stay};
    carom_compound *outer = NULL;
    assert_int_equal(
        carom_compound_create(&outer, &(carom_compound_def){.children = &nested, .count = 1}),
        CAROM_ERROR_ARGUMENT);
    nested.shape.as.compound = NULL;
    assert_non_null(carom_shape_problem(&nested.shape));
    carom_compound_destroy(c);
}

static void allocations_fail(void **state) {
    (void)state;
    carom_child many[50];
    for (int i = 0; i < 50; i++)
        many[i] = (carom_child){box_of(0, 0, 0, 1), pose_every(9)};
    size_t calls = 1;
    for (size_t at = 1; at <= calls; at++) {
        counting c = {.fail_at = at};
        carom_compound *made = NULL;
        const carom_compound_def def = {
            .children = many, .count = 50, .allocator = counting_allocator(&c)};
        const carom_status status = carom_compound_create(&made, &def);
        if (status == CAROM_OK) {
            carom_compound_destroy(made);
        } else {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_null(made);
            calls = at + 1;
        }
        assert_int_equal(c.live, 0);
    }
    assert_true(calls > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(refused),
        cmocka_unit_test(allocations_fail),
        cmocka_unit_test(every_kind_against_children),
        cmocka_unit_test(two_compounds),
        cmocka_unit_test(turning),
        cmocka_unit_test(turns_about_the_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
