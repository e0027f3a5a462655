/* Questions to random worlds against asking every collider, before and after steps, for every kind
 * of structure; and the boxes of a space that a shape overlaps. */
#include "common/test_world_common.h"

#define N 150

static const carom_pose identity = {{0, 0, 0}, {0, 0, 0, 1}};

static bool kind_is_there(int kind) {
    carom_space *probe = NULL;
    carom_space_def def = {.kind = (carom_space_kind)kind};
    if (carom_space_create(&probe, &def) != CAROM_OK) return false;
    carom_space_destroy(probe);
    return true;
}

/* Without meshes, which are answered in their own frame: see the tests of poses below. */
static carom_world *random_world(int kind, int phase) {
    carom_world_def def = {.static_kind = (carom_space_kind)kind,
                           .moving_kind = (carom_space_kind)kind,
                           .response = phase == 2};
    carom_world *world = NULL;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    seed = 900 + (uint64_t)phase;
    for (int i = 0; i < N; i++) {
        carom_collider_def collider = {.shape = random_shape(i % 14, 0.6),
                                       .kind = (carom_collider_kind)(i % 3),
                                       .pose = {random3(4), random_rotation()},
                                       .category = i % 4 ? 1 : 2,
                                       .mask = UINT32_MAX,
                                       .mass = 1};
        if (i % 3) collider.velocity = random3(3);
        assert_int_equal(carom_world_insert(world, &collider, NULL), CAROM_OK);
    }
    insert(world, ground(), CAROM_COLLIDER_STATIC, at(0, -5, 0), v3(0, 0, 0));
    for (int i = 0; i < phase; i++)
        assert_int_equal(carom_world_step(world, (carom_real)0.1), CAROM_OK);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(carom_world_remove(world, carom_world_id(world, 7 * i)), CAROM_OK);
    return world;
}

static carom_ray random_ray(void) {
    carom_ray ray = {random3(6), random3(1), 0, (carom_real)between(1, 20)};
    if (uniform() < 0.2) ray.t_max = (carom_real)INFINITY;
    return ray;
}

/* ---- rays */

static void check_rays(const carom_world *world) {
    carom_world_hit hit, hits[N + 1];
    const uint32_t mask = uniform() < 0.3 ? 2 : UINT32_MAX;
    carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = random_ray()};
    size_t count = 0, got;
    carom_world_hit best = {.t = 0};
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0 || !(c.category & mask)) continue;
        carom_ray_hit h = carom_raycast(&ray, identity, &c.shape, c.pose);
        if (!h.hit) continue;
        if (count++ == 0 || h.t < best.t)
            best = (carom_world_hit){.id = id, .t = h.t, .point = h.point, .normal = h.normal};
    }
    assert_int_equal(carom_world_raycast(world, &ray.as.ray, mask, &hit), count > 0);
    assert_true(hit.id.index == best.id.index && hit.id.generation == best.id.generation);
    assert_true(hit.t == best.t && hit.normal.x == best.normal.x && hit.point.z == best.point.z);
    got = carom_world_raycast_all(world, &ray.as.ray, mask, hits, N + 1);
    assert_int_equal(got, count);
    for (size_t i = 1; i < got; i++)
        assert_true(hits[i - 1].t < hits[i].t ||
                    (hits[i - 1].t == hits[i].t && hits[i - 1].id.index < hits[i].id.index));
    carom_world_hit few[3];
    assert_int_equal(carom_world_raycast_all(world, &ray.as.ray, mask, few, 3), count);
    for (size_t i = 0; i < 3 && i < count; i++)
        assert_int_equal(few[i].id.index, hits[i].id.index);
    assert_int_equal(carom_world_raycast_all(world, &ray.as.ray, mask, NULL, 0), count);
}

/* ---- shapes */

static void check_sweeps(const carom_world *world) {
    carom_shape shape = random_shape((int)(uniform() * 14), 0.4);
    carom_world_probe probe = {
        &shape, {random3(5), random_rotation()}, random3(6), UINT32_MAX, NULL};
    carom_world_hit hit, best = {.t = 0}, hits[N + 1];
    size_t count = 0;
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0) continue;
        carom_moving_shape a = {&shape, probe.pose, probe.motion},
                           b = {&c.shape, c.pose, {0, 0, 0}};
        carom_sweep_hit h = carom_sweep(&a, &b);
        if (!h.hit) continue;
        if (count++ == 0 || h.fraction < best.t)
            best =
                (carom_world_hit){.id = id, .t = h.fraction, .initial_overlap = h.initial_overlap};
    }
    assert_int_equal(carom_world_sweep(world, &probe, &hit), count > 0);
    assert_int_equal(hit.id.index, best.id.index);
    assert_true(hit.t == best.t && hit.initial_overlap == best.initial_overlap);
    assert_int_equal(carom_world_sweep_all(world, &probe, hits, N + 1), count);
    if (count > 0) assert_int_equal(hits[0].id.index, best.id.index);
}

