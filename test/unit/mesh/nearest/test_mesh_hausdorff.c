/* The directed Hausdorff distance: known ones of boxes, balls and points, and dense samples of
 * random meshes, which no bound may fall below and no distance exceed. */
#include "carom/mesh_hausdorff.h"
#include "common/test_mesh_common.h"

static double slack_of(double size) {
    return 32 * (double)CAROM_REAL_EPSILON * size;
}

static carom_mesh_hausdorff directed(const test_mesh *a, const test_mesh *b, double accuracy) {
    carom_mesh_hausdorff out;
    const carom_mesh_hausdorff_def def = {.accuracy = (carom_real)accuracy};
    assert_int_equal(carom_mesh_hausdorff_directed(&out, a->mesh, b->mesh, &def), CAROM_OK);
    assert_true(out.distance <= out.bound);
    /* the points are what they are said to be */
    assert_about(apart(out.point_a, out.point_b), (double)out.distance, slack_of(16));
    const carom_triangle t = carom_mesh_triangle(a->mesh, out.triangle_a);
    assert_true((double)carom_closest_point_triangle(out.point_a, &t).distance <= slack_of(16));
    if (out.certainty == CAROM_CONVERGED) {
        const double wanted = accuracy > 0 ? accuracy : 1.0 / 1024;
        assert_true((double)(out.bound - out.distance) <=
                    wanted * (double)out.bound + slack_of(64));
    }
    return out;
}

static void check_distance(const carom_mesh_hausdorff *h, double expected) {
    assert_int_equal(h->certainty, CAROM_CONVERGED);
    if (!((double)h->distance <= expected + slack_of(16) &&
          (double)h->bound >= expected - slack_of(16)))
        fail_msg("%.9g is not in %.9g .. %.9g", expected, (double)h->distance, (double)h->bound);
}

static void free_test_mesh(test_mesh *m) {
    carom_mesh_destroy(m->mesh);
    m->mesh = NULL;
}

static void known_distances(void **state) {
    (void)state;
    static test_mesh a, b;
    /* boxes within each other: a corner of the outer one, and the middle of an inner face */
    fill_corners_of_box(&a, v3(-1, -1, -1), v3(1, 1, 1));
    fill_corners_of_box(&b, v3(-3, -3, -3), v3(3, 3, 3));
    build_test_mesh(&a);
    build_test_mesh(&b);
    carom_mesh_hausdorff h = directed(&b, &a, 0);
    check_distance(&h, 2 * sqrt(3.0));
    assert_true(h.steps < 200); /* a vertex is the farthest */
    h = directed(&a, &b, 0);
    check_distance(&h, 2);
    h = directed(&a, &a, 0);
    check_distance(&h, 0);
    free_test_mesh(&b);
    /* the same box pushed: faces that are parallel need no halving */
    fill_corners_of_box(&b, v3(-1, -1, -0.75), v3(1, 1, 1.25));
    build_test_mesh(&b);
    h = directed(&a, &b, 0);
    check_distance(&h, 0.25);
    free_test_mesh(&b);
    /* one triangle over two that leave its middle out: the farthest point is on an edge */
    a.count = b.count = 0;
    free_test_mesh(&a);
    add_test_triangle(&a, v3(0, 0, 0), v3(8, 0, 0), v3(4, 1, 0));
    add_test_triangle(&b, v3(0, 0, 0), v3(0, 1, 0), v3(-1, 0, 0));
    add_test_triangle(&b, v3(8, 0, 0), v3(9, 0, 0), v3(8, 1, 0));
    build_test_mesh(&a);
    build_test_mesh(&b);
    h = directed(&a, &b, 1e-4);
    check_distance(&h, 4);
    assert_true(fabs((double)h.point_a.x - 4) < 1e-2);
    h = directed(&b, &a, 1e-4);
    check_distance(&h, 1);
    free_test_mesh(&a);
    free_test_mesh(&b);
}

