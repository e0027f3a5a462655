/* How two boxes stand to each other, in all the ways in which their sides can lie. */
#include "common/test_solid_common.h"

static const carom_aabb base = {{0, 0, 0}, {2, 2, 2}};

static void apart_or_touching(void **state) {
    (void)state;
    assert_boxes(base, aabb(3, 0, 0, 5, 2, 2), CAROM_SOLIDS_APART);
    assert_boxes(base, aabb(3, 3, 3, 5, 5, 5), CAROM_SOLIDS_APART);
    assert_boxes(base, aabb(2, 2, 2, 4, 4, 4), CAROM_SOLIDS_TOUCH_POINT);
    assert_boxes(base, aabb(2, 2, 0, 4, 4, 2), CAROM_SOLIDS_TOUCH_EDGE);
    assert_boxes(base, aabb(2, 2, 1, 4, 4, 3), CAROM_SOLIDS_TOUCH_EDGE);
    assert_boxes(base, aabb(2, 2, 0.5, 4, 4, 1.5), CAROM_SOLIDS_TOUCH_EDGE);
    assert_boxes(base, aabb(2, 1, 2, 4, 3, 4), CAROM_SOLIDS_TOUCH_EDGE);
    assert_boxes(base, aabb(2, 0, 0, 4, 2, 2), CAROM_SOLIDS_TOUCH_FACE);
    assert_boxes(base, aabb(2, 1, 1, 4, 3, 3), CAROM_SOLIDS_TOUCH_FACE);
    assert_boxes(base, aabb(2, 0.5, 0.5, 3, 1.5, 1.5), CAROM_SOLIDS_TOUCH_FACE);
    assert_boxes(base, aabb(2, -1, -1, 3, 3, 3), CAROM_SOLIDS_TOUCH_FACE);
    assert_boxes(base, aabb(2, -1, 0.5, 3, 3, 1.5), CAROM_SOLIDS_TOUCH_FACE);
}

static void overlapping(void **state) {
    (void)state;
    assert_boxes(base, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(1, 0, 0, 3, 2, 2), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(1, 1, 0, 3, 3, 2), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(-1, 0.5, 0.5, 3, 1.5, 1.5), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(-1, 0.5, 0, 3, 1.5, 1), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(-1, 0, 0, 3, 1, 1), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(-1, 0, 0, 3, 2, 1), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(0, 0, 1, 2, 2, 3), CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, aabb(0.5, 0.5, 1, 1.5, 1.5, 3), CAROM_SOLIDS_OVERLAP);
}

static void nested(void **state) {
    (void)state;
    assert_boxes(base, aabb(0.5, 0.5, 0.5, 1.5, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0.5, 0.5, 1.5, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0, 0.5, 1.5, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0, 0, 1, 1, 1), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0.5, 0.5, 2, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0, 0, 2, 1, 1), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0, 0, 2, 2, 1), CAROM_SOLIDS_B_IN_A);
    assert_boxes(base, aabb(0, 0, 0.5, 2, 2, 1.5), CAROM_SOLIDS_B_IN_A);
    assert_boxes(aabb(0, 0, 0, 2, 2, 1), base, CAROM_SOLIDS_A_IN_B);
    assert_boxes(base, base, CAROM_SOLIDS_EQUAL);
}

/* The next number is enough: of the one side an overlap, of the other a gap. */
static void one_number_further(void **state) {
    (void)state;
    carom_real next = (carom_real)(2 * (1 + EPS)), last = (carom_real)(2 * (1 - EPS / 2));
    carom_aabb touching = aabb(2, 0, 0, 4, 2, 2), away = touching, in = touching, less = base;
    away.min.x = next;
    in.min.x = last;
    less.max.z = last;
    assert_boxes(base, away, CAROM_SOLIDS_APART);
    assert_boxes(base, in, CAROM_SOLIDS_OVERLAP);
    assert_boxes(base, less, CAROM_SOLIDS_B_IN_A);
    less.max.x = next;
    assert_boxes(base, less, CAROM_SOLIDS_OVERLAP);
}

