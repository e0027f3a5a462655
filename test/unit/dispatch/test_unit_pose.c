/* One rule for rotations that are not of unit length, over all verbs and pairs of kinds, worlds,
 * scenes and batches: within 1e-3 the answer is that of the normalised rotation, bit for bit; any
 * other is answered as an invalid shape is. */
#include "carom/carom.h"
#include "common/test_ground_common.h"
#include "common/test_kinds_common.h"

#define ALL_KINDS (CAROM_SHAPE_HEIGHTFIELD + 1)
#define ANSWERS 160

typedef struct answers {
    double at[ANSWERS];
    int count;
} answers;

static void put(answers *out, double x) {
    assert_true(out->count < ANSWERS);
    out->at[out->count++] = x + 0;
}

static void put_vec(answers *out, carom_vec3 v) {
    put(out, (double)v.x);
    put(out, (double)v.y);
    put(out, (double)v.z);
}

static bool same_answers(const answers *a, const answers *b) {
    return a->count == b->count && memcmp(a->at, b->at, (size_t)a->count * sizeof a->at[0]) == 0;
}

static carom_shape kinds[ALL_KINDS];
static any_kind made[KINDS];
static test_mesh floor_mesh;

static int make_kinds(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        make_kind(&made[k], (carom_shape_kind)k, v3(1, 1.5, 2));
        kinds[k] = made[k].shape;
    }
    add_tiles(&floor_mesh, v3(-1.5, -1.5, 0), v3(1, 0, 0), v3(0, 1, 0), 3);
    build_test_mesh(&floor_mesh);
    kinds[CAROM_SHAPE_MESH] = mesh_shape(&floor_mesh);
    const carom_real heights[9] = {0, 0, 0, 0, (carom_real)0.25, 0, 0, 0, 0};
    const carom_heightfield_def def = {.heights = heights,
                                       .columns = 3,
                                       .rows = 3,
                                       .origin = v3(-1.5, 0, -1.5),
                                       .spacing = v3(1.5, 1, 1.5)};
    carom_heightfield *field = NULL;
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    kinds[CAROM_SHAPE_HEIGHTFIELD] =
        (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field};
    return 0;
}

static int discard_kinds(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++)
        discard_kind(&made[k]);
    carom_mesh_destroy(floor_mesh.mesh);
    carom_heightfield_destroy((carom_heightfield *)kinds[CAROM_SHAPE_HEIGHTFIELD].as.heightfield);
    return 0;
}

/* A rotation about no axis of the frame, of this length. */
static carom_pose pose_of_length(double length, carom_vec3 at) {
    const double s = length / sqrt(0.09 + 0.01 + 0.16 + 1);
    return (carom_pose){
        at, {(carom_real)(0.3 * s), (carom_real)(-0.1 * s), (carom_real)(0.4 * s), (carom_real)s}};
}

/* ---- every verb of two shapes */

static void ask_motion(answers *out, const carom_shape *a, carom_pose at_a, const carom_shape *b,
                       carom_pose at_b) {
    const carom_moving_shape ma = {a, at_a, {0, 0, -3}}, mb = {b, at_b, {0, 0, 0}};
    carom_sweep_hit sweep = carom_sweep(&ma, &mb);
    put(out, sweep.hit);
    put(out, (double)sweep.fraction);
    put_vec(out, sweep.point);
    put_vec(out, sweep.normal);
    carom_turning_shape ta = {.shape = a, .start = at_a, .end = at_a}, tb = {.shape = b};
    tb.start = tb.end = at_b;
    ta.end.position.z -= 3;
    carom_toi_hit toi = carom_toi(&ta, &tb, (carom_real)1e-3);
    put(out, toi.hit);
    put(out, (double)toi.fraction);
    put_vec(out, toi.point);
}

static void ask_contact(answers *out, const carom_shape *a, carom_pose at_a, const carom_shape *b,
                        carom_pose at_b) {
    carom_contact_manifold manifold = {.margin = 1};
    put(out, carom_contact(a, at_a, b, at_b, &manifold));
    for (int i = 0; i < manifold.count; i++) {
        put_vec(out, manifold.points[i].point_a);
        put(out, (double)manifold.points[i].depth);
    }
    put(out, (double)carom_penetrate_along(a, at_a, b, at_b, v3(0, 0, 1)));
}

