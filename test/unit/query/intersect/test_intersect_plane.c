/* Two and three planes. The oracle is integer arithmetic on lattice planes. */
#include "common/test_volume_common.h"

static carom_plane plane(double x, double y, double z, double offset) {
    return (carom_plane){v3(x, y, z), (carom_real)offset};
}
static carom_plane random_plane(int n) {
    carom_plane p = {{0, 0, 0}, 0};
    while (p.normal.x == 0 && p.normal.y == 0 && p.normal.z == 0)
        p = plane(random_lattice(n), random_lattice(n), random_lattice(n), random_lattice(n));
    return p;
}
static carom_plane scaled(carom_plane p, double s) {
    return plane((double)p.normal.x * s, (double)p.normal.y * s, (double)p.normal.z * s,
                 (double)p.offset * s);
}
static double at(carom_plane p, int i) {
    return i < 3 ? (double)(&p.normal.x)[i] : (double)p.offset;
}
static double coordinate(carom_vec3 p, int i) {
    return (double)(&p.x)[i];
}
static void assert_vec(carom_vec3 got, double x, double y, double z) {
    assert_true(got.x == (carom_real)x && got.y == (carom_real)y && got.z == (carom_real)z);
}
/* To two ulps. */
static void assert_close(double got, double want) {
    assert_true(fabs(got - want) <= 2.0 * (double)CAROM_REAL_EPSILON * fabs(want));
}
/* 2x2 minor of columns i, j; and the 3x3 determinant of columns i, j, k. Exact for small integers.
 */
static double minor2(const carom_plane p[2], int i, int j) {
    return at(p[0], i) * at(p[1], j) - at(p[0], j) * at(p[1], i);
}
static double minor3(const carom_plane p[3], int i, int j, int k) {
    return at(p[0], i) * minor2(p + 1, j, k) - at(p[0], j) * minor2(p + 1, i, k) +
           at(p[0], k) * minor2(p + 1, i, j);
}

static void coordinate_planes_meet_in_axes(void **state) {
    carom_plane x = plane(2, 0, 0, 4), y = plane(0, -3, 0, 9), z = plane(0, 0, 5, 5);
    carom_plane_intersection line = carom_intersect_plane_plane(&x, &y);
    assert_int_equal(line.kind, CAROM_INTERSECTION_LINE);
    assert_vec(line.line.origin, 2, -3, 0);
    assert_vec(line.line.direction, 0, 0, -1);
    carom_planes_point point = carom_intersect_plane_plane_plane(&x, &y, &z);
    assert_int_equal(point.kind, CAROM_INTERSECTION_POINT);
    assert_vec(point.point, 2, -3, 1);
}

static void parallel_is_decided_to_the_last_bit(void **state) {
    carom_plane a = plane(3, 5, 7, 11), same = scaled(a, -2), apart = same, tilted = same;
    assert_int_equal(carom_intersect_plane_plane(&a, &same).kind, CAROM_INTERSECTION_AREA);
    apart.offset = next_number((double)apart.offset, 0);
    carom_plane_intersection none = carom_intersect_plane_plane(&a, &apart);
    assert_int_equal(none.kind, CAROM_INTERSECTION_NONE);
    assert_vec(none.line.origin, 0, 0, 0);
    assert_vec(none.line.direction, 0, 0, 0);
    tilted.normal.x = next_number((double)tilted.normal.x, 0);
    carom_plane_intersection line = carom_intersect_plane_plane(&a, &tilted);
    assert_int_equal(line.kind, CAROM_INTERSECTION_LINE);
    /* Both planes meet x = 0 in the same line, so that is the line. */
    assert_true(line.line.direction.x == 0 && line.line.origin.x == 0);
    assert_close((double)line.line.direction.y,
                 7 / sqrt(74.0) * (line.line.direction.y > 0 ? 1 : -1));
    assert_int_equal(carom_intersect_plane_plane_plane(&a, &same, &tilted).kind,
                     CAROM_INTERSECTION_LINE);
    assert_int_equal(carom_intersect_plane_plane_plane(&a, &apart, &tilted).kind,
                     CAROM_INTERSECTION_NONE);
}