/* Faces in squares against faces in one, and against others. */
static void add_gridded(solid_soup *s, carom_aabb box, int n) {
    for (int i = 0; i < 6 * n * n; i++) {
        int side = i / (n * n), k = side / 2, u = (k + 1) % 3, v = (k + 2) % 3;
        carom_vec3 c[4];
        for (int j = 0; j < 4; j++) {
            double at[3], low[3] = {(double)box.min.x, (double)box.min.y, (double)box.min.z};
            double high[3] = {(double)box.max.x, (double)box.max.y, (double)box.max.z};
            at[k] = side & 1 ? 1 : 0;
            at[u] = (double)(i % n + (j == 1 || j == 2)) / n;
            at[v] = (double)(i / n % n + (j >= 2)) / n;
            for (int d = 0; d < 3; d++)
                at[d] = low[d] + (high[d] - low[d]) * at[d];
            c[j] = v3(at[0], at[1], at[2]);
        }
        int second = side & 1 ? 1 : 3, turn = i % 3 == 0;
        const carom_vec3 ring[5] = {c[0], c[second], c[2], c[4 - second], c[0]};
        add_solid_triangle(s, ring[turn], ring[turn + 1], ring[turn + 2]);
        add_solid_triangle(s, ring[turn], ring[turn + 2], turn ? ring[4] : ring[3]);
    }
}

static void assert_gridded(carom_aabb a, carom_aabb b, carom_solid_relation wanted) {
    for (int i = 0; i < 9; i++) {
        begin_solids();
        add_gridded(&one, a, 1 << i % 3);
        add_gridded(&two, b, 1 << i / 3);
        assert_solids(wanted);
    }
}

static void other_triangulations(void **state) {
    (void)state;
    assert_gridded(base, base, CAROM_SOLIDS_EQUAL);
    assert_gridded(base, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_OVERLAP);
    assert_gridded(base, aabb(0, 0, 0, 1, 2, 2), CAROM_SOLIDS_B_IN_A);
    assert_gridded(base, aabb(0, 0, 0, 1, 1, 1), CAROM_SOLIDS_B_IN_A);
    assert_gridded(base, aabb(2, 0, 0, 4, 2, 2), CAROM_SOLIDS_TOUCH_FACE);
    assert_gridded(base, aabb(2, 2, 1, 4, 4, 3), CAROM_SOLIDS_TOUCH_EDGE);
    assert_gridded(base, aabb(2, 2, 2, 4, 4, 4), CAROM_SOLIDS_TOUCH_POINT);
}

/* Poses that differ, in integers. */
static void moved_by_pose(void **state) {
    (void)state;
    static const carom_solid_relation wanted[] = {CAROM_SOLIDS_EQUAL, CAROM_SOLIDS_OVERLAP,
                                                  CAROM_SOLIDS_TOUCH_FACE, CAROM_SOLIDS_APART};
    begin_solids();
    add_solid_box(&one, base, 0);
    carom_mesh *mesh = solid_mesh(&one);
    for (int i = 0; i < 4; i++)
        for (int turned = 0; turned < 2; turned++) {
            carom_placed_mesh a = {.mesh = mesh, .pose = carom_pose_identity()}, b = a;
            a.pose.position = v3(100, 7, -3);
            b.pose.position = v3(100 + i, 7, -3);
            if (turned) { /* by half a turn about y: exact */
                b.pose.rotation = (carom_quat){0, 1, 0, 0};
                b.pose.position = v3(102 + i, 7, -1);
            }
            carom_solid_pair pair = ask_solids(&a, &b), swapped = ask_solids(&b, &a);
            assert_answer(&pair, wanted[i], "posed");
            assert_answer(&swapped, wanted[i], "posed and swapped");
        }
    carom_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(apart_or_touching),
                                       cmocka_unit_test(overlapping),
                                       cmocka_unit_test(nested),
                                       cmocka_unit_test(one_number_further),
                                       cmocka_unit_test(other_triangulations),
                                       cmocka_unit_test(moved_by_pose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
