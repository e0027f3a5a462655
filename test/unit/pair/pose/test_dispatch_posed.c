/* Posed shapes answer, bit for bit, what shapes with a pose do, under every verb; copies of them
 * too. Round shapes: their contact points by hand, and against the engine's. */
#include "pair/solver/engine.h"
#include "pair/pose/convex_view.h"
#include "common/test_found_common.h"
#include "common/test_flat_common.h"

#define ROUNDS 40
#define NEAR (256 * EPS > 1e-9 ? 256 * EPS : 1e-9)

static const carom_vec3 normals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
static const carom_real low[] = {-1, -1, -1, -2}, high[] = {1, 1, 1, 2};
static const carom_vec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
static carom_hull *the_hull;

static carom_shape shape_of_kind(carom_shape_kind kind) {
    carom_shape s = {.kind = kind};
    carom_vec3 p = random_vec(1), q = step(p, random_vec(1), 1);
    carom_real r = (carom_real)random_in(0.1, 0.8);
    switch (kind) {
    case CAROM_SHAPE_POINT: s.as.point = p; break;
    case CAROM_SHAPE_SEGMENT: s.as.segment = (carom_segment){p, q}; break;
    case CAROM_SHAPE_RAY: s.as.ray = (carom_ray){p, v3(1, 2, 3), 0, 5}; break;
    case CAROM_SHAPE_LINE: s.as.line = (carom_line){p, v3(1, 2, 3)}; break;
    case CAROM_SHAPE_PLANE: s.as.plane = (carom_plane){v3(1, -2, 3), r}; break;
    case CAROM_SHAPE_HALFSPACE: s.as.halfspace = (carom_halfspace){v3(1, -2, 3), r}; break;
    case CAROM_SHAPE_SPHERE: s.as.sphere = (carom_sphere){p, r}; break;
    case CAROM_SHAPE_CAPSULE: s.as.capsule = (carom_capsule){p, q, r}; break;
    case CAROM_SHAPE_AABB: s.as.aabb = (carom_aabb){p, step(p, v3(0.5, 0.6, 0.7), 1)}; break;
    case CAROM_SHAPE_OBB: s.as.obb = random_obb(1, 1); break;
    case CAROM_SHAPE_TRIANGLE: s.as.triangle = tri(p, q, random_vec(1)); break;
    case CAROM_SHAPE_POLYGON: s.as.polygon = (carom_polygon){corners, 4}; break;
    case CAROM_SHAPE_KDOP: s.as.kdop = (carom_kdop){normals, low, high, 4}; break;
    case CAROM_SHAPE_CYLINDER: s.as.cylinder = (carom_cylinder){p, q, r}; break;
    case CAROM_SHAPE_CONE: s.as.cone = (carom_cone){p, q, r}; break;
    case CAROM_SHAPE_ELLIPSOID:
        s.as.ellipsoid = (carom_ellipsoid){.center = p, .radii = v3(0.3, 0.6, 0.9)};
        random_axes(s.as.ellipsoid.axes, 1);
        break;
    case CAROM_SHAPE_TETRAHEDRON:
        s.as.tetrahedron = (carom_tetrahedron){{p, q, random_vec(1), random_vec(1)}};
        break;
    default: s.as.hull.hull = the_hull;
    }
    return s;
}

static carom_pose some_pose(int round) {
    carom_pose pose = carom_pose_identity();
    if (round % 4 == 0) return pose;
    pose.position = random_vec(1);
    if (round % 4 == 1) return pose;
    double angle = random_in(0, 6);
    pose.rotation = (carom_quat){(carom_real)(0.6 * sin(angle)), (carom_real)(0.8 * sin(angle)), 0,
                                 (carom_real)cos(angle)};
    return pose;
}

typedef struct asked {
    carom_shape shape[2];
    carom_pose pose[2];
    carom_posed_shape posed[2];
} asked;

