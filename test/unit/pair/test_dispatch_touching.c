/* Shapes that lie on each other without a gap: face on face, edge or corner on a face, edge across
 * an edge, and what is flat in a face. All verbs say that they touch, in either order, with the
 * coordinates exchanged and at scales that are powers of two; one last digit up they do not, and
 * one down they do. */
#include "common/test_flat_common.h"

#define TOLERANCE (8 * EPS)
#define ROUND_CORNERS 32

typedef enum kind { CUBE, BOX, DRUM, WEDGE, ROOF, CYLINDER, SEGMENT, TRIANGLE } kind;

/* Corners of a shape of height 1 about the origin: a wedge has a corner below and a face on top, a
 * roof an edge along x below and one along z on top. */
static const double wedge[][3] = {{0, -.5, 0}, {.5, .5, -.5}, {.5, .5, .5}, {-.5, .5, 0}};
static const double roof[][3] = {{-.5, -.5, 0}, {.5, -.5, 0}, {0, .5, .5}, {0, .5, -.5}};

/* How shapes are seen: the coordinates moved on by `turn`, and everything times `size`. */
typedef struct seen_as {
    int turn;
    double size;
} seen_as;

static carom_vec3 turned(const seen_as *as, double x, double y, double z) {
    const double v[3] = {x, y, z};
    const int t = as->turn;
    return v3(v[t] * as->size, v[(t + 1) % 3] * as->size, v[(t + 2) % 3] * as->size);
}

static double upward(const seen_as *as, carom_vec3 v) {
    const double at[3] = {(double)v.x, (double)v.y, (double)v.z};
    return at[(4 - as->turn) % 3];
}

static carom_hull *hull_of_kind(const seen_as *as, kind k) {
    carom_vec3 points[ROUND_CORNERS];
    const int count = k == CUBE ? 8 : k == DRUM ? ROUND_CORNERS : 4;
    const carom_hull_def def = {.points = points, .point_count = count};
    carom_hull *hull = NULL;
    for (int i = 0; i < count; i++) {
        const double angle = 0.39 * (i / 2), up = i & 1 ? 0.5 : -0.5;
        const double *corner = k == WEDGE ? wedge[i % 4] : roof[i % 4];
        points[i] = k == CUBE ? turned(as, i & 2 ? 0.5 : -0.5, up, i & 4 ? 0.5 : -0.5)
                    : k == DRUM
                        ? turned(as, (float)(0.5 * cos(angle)), up, (float)(0.5 * sin(angle)))
                        : turned(as, corner[0], corner[1], corner[2]);
    }
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

static carom_shape shape_of(const seen_as *as, kind k) {
    const carom_vec3 low = turned(as, -0.5, -0.5, -0.5), high = turned(as, 0.5, 0.5, 0.5);
    const carom_vec3 left = turned(as, -0.3, -0.5, 0.1), right = turned(as, 0.4, -0.5, -0.1);
    switch (k) {
    case BOX: return (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {low, high}};
    case CYLINDER:
        return (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                             .as.cylinder = {turned(as, 0, -0.5, 0), turned(as, 0, 0.5, 0),
                                             (carom_real)(0.5 * as->size)}};
    case SEGMENT: return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .as.segment = {left, right}};
    case TRIANGLE:
        return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE,
                             .as.triangle = tri(left, right, turned(as, 0.1, -0.5, 0.4))};
    default: break;
    }
    return (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull.hull = hull_of_kind(as, k)};
}

static void free_shape(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_HULL) carom_hull_destroy((carom_hull *)shape->as.hull.hull);
}

/* In both orders; the points of nearest approach are at the height of the face. */
static void check_contact(const carom_posed_shape p[2], const seen_as *as, bool expected,
                          bool solid) {
    for (int flip = 0; flip < 2; flip++) {
        const carom_posed_shape *a = &p[flip], *b = &p[!flip];
        const carom_closest_any near = carom_closest_posed(a, b);
        const carom_penetration deep = carom_penetrate_posed(a, b);
        assert_int_equal(carom_overlap_posed(a, b), expected);
        assert_int_equal(deep.overlap, expected);
        assert_int_equal(near.distance == 0, expected);
        assert_about((double)near.distance, 0, TOLERANCE * as->size);
        assert_about(upward(as, near.point_a), 0.5 * as->size, TOLERANCE * as->size);
        if (expected) assert_same(near.point_a, near.point_b);
        if (!expected) continue;
        assert_about((double)deep.depth, 0, TOLERANCE * as->size);
        if (solid) assert_about(upward(as, deep.normal), flip ? -1 : 1, 1e-6);
    }
}

