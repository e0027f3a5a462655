/* Measures of two solids: overlap volume, contact area and separating translation. Sets of unit
 * cells are the oracle: volumes and areas are counts, and every shift along an axis can be tried.
 * Balls have a closed form; poses, scales, order and cuts change nothing. */
#include "carom/mass.h"
#include "carom/solid_measure.h"
#include "common/test_mesh_common.h"

#define CELLS 4
#define PI 3.14159265358979324

typedef struct cells {
    bool in[CELLS][CELLS][CELLS];
} cells;

static bool has(const cells *c, int x, int y, int z) {
    return x >= 0 && x < CELLS && y >= 0 && y < CELLS && z >= 0 && z < CELLS && c->in[x][y][z];
}

static void random_cells(cells *c, int percent) {
    for (int i = 0; i < CELLS * CELLS * CELLS; i++)
        c->in[i / (CELLS * CELLS)][i / CELLS % CELLS][i % CELLS] = random_in(0, 100) < percent;
    const int any = (int)random_in(0, CELLS * CELLS * CELLS - 0.5);
    c->in[any / (CELLS * CELLS)][any / CELLS % CELLS][any % CELLS] = true;
}

/* The square of a cell between it and its neighbour on one side, facing out of it. */
static void add_square(test_mesh *m, const int at[3], int axis, int up, const double scale[4]) {
    carom_vec3 corner[4];
    for (int k = 0; k < 4; k++) {
        double p[3] = {at[0], at[1], at[2]};
        p[axis] += up;
        p[(axis + 1) % 3] += k == 1 || k == 2;
        p[(axis + 2) % 3] += k >= 2;
        corner[k] =
            v3(scale[3] * p[0] + scale[0], scale[3] * p[1] + scale[1], scale[3] * p[2] + scale[2]);
    }
    add_test_triangle(m, corner[0], corner[up ? 1 : 2], corner[up ? 2 : 1]);
    add_test_triangle(m, corner[0], corner[up ? 2 : 3], corner[up ? 3 : 2]);
}

/* scale: the origin's place, and the size of a cell. */
static void fill_cells(test_mesh *m, const cells *c, const double scale[4]) {
    m->count = 0;
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        const int at[3] = {i / (CELLS * CELLS), i / CELLS % CELLS, i % CELLS};
        if (!c->in[at[0]][at[1]][at[2]]) continue;
        for (int side = 0; side < 6; side++) {
            int next[3] = {at[0], at[1], at[2]};
            next[side / 2] += side % 2 ? 1 : -1;
            if (!has(c, next[0], next[1], next[2])) add_square(m, at, side / 2, side % 2, scale);
        }
    }
    build_test_mesh(m);
}

static int shared_cells(const cells *a, const cells *b, const int shift[3]) {
    int count = 0;
    for (int x = 0; x < CELLS; x++)
        for (int y = 0; y < CELLS; y++)
            for (int z = 0; z < CELLS; z++)
                count += a->in[x][y][z] && has(b, x - shift[0], y - shift[1], z - shift[2]);
    return count;
}

/* Squares that bound both: of A's outside and B's inside, or of both insides. */
static void shared_squares(const cells *a, const cells *b, const int shift[3], int count[2]) {
    count[0] = count[1] = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < (CELLS + 2) * (CELLS + 2) * (CELLS + 2); i++) {
            const int n = CELLS + 2, p[3] = {i / (n * n) - 1, i / n % n - 1, i % n - 1};
            int q[3] = {p[0], p[1], p[2]};
            q[axis]++;
            const bool a0 = has(a, p[0], p[1], p[2]), a1 = has(a, q[0], q[1], q[2]);
            const bool b0 = has(b, p[0] - shift[0], p[1] - shift[1], p[2] - shift[2]);
            const bool b1 = has(b, q[0] - shift[0], q[1] - shift[1], q[2] - shift[2]);
            if (a0 == a1 || b0 == b1) continue;
            count[a0 == b0]++;
        }
}

