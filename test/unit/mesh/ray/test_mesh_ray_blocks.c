/* Rays in batches, 64 of which may be walked together: answers are those of single rays, with every
 * set of instructions, for either tree and form, whatever goes the same way and what does not. */
#include "common/test_mesh_rays_common.h"
#include "common/test_sets.h"
#include "mesh/ray/ray_packet.h"
#include "mesh/ray/tolerances.h"

/* ---- exact answers */

/* Asks one way after the other: each set of instructions by itself, and together by the library;
 * what lies after the answers stays as it was. */
static void ask_every_way(const bvh8_query *query, uint32_t count,
                          const carom_mesh_ray_hit *expected) {
    carom_mesh_ray_hit first[BVH8_BLOCK + 1];
    bool any[BVH8_BLOCK + 1];
    int sets = 0;
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!test_runs((simd_set)set)) continue;
        first[count].triangle = 0xabcdef;
        any[count] = set % 2 == 0;
        TEST_LONG_OF(set, carom_bvh8_first_of_block)(query, count, first);
        TEST_LONG_OF(set, carom_bvh8_any_of_block)(query, count, any);
        for (uint32_t i = 0; i < count; i++) {
            assert_same_hit(&first[i], &expected[i]);
            assert_int_equal(any[i], expected[i].hit);
        }
        assert_true(first[count].triangle == 0xabcdef && any[count] == (set % 2 == 0));
        sets++;
    }
    assert_true(sets >= 2);
}

/* A square sheet of two triangles from (0, 0) to (7, 7), and rays down on all its lattice points,
 * corners, edges and the diagonal too, where the first triangle answers for both: t is 2.5. */
static void lattice_of_rays(void **state) {
    (void)state;
    const carom_vec3 vertices[] = {v3(0, 0, 0), v3(7, 0, 0), v3(7, 7, 0), v3(0, 7, 0)};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const carom_real just_before = (carom_real)(2.5 - 2.5 * (double)CAROM_REAL_EPSILON);
    for (int form = 0; form < 2; form++) {
        const carom_mesh_def def = {vertices, indices, 4, 2, .compact = form == 1};
        carom_mesh *mesh;
        assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
        for (uint32_t count = 1; count <= BVH8_BLOCK; count++) {
            carom_ray rays[BVH8_BLOCK];
            carom_mesh_ray_hit expected[BVH8_BLOCK];
            memset(expected, 0, sizeof expected);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t at = (i * 29 + count) % BVH8_BLOCK, x = at % 8, y = at / 8;
                rays[i] = (carom_ray){v3(x, y, 5), v3(0, 0, -2), 0, (carom_real)INFINITY};
                /* ends are part of a ray */
                if (i % 5 == 1) rays[i].t_max = (carom_real)2.5;
                if (i % 5 == 2) rays[i].t_min = (carom_real)2.5;
                if (i % 5 == 3) rays[i].t_max = just_before;
                if (i % 5 == 3) continue;
                const uint32_t index = x >= y ? 0 : 1;
                carom_triangle t = {{vertices[0], vertices[index + 1], vertices[index + 2]}};
                expected[i].at = carom_raycast_ray_triangle(&rays[i], &t, CAROM_BOTH_SIDES);
                expected[i].hit = true;
                expected[i].triangle = index;
                assert_true(expected[i].at.hit && expected[i].at.t == (carom_real)2.5);
                assert_same(expected[i].at.point, v3(x, y, 0));
            }
            const bvh8_query query = {&mesh->bvh8, rays, CAROM_BOTH_SIDES};
            ask_every_way(&query, count, expected);
        }
        carom_mesh_destroy(mesh);
    }
}

/* ---- brute force */

/* 64 pixels, rays of one length or of any; from near, from within or from afar; towards a vertex,
 * so that the middle one goes through it; some with ends. */
