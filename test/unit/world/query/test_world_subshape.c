/* What answers of a world name: those of rays, sweeps and nearest colliders are the parts that the
 * generic queries name; planes and events name the part on which their point lies; parts that are
 * named by impacts touch at that time. */
#include "common/test_world_common.h"

#define COLLIDERS 24
#define NEAR 1e-3

static void assert_same_part(carom_subshape a, carom_subshape b) {
    assert_true(a.has_child == b.has_child && a.has_triangle == b.has_triangle);
    assert_true(a.child == b.child && a.triangle == b.triangle);
}

static carom_shape any_shape(void) {
    carom_shape s = {.kind = CAROM_SHAPE_MESH, .as.mesh = things.mesh};
    const double which = uniform();
    if (which < 0.25) return s;
    if (which < 0.5)
        return (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field};
    if (which < 0.75)
        return (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = things.compound};
    return which < 0.9 ? block(0.5, 1, 0.25) : ball(0.75);
}

static carom_world *any_world(carom_collider_kind kind, carom_collider_def defs[COLLIDERS]) {
    carom_world *world;
    carom_world_def def = carom_world_defaults();
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    for (int i = 0; i < COLLIDERS; i++) {
        const bool moves = kind == CAROM_COLLIDER_MOVING && i % 2;
        insert(world, any_shape(), moves ? kind : CAROM_COLLIDER_STATIC,
               (carom_pose){random3(6), random_rotation()}, moves ? random3(30) : v3(0, 0, 0));
        defs[i] = carom_world_collider(world, carom_world_id(world, (uint32_t)i));
    }
    assert_int_equal(carom_world_build(world), CAROM_OK);
    return world;
}

static double gap_to_point(carom_vec3 point, const carom_shape *s, carom_pose pose,
                           carom_subshape part) {
    const carom_shape at = {.kind = CAROM_SHAPE_POINT, .as.point = point};
    const carom_child named = carom_shape_subshape(s, pose, part);
    return (double)carom_closest(&at, carom_pose_identity(), &named.shape, named.pose).distance;
}

/* Exactly the levels that the shape has. */
static void assert_names(const carom_shape *s, carom_subshape part) {
    assert_int_equal(part.has_child, s->kind == CAROM_SHAPE_COMPOUND);
    assert_int_equal(part.has_triangle,
                     s->kind == CAROM_SHAPE_MESH || s->kind == CAROM_SHAPE_HEIGHTFIELD);
}

/* ---- questions */

static void ask_ray(const carom_world *world, const carom_collider_def *defs) {
    const carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = {random3(8), random3(1), 0, 30}};
    carom_world_hit hits[COLLIDERS];
    const size_t count = carom_world_raycast_all(world, &ray.as.ray, 1, hits, COLLIDERS);
    for (size_t i = 0; i < count; i++) {
        const carom_collider_def *c = &defs[hits[i].id.index];
        const carom_ray_hit hit = carom_raycast(&ray, carom_pose_identity(), &c->shape, c->pose);
        assert_same_part(hits[i].sub_b, hit.sub_b);
        assert_memory_equal(&hits[i].barycentric, &hit.barycentric, sizeof hit.barycentric);
        assert_false(hits[i].sub_a.has_child || hits[i].sub_a.has_triangle);
        assert_names(&c->shape, hits[i].sub_b);
    }
}

static void ask_shape(const carom_world *world, const carom_collider_def *defs) {
    const carom_shape shape = any_shape();
    const carom_world_probe probe = {
        .shape = &shape, .pose = {random3(6), random_rotation()}, .motion = random3(8), .mask = 1};
    carom_world_hit hits[COLLIDERS];
    size_t count = carom_world_sweep_all(world, &probe, hits, COLLIDERS);
    for (size_t i = 0; i < count; i++) {
        const carom_collider_def *c = &defs[hits[i].id.index];
        const carom_moving_shape a = {&shape, probe.pose, probe.motion},
                                 b = {&c->shape, c->pose, v3(0, 0, 0)};
        const carom_sweep_hit hit = carom_sweep(&a, &b);
        assert_same_part(hits[i].sub_a, hit.sub_a);
        assert_same_part(hits[i].sub_b, hit.sub_b);
    }
    carom_world_near near[4];
    count = carom_world_nearest(world, &probe, near, 4);
    for (size_t i = 0; i < count; i++) {
        const carom_collider_def *c = &defs[near[i].id.index];
        const carom_closest_any found = carom_closest(&shape, probe.pose, &c->shape, c->pose);
        assert_same_part(near[i].sub_a, found.sub_a);
        assert_same_part(near[i].sub_b, found.sub_b);
    }
    carom_world_plane planes[COLLIDERS];
    count = carom_world_planes(world, &probe, 1, planes, COLLIDERS);
    for (size_t i = 0; i < count && i < COLLIDERS; i++) {
        const carom_collider_def *c = &defs[planes[i].id.index];
        const carom_subshape child = {planes[i].sub_b.has_child, false, planes[i].sub_b.child, 0};
        assert_names(&shape, planes[i].sub_a);
        assert_names(&c->shape, planes[i].sub_b);
        assert_true(gap_to_point(planes[i].point, &c->shape, c->pose, planes[i].sub_b) <=
                    gap_to_point(planes[i].point, &c->shape, c->pose, child) + NEAR);
    }
}

