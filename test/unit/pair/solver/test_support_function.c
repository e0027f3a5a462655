/* Shapes that are given by their support function: those of known shapes answer every verb against
 * every kind as these shapes do, functions that break the contract get an answer in bounded time,
 * and what cannot be known of them is refused. */
#include "carom/mass.h"
#include "carom/world.h"
#include "common/test_support_common.h"
#include "common/test_twins_common.h"

#define ROUNDS 30
/* Points on a smooth surface are known to the root of that. */
#define NEAR_POINT sqrt(NEAR)
/* Calls of one query. A way out of a surface along a direction asks each triangle again for each of
 * its steps, and a function that answers otherwise each time never lets it end before the last. */
#define MANY_CALLS 3000
#define MANY_CALLS_ALONG 800000
#define MANY_CALLS_TOI 20000

static carom_vec3 unit_ball(carom_vec3 d, const void *user) {
    (void)user;
    return d;
}

static carom_vec3 octahedron(carom_vec3 d, const void *user) {
    (void)user;
    const double x = fabs((double)d.x), y = fabs((double)d.y), z = fabs((double)d.z);
    if (x >= y && x >= z) return v3(d.x < 0 ? -1 : 1, 0, 0);
    return y >= z ? v3(0, d.y < 0 ? -1 : 1, 0) : v3(0, 0, d.z < 0 ? -1 : 1);
}

static void known_sets_are_themselves(void **state) {
    static every_kind every;
    static set_and_twin set;
    (void)state;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++)
        for (known_set known = 0; known < KNOWN_SETS; known++) {
            make_every(&every, kind);
            make_set(&set, known);
            for (int i = 0; i < ROUNDS; i++) {
                sides s = {.shape = &set.shape,
                           .twin = &set.twin,
                           .other = &every.kind.shape,
                           .near_contact = 2 * NEAR};
                twins_agree(&s);
            }
            discard_every(&every);
            discard_set(&set);
        }
}

/* ---- by hand */

static void a_ball_by_hand(void **state) {
    (void)state;
    const carom_shape ball = carom_shape_support_function(unit_ball, NULL, v3(0, 0, 0)),
                      box = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      ray = carom_shape_ray(v3(-5, 0, 0), v3(2, 0, 0), (carom_real)INFINITY),
                      ground = carom_shape_plane(v3(0, 0, 2), 0);
    const carom_pose here = carom_pose_identity(), there = standing(v3(4, 0, 0));
    assert_null(carom_shape_problem(&ball));
    const carom_closest_any c = carom_closest(&ball, there, &box, here);
    assert_about((double)c.distance, 2, NEAR);
    assert_vec_about(c.point_a, 3, 0, 0, NEAR_POINT);
    assert_vec_about(c.point_b, 1, 0, 0, NEAR_POINT);
    const carom_ray_hit hit = carom_raycast(&ray, here, &ball, there);
    assert_true(hit.hit && !hit.started_inside);
    assert_about((double)hit.t, 4, NEAR);
    assert_about((double)hit.t_exit, 5, NEAR);
    assert_vec_about(hit.point, 3, 0, 0, NEAR_POINT);
    assert_vec_about(hit.normal, -1, 0, 0, NEAR_POINT);
    const carom_ray_hit inside = carom_raycast(&ray, standing(v3(9, 0, 0)), &ball, there);
    assert_true(inside.hit && inside.started_inside && inside.t == 0);
    assert_about((double)inside.t_exit, 0.5, NEAR);
    const carom_penetration p = carom_penetrate(&ball, standing(v3(0, 0, 0.5)), &ground, here);
    assert_true(p.overlap);
    assert_about((double)p.depth, 0.5, NEAR);
    const carom_aabb bounds = carom_shape_bounds(&ball, there);
    assert_true(bounds.min.x <= 3 && bounds.max.x >= 5 && bounds.max.y >= 1 && bounds.max.y < 1.01);
    assert_vec_about(carom_shape_support(&ball, there, v3(0, 7, 0)), 4, 1, 0, NEAR);
    assert_about(carom_penetrate_along(&ball, here, &box, here, v3(1, 0, 0)), 2, NEAR);
}

static void relations_by_hand(void **state) {
    (void)state;
    const carom_pose here = carom_pose_identity();
    const carom_shape ball = carom_shape_support_function(unit_ball, NULL, v3(0, 0, 0)),
                      eight = carom_shape_support_function(octahedron, NULL, v3(0, 0, 0)),
                      room = carom_shape_aabb(v3(-2, -2, -2), v3(2, 2, 2)),
                      crumb = carom_shape_aabb(v3(-0.25, -0.25, -0.25), v3(0.25, 0.25, 0.25)),
                      speck = carom_shape_sphere(v3(0, 0, 0), (carom_real)0.25),
                      sky = carom_shape_sphere(v3(0, 0, 0), 3),
                      snug = carom_shape_sphere(v3(0, 0, 0), (carom_real)1.25);
    assert_int_equal(carom_classify(&ball, here, &room, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&room, here, &ball, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&ball, here, &crumb, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&ball, here, &speck, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&ball, here, &sky, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&ball, here, &ball, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&ball, standing(v3(9, 0, 0)), &room, here), CAROM_DISJOINT);
    /* six calls show the cube about the ball alone */
    assert_int_equal(carom_classify(&ball, here, &snug, here), CAROM_INTERSECTS);
    /* these two have the same six points, and are told apart nevertheless */
    assert_int_equal(carom_classify(&eight, here, &ball, here), CAROM_INTERSECTS);
    assert_int_equal(carom_classify(&ball, here, &eight, here), CAROM_INTERSECTS);
}

