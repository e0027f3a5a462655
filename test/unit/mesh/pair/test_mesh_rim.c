/* The rim of open meshes: with it the same points are inside as by the sum over all triangles,
 * whatever hangs together there. */
#include "common/test_counting.h"
#include "common/test_mesh_common.h"

static carom_mesh_rim *rim_of(const carom_mesh *mesh) {
    carom_mesh_rim *rim = NULL;
    assert_int_equal(carom_mesh_rim_create(&rim, mesh, NULL), CAROM_OK);
    return rim;
}

/* Within the box, inside by the rim exactly where the winding number says so, but for points so
 * near to the limit of one half that rounding decides. */
static void compare_rim(const carom_mesh *mesh, const carom_mesh_rim *rim, carom_pose pose,
                        int points) {
    carom_placed_mesh placed = {
        .mesh = mesh, .pose = pose, .solidity = CAROM_SOLIDITY_OPEN, .rim = rim};
    carom_aabb box = carom_mesh_bounds(mesh);
    int inside = 0;
    for (int i = 0; i < points; i++) {
        carom_vec3 p = random_vec(3);
        double turns = fabs((double)carom_mesh_winding_number(p, mesh));
        if (fabs(turns - 0.5) < 1e-4 || !carom_overlap_point_aabb(p, &box)) continue;
        carom_vec3 there = carom_pose_transform_point(pose, p);
        carom_mesh_place place = carom_classify_point_mesh(there, &placed).place;
        assert_int_equal(place == CAROM_PLACE_INSIDE, turns > 0.5);
        inside += place == CAROM_PLACE_INSIDE;
    }
    assert_true(inside > 0);
}

static carom_pose turned_pose(void) {
    carom_pose pose = {random_vec(2), {0, 0, 0, 1}};
    double q[4], n = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_in(-1, 1);
        n += q[i] * q[i];
    }
    n = sqrt(n);
    pose.rotation = (carom_quat){(carom_real)(q[0] / n), (carom_real)(q[1] / n),
                                 (carom_real)(q[2] / n), (carom_real)(q[3] / n)};
    return pose;
}

/* Random triangles: every edge is on the rim; a lattice: edges of many triangles, and triangles
 * that repeat, so that edges are run along several times more one way. */
static void test_anything(void **state) {
    (void)state;
    static test_mesh m;
    volume_seed = 5;
    for (int round = 0; round < 8; round++) {
        if (round % 2 == 0) {
            fill_lattice(&m, 300, 3);
        } else {
            m.count = 0;
            while (m.count < 120) {
                carom_vec3 a = random_vec(2), b = random_vec(2), c = random_vec(2);
                add_test_triangle(&m, a, b, c);
            }
            build_test_mesh(&m);
        }
        carom_mesh_rim *rim = rim_of(m.mesh);
        assert_true(carom_mesh_rim_count(rim) > 0);
        compare_rim(m.mesh, rim, carom_pose_identity(), 150);
        compare_rim(m.mesh, rim, turned_pose(), 150);
        carom_mesh_rim_destroy(rim);
        carom_mesh_destroy(m.mesh);
    }
}

/* A box without its last side, each triangle given twice: the rim's edges count twice. */
static void test_twice(void **state) {
    (void)state;
    static test_mesh m;
    volume_seed = 6;
    fill_corners_of_box(&m, v3(-2, -2, -2), v3(2, 2, 2));
    m.count = 10;
    for (int i = 0; i < 10; i++)
        add_test_triangle(&m, m.vertices[3 * i], m.vertices[3 * i + 1], m.vertices[3 * i + 2]);
    build_test_mesh(&m);
    carom_mesh_rim *rim = rim_of(m.mesh);
    assert_int_equal(carom_mesh_rim_count(rim), 4);
    compare_rim(m.mesh, rim, carom_pose_identity(), 500);
    carom_mesh_rim_destroy(rim);
    carom_mesh_destroy(m.mesh);
}

/* A tube of many slices, open at both ends, and with windows: long paths, of which most are far
 * from a point and are told by some of their points, and short ones. */
