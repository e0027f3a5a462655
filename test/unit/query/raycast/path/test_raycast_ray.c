/* Rays against plane, half-space, sphere and box: hand-made cases, every tie, every kind of bad
 * input. */
#include "common/test_raycast_common.h"

static void plane_hit_from_both_sides(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 0, 2), 6}; /* z = 3 */
    carom_ray up = ray_of(v3(1, 2, 0), v3(0, 0, 0.5)), down = ray_of(v3(1, 2, 5), v3(0, 0, -1));
    carom_ray_hit hit = carom_raycast_ray_plane(&up, &plane);
    assert_hit(hit, 6, 6, false);
    assert_vec(hit.point, 1, 2, 3);
    assert_vec(hit.normal, 0, 0, -1);
    hit = carom_raycast_ray_plane(&down, &plane);
    assert_hit(hit, 2, 2, false);
    assert_vec(hit.normal, 0, 0, 1);
    up.direction.z = -1;
    assert_miss(carom_raycast_ray_plane(&up, &plane));
}

static void plane_range_is_closed(void **state) {
    (void)state;
    carom_plane plane = {v3(1, 1, 1), 3};
    carom_ray ray = ray_of(v3(0, 0, 0), v3(1, 1, 1));
    ray.t_max = 1;
    assert_hit(carom_raycast_ray_plane(&ray, &plane), 1, 1, false);
    ray.t_max = 1 - CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_plane(&ray, &plane));
    ray.t_max = 5;
    ray.t_min = 1;
    assert_hit(carom_raycast_ray_plane(&ray, &plane), 1, 1, false);
    ray.t_min = 1 + CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_plane(&ray, &plane));
    ray.t_min = 6;
    assert_miss(carom_raycast_ray_plane(&ray, &plane));
}

static void plane_parallel(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 3, 0), 6};
    carom_ray in = ray_of(v3(7, 2, 1), v3(1, 0, -4));
    in.t_min = (carom_real)0.25;
    carom_ray_hit hit = carom_raycast_ray_plane(&in, &plane);
    assert_hit(hit, 0.25, 0.25, false);
    in.origin.y = 2 + 4 * CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_plane(&in, &plane));
}

static void halfspace_solid(void **state) {
    (void)state;
    carom_halfspace ground = {v3(0, 0, 1), 0};
    carom_ray ray = ray_of(v3(0, 0, 2), v3(1, 0, -1));
    ray.t_max = 10;
    carom_ray_hit hit = carom_raycast_ray_halfspace(&ray, &ground);
    assert_hit(hit, 2, 10, false);
    assert_vec(hit.normal, 0, 0, 1);
    ray.origin.z = -3;
    ray.direction = v3(0, 0, 2);
    hit = carom_raycast_ray_halfspace(&ray, &ground);
    assert_hit(hit, 0, 1.5, true);
    assert_vec(hit.normal, 0, 0, -1);
    ray.t_min = (carom_real)1.5; /* the last point inside */
    assert_hit(carom_raycast_ray_halfspace(&ray, &ground), 1.5, 1.5, true);
    ray.t_min = 2;
    assert_miss(carom_raycast_ray_halfspace(&ray, &ground));
    ray = ray_of(v3(0, 0, 1), v3(1, 1, 0));
    assert_miss(carom_raycast_ray_halfspace(&ray, &ground));
    ray.origin.z = 0;
    assert_true(carom_raycast_ray_halfspace(&ray, &ground).started_inside);
}

static void sphere_five_cases(void **state) {
    (void)state;
    carom_sphere sphere = {v3(0, 0, 0), 5};
    carom_ray ray = ray_of(v3(-10, 3, 0), v3(2, 0, 0));
    carom_ray_hit hit = carom_raycast_ray_sphere(&ray, &sphere); /* through */
    assert_hit(hit, 3, 7, false);
    assert_vec(hit.point, -4, 3, 0);
    assert_vec(hit.normal, -0.8, 0.6, 0);
    ray.origin.x = 10; /* behind */
    assert_miss(carom_raycast_ray_sphere(&ray, &sphere));
    ray.origin = v3(-10, 5, 0); /* tangent */
    hit = carom_raycast_ray_sphere(&ray, &sphere);
    assert_hit(hit, 5, 5, false);
    assert_vec(hit.normal, 0, 1, 0);
    ray.origin = v3(0, 3, 0); /* from inside */
    hit = carom_raycast_ray_sphere(&ray, &sphere);
    assert_hit(hit, 0, 2, true);
    assert_vec(hit.normal, -1, 0, 0);
    ray.origin = v3(-10, 5 * (1 + (double)CAROM_REAL_EPSILON), 0); /* missed by an ulp */
    assert_miss(carom_raycast_ray_sphere(&ray, &sphere));
}