static void lattice_lines_agree_with_integers(void **state) {
    volume_seed = 11;
    int seen[5] = {0};
    for (int n = 0; n < 60000; n++) {
        carom_plane p[2] = {random_plane(2), random_plane(2)};
        if (n % 4 == 0) p[1] = scaled(p[0], n % 8 ? -2 : 4);
        if (n % 12 == 0) p[1].offset += 1;
        double u[3] = {minor2(p, 1, 2), minor2(p, 2, 0), minor2(p, 0, 1)};
        double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        bool one = minor2(p, 0, 3) == 0 && minor2(p, 1, 3) == 0 && minor2(p, 2, 3) == 0;
        carom_plane_intersection r = carom_intersect_plane_plane(&p[0], &p[1]);
        seen[r.kind]++;
        assert_int_equal(r.kind, length > 0 ? CAROM_INTERSECTION_LINE
                                 : one      ? CAROM_INTERSECTION_AREA
                                            : CAROM_INTERSECTION_NONE);
        if (length == 0) continue;
        int k = 0;
        for (int i = 0; i < 3; i++) {
            assert_close(coordinate(r.line.direction, i), u[i] / length);
            if (fabs(u[i]) > fabs(u[k])) k = i;
        }
        int i = (k + 1) % 3, j = (k + 2) % 3;
        assert_true(coordinate(r.line.origin, k) == 0);
        assert_close(coordinate(r.line.origin, i), minor2(p, 3, j) / u[k]);
        assert_close(coordinate(r.line.origin, j), minor2(p, i, 3) / u[k]);
        carom_plane_intersection back = carom_intersect_plane_plane(&p[1], &p[0]);
        assert_vec(back.line.origin, (double)r.line.origin.x, (double)r.line.origin.y,
                   (double)r.line.origin.z);
        assert_vec(back.line.direction, -(double)r.line.direction.x, -(double)r.line.direction.y,
                   -(double)r.line.direction.z);
    }
    assert_true(seen[0] > 1000 && seen[CAROM_INTERSECTION_LINE] > 1000 &&
                seen[CAROM_INTERSECTION_AREA] > 1000);
}

static carom_intersection_kind kind_of_three(const carom_plane p[3]) {
    if (minor3(p, 0, 1, 2) != 0) return CAROM_INTERSECTION_POINT;
    if (minor3(p, 0, 1, 3) != 0 || minor3(p, 0, 2, 3) != 0 || minor3(p, 1, 2, 3) != 0)
        return CAROM_INTERSECTION_NONE;
    bool line = false;
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++) {
            carom_plane pair[2] = {p[a], p[(a + 1) % 3]};
            line = line || minor2(pair, i, (i + 1) % 3) != 0;
        }
    for (int a = 0; a < 3 && !line; a++)
        for (int i = 0; i < 3; i++) {
            carom_plane pair[2] = {p[a], p[(a + 1) % 3]};
            if (minor2(pair, i, 3) != 0) return CAROM_INTERSECTION_NONE;
        }
    return line ? CAROM_INTERSECTION_LINE : CAROM_INTERSECTION_AREA;
}

static void check_three(const carom_plane p[3], int seen[5]) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {2, 1, 0}, {0, 2, 1}, {1, 0, 2}};
    carom_intersection_kind want = kind_of_three(p);
    for (int o = 0; o < 6; o++) {
        const int *k = orders[o];
        carom_planes_point r = carom_intersect_plane_plane_plane(&p[k[0]], &p[k[1]], &p[k[2]]);
        assert_int_equal(r.kind, want);
        if (want == CAROM_INTERSECTION_POINT) {
            double d = minor3(p, 0, 1, 2);
            assert_close((double)r.point.x, minor3(p, 3, 1, 2) / d);
            assert_close((double)r.point.y, minor3(p, 0, 3, 2) / d);
            assert_close((double)r.point.z, minor3(p, 0, 1, 3) / d);
        } else if (want == CAROM_INTERSECTION_NONE) {
            assert_vec(r.point, 0, 0, 0);
        } else {
            for (int i = 0; i < 3; i++) {
                double sum = 0, size = 0;
                for (int c = 0; c < 3; c++) {
                    sum += at(p[i], c) * coordinate(r.point, c);
                    size += fabs(at(p[i], c) * coordinate(r.point, c));
                }
                assert_true(fabs(sum - at(p[i], 3)) <= 4.0 * (double)CAROM_REAL_EPSILON * size);
            }
        }
    }
    seen[want]++;
}

static void lattice_points_agree_with_integers(void **state) {
    volume_seed = 12;
    int seen[5] = {0};
    for (int n = 0; n < 30000; n++) {
        carom_plane p[3] = {random_plane(3), random_plane(3), random_plane(3)};
        if (n % 3 == 0) p[1] = scaled(p[0], n % 2 ? -1 : 2);
        if (n % 3 == 1) { /* through one line, or a prism */
            double s = random_lattice(2), t = random_lattice(2);
            carom_plane q =
                plane(at(p[0], 0) * s + at(p[1], 0) * t, at(p[0], 1) * s + at(p[1], 1) * t,
                      at(p[0], 2) * s + at(p[1], 2) * t, at(p[0], 3) * s + at(p[1], 3) * t);
            if (q.normal.x != 0 || q.normal.y != 0 || q.normal.z != 0) p[2] = q;
        }
        if (n % 6 == 0) p[2] = scaled(p[0], 4);
        if (n % 5 == 0) p[2].offset += 1;
        check_three(p, seen);
    }
    assert_true(seen[CAROM_INTERSECTION_NONE] > 500 && seen[CAROM_INTERSECTION_POINT] > 500);
    assert_true(seen[CAROM_INTERSECTION_LINE] > 500 && seen[CAROM_INTERSECTION_AREA] > 500);
}

