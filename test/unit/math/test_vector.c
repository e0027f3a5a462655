/* Arithmetic of vectors and quaternions, poses of matrices: exact by hand, against long double, and
 * what is refused. */
#include "carom/vector.h"
#include "common/test_flat_common.h"

static carom_quat some_rotation(void) {
    const carom_real x = (carom_real)random_in(-1, 1), y = (carom_real)random_in(-1, 1);
    const carom_real z = (carom_real)random_in(-1, 1), w = (carom_real)random_in(-1, 1);
    return carom_quat_normalize((carom_quat){x, y, z, w});
}

static bool is_nan_quat(carom_quat q) {
    return q.x != q.x && q.y != q.y && q.z != q.z && q.w != q.w;
}

/* The angle in radians between two rotations, by the distance of their quaternions. */
static double angle_between(carom_quat a, carom_quat b) {
    double d[2] = {0, 0};
    for (int sign = 0; sign < 2; sign++) {
        double s = sign ? -1 : 1;
        double x = (double)a.x - s * (double)b.x, y = (double)a.y - s * (double)b.y;
        double z = (double)a.z - s * (double)b.z, w = (double)a.w - s * (double)b.w;
        d[sign] = sqrt(x * x + y * y + z * z + w * w);
    }
    return 4 * asin(0.5 * (d[0] < d[1] ? d[0] : d[1]));
}

static void vectors_by_hand(void **state) {
    (void)state;
    const carom_vec3 a = carom_vec3_of(1, 2, 3), b = v3(4, -5, 6);
    assert_same(carom_vec3_add(a, b), v3(5, -3, 9));
    assert_same(carom_vec3_subtract(a, b), v3(-3, 7, -3));
    assert_same(carom_vec3_scale(a, -2), v3(-2, -4, -6));
    assert_true(carom_vec3_dot(a, b) == 12);
    assert_same(carom_vec3_cross(a, b), v3(27, 6, -13));
    assert_same(carom_vec3_cross(v3(1, 0, 0), v3(0, 1, 0)), v3(0, 0, 1));
    assert_same(carom_vec3_lerp(a, b, 0), a);
    assert_same(carom_vec3_lerp(a, b, 1), b);
    assert_same(carom_vec3_lerp(a, b, (carom_real)0.5), v3(2.5, -1.5, 4.5));
    const carom_vec3 far = {CAROM_REAL_MAX, -CAROM_REAL_MAX, 0}; /* no difference overflows */
    assert_same(carom_vec3_lerp(far, carom_vec3_scale(far, -1), (carom_real)0.5), v3(0, 0, 0));
    assert_true(carom_vec3_length(v3(2, -3, 6)) == 7);
    assert_true(carom_vec3_length(v3(0, 0, 0)) == 0);
    assert_same(carom_vec3_normalize(v3(0, 0, -9)), v3(0, 0, -1));
}

/* Lengths whose squares leave the range of carom_real. */
static void lengths_at_the_ends(void **state) {
    (void)state;
    for (int e = -120; e <= 120; e += 5) {
        const double s = ldexp(1, e * (CAROM_REAL_EPSILON > 1e-10 ? 1 : 8));
        const carom_vec3 v = v3(2 * s, -3 * s, 6 * s);
        assert_true(carom_vec3_length(v) == (carom_real)(7 * s));
        assert_same(carom_vec3_normalize(v), carom_vec3_normalize(v3(2, -3, 6)));
    }
    carom_vec3 v = v3(1, 2, 3);
    FOR_EACH_BAD_NUMBER(v, { assert_same(carom_vec3_normalize(v), v3(0, 0, 0)); });
    v = v3(1, 0, 0);
    v.y = (carom_real)NAN;
    assert_true(carom_vec3_length(v) != carom_vec3_length(v));
}

