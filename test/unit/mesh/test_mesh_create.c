/* Building a mesh: what is refused and how, and memory that runs out at any step. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"

static const carom_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}};

/* The n-th allocation fails, for every n there is: nothing leaks, the out argument is untouched. */
static void memory_runs_out(carom_mesh_build build, bool compact) {
    enum { COUNT_OF = 300 };
    static carom_vec3 vertices[3 * COUNT_OF];
    static uint32_t indices[3 * COUNT_OF];
    volume_seed = 210;
    for (int i = 0; i < 3 * COUNT_OF; i++) {
        vertices[i] = random_vec(1);
        indices[i] = (uint32_t)i;
    }
    size_t n = 1;
    for (;; n++) {
        counting c = {.fail_at = n};
        carom_mesh_def def = {.vertices = vertices,
                              .indices = indices,
                              .vertex_count = 3 * COUNT_OF,
                              .triangle_count = COUNT_OF,
                              .build = build,
                              .compact = compact,
                              .allocator = counting_allocator(&c)};
        carom_mesh *untouched = (carom_mesh *)(void *)&c, *mesh = untouched;
        carom_status status = carom_mesh_create(&mesh, &def);
        if (status == CAROM_OK) {
            assert_true(c.calls + 1 == n && c.live > 0); /* none failed */
            assert_int_equal(carom_mesh_triangle_count(mesh), COUNT_OF);
            carom_mesh_destroy(mesh);
            assert_int_equal(c.live, 0);
            break;
        }
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_ptr_equal(mesh, untouched);
        assert_int_equal(c.live, 0);
    }
    assert_true(n > 4);
}

static void memory_runs_out_at_any_step(void **state) {
    (void)state;
    memory_runs_out(CAROM_MESH_BUILD_BEST, false);
    memory_runs_out(CAROM_MESH_BUILD_BEST, true);
    memory_runs_out(CAROM_MESH_BUILD_FAST, false);
    memory_runs_out(CAROM_MESH_BUILD_FAST, true);
    memory_runs_out(CAROM_MESH_BUILD_SPLIT, false);
}

static carom_status create(carom_mesh_def def) {
    carom_mesh *mesh = NULL;
    carom_status status = carom_mesh_create(&mesh, &def);
    assert_int_equal(mesh != NULL, status == CAROM_OK);
    carom_mesh_destroy(mesh);
    return status;
}

