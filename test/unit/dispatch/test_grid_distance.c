/* Shapes and grids of distances: points of the shape, by chance and by the answer, against the
 * mesh's own signed distance, for every bounded kind; limits, budgets and what is no question. */
#include "carom/grid_distance.h"
#include "common/test_every_common.h"
#include "common/test_flat_common.h"

static test_mesh mesh;
static carom_mesh_solid solid;
static carom_mesh_grid *grid;

static void open_grid(double cell, double band) {
    carom_mesh_grid_def def = {.cell = (carom_real)cell, .band = (carom_real)band};
    fill_corners_of_box(&mesh, v3(-1, -0.75, -0.5), v3(1, 0.75, 0.5));
    build_test_mesh(&mesh);
    def.solid = solid = carom_mesh_solid_of(mesh.mesh);
    def.bounds = aabb(-2.5, -2.5, -2.5, 2.5, 2.5, 2.5);
    assert_int_equal(carom_mesh_grid_create(&grid, &def), CAROM_OK);
}

static void close_grid(void) {
    carom_mesh_grid_destroy(grid);
    carom_mesh_destroy(mesh.mesh);
}

static double true_distance(carom_vec3 point, carom_pose grid_pose) {
    const carom_vec3 own = carom_pose_transform_point(carom_pose_inverse(grid_pose), point);
    return (double)carom_distance_point_mesh_signed(own, &solid).distance;
}

static carom_vec3 point_of(const carom_shape *shape, carom_pose pose, carom_vec3 near) {
    const carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = near};
    return carom_closest(&point, carom_pose_identity(), shape, pose).point_b;
}

static bool is_bounded(const carom_shape *shape) {
    const carom_aabb box = carom_shape_bounds(shape, carom_pose_identity());
    return isfinite((double)box.min.x) && isfinite((double)box.max.x) && box.min.x <= box.max.x;
}

/* Bounds hold for points of the shape, and the point of the answer is one. */
static carom_grid_clearance check(const carom_shape *shape, carom_pose pose, carom_pose of_grid,
                                  const carom_grid_options *options) {
    const double slack = 512 * EPS;
    const carom_grid_clearance at =
        carom_distance_shape_mesh_grid(shape, pose, grid, of_grid, options);
    assert_true(at.low <= at.high && at.pieces > 0);
    for (int i = 0; i < 64; i++) {
        const carom_vec3 p = point_of(shape, pose, random_vec(2));
        assert_true(true_distance(p, of_grid) >= (double)at.low - slack);
    }
    assert_true(true_distance(at.point, of_grid) <= (double)at.high + slack);
    const carom_vec3 on = point_of(shape, pose, at.point);
    assert_about((double)on.x, (double)at.point.x, slack);
    assert_about((double)on.y, (double)at.point.y, slack);
    assert_about((double)on.z, (double)at.point.z, slack);
    const double length =
        sqrt((double)(at.normal.x * at.normal.x) + (double)(at.normal.y * at.normal.y) +
             (double)(at.normal.z * at.normal.z));
    assert_true(length == 0 || fabs(length - 1) < 16 * EPS);
    return at;
}

static void balls_by_hand(void **state) {
    (void)state;
    open_grid(0.125, 0);
    const carom_pose still = carom_pose_identity();
    const double samples[4] = {1.5, 1.25, 1.0, 0.75}; /* heights at which there are samples */
    for (int i = 0; i < 4; i++) {
        const carom_shape ball = carom_shape_sphere(v3(0, 0, samples[i]), (carom_real)0.25);
        const carom_grid_clearance at = check(&ball, still, still, NULL);
        const double known = samples[i] - 0.75;
        assert_true((double)at.low <= known && known <= (double)at.high);
        assert_true((double)at.high - known <
                    256 * EPS + 4 * (double)grid->rounding); /* above a face to rounding */
        if (known > 0) assert_true(known - (double)at.low < 0.13 && at.pieces < 64);
        assert_about((double)at.normal.z, 1, 16 * EPS);
    }
    close_grid();
}

static void boxes_by_hand(void **state) {
    (void)state;
    open_grid(0.125, 0);
    const carom_pose still = carom_pose_identity();
    const carom_grid_options fine = {.tolerance = (carom_real)0.03125};
    for (int i = 0; i < 3; i++) {
        const double gap = 0.5 * i - 0.25; /* of the boxes' faces, along x */
        const carom_shape box = {.kind = CAROM_SHAPE_AABB,
                                 .as.aabb = aabb(1 + gap, -0.25, -0.125, 1.5 + gap, 0.25, 0.125)};
        const carom_grid_clearance at = check(&box, still, still, &fine);
        assert_true((double)at.low <= gap && gap <= (double)at.high);
        assert_true((double)at.high - (double)at.low < 0.1);
        assert_true(i == 0 ? at.high < 0 : at.low > 0);
    }
    close_grid();
}