static void test_long_paths(void **state) {
    (void)state;
    enum { SLICES = 420 };
    static test_mesh m;
    volume_seed = 8;
    m.count = 0;
    for (int i = 0; i < SLICES; i++) {
        double a = 2 * acos(-1) * i / SLICES, b = 2 * acos(-1) * ((i + 1) % SLICES) / SLICES;
        for (int k = 0; k < 3; k++) {
            if (k == 1 && i % 20 < 3) continue;
            double low = -2.5 + 5.0 * k / 3, high = -2.5 + 5.0 * (k + 1) / 3;
            carom_vec3 p[2] = {v3(2 * cos(a), 2 * sin(a), low), v3(2 * cos(b), 2 * sin(b), low)};
            carom_vec3 q[2] = {v3(2 * cos(a), 2 * sin(a), high), v3(2 * cos(b), 2 * sin(b), high)};
            add_test_triangle(&m, p[0], p[1], q[1]);
            add_test_triangle(&m, p[0], q[1], q[0]);
        }
    }
    build_test_mesh(&m);
    carom_mesh_rim *rim = rim_of(m.mesh);
    assert_int_equal(carom_mesh_rim_count(rim), 2 * SLICES + SLICES / 20 * 8);
    compare_rim(m.mesh, rim, carom_pose_identity(), 1500);
    for (int i = 0; i < 3; i++)
        compare_rim(m.mesh, rim, turned_pose(), 500);
    carom_mesh_rim_destroy(rim);
    carom_mesh_destroy(m.mesh);
}

/* Sizes at which squares leave the range of numbers. */
static void test_sizes(void **state) {
    (void)state;
    static const double units[] = {1e-30, 1e30, sizeof(carom_real) == 8 ? 1e200 : 1e-36};
    static test_mesh m;
    for (int i = 0; i < 3; i++) {
        fill_corners_of_box(&m, v3(-2, -2, -2), v3(2, 2, 2));
        m.count = 10;
        scale_numbers(m.vertices, 30 * sizeof(carom_vec3), units[i]);
        build_test_mesh(&m);
        carom_mesh_rim *rim = rim_of(m.mesh);
        carom_placed_mesh placed = {.mesh = m.mesh, .solidity = CAROM_SOLIDITY_OPEN, .rim = rim};
        placed.pose = carom_pose_identity();
        for (int x = -3; x <= 3; x += 2) {
            carom_vec3 p = v3(-0.7 * units[i], 0.4 * units[i], 0.9 * x * units[i]);
            assert_int_equal(carom_classify_point_mesh(p, &placed).place,
                             abs(x) == 1 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE);
        }
        carom_mesh_rim_destroy(rim);
        carom_mesh_destroy(m.mesh);
    }
}

/* 30,000 triangles that share one point and no edge: as many ways on from it. */
static void test_star(void **state) {
    (void)state;
    enum { BLADES = 30000 };
    carom_vec3 *v = calloc(2 * BLADES + 1, sizeof *v);
    uint32_t *indices = calloc(3 * BLADES, sizeof *indices);
    assert_true(v && indices);
    volume_seed = 7;
    for (uint32_t i = 0; i < BLADES; i++) {
        v[2 * i + 1] = random_vec(1);
        v[2 * i + 2] = random_vec(1);
        indices[3 * i + 1] = 2 * i + 1;
        indices[3 * i + 2] = 2 * i + 2;
    }
    carom_mesh_def def = {.vertices = v,
                          .indices = indices,
                          .vertex_count = 2 * BLADES + 1,
                          .triangle_count = BLADES};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    carom_mesh_rim *rim = rim_of(mesh);
    assert_int_equal(carom_mesh_rim_count(rim), 3 * BLADES);
    carom_mesh_rim_destroy(rim);
    carom_mesh_destroy(mesh);
    free(v);
    free(indices);
}

static void test_memory(void **state) {
    (void)state;
    static test_mesh m;
    volume_seed = 8;
    fill_lattice(&m, 100, 3);
    for (size_t fail = 1;; fail++) {
        counting c = {.fail_at = fail};
        carom_allocator allocator = counting_allocator(&c);
        carom_mesh_rim *rim = NULL;
        carom_status status = carom_mesh_rim_create(&rim, m.mesh, &allocator);
        if (status == CAROM_OK) {
            assert_true(fail > 4);
            carom_mesh_rim_destroy(rim);
            assert_int_equal(c.live, 0);
            break;
        }
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_null(rim);
        assert_int_equal(c.live, 0);
    }
    carom_mesh_rim *rim = NULL;
    assert_int_equal(carom_mesh_rim_create(&rim, NULL, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_rim_create(NULL, m.mesh, NULL), CAROM_ERROR_ARGUMENT);
    carom_mesh_rim_destroy(NULL);
    assert_int_equal(carom_mesh_rim_count(NULL), 0);
    carom_mesh_destroy(m.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_anything),   cmocka_unit_test(test_twice),
        cmocka_unit_test(test_long_paths), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_star),       cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
