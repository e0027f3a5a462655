/* Scenes of instances: against brute force over the posed triangles, within rounding; bit for bit
 * where instances stand as they are; pairs exactly; moving, refusing, failing cleanly. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"

#define INSTANCES 40
#define TRIANGLES 30

typedef struct stage {
    carom_vec3 vertices[2][3 * TRIANGLES];
    uint32_t indices[3 * TRIANGLES];
    carom_mesh *mesh[2], *empty;
    carom_placed_mesh placed[INSTANCES];
    carom_scene *scene;
} stage;

static stage st;

static carom_quat random_turn(void) {
    double q[4], n = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_in(-1, 1);
        n += q[i] * q[i];
    }
    n = sqrt(n);
    return (carom_quat){(carom_real)(q[0] / n), (carom_real)(q[1] / n), (carom_real)(q[2] / n),
                        (carom_real)(q[3] / n)};
}

static carom_mesh *make_part(int which) {
    carom_mesh_def def = {.vertices = st.vertices[which],
                          .indices = st.indices,
                          .vertex_count = 3 * TRIANGLES,
                          .triangle_count = TRIANGLES};
    carom_mesh *mesh = NULL;
    for (int i = 0; i < 3 * TRIANGLES; i++) {
        st.indices[i] = (uint32_t)i;
        st.vertices[which][i] =
            i % 3 ? step(st.vertices[which][i - i % 3], random_vec(0.5), 1) : random_vec(1);
    }
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

static void raise_stage(int count, bool turned) {
    carom_mesh_def nothing = {0};
    volume_seed = 77 + (uint64_t)count;
    for (int k = 0; k < 2; k++)
        st.mesh[k] = make_part(k);
    assert_int_equal(carom_mesh_create(&st.empty, &nothing), CAROM_OK);
    for (int i = 0; i < count; i++) {
        st.placed[i] = (carom_placed_mesh){.mesh = st.mesh[i % 2]};
        if (i % 9 == 4) st.placed[i].mesh = st.empty;
        if (i % 9 == 7) st.placed[i].mesh = NULL;
        st.placed[i].pose.position = turned ? random_vec(4) : v3(0, 0, 0);
        if (turned && i % 3) st.placed[i].pose.rotation = random_turn();
    }
    carom_scene_def def = {.instances = st.placed, .count = (size_t)count};
    assert_int_equal(carom_scene_create(&st.scene, &def), CAROM_OK);
    assert_int_equal(carom_scene_count(st.scene), count);
}

static void clear_stage(void) {
    carom_scene_destroy(st.scene);
    carom_mesh_destroy(st.mesh[0]);
    carom_mesh_destroy(st.mesh[1]);
    carom_mesh_destroy(st.empty);
}

static bool stands(int i) {
    return st.placed[i].mesh && st.placed[i].mesh != st.empty;
}

static carom_triangle posed(int instance, uint32_t triangle) {
    carom_triangle t = carom_mesh_triangle(st.placed[instance].mesh, triangle);
    for (int k = 0; k < 3; k++)
        t.v[k] = carom_pose_transform_point(st.placed[instance].pose, t.v[k]);
    return t;
}

#define SLACK (sizeof(carom_real) == 4 ? 2e-5 : 1e-13)

static void scene_rays(void **state) {
    (void)state;
    raise_stage(INSTANCES, true);
    int hits = 0, doubtful = 0;
    for (int n = 0; n < 400; n++) {
        carom_ray ray = {random_vec(6), v3(0, 0, 0), 0, n % 3 ? (carom_real)INFINITY : 2};
        ray.direction = step(random_vec(3), ray.origin, -1);
        double best = INFINITY;
        for (int i = 0; i < INSTANCES; i++)
            for (uint32_t k = 0; stands(i) && k < TRIANGLES; k++) {
                carom_triangle t = posed(i, k);
                carom_ray_hit_triangle hit = carom_raycast_ray_triangle(&ray, &t, CAROM_BOTH_SIDES);
                if (hit.hit && (double)hit.t < best) best = (double)hit.t;
            }
        carom_scene_ray_hit found = carom_raycast_ray_scene(&ray, st.scene, CAROM_BOTH_SIDES);
        assert_int_equal(carom_overlap_ray_scene(&ray, st.scene), found.hit);
        hits += found.hit;
        if (found.hit != (best < INFINITY) ||
            (found.hit && fabs((double)found.at.t - best) > 20 * SLACK)) {
            doubtful++; /* a graze of an edge, which rounding may tell otherwise */
            continue;
        }
        if (!found.hit) continue;
        carom_triangle t = posed((int)found.instance, found.triangle);
        carom_closest_on_triangle on = carom_closest_point_triangle(found.at.point, &t);
        assert_true((double)on.distance < 50 * SLACK);
        assert_about(length_of(found.at.normal), 1, SLACK);
        assert_true(dot_of(found.at.normal, ray.direction) <= SLACK);
        carom_scene_ray_hit front = carom_raycast_ray_scene(&ray, st.scene, CAROM_FRONT_ONLY);
        assert_true(!front.hit || front.at.t >= found.at.t);
    }
    assert_true(hits > 100 && hits < 400 && doubtful <= 2);
    clear_stage();
}

