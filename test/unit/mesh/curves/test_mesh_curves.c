/* Curves of two meshes: every segment is the common one of its two triangles, every common segment
 * is there, closed meshes in general position meet in closed loops, and coplanar pairs are told. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"
#include "common/test_mesh_common.h"

static test_mesh mesh_a, mesh_b;
static carom_triangle posed_a[MESH_LARGEST], posed_b[MESH_LARGEST];

static carom_mesh_curves *curves_of(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    carom_mesh_curves *curves = NULL;
    assert_int_equal(carom_mesh_curves_create(&curves, a, b, NULL), CAROM_OK);
    return curves;
}

/* ---- against the common part of single triangles */

static bool has_area(const carom_triangle *t) {
    const carom_vec3 *v = t->v;
    for (int i = 0; i < 3; i++) { /* lattice numbers: exact */
        int k = (i + 1) % 3;
        const double u[3] = {(double)(&v[1].x)[i] - (double)(&v[0].x)[i],
                             (double)(&v[1].x)[k] - (double)(&v[0].x)[k], 0};
        const double w[3] = {(double)(&v[2].x)[i] - (double)(&v[0].x)[i],
                             (double)(&v[2].x)[k] - (double)(&v[0].x)[k], 0};
        if (u[0] * w[1] - u[1] * w[0] != 0.0) return true;
    }
    return false;
}

static bool ends_agree(carom_vec3 p, carom_vec3 q, const carom_segment *s, double slack) {
    return (apart(p, s->a) <= slack && apart(q, s->b) <= slack) ||
           (apart(p, s->b) <= slack && apart(q, s->a) <= slack);
}

/* @return how many segments. */
static size_t check_segments(const carom_mesh_curves *c, double slack) {
    size_t segments = 0, points = 0;
    for (size_t i = 0; i < c->curve_count; i++) {
        const carom_curve *curve = &c->curves[i];
        assert_int_equal(curve->first, points);
        assert_true(curve->count >= (curve->closed ? 3u : 2u));
        points += curve->count;
        for (size_t k = 0; k + !curve->closed < curve->count; k++, segments++) {
            const carom_curve_point *p = &c->points[curve->first + k];
            const carom_curve_point *q = &c->points[curve->first + (k + 1) % curve->count];
            const carom_triangle *ta = &posed_a[p->triangle_a], *tb = &posed_b[p->triangle_b];
            carom_triangle_intersection at = carom_intersect_triangle_triangle(ta, tb);
            assert_true(p->joint != q->joint);
            if (has_area(ta) && has_area(tb)) {
                assert_int_equal(at.kind, CAROM_INTERSECTION_SEGMENT);
                assert_true(ends_agree(p->position, q->position, &at.segment, slack));
            }
        }
    }
    assert_int_equal(points, c->point_count);
    return segments;
}

static bool holds_segment(const carom_mesh_curves *c, const carom_segment *s, double slack) {
    for (size_t i = 0; i < c->curve_count; i++) {
        const carom_curve *curve = &c->curves[i];
        for (size_t k = 0; k + !curve->closed < curve->count; k++) {
            const carom_curve_point *p = &c->points[curve->first + k];
            const carom_curve_point *q = &c->points[curve->first + (k + 1) % curve->count];
            if (ends_agree(p->position, q->position, s, slack)) return true;
        }
    }
    return false;
}

static bool holds_coplanar(const carom_mesh_curves *c, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < c->coplanar_count; i++)
        if (c->coplanar[i].a == a && c->coplanar[i].b == b) return true;
    return false;
}

typedef struct curve_counts {
    size_t segments, areas;
} curve_counts;

