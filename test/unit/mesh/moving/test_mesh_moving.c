/* Moving meshes: the first contact equals that of all pairs of triangles, is never late and early
 * by no more than the tolerance, as dense sampling sees it. */
#include "common/test_flat_common.h"
#include "common/test_mesh_common.h"

static test_mesh mesh_a, mesh_b;

static carom_turning_mesh random_motion(const test_mesh *m, int i) {
    carom_turning_mesh out = {.mesh = m->mesh};
    out.start = random_mesh_pose(3);
    out.end = i % 3 ? random_mesh_pose(3) : out.start;
    if (i % 3 == 0) out.end.position = random_vec(3);
    if (i % 5 == 0) out.pivot = random_vec(1);
    if (i % 7 == 0) out.turns = i % 2 ? 1 : -1;
    if (i % 4 == 0) out.axis = random_vec(1);
    return out;
}

static carom_turning_shape as_shape(const carom_turning_mesh *m, carom_shape *shape, uint32_t i) {
    *shape =
        (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = carom_mesh_triangle(m->mesh, i)};
    return (carom_turning_shape){shape, m->start, m->end, m->pivot, m->axis, m->turns};
}

static carom_mesh_toi_hit toi_of_all(const carom_turning_mesh *a, const carom_turning_mesh *b,
                                     carom_real tolerance) {
    carom_mesh_toi_hit best = {.at.hit = false};
    carom_real upper = 1;
    bool certain = false;
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            carom_shape shape_a, shape_b;
            carom_turning_shape ta = as_shape(a, &shape_a, i), tb = as_shape(b, &shape_b, k);
            carom_toi_hit hit = carom_toi(&ta, &tb, tolerance);
            if (!hit.hit) continue;
            if (hit.certain && (!certain || hit.fraction_upper < upper)) {
                certain = true;
                upper = hit.fraction_upper;
            }
            if (!best.at.hit || hit.fraction < best.at.fraction)
                best = (carom_mesh_toi_hit){hit, i, k};
        }
    best.at.certain = certain;
    if (best.at.hit) best.at.fraction_upper = certain ? upper : 1;
    return best;
}

static void test_all_pairs(void **state) {
    int hits = 0, misses = 0, starts = 0;
    (void)state;
    for (int i = 0; i < 120; i++) {
        volume_seed = (uint64_t)(70 + i);
        fill_ball(&mesh_a, 1, i % 2 ? 0.5 : 1);
        fill_lattice(&mesh_b, 6 + (size_t)(i % 9), 1);
        carom_turning_mesh a = random_motion(&mesh_a, i), b = random_motion(&mesh_b, i + 1);
        carom_real tolerance = (carom_real)(i % 2 ? 1e-3 : 1e-6);
        carom_mesh_toi_hit all = toi_of_all(&a, &b, tolerance);
        carom_mesh_toi_hit found = carom_toi_mesh_mesh(&a, &b, tolerance);
        assert_int_equal(found.at.hit, all.at.hit);
        assert_int_equal(found.at.initial_overlap, all.at.initial_overlap);
        assert_true(found.at.fraction == all.at.fraction);
        if (!all.at.initial_overlap) {
            assert_int_equal(found.at.certain, all.at.certain);
            assert_true(found.at.fraction_upper == all.at.fraction_upper);
            assert_int_equal(found.triangle_a, all.triangle_a);
            assert_int_equal(found.triangle_b, all.triangle_b);
            assert_same(found.at.point, all.at.point);
            assert_same(found.at.normal, all.at.normal);
        }
        hits += all.at.hit && !all.at.initial_overlap;
        starts += all.at.initial_overlap;
        misses += !all.at.hit;
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    if (!(hits > 20 && misses > 20 && starts > 5)) fail_msg("%d %d %d", hits, misses, starts);
}

/* ---- other shapes: the first contact of all triangles, whether the mesh turns or stands */

static carom_shape random_solid(int kind) {
    carom_vec3 p = random_vec(0.4), q = random_vec(0.4);
    carom_real r = (carom_real)random_in(0.05, 0.3);
    if (kind == 0) return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {p, r}};
    if (kind == 1) return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {p, q, r}};
    if (kind == 2) return (carom_shape){.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {p, q, r}};
    if (kind == 3)
        return (carom_shape){.kind = CAROM_SHAPE_AABB,
                             .as.aabb = {v3(-0.3, -0.1, -r), v3(1, r, r)}};
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{p, q, random_vec(0.5)}}};
}

