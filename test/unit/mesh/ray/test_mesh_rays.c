/* Rays against meshes: nothing leaks through edges and vertices from any distance, every set of
 * instructions gives the bits of brute force, and all hits come in order and once. */
#include "common/test_mesh_rays_common.h"
#include "common/test_sets.h"
#include "mesh/ray/ray_packet.h"

/* ---- every set of instructions */

static bool take_count(void *context, const bvh8_query *query, const bvh8_hit *hit) {
    (void)query;
    ++*(size_t *)context;
    return hit->hit;
}

/* Gives how many sets were asked. */
static int ask_all_sets(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                        const carom_mesh_ray_hit *expected, size_t count) {
    int sets = 0;
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!test_runs((simd_set)set)) continue;
        bvh8_query query = {&mesh->bvh8, ray, facing};
        size_t found = 0;
        bvh8_sink sink = {take_count, &found};
        carom_mesh_ray_hit hit = TEST_LONG_OF(set, carom_bvh8_first)(&query);
        assert_same_hit(&hit, expected);
        assert_int_equal(TEST_LONG_OF(set, carom_bvh8_any)(&query), expected->hit);
        TEST_LONG_OF(set, carom_bvh8_all)(&query, &sink);
        assert_true(count == SIZE_MAX ? (found > 0) == expected->hit : found == count);
        sets++;
    }
    return sets;
}

/* From `distance` sizes away (measured from the target) towards it: must hit. The direction is
 * rounded, so it meets the target or what is beside it. */
static void must_hit(const ball_mesh *b, carom_vec3 target, carom_vec3 outwards, double distance) {
    carom_vec3 from = step(target, outwards, distance);
    carom_ray ray = {from, step(target, from, -1), 0, (carom_real)INFINITY};
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, b->mesh, CAROM_BOTH_SIDES);
    if (!hit.hit) fail_msg("a leak from %g", distance);
    assert_true(ask_all_sets(&ray, b->mesh, CAROM_BOTH_SIDES, &hit, SIZE_MAX) >= 2);
}

/* Exactly through the target where that is a vertex: from the origin, and from behind it. */
static void must_hit_exactly(const ball_mesh *b, carom_vec3 target, double size) {
    for (int k = 0; k < 3; k++) {
        carom_vec3 from = step(v3(0, 0, 0), target, k ? ldexp(1, 20 * k) : 0);
        carom_ray ray = {from, step(v3(0, 0, 0), target, k ? -1 : 1), 0, (carom_real)INFINITY};
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, b->mesh, CAROM_BOTH_SIDES);
        if (!hit.hit) fail_msg("a leak at a vertex, %d", k);
        assert_true(apart(hit.at.point, target) < 1e-4 * size || k > 0);
        ask_all_sets(&ray, b->mesh, CAROM_BOTH_SIDES, &hit, SIZE_MAX);
    }
}

static void check_ball(int levels, double size, carom_vec3 center, double nearest) {
    make_ball(&ball_of, levels, size, center);
    const ball_mesh *b = &ball_of;
    for (uint32_t i = 0; i < 3 * b->count; i++) {
        carom_vec3 p = b->vertices[b->indices[i]];
        carom_vec3 q = b->vertices[b->indices[i % 3 == 2 ? i - 2 : i + 1]];
        double f = random01();
        carom_vec3 on_edge = step(p, step(q, p, -1), i % 2 ? 0.5 : f);
        for (double distance = nearest; distance < 2e6; distance *= 1000) {
            carom_vec3 tilt = random_vec(0.2 * size);
            must_hit(b, p, step(step(p, center, -1), tilt, 1), distance);
            must_hit(b, on_edge, step(step(on_edge, center, -1), tilt, 1), distance);
        }
    }
    for (uint32_t i = 0; same_vec(center, v3(0, 0, 0)) && i < b->vertex_count; i++)
        must_hit_exactly(b, b->vertices[i], size);
    carom_mesh_destroy(b->mesh);
}