/* The shape on top is also turned about the way up. */
static void check_stack(const seen_as *as, kind below, kind on_top, double angle) {
    const carom_shape shape[2] = {shape_of(as, below), shape_of(as, on_top)};
    const bool solid = on_top != SEGMENT && on_top != TRIANGLE;
    const double sine = (double)(float)sin(angle / 2), cosine = (double)(float)cos(angle / 2);
    const seen_as plain = {as->turn, 1.0};
    for (int nudge = -1; nudge <= 1; nudge++) {
        carom_posed_shape p[2];
        carom_pose pose = carom_pose_identity();
        assert_true(carom_shape_pose(&p[0], &shape[0], pose));
        const carom_vec3 axis = turned(&plain, 0, sine, 0);
        const double up = nudge == 0 ? 1 : (double)next_number(1, nudge > 0 ? 2 : 0);
        pose.rotation = (carom_quat){axis.x, axis.y, axis.z, (carom_real)cosine};
        pose.position = turned(as, below == ROOF ? 0.125 : 0.2, up, 0.1);
        assert_true(carom_shape_pose(&p[1], &shape[1], pose));
        check_contact(p, as, nudge <= 0, solid);
    }
    free_shape(&shape[0]);
    free_shape(&shape[1]);
}

/* A box that is turned is seen by hulls with axes that are made unit, which may be a digit off. */
static void check_all(kind below, kind on_top) {
    const int angles = on_top == BOX && below != BOX ? 1 : 3;
    for (int turn = 0; turn < 3; turn++)
        for (int power = -20; power <= 20; power += 20)
            for (int k = 0; k < angles; k++)
                check_stack(&(seen_as){turn, ldexp(1, power)}, below, on_top, 0.3 * k);
}

/* Face on face: stacks of boxes, hulls of few corners and of many. */
static void faces_touch(void **state) {
    const kind with_faces[] = {CUBE, BOX, DRUM};
    (void)state;
    for (int i = 0; i < 9; i++)
        check_all(with_faces[i / 3], with_faces[i % 3]);
}

/* A corner or an edge on a face. */
static void corners_and_edges_touch_faces(void **state) {
    const kind below[] = {CUBE, BOX, DRUM, WEDGE};
    (void)state;
    for (int i = 0; i < 4; i++) {
        check_all(below[i], WEDGE);
        check_all(below[i], ROOF);
    }
}

/* An edge across an edge, and under a face. */
static void edges_touch_edges(void **state) {
    (void)state;
    check_all(ROOF, ROOF);
    check_all(ROOF, CUBE);
    check_all(ROOF, BOX);
}

/* Segments and triangles that lie in a face. */
static void flat_shapes_touch_faces(void **state) {
    const kind below[] = {CUBE, BOX, DRUM, WEDGE};
    (void)state;
    for (int i = 0; i < 4; i++) {
        check_all(below[i], SEGMENT);
        check_all(below[i], TRIANGLE);
    }
}

/* Beside each other a hair's breadth off the rim they do not share a point. */
static void cylinders_stand_on_each_other(void **state) {
    const seen_as as = {0, 1.0};
    const carom_shape shape = shape_of(&as, CYLINDER);
    (void)state;
    for (int i = 0; i < 4; i++) {
        carom_posed_shape p[2];
        const carom_real along[] = {0, (carom_real)0.5, (carom_real)0.999, (carom_real)1.001};
        carom_pose pose = carom_pose_identity();
        assert_true(carom_shape_pose(&p[0], &shape, pose));
        pose.position = v3((double)along[i], -1, 0);
        assert_true(carom_shape_pose(&p[1], &shape, pose));
        assert_int_equal(carom_overlap_posed(&p[0], &p[1]), i < 3);
        assert_int_equal(carom_overlap_posed(&p[1], &p[0]), i < 3);
        assert_int_equal(carom_closest_posed(&p[0], &p[1]).distance == 0, i < 3);
        assert_int_equal(carom_penetrate_posed(&p[0], &p[1]).overlap, i < 3);
        pose.position.y = (carom_real)(-1 - 1e-5);
        assert_true(carom_shape_pose(&p[1], &shape, pose));
        assert_false(carom_overlap_posed(&p[0], &p[1]));
    }
}

