/* Options of a world's questions and contact planes: hand-made cases, and random worlds against all
 * colliders one by one. */
#include "common/test_world_common.h"

#define N 90

static const carom_pose identity = {{0, 0, 0}, {0, 0, 0, 1}};

static carom_world *new_world(void) {
    carom_world_def def = carom_world_defaults();
    carom_world *world = NULL;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    return world;
}

static bool count_and_refuse(carom_collider_id id, const carom_collider_def *def, void *user) {
    uint64_t *calls = user;
    (*calls)++;
    (void)id;
    return def->user != 7;
}

/* Three blocks in a row along x: of them the first that each question reaches. */
static void check_first(const carom_world *world, const carom_world_options *options,
                        const carom_collider_id *first) {
    const carom_shape small = ball(0.25),
                      ray = {.kind = CAROM_SHAPE_RAY, .as.ray = {v3(0, 0, 0), v3(1, 0, 0), 0, 100}};
    const carom_world_probe sweep = {&small, identity, v3(40, 0, 0), UINT32_MAX, options},
                            cast = {&ray, identity, v3(0, 0, 0), UINT32_MAX, options};
    const carom_shape large = ball(100);
    const carom_world_probe all = {&large, identity, v3(0, 0, 0), UINT32_MAX, options};
    carom_world_hit hit, hits[4];
    carom_world_near near;
    carom_collider_id ids[4];
    assert_int_equal(carom_world_sweep(world, &sweep, &hit), first != NULL);
    if (first) assert_int_equal(hit.id.index, first->index);
    assert_int_equal(carom_world_raycast_probe(world, &cast, &hit), first != NULL);
    if (first) assert_int_equal(hit.id.index, first->index);
    const size_t left = carom_world_overlap(world, &all, ids, 4);
    assert_int_equal(left > 0, first != NULL);
    if (first) assert_int_equal(ids[0].index, first->index);
    assert_int_equal(carom_world_sweep_all(world, &sweep, hits, 4), left);
    assert_int_equal(carom_world_raycast_probe_all(world, &cast, hits, 4), left);
    assert_int_equal(carom_world_nearest(world, &sweep, &near, 1), first != NULL);
    if (first) assert_int_equal(near.id.index, first->index);
    carom_world_plane planes[4];
    assert_int_equal(carom_world_planes(world, &sweep, 50, planes, 4), left);
    if (first) assert_int_equal(planes[0].id.index, first->index);
}

static void test_left_out(void **state) {
    carom_world *world = new_world();
    carom_collider_id id[3];
    uint64_t calls = 0;
    (void)state;
    for (int i = 0; i < 3; i++) {
        carom_collider_def def = {.shape = block(1, 1, 1),
                                  .kind = i == 0 ? CAROM_COLLIDER_SENSOR : CAROM_COLLIDER_STATIC,
                                  .pose = at(5 + 5 * i, 0, 0),
                                  .category = 1,
                                  .mask = i == 1 ? 2 : 4,
                                  .user = i == 1 ? 7 : 0};
        assert_int_equal(carom_world_insert(world, &def, &id[i]), CAROM_OK);
    }
    const carom_collider_id stale = {id[0].index, id[0].generation + 1}, some[2] = {stale, id[0]};
    carom_world_options options = {.excluded = &stale, .excluded_count = 1};
    check_first(world, NULL, &id[0]);
    check_first(world, &options, &id[0]);
    options = (carom_world_options){.excluded = some, .excluded_count = 2};
    check_first(world, &options, &id[1]);
    options = (carom_world_options){.excluded = id, .excluded_count = 3};
    check_first(world, &options, NULL);
    options = (carom_world_options){.skip_sensors = true};
    check_first(world, &options, &id[1]);
    options = (carom_world_options){.category = 2};
    check_first(world, &options, &id[1]);
    options = (carom_world_options){.skip_sensors = true, .category = 4};
    check_first(world, &options, &id[2]);
    options = (carom_world_options){.category = 8};
    check_first(world, &options, NULL);
    options =
        (carom_world_options){.skip_sensors = true, .filter = count_and_refuse, .user = &calls};
    check_first(world, &options, &id[2]);
    assert_true(calls >= 14);
    carom_world_destroy(world);
}