static void scene_sweeps_and_nearest(void **state) {
    (void)state;
    raise_stage(INSTANCES, true);
    int hits = 0;
    for (int n = 0; n < 200; n++) {
        carom_sphere ball = {random_vec(6), (carom_real)(0.3 * random01())};
        carom_vec3 motion = step(random_vec(3), ball.center, -1);
        double first = INFINITY, nearest = INFINITY;
        for (int i = 0; i < INSTANCES; i++)
            for (uint32_t k = 0; stands(i) && k < TRIANGLES; k++) {
                carom_triangle t = posed(i, k);
                carom_sweep_hit hit = carom_sweep_sphere_triangle(&ball, motion, &t);
                carom_closest_on_triangle at = carom_closest_point_triangle(ball.center, &t);
                if (hit.hit && (double)hit.fraction < first) first = (double)hit.fraction;
                if ((double)at.distance < nearest) nearest = (double)at.distance;
            }
        carom_scene_sweep_hit swept = carom_sweep_sphere_scene(&ball, motion, st.scene);
        carom_scene_closest close = carom_closest_point_scene(ball.center, st.scene);
        assert_int_equal(swept.at.hit, first < INFINITY);
        if (swept.at.hit) assert_about((double)swept.at.fraction, first, 50 * SLACK);
        assert_about((double)close.at.distance, nearest, 10 * SLACK);
        assert_about(apart(close.at.point_a, close.at.point_b), nearest, 10 * SLACK);
        assert_same(close.at.point_a, ball.center);
        carom_triangle t = posed((int)close.instance, close.triangle);
        assert_true((double)carom_closest_point_triangle(close.at.point_b, &t).distance <
                    SLACK * 10);
        hits += swept.at.hit;
    }
    assert_true(hits > 40);
    clear_stage();
}

/* Instances that stand as they are: the mesh's own answers, the first instance of equals. */
static void still_instances(void **state) {
    (void)state;
    raise_stage(6, false);
    for (int n = 0; n < 100; n++) {
        carom_ray ray = {random_vec(3), random_vec(3), 0, (carom_real)INFINITY};
        carom_mesh_ray_hit even = carom_raycast_ray_mesh(&ray, st.mesh[0], CAROM_BOTH_SIDES);
        carom_mesh_ray_hit odd = carom_raycast_ray_mesh(&ray, st.mesh[1], CAROM_BOTH_SIDES);
        bool first = even.hit && !(odd.hit && odd.at.t < even.at.t);
        carom_mesh_ray_hit best = first ? even : odd;
        carom_scene_ray_hit found = carom_raycast_ray_scene(&ray, st.scene, CAROM_BOTH_SIDES);
        assert_int_equal(found.hit, best.hit);
        assert_true(found.at.t == best.at.t);
        assert_same(found.at.point, best.at.point);
        assert_same(found.at.normal, best.at.normal);
        if (found.hit) assert_int_equal(found.instance, first ? 0 : 1);
        if (found.hit) assert_int_equal(found.triangle, best.triangle);
    }
    clear_stage();
}

static bool note_pair(uint32_t a, uint32_t b, void *user) {
    bool(*seen)[INSTANCES] = user;
    assert_true(a < b);
    assert_false(seen[a][b]);
    seen[a][b] = true;
    return true;
}
static bool stop_after_two(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    return ++*(int *)user < 2;
}

static void instance_pairs(void **state) {
    (void)state;
    raise_stage(INSTANCES, true);
    bool seen[INSTANCES][INSTANCES] = {{false}};
    int count = 0, limited = 0;
    carom_visit_scene_pairs(st.scene, note_pair, seen);
    for (int a = 0; a < INSTANCES; a++)
        for (int b = a + 1; b < INSTANCES; b++) {
            bool meet =
                stands(a) && stands(b) && carom_overlap_mesh_mesh(&st.placed[a], &st.placed[b]);
            assert_int_equal(seen[a][b], meet);
            count += meet;
        }
    assert_true(count > 5);
    carom_visit_scene_pairs(st.scene, stop_after_two, &limited);
    assert_int_equal(limited, 2);
    clear_stage();
}