static double slack_of(double size) {
    return 64 * (double)CAROM_REAL_EPSILON * size;
}

static void free_test_mesh(test_mesh *m) {
    carom_mesh_destroy(m->mesh);
    m->mesh = NULL;
}

static carom_placed_mesh placed_at(const test_mesh *m, carom_pose pose) {
    return (carom_placed_mesh){.mesh = m->mesh, .pose = pose};
}

static double volume_of(const carom_placed_mesh *a, const carom_placed_mesh *b, double *error) {
    carom_mesh_overlap_measure out, back;
    assert_int_equal(carom_mesh_overlap_volume(&out, a, b), CAROM_OK);
    assert_int_equal(carom_mesh_overlap_volume(&back, b, a), CAROM_OK);
    assert_true(fabs(out.volume - back.volume) <= out.volume_error + back.volume_error);
    assert_true(out.volume >= 0 && out.volume_error >= 0);
    *error = out.volume_error;
    return out.volume;
}

/* ---- cells */

static void check_cells(const cells *a, const cells *b, const int shift[3], double unit,
                        carom_pose pose, bool turned) {
    static test_mesh m[2];
    const double scale_a[4] = {0, 0, 0, unit};
    const double scale_b[4] = {unit * shift[0], unit * shift[1], unit * shift[2], unit};
    fill_cells(&m[0], a, scale_a);
    fill_cells(&m[1], b, scale_b);
    const carom_placed_mesh pa = placed_at(&m[0], pose), pb = placed_at(&m[1], pose);
    double error, cube = unit * unit * unit;
    const double volume = volume_of(&pa, &pb, &error), expected = shared_cells(a, b, shift) * cube;
    const double posed = turned ? slack_of(100) * cube : 0;
    if (!(fabs(volume - expected) <= error + posed))
        fail_msg("%.17g is not %.17g to %.3g", volume, expected, error);
    assert_true(error <= 1e-9 * cube * CELLS * CELLS * CELLS);
    if (!turned) {
        carom_mesh_contact_measure area;
        int squares[2];
        shared_squares(a, b, shift, squares);
        assert_int_equal(carom_mesh_contact_area(&area, &pa, &pb, NULL), CAROM_OK);
        assert_true(fabs(area.area - squares[0] * unit * unit) <= area.area_error);
        assert_true(fabs(area.flush_area - squares[1] * unit * unit) <= area.area_error);
        assert_true(area.area_error <= 1e-9 * unit * unit * CELLS * CELLS);
    }
    free_test_mesh(&m[0]);
    free_test_mesh(&m[1]);
}

static void volumes_of_cells(void **state) {
    (void)state;
    static const double units[3] = {1, 0x1p-12, 0x1p9};
    for (int n = 0; n < 80; n++) {
        cells a, b;
        random_cells(&a, n % 10 * 10);
        random_cells(&b, n / 10 % 10 * 10);
        if (n % 7 == 0) b = a;
        int shift[3];
        for (int k = 0; k < 3; k++)
            shift[k] = n % 7 == 0 ? 0 : (int)random_in(0, 4.99) - 2;
        carom_pose pose = carom_pose_identity();
        check_cells(&a, &b, shift, units[n % 3], pose, false);
        pose.rotation = random_mesh_pose(1).rotation;
        if (n % 3 == 0) check_cells(&a, &b, shift, 1, pose, true);
    }
}

/* ---- separating translations of cells */

static int least_shift(const cells *a, const cells *b, const int start[3], int side) {
    for (int t = 0;; t++) {
        int shift[3] = {start[0], start[1], start[2]};
        shift[side / 2] += side % 2 ? -t : t;
        if (shared_cells(a, b, shift) == 0) return t;
    }
}