/* Of the direction of q, its x greater by `more`. */
static carom_quat unit_quat(carom_quat q, double more) {
    double x = (double)q.x + more, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    return (carom_quat){(carom_real)(x / length), (carom_real)(y / length),
                        (carom_real)(z / length), (carom_real)(w / length)};
}

static carom_turning_shape random_turning(const carom_shape *shape, int i) {
    carom_turning_mesh m = random_motion(&mesh_a, i);
    if (i % 2) m.end.position = step(random_vec(1), m.start.position, -1);
    if (i % 3 == 1) m.end.rotation = m.start.rotation; /* turned a little, as in steps of a world */
    if (i % 3 == 1) m.end.rotation = unit_quat(m.end.rotation, 0.05);
    return (carom_turning_shape){shape, m.start, m.end, m.pivot, m.axis, i % 7 ? 0 : m.turns};
}

static carom_toi_hit toi_of_triangles(const carom_turning_shape *a, const carom_turning_mesh *b,
                                      carom_real tolerance) {
    carom_toi_hit best = {.hit = false};
    for (uint32_t k = 0; k < mesh_a.count; k++) {
        carom_shape triangle;
        carom_turning_shape part = as_shape(b, &triangle, k);
        carom_toi_hit hit = carom_toi(a, &part, tolerance);
        bool earlier =
            hit.fraction < best.fraction || (hit.initial_overlap && !best.initial_overlap);
        if (hit.hit && (!best.hit || earlier)) best = hit;
    }
    return best;
}

static void test_shapes_and_all_triangles(void **state) {
    const double slack = 1e-6 + 4 * (double)CAROM_REAL_EPSILON;
    int hits = 0, misses = 0, starts = 0;
    (void)state;
    for (int i = 0; i < 400; i++) {
        volume_seed = (uint64_t)(1300 + i);
        fill_ball(&mesh_a, 2, 1);
        const carom_shape solid = random_solid(i % 5);
        const carom_shape whole = {.kind = CAROM_SHAPE_MESH, .as.mesh = mesh_a.mesh};
        carom_turning_shape a = random_turning(&solid, i);
        carom_turning_mesh b = random_motion(&mesh_a, i / 5);
        if (i % 4 < 2)
            b = (carom_turning_mesh){.mesh = mesh_a.mesh, .start = b.start, .end = b.start};
        carom_turning_shape on = {&whole, b.start, b.end, b.pivot, b.axis, b.turns};
        carom_real tolerance = (carom_real)(i % 3 ? 1e-3 : 1e-6);
        carom_toi_hit all = toi_of_triangles(&a, &b, tolerance),
                      found = carom_toi(&a, &on, tolerance);
        assert_int_equal(found.hit, all.hit);
        assert_int_equal(found.initial_overlap, all.initial_overlap);
        double later = (double)found.fraction - (double)all.fraction; /* within the tolerance */
        assert_true(later >= -slack && later <= (double)tolerance + slack);
        if (found.hit && all.certain) assert_true(found.fraction <= all.fraction_upper);
        hits += all.hit && !all.initial_overlap;
        starts += all.initial_overlap;
        misses += !all.hit;
        carom_mesh_destroy(mesh_a.mesh);
    }
    if (!(hits > 60 && misses > 60 && starts > 10)) fail_msg("%d %d %d", hits, misses, starts);
}

/* ---- sampling: A turns about z while it moves */

