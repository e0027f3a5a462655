/* Rays against meshes: nothing leaks through edges and vertices from any distance, every set of
 * instructions gives the bits of brute force, and all hits come in order and once. */
#include "mesh/mesh_data.h"
#include "mesh/wide_ray.h"
#include "test_mesh_soup_common.h"

/* ---- a closed ball of triangles, its vertices moved in and out */

#define BALL_VERTICES (4 * 64 + 2)
#define BALL_TRIANGLES (8 * 64)

typedef struct ball_mesh {
    carom_vec3 vertices[BALL_VERTICES];
    uint32_t indices[3 * BALL_TRIANGLES], count, vertex_count;
    carom_mesh *mesh;
} ball_mesh;

static ball_mesh ball_of;

static uint32_t middle_of(ball_mesh *b, uint32_t i, uint32_t j) {
    carom_vec3 m = step(b->vertices[i], b->vertices[j], 1);
    double length = length_of(m);
    m = v3((double)m.x / length, (double)m.y / length, (double)m.z / length);
    for (uint32_t k = 0; k < b->vertex_count; k++)
        if (apart(m, b->vertices[k]) < 1e-5) return k;
    b->vertices[b->vertex_count] = m;
    return b->vertex_count++;
}

static void split_ball(ball_mesh *b) {
    static uint32_t old[3 * BALL_TRIANGLES];
    uint32_t count = b->count;
    memcpy(old, b->indices, sizeof old);
    b->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = old + 3 * i;
        uint32_t m[3];
        for (int k = 0; k < 3; k++)
            m[k] = middle_of(b, v[k], v[(k + 1) % 3]);
        uint32_t parts[4][3] = {
            {v[0], m[0], m[2]}, {m[0], v[1], m[1]}, {m[2], m[1], v[2]}, {m[0], m[1], m[2]}};
        memcpy(b->indices + 3 * b->count, parts, sizeof parts);
        b->count += 4;
    }
}

/* An octahedron split `levels` times; its size, and how far from the origin it is. */
static void make_ball(ball_mesh *b, int levels, double size, carom_vec3 center) {
    static const uint32_t faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                         {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int k = 0; k < 6; k++) {
        b->vertices[k] = v3(0, 0, 0);
        (&b->vertices[k].x)[k / 2] = (carom_real)(k % 2 ? -1 : 1);
    }
    memcpy(b->indices, faces, sizeof faces);
    b->count = 8;
    b->vertex_count = 6;
    for (int level = 0; level < levels; level++)
        split_ball(b);
    for (uint32_t k = 0; k < b->vertex_count; k++)
        b->vertices[k] = step(center, b->vertices[k], size * random_in(0.9, 1.1));
    carom_mesh_def def = {.vertices = b->vertices,
                          .indices = b->indices,
                          .vertex_count = b->vertex_count,
                          .triangle_count = b->count};
    assert_int_equal(carom_mesh_create(&b->mesh, &def), CAROM_OK);
}

/* ---- every set of instructions */

static void assert_same_hit(const carom_mesh_ray_hit *hit, const carom_mesh_ray_hit *expected) {
    assert_int_equal(hit->hit, expected->hit);
    assert_int_equal(hit->triangle, expected->triangle);
    assert_int_equal(hit->at.hit, expected->at.hit);
    assert_true(hit->at.t == expected->at.t);
    assert_same(hit->at.point, expected->at.point);
    assert_same(hit->at.normal, expected->at.normal);
    assert_same(hit->at.barycentric, expected->at.barycentric);
}

static bool take_count(void *context, const wide_query *query, const wide_hit *hit) {
    (void)query;
    ++*(size_t *)context;
    return hit->hit;
}

