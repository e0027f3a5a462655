/* Distance grids: every sample is the answer of the single function, bit for bit; between samples
 * and beyond the grid the distance is within the bounds, and the interpolation within half a cell's
 * diagonal. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"
#include "common/test_mesh_common.h"

static test_mesh mesh;

static carom_mesh_grid *grid_of(const carom_mesh_grid_def *def) {
    carom_mesh_grid *grid = NULL;
    assert_int_equal(carom_mesh_grid_create(&grid, def), CAROM_OK);
    return grid;
}

static carom_mesh_grid_def def_of(carom_sign_method method, double cell, double band) {
    carom_mesh_grid_def def = {.solid = carom_mesh_solid_of(mesh.mesh),
                               .cell = (carom_real)cell,
                               .band = (carom_real)band};
    def.solid.method = method;
    return def;
}

static carom_real true_distance(carom_vec3 point, const carom_mesh_solid *solid) {
    if (solid->method == CAROM_SIGN_NONE)
        return carom_closest_point_mesh(point, solid->mesh).at.distance;
    return carom_distance_point_mesh_signed(point, solid).distance;
}

static carom_vec3 sample_of(const carom_mesh_grid *g, uint32_t i, uint32_t j, uint32_t k) {
    const double cell = (double)g->cell;
    return v3((double)g->origin.x + i * cell, (double)g->origin.y + j * cell,
              (double)g->origin.z + k * cell);
}

static void check_samples(const carom_mesh_grid *g, const carom_mesh_solid *solid) {
    const carom_real *d = g->distances;
    size_t within = 0, beyond = 0;
    for (uint32_t k = 0; k < g->count[2]; k++)
        for (uint32_t j = 0; j < g->count[1]; j++)
            for (uint32_t i = 0; i < g->count[0]; i++, d++) {
                carom_real truth = true_distance(sample_of(g, i, j, k), solid);
                if (truth > g->band) truth = g->band;
                if (truth < -g->band) truth = -g->band;
                beyond += fabs((double)truth) == (double)g->band;
                within += fabs((double)truth) < (double)g->band;
                assert_true(*d == truth);
            }
    assert_true(within > 8 && (beyond > 8) == (g->band <= CAROM_REAL_MAX));
}

/* Points in the grid and about it. */
static void check_look_ups(const carom_mesh_grid *g, const carom_mesh_solid *solid, double reach) {
    const double half = sqrt(0.75) * (double)g->cell + 2 * (double)g->rounding;
    const bool has_band = g->band <= CAROM_REAL_MAX;
    for (int i = 0; i < 400; i++) {
        const carom_vec3 p = random_vec(reach);
        const carom_grid_distance at = carom_distance_point_mesh_grid(p, g);
        const double truth = (double)true_distance(p, solid);
        const double last[3] = {(g->count[0] - 1) * (double)g->cell,
                                (g->count[1] - 1) * (double)g->cell,
                                (g->count[2] - 1) * (double)g->cell};
        const bool inside = p.x >= g->origin.x && p.y >= g->origin.y && p.z >= g->origin.z &&
                            (double)p.x - (double)g->origin.x <= last[0] &&
                            (double)p.y - (double)g->origin.y <= last[1] &&
                            (double)p.z - (double)g->origin.z <= last[2];
        assert_true((double)at.low <= truth && truth <= (double)at.high);
        assert_true(at.low <= at.distance && at.distance <= at.high);
        if (!inside || has_band || (g->is_signed && !g->is_closed)) continue;
        assert_true(fabs((double)at.distance - truth) <= half);
        assert_true((double)at.high - (double)at.low <= 4 * half);
    }
}

