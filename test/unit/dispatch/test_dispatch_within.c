/* carom_overlap_within over all kinds: what carom_closest says of the distance, which is left out
 * where rounding decides. */
#include "carom/dispatch.h"
#include "common/test_every_common.h"

#define ROUNDS 20
/* Distances of curved shapes are found to 1e-12. */
#define NEAR (EPS > 1e-10 ? 32 * EPS : 1e-11)

static carom_closest_any nearest(const every_kind *a, const carom_pose pose[2],
                                 const every_kind *b) {
    return carom_closest(&a->kind.shape, pose[0], &b->kind.shape, pose[1]);
}

static bool within(const every_kind *a, const carom_pose pose[2], const every_kind *b,
                   double distance) {
    carom_real d = (carom_real)distance;
    bool there = carom_overlap_within(&a->kind.shape, pose[0], &b->kind.shape, pose[1], d);
    bool back = carom_overlap_within(&b->kind.shape, pose[1], &a->kind.shape, pose[0], d);
    carom_posed_shape p, q;
    carom_shape_pose(&p, &a->kind.shape, pose[0]);
    carom_shape_pose(&q, &b->kind.shape, pose[1]);
    assert_int_equal(there, back);
    assert_int_equal(there, carom_overlap_within_posed(&p, &q, d));
    return there;
}

static bool is_surface(const every_kind *a) {
    return a->kind.shape.kind == CAROM_SHAPE_MESH || a->kind.shape.kind == CAROM_SHAPE_HEIGHTFIELD;
}

/* Of a surface the comparison with the distance of closest points is exact, two meshes excepted. */
static void check_limits(const every_kind *a, const carom_pose pose[2], const every_kind *b) {
    const bool meshes =
        a->kind.shape.kind == CAROM_SHAPE_MESH && b->kind.shape.kind == CAROM_SHAPE_MESH;
    if ((!is_surface(a) && !is_surface(b)) || meshes) return;
    if (a->kind.shape.kind == CAROM_SHAPE_COMPOUND || b->kind.shape.kind == CAROM_SHAPE_COMPOUND)
        return; /* of a child that is no surface it is not */
    const carom_real d = nearest(a, pose, b).distance;
    assert_true(within(a, pose, b, (double)d));
    assert_true(within(a, pose, b, (double)next_number(d, INFINITY)));
    if (d > 0) assert_false(within(a, pose, b, (double)next_number(d, 0)));
}

static void check_within(const every_kind *a, const carom_pose pose[2], const every_kind *b) {
    double d = (double)nearest(a, pose, b).distance, slack = NEAR * (d + 4);
    if (!within(a, pose, b, d + slack) || (d > slack && within(a, pose, b, d - slack)))
        fail_msg("kinds %d and %d, %.17g apart", (int)a->kind.shape.kind, (int)b->kind.shape.kind,
                 d);
    check_limits(a, pose, b);
    assert_true(within(a, pose, b, 10 * (d + 1)));
    assert_int_equal(within(a, pose, b, d / 2), d == 0);
    assert_int_equal(within(a, pose, b, 0),
                     carom_overlap(&a->kind.shape, pose[0], &b->kind.shape, pose[1]));
    assert_false(within(a, pose, b, -1));
    assert_false(within(a, pose, b, NAN));
    assert_false(within(a, pose, b, HUGE_VAL));
}

static void check_pair(every_kind *a, every_kind *b) {
    carom_pose first = pose_every(3), second = pose_every(0.5);
    check_within(a, (carom_pose[2]){first, second}, b);
}

static void distances_agree(void **state) {
    (void)state;
    for_every_pair(check_pair, ROUNDS);
}

/* Boxes 1 apart, whose numbers are exact, and what is invalid. */
static void by_hand(void **state) {
    (void)state;
    const carom_pose stay = carom_pose_identity(), odd = {{0, 0, 0}, {(carom_real)NAN, 0, 0, 1}};
    carom_shape a = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(0, 0, 0), v3(1, 1, 1)}};
    carom_shape b = {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(2.5, 0.5, 0.5, 0.5, 0.5, 0.5)};
    assert_true(carom_overlap_within(&a, stay, &b, stay, 1));
    assert_false(carom_overlap_within(&a, stay, &b, stay, next_number(1, 0)));
    assert_false(carom_overlap_within(&a, stay, &b, odd, 9));
    b.as.obb.half_extents.x = -1;
    assert_false(carom_overlap_within(&a, stay, &b, stay, 9));
    assert_false(carom_overlap_within(&b, stay, &b, stay, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_agree),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
