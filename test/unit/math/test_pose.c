/* Poses: the rule of unit length by hand and at its ends, and what it gives to the arithmetic. */
#include "carom/math.h"
#include "common/test_flat_common.h"

static carom_pose turned(double x, double y, double z, double w) {
    return (carom_pose){{1, 2, 3}, {(carom_real)x, (carom_real)y, (carom_real)z, (carom_real)w}};
}

static double length_of_quat(carom_quat q) {
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return sqrt(x * x + y * y + z * z + w * w);
}

static void normalised_by_hand(void **state) {
    (void)state;
    carom_pose pose = turned(0, 0, 0, 0);
    assert_true(carom_pose_normalize(&pose));
    assert_true(pose.rotation.w == 1 && pose.rotation.x == 0);
    pose = turned(0, 0, 0, -1);
    assert_true(carom_pose_normalize(&pose) && pose.rotation.w == -1);
    pose = turned(0, 0, 0, 1.0009);
    assert_true(carom_pose_normalize(&pose) && pose.rotation.w == 1);
    assert_same(pose.position, v3(1, 2, 3));
    pose = turned(0, 0.9991 * 0.6, 0, 0.9991 * 0.8);
    assert_true(carom_pose_normalize(&pose));
    assert_about((double)pose.rotation.y, 0.6, 2 * EPS);
    assert_about((double)pose.rotation.w, 0.8, 2 * EPS);
    carom_pose again = pose;
    assert_true(carom_pose_normalize(&again));
    assert_memory_equal(&again, &pose, sizeof pose);
}

/* What is kept to the bit is within 16 epsilon, and what was normalised is kept. */
static void bits_are_kept(void **state) {
    (void)state;
    int kept = 0, changed = 0;
    volume_seed = 77;
    for (int i = 0; i < 20000; i++) {
        double x = random_in(-1, 1), y = random_in(-1, 1), z = random_in(-1, 1);
        double w = random_in(-1, 1), n = sqrt(x * x + y * y + z * z + w * w);
        if (n < 1e-2) continue;
        double more = (i % 2 ? 1 + random_in(-1e-3, 1e-3) : 1) / n;
        carom_pose given = turned(x * more, y * more, z * more, w * more), out = given;
        double off = fabs(length_of_quat(given.rotation) - 1);
        if (fabs(off - 1e-3) < 1e-6) continue;
        assert_true(carom_pose_normalize(&out));
        assert_true(fabs(length_of_quat(out.rotation) - 1) < 8.1 * EPS);
        bool same = memcmp(&given, &out, sizeof out) == 0;
        if (off < 7.9 * EPS) assert_true(same);
        if (off > 8.1 * EPS) assert_false(same);
        same ? kept++ : changed++;
        given = out;
        assert_true(carom_pose_normalize(&out));
        assert_memory_equal(&given, &out, sizeof out);
    }
    assert_true(kept > 9000 && changed > 5000);
}

static void refused(void **state) {
    (void)state;
    const double bad[] = {1.0011, 0.9989, 2, 0.5, 1e-3, 1e-30, 1e30};
    for (size_t i = 0; i < COUNT(bad); i++) {
        carom_pose pose = turned(0, bad[i], 0, 0), before = pose;
        assert_false(carom_pose_normalize(&pose));
        assert_memory_equal(&pose, &before, sizeof pose);
        assert_string_equal(carom_pose_problem(pose), "rotation is not of unit length");
        carom_vec3 p = carom_pose_transform_point(pose, v3(1, 1, 1));
        assert_true(p.x != p.x && p.y != p.y && p.z != p.z);
        p = carom_pose_rotate_vector(pose, v3(1, 1, 1));
        assert_true(p.x != p.x && p.y != p.y && p.z != p.z);
        assert_non_null(carom_pose_problem(carom_pose_inverse(pose)));
        assert_non_null(carom_pose_problem(carom_pose_compose(pose, carom_pose_identity())));
        assert_non_null(carom_pose_problem(carom_pose_compose(carom_pose_identity(), pose)));
    }
    carom_pose pose = turned(0, 0, 0, 1);
    assert_null(carom_pose_problem(pose));
    FOR_EACH_BAD_NUMBER(pose, {
        assert_false(carom_pose_normalize(&pose));
        assert_string_equal(carom_pose_problem(pose), "pose is not finite");
    });
}

/* A rotation that is off by 5e-4 moves points as the normalised one does, and the inverse moves
 * them back. */
static void near_unit(void **state) {
    (void)state;
    volume_seed = 78;
    for (int i = 0; i < 1000; i++) {
        double x = random_in(-1, 1), y = random_in(-1, 1), w = random_in(0.1, 1);
        double s = (i % 2 ? 1.0005 : 0.9995) / sqrt(x * x + y * y + w * w);
        carom_pose given = turned(x * s, y * s, 0, w * s), unit = given;
        carom_vec3 p = random_vec(2);
        assert_true(carom_pose_normalize(&unit));
        carom_vec3 at = carom_pose_transform_point(given, p);
        assert_same(at, carom_pose_transform_point(unit, p));
        assert_same(carom_pose_rotate_vector(given, p), carom_pose_rotate_vector(unit, p));
        carom_vec3 back = carom_pose_transform_point(carom_pose_inverse(given), at);
        assert_vec_about(back, (double)p.x, (double)p.y, (double)p.z, 64 * EPS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalised_by_hand),
        cmocka_unit_test(bits_are_kept),
        cmocka_unit_test(refused),
        cmocka_unit_test(near_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