static bool is_round(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE;
}

/* Every bounded kind, turned, with and without a band. */
static void every_kind_is_bounded(void **state) {
    (void)state;
    int asked = 0;
    for (int banded = 0; banded < 2; banded++) {
        open_grid(0.1875, banded ? 0.5 : 0);
        for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++) {
            every_kind some = {0};
            make_every(&some, kind);
            for (int i = 0; i < 8 && is_bounded(&some.kind.shape); i++) {
                const carom_grid_clearance at =
                    check(&some.kind.shape, pose_every(0.5), pose_every(0.25), NULL);
                const double wide = (double)at.high - (double)at.low;
                if (!banded && (!is_round(kind) || at.low > 0)) assert_true(wide < 4 * 0.1875);
                asked++;
            }
            discard_every(&some);
        }
        close_grid();
    }
    assert_true(asked > 200);
}

/* A limit ends the search sooner, on the side on which the distance is. */
static void limits_are_decided(void **state) {
    (void)state;
    open_grid(0.125, 0);
    const carom_pose still = carom_pose_identity();
    const carom_shape box = {.kind = CAROM_SHAPE_AABB,
                             .as.aabb = aabb(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5)};
    int decided[2] = {0, 0};
    for (int i = 0; i < 200; i++) {
        const carom_pose pose = pose_every(1.5);
        const carom_grid_clearance whole =
            carom_distance_shape_mesh_grid(&box, pose, grid, still, NULL);
        const carom_grid_options options = {.stops_at_limit = true, .limit = random_vec(0.5).x};
        const carom_grid_clearance at = check(&box, pose, still, &options);
        assert_true(at.pieces <= whole.pieces);
        if (whole.low > options.limit) assert_true(at.low > options.limit && ++decided[0]);
        if (whole.high <= options.limit) assert_true(at.high <= options.limit && ++decided[1]);
    }
    assert_true(decided[0] > 20 && decided[1] > 20);
    close_grid();
}

/* However few pieces are looked at, the bounds hold. */
static void budgets_leave_bounds(void **state) {
    (void)state;
    open_grid(0.125, 0);
    for (uint32_t most = 1; most < 40; most += 3) {
        const carom_shape box = {.kind = CAROM_SHAPE_AABB,
                                 .as.aabb = aabb(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5)};
        const carom_grid_options options = {.most_pieces = most};
        const carom_grid_clearance at =
            check(&box, pose_every(1.5), carom_pose_identity(), &options);
        assert_true(at.pieces <= most);
    }
    close_grid();
}

static void assert_no_answer(const carom_shape *shape, carom_pose pose, const carom_mesh_grid *of,
                             carom_pose grid_pose) {
    const carom_grid_clearance at =
        carom_distance_shape_mesh_grid(shape, pose, of, grid_pose, NULL);
    assert_true(isinf((double)at.low) && at.low < 0 && isinf((double)at.high) && at.high > 0);
    assert_true(at.pieces == 0 && at.point.x == 0 && at.normal.x == 0);
}

static void what_is_no_question(void **state) {
    (void)state;
    open_grid(0.5, 0);
    const carom_pose still = carom_pose_identity();
    carom_pose wrong = still;
    wrong.position.y = (carom_real)NAN;
    carom_shape ball = carom_shape_sphere(v3(0, 0, 1), 1);
    assert_no_answer(NULL, still, grid, still);
    assert_no_answer(&ball, still, NULL, still);
    assert_no_answer(&ball, wrong, grid, still);
    assert_no_answer(&ball, still, grid, wrong);
    ball.as.sphere.radius = -1;
    assert_no_answer(&ball, still, grid, still);
    ball.as.sphere.radius = (carom_real)NAN;
    assert_no_answer(&ball, still, grid, still);
    const carom_shape plane = carom_shape_plane(v3(0, 0, 1), 0);
    assert_no_answer(&plane, still, grid, still);
    close_grid();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_by_hand),         cmocka_unit_test(boxes_by_hand),
        cmocka_unit_test(every_kind_is_bounded), cmocka_unit_test(limits_are_decided),
        cmocka_unit_test(budgets_leave_bounds),  cmocka_unit_test(what_is_no_question)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