static void nothing_leaks(void **state) {
    (void)state;
    volume_seed = 71;
    check_ball(0, 1, v3(0, 0, 0), 1);
    check_ball(3, 1, v3(0, 0, 0), 1000);
    check_ball(2, 1, v3(100, -50, 7), 1);
    check_ball(2, 1e-6, v3(0, 0, 0), 1);
    check_ball(2, 1e9, v3(0, 0, 0), 1);
}

/* ---- brute force */

typedef struct brute_list {
    carom_mesh_ray_hit hits[LARGEST];
    size_t count;
} brute_list;

/* All hits in order of t, then index. */
static void list_by_brute_force(const soup *s, const carom_ray *ray, carom_facing facing,
                                brute_list *list) {
    list->count = 0;
    for (size_t i = 0; i < s->def.triangle_count; i++) {
        carom_triangle t = given(s, i);
        carom_mesh_ray_hit hit = {true, (uint32_t)i, carom_raycast_ray_triangle(ray, &t, facing)};
        if (!hit.at.hit) continue;
        size_t at = list->count++;
        for (; at > 0 && list->hits[at - 1].at.t > hit.at.t; at--)
            list->hits[at] = list->hits[at - 1];
        list->hits[at] = hit;
    }
}

static bool faces(const soup *s, const carom_ray *ray, uint32_t i, carom_facing facing) {
    carom_triangle t = given(s, i);
    return carom_raycast_ray_triangle(ray, &t, facing).hit;
}

/* The corners with a weight, sorted by coordinates, so that equal features compare equal. */
static int corners_hit(const soup *s, const carom_mesh_ray_hit *hit, carom_vec3 corner[3]) {
    carom_triangle t = given(s, hit->triangle);
    int count = 0;
    for (int k = 0; k < 3; k++)
        if ((&hit->at.barycentric.x)[k] != 0) corner[count++] = t.v[k];
    if (count == 2 && (corner[0].x > corner[1].x ||
                       (corner[0].x == corner[1].x &&
                        (corner[0].y > corner[1].y ||
                         (corner[0].y == corner[1].y && corner[0].z > corner[1].z))))) {
        carom_vec3 kept = corner[0];
        corner[0] = corner[1];
        corner[1] = kept;
    }
    return count;
}

/* Drops hits that a triangle with a lower index tells already. */
static void drop_twins(const soup *s, const carom_ray *ray, brute_list *list) {
    size_t kept = 0;
    bool drop[LARGEST] = {false};
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = 0; j < list->count && !drop[i]; j++) {
            const carom_mesh_ray_hit *a = &list->hits[i], *b = &list->hits[j];
            carom_vec3 p[3], q[3];
            if (b->triangle >= a->triangle) continue;
            int count = corners_hit(s, a, p);
            if (count > 2 || corners_hit(s, b, q) != count) continue;
            bool same = same_vec(p[0], q[0]) && (count == 1 || same_vec(p[1], q[1]));
            bool front = faces(s, ray, a->triangle, CAROM_FRONT_ONLY) &&
                         faces(s, ray, b->triangle, CAROM_FRONT_ONLY);
            bool back = faces(s, ray, a->triangle, CAROM_BACK_ONLY) &&
                        faces(s, ray, b->triangle, CAROM_BACK_ONLY);
            drop[i] = same && (front || back);
        }
    for (size_t i = 0; i < list->count; i++)
        if (!drop[i]) list->hits[kept++] = list->hits[i];
    list->count = kept;
}

static void assert_all(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                       const brute_list *list) {
    static carom_mesh_ray_hit hits[LARGEST + 1];
    const size_t capacities[] = {0, 1, 3, list->count, LARGEST};
    for (int k = 0; k < COUNT(capacities); k++) {
        size_t capacity = capacities[k], kept = capacity < list->count ? capacity : list->count;
        hits[kept].triangle = 0xabcdef;
        size_t count = carom_raycast_ray_mesh_all(ray, mesh, facing, hits, capacity);
        assert_int_equal(count, list->count);
        for (size_t i = 0; i < kept; i++) {
            assert_int_equal(hits[i].triangle, list->hits[i].triangle);
            assert_true(hits[i].hit && hits[i].at.t == list->hits[i].at.t);
            assert_same(hits[i].at.normal, list->hits[i].at.normal);
            assert_same(hits[i].at.point, list->hits[i].at.point);
        }
        assert_int_equal(hits[kept].triangle, 0xabcdef);
    }
}