static carom_pose pose_at(const carom_pose *start, carom_vec3 way, double angle, double t) {
    carom_pose out = {step(start->position, way, t), {0, 0, 0, 1}};
    out.rotation.z = (carom_real)sin(0.5 * angle * t);
    out.rotation.w = (carom_real)cos(0.5 * angle * t);
    return out;
}

static void test_sampling(void **state) {
    int hits = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        volume_seed = (uint64_t)(300 + i);
        fill_ball(&mesh_a, 1 + i % 3, 1);
        fill_ball(&mesh_b, 2, 0.7);
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = random_mesh_pose(0.5)};
        carom_pose start = {v3(3, random_in(-1, 1), random_in(-1, 1)), {0, 0, 0, 1}};
        carom_vec3 way = v3(random_in(-5, 0), random_in(-2, 2), random_in(-1, 1));
        double angle = random_in(-3, 3);
        carom_turning_mesh moving = {
            .mesh = mesh_a.mesh, .start = start, .end = pose_at(&start, way, angle, 1)};
        carom_turning_mesh still = {.mesh = mesh_b.mesh, .start = b.pose, .end = b.pose};
        carom_mesh_toi_hit found = carom_toi_mesh_mesh(&moving, &still, (carom_real)1e-3);
        double until = found.at.hit ? (double)found.at.fraction : 1;
        carom_placed_mesh a = {.mesh = mesh_a.mesh};
        for (int k = 0; k <= 50; k++) {
            a.pose = pose_at(&start, way, angle, until * (k / 50. - 1e-5 * (k > 0)));
            assert_false(carom_overlap_mesh_mesh(&a, &b));
        }
        if (found.at.hit) {
            hits++;
            a.pose = pose_at(&start, way, angle, until);
            assert_true((double)carom_closest_mesh_mesh(&a, &b).distance <= 1e-3 + 1e-5);
            assert_about(length_of(found.at.normal), 1, 1e-5);
            a.pose = pose_at(&start, way, angle, (double)found.at.fraction_upper);
            if (found.at.certain)
                assert_true((double)carom_closest_mesh_mesh(&a, &b).distance <= 1e-5);
        }
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    assert_true(hits > 20 && hits < 60);
}

/* ---- straight motion */

static void test_sweeps(void **state) {
    int hits = 0, misses = 0, starts = 0;
    (void)state;
    for (int i = 0; i < 150; i++) {
        volume_seed = (uint64_t)(800 + i);
        fill_ball(&mesh_a, 1, i % 2 ? 0.5 : 1);
        fill_lattice(&mesh_b, 6 + (size_t)(i % 9), 1);
        carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose = random_mesh_pose(2)};
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = random_mesh_pose(2)};
        carom_vec3 motion = random_vec(7);
        carom_mesh_pair_sweep found = carom_sweep_mesh_mesh(&a, motion, &b);
        carom_sweep_hit first = {.hit = false};
        carom_triangle posed_a[16], posed_b[16];
        pose_triangles(posed_a, &a);
        pose_triangles(posed_b, &b);
        for (size_t k = 0; k < mesh_a.count * mesh_b.count; k++) {
            const carom_shape one = {.kind = CAROM_SHAPE_TRIANGLE,
                                     .as.triangle = posed_a[k / mesh_b.count]};
            const carom_shape other = {.kind = CAROM_SHAPE_TRIANGLE,
                                       .as.triangle = posed_b[k % mesh_b.count]};
            const carom_moving_shape ma = {.shape = &one, .motion = motion}, mb = {.shape = &other};
            carom_sweep_hit hit = carom_sweep(&ma, &mb);
            if (hit.hit && (!first.hit || hit.fraction < first.fraction)) first = hit;
        }
        assert_int_equal(found.initial_overlap, carom_overlap_mesh_mesh(&a, &b));
        if (!found.initial_overlap && first.hit != found.hit)
            assert_true(first.fraction > 1 - 1e-5 || found.fraction > 1 - 1e-5);
        else if (found.hit)
            assert_about((double)found.fraction, (double)first.fraction, 2e-6);
        if (found.hit) {
            assert_about(length_of(found.normal), 1, 1e-5);
            carom_placed_mesh there = a;
            there.pose.position = step(a.pose.position, motion, (double)found.fraction);
            assert_true((double)carom_closest_mesh_mesh(&there, &b).distance <= 1e-5);
        }
        starts += found.initial_overlap;
        hits += found.hit && !found.initial_overlap;
        misses += !found.hit;
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    if (!(hits > 20 && misses > 20 && starts > 5)) fail_msg("%d %d %d", hits, misses, starts);
}

