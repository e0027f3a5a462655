/* The stack that questions to worlds, spaces, BSP trees, sets and batches take, movers,
 * trajectories, mass and pairs of many: colliders of every kind, close together. */
#define _POSIX_C_SOURCE 200809L /* pthread_attr_setstack */

#include "common/test_stack_common.h"
#include "common/test_world_common.h"

#define MANY 100
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
static const carom_pose identity = {{0, 0, 0}, {0, 0, 0, 1}};

static const carom_world *world;
static carom_collider_id first, second, ids[MANY];
static carom_mover mover;
static carom_mover_result moved;
static carom_world_plane planes[MANY];
static carom_mover_request request = {.dt = 1, .contacts = planes, .capacity = MANY};
static carom_world_hit hits[MANY];
static carom_world_near nearest[MANY];
static carom_contact_manifold manifold, manifolds[MANY];

static carom_shape shapes[MANY], ray_shape = {.kind = CAROM_SHAPE_RAY};
static const carom_shape *shape;
static carom_pose pose, poses[MANY];
static carom_vec3 direction;
static carom_ray ray;
static carom_world_probe probe, ray_probe;
static carom_posed_shape posed, posed_a[MANY], posed_b[MANY];
static carom_placed_shape placed[2];
static carom_pair_cache cache;
static carom_aabb boxes[MANY];
static const carom_aabb *box = boxes;

static const carom_shape_set set_a = {posed_a, NULL, MANY}, set_b = {posed_b, boxes, MANY};
static const carom_set_poses set_poses = {shapes, 10, poses, MANY / 10};
static carom_set_options set_options = {.limit = 1};
static carom_set_closest pairs[MANY];
static carom_set_overlap overlaps[MANY];
static const carom_posed_pairs posed_pairs = {posed_a, posed_b, MANY, MANY, NULL};
static bool answers[MANY];
static carom_relation relations[MANY];
static carom_closest_any closest[MANY];
static carom_sweep_hit sweeps[MANY];
static carom_penetration depths[MANY];

static carom_trajectory trajectories[6];
static const carom_trajectory_set moving_set = {trajectories, 6};
static const carom_toi_set_options toi_options = {.tolerance = (carom_real)1e-3};
static carom_mass mass;

static const carom_space *space, *other_space;
static carom_id_pair id_pairs[MANY];
static carom_near_id near_ids[MANY];
static uint32_t indices[MANY];
static carom_frustum frustum;
static const carom_bsp *bsp;

/* Numbers of all batches. */
static carom_real numbers[15][MANY], moved_numbers[6][MANY];
static const carom_batch_points points = {{numbers[0], numbers[1], numbers[2]}, MANY};
static const carom_batch_spheres spheres = {{numbers[0], numbers[1], numbers[2]}, numbers[3], MANY};
static const carom_batch_aabbs aabbs = {
    {numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}, MANY};
static const carom_batch_obbs obbs = {{numbers[0], numbers[1], numbers[2]},
                                      {{numbers[6], numbers[7], numbers[8]},
                                       {numbers[9], numbers[10], numbers[11]},
                                       {numbers[12], numbers[13], numbers[14]}},
                                      {numbers[3], numbers[4], numbers[5]},
                                      MANY};
static const carom_batch_triangles triangles = {{{numbers[0], numbers[1], numbers[2]},
                                                 {numbers[3], numbers[4], numbers[5]},
                                                 {numbers[6], numbers[7], numbers[8]}},
                                                MANY};
static const carom_batch_rays rays = {{numbers[3], numbers[4], numbers[5]},
                                      {numbers[0], numbers[1], numbers[2]},
                                      numbers[0],
                                      numbers[3],
                                      MANY};
static const carom_halfspace sides[2] = {{{1, 0, 0}, 1}, {{0, 1, 1}, 1}};
static const carom_batch_region region = {sides, 2};
static uint64_t bits[MANY / 64 + 1];
static uint8_t bytes[MANY];
static carom_real values[MANY], *const to[6] = {moved_numbers[0], moved_numbers[1],
                                                moved_numbers[2], moved_numbers[3],
                                                moved_numbers[4], moved_numbers[5]};
static const carom_batch_answers batch_answers = {
    .bits = bits, .indices = indices, .capacity = MANY, .values = values};

static bool see_pair(uint32_t a, uint32_t b, void *user) {
    (void)a, (void)b, (void)user;
    return true;
}
static carom_real see_box(uint32_t id, carom_real t, carom_real limit, void *user) {
    (void)id, (void)t, (void)user;
    return limit;
}
static bool see_piece(const carom_bsp_piece *piece, void *user) {
    (void)piece, (void)user;
    return true;
}