static void make_camera(const soup *s, int style, int k, carom_ray rays[BVH8_BLOCK]) {
    carom_vec3 eye = any_point(style), to = s->vertices[(size_t)(k * 7) % s->def.vertex_count];
    carom_vec3 way = step(to, eye, -1);
    double size = max_abs3(load3(way)) * ldexp(1, -(k % 9)) / 8;
    if (k % 6 == 4) eye = step(to, way, -ldexp(1, k % 30));
    for (int i = 0; i < BVH8_BLOCK; i++) {
        carom_vec3 aside =
            v3((i % 8 - 4) * size, (i / 8 - 4) * size, (i % 8 - i / 8) * size * 0.25);
        rays[i] = (carom_ray){eye, step(way, aside, 1), 0, (carom_real)INFINITY};
        if (k % 5 == 1) SCALE(rays[i].direction, random_in(0.5, 2));
        if (k % 5 == 2) rays[i].t_max = (carom_real)random_in(0.5, 1.5);
        if (k % 5 == 3) rays[i].t_min = (carom_real)random_in(0.25, 1.25);
        if (k % 4 == 2) rays[i].origin = step(eye, aside, 1);
        if (k % 6 == 5) rays[i].direction = way;
    }
}

static carom_mesh_ray_hit brute_first(const carom_mesh_def *of, const carom_ray *ray,
                                      carom_facing facing) {
    carom_mesh_ray_hit best;
    memset(&best, 0, sizeof best);
    for (size_t i = 0; i < of->triangle_count; i++) {
        const uint32_t *corner = of->indices + 3 * i;
        carom_triangle t = {
            {of->vertices[corner[0]], of->vertices[corner[1]], of->vertices[corner[2]]}};
        carom_ray_hit_triangle at = carom_raycast_ray_triangle(ray, &t, facing);
        if (at.hit && (!best.hit || at.t < best.at.t))
            best = (carom_mesh_ray_hit){true, (uint32_t)i, at};
    }
    return best;
}

static void check_cameras(const soup *s, int style) {
    carom_ray rays[BVH8_BLOCK];
    carom_mesh_ray_hit expected[BVH8_BLOCK];
    carom_mesh *forms[2];
    carom_mesh_def def = s->def;
    def.build = CAROM_MESH_BUILD_SPLIT;
    assert_int_equal(carom_mesh_create(&forms[0], &def), CAROM_OK);
    def.compact = true;
    assert_int_equal(carom_mesh_create(&forms[1], &def), CAROM_OK);
    size_t hits = 0;
    for (int k = 0; k < 40; k++) {
        carom_facing facing = (carom_facing)(k % 7 < 4 ? 0 : k % 3);
        make_camera(s, style, k, rays);
        for (int i = 0; i < BVH8_BLOCK; i++) {
            expected[i] = brute_first(&s->def, &rays[i], facing);
            hits += expected[i].hit;
        }
        const bvh8_tree *trees[] = {&s->mesh->bvh8, &forms[0]->bvh8, &forms[0]->split_bvh8,
                                    &forms[1]->bvh8};
        for (int tree = 0; tree < COUNT(trees); tree++) {
            const bvh8_query query = {trees[tree], rays, facing};
            bool there = tree != 2 || forms[0]->split_bvh8.node_count > 0;
            if (there) ask_every_way(&query, BVH8_BLOCK - (uint32_t)(k % 3 * 9), expected);
        }
    }
    assert_true(hits > 50);
    carom_mesh_destroy(forms[0]);
    carom_mesh_destroy(forms[1]);
}

static void cameras_equal_brute_force(void **state) {
    (void)state;
    for_each_style(check_cameras);
}

/* Rays in another order get the same answers in that order; twice as large a mesh and rays, or any
 * power of two, the same triangles and times. */
static void order_and_size_change_nothing(void **state) {
    (void)state;
    carom_ray rays[BVH8_BLOCK], others[BVH8_BLOCK];
    carom_mesh_ray_hit hits[BVH8_BLOCK], other[BVH8_BLOCK];
    unit = 1;
    volume_seed = 75;
    make_soup(&shared, 0);
    static soup large;
    large = shared;
    scale_numbers(large.vertices, sizeof large.vertices, 1024);
    large.def.vertices = large.vertices;
    large.def.indices = large.indices;
    assert_int_equal(carom_mesh_create(&large.mesh, &large.def), CAROM_OK);
    size_t found = 0;
    for (int k = 0; k < 60; k++) {
        const carom_mesh_rays batch = {rays, BVH8_BLOCK, CAROM_BOTH_SIDES};
        const carom_mesh_rays turned = {others, BVH8_BLOCK, CAROM_BOTH_SIDES};
        make_camera(&shared, 0, k, rays);
        carom_raycast_rays_mesh(&batch, shared.mesh, hits, NULL);
        for (int i = 0; i < BVH8_BLOCK; i++)
            others[i] = rays[i * 37 % BVH8_BLOCK];
        carom_raycast_rays_mesh(&turned, shared.mesh, other, NULL);
        for (int i = 0; i < BVH8_BLOCK; i++)
            assert_same_hit(&other[i], &hits[i * 37 % BVH8_BLOCK]);
        for (int i = 0; i < BVH8_BLOCK; i++) {
            others[i] = rays[i];
            SCALE(others[i].origin, 1024);
            SCALE(others[i].direction, 1024);
        }
        carom_raycast_rays_mesh(&turned, large.mesh, other, NULL);
        for (int i = 0; i < BVH8_BLOCK; i++) {
            assert_int_equal(other[i].hit, hits[i].hit);
            assert_int_equal(other[i].triangle, hits[i].triangle);
            assert_true(other[i].at.t == hits[i].at.t);
            found += hits[i].hit;
        }
    }
    assert_true(found > 500);
    carom_mesh_destroy(large.mesh);
    carom_mesh_destroy(shared.mesh);
}