/* Numbers that are not finite touch nothing. */
static void broken_poses_touch_nothing(void **state) {
    const seen_as as = {0, 1.0};
    const carom_shape shape = shape_of(&as, BOX);
    const carom_real broken[] = {(carom_real)NAN, (carom_real)INFINITY};
    (void)state;
    for (int i = 0; i < 2; i++) {
        carom_pose pose = carom_pose_identity();
        carom_posed_shape p[2];
        assert_true(carom_shape_pose(&p[0], &shape, pose));
        pose.position.y = broken[i];
        if (!carom_shape_pose(&p[1], &shape, pose)) continue;
        assert_false(carom_overlap_posed(&p[0], &p[1]));
    }
}

/* Beside a face, an edge and a corner of the box, where the squares of gaps along the axes decide;
 * radii that touch exactly, one last digit less, which does not, and all around as the distance. */
static void capsules_touch_boxes(void **state) {
    (void)state;
    const struct {
        double a[3], b[3], radius;
    } cases[] = {
        {{-3, 3, 0.5}, {2, 3, -0.5}, 2},     /* over a face, beyond its sides */
        {{4, 5, -2}, {4, 5, 2}, 5},          /* along an edge: 3 and 4 */
        {{2, 3, 3}, {9, 12, 15}, 3},         /* from a corner on: 1, 2 and 2 */
        {{5, 4, 0}, {5, 4, 0}, 5},           /* a ball */
        {{1.5, 1, 0}, {7, 9, 0}, 0.5},       /* an end beside a face */
        {{0, 1, 0}, {0, 5, 0}, 0},           /* no radius */
        {{0x1p-30, 2, 0}, {3, 2, 0x1p-9}, 1} /* nearly along a face */
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int turn = 0; turn < 3; turn++)
            for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 3) {
                const seen_as as = {turn, ldexp(1, k)};
                const carom_pose at = carom_pose_identity();
                const carom_real exact = (carom_real)ldexp(cases[i].radius, k);
                carom_shape box = {.kind = CAROM_SHAPE_AABB},
                            capsule = {.kind = CAROM_SHAPE_CAPSULE};
                box.as.aabb = (carom_aabb){turned(&as, -1, -1, -1), turned(&as, 1, 1, 1)};
                capsule.as.capsule.a = turned(&as, cases[i].a[0], cases[i].a[1], cases[i].a[2]);
                capsule.as.capsule.b = turned(&as, cases[i].b[0], cases[i].b[1], cases[i].b[2]);
                for (int ulps = -9; ulps <= 9; ulps++) {
                    const double radius = (double)exact * (1 + ulps * EPS);
                    if (radius < 0) continue;
                    capsule.as.capsule.radius = (carom_real)radius;
                    const bool touch = carom_overlap(&capsule, at, &box, at);
                    assert_true(touch == carom_overlap(&box, at, &capsule, at));
                    assert_true(touch == (carom_closest(&capsule, at, &box, at).distance == 0));
                    assert_true(ulps == 0 ? touch : exact == 0 || touch == (ulps > 0));
                }
                capsule.as.capsule.radius = (carom_real)((double)exact * 0.75);
                assert_true(carom_overlap(&capsule, at, &box, at) == (exact == 0));
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capsules_touch_boxes),
        cmocka_unit_test(faces_touch),
        cmocka_unit_test(corners_and_edges_touch_faces),
        cmocka_unit_test(edges_touch_edges),
        cmocka_unit_test(flat_shapes_touch_faces),
        cmocka_unit_test(cylinders_stand_on_each_other),
        cmocka_unit_test(broken_poses_touch_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