static void translations_of_cells(void **state) {
    (void)state;
    static test_mesh m[2];
    for (int n = 0; n < 80; n++) {
        cells a, b;
        random_cells(&a, 10 + n % 9 * 10);
        random_cells(&b, 10 + n / 9 % 9 * 10);
        if (n % 5 == 0) { /* a small one in a hollow */
            memset(&b, 0, sizeof b);
            b.in[0][0][0] = true;
        }
        int shift[3], best = 0, least = 1000;
        for (int k = 0; k < 3; k++)
            shift[k] = (int)random_in(0, 4.99) - 2;
        const double scale_a[4] = {0, 0, 0, 1}, scale_b[4] = {shift[0], shift[1], shift[2], 1};
        fill_cells(&m[0], &a, scale_a);
        fill_cells(&m[1], &b, scale_b);
        const carom_placed_mesh pa = placed_at(&m[0], carom_pose_identity());
        const carom_placed_mesh pb = placed_at(&m[1], carom_pose_identity());
        carom_separating_translation out;
        for (int side = 0; side < 6; side++) {
            const int expected = least_shift(&a, &b, shift, side);
            carom_vec3 d = {0, 0, 0};
            ((carom_real *)&d)[side / 2] = side % 2 ? -3 : 2;
            const carom_separation_def def = {.directions = &d, .direction_count = 1};
            assert_int_equal(carom_mesh_separating_translation(&out, &pa, &pb, &def), CAROM_OK);
            assert_true(out.found);
            if ((double)out.distance != expected)
                fail_msg("%d: side %d, %.9g is not %d", n, side, (double)out.distance, expected);
            assert_true(out.bound <= out.distance &&
                        (double)out.bound >= expected - slack_of(4 * CELLS));
            if (expected < least) best = side;
            if (expected < least) least = expected;
        }
        assert_int_equal(carom_mesh_separating_translation(&out, &pa, &pb, NULL), CAROM_OK);
        assert_true(out.found && (double)out.distance == least);
        if (least > 0) assert_int_equal(out.direction, best);
        /* no farther than is allowed */
        const carom_separation_def limited = {.limit = (carom_real)(0.5 * least)};
        assert_int_equal(carom_mesh_separating_translation(&out, &pa, &pb, &limited), CAROM_OK);
        assert_int_equal(out.found, least == 0);
        const carom_separation_def short_of_steps = {.steps = 1};
        assert_int_equal(carom_mesh_separating_translation(&out, &pa, &pb, &short_of_steps),
                         CAROM_OK);
        free_test_mesh(&m[0]);
        free_test_mesh(&m[1]);
    }
}

/* ---- boxes */

static void fill_box(test_mesh *m, carom_vec3 low, carom_vec3 high) {
    fill_corners_of_box(m, low, high);
    build_test_mesh(m);
}

static carom_mesh_penetration depth_of(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    return carom_penetrate_mesh_mesh(a, b, NULL);
}

/* Cubes of ten that share nine and a half along x: the surface of one is no more than a half deep
 * in the other, and the way out is nine and a half. A rod through a plate likewise. */
static void depth_is_no_way_out(void **state) {
    (void)state;
    static test_mesh m[2];
    carom_separating_translation out;
    fill_box(&m[0], v3(0, 0, 0), v3(10, 10, 10));
    fill_box(&m[1], v3(0.5, 0, 0), v3(10.5, 10, 10));
    carom_placed_mesh a = placed_at(&m[0], carom_pose_identity());
    carom_placed_mesh b = placed_at(&m[1], carom_pose_identity());
    assert_int_equal(carom_mesh_separating_translation(&out, &a, &b, NULL), CAROM_OK);
    assert_true(out.found && (double)out.distance == 9.5 && out.direction == 0);
    assert_true((double)depth_of(&a, &b).depth <= 0.5 + 1e-5);
    free_test_mesh(&m[1]);
    fill_box(&m[1], v3(9.5, 0, 0), v3(19.5, 10, 10));
    b.mesh = m[1].mesh;
    assert_int_equal(carom_mesh_separating_translation(&out, &a, &b, NULL), CAROM_OK);
    assert_true(out.found && (double)out.distance == 0.5 && out.direction == 0);
    assert_same(out.translation, v3(0.5, 0, 0));
    free_test_mesh(&m[0]);
    free_test_mesh(&m[1]);
    fill_box(&m[0], v3(-8, -8, 0), v3(8, 8, 1));
    fill_box(&m[1], v3(-0.5, -0.5, -5), v3(0.5, 0.5, 7));
    a.mesh = m[0].mesh;
    b.mesh = m[1].mesh;
    assert_int_equal(carom_mesh_separating_translation(&out, &a, &b, NULL), CAROM_OK);
    assert_true(out.found && (double)out.distance == 6 && out.direction == 4);
    assert_true((double)depth_of(&a, &b).depth <= 0.5 + 1e-5);
    double error;
    assert_true(fabs(volume_of(&a, &b, &error) - 1) <= error && error < 1e-9);
    free_test_mesh(&m[0]);
    free_test_mesh(&m[1]);
}

