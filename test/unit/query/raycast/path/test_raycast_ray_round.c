/* Rays against capsules, infinite cylinders and oriented boxes: hand-made cases, and every answer
 * against dense sampling of the distance to the axis. */
#include "common/test_raycast_common.h"

static double distance_to_axis(carom_vec3 x, carom_vec3 a, carom_vec3 b, bool endless) {
    carom_vec3 w = along(b, a, -1), m = along(x, a, -1);
    double w2 = dot_of(w, w), f = w2 > 0 ? dot_of(m, w) / w2 : 0;
    if (!endless) f = f < 0 ? 0 : f > 1 ? 1 : f;
    m = along(m, w, -f);
    return sqrt(dot_of(m, m));
}

static void capsule_by_hand(void **state) {
    (void)state;
    carom_capsule capsule = {v3(0, 0, 0), v3(0, 0, 4), 1};
    carom_ray ray = ray_of(v3(-3, 0, 2), v3(1, 0, 0));
    carom_ray_hit hit = carom_raycast_ray_capsule(&ray, &capsule); /* the side */
    assert_hit(hit, 2, 4, false);
    assert_vec(hit.normal, -1, 0, 0);
    ray = ray_of(v3(0, 0, 9), v3(0, 0, -2)); /* along the axis, both caps */
    hit = carom_raycast_ray_capsule(&ray, &capsule);
    assert_hit(hit, 2, 5, false);
    assert_vec(hit.normal, 0, 0, 1);
    ray = ray_of(v3(1, 0, 9), v3(0, 0, -1)); /* grazes the whole side */
    assert_hit(carom_raycast_ray_capsule(&ray, &capsule), 5, 9, false);
    ray.origin.x = 1 + 2 * CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_capsule(&ray, &capsule));
    ray = ray_of(v3(-3, 1, 2), v3(1, 0, 0)); /* tangent to the side */
    assert_hit(carom_raycast_ray_capsule(&ray, &capsule), 3, 3, false);
    ray = ray_of(v3(0, 0, 2), v3(0, 1, 0));
    assert_hit(carom_raycast_ray_capsule(&ray, &capsule), 0, 1, true);
    capsule.b = capsule.a; /* a sphere */
    ray = ray_of(v3(-3, 0, 0), v3(1, 0, 0));
    assert_hit(carom_raycast_ray_capsule(&ray, &capsule), 2, 4, false);
    capsule.b = v3(0, 0, 4);
    capsule.radius = 0; /* a segment */
    hit = carom_raycast_ray_capsule(&ray, &capsule);
    assert_hit(hit, 3, 3, false);
    ray.origin.y = (carom_real)0.001;
    assert_miss(carom_raycast_ray_capsule(&ray, &capsule));
}

static void cylinder_by_hand(void **state) {
    (void)state;
    carom_line axis = {v3(0, 0, 100), v3(0, 0, -3)};
    carom_ray ray = ray_of(v3(-5, 0, 0), v3(2, 0, 7));
    carom_ray_hit hit = carom_raycast_ray_cylinder_infinite(&ray, &axis, 1);
    assert_hit(hit, 2, 3, false);
    assert_vec(hit.normal, -1, 0, 0);
    ray = ray_of(v3(1, 0, 0), v3(0, 0, 1)); /* on the surface, along the axis */
    ray.t_max = 8;
    assert_hit(carom_raycast_ray_cylinder_infinite(&ray, &axis, 1), 0, 8, true);
    ray.origin.x += CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_cylinder_infinite(&ray, &axis, 1));
    axis.direction = v3(0, 0, 0);
    ray.origin.x = 0;
    assert_miss(carom_raycast_ray_cylinder_infinite(&ray, &axis, 1));
    axis.direction = v3(0, 0, 1);
    assert_miss(carom_raycast_ray_cylinder_infinite(&ray, &axis, -1));
    assert_miss(carom_raycast_ray_cylinder_infinite(&ray, &axis, (carom_real)NAN));
    assert_miss(carom_raycast_ray_cylinder_infinite(&ray, &axis, (carom_real)INFINITY));
}

