/* Triangles that lie on each other: the nearest pair is that of all pairs, with the least indices,
 * and whether meshes touch is told by all, however few are looked at. */
#include "mesh/data/mesh_order.h"
#include "common/test_mesh_common.h"
#include "carom/mesh_pair.h"

static test_mesh mesh_a, mesh_b;

static void become_compact(test_mesh *m) {
    static uint32_t indices[3 * MESH_LARGEST];
    for (uint32_t i = 0; i < 3 * m->count; i++)
        indices[i] = i;
    const carom_mesh_def def = {.vertices = m->vertices,
                                .indices = indices,
                                .vertex_count = 3 * m->count,
                                .triangle_count = m->count,
                                .compact = true};
    carom_mesh_destroy(m->mesh);
    assert_int_equal(carom_mesh_create(&m->mesh, &def), CAROM_OK);
}

/* `copies` of each of `kinds` triangles, in an order of chance; some have no area. */
static void fill_stacks(test_mesh *m, size_t kinds, size_t copies) {
    /* two that have the first corner and the box in common */
    carom_vec3 corner[8][3] = {{{0, 0, 0}, {2, 2, 0}, {0, 0, 2}},
                               {{0, 0, 0}, {2, 0, 2}, {0, 2, 0}}};
    m->count = 0;
    for (size_t i = kinds == 2 ? 2 : 0; i < kinds; i++) {
        for (int k = 0; k < 3; k++)
            corner[i][k] = lattice_vec(2);
        if (i % 4 == 3) corner[i][2] = corner[i][1];
        if (i % 8 == 7) corner[i][1] = corner[i][2] = corner[i][0];
    }
    for (size_t i = 0; i < kinds * copies; i++) {
        const carom_vec3 *c = corner[(size_t)(random01() * (double)kinds)];
        add_test_triangle(m, c[0], c[1], c[2]);
    }
    build_test_mesh(m);
    if (kinds % 2) become_compact(m);
}

static carom_pose turned_by(int i) {
    carom_pose pose = {.position = lattice_vec(4), .rotation = {0, 0, 0, 1}};
    if (i % 3 == 1) pose.rotation = (carom_quat){0, (carom_real)0.6, 0, (carom_real)0.8};
    if (i % 3 == 2) pose.position.z += 5;
    return pose;
}

static carom_triangle posed(const test_mesh *m, uint32_t i, carom_pose pose) {
    carom_triangle t = carom_mesh_triangle(m->mesh, i);
    for (int k = 0; k < 3; k++)
        t.v[k] = carom_pose_transform_point(pose, t.v[k]);
    return t;
}

typedef struct all_pairs {
    carom_real distance;
    uint32_t a, b; /* the first of the nearest */
    bool touch;
} all_pairs;

/* `by_b`: the first is the one of the least triangle of B, then of A. */
static all_pairs ask_all(carom_pose pose_b, bool by_b) {
    all_pairs out = {.distance = (carom_real)INFINITY};
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            const carom_triangle a = carom_mesh_triangle(mesh_a.mesh, i),
                                 b = posed(&mesh_b, k, pose_b);
            const carom_real d = carom_closest_triangle_triangle(&a, &b).distance;
            out.touch = out.touch || carom_overlap_triangle_triangle(&a, &b);
            const bool tie = by_b && d == out.distance && k < out.b;
            if (!(d < out.distance || tie)) continue;
            out.distance = d;
            out.a = i;
            out.b = k;
        }
    return out;
}