static void test_questions(void **state) {
    (void)state;
    carom_collider_def defs[COLLIDERS];
    for (int round = 0; round < 6; round++) {
        carom_world *world = any_world(CAROM_COLLIDER_STATIC, defs);
        for (int i = 0; i < 40; i++) {
            ask_ray(world, defs);
            ask_shape(world, defs);
        }
        carom_world_destroy(world);
    }
}

/* ---- steps */

static carom_child part_at(const carom_collider_def *c, carom_subshape part, carom_real time) {
    carom_pose pose = c->pose;
    pose.position = carom_vec3_add(pose.position, carom_vec3_scale(c->velocity, time));
    return carom_shape_subshape(&c->shape, pose, part);
}

static size_t check_impacts(const carom_world *world, const carom_collider_def *defs) {
    size_t count;
    const carom_world_impact *impacts = carom_world_impacts(world, &count);
    for (size_t i = 0; i < count; i++) {
        const carom_world_impact *met = &impacts[i];
        const carom_collider_def *a = &defs[met->a.index], *b = &defs[met->b.index];
        assert_names(&a->shape, met->sub_a);
        assert_names(&b->shape, met->sub_b);
        const carom_child p = part_at(a, met->sub_a, met->time),
                          q = part_at(b, met->sub_b, met->time);
        const carom_closest_any c = carom_closest(&p.shape, p.pose, &q.shape, q.pose);
        assert_true((double)c.distance <= NEAR);
    }
    return count;
}

static size_t check_events(const carom_world *world, const carom_collider_def *defs) {
    size_t count, named = 0;
    const carom_world_event *events = carom_world_events(world, &count);
    for (size_t i = 0; i < count; i++) {
        const carom_world_event *e = &events[i];
        const carom_collider_def *a = &defs[e->a.index], *b = &defs[e->b.index];
        if (e->normal.x == 0 && e->normal.y == 0 && e->normal.z == 0) {
            assert_false(e->sub_a.has_child || e->sub_a.has_triangle);
            assert_false(e->sub_b.has_child || e->sub_b.has_triangle);
            continue;
        }
        named++;
        assert_names(&a->shape, e->sub_a);
        assert_names(&b->shape, e->sub_b);
        const carom_pose now = carom_world_collider(world, e->a).pose;
        const carom_subshape child = {e->sub_a.has_child, false, e->sub_a.child, 0};
        assert_true(gap_to_point(e->point, &a->shape, now, e->sub_a) <=
                    gap_to_point(e->point, &a->shape, now, child) + NEAR);
    }
    return named;
}

static void test_steps(void **state) {
    (void)state;
    carom_collider_def defs[COLLIDERS];
    size_t impacts = 0, events = 0;
    for (int round = 0; round < 12; round++) {
        carom_world *world = any_world(CAROM_COLLIDER_MOVING, defs);
        assert_int_equal(carom_world_step(world, (carom_real)0.125), CAROM_OK);
        impacts += check_impacts(world, defs);
        events += check_events(world, defs);
        carom_world_destroy(world);
    }
    assert_true(impacts > 20 && events > 20);
}

/* A ball that turns falls on the foot of a compound that stands on a field, with response. */
static void test_response(void **state) {
    (void)state;
    carom_world *world;
    carom_world_def def = carom_world_defaults();
    def.response = true;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    const carom_shape field = {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field};
    const carom_shape whole = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = things.compound};
    insert(world, field, CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    insert(world, whole, CAROM_COLLIDER_STATIC, at(20, 0, 0), v3(0, 0, 0));
    const carom_collider_id one =
        insert(world, ball(0.25), CAROM_COLLIDER_MOVING, at(-1.5, 2, -1.5), v3(0, -20, 0));
    insert(world, block(0.25, 0.25, 0.25), CAROM_COLLIDER_MOVING, at(20.75, 3, 0), v3(0, -30, 0));
    assert_int_equal(carom_world_set_velocity(world, one, v3(0, -20, 0), v3(0, 4, 0)), CAROM_OK);
    assert_int_equal(carom_world_step(world, (carom_real)0.25), CAROM_OK);
    size_t count;
    const carom_world_impact *impacts = carom_world_impacts(world, &count);
    assert_true(count >= 2);
    for (size_t i = 0; i < count; i++) {
        const bool on_field = impacts[i].a.index == 0;
        assert_int_equal(impacts[i].sub_a.has_triangle, on_field);
        assert_int_equal(impacts[i].sub_a.has_child, !on_field);
        assert_int_equal(on_field ? impacts[i].sub_a.triangle : impacts[i].sub_a.child,
                         on_field ? 0 : 1);
        assert_false(impacts[i].sub_b.has_triangle || impacts[i].sub_b.has_child);
    }
    carom_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_response),
    };
    return cmocka_run_group_tests(tests, make_assets, drop_assets);
}