static void sphere_touching_start_and_end(void **state) {
    (void)state;
    carom_sphere sphere = {v3(1, 2, 3), 2};
    carom_ray ray = ray_of(v3(3, 2, 3), v3(1, 0, 0)); /* leaves from the surface */
    assert_hit(carom_raycast_ray_sphere(&ray, &sphere), 0, 0, true);
    ray.origin.x += 2 * CAROM_REAL_EPSILON;
    assert_miss(carom_raycast_ray_sphere(&ray, &sphere));
    ray = ray_of(v3(-5, 2, 3), v3(1, 0, 0));
    ray.t_max = 4;
    assert_hit(carom_raycast_ray_sphere(&ray, &sphere), 4, 4, false);
    ray.t_max = 3;
    assert_miss(carom_raycast_ray_sphere(&ray, &sphere));
    sphere.radius = 0; /* a point */
    ray.t_max = 100;
    assert_hit(carom_raycast_ray_sphere(&ray, &sphere), 6, 6, false);
    sphere.center.z += (carom_real)0.001;
    assert_miss(carom_raycast_ray_sphere(&ray, &sphere));
}

static void sphere_far_and_scaled(void **state) {
    (void)state;
    carom_sphere sphere = {v3(0, 0, 0), 1};
    carom_ray ray = ray_of(v3(-1e6, 0.5, 0), v3(1, 0, 0));
    carom_ray_hit hit = carom_raycast_ray_sphere(&ray, &sphere);
    assert_hit(hit, 1e6 - sqrt(0.75), 1e6 + sqrt(0.75), false);
    assert_near((double)hit.normal.y, 0.5);
    for (int e = -20; e <= 20; e += 10) { /* a long or short direction only scales t */
        double s = ldexp(1.0, e);
        ray = ray_of(v3(-3, 0.5, 0.25), v3(s, 0, 0));
        hit = carom_raycast_ray_sphere(&ray, &sphere);
        assert_hit(hit, (3 - sqrt(0.6875)) / s, (3 + sqrt(0.6875)) / s, false);
    }
    for (int e = -100; e <= 100; e += 50) { /* as does the scale of everything */
        double s = ldexp(1.0, e);
        sphere = (carom_sphere){v3(2 * s, 0, 0), (carom_real)s};
        ray = ray_of(v3(-4 * s, 0, 0), v3(s, 0, 0));
        assert_hit(carom_raycast_ray_sphere(&ray, &sphere), 5, 7, false);
    }
}

static bool both_agree(const carom_ray *ray, const carom_aabb *box) {
    bool hit = carom_raycast_ray_aabb(ray, box).hit;
    assert_int_equal(hit, carom_overlap_ray_aabb(ray, box));
    return hit;
}

static void aabb_through_and_inside(void **state) {
    (void)state;
    carom_aabb box = {v3(-1, -2, -3), v3(1, 2, 3)};
    carom_ray ray = ray_of(v3(-5, 0, 0), v3(2, 0, 0));
    carom_ray_hit hit = carom_raycast_ray_aabb(&ray, &box);
    assert_hit(hit, 2, 3, false);
    assert_vec(hit.point, -1, 0, 0);
    assert_vec(hit.normal, -1, 0, 0);
    ray = ray_of(v3(0, 0, 0), v3(0, 0, -1));
    hit = carom_raycast_ray_aabb(&ray, &box);
    assert_hit(hit, 0, 3, true);
    assert_vec(hit.normal, 0, 0, 1);
    ray = ray_of(v3(5, 0, 0), v3(2, 0, 0));
    assert_false(both_agree(&ray, &box));
    ray = ray_of(v3(4, 5, 0), v3(-1, -1, 0)); /* through the edge x = 1, y = 2 */
    hit = carom_raycast_ray_aabb(&ray, &box);
    assert_true(both_agree(&ray, &box));
    assert_hit(hit, 3, 5, false);
    ray.origin.y += 8 * CAROM_REAL_EPSILON;
    ray.direction.x = -1;
    assert_true(both_agree(&ray, &box));
}

