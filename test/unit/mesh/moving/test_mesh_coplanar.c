/* Meshes of many different triangles in one plane, or nearly so: more pairs come up than planes
 * are tried after. First contacts are those of all pairs of triangles up to the tolerance, never
 * later, the same to the bit with A and B exchanged, and how many pairs are tested grows no faster
 * than the triangles. */
#include "common/test_mesh_common.h"
#include "common/test_walk_common.h"

static test_mesh mesh_a, mesh_b;

typedef enum sheet { SHEET_LEVEL, SHEET_SLANTED, SHEET_NEARLY, SHEET_ON_BALL, SHEETS } sheet;

static carom_vec3 corner_of_sheet(sheet kind, int k) {
    static const double corner[3][3] = {{0, 0, 0}, {1, 0.25, 0.5}, {0, 1, 0.75}};
    const double x = random01(), y = random01(), off = 1e-6;
    if (kind == SHEET_NEARLY)
        return v3(corner[k][0] + off * x, corner[k][1] + off * y, corner[k][2] + off * random01());
    return v3(x, y, kind == SHEET_LEVEL ? 0 : 0.3 * x + 0.7 * y);
}

/* A sheet of `count` triangles, the fourth kind above or below the middle of a small ball. */
static void fill_sheet(test_mesh *m, sheet kind, size_t count, double ball_at) {
    m->count = 0;
    if (kind == SHEET_ON_BALL) {
        fill_ball(m, 2, 0.5);
        carom_mesh_destroy(m->mesh);
        for (size_t i = 0; i < 3 * m->count; i++)
            m->vertices[i] = step(m->vertices[i], v3(0.5, 0.5, ball_at), 1);
    }
    for (size_t i = 0; i < count; i++) {
        carom_vec3 v[3];
        for (int k = 0; k < 3; k++)
            v[k] = corner_of_sheet(kind, k);
        if (i % 50 == 49) v[2] = v[1]; /* without area */
        add_test_triangle(m, v[0], v[1], v[2]);
    }
    build_test_mesh(m);
}

static void fill_sheets(int i) {
    const sheet kind = (sheet)(i % SHEETS);
    volume_seed = (uint64_t)(4000 + i);
    fill_sheet(&mesh_a, kind, 40 + (size_t)i % 30, -0.75);
    fill_sheet(&mesh_b, kind, 60 + (size_t)i % 20, 1.5);
}

static void free_sheets(void) {
    carom_mesh_destroy(mesh_a.mesh);
    carom_mesh_destroy(mesh_b.mesh);
}

/* ---- straight motion */

static carom_sweep_hit sweep_of_pair(uint32_t i, uint32_t k, carom_vec3 motion, carom_pose pose_b) {
    const carom_shape a = {.kind = CAROM_SHAPE_TRIANGLE,
                           .as.triangle = carom_mesh_triangle(mesh_a.mesh, i)},
                      b = {.kind = CAROM_SHAPE_TRIANGLE,
                           .as.triangle = carom_mesh_triangle(mesh_b.mesh, k)};
    const carom_moving_shape moving = {.shape = &a, .motion = motion},
                             still = {.shape = &b, .pose = pose_b};
    return carom_sweep(&moving, &still);
}

static carom_sweep_hit first_sweep_of_all(carom_vec3 motion, carom_pose pose_b) {
    carom_sweep_hit best = {.hit = false};
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            carom_sweep_hit hit = sweep_of_pair(i, k, motion, pose_b);
            if (hit.hit && (!best.hit || hit.fraction < best.fraction)) best = hit;
        }
    return best;
}

/* What the header grants, of coordinates and motion up to 20, along a motion that meets the sheets
 * at 30 degrees at least; and the rounding of fractions. */
static double sweep_slack(void) {
    return (sizeof(carom_real) == 4 ? 6e-8 : 2e-13) * 20 / (8 * 0.5) + 4 * EPS;
}

static void sweeps_of_sheets_are_those_of_all_pairs(void **state) {
    int hits = 0;
    (void)state;
    for (int i = 0; i < 32; i++) {
        const carom_pose up = {{0, 0, 5}, {0, 0, 0, 1}};
        const carom_vec3 motion = {(carom_real)(i / 4 % 3 - 1), (carom_real)(i / 12 - 1), 8},
                         back = step(v3(0, 0, 0), motion, -1);
        fill_sheets(i);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose.rotation.w = 1},
                                b = {.mesh = mesh_b.mesh, .pose = up};
        carom_sweep_hit all = first_sweep_of_all(motion, up);
        carom_mesh_pair_sweep found = carom_sweep_mesh_mesh(&a, motion, &b);
        carom_mesh_pair_sweep swapped = carom_sweep_mesh_mesh(&b, back, &a);
        assert_int_equal(found.hit, all.hit);
        assert_false(found.initial_overlap);
        assert_true(swapped.hit == found.hit && swapped.fraction == found.fraction);
        assert_true(opposite_bits(swapped.normal, found.normal));
        assert_true(swapped.triangle_a == found.triangle_b);
        assert_true(swapped.triangle_b == found.triangle_a);
        if (found.hit) {
            hits++;
            assert_about((double)found.fraction, (double)all.fraction, sweep_slack());
            all = sweep_of_pair(found.triangle_a, found.triangle_b, motion, up);
            assert_true(all.hit);
            assert_about((double)found.fraction, (double)all.fraction, 2 * sweep_slack());
        }
        free_sheets();
    }
    assert_true(hits > 20);
}