static void check_brute_force(const soup *s, int style) {
    static brute_list list;
    size_t hits = 0, twins = 0;
    for (int k = 0; k < 150; k++) {
        carom_ray ray = any_ray(s, style, k);
        carom_facing facing = (carom_facing)(k % 3);
        list_by_brute_force(s, &ray, facing, &list);
        carom_mesh_ray_hit first = {0}, batch;
        if (list.count > 0) first = list.hits[0];
        bool many;
        const carom_mesh_rays one = {&ray, 1, facing};
        carom_raycast_rays_mesh(&one, s->mesh, &batch, NULL);
        carom_overlap_rays_mesh(&one, s->mesh, &many, NULL);
        assert_true(many == (list.count > 0) && batch.hit == first.hit &&
                    batch.triangle == first.triangle);
        assert_true(ask_all_sets(&ray, s->mesh, facing, &first, list.count) >= 2);
        hits += list.count;
        twins += list.count;
        drop_twins(s, &ray, &list);
        twins -= list.count;
        assert_all(&ray, s->mesh, facing, &list);
    }
    assert_true(hits > 5);
    assert_true(style != 3 || twins > 0);
}

static void every_set_equals_brute_force(void **state) {
    (void)state;
    for_each_style(check_brute_force);
}

/* A flat ball: what leaves its middle grazes its triangles, those round a vertex at times that
 * differ by more than rounding, and passes each vertex once. */
static void grazed_vertices_are_hit_once(void **state) {
    (void)state;
    volume_seed = 73;
    const int flattest = sizeof(carom_real) == sizeof(float) ? 9 : 24; /* and no vertex hides */
    for (int flat = 0; flat <= flattest; flat += 3) {
        ball_mesh *b = &ball_of;
        make_ball(b, 3, 1, v3(0, 0, 0));
        carom_mesh_destroy(b->mesh);
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            carom_vec3 v = b->vertices[i], n = v3(1, 2, 2);
            b->vertices[i] = step(v, n, (ldexp(1, -flat) - 1) / 9 * dot_of(v, n));
        }
        carom_mesh_def def = {.vertices = b->vertices,
                              .indices = b->indices,
                              .vertex_count = b->vertex_count,
                              .triangle_count = b->count};
        assert_int_equal(carom_mesh_create(&b->mesh, &def), CAROM_OK);
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            carom_ray ray = {v3(0, 0, 0), b->vertices[i], 0, (carom_real)INFINITY};
            carom_mesh_ray_hit hits[4];
            assert_int_equal(carom_raycast_ray_mesh_all(&ray, b->mesh, CAROM_BOTH_SIDES, hits, 4),
                             1);
            assert_true(fabs((double)hits[0].at.t - 1) < 1e-6);
        }
        carom_mesh_destroy(b->mesh);
    }
}

/* ---- triangles as near as rounding tells */

enum { STACKED = 120 };

/* Triangles across the z axis, all of them hit by what runs near it: heights in steps of an ulp, or
 * of less than an ulp of the ray's time, or none; lower ones have no lower indices. */