/* Of all pairs of posed triangles. */
static curve_counts check_all_pairs(const carom_mesh_curves *c, double slack) {
    curve_counts count = {0, 0};
    check_segments(c, slack);
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            carom_triangle_intersection at =
                carom_intersect_triangle_triangle(&posed_a[i], &posed_b[k]);
            if (!has_area(&posed_a[i]) || !has_area(&posed_b[k])) continue;
            if (at.kind == CAROM_INTERSECTION_AREA) {
                count.areas++;
                assert_true(holds_coplanar(c, i, k));
            }
            if (at.kind != CAROM_INTERSECTION_SEGMENT) continue;
            bool along = true; /* coplanar triangles with an edge in common have no segment */
            for (int v = 0; v < 3; v++)
                along = along && lattice_side(&posed_b[k], posed_a[i].v[v]) == 0;
            if (along) continue;
            count.segments++;
            assert_true(holds_segment(c, &at.segment, slack));
        }
    assert_int_equal(c->coplanar_count, count.areas);
    return count;
}

static curve_counts check_curves(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                 double slack) {
    pose_triangles(posed_a, a);
    pose_triangles(posed_b, b);
    carom_mesh_curves *c = curves_of(a, b);
    curve_counts count = check_all_pairs(c, slack);
    carom_mesh_curves_destroy(c);
    return count;
}

static void test_lattice(void **state) {
    size_t segments = 0, areas = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        volume_seed = (uint64_t)(900 + i);
        fill_lattice(&mesh_a, 40, 2 + i % 2);
        fill_lattice(&mesh_b, 40, 2 + i % 2);
        carom_placed_mesh a = {.mesh = mesh_a.mesh}, b = {.mesh = mesh_b.mesh};
        if (i % 3) b.pose.position = lattice_vec(1);
        curve_counts n = check_curves(&a, &b, 1e-5);
        segments += n.segments;
        areas += n.areas;
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    if (!(segments > 5000 && areas > 100)) fail_msg("%zu segments, %zu areas", segments, areas);
}

/* ---- closed meshes */

static void check_all_closed(const carom_mesh_curves *c) {
    for (size_t i = 0; i < c->curve_count; i++)
        assert_true(c->curves[i].closed);
    for (size_t i = 0; i < c->point_count; i++)
        assert_true(c->points[i].crosses);
}

static void test_closed(void **state) {
    size_t loops = 0;
    (void)state;
    for (int i = 0; i < 40; i++) {
        volume_seed = (uint64_t)(i + 1);
        fill_ball(&mesh_a, 2 + i % 3, 1.0);
        fill_ball(&mesh_b, 1 + i % 4, 0.5 + 0.05 * i);
        carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose = random_mesh_pose(0.5)};
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = random_mesh_pose(0.5)};
        pose_triangles(posed_a, &a);
        pose_triangles(posed_b, &b);
        carom_mesh_curves *c = curves_of(&a, &b), *back = curves_of(&b, &a);
        check_segments(c, 1e-5);
        check_all_closed(c);
        loops += c->curve_count;
        assert_int_equal(back->curve_count, c->curve_count);
        assert_int_equal(back->point_count, c->point_count);
        assert_int_equal(c->coplanar_count, 0);
        carom_mesh_curves_destroy(c);
        carom_mesh_curves_destroy(back);
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    assert_true(loops > 20);
}

/* ---- made by hand */

static void fill_box(test_mesh *m, carom_vec3 low, carom_vec3 high) {
    fill_corners_of_box(m, low, high);
    build_test_mesh(m);
}