/* Each with the arguments of the function whose name, less its prefix, it has. */
#define QUESTIONS(ASK)                                                                             \
    ASK(world_raycast, carom_world_raycast(world, &ray, UINT32_MAX, hits))                         \
    ASK(world_raycast_all, carom_world_raycast_all(world, &ray, UINT32_MAX, hits, MANY))           \
    ASK(world_raycast_probe, carom_world_raycast_probe(world, &ray_probe, hits))                   \
    ASK(world_raycast_probe_all, carom_world_raycast_probe_all(world, &ray_probe, hits, MANY))     \
    ASK(world_sweep, carom_world_sweep(world, &probe, hits))                                       \
    ASK(world_sweep_all, carom_world_sweep_all(world, &probe, hits, MANY))                         \
    ASK(world_overlap, carom_world_overlap(world, &probe, ids, MANY))                              \
    ASK(world_nearest, carom_world_nearest(world, &probe, nearest, MANY))                          \
    ASK(world_planes, carom_world_planes(world, &probe, 1, planes, MANY))                          \
    ASK(world_contact, carom_world_contact(world, first, second, &manifold))                       \
    ASK(mover_move, carom_mover_move(world, &mover, &request, &moved))                             \
    ASK(closest_sets, carom_closest_sets(&set_a, &set_b, &set_options))                            \
    ASK(closest_sets_all, carom_closest_sets_all(&set_a, &set_b, &set_options, pairs, MANY))       \
    ASK(overlap_sets, carom_overlap_sets(&set_a, &set_b, &set_options))                            \
    ASK(closest_set_poses, carom_closest_set_poses(&set_poses, &set_b, &set_options, pairs, NULL)) \
    ASK(overlap_set_poses,                                                                         \
        carom_overlap_set_poses(&set_poses, &set_b, &set_options, overlaps, NULL))                 \
    ASK(toi_trajectories,                                                                          \
        carom_toi_trajectories(&trajectories[0], &trajectories[1], (carom_real)1e-3))              \
    ASK(toi_trajectory_sets, carom_toi_trajectory_sets(&moving_set, NULL, &toi_options))           \
    ASK(mass_shape, carom_mass_shape(&mass, shape, 1))                                             \
    ASK(mass_mesh, carom_mass_mesh(&mass, things.mesh, 1))                                         \
    ASK(mass_principal, carom_mass_principal(&mass))                                               \
    ASK(shape_bounds, carom_shape_bounds(shape, pose))                                             \
    ASK(shape_support, carom_shape_support(shape, pose, direction))                                \
    ASK(shape_problem, carom_shape_problem(shape))                                                 \
    ASK(shape_pose, carom_shape_pose(&posed, shape, pose))                                         \
    ASK(overlap_cached, carom_overlap_cached(&placed[0], &placed[1], &cache))                      \
    ASK(closest_cached, carom_closest_cached(&placed[0], &placed[1], &cache))                      \
    ASK(contact_cached, carom_contact_cached(&placed[0], &placed[1], &manifold, &cache))           \
    ASK(overlap_posed_pairs, carom_overlap_posed_pairs(&posed_pairs, answers, NULL))               \
    ASK(overlap_posed_pairs_within,                                                                \
        carom_overlap_posed_pairs_within(&posed_pairs, 1, answers, NULL))                          \
    ASK(classify_posed_pairs, carom_classify_posed_pairs(&posed_pairs, relations, NULL))           \
    ASK(closest_posed_pairs, carom_closest_posed_pairs(&posed_pairs, closest, NULL))               \
    ASK(sweep_posed_pairs, carom_sweep_posed_pairs(&posed_pairs, NULL, sweeps, NULL))              \
    ASK(penetrate_posed_pairs, carom_penetrate_posed_pairs(&posed_pairs, depths, NULL))            \
    ASK(contact_posed_pairs, carom_contact_posed_pairs(&posed_pairs, manifolds, NULL))             \
    ASK(space_query_pairs, carom_space_query_pairs(space, id_pairs, MANY))                         \
    ASK(space_visit_pairs, carom_space_visit_pairs(space, see_pair, NULL))                         \
    ASK(space_visit_pairs_between,                                                                 \
        carom_space_visit_pairs_between(space, other_space, see_pair, NULL))                       \
    ASK(space_query_box, carom_space_query_box(space, box, indices, MANY))                         \
    ASK(space_query_shape, carom_space_query_shape(space, shape, pose, indices, MANY))             \
    ASK(space_query_sweep, carom_space_query_sweep(space, box, direction, indices, MANY))          \
    ASK(space_visit_ray, carom_space_visit_ray(space, &ray, see_box, NULL))                        \
    ASK(space_query_nearest, carom_space_query_nearest(space, direction, near_ids, MANY))          \
    ASK(space_query_frustum, carom_space_query_frustum(space, &frustum, indices, MANY))            \
    ASK(bsp_classify_point, carom_bsp_classify_point(bsp, direction))                              \
    ASK(bsp_raycast_ray, carom_bsp_raycast_ray(bsp, &ray))                                         \
    ASK(bsp_visit, carom_bsp_visit(bsp, direction, see_piece, NULL))                               \
    ASK(batch_overlap_sphere_sphere,                                                               \
        carom_batch_overlap_sphere_sphere(&spheres, &spheres, NULL, &batch_answers))               \
    ASK(batch_overlap_sphere_aabb,                                                                 \
        carom_batch_overlap_sphere_aabb(&spheres, &aabbs, NULL, &batch_answers))                   \
    ASK(batch_overlap_aabb_aabb,                                                                   \
        carom_batch_overlap_aabb_aabb(&aabbs, &aabbs, NULL, &batch_answers))                       \
    ASK(batch_overlap_obb_obb, carom_batch_overlap_obb_obb(&obbs, &obbs, NULL, &batch_answers))    \
    ASK(batch_raycast_ray_sphere,                                                                  \
        carom_batch_raycast_ray_sphere(&rays, &spheres, NULL, &batch_answers))                     \
    ASK(batch_raycast_ray_aabb, carom_batch_raycast_ray_aabb(&rays, &aabbs, NULL, &batch_answers)) \
    ASK(batch_raycast_ray_triangle,                                                                \
        carom_batch_raycast_ray_triangle(&rays, &triangles, NULL, CAROM_BOTH_SIDES,                \
                                         &batch_answers))                                          \
    ASK(batch_closest_point_triangle,                                                              \
        carom_batch_closest_point_triangle(&points, &triangles, NULL, &batch_answers))             \
    ASK(batch_classify_halfspaces_aabb,                                                            \
        carom_batch_classify_halfspaces_aabb(&region, &aabbs, bytes, &batch_answers))              \
    ASK(batch_classify_halfspaces_sphere,                                                          \
        carom_batch_classify_halfspaces_sphere(&region, &spheres, bytes, &batch_answers))          \
    ASK(batch_transform_points, carom_batch_transform_points(pose, &points, to))                   \
    ASK(batch_transform_aabbs, carom_batch_transform_aabbs(pose, &aabbs, to))