static void answers_are_those_of_all_pairs(void **state) {
    static const size_t copies[] = {1, 3, 10, 40};
    int touching = 0;
    (void)state;
    for (int i = 0; i < 240; i++) {
        volume_seed = (uint64_t)(500 + i);
        fill_stacks(&mesh_a, 1 + (size_t)i % 5, copies[i % 4]);
        fill_stacks(&mesh_b, 1 + (size_t)i / 5 % 8, copies[i / 4 % 4]);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh},
                                b = {.mesh = mesh_b.mesh, .pose = turned_by(i)};
        const all_pairs all = ask_all(b.pose, carom_is_second_mesh_first(&a, &b));
        const carom_mesh_pair_closest near = carom_closest_mesh_mesh(&a, &b);
        assert_true(near.distance == all.distance);
        assert_int_equal(carom_overlap_mesh_mesh(&a, &b), all.touch);
        assert_true(carom_overlap_mesh_mesh_within(&a, &b, all.distance));
        if (!all.touch) {
            assert_true(near.triangle_a == all.a && near.triangle_b == all.b);
            assert_false(carom_overlap_mesh_mesh_within(&a, &b, all.distance / 2));
        }
        touching += all.touch;
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    assert_in_range(touching, 15, 200);
}

/* Triangles that are nearly the same, of which planes along them part the two meshes; one corner of
 * triangle `odd` is up by more than the gap. */
static void fill_nearly_equal(test_mesh *m, uint32_t count, uint32_t odd) {
    m->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const carom_real up = i == odd ? (carom_real)0.02 : 0;
        carom_vec3 v[3] = {
            {0, 0, up}, {1, (carom_real)0.25, (carom_real)0.5}, {0, 1, (carom_real)0.75}};
        for (int k = 0; k < 3; k++)
            v[k].z += (carom_real)(1e-5 * random01());
        add_test_triangle(m, v[0], v[1], v[2]);
    }
    build_test_mesh(m);
}

/* More pairs of nodes than the walk has before it looks for a plane. */
static void a_plane_parts_only_what_is_apart(void **state) {
    enum { COUNT = 400 };
    (void)state;
    volume_seed = 7;
    for (uint32_t odd = 0; odd <= COUNT; odd += 25) {
        fill_nearly_equal(&mesh_a, COUNT, odd);
        fill_nearly_equal(&mesh_b, COUNT, COUNT);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh};
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = carom_pose_identity()};
        b.pose.position.z = (carom_real)0.01;
        assert_int_equal(carom_overlap_mesh_mesh(&a, &b), odd < COUNT);
        assert_int_equal(carom_overlap_mesh_mesh(&b, &a), odd < COUNT);
        assert_int_equal(carom_closest_mesh_mesh(&a, &b).distance == 0, odd < COUNT);
        assert_int_equal(carom_query_mesh_mesh(&a, &b, NULL, 0) > 0, odd < COUNT);
        const carom_real d = carom_closest_mesh_mesh(&a, &b).distance;
        assert_int_equal(carom_overlap_mesh_mesh_within(&a, &b, (carom_real)0.002), odd < COUNT);
        assert_true(carom_overlap_mesh_mesh_within(&a, &b, d));
        if (d > 0) assert_false(carom_overlap_mesh_mesh_within(&a, &b, next_number(d, 0)));
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
}

/* Different triangles in two slanted planes, as nearly as numbers allow: nearly all pairs whose
 * triangles are one above the other tie. */
static void ties_in_slanted_planes(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        volume_seed = (uint64_t)(900 + i);
        test_mesh *const both[2] = {&mesh_a, &mesh_b};
        for (int side = 0; side < 2; side++) {
            both[side]->count = 0;
            for (int n = 0; n < 60; n++) {
                carom_vec3 v[3];
                for (int k = 0; k < 3; k++) {
                    v[k] = lattice_vec(8);
                    v[k].z = (v[k].x + 2 * v[k].y) / (carom_real)(i % 2 ? 4 : 3);
                }
                add_test_triangle(both[side], v[0], v[1], v[2]);
            }
            build_test_mesh(both[side]);
        }
        const carom_placed_mesh a = {.mesh = mesh_a.mesh},
                                b = {.mesh = mesh_b.mesh, .pose = {{0, 0, 3}, {0, 0, 0, 1}}};
        const all_pairs all = ask_all(b.pose, carom_is_second_mesh_first(&a, &b));
        const carom_mesh_pair_closest near = carom_closest_mesh_mesh(&a, &b);
        assert_true(near.distance == all.distance);
        assert_true(near.triangle_a == all.a && near.triangle_b == all.b);
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
}