static void a_box_stands_on_four_points(void **state) {
    static set_and_twin set;
    (void)state;
    make_set(&set, SET_BOX);
    const carom_shape floor = carom_shape_aabb(v3(-4, -4, -1), v3(4, 4, 0));
    carom_contact_manifold m = {.margin = 0};
    carom_contact(&set.shape, standing(v3(0.25, 0, 0.25)), &floor, carom_pose_identity(), &m);
    assert_int_equal(m.count, 4);
    assert_vec_about(m.normal, 0, 0, -1, 1e-6);
    for (int i = 0; i < 4; i++) {
        assert_about((double)m.points[i].depth, 0.125, NEAR);
        assert_about(fabs((double)m.points[i].point_a.x - 0.25), 0.5, NEAR);
        assert_about(fabs((double)m.points[i].point_a.y), 0.625, NEAR);
    }
}

/* ---- invariants */

static void exchanged_and_scaled(void **state) {
    static every_kind every;
    static set_and_twin set;
    (void)state;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++) {
        make_every(&every, kind);
        make_set(&set, SET_ELLIPSOID);
        const carom_shape *a = &set.shape, *b = &every.kind.shape;
        for (int i = 0; i < ROUNDS; i++) {
            const carom_pose p = pose_every(2), q = pose_every(2);
            const carom_closest_any one = carom_closest(a, p, b, q),
                                    two = carom_closest(b, q, a, p);
            assert_true(one.distance == two.distance);
            assert_same(one.point_a, two.point_b);
            const carom_penetration in = carom_penetrate(a, p, b, q),
                                    out = carom_penetrate(b, q, a, p);
            assert_int_equal(in.overlap, out.overlap);
            assert_true(in.depth == out.depth);
            if (kind < CAROM_SHAPE_MESH) assert_same(in.point_a, out.point_b);
        }
        discard_every(&every);
        discard_set(&set);
    }
}

static void sets_of_any_size(void **state) {
    static set_and_twin set;
    (void)state;
    const double limit = EPS > 1e-10 ? 1e18 : 1e100;
    for (double size = 1 / limit; size <= limit; size *= 1e6) {
        make_set(&set, SET_ELLIPSOID);
        set.data.half = v3(0.5 * size, 0.625 * size, 0.375 * size);
        const carom_shape ball = carom_shape_sphere(v3(0, 0, 0), (carom_real)size);
        const carom_pose at = standing(v3(3 * size, 0, 0));
        const carom_closest_any c = carom_closest(&set.shape, at, &ball, carom_pose_identity());
        assert_about((double)c.distance / size, 1.5, NEAR);
        assert_false(carom_overlap(&set.shape, at, &ball, carom_pose_identity()));
        const carom_penetration p =
            carom_penetrate(&set.shape, standing(v3(size, 0, 0)), &ball, carom_pose_identity());
        assert_true(p.overlap);
        assert_about((double)p.depth / size, 0.5, 4 * NEAR);
    }
}

/* ---- what is no set */

static bool is_tame(double x, double most) {
    return x >= -most && x <= most;
}

/* Counts anew from here on. */
static void assert_few_calls(set_and_twin *s, long most) {
    assert_true((long)s->calls <= most);
    s->calls = 0;
}