/* A cloud is a mesh of points. */
static void clouds(void **state) {
    (void)state;
    static test_mesh cloud, square;
    cloud.count = square.count = 0;
    for (int i = 0; i < 4; i++) {
        const carom_vec3 p = v3(i & 1, i >> 1, 0);
        add_test_triangle(&cloud, p, p, p);
    }
    add_test_triangle(&square, v3(0, 0, 0), v3(1, 0, 0), v3(1, 1, 0));
    add_test_triangle(&square, v3(0, 0, 0), v3(1, 1, 0), v3(0, 1, 0));
    build_test_mesh(&cloud);
    build_test_mesh(&square);
    carom_mesh_hausdorff h = directed(&square, &cloud, 1e-3);
    check_distance(&h, sqrt(0.5));
    h = directed(&cloud, &square, 1e-3);
    check_distance(&h, 0);
    free_test_mesh(&cloud);
    free_test_mesh(&square);
}

#define GRID 24

static double dense(const test_mesh *a, const test_mesh *b) {
    double most = 0;
    for (size_t t = 0; t < a->count; t++)
        for (int i = 0; i <= GRID; i++)
            for (int j = 0; j <= GRID - i; j++) {
                const carom_vec3 *v = &a->vertices[3 * t];
                const double s = (double)i / GRID, u = (double)j / GRID, w = 1 - s - u;
                const carom_vec3 p =
                    v3(w * (double)v[0].x + s * (double)v[1].x + u * (double)v[2].x,
                       w * (double)v[0].y + s * (double)v[1].y + u * (double)v[2].y,
                       w * (double)v[0].z + s * (double)v[1].z + u * (double)v[2].z);
                most = fmax(most, (double)carom_closest_point_mesh(p, b->mesh).at.distance);
            }
    return most;
}

static void random_meshes(void **state) {
    (void)state;
    static test_mesh a, b;
    for (int n = 0; n < 30; n++) {
        fill_lattice(&a, 1 + (size_t)n % 9, 4);
        fill_lattice(&b, 1 + (size_t)n % 13, 4);
        const double sampled = dense(&a, &b);
        const carom_mesh_hausdorff h = directed(&a, &b, n % 2 ? 0.01 : 0);
        assert_true((double)h.bound >= sampled - slack_of(16));
        /* the nearest sample of any point is within a step of it */
        assert_true((double)h.distance <= sampled + 16.0 / GRID);
        free_test_mesh(&a);
        free_test_mesh(&b);
    }
}

static void limits_and_errors(void **state) {
    (void)state;
    static test_mesh a, b;
    fill_ball(&a, 6, 1);
    fill_ball(&b, 5, 1.125);
    const carom_mesh_hausdorff_def few = {.accuracy = (carom_real)1e-6, .steps = 3};
    carom_mesh_hausdorff h, kept = {.steps = 77};
    assert_int_equal(carom_mesh_hausdorff_directed(&h, a.mesh, b.mesh, &few), CAROM_OK);
    assert_int_equal(h.certainty, CAROM_LIMIT);
    assert_true(h.steps == 3 && (double)h.bound >= 0.125 - 0.06 && h.distance < h.bound);
    const carom_mesh_hausdorff full = directed(&a, &b, 0);
    assert_true(full.distance <= h.bound && h.distance <= full.bound);
    assert_int_equal(carom_mesh_hausdorff_directed(NULL, a.mesh, b.mesh, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_hausdorff_directed(&kept, NULL, b.mesh, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_hausdorff_directed(&kept, a.mesh, NULL, NULL),
                     CAROM_ERROR_ARGUMENT);
    static const double wrong[3] = {-0.5, 1, NAN};
    for (int i = 0; i < 3; i++) {
        const carom_mesh_hausdorff_def def = {.accuracy = (carom_real)wrong[i]};
        assert_int_equal(carom_mesh_hausdorff_directed(&kept, a.mesh, b.mesh, &def),
                         CAROM_ERROR_ARGUMENT);
    }
    assert_true(kept.steps == 77);
    free_test_mesh(&a);
    free_test_mesh(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_distances), cmocka_unit_test(clouds),
                                       cmocka_unit_test(random_meshes),
                                       cmocka_unit_test(limits_and_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