static void make_stack(soup *s, double step_of_height) {
    for (size_t i = 0; i < STACKED; i++) {
        double height = 1.0 + step_of_height * (double)(i * 37 % STACKED), size = 1.0 + random01();
        double tilt = i % 4 == 3 ? step_of_height : 0.0;
        s->vertices[3 * i] = v3(-4 * size, -3, height - tilt);
        s->vertices[3 * i + 1] = v3(4 * size, -3, height + tilt);
        s->vertices[3 * i + 2] = v3(0, 5 * size, height);
        for (size_t k = 0; k < 3; k++)
            s->indices[3 * i + k] = (uint32_t)(3 * i + (i % 2 ? 2 - k : k));
    }
    s->def = (carom_mesh_def){.vertices = s->vertices,
                              .indices = s->indices,
                              .vertex_count = 3 * STACKED,
                              .triangle_count = STACKED,
                              .build = CAROM_MESH_BUILD_SPLIT};
    assert_int_equal(carom_mesh_create(&s->mesh, &s->def), CAROM_OK);
}

/* The same of many rays beside it, which all meet the large triangles: they are asked together. */
static void check_beside(const soup *s, const carom_ray *ray, carom_facing facing) {
    carom_ray rays[BVH8_BLOCK];
    carom_mesh_ray_hit hits[BVH8_BLOCK];
    for (int i = 0; i < BVH8_BLOCK; i++) {
        rays[i] = *ray;
        rays[i].origin = step(ray->origin, v3(i % 8, i / 8, 0), 0.01);
    }
    for (int set = 0; set < SIMD_SETS; set++) {
        const bvh8_query query = {&s->mesh->bvh8, rays, facing};
        if (!test_runs((simd_set)set)) continue;
        TEST_LONG_OF(set, carom_bvh8_first_of_block)(&query, BVH8_BLOCK, hits);
        for (int i = 0; i < BVH8_BLOCK; i++) {
            carom_mesh_ray_hit single = carom_raycast_ray_mesh(&rays[i], s->mesh, facing);
            assert_true(single.hit);
            assert_same_hit(&hits[i], &single);
        }
    }
}

static void check_stack(double step_of_height) {
    static brute_list list;
    make_stack(&shared, step_of_height);
    for (int k = 0; k < 60; k++) {
        carom_facing facing = (carom_facing)(k % 3);
        double away = ldexp(1, k % 5 == 4 ? 13 : k % 5), lean = k % 2 ? 0.3 / away : 0.0;
        carom_vec3 from = v3(random_in(-1, 1), random_in(-1, 1), k % 6 < 3 ? -away : 2 + away);
        carom_ray ray = {from, v3(lean, -lean, k % 6 < 3 ? 1 : -1), 0, (carom_real)INFINITY};
        list_by_brute_force(&shared, &ray, facing, &list);
        assert_true(list.count > 0);
        ask_all_sets(&ray, shared.mesh, facing, &list.hits[0], list.count);
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, shared.mesh, facing);
        assert_same_hit(&hit, &list.hits[0]);
        check_beside(&shared, &ray, facing);
    }
    carom_mesh_destroy(shared.mesh);
}

static void nearest_of_near_ties(void **state) {
    (void)state;
    volume_seed = 73;
    const double ulp = (double)CAROM_REAL_EPSILON;
    const double steps[] = {0.0, ulp, 3 * ulp, 1e-6, 4e-6, 2e-5, 1e-3};
    for (int k = 0; k < COUNT(steps); k++)
        check_stack(steps[k]);
}

/* Times below or beyond the range are rounded to one number: the least index then stands for all,
 * wherever it is. */
static void equal_times_at_the_ends_of_the_range(void **state) {
    (void)state;
    enum { SHEETS = 40 };
    const bool narrow = (double)CAROM_REAL_EPSILON > 1e-10;
    const double sizes[2] = {narrow ? 1e-30 : 1e-250, narrow ? 1e30 : 1e250};
    const double speeds[2] = {narrow ? 1e20 : 1e100, narrow ? 1e-20 : 1e-100};
    for (int end = 0; end < 2; end++) {
        carom_vec3 corners[3 * SHEETS];
        uint32_t indices[3 * SHEETS];
        carom_mesh *mesh;
        for (uint32_t i = 0; i < 3 * SHEETS; i++) {
            double x = SHEETS - i / 3, y = i % 3 == 1 ? 3 : -1, z = i % 3 == 2 ? 3 : -1;
            corners[i] = step(v3(0, 0, 0), v3(x, y, z), sizes[end]);
            indices[i] = i;
        }
        const carom_mesh_def def = {corners, indices, 3 * SHEETS, SHEETS, {0}, 0, {0}, false};
        assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
        const carom_ray ray = {v3(0, 0, 0), step(v3(0, 0, 0), v3(1, 0, 0), speeds[end]), 0,
                               (carom_real)INFINITY};
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
        assert_true(hit.hit && hit.triangle == 0);
        assert_true(hit.at.t == (end ? CAROM_REAL_MAX : 0));
        ask_all_sets(&ray, mesh, CAROM_BOTH_SIDES, &hit, SHEETS);
        carom_mesh_destroy(mesh);
    }
}