static void hostile_verbs(set_and_twin *s, const carom_shape *o, carom_pose p, carom_pose q) {
    s->calls = 0;
    const carom_closest_any c = carom_closest(&s->shape, p, o, q);
    assert_true(c.distance >= 0);
    assert_few_calls(s, MANY_CALLS);
    (void)carom_overlap(&s->shape, p, o, q);
    assert_few_calls(s, MANY_CALLS);
    (void)carom_overlap_within(&s->shape, p, o, q, (carom_real)0.5);
    assert_few_calls(s, MANY_CALLS);
    const carom_penetration depth = carom_penetrate(&s->shape, p, o, q);
    assert_true(depth.depth >= 0);
    assert_few_calls(s, MANY_CALLS);
    assert_true(is_tame((double)carom_penetrate_along(&s->shape, p, o, q, v3(1, 0, 0)),
                        (double)CAROM_REAL_MAX));
    assert_few_calls(s, MANY_CALLS_ALONG);
    (void)carom_classify(&s->shape, p, o, q);
    assert_few_calls(s, MANY_CALLS);
    const carom_ray_hit ray = carom_raycast(o, q, &s->shape, p);
    assert_true(ray.t == ray.t);
    assert_few_calls(s, MANY_CALLS);
    const carom_moving_shape a = {&s->shape, p, random_vec(3)}, b = {o, q, v3(0, 0, 0)};
    const carom_sweep_hit hit = carom_sweep(&a, &b);
    assert_true(hit.fraction >= 0 && hit.fraction <= 1);
    assert_few_calls(s, MANY_CALLS);
    carom_contact_manifold m = {.margin = 0};
    carom_contact(&s->shape, p, o, q, &m);
    assert_true(m.count >= 0 && m.count <= CAROM_CONTACT_LIMIT);
    assert_few_calls(s, MANY_CALLS);
    const carom_turning_shape turning = {.shape = &s->shape, .start = p, .end = pose_every(3)},
                              still = {.shape = o, .start = q, .end = q};
    const carom_toi_hit toi = carom_toi(&turning, &still, 0);
    assert_true(toi.fraction >= 0 && toi.fraction <= 1);
    assert_few_calls(s, MANY_CALLS_TOI);
}

static void hostile_functions_end(void **state) {
    static every_kind every;
    static set_and_twin set;
    (void)state;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++)
        for (known_set known = KNOWN_SETS; known < ALL_SETS; known++) {
            make_every(&every, kind);
            make_set(&set, known);
            for (int i = 0; i < ROUNDS; i++)
                hostile_verbs(&set, &every.kind.shape, pose_every(1), pose_every(1));
            discard_every(&every);
        }
}

static void assert_no(const carom_shape *bad, const char *problem) {
    const carom_shape box = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      line = carom_shape_line(v3(0, 0, 0), v3(1, 0, 0));
    const carom_pose here = carom_pose_identity();
    const char *found = carom_shape_problem(bad);
    assert_non_null(found);
    if (problem) assert_string_equal(found, problem);
    assert_false(carom_overlap(bad, here, &box, here));
    assert_true(carom_closest(bad, here, &box, here).distance > CAROM_REAL_MAX);
    assert_false(carom_penetrate(&box, here, bad, here).overlap);
    assert_false(carom_raycast(&line, here, bad, here).hit);
    assert_int_equal(carom_classify(bad, here, &box, here), CAROM_DISJOINT);
    assert_true(carom_shape_bounds(bad, here).min.x > carom_shape_bounds(bad, here).max.x);
}

static void invalid_ones_say_no(void **state) {
    static set_and_twin set;
    (void)state;
    const carom_shape none = carom_shape_support_function(NULL, NULL, v3(0, 0, 0));
    assert_no(&none, "support function is missing");
    const carom_shape nowhere = carom_shape_support_function(unit_ball, NULL, v3(0, NAN, 0));
    assert_no(&nowhere, "coordinate is not finite");
    carom_shape tilted = carom_shape_support_function(unit_ball, NULL, v3(0, 0, 0));
    tilted.as.support.pose.rotation.w = 3;
    assert_no(&tilted, NULL);
    make_set(&set, SET_NAN);
    assert_no(&set.shape, "support point is not finite");
    make_set(&set, SET_INFINITE);
    assert_no(&set.shape, "support point is not finite");
}

/* ---- what is refused */

static void no_mass_and_no_file(void **state) {
    (void)state;
    const carom_shape ball = carom_shape_support_function(unit_ball, NULL, v3(0, 0, 0));
    carom_mass mass;
    assert_int_equal(carom_mass_shape(&mass, &ball, 1.0), CAROM_ERROR_ARGUMENT);
    carom_world *world = NULL;
    const carom_world_def defaults = carom_world_defaults();
    assert_int_equal(carom_world_create(&world, &defaults), CAROM_OK);
    carom_collider_def def = {.shape = ball, .kind = CAROM_COLLIDER_MOVING};
    def.velocity = v3(0, 0, -1);
    carom_collider_id id;
    assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
    def = (carom_collider_def){.shape = carom_shape_plane(v3(0, 0, 1), -2)};
    assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
    assert_int_equal(carom_world_step(world, 2), CAROM_OK);
    size_t bytes = 0;
    assert_int_equal(carom_world_save(world, NULL, NULL, &bytes), CAROM_ERROR_ARGUMENT);
    carom_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_sets_are_themselves), cmocka_unit_test(a_ball_by_hand),
        cmocka_unit_test(relations_by_hand),         cmocka_unit_test(a_box_stands_on_four_points),
        cmocka_unit_test(exchanged_and_scaled),      cmocka_unit_test(sets_of_any_size),
        cmocka_unit_test(hostile_functions_end),     cmocka_unit_test(invalid_ones_say_no),
        cmocka_unit_test(no_mass_and_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