static void test_by_hand(void **state) {
    (void)state;
    fill_box(&mesh_a, v3(0, 0, 0), v3(2, 2, 2));
    fill_box(&mesh_b, v3(0, 0, 0), v3(2, 2, 2));
    carom_placed_mesh a = {.mesh = mesh_a.mesh}, b = {.mesh = mesh_b.mesh};
    b.pose.position = v3(1, 1, 1); /* a corner of each in the other: a hexagon of edges */
    carom_mesh_curves *c = curves_of(&a, &b);
    assert_int_equal(c->curve_count, 1);
    assert_true(c->curves[0].closed);
    double length = 0;
    for (size_t i = 0; i < c->point_count; i++)
        length += apart(c->points[i].position, c->points[(i + 1) % c->point_count].position);
    assert_about(length, 6, 1e-6);
    carom_mesh_curves_destroy(c);
    b.pose.position = v3(2, 0, 0); /* face on face: its outline, two lists of four sides and more */
    c = curves_of(&a, &b);
    assert_true(c->coplanar_count >= 2 && c->curve_count >= 1);
    for (size_t i = 0; i < c->point_count; i++) {
        assert_true(c->points[i].position.x == 2);
        assert_false(c->points[i].crosses);
    }
    carom_mesh_curves_destroy(c);
    b.pose.position = v3(2, 2, 2); /* a corner on a corner */
    c = curves_of(&a, &b);
    assert_true(c->curve_count == 0 && c->point_count == 0 && c->coplanar_count == 0);
    carom_mesh_curves_destroy(c);
    b.pose.position = v3(NAN, 0, 0);
    c = curves_of(&a, &b);
    assert_true(c->curve_count == 0 && c->point_count == 0);
    carom_mesh_curves_destroy(c);
    assert_int_equal(carom_mesh_curves_create(&c, NULL, &b, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_curves_create(NULL, &a, &b, NULL), CAROM_ERROR_ARGUMENT);
    carom_mesh_curves_destroy(NULL);
    carom_mesh_destroy(mesh_a.mesh);
    carom_mesh_destroy(mesh_b.mesh);
}

/* An open sheet through a box: its curve is open where the sheet ends inside. And three sheets
 * that share an edge: curves end where they branch. */
static void test_open_and_branching(void **state) {
    (void)state;
    fill_box(&mesh_a, v3(-1, -1, -1), v3(1, 1, 1));
    mesh_b.count = 0;
    add_test_triangle(&mesh_b, v3(0, 0, 0), v3(3, 0.25, 0.5), v3(3, -0.25, 0.125));
    build_test_mesh(&mesh_b);
    carom_placed_mesh a = {.mesh = mesh_a.mesh}, b = {.mesh = mesh_b.mesh};
    carom_mesh_curves *c = curves_of(&a, &b);
    assert_int_equal(c->curve_count, 1);
    assert_false(c->curves[0].closed);
    carom_mesh_curves_destroy(c);
    carom_mesh_destroy(mesh_b.mesh);
    mesh_b.count = 0; /* the edge from (0,0,0) to (3, 1/8, 1/4) thrice */
    carom_vec3 far_end = v3(3, 0.125, 0.25);
    add_test_triangle(&mesh_b, v3(0, 0, 0), far_end, v3(3, 0.5, 0));
    add_test_triangle(&mesh_b, v3(0, 0, 0), far_end, v3(3, -0.5, 0));
    add_test_triangle(&mesh_b, v3(0, 0, 0), far_end, v3(3, 0, -0.75));
    build_test_mesh(&mesh_b);
    b.mesh = mesh_b.mesh;
    c = curves_of(&a, &b);
    size_t at_joint = 0;
    for (size_t i = 0; i < c->curve_count; i++) {
        assert_false(c->curves[i].closed);
        for (int end = 0; end < 2; end++) {
            size_t k = c->curves[i].first + (end ? c->curves[i].count - 1 : 0);
            at_joint += c->points[k].b.feature != CAROM_FACE &&
                        apart(c->points[k].position, v3(1, 1. / 24, 1. / 12)) < 1e-6;
        }
    }
    assert_int_equal(at_joint, 3);
    carom_mesh_curves_destroy(c);
    carom_mesh_destroy(mesh_a.mesh);
    carom_mesh_destroy(mesh_b.mesh);
}

/* ---- height fields */

#define SAMPLES 9

/* On a lattice; the triangles go into `mesh` and `posed`. */
static carom_heightfield *lattice_field(test_mesh *mesh, carom_triangle *posed, int reach) {
    carom_real heights[SAMPLES * SAMPLES];
    for (int i = 0; i < SAMPLES * SAMPLES; i++)
        heights[i] = (carom_real)random_lattice(reach);
    const carom_heightfield_def def = {.heights = heights,
                                       .columns = SAMPLES,
                                       .rows = SAMPLES,
                                       .origin = v3(-4, 0, -4),
                                       .spacing = v3(1, 1, 1)};
    carom_heightfield *field = NULL;
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    mesh->count = carom_heightfield_triangle_count(field);
    for (uint32_t i = 0; i < mesh->count; i++)
        posed[i] = carom_heightfield_triangle(field, i);
    return field;
}

static void test_fields(void **state) {
    (void)state;
    size_t segments = 0, areas = 0;
    volume_seed = 61;
    for (int n = 0; n < 12; n++) {
        carom_mesh_curves *c = NULL;
        carom_heightfield *b = lattice_field(&mesh_b, posed_b, n % 3), *a = NULL;
        if (n % 2) {
            a = lattice_field(&mesh_a, posed_a, 2);
            assert_int_equal(carom_heightfield_curves_create(&c, a, b, NULL), CAROM_OK);
        } else {
            fill_lattice(&mesh_a, 60, 2);
            carom_placed_mesh placed = {.mesh = mesh_a.mesh};
            placed.pose.position = lattice_vec(2);
            pose_triangles(posed_a, &placed);
            assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, &placed, b, NULL),
                             CAROM_OK);
            carom_mesh_destroy(mesh_a.mesh);
        }
        curve_counts count = check_all_pairs(c, 1e-5);
        segments += count.segments;
        areas += count.areas;
        carom_mesh_curves_destroy(c);
        carom_heightfield_destroy(a);
        carom_heightfield_destroy(b);
    }
    assert_true(segments > 500 && areas > 20);
}