static answers ask(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
    answers out = {.count = 0};
    put(&out, carom_overlap(a, at_a, b, at_b));
    put(&out, carom_overlap_within(a, at_a, b, at_b, 1));
    put(&out, carom_classify(a, at_a, b, at_b));
    carom_closest_any c = carom_closest(a, at_a, b, at_b);
    put(&out, (double)c.distance);
    put_vec(&out, c.point_a);
    put_vec(&out, c.point_b);
    carom_ray_hit ray = carom_raycast(a, at_a, b, at_b);
    put(&out, ray.hit);
    put(&out, (double)ray.t);
    carom_penetration p = carom_penetrate(a, at_a, b, at_b);
    put(&out, p.overlap);
    put(&out, (double)p.depth);
    put_vec(&out, p.normal);
    const carom_placed_shape pa = {a, at_a}, pb = {b, at_b};
    carom_pair_cache cache = {{0}};
    put(&out, (double)carom_closest_cached(&pa, &pb, &cache).distance);
    ask_motion(&out, a, at_a, b, at_b);
    ask_contact(&out, a, at_a, b, at_b);
    return out;
}

static void assert_normalised(carom_shape_kind a, carom_shape_kind b, double length) {
    const carom_pose stand = pose_of_length(1, v3(0, 0, 0));
    const carom_pose given = pose_of_length(length, v3(0.2, 0.3, 1.5));
    carom_pose unit = given;
    assert_true(carom_pose_normalize(&unit));
    assert_true(unit.rotation.x != given.rotation.x);
    const answers of_given = ask(&kinds[a], given, &kinds[b], stand);
    const answers of_unit = ask(&kinds[a], unit, &kinds[b], stand);
    if (!same_answers(&of_given, &of_unit)) fail_msg("kinds %d %d", a, b);
    const answers of_given_b = ask(&kinds[b], stand, &kinds[a], given);
    const answers of_unit_b = ask(&kinds[b], stand, &kinds[a], unit);
    if (!same_answers(&of_given_b, &of_unit_b)) fail_msg("kinds %d %d", b, a);
}

static void near_unit_is_normalised(void **state) {
    (void)state;
    for (int a = 0; a < ALL_KINDS; a++)
        for (int b = 0; b < ALL_KINDS; b++)
            assert_normalised((carom_shape_kind)a, (carom_shape_kind)b,
                              (a + b) % 2 ? 1.0005 : 0.9995);
}

static carom_pose invalid_pose(int i) {
    static const double lengths[] = {1.01, 0.99, 0.5, 2, 1e-30, 1e30};
    carom_pose out = pose_of_length(i < 6 ? lengths[i] : 1, v3(0, 0, 0));
    if (i == 6) out.rotation.z = (carom_real)NAN;
    if (i == 7) out.rotation.w = (carom_real)INFINITY;
    if (i == 8) out.position.y = (carom_real)NAN;
    if (i == 9) out.rotation = (carom_quat){0, 0, 0, (carom_real)0.5};
    return out;
}
#define INVALID 10

/* The answers about a shape that is invalid itself. */
static void assert_no(const answers *got, int a, int b) {
    const carom_shape invalid = {.kind = CAROM_SHAPE_KINDS};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT};
    const answers no = ask(&invalid, carom_pose_identity(), &point, carom_pose_identity());
    if (!same_answers(got, &no)) fail_msg("kinds %d %d", a, b);
}

static void other_lengths_are_invalid(void **state) {
    (void)state;
    for (int a = 0; a < ALL_KINDS; a++)
        for (int b = 0; b < ALL_KINDS; b++)
            for (int i = 0; i < INVALID; i++) {
                const carom_pose bad = invalid_pose(i), good = carom_pose_identity();
                answers got = ask(&kinds[a], bad, &kinds[b], good);
                assert_no(&got, a, b);
                got = ask(&kinds[a], good, &kinds[b], bad);
                assert_no(&got, a, b);
            }
}

static void zero_is_the_identity(void **state) {
    (void)state;
    for (int a = 0; a < ALL_KINDS; a++)
        for (int b = 0; b < ALL_KINDS; b++) {
            const carom_pose zero = {{0, 0, 1}, {0, 0, 0, 0}}, one = {{0, 0, 1}, {0, 0, 0, 1}};
            const answers of_zero = ask(&kinds[a], zero, &kinds[b], zero);
            const answers of_one = ask(&kinds[a], one, &kinds[b], one);
            if (!same_answers(&of_zero, &of_one)) fail_msg("kinds %d %d", a, b);
        }
}

/* ---- one shape */

static void one_shape(void **state) {
    (void)state;
    for (int k = 0; k < ALL_KINDS; k++) {
        carom_pose given = pose_of_length(1.0005, v3(1, 2, 3)), unit = given;
        carom_pose_normalize(&unit);
        carom_aabb x = carom_shape_bounds(&kinds[k], given),
                   y = carom_shape_bounds(&kinds[k], unit);
        assert_memory_equal(&x, &y, sizeof x);
        assert_same(carom_shape_support(&kinds[k], given, v3(1, 1, 0)),
                    carom_shape_support(&kinds[k], unit, v3(1, 1, 0)));
        for (int i = 0; i < INVALID; i++) {
            carom_posed_shape posed;
            x = carom_shape_bounds(&kinds[k], invalid_pose(i));
            assert_false(x.min.x <= x.max.x);
            assert_same(carom_shape_support(&kinds[k], invalid_pose(i), v3(1, 1, 0)), v3(0, 0, 0));
            assert_false(carom_shape_pose(&posed, &kinds[k], invalid_pose(i)));
            assert_int_equal(posed.state, 0);
        }
    }
}