static void same_numbers(const asked *q) {
    const carom_shape *a = &q->shape[0], *b = &q->shape[1];
    const carom_posed_shape *p = &q->posed[0], *r = &q->posed[1];
    assert_int_equal(carom_overlap(a, q->pose[0], b, q->pose[1]), carom_overlap_posed(p, r));
    assert_int_equal(carom_classify(a, q->pose[0], b, q->pose[1]), carom_classify_posed(p, r));
    carom_closest_any c = carom_closest(a, q->pose[0], b, q->pose[1]),
                      d = carom_closest_posed(p, r);
    assert_true(c.distance == d.distance && same_vec(c.point_a, d.point_a));
    assert_true(same_vec(c.point_b, d.point_b) && c.t_a == d.t_a && c.t_b == d.t_b);
    assert_true(c.lower_bound == d.lower_bound && c.certainty == d.certainty);
    assert_true(c.lower_bound <= c.distance);
    if (c.certainty == CAROM_EXACT)
        assert_true((double)(c.distance - c.lower_bound) <= NEAR * (1 + (double)c.distance));
    carom_ray_hit h = carom_raycast(a, q->pose[0], b, q->pose[1]), k = carom_raycast_posed(p, r);
    assert_true(h.hit == k.hit && h.t == k.t && same_vec(h.normal, k.normal));
    carom_penetration x = carom_penetrate(a, q->pose[0], b, q->pose[1]),
                      y = carom_penetrate_posed(p, r);
    assert_true(x.overlap == y.overlap && x.depth == y.depth && same_vec(x.normal, y.normal));
    assert_true(same_vec(x.point_a, y.point_a) && same_vec(x.point_b, y.point_b));
    carom_contact_manifold m = {.margin = (carom_real)0.1}, n = {.margin = (carom_real)0.1};
    carom_contact(a, q->pose[0], b, q->pose[1], &m);
    assert_int_equal(m.count, carom_contact_posed(p, r, &n));
    assert_true(same_vec(m.normal, n.normal));
    for (int i = 0; i < m.count; i++)
        assert_true(m.points[i].depth == n.points[i].depth && m.points[i].id == n.points[i].id);
}

static void same_sweep(asked *q) {
    carom_vec3 motion = random_vec(3);
    const carom_sweep_options first_contact = {.skip_exit = true};
    carom_moving_shape a = {&q->shape[0], q->pose[0], motion},
                       b = {&q->shape[1], q->pose[1], motion};
    b.motion.x = -b.motion.x;
    q->posed[0].motion = a.motion;
    q->posed[1].motion = b.motion;
    carom_sweep_hit x = carom_sweep(&a, &b),
                    y = carom_sweep_posed(&q->posed[0], &q->posed[1], NULL);
    assert_true(x.hit == y.hit && x.fraction == y.fraction && x.fraction_exit == y.fraction_exit);
    assert_true(same_vec(x.point, y.point) && same_vec(x.normal, y.normal));
    y = carom_sweep_posed(&q->posed[0], &q->posed[1], &first_contact);
    assert_true(x.hit == y.hit && x.fraction == y.fraction && same_vec(x.normal, y.normal));
    assert_true(y.fraction_exit == x.fraction_exit || y.fraction_exit == 1);
}

static void posed_answers_are_the_same(void **state) {
    (void)state;
    volume_seed = 900;
    for (carom_shape_kind ka = 0; ka <= CAROM_SHAPE_HULL; ka++)
        for (carom_shape_kind kb = 0; kb <= CAROM_SHAPE_HULL; kb++)
            for (int round = 0; round < ROUNDS; round++) {
                asked q;
                q.shape[0] = shape_of_kind(ka);
                q.shape[1] = shape_of_kind(kb);
                for (int i = 0; i < 2; i++) {
                    carom_posed_shape first;
                    q.pose[i] = some_pose(round + i * round / 4);
                    assert_true(carom_shape_pose(&first, &q.shape[i], q.pose[i]));
                    q.posed[i] = first;
                    memset(&first, 0xff, sizeof first); /* a copy is as good */
                }
                same_numbers(&q);
                same_sweep(&q);
            }
}