/* A ball half in the ground meets it in one loop; one under the ground, nowhere. */
static void test_ball_in_the_ground(void **state) {
    (void)state;
    carom_heightfield *field = lattice_field(&mesh_b, posed_b, 0);
    fill_ball(&mesh_a, 4, 1.3);
    carom_mesh_curves *c = NULL;
    carom_placed_mesh ball = {.mesh = mesh_a.mesh};
    ball.pose.position = v3(0.21, 0.37, -0.13);
    assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, &ball, field, NULL), CAROM_OK);
    assert_int_equal(c->curve_count, 1);
    check_all_closed(c);
    carom_mesh_curves_destroy(c);
    ball.pose.position.y = -2;
    assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, &ball, field, NULL), CAROM_OK);
    assert_int_equal(c->curve_count, 0);
    carom_mesh_curves_destroy(c);
    assert_int_equal(carom_mesh_curves_create_on_heightfield(NULL, &ball, field, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, NULL, field, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, &ball, NULL, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_heightfield_curves_create(&c, field, NULL, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_heightfield_curves_create(NULL, field, field, NULL),
                     CAROM_ERROR_ARGUMENT);
    ball.pose.position.x = (carom_real)NAN;
    assert_int_equal(carom_mesh_curves_create_on_heightfield(&c, &ball, field, NULL), CAROM_OK);
    assert_int_equal(c->curve_count, 0);
    carom_mesh_curves_destroy(c);
    carom_heightfield_destroy(field);
    carom_mesh_destroy(mesh_a.mesh);
}

static void test_memory(void **state) {
    (void)state;
    volume_seed = 5;
    fill_lattice(&mesh_a, 40, 2);
    fill_ball(&mesh_b, 2, 1.5);
    carom_placed_mesh a = {.mesh = mesh_a.mesh}, b = {.mesh = mesh_b.mesh};
    carom_mesh_curves *c = NULL;
    for (size_t n = 1;; n++) {
        counting memory = {.fail_at = n};
        carom_allocator allocator = counting_allocator(&memory);
        carom_status status = carom_mesh_curves_create(&c, &a, &b, &allocator);
        if (status == CAROM_OK) {
            assert_true(n > 10 && c->point_count > 0);
            carom_mesh_curves_destroy(c);
            assert_int_equal(memory.live, 0);
            break;
        }
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_null(c);
        assert_int_equal(memory.live, 0);
    }
    carom_mesh_destroy(mesh_a.mesh);
    carom_mesh_destroy(mesh_b.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattice), cmocka_unit_test(test_closed),
        cmocka_unit_test(test_by_hand), cmocka_unit_test(test_open_and_branching),
        cmocka_unit_test(test_fields),  cmocka_unit_test(test_ball_in_the_ground),
        cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