static void axis_and_angle(void **state) {
    (void)state;
    const double pi = acos(-1);
    const double half = sqrt(0.5);
    carom_quat q = carom_quat_from_axis_angle(v3(0, 0, 5), (carom_real)(pi / 2));
    assert_about((double)q.z, half, 2 * EPS);
    assert_about((double)q.w, half, 2 * EPS);
    assert_vec_about(carom_quat_rotate(q, v3(1, 0, 0)), 0, 1, 0, 4 * EPS);
    q = carom_quat_from_axis_angle(v3(0, 0, 0), 1);
    assert_true(q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0);
    volume_seed = 11;
    for (int i = 0; i < 5000; i++) {
        const carom_vec3 axis = random_vec(i % 3 ? 1 : 1e15);
        const carom_real angle = (carom_real)random_in(-20, 20);
        const double n = length_of(axis), s = sin(0.5 * (double)angle);
        q = carom_quat_from_axis_angle(axis, angle);
        assert_about((double)q.w, cos(0.5 * (double)angle), (2 + fabs((double)angle)) * EPS);
        assert_about((double)q.x, (double)axis.x / n * s, (2 + fabs((double)angle)) * EPS);
        assert_about((double)q.z, (double)axis.z / n * s, (2 + fabs((double)angle)) * EPS);
    }
    carom_vec3 axis = v3(1, 2, 3);
    FOR_EACH_BAD_NUMBER(axis, { assert_true(is_nan_quat(carom_quat_from_axis_angle(axis, 1))); });
    assert_true(is_nan_quat(carom_quat_from_axis_angle(v3(1, 0, 0), (carom_real)INFINITY)));
}

static void quaternions(void **state) {
    (void)state;
    volume_seed = 12;
    for (int i = 0; i < 2000; i++) {
        const carom_quat p = some_rotation(), q = some_rotation();
        const carom_vec3 v = random_vec(2);
        const carom_vec3 at = carom_quat_rotate(carom_quat_multiply(p, q), v);
        const carom_vec3 then = carom_quat_rotate(p, carom_quat_rotate(q, v));
        assert_vec_about(at, (double)then.x, (double)then.y, (double)then.z, 32 * EPS);
        const carom_quat none = carom_quat_multiply(p, carom_quat_conjugate(p));
        assert_about((double)none.w, 1, 4 * EPS);
        assert_about((double)none.y, 0, 4 * EPS);
        const double s = ldexp(1, i % 200 - 100);
        const carom_quat large = {(carom_real)((double)p.x * s), (carom_real)((double)p.y * s),
                                  (carom_real)((double)p.z * s), (carom_real)((double)p.w * s)};
        assert_true(angle_between(carom_quat_normalize(large), p) < 16 * EPS);
    }
    carom_quat q = carom_quat_normalize((carom_quat){0, 0, 0, 0});
    assert_true(q.w == 1 && q.x == 0);
    q = (carom_quat){1, 0, 0, 1};
    FOR_EACH_BAD_NUMBER(q, { assert_true(is_nan_quat(carom_quat_normalize(q))); });
}

static void slerp_is_even(void **state) {
    (void)state;
    volume_seed = 13;
    for (int i = 0; i < 3000; i++) {
        carom_quat a = some_rotation(), b = some_rotation();
        if (i % 3 == 1) /* as near as rounding allows, and near */
            b = carom_quat_multiply(
                carom_quat_from_axis_angle(random_vec(1), (carom_real)(i % 2 ? 1e-6 : 1e-2)), a);
        if (i % 3 == 2) b = (carom_quat){-b.x, -b.y, -b.z, -b.w};
        const carom_real t = (carom_real)random_in(0, 1);
        const double whole = angle_between(a, b);
        const carom_quat at = carom_quat_slerp(a, b, t);
        assert_about(angle_between(a, at), whole * (double)t, 64 * EPS);
        assert_about(angle_between(at, b), whole * (1 - (double)t), 64 * EPS);
        assert_true(angle_between(carom_quat_slerp(a, b, 0), a) < 8 * EPS);
        assert_true(angle_between(carom_quat_slerp(a, b, 1), b) < 8 * EPS);
        const carom_quat back = carom_quat_slerp(b, a, 1 - t);
        assert_true(angle_between(back, at) < 64 * EPS);
    }
    const carom_quat one = {0, 0, 0, 1}, half_turn = {1, 0, 0, 0};
    assert_true(carom_quat_slerp(one, one, (carom_real)0.3).w == 1);
    const carom_quat q = carom_quat_slerp(one, half_turn, (carom_real)0.5);
    assert_about(fabs((double)q.x), sqrt(0.5), 2 * EPS);
    assert_about((double)q.w, sqrt(0.5), 2 * EPS);
    assert_true(is_nan_quat(carom_quat_slerp((carom_quat){(carom_real)NAN, 0, 0, 1}, one, 1)));
}

/* ---- matrices */