#define ASK_ONE(name, call)                                                                        \
    static void ask_##name(void) {                                                                 \
        mark_stack();                                                                              \
        (void)(call);                                                                              \
    }
#define NAME_ONE(name, call) {#name, ask_##name},

QUESTIONS(ASK_ONE)
static const stack_question questions[] = {QUESTIONS(NAME_ONE)};

/* ---- what is asked about */

static void make_numbers(void) {
    for (int k = 0; k < 15; k++)
        for (int i = 0; i < MANY; i++)
            numbers[k][i] = (carom_real)floor(between(0, 3)) + (k >= 3 && k < 6);
    for (int i = 0; i < MANY; i++) /* axes of boxes */
        for (int k = 0; k < 9; k++)
            numbers[6 + k][i] = k % 4 == 0;
}

static void make_shapes(double room) {
    for (int i = 0; i < MANY; i++) {
        shapes[i] = random_shape(i % RANDOM_SHAPES, 0.7);
        if (i % 7 == 3)
            shapes[i] =
                (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field};
        poses[i] = (carom_pose){random3(room), random_rotation()};
        assert_true(carom_shape_pose(&posed_a[i], &shapes[i], poses[i]));
        assert_true(carom_shape_pose(&posed_b[i], &shapes[i * 7 % MANY], poses[i * 3 % MANY]));
        posed_a[i].motion = random3(2);
        boxes[i] = carom_shape_bounds(&shapes[i * 7 % MANY], poses[i * 3 % MANY]);
    }
    pose = poses[0];
    direction = random3(1);
}

static carom_pose pose_at(double time, void *user) {
    carom_pose out = *(const carom_pose *)user;
    out.position.x += (carom_real)time;
    return out;
}