static void aabb_signed_zero_on_faces(void **state) {
    (void)state;
    carom_aabb box = {v3(0, 0, 0), v3(1, 1, 1)};
    const double zero[2] = {0.0, -0.0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            for (int y = -1; y <= 3; y++) {
                carom_ray ray = ray_of(v3(-2, 0.5 * y, 1), v3(1, zero[i], zero[k]));
                assert_int_equal(both_agree(&ray, &box), y >= 0 && y <= 2);
                ray.origin.x = 3;
                assert_false(both_agree(&ray, &box));
                ray.direction.x = -1;
                assert_int_equal(both_agree(&ray, &box), y >= 0 && y <= 2);
                if (y >= 0 && y <= 2) assert_hit(carom_raycast_ray_aabb(&ray, &box), 2, 3, false);
            }
}

static void aabb_corner_ties(void **state) {
    (void)state;
    carom_aabb box = {v3(1, 1, 1), v3(2, 2, 2)};
    carom_ray ray = ray_of(v3(0, 3, 0), v3(1, -1, 1)); /* through the corner (1, 2, 1) */
    assert_true(both_agree(&ray, &box));
    ray = ray_of(v3(0, 4, 1), v3(2, -4, 1)); /* touches the edge x = 1, y = 2 only */
    assert_hit(carom_raycast_ray_aabb(&ray, &box), 0.5, 0.75, false);
    ray = ray_of(v3(0, 3, 1), v3(1, -1, 0));
    assert_true(both_agree(&ray, &box));
    ray = ray_of(v3(0, 1, 1), v3(1, 1, 0)); /* passes x = 1 and y = 2 together */
    carom_ray_hit hit = carom_raycast_ray_aabb(&ray, &box);
    assert_hit(hit, 1, 1, false);
    assert_vec(hit.point, 1, 2, 1);
    ray.origin.y = 1 + CAROM_REAL_EPSILON;
    assert_false(both_agree(&ray, &box));
    ray.origin.y = 1 - CAROM_REAL_EPSILON;
    assert_true(both_agree(&ray, &box));
}

static void aabb_flat_and_point(void **state) {
    (void)state;
    carom_aabb sheet = {v3(0, 0, 1), v3(2, 2, 1)}, point = {v3(1, 1, 1), v3(1, 1, 1)};
    carom_ray ray = ray_of(v3(0, 0, 0), v3(1, 1, 1));
    assert_hit(carom_raycast_ray_aabb(&ray, &sheet), 1, 1, false);
    assert_hit(carom_raycast_ray_aabb(&ray, &point), 1, 1, false);
    ray.t_max = 1;
    assert_true(both_agree(&ray, &point));
    ray.t_max = 1 - CAROM_REAL_EPSILON;
    assert_false(both_agree(&ray, &point));
    ray = ray_of(v3(-1, 1, 1), v3(1, 0, 0)); /* within the sheet */
    assert_hit(carom_raycast_ray_aabb(&ray, &sheet), 1, 3, false);
    ray = ray_of(v3(1, 1, 1), v3(0, 0, 1));
    assert_hit(carom_raycast_ray_aabb(&ray, &point), 0, 0, true);
}

static void aabb_random_against_clipping(void **state) {
    (void)state;
    uint64_t seed = 77;
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        carom_vec3 c = random_vec(&seed, 2), o = random_vec(&seed, 2), d = random_vec(&seed, 1);
        carom_vec3 e = random_vec(&seed, 1);
        carom_aabb box = {v3(c.x - fabs(e.x), c.y - fabs(e.y), c.z - fabs(e.z)),
                          v3(c.x + fabs(e.x), c.y + fabs(e.y), c.z + fabs(e.z))};
        carom_ray ray = ray_of(o, d);
        carom_ray_hit hit = carom_raycast_ray_aabb(&ray, &box);
        assert_int_equal(hit.hit, carom_overlap_ray_aabb(&ray, &box));
        double first = 0, last = 1e30; /* the slab loop of the textbook, in double */
        const carom_real *om = &o.x, *dm = &d.x, *lo = &box.min.x, *hi = &box.max.x;
        for (int k = 0; k < 3; k++) {
            double a = ((double)lo[k] - (double)om[k]) / (double)dm[k];
            double b = ((double)hi[k] - (double)om[k]) / (double)dm[k];
            first = fmax(first, fmin(a, b));
            last = fmin(last, fmax(a, b));
        }
        if (fabs(first - last) < 1e-9) continue;
        assert_int_equal(hit.hit, first < last);
        if (!hit.hit) continue;
        hits++;
        assert_hit(hit, first, last, first == 0);
        assert_true(dot_of(hit.normal, d) < 0);
    }
    assert_true(hits > 500);
}

typedef struct bad_case {
    carom_ray ray;
    carom_plane plane;
    carom_halfspace halfspace;
    carom_sphere sphere;
    carom_aabb box;
    int shape;
} bad_case;