/* ---- balls */

static double lens_of(double r, double d) {
    return d >= 2 * r ? 0 : PI * (2 * r - d) * (2 * r - d) * (d + 4 * r) / 12;
}

/* Two balls of facets: between the lenses of the balls within and around them. Both cut by a plane:
 * the parts add up. */
static void balls(void **state) {
    (void)state;
    static test_mesh ball[2], half[2];
    fill_ball(&ball[0], 12, 1);
    fill_ball(&ball[1], 9, 1);
    for (int n = 0; n < 12; n++) {
        const double d = 0.2 * n, inner = 0.985;
        carom_pose pose = random_mesh_pose(0), still = random_mesh_pose(0);
        const carom_vec3 way = onto_ball(random_vec(1), d);
        pose.position = way;
        const carom_placed_mesh a = placed_at(&ball[0], still), b = placed_at(&ball[1], pose);
        double error, part_error, sum = 0, sum_error = 0;
        const double volume = volume_of(&a, &b, &error);
        assert_true(error < 1e-9);
        assert_true(volume <= lens_of(1, d) + error);
        assert_true(volume >= lens_of(inner, d) - error);
        for (int i = 0; i < 2; i++) { /* B against both halves of space */
            fill_box(&half[i], v3(i ? 0.25 : -8, -8, -8), v3(i ? 8 : 0.25, 8, 8));
            const carom_placed_mesh h = placed_at(&half[i], carom_pose_identity());
            sum += volume_of(&h, &b, &part_error);
            sum_error += part_error;
            free_test_mesh(&half[i]);
        }
        carom_mass mass;
        assert_int_equal(carom_mass_mesh(&mass, ball[1].mesh, 1), CAROM_OK);
        assert_true(fabs(sum - mass.volume) <= sum_error + slack_of(16));
        /* the way out along the centers' line is what the balls lack of two radii */
        const carom_separation_def def = {.directions = &way, .direction_count = 1};
        carom_separating_translation out;
        if (n == 0) continue;
        assert_int_equal(carom_mesh_separating_translation(&out, &a, &b, &def), CAROM_OK);
        assert_true(out.found);
        assert_true((double)out.distance <= fmax(2 - d, 0) + slack_of(8));
        assert_true((double)out.distance >= fmax(2 * inner - d, 0) - slack_of(8));
        assert_true(out.bound <= out.distance);
        carom_placed_mesh moved = b;
        moved.pose.position = step(b.pose.position, out.translation, 1);
        carom_solid_pair after;
        assert_int_equal(carom_classify_solids(&after, &a, &moved, NULL), CAROM_OK);
        assert_true(after.relation < CAROM_SOLIDS_OVERLAP && after.relation > 0);
        const carom_mesh_penetration depth = depth_of(&a, &b);
        assert_true((double)out.distance >= (double)depth.depth - slack_of(8));
    }
    free_test_mesh(&ball[0]);
    free_test_mesh(&ball[1]);
}

/* ---- what is refused */