/* ---- rays in batches */

enum { BATCH = BVH8_BLOCK + BVH8_SUBBLOCK + 3 };

/* Most alike; in some batches one turns round, starts elsewhere, is no ray, or is out of range. */
static void make_batch(const soup *s, int style, int k, carom_ray rays[BATCH]) {
    carom_ray base = any_ray(s, style, k);
    double tilt = ldexp(max_abs3(load3(base.direction)), -2 - k % 9);
    for (int i = 0; i < BATCH; i++) {
        rays[i] = base;
        rays[i].direction = step(base.direction, random_vec(tilt), 1);
        if (k % 5 == 2) rays[i].origin = step(base.origin, random_vec(tilt), 1);
    }
    int odd = k % BATCH;
    if (k % 4 == 1) SCALE(rays[odd].direction, -1);
    if (k % 4 == 2) rays[odd] = any_ray(s, style, k + 1);
    if (k % 8 == 3) rays[odd].origin.y = (carom_real)NAN;
    if (k % 8 == 7) rays[odd].direction = v3(0, 0, 0);
    if (k % 16 == 4) rays[odd].origin.x = (carom_real)CAROM_REAL_MAX;
    if (k % 16 == 12) rays[odd].t_max = rays[odd].t_min - 1;
}

static void check_batches(const soup *s, int style) {
    carom_ray rays[BATCH];
    carom_mesh_ray_hit single[BATCH], batch[BATCH];
    bool any[BATCH];
    size_t hits = 0;
    for (int k = 0; k < 96; k++) {
        carom_facing facing = (carom_facing)(k % 3);
        make_batch(s, style, k, rays);
        memset(single, 0, sizeof single);
        for (int i = 0; i < BATCH; i++) {
            single[i] = carom_raycast_ray_mesh(&rays[i], s->mesh, facing);
            hits += single[i].hit;
        }
        const carom_mesh_rays batched = {rays, BATCH, facing};
        carom_raycast_rays_mesh(&batched, s->mesh, batch, NULL);
        carom_overlap_rays_mesh(&batched, s->mesh, any, NULL);
        for (int i = 0; i < BATCH; i++) {
            assert_int_equal(any[i], single[i].hit);
            assert_same_hit(&batch[i], &single[i]);
        }
        static const uint32_t counts[] = {
            1, 2, BVH8_SUBBLOCK - 1, BVH8_SUBBLOCK, BVH8_SUBBLOCK + 1, BVH8_BLOCK - 3, BVH8_BLOCK};
        const bvh8_query query = {&s->mesh->bvh8, rays, facing};
        ask_every_way(&query, counts[k % COUNT(counts)], single);
    }
    assert_true(hits > 5);
}

/* ---- blocks of rays that miss altogether */

enum { MANY_RAYS = 2 * BVH8_BLOCK + 11 };

/* From one place outside, towards the mesh, past it or away from it; or some of all. Some are no
 * rays, or begin before their origin. */