/* Triangles that are nearly the same, by a few units in the last place, so that many tie, or by
 * more: planes prune nodes with pairs that are not nearer than the best, nor before it. */
static void nearest_of_nearly_equal(void **state) {
    static const double spread[] = {8 * EPS, 1e-6, 1e-3};
    (void)state;
    for (int i = 0; i < 36; i++) {
        volume_seed = (uint64_t)(1700 + i);
        test_mesh *const both[2] = {&mesh_a, &mesh_b};
        for (int side = 0; side < 2; side++) {
            both[side]->count = 0;
            for (int n = 0; n < 100 + 20 * side; n++) {
                carom_vec3 v[3] = {v3(0, 0, 0), v3(1, 0.25, 0.5), v3(0, 1, 0.75)};
                for (int k = 0; k < 3; k++)
                    v[k] = step(v[k], random_vec(1), spread[i % 3]);
                add_test_triangle(both[side], v[0], v[1], v[2]);
            }
            build_test_mesh(both[side]);
            if (i % 4 == 3) become_compact(both[side]);
        }
        const carom_real above = (carom_real)(i / 3 % 2 ? 3 : 0.01);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose = carom_pose_identity()};
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = {{0, 0, above}, {0, 0, 0, 1}}};
        if (i % 5 == 4) b.pose = turned_by(3 * i + 1);
        const all_pairs all = ask_all(b.pose, carom_is_second_mesh_first(&a, &b));
        const carom_mesh_pair_closest near = carom_closest_mesh_mesh(&a, &b),
                                      back = carom_closest_mesh_mesh(&b, &a);
        assert_true(near.distance == all.distance && back.distance == all.distance);
        assert_true(back.triangle_a == near.triangle_b && back.triangle_b == near.triangle_a);
        if (!all.touch) assert_true(near.triangle_a == all.a && near.triangle_b == all.b);
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
}

/* Triangles without area along two lines that are parallel, or one. */
static void triangles_along_lines(void **state) {
    int touching = 0;
    (void)state;
    for (int i = 0; i < 24; i++) {
        volume_seed = (uint64_t)(2100 + i);
        test_mesh *const both[2] = {&mesh_a, &mesh_b};
        for (int side = 0; side < 2; side++) {
            both[side]->count = 0;
            for (int n = 0; n < 70 + 20 * side; n++) {
                carom_vec3 v[3];
                for (int k = 0; k < 3; k++)
                    v[k] = step(v3(0, 0, 0), v3(1, 2, 4), random01());
                add_test_triangle(both[side], v[0], v[1], n % 10 ? v[2] : v[1]);
            }
            build_test_mesh(both[side]);
        }
        static const double beside[] = {0, 1e-6, 0.01, 3};
        const carom_placed_mesh a = {.mesh = mesh_a.mesh, .pose = carom_pose_identity()};
        carom_placed_mesh b = {.mesh = mesh_b.mesh, .pose = carom_pose_identity()};
        b.pose.position = v3(i % 3 ? beside[i % 4] : 0, i % 3 ? 0 : beside[i % 4], 0);
        if (i % 5 == 4) b.pose = turned_by(i);
        const all_pairs all = ask_all(b.pose, carom_is_second_mesh_first(&a, &b));
        const carom_mesh_pair_closest near = carom_closest_mesh_mesh(&a, &b);
        assert_true(near.distance == all.distance);
        if (!all.touch) assert_true(near.triangle_a == all.a && near.triangle_b == all.b);
        assert_int_equal(carom_overlap_mesh_mesh(&a, &b), all.touch);
        assert_int_equal(carom_overlap_mesh_mesh(&b, &a), all.touch);
        touching += all.touch;
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    assert_in_range(touching, 3, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_those_of_all_pairs),
                                       cmocka_unit_test(a_plane_parts_only_what_is_apart),
                                       cmocka_unit_test(ties_in_slanted_planes),
                                       cmocka_unit_test(nearest_of_nearly_equal),
                                       cmocka_unit_test(triangles_along_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