/* A power of two on each plane changes nothing, down to the last bit of the answer. */
static void each_plane_has_its_own_scale(void **state) {
    volume_seed = 13;
    double step = sizeof(carom_real) == 4 ? 0x1p60 : 0x1p150;
    for (int n = 0; n < 5000; n++) {
        carom_plane p[3], q[3];
        for (int k = 0; k < 3; k++) {
            p[k] = random_plane(5);
            q[k] = scaled(p[k], k == 0 ? step : k == 1 ? 1 / step : 0.5);
        }
        carom_plane_intersection line = carom_intersect_plane_plane(&p[0], &p[1]);
        carom_plane_intersection other = carom_intersect_plane_plane(&q[0], &q[1]);
        carom_planes_point point = carom_intersect_plane_plane_plane(&p[0], &p[1], &p[2]);
        carom_planes_point third = carom_intersect_plane_plane_plane(&q[0], &q[1], &q[2]);
        assert_int_equal(line.kind, other.kind);
        assert_int_equal(point.kind, third.kind);
        for (int i = 0; i < 3; i++) {
            assert_close(coordinate(line.line.origin, i), coordinate(other.line.origin, i));
            assert_close(coordinate(line.line.direction, i), coordinate(other.line.direction, i));
            assert_close(coordinate(point.point, i), coordinate(third.point, i));
        }
    }
}

static void extremes_stay_in_range(void **state) {
    double big = sizeof(carom_real) == 4 ? 1e38 : 1e300, tiny = 1 / big;
    carom_plane a = plane(big, big, big, big), b = plane(-tiny, tiny, tiny, tiny);
    carom_plane c = plane(0, 0, tiny, tiny);
    carom_plane_intersection line = carom_intersect_plane_plane(&a, &b);
    assert_int_equal(line.kind, CAROM_INTERSECTION_LINE);
    assert_true(line.line.direction.x == 0);
    assert_close((double)line.line.direction.z, sqrt(0.5));
    carom_planes_point point = carom_intersect_plane_plane_plane(&a, &b, &c);
    assert_int_equal(point.kind, CAROM_INTERSECTION_POINT);
    assert_vec(point.point, 0, 0, 1);
    carom_plane near = plane(tiny, 0, 0, big), far = plane(0, tiny, 0, 1);
    line = carom_intersect_plane_plane(&near, &far);
    assert_int_equal(line.kind, CAROM_INTERSECTION_LINE);
    assert_true(line.line.origin.x == CAROM_REAL_MAX);
    point = carom_intersect_plane_plane_plane(&near, &far, &c);
    assert_int_equal(point.kind, CAROM_INTERSECTION_POINT);
    assert_true(point.point.x == CAROM_REAL_MAX && point.point.z == 1);
    assert_int_equal(carom_intersect_plane_plane(&a, &a).kind, CAROM_INTERSECTION_AREA);
    assert_int_equal(carom_intersect_plane_plane_plane(&a, &a, &a).kind, CAROM_INTERSECTION_AREA);
}

static void assert_no_answer(const carom_plane *a, const carom_plane *b, const carom_plane *c) {
    carom_plane_intersection line = carom_intersect_plane_plane(a, b);
    assert_int_equal(line.kind, CAROM_INTERSECTION_NONE);
    assert_vec(line.line.origin, 0, 0, 0);
    assert_vec(line.line.direction, 0, 0, 0);
    const carom_plane *order[3][3] = {{a, b, c}, {c, a, b}, {b, c, a}};
    for (int k = 0; k < 3; k++) {
        carom_planes_point point =
            carom_intersect_plane_plane_plane(order[k][0], order[k][1], order[k][2]);
        assert_int_equal(point.kind, CAROM_INTERSECTION_NONE);
        assert_vec(point.point, 0, 0, 0);
    }
}

static void invalid_planes_share_nothing(void **state) {
    carom_plane a = plane(1, 2, 3, 4), b = plane(3, 2, -1, 1), c = plane(0, 1, 5, 2);
    carom_plane zero = plane(0, 0, 0, 0), axis = plane(1, 0, 0, 0), up = plane(0, 1, 0, 0);
    assert_int_equal(carom_intersect_plane_plane_plane(&a, &b, &c).kind, CAROM_INTERSECTION_POINT);
    FOR_EACH_BAD_NUMBER(a, {
        assert_no_answer(&a, &b, &c);
        assert_no_answer(&b, &a, &c);
        assert_no_answer(&a, &a, &a);
    });
    FOR_EACH_BAD_NUMBER(axis, {
        assert_no_answer(&axis, &up, &c);
        assert_no_answer(&up, &axis, &up);
    });
    assert_no_answer(&zero, &b, &c);
    assert_no_answer(&b, &zero, &b);
    assert_no_answer(&zero, &zero, &zero);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinate_planes_meet_in_axes),
        cmocka_unit_test(parallel_is_decided_to_the_last_bit),
        cmocka_unit_test(lattice_lines_agree_with_integers),
        cmocka_unit_test(lattice_points_agree_with_integers),
        cmocka_unit_test(each_plane_has_its_own_scale),
        cmocka_unit_test(extremes_stay_in_range),
        cmocka_unit_test(invalid_planes_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