/* A hull has a pose of its own. */
static void pose_within_a_hull(void **state) {
    (void)state;
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{3, 0, 0}, 1}};
    carom_shape given = kinds[CAROM_SHAPE_HULL], unit = given;
    given.as.hull.pose = pose_of_length(0.9995, v3(0, 1, 0));
    unit.as.hull.pose = given.as.hull.pose;
    carom_pose_normalize(&unit.as.hull.pose);
    const carom_pose poses[2] = {carom_pose_identity(), pose_of_length(1, v3(0, 0, 1))};
    for (int i = 0; i < 2; i++) {
        const answers of_given = ask(&given, poses[i], &ball, carom_pose_identity());
        const answers of_unit = ask(&unit, poses[i], &ball, carom_pose_identity());
        assert_true(same_answers(&of_given, &of_unit));
    }
    for (int i = 0; i < INVALID; i++) {
        given.as.hull.pose = invalid_pose(i);
        assert_non_null(carom_shape_problem(&given));
        const answers got = ask(&given, carom_pose_identity(), &ball, carom_pose_identity());
        assert_no(&got, CAROM_SHAPE_HULL, CAROM_SHAPE_SPHERE);
    }
}

/* ---- meshes, scenes, worlds, volumes and batches */

static void put_meshes(answers *out, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    out->count = 0;
    put(out, carom_overlap_mesh_mesh(a, b));
    carom_mesh_pair_closest c = carom_closest_mesh_mesh(a, b);
    put(out, (double)c.distance);
    put_vec(out, c.point_a);
    put(out, (double)carom_query_mesh_mesh(a, b, NULL, 0));
    put(out, carom_classify_mesh_mesh(a, b).relation);
    put(out, carom_classify_point_mesh(v3(0, 0, 0), a).place);
    put(out, carom_sweep_mesh_mesh(a, v3(0, 0, -4), b).hit);
    carom_turning_mesh ta = {.mesh = a->mesh, .start = a->pose, .end = a->pose};
    const carom_turning_mesh tb = {.mesh = b->mesh, .start = b->pose, .end = b->pose};
    ta.end.position.z -= 4;
    carom_mesh_toi_hit toi = carom_toi_mesh_mesh(&ta, &tb, (carom_real)1e-3);
    put(out, toi.at.hit);
    put(out, (double)toi.at.fraction);
}

static void two_meshes(void **state) {
    (void)state;
    const carom_mesh *mesh = floor_mesh.mesh;
    carom_placed_mesh given = {.mesh = mesh, .pose = pose_of_length(1.0005, v3(0, 0, 0.5))};
    carom_placed_mesh unit = given, other = {.mesh = mesh, .pose = pose_of_length(1, v3(0, 0, 0))};
    carom_pose_normalize(&unit.pose);
    answers x, y;
    put_meshes(&x, &given, &other);
    put_meshes(&y, &unit, &other);
    assert_true(same_answers(&x, &y));
    put_meshes(&x, &other, &given);
    put_meshes(&y, &other, &unit);
    assert_true(same_answers(&x, &y));
    const carom_placed_mesh missing = {.mesh = NULL};
    for (int i = 0; i < INVALID; i++) {
        given.pose = invalid_pose(i);
        put_meshes(&x, &given, &other);
        put_meshes(&y, &missing, &other);
        assert_true(same_answers(&x, &y));
        put_meshes(&x, &other, &given);
        assert_false(carom_overlap_mesh_mesh(&other, &given));
        assert_false(carom_sweep_mesh_mesh(&other, v3(0, 0, -4), &given).hit);
    }
}

static carom_status status_of(int i) {
    return i >= 6 && i <= 8 ? CAROM_ERROR_NOT_FINITE : CAROM_ERROR_ARGUMENT;
}