static void a_cube_by_hand(void **state) {
    (void)state;
    fill_corners_of_box(&mesh, v3(0, 0, 0), v3(1, 1, 1));
    build_test_mesh(&mesh);
    carom_mesh_grid_def def = def_of(CAROM_SIGN_NORMAL, 0.25, 0);
    carom_mesh_grid *g = grid_of(&def);
    assert_true(g->is_signed && g->is_closed && g->cell == (carom_real)0.25);
    for (int i = 0; i < 3; i++)
        assert_int_equal(g->count[i], 9); /* -0.5 .. 1.5 */
    assert_true(g->origin.x == (carom_real)-0.5);
    assert_true(g->distances[4 * 81 + 4 * 9 + 4] == (carom_real)-0.5); /* the middle */
    assert_true(g->distances[4 * 81 + 4 * 9 + 2] == 0);
    assert_about((double)g->distances[0], sqrt(0.75), 2 * EPS);
    /* beside a face the field is linear, and so is the interpolation */
    carom_grid_distance at = carom_distance_point_mesh_grid(v3(0.5, 0.4375, 1.125), g);
    assert_about((double)at.distance, 0.125, 4 * EPS);
    assert_true(at.gradient.x == 0 && at.gradient.y == 0 && at.gradient.z == 1);
    assert_true(at.low <= (carom_real)0.125 && at.high >= (carom_real)0.125);
    at = carom_distance_point_mesh_grid(v3(0.25, 0.5, 0.5), g); /* on a sample */
    assert_about((double)at.low, -0.25, 2 * (double)g->rounding);
    assert_about((double)at.high, -0.25, 2 * (double)g->rounding);
    at = carom_distance_point_mesh_grid(v3(0.5, 0.5, 9.5), g); /* far out: 8 from the grid */
    assert_about((double)at.distance, 8.5, 16 * EPS);
    assert_true((double)at.low <= 8.5 && (double)at.high >= 8.5);
    carom_mesh_grid_destroy(g);
    def.bounds = aabb(0.5, 0.5, 0.5, 0.5, 0.75, 1.0); /* two samples where there is no extent */
    g = grid_of(&def);
    assert_true(g->count[0] == 2 && g->count[1] == 2 && g->count[2] == 3);
    assert_true(g->distances[0] == (carom_real)-0.5 && g->distances[8] == 0);
    carom_mesh_grid_destroy(g);
    def = (carom_mesh_grid_def){.solid = {.mesh = mesh.mesh}};
    g = grid_of(&def); /* defaults: no signs, 64 cells and two on each side */
    assert_true(!g->is_signed && g->count[0] == 69);
    check_look_ups(g, &def.solid, 2);
    carom_mesh_grid_destroy(g);
    carom_mesh_destroy(mesh.mesh);
}

/* Bounds and samples of one mesh by all methods, with and without a band. */
static void check_mesh(const carom_sign_method *methods, int count, double cell) {
    for (int m = 0; m < count; m++)
        for (int banded = 0; banded < 2; banded++) {
            carom_mesh_grid_def def = def_of(methods[m], cell, banded ? 1.5 * cell : 0);
            if (banded) def.bounds = aabb(-1.25, -1.5, -1.25, 1.5, 1.25, 1.5);
            carom_mesh_grid *g = grid_of(&def);
            check_samples(g, &def.solid);
            check_look_ups(g, &def.solid, 2);
            carom_mesh_grid_destroy(g);
        }
}

static void closed_meshes(void **state) {
    (void)state;
    static const carom_sign_method all[] = {CAROM_SIGN_NONE, CAROM_SIGN_NORMAL, CAROM_SIGN_PARITY,
                                            CAROM_SIGN_WINDING};
    volume_seed = 411;
    fill_ball(&mesh, 4, 1);
    check_mesh(all, 4, 0.21);
    carom_mesh_destroy(mesh.mesh);
    /* boxes that overlap, and one of them a thin wall: thinner than a cell */
    static test_mesh box;
    mesh.count = 0;
    const carom_aabb boxes[3] = {aabb(-1, -1, -1, 0.5, 0.5, 0.5), aabb(-0.25, -0.25, 0, 1, 1, 1),
                                 aabb(-1, 0.75, -1, -0.5, 0.765625, 1)};
    for (int k = 0; k < 3; k++) {
        fill_corners_of_box(&box, boxes[k].min, boxes[k].max);
        for (size_t i = 0; i < 12; i++)
            add_test_triangle(&mesh, box.vertices[3 * i], box.vertices[3 * i + 1],
                              box.vertices[3 * i + 2]);
    }
    build_test_mesh(&mesh);
    check_mesh(&all[2], 2, 0.21);
    carom_mesh_destroy(mesh.mesh);
}

/* A ball without some of its triangles, and triangles at random. */
static void open_meshes(void **state) {
    (void)state;
    static const carom_sign_method all[] = {CAROM_SIGN_NONE, CAROM_SIGN_WINDING};
    volume_seed = 412;
    fill_ball(&mesh, 3, 1);
    carom_mesh_destroy(mesh.mesh);
    mesh.count -= 20;
    build_test_mesh(&mesh);
    check_mesh(all, 2, 0.26);
    carom_mesh_destroy(mesh.mesh);
    mesh.count = 0;
    while (mesh.count < 40)
        add_test_triangle(&mesh, random_vec(1), random_vec(1), random_vec(1));
    build_test_mesh(&mesh);
    check_mesh(all, 2, 0.26);
    carom_mesh_destroy(mesh.mesh);
}