static void invalid_ones_answer_no(void **state) {
    (void)state;
    const carom_real nan = (carom_real)NAN, infinite = (carom_real)INFINITY;
    carom_posed_shape good, bad = {.state = 0};
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 1}};
    assert_true(carom_shape_pose(&good, &ball, carom_pose_identity()));
    carom_shape wrong[5] = {
        ball, ball, ball, {.kind = CAROM_SHAPE_HULL}, {.kind = CAROM_SHAPE_KINDS}};
    wrong[0].as.sphere.radius = -1;
    wrong[1].as.sphere.center.y = nan;
    wrong[2].as.sphere.radius = infinite;
    for (int i = 0; i < COUNT(wrong) + 2; i++) {
        carom_pose pose = carom_pose_identity();
        if (i == COUNT(wrong)) pose.position.z = infinite;
        if (i < COUNT(wrong) + 1)
            assert_false(carom_shape_pose(&bad, i < COUNT(wrong) ? &wrong[i] : &ball, pose));
        else
            bad = (carom_posed_shape){.state = 0};
        carom_contact_manifold m = {.margin = 1};
        assert_false(carom_overlap_posed(&good, &bad) || carom_overlap_posed(&bad, &good));
        assert_int_equal(carom_classify_posed(&bad, &good), CAROM_DISJOINT);
        assert_true(carom_closest_posed(&good, &bad).distance == HUGE_VAL);
        assert_false(carom_penetrate_posed(&bad, &good).overlap);
        assert_false(carom_sweep_posed(&bad, &good, NULL).hit);
        assert_int_equal(carom_contact_posed(&good, &bad, &m), 0);
        assert_false(carom_raycast_posed(&bad, &good).hit);
    }
}

/* ---- round shapes in contact */

static carom_shape capsule(carom_vec3 a, carom_vec3 b, double r) {
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)r}};
}

static carom_contact_manifold contact_of(const carom_shape *a, const carom_shape *b,
                                         double margin) {
    carom_contact_manifold m = {.margin = (carom_real)margin};
    carom_contact(a, carom_pose_identity(), b, carom_pose_identity(), &m);
    return m;
}

static void capsules_by_hand(void **state) {
    (void)state;
    carom_shape a = capsule(v3(0, 0, 0), v3(4, 0, 0), 1),
                b = capsule(v3(3, 0, 1.5), v3(9, 0, 1.5), 1);
    carom_contact_manifold m = contact_of(&a, &b, 0); /* side by side from x = 3 to 4 */
    assert_int_equal(m.count, 2);
    assert_same(m.normal, v3(0, 0, 1));
    for (int i = 0; i < 2; i++) {
        assert_about((double)m.points[i].depth, 0.5, 4 * EPS);
        assert_about((double)m.points[i].point_a.z, 1, 4 * EPS);
        assert_about((double)m.points[i].point_b.z, 0.5, 4 * EPS);
    }
    assert_about((double)(m.points[0].point_a.x + m.points[1].point_a.x), 7, 16 * EPS);
    assert_int_equal(m.points[0].id + m.points[1].id, 1 + 2); /* A's second end, B's first */
    m.capacity = 1;
    carom_contact(&a, carom_pose_identity(), &b, carom_pose_identity(), &m);
    assert_int_equal(m.count, 1);
    carom_contact_manifold back = contact_of(&b, &a, 0);
    assert_int_equal(back.count, 2);
    assert_int_equal(back.points[0].id + back.points[1].id, 3 + 0);
    b = capsule(v3(2, -3, 1.75), v3(2, 3, 1.75), 1); /* across */
    m = contact_of(&a, &b, 0);
    assert_int_equal(m.count, 1);
    assert_same(m.normal, v3(0, 0, 1));
    assert_same(m.points[0].point_a, v3(2, 0, 1));
    assert_about((double)m.points[0].depth, 0.25, 4 * EPS);
    b = capsule(v3(2, -3, 2.5), v3(2, 3, 2.5), 1); /* apart by a half */
    assert_int_equal(contact_of(&a, &b, 0.25).count, 0);
    m = contact_of(&a, &b, 0.75);
    assert_int_equal(m.count, 1);
    assert_about((double)m.points[0].depth, -0.5, 4 * EPS);
    b = capsule(v3(2, -3, 0), v3(2, 3, 0), 1); /* axes that cross: out across both */
    carom_penetration p = carom_penetrate(&a, carom_pose_identity(), &b, carom_pose_identity());
    assert_true(p.overlap && p.depth == 2 && fabs((double)p.normal.z) == 1);
    p = carom_penetrate(&a, carom_pose_identity(), &a, carom_pose_identity()); /* itself */
    assert_true(p.overlap && p.depth == 2 && fabs((double)p.normal.x) < 4 * EPS);
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(5, 0, 0), 1}};
    p = carom_penetrate(&ball, carom_pose_identity(), &a, carom_pose_identity());
    assert_true(p.overlap && p.depth == 1);
    assert_same(p.normal, v3(-1, 0, 0));
    assert_int_equal(contact_of(&ball, &a, 0).count, 1);
    assert_same(contact_of(&ball, &a, 0).points[0].point_a, v3(4, 0, 0));
}