static void what_is_refused(void **state) {
    (void)state;
    uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    carom_vec3 vertices[5];
    memcpy(vertices, corners, sizeof corners);
    const carom_mesh_def good = {
        .vertices = vertices, .indices = indices, .vertex_count = 5, .triangle_count = 2};
    carom_mesh_def def = good;
    assert_int_equal(create(def), CAROM_OK);
    assert_int_equal(carom_mesh_create(NULL, &def), CAROM_ERROR_ARGUMENT);
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, NULL), CAROM_ERROR_ARGUMENT);
    def.vertices = NULL;
    assert_int_equal(create(def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.indices = NULL;
    assert_int_equal(create(def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.allocator.alloc = counting_alloc; /* no way to free */
    assert_int_equal(create(def), CAROM_ERROR_ARGUMENT);
    def.allocator = (carom_allocator){.free = counting_free};
    assert_int_equal(create(def), CAROM_ERROR_ARGUMENT);
    for (int i = 0; i < 6; i++) {
        uint32_t kept = indices[i];
        indices[i] = 5;
        assert_int_equal(create(good), CAROM_ERROR_INDEX);
        indices[i] = UINT32_MAX;
        assert_int_equal(create(good), CAROM_ERROR_INDEX);
        indices[i] = kept;
    }
    FOR_EACH_BAD_NUMBER(vertices, assert_int_equal(create(good), CAROM_ERROR_NOT_FINITE));
    def = good;
    def.triangle_count = SIZE_MAX / 2; /* refused before anything is read */
    assert_int_equal(create(def), CAROM_ERROR_LIMIT);
    def.triangle_count = SIZE_MAX;
    assert_int_equal(create(def), CAROM_ERROR_LIMIT);
    def = good;
    def.vertex_count = SIZE_MAX;
    assert_int_equal(create(def), CAROM_ERROR_LIMIT);
}

/* Wherever a bad number stands: vertices are looked at by pieces, several numbers at once. The
 * largest numbers there are are good. */
static void no_bad_number_is_missed(void **state) {
    (void)state;
    enum { VERTICES = 700 };
    static carom_vec3 vertices[VERTICES];
    static const uint32_t indices[] = {0, 1, 2};
    const carom_real most = CAROM_REAL_MAX, bad[] = {(carom_real)NAN, HUGE_VALF, -HUGE_VALF};
    carom_mesh_def def = {.indices = indices, .triangle_count = 1, .vertices = vertices};
    for (int i = 3; i < VERTICES; i++)
        vertices[i] = i % 2 ? v3(most, -most, most) : v3(-most, 0, -0.0);
    for (size_t count = 3; count <= VERTICES; count = 3 * count - 1) {
        def.vertex_count = count;
        assert_int_equal(create(def), CAROM_OK);
        for (size_t i = 0; i < 3 * count; i++) {
            carom_real *at = (carom_real *)vertices + i, kept = *at;
            *at = bad[i % 7 % 3];
            assert_int_equal(create(def), CAROM_ERROR_NOT_FINITE);
            *at = kept;
        }
    }
    def.vertex_count = VERTICES;
    assert_int_equal(create(def), CAROM_OK);
}

static void without_triangles(void **state) {
    (void)state;
    carom_mesh_def def = {0};
    carom_mesh *mesh = NULL;
    for (int k = 0; k < 4; k++) {
        def.compact = k % 2 != 0;
        assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
        assert_int_equal(carom_mesh_triangle_count(mesh), 0);
        carom_ray ray = {v3(0, 0, 9), v3(0, 0, -1), 0, 99};
        carom_sphere ball = {v3(0, 0, 0), 5};
        carom_aabb box = aabb(-5, -5, -5, 5, 5, 5), bounds = carom_mesh_bounds(mesh);
        assert_true(bounds.min.x > bounds.max.x && bounds.min.z > bounds.max.z);
        assert_false(carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES).hit);
        assert_false(carom_overlap_ray_mesh(&ray, mesh));
        assert_false(carom_sweep_sphere_mesh(&ball, v3(1, 1, 1), mesh).at.hit);
        assert_true(carom_closest_point_mesh(ball.center, mesh).at.distance == HUGE_VAL);
        assert_int_equal(carom_overlap_sphere_mesh(&ball, mesh, NULL, 0), 0);
        assert_int_equal(carom_overlap_aabb_mesh(&box, mesh, NULL, 0), 0);
        carom_mesh_destroy(mesh);
        if (k < 1) continue;
        def.vertices = corners;
        def.vertex_count = 5;
    }
    carom_mesh_destroy(NULL);
}

/* The definition may be gone after the call. */
static void the_mesh_keeps_a_copy(void **state) {
    (void)state;
    uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    carom_vec3 vertices[5];
    memcpy(vertices, corners, sizeof corners);
    carom_mesh_def def = {
        .vertices = vertices, .indices = indices, .vertex_count = 5, .triangle_count = 2};
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    memset(indices, 0xff, sizeof indices);
    memset(vertices, 0xff, sizeof vertices);
    assert_same(carom_mesh_triangle(mesh, 1).v[2], v3(0, 1, 0));
    carom_ray ray = {v3(0.25, 0.75, 9), v3(0, 0, -3), 0, 99};
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_FRONT_ONLY);
    assert_true(hit.hit && hit.triangle == 1 && hit.at.t == 3);
    assert_false(carom_raycast_ray_mesh(&ray, mesh, CAROM_BACK_ONLY).hit);
    ray.origin = v3(0.5, 0.5, 9); /* on the common edge: the lower index */
    assert_int_equal(carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES).triangle, 0);
    assert_int_equal(carom_closest_point_mesh(v3(0.5, 0.5, 3), mesh).triangle, 0);
    carom_mesh_destroy(mesh);
}

/* All in one place: the tree cannot split by position, and must stay shallow. */
static void thousands_in_one_place(void **state) {
    (void)state;
    enum { MANY = 20000 };
    uint32_t *indices = malloc(3 * MANY * sizeof *indices);
    for (int i = 0; i < 3 * MANY; i++)
        indices[i] = (uint32_t)(i % 3);
    carom_mesh_def def = {
        .vertices = corners, .indices = indices, .vertex_count = 5, .triangle_count = MANY};
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    carom_sphere ball = {v3(1, 0, 0), 1};
    uint32_t list[3];
    assert_int_equal(carom_overlap_sphere_mesh(&ball, mesh, list, 3), MANY);
    assert_true(list[0] == 0 && list[1] == 1 && list[2] == 2);
    assert_int_equal(carom_closest_point_mesh(v3(9, 9, 9), mesh).triangle, 0);
    carom_mesh_destroy(mesh);
    free(indices);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out_at_any_step), cmocka_unit_test(what_is_refused),
        cmocka_unit_test(without_triangles),           cmocka_unit_test(the_mesh_keeps_a_copy),
        cmocka_unit_test(thousands_in_one_place),      cmocka_unit_test(no_bad_number_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