static void moved_scene_is_a_new_one(void **state) {
    (void)state;
    raise_stage(INSTANCES, true);
    carom_pose poses[INSTANCES], kept[INSTANCES];
    carom_scene *fresh = NULL;
    for (int i = 0; i < INSTANCES; i++) {
        kept[i] = st.placed[i].pose;
        poses[i] = (carom_pose){random_vec(4), random_turn()};
        st.placed[i].pose = poses[i];
    }
    carom_scene_def def = {.instances = st.placed, .count = INSTANCES};
    assert_int_equal(carom_scene_create(&fresh, &def), CAROM_OK);
    assert_int_equal(carom_scene_move_all(st.scene, poses, INSTANCES - 1), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_scene_move_all(st.scene, poses, INSTANCES), CAROM_OK);
    for (int n = 0; n < 100; n++) {
        carom_ray ray = {random_vec(6), random_vec(6), 0, (carom_real)INFINITY};
        carom_scene_ray_hit a = carom_raycast_ray_scene(&ray, st.scene, CAROM_BOTH_SIDES);
        carom_scene_ray_hit b = carom_raycast_ray_scene(&ray, fresh, CAROM_BOTH_SIDES);
        assert_int_equal(a.hit, b.hit);
        assert_true(a.at.t == b.at.t && a.instance == b.instance && a.triangle == b.triangle);
    }
    FOR_EACH_BAD_NUMBER(kept[3], {
        carom_aabb before = carom_scene_bounds(st.scene);
        assert_int_equal(carom_scene_move_all(st.scene, kept, INSTANCES), CAROM_ERROR_NOT_FINITE);
        assert_same(before.min, carom_scene_bounds(st.scene).min);
    });
    kept[3].rotation = (carom_quat){3, 0, 0, 1};
    assert_int_equal(carom_scene_move_all(st.scene, kept, INSTANCES), CAROM_ERROR_ARGUMENT);
    carom_scene_destroy(fresh);
    clear_stage();
}

static void scene_memory_runs_out(void **state) {
    (void)state;
    raise_stage(INSTANCES, true);
    carom_pose poses[INSTANCES];
    for (int i = 0; i < INSTANCES; i++)
        poses[i] = (carom_pose){random_vec(4), random_turn()};
    size_t n = 1;
    for (bool done = false; !done; n++) {
        counting c = {.fail_at = n};
        carom_scene_def def = {
            .instances = st.placed, .count = INSTANCES, .allocator = counting_allocator(&c)};
        carom_scene *untouched = (carom_scene *)(void *)&c, *s = untouched;
        carom_status status = carom_scene_create(&s, &def);
        if (status != CAROM_OK) {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_ptr_equal(s, untouched);
            assert_int_equal(c.live, 0);
            continue;
        }
        size_t live = c.live, calls = c.calls;
        carom_aabb before = carom_scene_bounds(s);
        for (size_t m = 1;; m++) {
            c.fail_at = c.calls + m;
            status = carom_scene_move_all(s, poses, INSTANCES);
            assert_int_equal(c.live, live);
            if (status == CAROM_OK) break;
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_same(before.min, carom_scene_bounds(s).min);
        }
        done = calls < n;
        carom_scene_destroy(s);
        assert_int_equal(c.live, 0);
    }
    assert_true(n > 5);
    clear_stage();
}

static void bad_scenes_and_questions(void **state) {
    (void)state;
    carom_scene *s = NULL;
    carom_scene_def def = {0};
    assert_int_equal(carom_scene_create(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_scene_create(&s, NULL), CAROM_ERROR_ARGUMENT);
    def.count = 1;
    assert_int_equal(carom_scene_create(&s, &def), CAROM_ERROR_ARGUMENT);
    def.count = 0;
    assert_int_equal(carom_scene_create(&s, &def), CAROM_OK);
    carom_ray ray = {v3(0, 0, 9), v3(0, 0, -1), 0, 99};
    carom_sphere ball = {v3(0, 0, 0), 5};
    carom_vec3 p = v3(0, 0, 0), motion = v3(0, 0, 1);
    assert_false(carom_overlap_ray_scene(&ray, s));
    assert_false(carom_sweep_sphere_scene(&ball, p, s).at.hit);
    assert_true(carom_closest_point_scene(p, s).at.distance == HUGE_VAL);
    assert_true(carom_scene_bounds(s).min.x > carom_scene_bounds(s).max.x);
    assert_int_equal(carom_scene_move_all(s, NULL, 0), CAROM_OK);
    carom_scene_destroy(s);
    carom_scene_destroy(NULL);
    raise_stage(INSTANCES, true);
    assert_true(carom_sweep_sphere_scene(&ball, motion, st.scene).at.hit);
    FOR_EACH_BAD_NUMBER(ray, {
        bool open = (field_ == 7 && kind_ == 1) || (field_ == 6 && kind_ == 2);
        if (!open) assert_false(carom_overlap_ray_scene(&ray, st.scene));
    });
    FOR_EACH_BAD_NUMBER(ball,
                        assert_false(carom_sweep_sphere_scene(&ball, motion, st.scene).at.hit));
    FOR_EACH_BAD_NUMBER(motion,
                        assert_false(carom_sweep_sphere_scene(&ball, motion, st.scene).at.hit));
    FOR_EACH_BAD_NUMBER(
        p, assert_true(carom_closest_point_scene(p, st.scene).at.distance == HUGE_VAL));
    clear_stage();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_rays),
        cmocka_unit_test(scene_sweeps_and_nearest),
        cmocka_unit_test(still_instances),
        cmocka_unit_test(instance_pairs),
        cmocka_unit_test(moved_scene_is_a_new_one),
        cmocka_unit_test(scene_memory_runs_out),
        cmocka_unit_test(bad_scenes_and_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