static carom_shape random_round(int round) {
    carom_vec3 p = random_vec(2), q = step(p, random_vec(1), round % 7 == 0 ? 0 : 1);
    if (round % 5 == 0) q = step(p, v3(1, 0, 0), random_in(-2, 2));
    carom_real r = (carom_real)(round % 11 == 0 ? 0 : random_in(0.1, 1));
    if (round % 3 == 0) return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {p, r}};
    return capsule(p, q, (double)r);
}

/* The deepest point is the engine's; every point lies on both surfaces; swapped, the same. */
static void round_contacts_are_the_engines(void **state) {
    (void)state;
    volume_seed = 901;
    int touching = 0;
    for (int k = 0; k < 20000; k++) {
        carom_shape a = random_round(k), b = random_round(k + (k & 1) * 15);
        carom_contact_manifold m = contact_of(&a, &b, 0.25), back = contact_of(&b, &a, 0.25);
        convex_view first = {.buffer = NULL}, second = {.buffer = NULL};
        assert_true(carom_convex_view(&first, &a) && carom_convex_view(&second, &b));
        convex_manifold e = found_manifold(&first.shape, &second.shape, 0.25, 4);
        assert_int_equal(m.count, back.count);
        bool edge = e.count > 0 && e.points[0].depth < -0.25 + NEAR;
        if (!edge) assert_int_equal(m.count > 0, e.count > 0);
        assert_int_equal(carom_overlap(&a, carom_pose_identity(), &b, carom_pose_identity()),
                         contact_of(&a, &b, 0).count > 0);
        if (m.count == 0 || e.count == 0) continue;
        touching++;
        assert_about((double)m.points[0].depth, e.points[0].depth, NEAR);
        for (int i = 0; i < m.count; i++) {
            const carom_contact_point *p = &m.points[i];
            carom_shape on[2] = {{.kind = CAROM_SHAPE_POINT, .as.point = p->point_a},
                                 {.kind = CAROM_SHAPE_POINT, .as.point = p->point_b}};
            carom_pose stay = carom_pose_identity();
            assert_true((double)carom_closest(&on[0], stay, &a, stay).distance < 5e-3);
            assert_true((double)carom_closest(&on[1], stay, &b, stay).distance < 5e-3);
            assert_about(apart(p->point_a, p->point_b), fabs((double)p->depth), 64 * EPS + 1e-12);
            assert_true(p->depth == back.points[i].depth && i <= 2);
            for (int j = 0; j < i; j++)
                assert_true(m.points[j].id != p->id && m.points[j].depth >= p->depth);
        }
    }
    assert_true(touching > 3000);
}

int main(void) {
    carom_hull_def hull = {.points = corners, .point_count = 5};
    if (carom_hull_create(&the_hull, &hull) != CAROM_OK) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posed_answers_are_the_same),
        cmocka_unit_test(invalid_ones_answer_no),
        cmocka_unit_test(capsules_by_hand),
        cmocka_unit_test(round_contacts_are_the_engines),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    carom_hull_destroy(the_hull);
    return failed;
}