static void expect_misses(void *data) {
    bad_case *c = data;
    bool unlimited = c->ray.t_max == (carom_real)INFINITY || c->ray.t_min == (carom_real)-INFINITY;
    if (unlimited) return; /* these are no error */
    if (c->shape == 0 || c->shape == 1) assert_miss(carom_raycast_ray_plane(&c->ray, &c->plane));
    if (c->shape == 0 || c->shape == 2)
        assert_miss(carom_raycast_ray_halfspace(&c->ray, &c->halfspace));
    if (c->shape == 0 || c->shape == 3) assert_miss(carom_raycast_ray_sphere(&c->ray, &c->sphere));
    if (c->shape == 0 || c->shape == 4) {
        assert_miss(carom_raycast_ray_aabb(&c->ray, &c->box));
        assert_false(carom_overlap_ray_aabb(&c->ray, &c->box));
    }
}

static void bad_input_misses(void **state) {
    (void)state;
    bad_case c = {ray_of(v3(0, 0, 0), v3(1, 1, 1)),
                  {v3(1, 0, 0), 2},
                  {v3(-1, 0, 0), -2},
                  {v3(3, 3, 3), 1},
                  {v3(2, 2, 2), v3(4, 4, 4)},
                  0};
    assert_true(carom_raycast_ray_plane(&c.ray, &c.plane).hit);
    assert_true(carom_raycast_ray_halfspace(&c.ray, &c.halfspace).hit);
    assert_true(carom_raycast_ray_sphere(&c.ray, &c.sphere).hit);
    assert_true(both_agree(&c.ray, &c.box));
    with_bad_numbers(&c.ray.origin.x, 8, expect_misses, &c);
    c.shape = 1;
    with_bad_numbers(&c.plane.normal.x, 4, expect_misses, &c);
    c.shape = 2;
    with_bad_numbers(&c.halfspace.normal.x, 4, expect_misses, &c);
    c.shape = 3;
    with_bad_numbers(&c.sphere.center.x, 4, expect_misses, &c);
    c.shape = 4;
    with_bad_numbers(&c.box.min.x, 6, expect_misses, &c);
    c.shape = 0;
    c.ray.direction = v3(0, 0, 0);
    expect_misses(&c);
    c.ray.origin = v3(3, 3, 3); /* inside, and still no direction */
    expect_misses(&c);
    c.ray = ray_of(v3(0, 0, 0), v3(1, 1, 1));
    c.ray.t_min = 5;
    c.ray.t_max = 4;
    expect_misses(&c);
    c.ray.t_min = 0;
    c.ray.t_max = 1e30f;
    c.sphere.radius = -1;
    c.plane.normal = c.halfspace.normal = v3(0, 0, 0);
    c.box.max.y = 1;
    expect_misses(&c);
}

static void unlimited_range(void **state) {
    (void)state;
    carom_ray ray = ray_of(v3(0, 0, 0), v3(1, 0, 0));
    ray.t_max = (carom_real)INFINITY;
    carom_aabb box = {v3(2, -1, -1), v3(4, 1, 1)};
    carom_sphere sphere = {v3(3, 0, 0), 1};
    carom_plane plane = {v3(1, 0, 0), 3};
    carom_halfspace halfspace = {v3(-1, 0, 0), -3};
    assert_hit(carom_raycast_ray_aabb(&ray, &box), 2, 4, false);
    assert_true(both_agree(&ray, &box));
    assert_hit(carom_raycast_ray_sphere(&ray, &sphere), 2, 4, false);
    assert_hit(carom_raycast_ray_plane(&ray, &plane), 3, 3, false);
    carom_ray_hit hit = carom_raycast_ray_halfspace(&ray, &halfspace);
    assert_true(hit.hit && hit.t == 3 && hit.t_exit == (carom_real)INFINITY);
    ray.t_min = (carom_real)-INFINITY;
    ray.origin.x = 10;
    assert_hit(carom_raycast_ray_aabb(&ray, &box), -8, -6, false);
    ray.t_min = ray.t_max;
    assert_miss(carom_raycast_ray_aabb(&ray, &box));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_hit_from_both_sides),
        cmocka_unit_test(plane_range_is_closed),
        cmocka_unit_test(plane_parallel),
        cmocka_unit_test(halfspace_solid),
        cmocka_unit_test(sphere_five_cases),
        cmocka_unit_test(sphere_touching_start_and_end),
        cmocka_unit_test(sphere_far_and_scaled),
        cmocka_unit_test(aabb_through_and_inside),
        cmocka_unit_test(aabb_signed_zero_on_faces),
        cmocka_unit_test(aabb_corner_ties),
        cmocka_unit_test(aabb_flat_and_point),
        cmocka_unit_test(aabb_random_against_clipping),
        cmocka_unit_test(bad_input_misses),
        cmocka_unit_test(unlimited_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