static void refuses(void **state) {
    (void)state;
    static test_mesh box, open;
    const double nan_value = (double)NAN;
    fill_box(&box, v3(0, 0, 0), v3(1, 1, 1));
    fill_corners_of_box(&open, v3(0, 0, 0), v3(1, 1, 1));
    open.count--;
    build_test_mesh(&open);
    carom_placed_mesh a = placed_at(&box, carom_pose_identity()), none = {.mesh = NULL};
    carom_placed_mesh o = placed_at(&open, carom_pose_identity()), bad = a;
    bad.pose.position.x = (carom_real)nan_value;
    carom_mesh_overlap_measure volume = {.volume = 5};
    carom_separating_translation way = {.direction = 5};
    carom_mesh_contact_measure area = {.area = 5};
    const carom_placed_mesh *wrong[4] = {NULL, &none, &o, &bad};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(carom_mesh_overlap_volume(&volume, &a, wrong[i]), CAROM_ERROR_ARGUMENT);
        assert_int_equal(carom_mesh_overlap_volume(&volume, wrong[i], &a), CAROM_ERROR_ARGUMENT);
        assert_int_equal(carom_mesh_separating_translation(&way, &a, wrong[i], NULL),
                         CAROM_ERROR_ARGUMENT);
        assert_int_equal(carom_mesh_separating_translation(&way, wrong[i], &a, NULL),
                         CAROM_ERROR_ARGUMENT);
    }
    assert_int_equal(carom_mesh_overlap_volume(NULL, &a, &a), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_separating_translation(NULL, &a, &a, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_contact_area(NULL, &a, &a, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_contact_area(&area, &a, NULL, NULL), CAROM_ERROR_ARGUMENT);
    const carom_vec3 directions[2] = {{0, 0, 0}, {(carom_real)nan_value, 0, 1}};
    for (int i = 0; i < 2; i++) {
        const carom_separation_def def = {.directions = &directions[i], .direction_count = 1};
        assert_int_equal(carom_mesh_separating_translation(&way, &a, &a, &def),
                         CAROM_ERROR_ARGUMENT);
    }
    assert_true(volume.volume == 5 && way.direction == 5 && area.area == 5);
    const carom_separation_def nowhere = {.directions = directions};
    assert_int_equal(carom_mesh_separating_translation(&way, &a, &a, &nowhere), CAROM_OK);
    assert_false(way.found);
    free_test_mesh(&box);
    free_test_mesh(&open);
}

/* Numbers at both ends of the range: an answer, or LIMIT. */
static void extreme_sizes(void **state) {
    (void)state;
    static test_mesh box;
    static const double sizes[4] = {1e-30, 1e12, 1e30, 1e37};
    for (int i = 0; i < 4; i++) {
        const double s = sizes[i];
        carom_mesh_overlap_measure out;
        fill_box(&box, v3(0, 0, 0), v3(s, s, s));
        const carom_placed_mesh a = placed_at(&box, carom_pose_identity());
        carom_placed_mesh b = a;
        b.pose.position.x = (carom_real)(0.5 * s);
        assert_int_equal(carom_mesh_overlap_volume(&out, &a, &b), CAROM_OK);
        const double size = (double)(carom_real)s;
        assert_about(out.volume / (size * size * size), 0.5, 1e-6);
        assert_true(fabs(out.volume / (size * size * size) - 0.5) < 1e-6);
        free_test_mesh(&box);
    }
    if (sizeof(carom_real) > sizeof(float)) {
        carom_mesh_overlap_measure out = {.volume = 5};
        fill_box(&box, v3(0, 0, 0), v3(1e120, 1e120, 1e120));
        const carom_placed_mesh a = placed_at(&box, carom_pose_identity());
        assert_int_equal(carom_mesh_overlap_volume(&out, &a, &a), CAROM_ERROR_LIMIT);
        assert_true(out.volume == 5);
        free_test_mesh(&box);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(volumes_of_cells),
                                       cmocka_unit_test(translations_of_cells),
                                       cmocka_unit_test(depth_is_no_way_out),
                                       cmocka_unit_test(balls),
                                       cmocka_unit_test(refuses),
                                       cmocka_unit_test(extreme_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