/* ---- what counts as contact of a sweep */

static void test_start_in_contact(void **state) {
    carom_world *world = new_world();
    (void)state;
    carom_collider_id floor = insert(world, block(10, 1, 10), CAROM_COLLIDER_STATIC, at(0, -1, 0),
                                     v3(0, 0, 0)),
                      roof = insert(world, block(10, 1, 10), CAROM_COLLIDER_STATIC, at(0, 6, 0),
                                    v3(0, 0, 0));
    const carom_shape shape = ball(0.5);
    carom_world_options options = {.sweep = {.ignore_receding = true}};
    carom_world_probe probe = {&shape, at(0, 0.25, 0), v3(0, 9.5, 0), 1, NULL};
    carom_world_hit hit;
    assert_true(carom_world_sweep(world, &probe, &hit));
    assert_true(hit.initial_overlap && hit.t == 0 && hit.id.index == floor.index);
    probe.options = &options;
    assert_true(carom_world_sweep(world, &probe, &hit));
    assert_true(hit.id.index == roof.index && hit.t > (carom_real)0.447 &&
                hit.t < (carom_real)0.448);
    probe.motion = v3(0, -1, 0);
    assert_true(carom_world_sweep(world, &probe, &hit));
    assert_true(hit.initial_overlap && hit.id.index == floor.index);
    probe.pose = at(0, 2, 0);
    probe.motion = v3(4, -2, 0);
    options.sweep.target_distance = (carom_real)0.5;
    assert_true(carom_world_sweep(world, &probe, &hit));
    assert_true(fabs((double)hit.t - 0.5) < 1e-6 && !hit.initial_overlap);
    /* past the side of the floor, where its box is met only when grown */
    probe.pose = at(10.75, 3, 0);
    probe.motion = v3(0, -6, 0);
    assert_true(carom_world_sweep(world, &probe, &hit));
    options.sweep.target_distance = (carom_real)0.125;
    assert_false(carom_world_sweep(world, &probe, &hit));
    const carom_real bad[3] = {-1, (carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 3; i++) {
        options.sweep.target_distance = bad[i];
        assert_false(carom_world_sweep(world, &probe, &hit));
    }
    carom_world_destroy(world);
}

static void check_random_sweep(const carom_world *world) {
    const carom_shape shape = random_shape((int)(uniform() * 14), 0.4);
    const carom_world_options options = {.sweep = {false, uniform() < 0.5, uniform() < 0.3,
                                                   (carom_real)(uniform() < 0.3 ? 0 : uniform())}};
    const carom_world_probe probe = {
        &shape, {random3(5), random_rotation()}, random3(6), 1, &options};
    carom_posed_shape a, b;
    carom_world_hit hit, best = {.t = 0};
    size_t count = 0;
    assert_true(carom_shape_pose(&a, &shape, probe.pose));
    a.motion = probe.motion;
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0 || !(c.category & 1)) continue;
        assert_true(carom_shape_pose(&b, &c.shape, c.pose));
        carom_sweep_hit h = carom_sweep_posed(&a, &b, &options.sweep);
        if (h.hit && (count++ == 0 || h.fraction < best.t))
            best = (carom_world_hit){.id = id, .t = h.fraction};
    }
    assert_int_equal(carom_world_sweep_all(world, &probe, NULL, 0), count);
    assert_int_equal(carom_world_sweep(world, &probe, &hit), count > 0);
    assert_true(hit.id.index == best.id.index && hit.t == best.t);
}

/* ---- planes */

