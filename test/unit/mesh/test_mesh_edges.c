/* Contact normals at the inner edges of surfaces: flat, rising, falling off, at a rim. */
#include "common/test_mesh_common.h"

#define TILES 8
#define TILE_COUNT (2 * TILES * TILES)

static carom_vec3 tile_vertices[3 * TILE_COUNT];
static uint32_t tile_indices[3 * TILE_COUNT];

/* A floor of tiles, each cut in two, unwelded; `fold` bends it along x = 0. */
static carom_mesh *make_floor(double fold) {
    for (int i = 0; i < TILE_COUNT; i++)
        for (int k = 0; k < 3; k++) {
            int cell = i / 2, corner = i & 1 ? 3 - k : k;
            double x = cell % TILES + (corner & 1) - TILES / 2;
            double y = cell / TILES + (corner >> 1) - TILES / 2;
            tile_vertices[3 * i + k] = v3(x, y, fold * fabs(x));
            tile_indices[3 * i + k] = (uint32_t)(3 * i + k);
        }
    carom_mesh *mesh = NULL;
    carom_mesh_def def = {.vertices = tile_vertices,
                          .indices = tile_indices,
                          .vertex_count = 3 * TILE_COUNT,
                          .triangle_count = TILE_COUNT};
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* Every normal that leans is set straight, from above and from below, at edges and at vertices. */
static void flat_floor(void **state) {
    (void)state;
    carom_mesh *mesh = make_floor(0);
    volume_seed = 5;
    for (int k = 0; k < 2000; k++) {
        carom_vec3 p = lattice_vec(TILES / 2 - 1), n = random_vec(1);
        double along = floor(random01() * 16) / 16; /* so that sums are exact */
        if (k % 2) p.x += (carom_real)along;
        if (k % 4 == 3) p.y += (carom_real)(1 - along);
        p.z = 0;
        double length = length_of(n);
        if (length < 0.1 || fabs((double)n.z) < 0.05) continue;
        SCALE(n, 1 / length);
        carom_mesh_closest on = carom_closest_point_mesh(p, mesh);
        carom_vec3 found = carom_mesh_contact_normal(mesh, on.triangle, p, n);
        assert_same(found, v3(0, 0, n.z > 0 ? 1 : -1));
    }
    carom_mesh_destroy(mesh);
}

/* A ball that slides over the floor: what the sweep takes for an edge is none. */
static void sliding_ball(void **state) {
    (void)state;
    carom_mesh *mesh = make_floor(0);
    int leaning = 0;
    volume_seed = 9;
    for (int k = 0; k < 500; k++) {
        carom_sphere ball = {random_vec(2), (carom_real)0.25};
        carom_vec3 motion = random_vec(1);
        ball.center.z = (carom_real)(0.25 - (k % 2 ? 1e-4 : 0));
        motion.z = (carom_real)-0.001;
        carom_mesh_sweep_hit hit = carom_sweep_sphere_mesh(&ball, motion, mesh);
        assert_true(hit.at.hit);
        carom_vec3 up = hit.at.normal;
        SCALE(up, -1); /* from the floor to the ball */
        leaning += up.z < (carom_real)0.9999;
        up = carom_mesh_contact_normal(mesh, hit.triangle, hit.at.point, up);
        assert_vec_about(up, 0, 0, 1, 1e-6);
    }
    assert_true(leaning > 0); /* without it there are bumps */
    carom_mesh_destroy(mesh);
}

/* Over the ridge of a roof normals lean as far as either side's, and no farther. */
static void ridge(void **state) {
    (void)state;
    carom_mesh *mesh = make_floor(-0.5);
    double most = atan(0.5), s = sin(most), c = cos(most);
    for (int k = -15; k <= 15; k++) {
        double angle = k * 0.07;
        carom_vec3 p = v3(0, 0.3, 0), n = v3(sin(angle), 0, cos(angle));
        carom_mesh_closest on = carom_closest_point_mesh(p, mesh);
        carom_triangle t = carom_mesh_triangle(mesh, on.triangle);
        double side = (double)(t.v[0].x + t.v[1].x + t.v[2].x) > 0 ? 1 : -1;
        carom_vec3 found = carom_mesh_contact_normal(mesh, on.triangle, p, n);
        if (fabs(angle) <= most)
            assert_vec_about(found, sin(angle), 0, cos(angle), 1e-6);
        else if (angle * side > 0) /* leans over its own face */
            assert_vec_about(found, side * s, 0, c, 1e-6);
        else
            assert_vec_about(found, -side * s, 0, c, 1e-6);
    }
    carom_mesh_destroy(mesh);
}

/* At a corner of a cube, whichever triangle there is told: what leans between the three faces
 * stays, and what leans over one of them gives way to the nearest. */
static void corner_of_a_cube(void **state) {
    (void)state;
    static test_mesh cube;
    fill_corners_of_box(&cube, v3(-1, -1, -1), v3(1, 1, 1));
    build_test_mesh(&cube);
    double s = sqrt(1.0 / 3);
    carom_vec3 corner = v3(1, 1, 1), between = v3(s, s, s), over = v3(0.8, 0.6, 0);
    carom_vec3 beyond = v3(0.8, 0.36, -0.48);
    int looked = 0;
    for (uint32_t i = 0; i < 12; i++) {
        carom_triangle t = carom_mesh_triangle(cube.mesh, i);
        if (carom_closest_point_triangle(corner, &t).distance > 0) continue;
        looked++;
        assert_same(carom_mesh_contact_normal(cube.mesh, i, corner, between), between);
        assert_same(carom_mesh_contact_normal(cube.mesh, i, corner, over), over);
        assert_same(carom_mesh_contact_normal(cube.mesh, i, corner, beyond), v3(1, 0, 0));
    }
    assert_true(looked > 3); /* some faces have two triangles there */
    carom_mesh_destroy(cube.mesh);
}

/* In a valley a contact at the bottom is one with the face. */
static void valley(void **state) {
    (void)state;
    carom_mesh *mesh = make_floor(1);
    double s = sqrt(0.5);
    for (int k = -8; k <= 8; k++) {
        double angle = k * 0.09;
        carom_vec3 p = v3(0, 0.3, 0), n = v3(sin(angle), 0, cos(angle));
        carom_mesh_closest on = carom_closest_point_mesh(p, mesh);
        carom_triangle t = carom_mesh_triangle(mesh, on.triangle);
        double side = (double)(t.v[0].x + t.v[1].x + t.v[2].x) > 0 ? 1 : -1;
        carom_vec3 found = carom_mesh_contact_normal(mesh, on.triangle, p, n);
        assert_vec_about(found, -side * s, 0, s, 1e-6);
    }
    carom_mesh_destroy(mesh);
}

/* A rim and the inside of a face keep the normal; so does what is no question. */
static void kept_normals(void **state) {
    (void)state;
    carom_mesh *mesh = make_floor(0);
    carom_vec3 rim = v3(-TILES / 2, 0.3, 0), middle = v3(0.3, 0.4, 0), n = v3(-0.6, 0, 0.8);
    carom_mesh_closest on = carom_closest_point_mesh(rim, mesh);
    assert_same(carom_mesh_contact_normal(mesh, on.triangle, rim, n), n);
    on = carom_closest_point_mesh(middle, mesh);
    assert_same(carom_mesh_contact_normal(mesh, on.triangle, middle, n), n);
    assert_same(carom_mesh_contact_normal(mesh, TILE_COUNT, middle, n), n);
    assert_same(carom_mesh_contact_normal(NULL, 0, middle, n), n);
    FOR_EACH_BAD_NUMBER(middle,
                        assert_same(carom_mesh_contact_normal(mesh, on.triangle, middle, n), n));
    carom_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_floor),   cmocka_unit_test(sliding_ball),
        cmocka_unit_test(ridge),        cmocka_unit_test(valley),
        cmocka_unit_test(kept_normals), cmocka_unit_test(corner_of_a_cube),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
