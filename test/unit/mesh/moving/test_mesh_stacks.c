/* Meshes of which triangles lie on each other, all with the same corners: first contacts are those
 * of all pairs of triangles, with the least indices, and how many pairs are tested does not grow
 * with the copies. */
#include "common/test_mesh_common.h"
#include "common/test_walk_common.h"

static test_mesh mesh_a, mesh_b;

/* `copies` of each of `kinds` triangles, in an order of chance; some have no area. */
static void fill_stacks(test_mesh *m, size_t kinds, size_t copies) {
    carom_vec3 corner[8][3];
    m->count = 0;
    for (size_t i = 0; i < kinds; i++) {
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
}

static carom_mesh_pair_sweep sweep_of_all(carom_vec3 motion, carom_pose pose_b) {
    carom_mesh_pair_sweep best = {.hit = false};
    for (uint32_t i = 0; i < mesh_a.count; i++)
        for (uint32_t k = 0; k < mesh_b.count; k++) {
            const carom_shape a = {.kind = CAROM_SHAPE_TRIANGLE,
                                   .as.triangle = carom_mesh_triangle(mesh_a.mesh, i)},
                              b = {.kind = CAROM_SHAPE_TRIANGLE,
                                   .as.triangle = carom_mesh_triangle(mesh_b.mesh, k)};
            const carom_moving_shape moving = {.shape = &a, .motion = motion},
                                     still = {.shape = &b, .pose = pose_b};
            carom_sweep_hit hit = carom_sweep(&moving, &still);
            if (hit.hit && (!best.hit || hit.fraction < best.fraction))
                best = (carom_mesh_pair_sweep){.hit = true,
                                               .initial_overlap = hit.initial_overlap,
                                               .fraction = hit.fraction,
                                               .triangle_a = i,
                                               .triangle_b = k};
        }
    return best;
}

static void sweeps_are_those_of_all_pairs(void **state) {
    static const size_t copies[] = {1, 3, 10, 30};
    int hits = 0;
    (void)state;
    for (int i = 0; i < 200; i++) {
        volume_seed = (uint64_t)(900 + i);
        fill_stacks(&mesh_a, 1 + (size_t)i % 5, copies[i % 4]);
        fill_stacks(&mesh_b, 1 + (size_t)i / 5 % 8, copies[i / 4 % 4]);
        const carom_placed_mesh a = {.mesh = mesh_a.mesh},
                                b = {.mesh = mesh_b.mesh, .pose.position = {0, 0, 5}};
        carom_vec3 motion = {(carom_real)(i % 3 - 1), 0, 8};
        carom_mesh_pair_sweep all = sweep_of_all(motion, b.pose);
        carom_mesh_pair_sweep found = carom_sweep_mesh_mesh(&a, motion, &b);
        assert_int_equal(found.hit, all.hit);
        assert_false(found.initial_overlap);
        if (found.hit) {
            hits++;
            assert_true(fabs((double)found.fraction - (double)all.fraction) <= 2e-6);
            carom_triangle own = carom_mesh_triangle(mesh_a.mesh, found.triangle_a);
            for (uint32_t k = 0; k < found.triangle_a; k++) { /* none before it is the same */
                carom_triangle t = carom_mesh_triangle(mesh_a.mesh, k);
                assert_true(memcmp(&t, &own, sizeof t) != 0);
            }
        }
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
    assert_true(hits > 50);
}

static size_t count_tests(void) {
    counting_search s = counting_search_of(mesh_a.mesh, mesh_b.mesh);
    carom_moving_walk(&s.search);
    return s.tests;
}

static void copies_are_tested_once(void **state) {
    (void)state;
    for (size_t copies = 10; copies <= 1000; copies *= 10)
        for (size_t kinds = 1; kinds <= 4; kinds++) {
            volume_seed = 31 * copies + kinds;
            fill_stacks(&mesh_a, kinds, copies);
            fill_stacks(&mesh_b, kinds, copies);
            size_t tests = count_tests();
            /* a leaf at the border of two stacks holds triangles of both */
            if (kinds == 1)
                assert_int_equal(tests, 1);
            else
                assert_in_range(tests, kinds * kinds, 100 * kinds * kinds);
            carom_mesh_destroy(mesh_a.mesh);
            carom_mesh_destroy(mesh_b.mesh);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps_are_those_of_all_pairs),
                                       cmocka_unit_test(copies_are_tested_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