static void check_overlaps(const carom_world *world) {
    carom_shape shape = random_shape((int)(uniform() * 14), 1.0);
    carom_world_probe probe = {&shape, {random3(4), random_rotation()}, {0, 0, 0}, 3, NULL};
    carom_collider_id ids[N + 1], few[2];
    size_t got = carom_world_overlap(world, &probe, ids, N + 1), count = 0;
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0 || !carom_overlap(&shape, probe.pose, &c.shape, c.pose)) continue;
        assert_true(count < got);
        assert_int_equal(ids[count].index, i);
        count++;
    }
    assert_int_equal(got, count);
    assert_int_equal(carom_world_overlap(world, &probe, few, 2), count);
    for (size_t i = 0; i < 2 && i < count; i++)
        assert_int_equal(few[i].index, ids[i].index);
}

static void check_nearest(const carom_world *world) {
    enum { K = 20 };
    carom_shape shape = random_shape((int)(uniform() * 14), 0.3);
    carom_world_probe probe = {
        &shape, {random3(6), random_rotation()}, {0, 0, 0}, UINT32_MAX, NULL};
    carom_real distance[N + 1];
    carom_world_near near[K];
    size_t count = 0, capacity = 1 + (size_t)(uniform() * K);
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0) continue;
        carom_real d = carom_closest(&shape, probe.pose, &c.shape, c.pose).distance;
        if (!(d <= CAROM_REAL_MAX)) continue;
        size_t k = count++;
        for (; k > 0 && distance[k - 1] > d; k--)
            distance[k] = distance[k - 1];
        distance[k] = d;
    }
    size_t got = carom_world_nearest(world, &probe, near, capacity);
    assert_int_equal(got, count < capacity ? count : capacity);
    for (size_t i = 0; i < got; i++) {
        if (near[i].distance != distance[i])
            fail_msg("kind %d: %zu of %zu: %.17g, not %.17g", (int)shape.kind, i, got,
                     (double)near[i].distance, (double)distance[i]);
        if (i > 0)
            assert_true(near[i - 1].distance < near[i].distance ||
                        near[i - 1].id.index < near[i].id.index);
    }
}

static void test_questions(void **state) {
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int phase = 0; phase < 3 && kind_is_there(kind); phase++) {
            carom_world *world = random_world(kind, phase);
            for (int i = 0; i < 25; i++) {
                check_rays(world);
                check_sweeps(world);
                check_overlaps(world);
                check_nearest(world);
            }
            if (phase == 0) assert_int_equal(carom_world_build(world), CAROM_OK);
            check_rays(world);
            carom_world_destroy(world);
        }
}

/* A mesh that is turned and moved answers as its triangles, turned and moved, do. */
static void test_mesh_questions(void **state) {
    (void)state;
    seed = 77;
    for (int run = 0; run < 300; run++) {
        carom_world_def def = {.contacts = true};
        carom_world *world = NULL;
        carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = things.mesh};
        carom_pose pose = {random3(3), random_rotation()};
        assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
        insert(world, mesh, CAROM_COLLIDER_STATIC, pose, v3(0, 0, 0));
        carom_shape shape = random_shape(run % 14, 0.5);
        carom_world_probe probe = {&shape, {random3(5), random_rotation()}, random3(6), 1, NULL};
        carom_world_hit hit, ray_hit;
        carom_world_near near;
        carom_collider_id id;
        carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = random_ray()};
        double fraction = 2, distance = 1e30, t = 1e30;
        bool overlap = false;
        for (uint32_t i = 0; i < 4; i++) {
            carom_shape face = {.kind = CAROM_SHAPE_TRIANGLE,
                                .as.triangle = carom_mesh_triangle(things.mesh, i)};
            carom_moving_shape a = {&shape, probe.pose, probe.motion}, b = {&face, pose, {0, 0, 0}};
            carom_sweep_hit h = carom_sweep(&a, &b);
            carom_ray_hit r = carom_raycast(&ray, identity, &face, pose);
            if (h.hit) fraction = fmin(fraction, (double)h.fraction);
            if (r.hit) t = fmin(t, (double)r.t);
            distance =
                fmin(distance, (double)carom_closest(&shape, probe.pose, &face, pose).distance);
            overlap = overlap || carom_overlap(&shape, probe.pose, &face, pose);
        }
        double slack = 100 * (double)CAROM_REAL_EPSILON;
        if (carom_world_sweep(world, &probe, &hit))
            assert_true(fabs((double)hit.t - fraction) < 1e-5);
        else
            assert_true(fraction == 2);
        if (carom_world_raycast(world, &ray.as.ray, 1, &ray_hit))
            assert_true(fabs((double)ray_hit.t - t) < slack * (1 + t));
        assert_int_equal(carom_world_nearest(world, &probe, &near, 1), 1);
        assert_true(fabs((double)near.distance - distance) < slack * 10);
        if (distance > 0.01) {
            double dx = (double)near.point_a.x - (double)near.point_b.x,
                   dy = (double)near.point_a.y - (double)near.point_b.y,
                   dz = (double)near.point_a.z - (double)near.point_b.z;
            assert_true(fabs(sqrt(dx * dx + dy * dy + dz * dz) - distance) < 1e-5);
        }
        if (distance == 0 || distance > 1e-4)
            assert_int_equal(carom_world_overlap(world, &probe, &id, 1), overlap);
        carom_world_destroy(world);
    }
}