static void make_blocks(const soup *s, int style, int k, carom_ray rays[MANY_RAYS]) {
    carom_ray base = any_ray(s, style, 12);
    double size = max_abs3(load3(base.direction)), tilt = ldexp(size, -3 - k % 7);
    base.origin = step(base.origin, base.direction, k % 2 ? -2 : -0.5);
    if (k % 3 == 1) SCALE(base.direction, -1);
    if (k % 3 == 2) base.direction = step(base.direction, random_vec(size), 1);
    for (int i = 0; i < MANY_RAYS; i++) {
        rays[i] = base;
        rays[i].direction = step(base.direction, random_vec(tilt), 1);
        if (k % 5 == 2) rays[i].origin = step(base.origin, random_vec(tilt), 1);
        if (i >= BVH8_BLOCK && k % 4 == 3) SCALE(rays[i].direction, -1);
        SCALE(rays[i].direction, 1 / size);
    }
    int odd = k % MANY_RAYS;
    if (k % 7 == 1) rays[odd].origin.y = (carom_real)NAN;
    if (k % 7 == 3) rays[odd].direction = v3(0, 0, 0);
    if (k % 7 == 5) rays[odd].t_min = -(carom_real)INFINITY;
}

static void check_blocks(const soup *s, int style) {
    static carom_ray rays[MANY_RAYS];
    static carom_mesh_ray_hit single[MANY_RAYS], batch[MANY_RAYS];
    bool any[MANY_RAYS];
    for (int k = 0; k < 48; k++) {
        make_blocks(s, style, k, rays);
        memset(single, 0, sizeof single);
        for (int i = 0; i < MANY_RAYS; i++)
            single[i] = carom_raycast_ray_mesh(&rays[i], s->mesh, CAROM_BOTH_SIDES);
        const carom_mesh_rays batched = {rays, MANY_RAYS, CAROM_BOTH_SIDES};
        carom_raycast_rays_mesh(&batched, s->mesh, batch, NULL);
        carom_overlap_rays_mesh(&batched, s->mesh, any, NULL);
        for (int i = 0; i < MANY_RAYS; i++) {
            assert_int_equal(any[i], single[i].hit);
            assert_same_hit(&batch[i], &single[i]);
        }
        for (int half = 0; half < 2; half++) {
            const bvh8_query query = {&s->mesh->bvh8, rays + half * BVH8_BLOCK, CAROM_BOTH_SIDES};
            ask_every_way(&query, BVH8_BLOCK, single + half * BVH8_BLOCK);
        }
    }
}

static void blocks_equal_single_rays(void **state) {
    (void)state;
    volume_seed = 74;
    for_each_style(check_blocks);
}

static void batches_equal_single_rays(void **state) {
    (void)state;
    volume_seed = 72;
    for_each_style(check_batches);
}

/* Eight rays from one place around a vertex of a closed ball, some exactly through it. */
static void batches_do_not_leak(void **state) {
    (void)state;
    volume_seed = 73;
    make_ball(&ball_of, 3, 1, v3(0, 0, 0));
    for (uint32_t k = 0; k < ball_of.vertex_count; k++)
        for (double distance = 1; distance < 2e6; distance *= 1000) {
            carom_ray rays[BVH8_SUBBLOCK];
            carom_mesh_ray_hit hits[BVH8_SUBBLOCK];
            carom_vec3 target = ball_of.vertices[k];
            carom_vec3 from = step(target, step(target, random_vec(0.1), 1), distance);
            for (int i = 0; i < BVH8_SUBBLOCK; i++) {
                carom_vec3 inside = step(v3(0, 0, 0), target, i % 2 ? 1 : random_in(0.8, 1));
                rays[i] = (carom_ray){from, step(inside, from, -1), 0, (carom_real)INFINITY};
            }
            carom_raycast_rays_mesh(&(carom_mesh_rays){.rays = rays, .count = BVH8_SUBBLOCK},
                                    ball_of.mesh, hits, NULL);
            for (int i = 0; i < BVH8_SUBBLOCK; i++)
                if (!hits[i].hit) fail_msg("a leak from %g", distance);
        }
    carom_mesh_destroy(ball_of.mesh);
}

/* ---- a tree beyond the cache, whose single rays are traversed in turn */

enum { CELLS = 180, SHEETS = 2, FAR_RAYS = 3 * BVH8_BLOCK + 5 };

/* Two sheets of the same triangles, a valley z = |x - y| / 2: every place is hit twice at once, and
 * the first sheet answers. */