static void obb_by_hand(void **state) {
    (void)state;
    carom_obb box = {v3(1, 2, 3), {v3(0.6, 0.8, 0), v3(-0.8, 0.6, 0), v3(0, 0, 1)}, v3(1, 2, 3)};
    carom_ray ray = ray_of(along(box.center, box.axes[0], -5), box.axes[0]);
    carom_ray_hit hit = carom_raycast_ray_obb(&ray, &box);
    assert_hit(hit, 4, 6, false);
    assert_vec(hit.normal, -0.6, -0.8, 0);
    ray.direction = v3(-0.6, -0.8, 0);
    assert_miss(carom_raycast_ray_obb(&ray, &box));
    ray = ray_of(box.center, v3(0, 0, -1));
    assert_hit(carom_raycast_ray_obb(&ray, &box), 0, 3, true);
    box.half_extents = v3(0, 0, 0); /* a point */
    ray.origin.z += 2;
    assert_hit(carom_raycast_ray_obb(&ray, &box), 2, 2, false);
    box.half_extents.y = -1;
    assert_miss(carom_raycast_ray_obb(&ray, &box));
}

/* The interval of `ray` in a round solid, by 4000 samples; false where sampling is not clear. */
static void check_by_sampling(carom_ray ray, carom_ray_hit hit, carom_capsule c, bool endless) {
    double r = (double)c.radius, least = 1e30;
    int inside = 0;
    for (int i = 0; i <= 4000; i++) {
        double t = 4.0 * i / 4000;
        double d = distance_to_axis(along(ray.origin, ray.direction, t), c.a, c.b, endless);
        least = fmin(least, d - r);
        bool reported = hit.hit && t >= (double)hit.t && t <= (double)hit.t_exit;
        if (fabs(d - r) > 1e-4) assert_int_equal(d < r, reported);
        inside += d < r;
    }
    if (least < -1e-3) assert_true(hit.hit && inside > 0);
    if (!hit.hit) return;
    double d = distance_to_axis(hit.point, c.a, c.b, endless);
    assert_unit(hit.normal);
    if (hit.started_inside) return;
    assert_true(fabs(d - r) < 1e-4);
    assert_true(dot_of(hit.normal, ray.direction) < 1e-5);
    carom_vec3 out = along(hit.point, hit.normal, 0.125);
    assert_true(fabs(distance_to_axis(out, c.a, c.b, endless) - r - 0.125) < 1e-4);
}

static void round_shapes_by_sampling(void **state) {
    (void)state;
    uint64_t seed = 31;
    int hits = 0;
    for (int i = 0; i < 800; i++) {
        carom_capsule c = {random_vec(&seed, 1), random_vec(&seed, 1),
                           (carom_real)(0.3 + 0.25 * next_random(&seed))};
        carom_ray ray = ray_of(random_vec(&seed, 1.5), random_vec(&seed, 1));
        ray.t_max = 4;
        if (i % 3 == 0) ray.direction = along(c.b, c.a, -1); /* parallel */
        carom_ray_hit hit = carom_raycast_ray_capsule(&ray, &c);
        hits += hit.hit;
        check_by_sampling(ray, hit, c, false);
        carom_line axis = {c.a, along(c.b, c.a, -1)};
        if (i % 3 != 0)
            check_by_sampling(ray, carom_raycast_ray_cylinder_infinite(&ray, &axis, c.radius), c,
                              true);
    }
    assert_true(hits > 50);
}