static void test_planes_by_hand(void **state) {
    carom_world *world = new_world();
    const carom_vec3 corner[4] = {v3(-9, 0, -9), v3(9, 0, -9), v3(9, 0, 9), v3(-9, 0, 9)};
    const uint32_t faces[6] = {0, 2, 1, 0, 3, 2};
    carom_mesh_def def = {
        .vertices = corner, .indices = faces, .vertex_count = 4, .triangle_count = 2};
    carom_mesh *mesh;
    carom_world_plane planes[4];
    (void)state;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    carom_shape ground = {.kind = CAROM_SHAPE_MESH, .as.mesh = mesh}, shape = ball(1);
    carom_collider_id floor = insert(world, ground, CAROM_COLLIDER_STATIC, identity, v3(0, 0, 0));
    carom_collider_id wall =
        insert(world, block(1, 4, 9), CAROM_COLLIDER_STATIC, at(-3, 0, 0), v3(0, 0, 0));
    carom_world_probe probe = {&shape, at(-0.75, 1.125, -4), v3(0, 0, 0), 1, NULL};
    assert_int_equal(carom_world_planes(world, &probe, (carom_real)0.25, planes, 4), 2);
    assert_true(planes[0].id.index == floor.index && planes[1].id.index == wall.index);
    assert_true(planes[0].gap == (carom_real)0.125 && planes[1].gap == (carom_real)0.25);
    assert_true(planes[0].normal.y == -1 && planes[1].normal.x == -1);
    assert_true(planes[0].point.y == 0 && planes[1].point.x == -2);
    assert_true(planes[0].sub_b.has_triangle && planes[0].sub_b.triangle == 0);
    assert_false(planes[0].sub_a.has_triangle || planes[1].sub_b.has_triangle);
    assert_int_equal(carom_world_planes(world, &probe, (carom_real)0.25, planes, 1), 2);
    assert_int_equal(carom_world_planes(world, &probe, (carom_real)0.25, NULL, 4), 2);
    probe.pose = at(-2.125, 1, -4);
    assert_int_equal(carom_world_planes(world, &probe, 0, planes, 4), 2);
    assert_true(planes[0].gap == (carom_real)-1.125 && planes[0].normal.x == -1);
    assert_true(planes[1].sub_b.has_triangle && planes[1].sub_b.triangle < 2);
    assert_int_equal(carom_world_planes(world, &probe, -1, planes, 4), 0);
    assert_int_equal(carom_world_planes(world, &probe, (carom_real)NAN, planes, 4), 0);
    assert_int_equal(carom_world_planes(world, &probe, (carom_real)INFINITY, planes, 4), 0);
    probe.pose.position.x = (carom_real)NAN;
    assert_int_equal(carom_world_planes(world, &probe, 0, planes, 4), 0);
    carom_world_destroy(world);
    carom_mesh_destroy(mesh);
}

static void check_random_planes(const carom_world *world) {
    const carom_shape shape = random_shape((int)(uniform() * 12), 0.5);
    const carom_world_probe probe = {&shape, {random3(5), random_rotation()}, v3(0, 0, 0), 1, NULL};
    const carom_real margin = (carom_real)(uniform() < 0.3 ? 0 : uniform());
    carom_world_plane planes[8 * N];
    carom_contact_manifold manifolds[CAROM_CONTACT_LIMIT];
    const size_t got = carom_world_planes(world, &probe, margin, planes, 8 * N);
    carom_posed_shape a, b;
    size_t count = 0;
    assert_true(carom_shape_pose(&a, &shape, probe.pose));
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def c = carom_world_collider(world, id);
        if (id.generation == 0 || !(c.category & 1)) continue;
        assert_true(carom_shape_pose(&b, &c.shape, c.pose));
        manifolds[0] = (carom_contact_manifold){.margin = margin, .capacity = 1};
        const int32_t n = carom_contact_several(&a, &b, manifolds, CAROM_CONTACT_LIMIT);
        for (int32_t k = 0; k < n; k++, count++) {
            bool found = false;
            for (size_t p = 0; p < got; p++)
                found |= planes[p].id.index == i && planes[p].gap == -manifolds[k].points[0].depth;
            assert_true(found);
        }
    }
    assert_true(got >= count);
    for (size_t p = 0; p < got; p++) {
        assert_true(planes[p].gap <= margin);
        if (p > 0) assert_true(planes[p - 1].gap <= planes[p].gap);
    }
}

static void test_random_worlds(void **state) {
    (void)state;
    seed = 5;
    for (int trial = 0; trial < 12; trial++) {
        carom_world *world = new_world();
        fill_random(world, N, 5, 0);
        for (int i = 0; i < 60; i++) {
            check_random_sweep(world);
            check_random_planes(world);
        }
        carom_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_out), cmocka_unit_test(test_start_in_contact),
        cmocka_unit_test(test_planes_by_hand), cmocka_unit_test(test_random_worlds)};
    return cmocka_run_group_tests(tests, make_assets, drop_assets);
}