static carom_mesh *make_valley(carom_vec3 *vertices, uint32_t *indices) {
    const uint32_t row = CELLS + 1;
    size_t count = 0;
    for (uint32_t y = 0; y < row; y++)
        for (uint32_t x = 0; x < row; x++)
            vertices[y * row + x] = v3(x, y, (x > y ? x - y : y - x) / 2.0);
    for (int sheet = 0; sheet < SHEETS; sheet++)
        for (uint32_t y = 0; y < CELLS; y++)
            for (uint32_t x = 0; x < CELLS; x++) {
                const uint32_t a = y * row + x,
                               corners[] = {a, a + 1, a + row + 1, a, a + row + 1, a + row};
                memcpy(indices + count, corners, sizeof corners);
                count += COUNT(corners);
            }
    const carom_mesh_def def = {vertices, indices, row * row, count / 3,
                                .build = CAROM_MESH_BUILD_FAST};
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* From above and below, in all directions; some straight down through a vertex, some with an end,
 * some that are no rays. */
static void make_far_rays(carom_ray rays[FAR_RAYS]) {
    for (int i = 0; i < FAR_RAYS; i++) {
        const carom_vec3 from = v3(random_in(0, CELLS), random_in(0, CELLS), random_in(-50, 150));
        const carom_vec3 at = v3(random_in(0, CELLS), random_in(0, CELLS), random_in(0, 60));
        rays[i] = (carom_ray){from, step(at, from, -1), 0, (carom_real)INFINITY};
        if (i % 8 == 1)
            rays[i] = (carom_ray){v3(i % CELLS, i * 7 % CELLS, 200), v3(0, 0, -2), 0,
                                  (carom_real)INFINITY};
        if (i % 16 == 2) rays[i].t_max = (carom_real)random_in(0.5, 1.5);
        if (i % 16 == 10) rays[i].t_min = (carom_real)random_in(0.5, 1.5);
    }
    rays[3].origin.x = (carom_real)NAN;
    rays[4].direction = v3(0, 0, 0);
    rays[5].direction.y = (carom_real)INFINITY;
}

static void large_trees_equal_brute_force(void **state) {
    (void)state;
    static carom_vec3 vertices[(CELLS + 1) * (CELLS + 1)];
    static uint32_t indices[(size_t)SHEETS * CELLS * CELLS * 6];
    static carom_ray rays[FAR_RAYS];
    static carom_mesh_ray_hit single[FAR_RAYS], batch[FAR_RAYS];
    volume_seed = 75;
    carom_mesh *mesh = make_valley(vertices, indices);
    const bvh8_tree *tree = &mesh->bvh8;
    assert_true(tree->count * 9 * sizeof(carom_real) > CACHED_TREE_BYTES);
    make_far_rays(rays);
    size_t hits = 0;
    for (int facing = 0; facing < 3; facing++) {
        for (int i = 0; i < FAR_RAYS; i++) {
            single[i] = carom_raycast_ray_mesh(&rays[i], mesh, (carom_facing)facing);
            hits += single[i].hit;
        }
        const carom_mesh_rays batched = {rays, FAR_RAYS, (carom_facing)facing};
        carom_raycast_rays_mesh(&batched, mesh, batch, NULL);
        for (int i = 0; i < FAR_RAYS; i++)
            assert_same_hit(&batch[i], &single[i]);
        for (uint32_t count = BVH8_BLOCK; count > BVH8_BLOCK - 10; count--)
            ask_every_way(&(bvh8_query){tree, rays, (carom_facing)facing}, count, single);
    }
    assert_true(hits > FAR_RAYS);
    for (int i = 0; i < FAR_RAYS; i += 8) {
        const int k = i + i / 8 % 3; /* in all directions, straight down, or with an end */
        const carom_mesh_def of = {
            .vertices = vertices, .indices = indices, .triangle_count = COUNT(indices) / 3};
        carom_mesh_ray_hit expected = brute_first(&of, &rays[k], CAROM_BOTH_SIDES);
        const carom_mesh_rays batched = {rays, FAR_RAYS, CAROM_BOTH_SIDES};
        if (i == 0) carom_raycast_rays_mesh(&batched, mesh, batch, NULL);
        assert_true(expected.triangle < COUNT(indices) / 3 / SHEETS);
        assert_same_hit(&batch[k], &expected);
    }
    carom_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lattice_of_rays),
        cmocka_unit_test(cameras_equal_brute_force),
        cmocka_unit_test(order_and_size_change_nothing),
        cmocka_unit_test(batches_equal_single_rays),
        cmocka_unit_test(batches_do_not_leak),
        cmocka_unit_test(blocks_equal_single_rays),
        cmocka_unit_test(large_trees_equal_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