/* Level sheets meet at exactly 3/4 of the way. */
static void no_sweep_of_level_sheets_is_late(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        fill_sheets(SHEETS * i + SHEET_LEVEL);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose.rotation.w = 1},
                                b = {.mesh = mesh_b.mesh, .pose = {{0, 0, 3}, {0, 0, 0, 1}}};
        carom_mesh_pair_sweep found = carom_sweep_mesh_mesh(&a, v3(0, 0, 4), &b);
        assert_true(found.hit && found.fraction <= (carom_real)0.75);
        assert_about((double)found.fraction, 0.75, sweep_slack());
        assert_false(carom_sweep_mesh_mesh(&a, v3(0, 0, 2), &b).hit);
        assert_false(carom_sweep_mesh_mesh(&a, v3(4, 0, 0), &b).hit);
        free_sheets();
    }
}

/* ---- turning motion */

static carom_turning_mesh turning_a(int i) {
    carom_turning_mesh out = {.mesh = mesh_a.mesh};
    out.start.rotation.w = out.end.rotation.w = 1;
    out.end.position = v3(0.1 * (i % 3 - 1), 0, 8);
    if (i % 2) out.end.rotation = (carom_quat){0, (carom_real)0.28, 0, (carom_real)0.96};
    return out;
}

static carom_toi_hit first_toi_of_all(const carom_turning_mesh *a, const carom_turning_mesh *b,
                                      carom_real tolerance) {
    carom_toi_hit best = {.hit = false};
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            const carom_shape p = {.kind = CAROM_SHAPE_TRIANGLE,
                                   .as.triangle = carom_mesh_triangle(mesh_a.mesh, i)},
                              q = {.kind = CAROM_SHAPE_TRIANGLE,
                                   .as.triangle = carom_mesh_triangle(mesh_b.mesh, k)};
            const carom_turning_shape ta = {.shape = &p, .start = a->start, .end = a->end},
                                      tb = {.shape = &q, .start = b->start, .end = b->end};
            carom_toi_hit hit = carom_toi(&ta, &tb, tolerance);
            if (hit.hit && (!best.hit || hit.fraction < best.fraction)) best = hit;
        }
    return best;
}

static void check_toi(const carom_turning_mesh *a, const carom_turning_mesh *b,
                      carom_real tolerance) {
    const carom_toi_hit all = first_toi_of_all(a, b, tolerance);
    const carom_mesh_toi_hit found = carom_toi_mesh_mesh(a, b, tolerance),
                             swapped = carom_toi_mesh_mesh(b, a, tolerance);
    assert_int_equal(found.at.hit, all.hit);
    assert_true(swapped.at.hit == found.at.hit && swapped.at.fraction == found.at.fraction);
    assert_true(swapped.at.fraction_upper == found.at.fraction_upper);
    assert_true(opposite_bits(swapped.at.normal, found.at.normal));
    assert_true(swapped.triangle_a == found.triangle_b && swapped.triangle_b == found.triangle_a);
    if (!found.at.hit) return;
    /* points move by 4 at least in a frame */
    const double slack = (double)tolerance / 4 + 1e-11 + 4 * EPS;
    assert_about((double)found.at.fraction, (double)all.fraction, slack);
    assert_true(found.at.fraction <= found.at.fraction_upper);
    if (all.certain) assert_true(found.at.fraction <= all.fraction_upper);
}

static void times_of_sheets_are_those_of_all_pairs(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        fill_sheets(i);
        carom_turning_mesh a = turning_a(i / 4), b = {.mesh = mesh_b.mesh};
        b.start = b.end = (carom_pose){{0, 0, 5}, {0, 0, 0, 1}};
        check_toi(&a, &b, (carom_real)(i % 3 ? 1e-6 : 1e-3));
        free_sheets();
    }
}

/* ---- how many pairs are tested */

static bool count_plane(moving_search *search, const mesh_node *a, const mesh_node *b,
                        double from) {
    counting_search *s = (counting_search *)search;
    (void)from;
    assert_true(s->tests >= mesh_a.count + mesh_b.count); /* not before as many tests */
    assert_true(s->search.credit > 0);
    assert_true(a->count <= BVH8_LEAF && b->count <= BVH8_LEAF);
    s->planes++;
    return true;
}

static void planes_end_the_walk(void **state) {
    (void)state;
    for (size_t n = 100; n <= 3200; n *= 2) {
        volume_seed = n;
        fill_sheet(&mesh_a, SHEET_SLANTED, n, 0);
        fill_sheet(&mesh_b, SHEET_SLANTED, n, 0);
        counting_search s = counting_search_of(mesh_a.mesh, mesh_b.mesh);
        s.search.parts = count_plane;
        s.search.worth = 16;
        carom_moving_walk(&s.search);
        assert_true(s.planes > 0 && s.planes < 1000 + n);
        assert_in_range(s.tests, 2 * n, 2 * n + 400);
        free_sheets();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps_of_sheets_are_those_of_all_pairs),
                                       cmocka_unit_test(no_sweep_of_level_sheets_is_late),
                                       cmocka_unit_test(times_of_sheets_are_those_of_all_pairs),
                                       cmocka_unit_test(planes_end_the_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