/* Gives how many sets were asked. */
static int ask_all_sets(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                        const carom_mesh_ray_hit *expected, size_t count) {
    int sets = 0;
    for (int set = 0; set < SIMD_SETS; set++) {
        if (!carom_simd_runs((simd_set)set)) continue;
        wide_query query = {&mesh->wide, ray, facing};
        size_t found = 0;
        wide_sink sink = {take_count, &found};
        carom_mesh_ray_hit hit = SIMD_LONG_OF((simd_set)set, carom_wide_first)(&query);
        assert_same_hit(&hit, expected);
        assert_int_equal(SIMD_LONG_OF((simd_set)set, carom_wide_any)(&query), expected->hit);
        SIMD_LONG_OF((simd_set)set, carom_wide_all)(&query, &sink);
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

/* Rays near and far, with and without ends, along axes, and through vertices. */
static carom_ray any_ray(const soup *s, int style, int k) {
    carom_vec3 to = any_point(style), from = any_point(style);
    if (k % 3 == 0) to = s->vertices[(size_t)k % s->def.vertex_count];
    carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
    if (k % 5 == 1) ray.origin = step(to, ray.direction, -ldexp(1, k % 60));
    if (k % 7 == 2) ray.t_max = (carom_real)random01();
    if (k % 7 == 3) ray.t_min = (carom_real)random_in(-2, 2);
    if (k % 7 == 4) ray.t_min = -(carom_real)INFINITY;
    if (k % 4 == 3) (&ray.direction.x)[k % 3] = 0;
    if (k % 11 == 0) SCALE(ray.direction, ldexp(1, k % 40 - 20));
    return ray;
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

/* ---- rays in batches */

enum { BATCH = 2 * WIDE_RAYS + 3 };

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
        for (int set = 0; set < SIMD_SETS; set++) {
            carom_mesh_ray_hit found[WIDE_RAYS];
            wide_query query = {&s->mesh->wide, rays, facing};
            if (!carom_simd_runs((simd_set)set)) continue;
            SIMD_LONG_OF((simd_set)set, carom_wide_first_of_eight)(&query, found);
            uint32_t told = SIMD_LONG_OF((simd_set)set, carom_wide_any_of_eight)(&query);
            for (int i = 0; i < WIDE_RAYS; i++) {
                assert_same_hit(&found[i], &single[i]);
                assert_int_equal(told >> i & 1u, single[i].hit);
            }
        }
    }
    assert_true(hits > 5);
}

/* ---- blocks of rays that miss altogether */

enum { MANY_RAYS = 2 * WIDE_BLOCK + 11 };

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
        if (i >= WIDE_BLOCK && k % 4 == 3) SCALE(rays[i].direction, -1);
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
    int missed = 0;
    for (int k = 0; k < 48; k++) {
        make_blocks(s, style, k, rays);
        memset(single, 0, sizeof single);
        bool hit[2] = {false, false};
        for (int i = 0; i < MANY_RAYS; i++) {
            single[i] = carom_raycast_ray_mesh(&rays[i], s->mesh, CAROM_BOTH_SIDES);
            if (i < 2 * WIDE_BLOCK) hit[i / WIDE_BLOCK] |= single[i].hit;
        }
        const carom_mesh_rays batched = {rays, MANY_RAYS, CAROM_BOTH_SIDES};
        carom_raycast_rays_mesh(&batched, s->mesh, batch, NULL);
        carom_overlap_rays_mesh(&batched, s->mesh, any, NULL);
        for (int i = 0; i < MANY_RAYS; i++) {
            assert_int_equal(any[i], single[i].hit);
            assert_same_hit(&batch[i], &single[i]);
        }
        for (int set = 0; set < SIMD_SETS; set++)
            for (int half = 0; half < 2 && carom_simd_runs((simd_set)set); half++) {
                wide_query query = {&s->mesh->wide, rays + half * WIDE_BLOCK, CAROM_BOTH_SIDES};
                bool told = SIMD_LONG_OF((simd_set)set, carom_wide_block_misses)(&query);
                assert_false(told && hit[half]);
                missed += told;
            }
    }
    assert_true(unit != 1 || missed > 10);
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
            carom_ray rays[WIDE_RAYS];
            carom_mesh_ray_hit hits[WIDE_RAYS];
            carom_vec3 target = ball_of.vertices[k];
            carom_vec3 from = step(target, step(target, random_vec(0.1), 1), distance);
            for (int i = 0; i < WIDE_RAYS; i++) {
                carom_vec3 inside = step(v3(0, 0, 0), target, i % 2 ? 1 : random_in(0.8, 1));
                rays[i] = (carom_ray){from, step(inside, from, -1), 0, (carom_real)INFINITY};
            }
            carom_raycast_rays_mesh(&(carom_mesh_rays){.rays = rays, .count = WIDE_RAYS},
                                    ball_of.mesh, hits, NULL);
            for (int i = 0; i < WIDE_RAYS; i++)
                if (!hits[i].hit) fail_msg("a leak from %g", distance);
        }
    carom_mesh_destroy(ball_of.mesh);
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
        cmocka_unit_test(nearest_of_near_ties),
        cmocka_unit_test(batches_equal_single_rays),
        cmocka_unit_test(equal_times_at_the_ends_of_the_range),
        cmocka_unit_test(batches_do_not_leak),
        cmocka_unit_test(blocks_equal_single_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