static void choose(int i) {
    shape = &shapes[i];
    ray = (carom_ray){random3(6), random3(1), 0, 100};
    ray_shape.as.ray = ray;
    ray_probe = (carom_world_probe){&ray_shape, identity, {0, 0, 0}, UINT32_MAX, NULL};
    probe = (carom_world_probe){shape, poses[i], random3(3), UINT32_MAX, NULL};
    memset(&cache, 0, sizeof cache);
    placed[0] = (carom_placed_shape){shape, poses[i]};
    placed[1] = (carom_placed_shape){&shapes[i * 5 % MANY], poses[i * 3 % MANY]};
    mover =
        (carom_mover){.def = {.shape = {.kind = CAROM_SHAPE_CAPSULE,
                                        .as.capsule = {v3(0, 0, 0), v3(0, 1, 0), (carom_real)0.5}},
                              .step_height = (carom_real)0.25,
                              .snap_distance = (carom_real)0.25},
                      .pose = {random3(3), {0, 0, 0, 1}}};
    if (i % 3 == 0) mover.def.shape = random_shape(11, 0.7);
    request.velocity = random3(4);
    for (int k = 0; k < COUNT(trajectories); k++)
        trajectories[k] = (carom_trajectory){.shape = &shapes[(i + k) % MANY],
                                             .pose_at = pose_at,
                                             .user = &poses[(i + 7 * k) % MANY],
                                             .speed = {1, 0}};
}

static void make_space(carom_space **out, carom_space_kind kind) {
    const carom_space_def def = {.kind = kind, .boxes = boxes, .count = MANY};
    assert_int_equal(carom_space_create(out, &def), CAROM_OK);
    assert_int_equal(carom_space_build(*out), CAROM_OK);
}

static void make_bsp(carom_bsp **out) {
    static carom_vec3 corners[40][3];
    carom_polygon polygons[40];
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 3; k++)
            corners[i][k] = random3(2);
        polygons[i] = (carom_polygon){corners[i], 3};
    }
    const carom_bsp_def def = {.polygons = polygons, .count = 40};
    assert_int_equal(carom_bsp_create(out, &def), CAROM_OK);
}

static void make_world(carom_world **out, double room) {
    carom_world_def def = carom_world_defaults();
    assert_int_equal(carom_world_create(out, &def), CAROM_OK);
    fill_random(*out, 160, room, 1);
    insert(*out, (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field},
           CAROM_COLLIDER_STATIC, at(0, -1, 0), v3(0, 0, 0));
    insert(*out, ground(), CAROM_COLLIDER_STATIC, at(0, -2, 0), v3(0, 0, 0));
    assert_int_equal(carom_world_step(*out, (carom_real)0.0625), CAROM_OK);
}

static void questions_fit_into_small_stacks(void **state) {
    carom_world *crowd;
    carom_space *spaces[2];
    carom_bsp *tree;
    carom_vec3 corners[8];
    (void)state;
    make_numbers();
    make_shapes(3);
    make_world(&crowd, 3);
    make_bsp(&tree);
    world = crowd, bsp = tree;
    for (int i = 0; i < 8; i++)
        corners[i] = v3(i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 2 : -2);
    assert_int_equal(carom_frustum_from_corners(&frustum, corners), CAROM_OK);
    set_options.scratch = malloc(carom_closest_set_poses_scratch(MANY, MANY));
    assert_non_null(set_options.scratch);
    for (int i = 0; i < 2 * CAROM_SPACE_KINDS; i++) {
        make_space(&spaces[0], (carom_space_kind)(i % CAROM_SPACE_KINDS));
        make_space(&spaces[1], (carom_space_kind)((i + 1) % CAROM_SPACE_KINDS));
        space = spaces[0], other_space = spaces[1];
        first = carom_world_id(world, (uint32_t)i);
        second = carom_world_id(world, 160);
        choose(i);
        keep_stack_promise(questions, COUNT(questions));
        carom_space_destroy(spaces[0]);
        carom_space_destroy(spaces[1]);
    }
    free(set_options.scratch);
    carom_bsp_destroy(tree);
    carom_world_destroy(crowd);
}

static int start(void **state) {
    return make_assets(state) || take_painted_stack(state);
}
static int end(void **state) {
    return drop_assets(state) || give_painted_stack(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(questions_fit_into_small_stacks),
                                       cmocka_unit_test(report_stack_promise)};
    return cmocka_run_group_tests(tests, start, end);
}