/* ---- contact of two colliders as they stand */

static void test_contact(void **state) {
    carom_world_def def = {.contacts = false};
    carom_world *world = NULL;
    carom_contact_manifold manifold = {.capacity = 4};
    (void)state;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    carom_collider_id a =
        insert(world, block(1, 1, 1), CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    carom_collider_id b =
        insert(world, block(1, 1, 1), CAROM_COLLIDER_MOVING, at(0.25, 1.75, 0.5), v3(0, 0, 0));
    int32_t count = carom_world_contact(world, a, b, &manifold);
    assert_int_equal(count, manifold.count);
    assert_true(count >= 1 && manifold.normal.y == 1);
    assert_true(manifold.points[0].depth == (carom_real)0.25);
    assert_int_equal(carom_world_contact(world, a, a, &manifold), 0);
    carom_world_remove(world, b);
    assert_int_equal(carom_world_contact(world, a, b, &manifold), 0);
    carom_world_destroy(world);
}

/* ---- bad questions */

static void test_bad_questions(void **state) {
    carom_world *world = random_world(0, 0);
    carom_world_hit hit;
    carom_world_near near;
    carom_collider_id id;
    (void)state;
    carom_ray rays[3] = {{v3(NAN, 0, 0), v3(1, 0, 0), 0, 1},
                         {v3(0, 0, 0), v3(0, 0, 0), 0, 1},
                         {v3(0, 0, 0), v3(1, 0, 0), 1, 0}};
    for (int i = 0; i < 3; i++) {
        assert_false(carom_world_raycast(world, &rays[i], UINT32_MAX, &hit));
        assert_int_equal(carom_world_raycast_all(world, &rays[i], UINT32_MAX, &hit, 1), 0);
    }
    carom_shape bad = ball(-1), good = ball(100);
    carom_world_probe probes[3] = {
        {&bad, identity, v3(1, 0, 0), UINT32_MAX, NULL},
        {&good, at(NAN, 0, 0), v3(1, 0, 0), UINT32_MAX, NULL},
        {&good, {{0, 0, 0}, {2, 0, 0, 0}}, v3(1, 0, 0), UINT32_MAX, NULL}};
    for (int i = 0; i < 3; i++) {
        assert_false(carom_world_sweep(world, &probes[i], &hit));
        assert_int_equal(carom_world_overlap(world, &probes[i], &id, 1), 0);
        assert_int_equal(carom_world_nearest(world, &probes[i], &near, 1), 0);
    }
    carom_world_probe far = {&good, identity, v3(INFINITY, 0, 0), UINT32_MAX, NULL};
    assert_false(carom_world_sweep(world, &far, &hit));
    far.mask = 0;
    assert_int_equal(carom_world_overlap(world, &far, &id, 1), 0);
    far.mask = 1;
    assert_true(carom_world_overlap(world, &far, NULL, 0) > 50);
    carom_world_destroy(world);
}

/* ---- a space and a shape */

static void test_space_and_shape(void **state) {
    carom_aabb boxes[N];
    uint32_t ids[N];
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        if (!kind_is_there(kind)) continue;
        seed = 3;
        for (int i = 0; i < N; i++) {
            carom_vec3 c = random3(4);
            double h = between(0, 0.5);
            boxes[i] = (carom_aabb){v3(c.x - h, c.y - h, c.z - h), v3(c.x + h, c.y, c.z + h)};
        }
        carom_space_def def = {.kind = (carom_space_kind)kind, .boxes = boxes, .count = N};
        carom_space *space = NULL;
        assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
        for (int run = 0; run < 60; run++) {
            carom_shape shape = run % 15 == 14 ? ground() : random_shape(run % 15, 2);
            carom_pose pose = {random3(3), random_rotation()};
            unsigned char found[N] = {0};
            size_t got = carom_space_query_shape(space, &shape, pose, ids, N), count = 0;
            for (size_t i = 0; i < got; i++)
                found[ids[i]]++;
            for (int i = 0; i < N; i++) {
                carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = boxes[i]};
                bool expected = carom_overlap(&shape, pose, &box, identity);
                count += expected;
                assert_int_equal(found[i], expected);
            }
            assert_int_equal(got, count);
            assert_int_equal(carom_space_query_shape(space, &shape, pose, NULL, 0), count);
        }
        carom_shape bad = ball(-1);
        assert_int_equal(carom_space_query_shape(space, &bad, identity, ids, N), 0);
        carom_space_destroy(space);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),       cmocka_unit_test(test_mesh_questions),
        cmocka_unit_test(test_contact),         cmocka_unit_test(test_bad_questions),
        cmocka_unit_test(test_space_and_shape),
    };
    return cmocka_run_group_tests(tests, make_assets, drop_assets);
}