static void obb_equals_turned_aabb(void **state) {
    (void)state;
    uint64_t seed = 8;
    int hits = 0;
    for (int i = 0; i < 5000; i++) {
        carom_vec3 c = random_vec(&seed, 1), h = random_vec(&seed, 1), z = v3(0, 0, 0);
        h = v3(fabs(h.x), fabs(h.y), fabs(h.z));
        carom_vec3 o = random_vec(&seed, 3), d = random_vec(&seed, 1);
        d = along(d, o, -0.5);
        carom_aabb box = {v3(-h.x, -h.y, -h.z), h};
        carom_vec3 axes[3] = {v3(0.6, 0.8, 0), v3(-0.8, 0.6, 0), v3(0, 0, 1)};
        carom_ray local = ray_of(o, d), world;
        world = ray_of(along(along(along(c, axes[0], o.x), axes[1], o.y), axes[2], o.z),
                       along(along(along(z, axes[0], d.x), axes[1], d.y), axes[2], d.z));
        carom_obb turned = {c, {axes[0], axes[1], axes[2]}, h};
        carom_ray_hit a = carom_raycast_ray_aabb(&local, &box);
        carom_ray_hit b = carom_raycast_ray_obb(&world, &turned);
        if (a.hit != b.hit) { /* only where the interval is next to nothing */
            carom_ray_hit some = a.hit ? a : b;
            assert_true((double)some.t_exit - (double)some.t < 1e-4);
            continue;
        }
        if (!a.hit) continue;
        hits++;
        assert_true(fabs((double)a.t - (double)b.t) < 1e-4 * (1 + (double)a.t));
        assert_int_equal(a.started_inside, b.started_inside);
    }
    assert_true(hits > 400);
}

typedef struct bad_case {
    carom_ray ray;
    carom_capsule capsule;
    carom_obb box;
    carom_line axis;
} bad_case;

static void expect_capsule_miss(void *data) {
    bad_case *c = data;
    if (isinf(c->ray.t_max) || isinf(c->ray.t_min)) return;
    assert_miss(carom_raycast_ray_capsule(&c->ray, &c->capsule));
}
static void expect_obb_miss(void *data) {
    bad_case *c = data;
    if (isinf(c->ray.t_max) || isinf(c->ray.t_min)) return;
    assert_miss(carom_raycast_ray_obb(&c->ray, &c->box));
}
static void expect_cylinder_miss(void *data) {
    bad_case *c = data;
    if (isinf(c->ray.t_max) || isinf(c->ray.t_min)) return;
    assert_miss(carom_raycast_ray_cylinder_infinite(&c->ray, &c->axis, 1));
}

static void bad_input_misses(void **state) {
    (void)state;
    bad_case c = {ray_of(v3(-4, 0, 0), v3(1, 0, 0)),
                  {v3(0, 0, -1), v3(0, 0, 1), 1},
                  {v3(0, 0, 0), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(1, 1, 1)},
                  {v3(0, 0, 0), v3(0, 0, 1)}};
    assert_true(carom_raycast_ray_capsule(&c.ray, &c.capsule).hit);
    assert_true(carom_raycast_ray_obb(&c.ray, &c.box).hit);
    assert_true(carom_raycast_ray_cylinder_infinite(&c.ray, &c.axis, 1).hit);
    with_bad_numbers(&c.ray.origin.x, 8, expect_capsule_miss, &c);
    with_bad_numbers(&c.ray.origin.x, 8, expect_obb_miss, &c);
    with_bad_numbers(&c.ray.origin.x, 8, expect_cylinder_miss, &c);
    with_bad_numbers(&c.capsule.a.x, 7, expect_capsule_miss, &c);
    with_bad_numbers(&c.box.center.x, 15, expect_obb_miss, &c);
    with_bad_numbers(&c.axis.origin.x, 6, expect_cylinder_miss, &c);
    c.ray.direction = v3(0, 0, 0);
    c.ray.origin = v3(0, 0, 0);
    expect_capsule_miss(&c);
    expect_obb_miss(&c);
    expect_cylinder_miss(&c);
    c.capsule.radius = -1;
    c.ray.direction = v3(1, 0, 0);
    expect_capsule_miss(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capsule_by_hand),
        cmocka_unit_test(cylinder_by_hand),
        cmocka_unit_test(obb_by_hand),
        cmocka_unit_test(round_shapes_by_sampling),
        cmocka_unit_test(obb_equals_turned_aabb),
        cmocka_unit_test(bad_input_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