static carom_mesh_ray_hit first_by_brute_force(const ball_mesh *b, const carom_ray *ray) {
    carom_mesh_ray_hit first = {0};
    for (uint32_t i = 0; i < b->count; i++) {
        const uint32_t *v = b->indices + 3 * i;
        carom_triangle t = {{b->vertices[v[0]], b->vertices[v[1]], b->vertices[v[2]]}};
        carom_ray_hit_triangle hit = carom_raycast_ray_triangle(ray, &t, CAROM_BOTH_SIDES);
        if (hit.hit && (!first.hit || hit.t < first.at.t))
            first = (carom_mesh_ray_hit){true, i, hit};
    }
    return first;
}

/* Single rays are made ready in float within these sizes, and in double beyond them. */
static size_t check_range(const ball_mesh *b, double size, double speed) {
    static const double ends[] = {1e25, 9.9e25, 1.1e26, 1e27, 1e37};
    size_t hits = 0;
    for (int k = 0; k < 60; k++) {
        carom_vec3 from = random_vec(k % 2 ? 3 * size : 0.5 * size), way = random_vec(1);
        carom_ray ray = {from, step(v3(0, 0, 0), way, speed), 0, (carom_real)INFINITY};
        if (k % 3 == 0) (&ray.direction.x)[k / 3 % 3] *= (carom_real)1e-30;
        if (k % 4 == 1) ray.t_max = (carom_real)ends[k / 4 % 5];
        if (k % 12 == 6) ray.t_min = (carom_real)ends[k / 12 % 5];
        carom_mesh_ray_hit expected = first_by_brute_force(b, &ray);
        if (expected.hit && k % 4 == 3) ray.t_max = expected.at.t;
        if (expected.hit && k % 8 == 4) ray.t_min = ray.t_max = expected.at.t;
        expected = first_by_brute_force(b, &ray);
        assert_true(ask_all_sets(&ray, b->mesh, CAROM_BOTH_SIDES, &expected, SIZE_MAX) >= 2);
        hits += expected.hit;
    }
    return hits;
}

static void sizes_speeds_and_times_at_the_ends_of_float(void **state) {
    (void)state;
    static const double sizes[] = {5e-13, 0.9e-12, 1.1e-12, 2e-12, 4e-12,  1.0,
                                   2e11,  5e11,    0.9e12,  1e12,  1.1e12, 4e12};
    static const int speeds[] = {-34, -33, -32, -31, -30, 0, 30, 31, 32, 33, 34};
    volume_seed = 72;
    for (int i = 0; i < COUNT(sizes); i++) {
        make_ball(&ball_of, 2, sizes[i], v3(0, 0, 0));
        size_t hits = 0;
        for (int k = 0; k < COUNT(speeds); k++)
            hits += check_range(&ball_of, sizes[i], ldexp(1, speeds[k]));
        assert_true(hits > 200);
        carom_mesh_destroy(ball_of.mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_speeds_and_times_at_the_ends_of_float),
        cmocka_unit_test(nothing_leaks),
        cmocka_unit_test(every_set_equals_brute_force),
        cmocka_unit_test(grazed_vertices_are_hit_once),
        cmocka_unit_test(nearest_of_near_ties),
        cmocka_unit_test(equal_times_at_the_ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