static void scenes(void **state) {
    (void)state;
    carom_placed_mesh placed = {.mesh = floor_mesh.mesh,
                                .pose = pose_of_length(1.0005, v3(1, 1, 1))};
    const carom_scene_def def = {.instances = &placed, .count = 1};
    carom_scene *given = NULL, *unit = NULL;
    assert_int_equal(carom_scene_create(&given, &def), CAROM_OK);
    carom_pose_normalize(&placed.pose);
    assert_int_equal(carom_scene_create(&unit, &def), CAROM_OK);
    carom_aabb x = carom_scene_bounds(given), y = carom_scene_bounds(unit);
    assert_memory_equal(&x, &y, sizeof x);
    const carom_ray ray = {v3(0.5, 0.25, 9), v3(0, 0, -1), 0, 100};
    carom_scene_ray_hit hit = carom_raycast_ray_scene(&ray, given, CAROM_BOTH_SIDES);
    assert_true(hit.hit);
    assert_true(hit.at.t == carom_raycast_ray_scene(&ray, unit, CAROM_BOTH_SIDES).at.t);
    for (int i = 0; i < INVALID; i++) {
        carom_scene *none = NULL;
        placed.pose = invalid_pose(i);
        assert_int_equal(carom_scene_create(&none, &def), status_of(i));
        assert_null(none);
        assert_int_equal(carom_scene_move_all(given, &placed.pose, 1), status_of(i));
    }
    carom_scene_destroy(given);
    carom_scene_destroy(unit);
}

static void worlds(void **state) {
    (void)state;
    carom_world *world = NULL;
    const carom_world_def world_def = carom_world_defaults();
    carom_collider_id id;
    assert_int_equal(carom_world_create(&world, &world_def), CAROM_OK);
    for (int k = 0; k < ALL_KINDS; k++) {
        carom_collider_def def = {.shape = kinds[k], .kind = CAROM_COLLIDER_STATIC};
        def.pose = pose_of_length(1.0005, v3(1, 2, 3));
        assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
        carom_pose unit = def.pose, kept = carom_world_collider(world, id).pose;
        carom_pose_normalize(&unit);
        assert_memory_equal(&unit, &kept, sizeof unit);
        for (int i = 0; i < INVALID; i++) {
            assert_int_equal(carom_world_move(world, id, invalid_pose(i)), status_of(i));
            carom_collider_def bad = def;
            bad.pose = invalid_pose(i);
            assert_int_equal(carom_world_insert(world, &bad, NULL), status_of(i));
            const carom_world_probe probe = {&kinds[k], bad.pose, {0, 0, -1}, UINT32_MAX};
            carom_world_hit hit;
            carom_world_near near;
            assert_int_equal(carom_world_overlap(world, &probe, NULL, 0), 0);
            assert_int_equal(carom_world_nearest(world, &probe, &near, 1), 0);
            assert_false(carom_world_sweep(world, &probe, &hit));
        }
        assert_int_equal(carom_world_move(world, id, def.pose), CAROM_OK);
        kept = carom_world_collider(world, id).pose;
        assert_memory_equal(&unit, &kept, sizeof unit);
    }
    carom_world_destroy(world);
}

static void volumes_and_batches(void **state) {
    (void)state;
    const carom_aabb box = {v3(1, 2, 3), v3(2, 4, 6)};
    const carom_sphere ball = {v3(1, 2, 3), 1};
    const carom_real number[6] = {1, 2, 3, 2, 4, 6};
    carom_batch_aabbs boxes = {.count = 1};
    const carom_real **field = (const carom_real **)(void *)&boxes;
    for (int f = 0; f < 6; f++)
        field[f] = &number[f];
    carom_real out[6], *to[6];
    for (int f = 0; f < 6; f++)
        to[f] = &out[f];
    for (int i = -1; i < INVALID; i++) {
        const carom_pose pose = i < 0 ? pose_of_length(0.9995, v3(0, 0, 0)) : invalid_pose(i);
        carom_aabb moved = carom_pose_transform_aabb(pose, &box);
        assert_int_equal(moved.min.x <= moved.max.x, i < 0);
        assert_int_equal(carom_pose_transform_sphere(pose, &ball).radius > 0, i < 0);
        carom_batch_transform_aabbs(pose, &boxes, to);
        assert_memory_equal(out, &moved, sizeof out);
    }
    const carom_pose given = pose_of_length(0.9995, v3(0, 0, 0));
    carom_pose unit = given;
    carom_pose_normalize(&unit);
    carom_aabb x = carom_pose_transform_aabb(given, &box),
               y = carom_pose_transform_aabb(unit, &box);
    assert_memory_equal(&x, &y, sizeof x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_unit_is_normalised),
        cmocka_unit_test(other_lengths_are_invalid),
        cmocka_unit_test(zero_is_the_identity),
        cmocka_unit_test(one_shape),
        cmocka_unit_test(pose_within_a_hull),
        cmocka_unit_test(two_meshes),
        cmocka_unit_test(scenes),
        cmocka_unit_test(worlds),
        cmocka_unit_test(volumes_and_batches),
    };
    return cmocka_run_group_tests(tests, make_kinds, discard_kinds);
}