static void axes_there_and_back(void **state) {
    (void)state;
    volume_seed = 14;
    for (int i = 0; i < 5000; i++) {
        carom_quat q = some_rotation(), back;
        if (i % 5 == 0) q = carom_quat_normalize((carom_quat){1, (carom_real)1e-9, 0, 0});
        if (i % 5 == 1) q = carom_quat_from_axis_angle(random_vec(1), (carom_real)acos(-1));
        carom_vec3 axes[3];
        carom_quat_to_axes(q, axes);
        assert_int_equal(carom_quat_from_axes(&back, axes), CAROM_OK);
        assert_true(angle_between(q, back) < 32 * EPS);
        carom_pose pose = {random_vec(5), q}, other;
        carom_real rows[12], columns[16];
        carom_pose_to_rows(pose, rows);
        carom_pose_to_columns(pose, columns);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                assert_true(rows[4 * r + c] == columns[4 * c + r]);
        assert_true(columns[3] == 0 && columns[7] == 0 && columns[11] == 0 && columns[15] == 1);
        assert_int_equal(carom_pose_from_rows(&other, rows), CAROM_OK);
        assert_same(other.position, pose.position);
        assert_true(angle_between(other.rotation, q) < 32 * EPS);
        assert_int_equal(carom_pose_from_columns(&other, columns), CAROM_OK);
        assert_same(other.position, pose.position);
        assert_true(angle_between(other.rotation, q) < 32 * EPS);
    }
}

static void matrices_by_hand(void **state) {
    (void)state;
    const carom_real quarter[12] = {0, -1, 0, 7, 1, 0, 0, 8, 0, 0, 1, 9}; /* about z */
    carom_pose pose;
    assert_int_equal(carom_pose_from_rows(&pose, quarter), CAROM_OK);
    assert_same(carom_pose_transform_point(pose, v3(0, 0, 0)), v3(7, 8, 9));
    assert_vec_about(carom_pose_rotate_vector(pose, v3(1, 0, 0)), 0, 1, 0, 2 * EPS);
    const carom_vec3 halves[3][3] = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                     {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
                                     {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) {
        carom_quat q;
        assert_int_equal(carom_quat_from_axes(&q, halves[i]), CAROM_OK);
        assert_true(q.w == 0 && (&q.x)[i] == 1);
    }
}

static void refused_matrices(void **state) {
    (void)state;
    const carom_real identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const struct {
        int at;
        double value;
        carom_status status;
    } cases[] = {{0, 2, CAROM_ERROR_ARGUMENT},    /* scale */
                 {5, 0.99, CAROM_ERROR_ARGUMENT}, /* scale */
                 {5, 0.9995, CAROM_OK},           /* near enough, and normalised */
                 {1, 0.1, CAROM_ERROR_ARGUMENT},  /* shear */
                 {10, -1, CAROM_ERROR_ARGUMENT},  /* a mirror */
                 {10, 0, CAROM_ERROR_ARGUMENT},   /* flat */
                 {3, 0.5, CAROM_ERROR_ARGUMENT},  /* projective */
                 {15, 2, CAROM_ERROR_ARGUMENT},   /* projective */
                 {13, 5, CAROM_OK},               /* moved */
                 {0, NAN, CAROM_ERROR_NOT_FINITE},
                 {14, INFINITY, CAROM_ERROR_NOT_FINITE},
                 {7, NAN, CAROM_ERROR_NOT_FINITE}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        carom_real columns[16], rows[12];
        memcpy(columns, identity, sizeof columns);
        columns[cases[i].at] = (carom_real)cases[i].value;
        carom_pose pose = {{1, 2, 3}, {0, 0, 0, 1}};
        const carom_pose before = pose;
        assert_int_equal(carom_pose_from_columns(&pose, columns), cases[i].status);
        if (cases[i].status != CAROM_OK) assert_memory_equal(&pose, &before, sizeof pose);
        assert_null(carom_pose_problem(pose));
        if (cases[i].at % 4 == 3) continue;
        for (int k = 0; k < 12; k++)
            rows[k] = columns[4 * (k % 4) + k / 4];
        assert_int_equal(carom_pose_from_rows(&pose, rows), cases[i].status);
    }
    carom_pose pose;
    assert_int_equal(carom_pose_from_rows(NULL, identity), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_pose_from_columns(&pose, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_quat_from_axes(NULL, NULL), CAROM_ERROR_ARGUMENT);
    carom_real out[16];
    carom_pose_to_columns((carom_pose){{0, 0, 0}, {2, 0, 0, 0}}, out);
    assert_true(out[0] != out[0] && out[12] != out[12] && out[15] == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_by_hand),  cmocka_unit_test(lengths_at_the_ends),
        cmocka_unit_test(axis_and_angle),   cmocka_unit_test(quaternions),
        cmocka_unit_test(slerp_is_even),    cmocka_unit_test(axes_there_and_back),
        cmocka_unit_test(matrices_by_hand), cmocka_unit_test(refused_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