/* The same bits on threads, and at scales of powers of two. */
static void invariants(void **state) {
    (void)state;
    carom_task_pool *pool = NULL;
    assert_int_equal(carom_task_pool_create(&pool, &(carom_task_pool_def){.threads = 3}), CAROM_OK);
    static test_mesh sphere;
    fill_ball(&sphere, 4, 1);
    mesh = sphere;
    build_test_mesh(&mesh);
    carom_mesh_grid_def def = def_of(CAROM_SIGN_NORMAL, 0.125, 0.5);
    carom_mesh_grid *g = grid_of(&def);
    const size_t samples = (size_t)g->count[0] * g->count[1] * g->count[2];
    def.tasks = carom_task_pool_hook(pool);
    carom_mesh_grid *threaded = grid_of(&def);
    assert_memory_equal(g->distances, threaded->distances, samples * sizeof(carom_real));
    carom_mesh_grid_destroy(threaded);
    carom_mesh_destroy(mesh.mesh);
    for (int e = -60; e <= 60; e += 30) {
        const double scale = ldexp(1, e);
        for (size_t i = 0; i < 3 * mesh.count; i++)
            mesh.vertices[i] =
                v3(scale * (double)sphere.vertices[i].x, scale * (double)sphere.vertices[i].y,
                   scale * (double)sphere.vertices[i].z);
        build_test_mesh(&mesh);
        def = def_of(CAROM_SIGN_NORMAL, scale * 0.125, scale * 0.5);
        carom_mesh_grid *scaled = grid_of(&def);
        assert_true(scaled->count[0] == g->count[0] && scaled->count[2] == g->count[2]);
        for (size_t i = 0; i < samples; i++)
            assert_true(scale * (double)g->distances[i] == (double)scaled->distances[i]);
        const carom_vec3 p = v3(0.3, -0.7, 0.6);
        const carom_grid_distance a = carom_distance_point_mesh_grid(p, g),
                                  b = carom_distance_point_mesh_grid(v3(scale * (double)p.x,
                                                                        scale * (double)p.y,
                                                                        scale * (double)p.z),
                                                                     scaled);
        assert_true(scale * (double)a.distance == (double)b.distance);
        assert_same(a.gradient, b.gradient);
        carom_mesh_grid_destroy(scaled);
        carom_mesh_destroy(mesh.mesh);
    }
    carom_mesh_grid_destroy(g);
    carom_mesh_destroy(sphere.mesh);
    carom_task_pool_destroy(pool);
}

static void refuse(carom_mesh_grid_def def, carom_status status) {
    carom_mesh_grid *g = NULL;
    assert_int_equal(carom_mesh_grid_create(&g, &def), status);
    assert_null(g);
}

static void memory_and_arguments(void **state) {
    (void)state;
    fill_ball(&mesh, 2, 1);
    carom_mesh_grid_def good = def_of(CAROM_SIGN_WINDING, 0.5, 0);
    size_t needed = 0;
    for (size_t n = 1; needed == 0; n++) {
        counting memory = {.fail_at = n};
        carom_mesh_grid_def def = good;
        def.allocator = counting_allocator(&memory);
        carom_mesh_grid *g = NULL;
        const carom_status status = carom_mesh_grid_create(&g, &def);
        if (status == CAROM_OK) needed = n;
        if (status != CAROM_OK) assert_int_equal(status, CAROM_ERROR_MEMORY);
        if (status != CAROM_OK) assert_null(g);
        carom_mesh_grid_destroy(g);
        assert_int_equal(memory.live, 0);
    }
    assert_true(needed > 3);
    static const double bad[] = {NAN, INFINITY, -1};
    for (int i = 0; i < 3; i++) {
        carom_mesh_grid_def def = good;
        def.cell = (carom_real)bad[i];
        refuse(def, CAROM_ERROR_ARGUMENT);
        def = good;
        def.band = (carom_real)bad[i];
        refuse(def, CAROM_ERROR_ARGUMENT);
        def = good;
        def.bounds.max.y = (carom_real)bad[i];
        refuse(def, CAROM_ERROR_ARGUMENT);
    }
    carom_mesh_grid_def def = good;
    def.cell = (carom_real)1e-4;
    refuse(def, CAROM_ERROR_LIMIT);
    def = good;
    def.bounds = (carom_aabb){{0, 0, 0}, {CAROM_REAL_MAX, 1, 1}};
    def.cell = CAROM_REAL_MAX / 4;
    refuse(def, CAROM_ERROR_NOT_FINITE);
    def = good;
    def.solid.mesh = NULL;
    refuse(def, CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_grid_create(NULL, &good), CAROM_ERROR_ARGUMENT);
    carom_mesh_grid *g = grid_of(&good);
    for (int i = 0; i < 2; i++) {
        const carom_grid_distance at = carom_distance_point_mesh_grid(v3(0, bad[i], 0), g);
        assert_true(at.distance > CAROM_REAL_MAX && at.low < -CAROM_REAL_MAX &&
                    at.high > CAROM_REAL_MAX);
    }
    carom_mesh_grid_destroy(g);
    carom_mesh_grid_destroy(NULL);
    carom_mesh_destroy(mesh.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_by_hand),       cmocka_unit_test(closed_meshes),
        cmocka_unit_test(open_meshes),          cmocka_unit_test(invariants),
        cmocka_unit_test(memory_and_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