/* ---- made by hand */

static void test_by_hand(void **state) {
    (void)state;
    fill_corners_of_box(&mesh_a, v3(-1, -1, -1), v3(1, 1, 1));
    build_test_mesh(&mesh_a);
    fill_corners_of_box(&mesh_b, v3(-2, -2, -2), v3(2, 2, 2));
    build_test_mesh(&mesh_b);
    carom_placed_mesh a = {.mesh = mesh_a.mesh}, b = {.mesh = mesh_b.mesh};
    a.pose.position = v3(7, 0, 0);
    carom_mesh_pair_sweep hit = carom_sweep_mesh_mesh(&a, v3(-8, 0, 0), &b);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_about((double)hit.fraction, 0.5, 1e-6);
    assert_vec_about(hit.normal, -1, 0, 0, 1e-6);
    assert_false(carom_sweep_mesh_mesh(&a, v3(8, 0, 0), &b).hit);
    assert_false(carom_sweep_mesh_mesh(&a, v3(0, 0, 0), &b).hit);
    assert_false(carom_sweep_mesh_mesh(&a, v3(NAN, 0, 0), &b).hit);
    assert_false(carom_sweep_mesh_mesh(&a, v3(-INFINITY, 0, 0), &b).hit);
    carom_placed_mesh none = {.mesh = NULL};
    assert_false(carom_sweep_mesh_mesh(&a, v3(-8, 0, 0), &none).hit);
    a.pose.position = v3(0, 0, 0); /* from within */
    hit = carom_sweep_mesh_mesh(&a, v3(0, 0, 4), &b);
    assert_about((double)hit.fraction, 0.25, 1e-6);
    a.pose.position = v3(3, 0, 0); /* touching */
    hit = carom_sweep_mesh_mesh(&a, v3(1, 0, 0), &b);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    /* a box of 2 that turns about its middle reaches sqrt 2 */
    carom_turning_mesh turning = {.mesh = mesh_a.mesh, .start = {v3(3.25, 0, 0), {0, 0, 0, 1}}};
    turning.end = turning.start;
    turning.end.rotation = (carom_quat){0, 0, (carom_real)sqrt(0.5), (carom_real)sqrt(0.5)};
    carom_turning_mesh still = {.mesh = mesh_b.mesh};
    carom_mesh_toi_hit toi = carom_toi_mesh_mesh(&turning, &still, 0);
    assert_true(toi.at.hit && toi.at.certain); /* cos(45 degrees - angle) sqrt 2 = 1.25 */
    assert_about((double)toi.at.fraction, 0.5 - acos(1.25 / sqrt(2)) / (2 * atan(1)), 1e-6);
    turning.start.position = turning.end.position = v3(3.5, 0, 0);
    assert_false(carom_toi_mesh_mesh(&turning, &still, 0).at.hit);
    turning.start.position = turning.end.position = v3(3, 0, 0);
    assert_true(carom_toi_mesh_mesh(&turning, &still, 0).at.initial_overlap);
    turning.end.position.x = NAN;
    assert_false(carom_toi_mesh_mesh(&turning, &still, 0).at.hit);
    assert_false(carom_toi_mesh_mesh(NULL, &still, 0).at.hit);
    still.mesh = NULL;
    assert_false(carom_toi_mesh_mesh(&turning, &still, 0).at.hit);
    carom_mesh_destroy(mesh_a.mesh);
    carom_mesh_destroy(mesh_b.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs), cmocka_unit_test(test_shapes_and_all_triangles),
        cmocka_unit_test(test_sampling), cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
