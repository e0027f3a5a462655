/* Rays against triangles and polygons: faces, edges, vertices, planes, degenerate triangles, fans
 * that must not leak, and the invariants of scale, order and translation. */
#include "common/test_raycast_common.h"

static const carom_triangle unit = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

static carom_ray_hit_triangle cast(carom_ray ray, carom_triangle triangle) {
    return carom_raycast_ray_triangle(&ray, &triangle, CAROM_BOTH_SIDES);
}

static void assert_triangle_hit(carom_ray_hit_triangle hit, double t, carom_vec3 point) {
    assert_true(hit.hit);
    assert_near((double)hit.t, t);
    assert_vec(hit.point, (double)point.x, (double)point.y, (double)point.z);
    assert_unit(hit.normal);
    carom_vec3 b = hit.barycentric;
    assert_near((double)b.x + (double)b.y + (double)b.z, 1.0);
    assert_true(b.x >= 0 && b.y >= 0 && b.z >= 0);
}

static void face_hit(void **state) {
    (void)state;
    carom_ray ray = ray_of(v3(0.25, 0.5, 3), v3(0, 0, -2));
    carom_ray_hit_triangle hit = cast(ray, unit);
    assert_triangle_hit(hit, 1.5, v3(0.25, 0.5, 0));
    assert_vec(hit.barycentric, 0.25, 0.25, 0.5);
    assert_vec(hit.normal, 0, 0, 1);
    ray = ray_of(v3(0.25, 0.5, -3), v3(0, 0, 2));
    assert_vec(cast(ray, unit).normal, 0, 0, -1);
    ray.direction.z = -2;
    assert_miss_triangle(cast(ray, unit));
}

static void facing(void **state) {
    (void)state;
    carom_ray above = ray_of(v3(0.25, 0.25, 1), v3(0, 0, -1));
    carom_ray below = ray_of(v3(0.25, 0.25, -1), v3(0, 0, 1));
    assert_true(carom_raycast_ray_triangle(&above, &unit, CAROM_FRONT_ONLY).hit);
    assert_miss_triangle(carom_raycast_ray_triangle(&above, &unit, CAROM_BACK_ONLY));
    assert_miss_triangle(carom_raycast_ray_triangle(&below, &unit, CAROM_FRONT_ONLY));
    assert_true(carom_raycast_ray_triangle(&below, &unit, CAROM_BACK_ONLY).hit);
    above.origin.x = above.origin.y =
        0; /* through a vertex: decided exactly, with the same sides */
    assert_true(carom_raycast_ray_triangle(&above, &unit, CAROM_FRONT_ONLY).hit);
    assert_miss_triangle(carom_raycast_ray_triangle(&above, &unit, CAROM_BACK_ONLY));
    carom_ray flat = ray_of(v3(-1, 0.25, 0), v3(1, 0, 0));
    assert_true(carom_raycast_ray_triangle(&flat, &unit, CAROM_BOTH_SIDES).hit);
    assert_miss_triangle(carom_raycast_ray_triangle(&flat, &unit, CAROM_FRONT_ONLY));
    assert_miss_triangle(carom_raycast_ray_triangle(&flat, &unit, CAROM_BACK_ONLY));
}

static void edges_and_vertices(void **state) {
    (void)state;
    for (int i = 0; i <= 4; i++) {
        double s = 0.25 * i;
        carom_ray ray = ray_of(v3(s, 0, 1), v3(0, 0, -1));
        assert_triangle_hit(cast(ray, unit), 1, v3(s, 0, 0));
        ray.origin.y = -(carom_real)1e-30;
        assert_miss_triangle(cast(ray, unit));
        ray.origin = v3(s - 3, 1 - s + 2, 1); /* slanted, to the third edge */
        ray.direction = v3(3, -2, -1);
        assert_triangle_hit(cast(ray, unit), 1, v3(s, 1 - s, 0));
    }
    carom_ray ray = ray_of(v3(0.5, 0.5, 1), v3(0, 0, -1));
    assert_true(cast(ray, unit).hit);
    ray.origin.y += CAROM_REAL_EPSILON;
    assert_miss_triangle(cast(ray, unit));
}

static void range_is_closed(void **state) {
    (void)state;
    carom_ray ray = ray_of(v3(0.25, 0.25, 3), v3(0, 0, -3));
    ray.t_max = 1;
    assert_triangle_hit(cast(ray, unit), 1, v3(0.25, 0.25, 0));
    ray.t_max = 1 - CAROM_REAL_EPSILON;
    assert_miss_triangle(cast(ray, unit));
    ray.t_max = 2;
    ray.t_min = 1;
    assert_true(cast(ray, unit).hit);
    ray.t_min = 1 + CAROM_REAL_EPSILON;
    assert_miss_triangle(cast(ray, unit));
    ray = ray_of(v3(0.25, 0.25, 0), v3(1, 2, 3)); /* starts on the triangle */
    assert_triangle_hit(cast(ray, unit), 0, v3(0.25, 0.25, 0));
    ray.t_max = (carom_real)INFINITY;
    assert_true(cast(ray, unit).hit);
}

static void coplanar(void **state) {
    (void)state;
    carom_ray ray = ray_of(v3(-1, 0.25, 0), v3(2, 0, 0));
    carom_ray_hit_triangle hit = cast(ray, unit);
    assert_triangle_hit(hit, 0.5, v3(0, 0.25, 0));
    assert_vec(hit.normal, 0, 0, 1); /* the right-handed one */
    ray.origin.z = (carom_real)1e-30;
    assert_miss_triangle(cast(ray, unit));
    ray = ray_of(v3(-1, 0, 0), v3(1, 0, 0)); /* along an edge */
    assert_triangle_hit(cast(ray, unit), 1, v3(0, 0, 0));
    ray = ray_of(v3(0, 2, 0), v3(1, -1, 0)); /* past the third edge */
    assert_miss_triangle(cast(ray, unit));
    ray = ray_of(v3(-1, 2, 0), v3(1, -1, 0)); /* along it */
    assert_triangle_hit(cast(ray, unit), 1, v3(0, 1, 0));
    ray = ray_of(v3(0.25, 0.25, 0), v3(1, -1, 0)); /* from inside */
    assert_triangle_hit(cast(ray, unit), 0, v3(0.25, 0.25, 0));
    ray.t_min = (carom_real)0.25; /* the last touch */
    assert_triangle_hit(cast(ray, unit), 0.25, v3(0.5, 0, 0));
    ray.t_min = (carom_real)0.5;
    assert_miss_triangle(cast(ray, unit));
}

static void degenerate_triangles(void **state) {
    (void)state;
    carom_vec3 p[3] = {v3(1, 1, 1), v3(3, 3, 3), v3(2, 2, 2)};
    for (int i = 0; i < 6; i++) { /* every order of the vertices of a segment */
        int a = i / 2, b = (a + 1 + i % 2) % 3, c = 3 - a - b;
        carom_triangle thin = {{p[a], p[b], p[c]}};
        carom_ray ray = ray_of(v3(2.5, 2.5, 0), v3(0, 0, 1));
        assert_triangle_hit(cast(ray, thin), 2.5, v3(2.5, 2.5, 2.5));
        ray.origin.x += 4 * CAROM_REAL_EPSILON;
        assert_miss_triangle(cast(ray, thin));
        ray = ray_of(v3(0, 0, 0), v3(1, 1, 1)); /* along it */
        assert_triangle_hit(cast(ray, thin), 1, v3(1, 1, 1));
        ray.origin = v3(4, 4, 4);
        assert_miss_triangle(cast(ray, thin));
        assert_miss_triangle(carom_raycast_ray_triangle(&ray, &thin, CAROM_FRONT_ONLY));
    }
    carom_triangle point = {{p[1], p[1], p[1]}};
    carom_ray ray = ray_of(v3(0, 0, 0), v3(1, 1, 1));
    carom_ray_hit_triangle hit = cast(ray, point);
    assert_triangle_hit(hit, 3, v3(3, 3, 3));
    assert_true(dot_of(hit.normal, ray.direction) < 0);
    ray.direction.x += CAROM_REAL_EPSILON;
    assert_miss_triangle(cast(ray, point));
}

static void grazing_t_is_accurate(void **state) {
    (void)state;
    /* The ray sinks by 2^-k per unit length: t = 2^k / 4 exactly, beyond any cancellation. */
    for (int k = 5; k <= 60; k++) {
        double far = ldexp(1.0, k);
        carom_triangle wide = {
            {v3(-4 * far, -4 * far, 0), v3(8 * far, -4 * far, 0), v3(-4 * far, 8 * far, 0)}};
        carom_ray ray = ray_of(v3(0, 0, 0.25), v3(1, 0.5, -1 / far));
        carom_ray_hit_triangle hit = cast(ray, wide);
        assert_triangle_hit(hit, far / 4, v3(far / 4, far / 8, 0));
    }
}

static void closed_fan_never_leaks(void **state) {
    (void)state;
    uint64_t seed = 5;
    int exact_vertex = 0;
    for (int i = 0; i < 4000; i++) {
        carom_vec3 hub = random_vec(&seed, 0.2), rim[7];
        for (int k = 0; k < 7; k++) {
            double x = cos(0.9 * k),
                   y = sin(0.9 * k); /* 7 steps of 0.9 are a full turn and a bit */
            rim[k] = v3(x, y, 0.3 * next_random(&seed));
        }
        carom_vec3 target = hub;
        double f = i % 3 == 0 ? 0 : 0.5 * (1 + next_random(&seed)) * 0.9;
        const carom_vec3 *r = &rim[i % 7];
        target = v3((double)hub.x + f * ((double)r->x - (double)hub.x),
                    (double)hub.y + f * ((double)r->y - (double)hub.y),
                    (double)hub.z + f * ((double)r->z - (double)hub.z));
        carom_vec3 o = v3((double)target.x, (double)target.y, 4);
        carom_ray ray = ray_of(o, v3(0, 0, -1));
        int hits = 0;
        for (int k = 0; k < 7; k++) {
            carom_triangle t = {{hub, rim[k], rim[(k + 1) % 7]}};
            hits += cast(ray, t).hit;
        }
        assert_true(hits >= 1);
        if (f == 0) {
            assert_int_equal(hits, 7); /* the hub belongs to all */
            exact_vertex++;
        }
    }
    assert_true(exact_vertex > 1000);
}

static void invariants(void **state) {
    (void)state;
    uint64_t seed = 9;
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        carom_triangle t = {{random_vec(&seed, 2), random_vec(&seed, 2), random_vec(&seed, 2)}};
        carom_ray ray = ray_of(random_vec(&seed, 2), random_vec(&seed, 1));
        carom_ray_hit_triangle a = cast(ray, t);
        carom_triangle turned = {{t.v[1], t.v[2], t.v[0]}}, mirrored = {{t.v[0], t.v[2], t.v[1]}};
        assert_int_equal(a.hit, cast(ray, turned).hit);
        assert_int_equal(a.hit, cast(ray, mirrored).hit);
        double s = 1024;
        carom_triangle large = t;
        carom_ray far = ray;
        for (int k = 0; k < 3; k++)
            large.v[k] = along(v3(0, 0, 0), t.v[k], s);
        far.origin = along(v3(0, 0, 0), ray.origin, s);
        carom_ray_hit_triangle b = cast(far, large);
        assert_int_equal(a.hit, b.hit);
        if (!a.hit) continue;
        hits++;
        assert_near((double)b.t, s * (double)a.t);
        assert_true(dot_of(a.normal, ray.direction) < 0);
        carom_vec3 w = a.barycentric;
        carom_vec3 x = along(v3(0, 0, 0), t.v[0], (double)w.x);
        x = along(along(x, t.v[1], (double)w.y), t.v[2], (double)w.z);
        for (int k = 0; k < 3; k++)
            assert_true(fabs((double)(&x.x)[k] - (double)(&a.point.x)[k]) < 4e3 * TOLERANCE);
    }
    assert_true(hits > 100);
}

typedef struct bad_case {
    carom_ray ray;
    carom_triangle triangle;
} bad_case;

static void expect_miss(void *data) {
    bad_case *c = data;
    if (isinf(c->ray.t_max) && c->ray.t_max > 0) return; /* no error */
    if (isinf(c->ray.t_min) && c->ray.t_min < 0) return;
    assert_miss_triangle(cast(c->ray, c->triangle));
    carom_polygon polygon = {c->triangle.v, 3};
    assert_miss(carom_raycast_ray_polygon(&c->ray, &polygon));
}

static void bad_input_misses(void **state) {
    (void)state;
    bad_case c = {ray_of(v3(0.25, 0.25, 1), v3(0.125, 0.125, -1)), unit};
    assert_true(cast(c.ray, c.triangle).hit);
    with_bad_numbers(&c.ray.origin.x, 8, expect_miss, &c);
    with_bad_numbers(&c.triangle.v[0].x, 9, expect_miss, &c);
    c.ray.direction = v3(0, 0, 0);
    c.ray.origin.z = 0;
    expect_miss(&c);
    carom_polygon none = {NULL, 3}, empty = {unit.v, 0}, negative = {unit.v, -5};
    carom_ray ray = ray_of(v3(0.25, 0.25, 1), v3(0, 0, -1));
    assert_miss(carom_raycast_ray_polygon(&ray, &none));
    assert_miss(carom_raycast_ray_polygon(&ray, &empty));
    assert_miss(carom_raycast_ray_polygon(&ray, &negative));
}

static void extreme_scales(void **state) {
    (void)state;
    const double scales[] = {1e-30, 1e-20, 1e20, 1e30};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            double s = scales[i], d = scales[k] * 0.5;
            carom_triangle t = {{v3(0, 0, 0), v3(s, 0, 0), v3(0, s, 0)}};
            carom_ray ray = ray_of(v3(0.25 * s, 0.25 * s, s), v3(0, 0, -d));
            ray.t_max = (carom_real)INFINITY;
            carom_ray_hit_triangle hit = cast(ray, t);
            assert_true(hit.hit && hit.t >= 0 && hit.t <= CAROM_REAL_MAX);
            assert_vec(hit.normal, 0, 0, 1);
            ray.origin.x = -ray.origin.x;
            assert_miss_triangle(cast(ray, t));
        }
}

static carom_vec3 scaled_vec(carom_vec3 v, double scale) {
    return v3(scale * (double)v.x, scale * (double)v.y, scale * (double)v.z);
}

/* Products of three lengths are about at the end of float's range, some of them above it: what is
 * hit at size 1 is hit. */
static void large_scales(void **state) {
    (void)state;
    int hits = 0;
    uint64_t seed = 91;
    for (int i = 0; i < 20000; i++) {
        double far = ldexp(1.0, i % 18), large = ldexp(1.0, 28 + i % 11);
        carom_triangle small, big;
        for (int k = 0; k < 3; k++)
            small.v[k] = random_vec(&seed, 1);
        carom_vec3 from = random_vec(&seed, far), to = random_vec(&seed, 0.5);
        carom_ray ray =
            ray_of(from, v3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                            (double)to.z - (double)from.z));
        carom_ray_hit_triangle want = cast(ray, small);
        for (int k = 0; k < 3; k++)
            big.v[k] = scaled_vec(small.v[k], large);
        ray.origin = scaled_vec(ray.origin, large);
        ray.direction = scaled_vec(ray.direction, large);
        carom_ray_hit_triangle hit = cast(ray, big);
        assert_int_equal(hit.hit, want.hit);
        assert_true(hit.t == want.t);
        hits += hit.hit;
    }
    assert_true(hits > 1000 && hits < 19000);
}

/* A side so long that the products of three lengths are of a plain size, where those of the other
 * side and the direction are subnormal and have lost digits: the far corner is hit all the same. */
static void long_side_and_subnormal_products(void **state) {
    (void)state;
    uint64_t seed = 77;
    int small = sizeof(carom_real) == 4 ? 10 : 1;
    for (int i = 0; i < 1000; i++) {
        carom_vec3 m = random_vec(&seed, 1);
        double y = ldexp(2 + (double)m.x, -500 / small), d = 2 + (double)m.y;
        carom_triangle t = {{v3(0, 0, 0), v3(ldexp(1, 900 / small), 0, 0), v3(0, y, 0)}};
        carom_ray ray = {v3(0, y, ldexp(1, -500 / small)), v3(0, 0, ldexp(-d, -560 / small)), 0,
                         CAROM_REAL_MAX};
        carom_ray_hit_triangle hit = cast(ray, t);
        assert_true(hit.hit);
        assert_near((double)hit.t * d / ldexp(1, 60 / small), 1.0);
        ray.origin.y *= 1 + 2 * CAROM_REAL_EPSILON;
        assert_miss_triangle(cast(ray, t));
    }
}

static void polygon_either_way_round(void **state) {
    (void)state;
    /* A hexagon with a repeated and a collinear vertex. */
    carom_vec3 v[8] = {v3(2, 0, 1),  v3(2, 0, 1),  v3(1, 2, 1),   v3(0, 2, 1),
                       v3(-1, 2, 1), v3(-2, 0, 1), v3(-1, -2, 1), v3(1, -2, 1)};
    carom_vec3 r[8];
    for (int i = 0; i < 8; i++)
        r[i] = v[7 - i];
    carom_polygon polygon = {v, 8}, reversed = {r, 8};
    int hits = 0;
    for (int x = -10; x <= 10; x++)
        for (int y = -10; y <= 10; y++) {
            double px = 0.25 * x, py = 0.25 * y;
            bool inside = fabs(py) <= 2 && 2 * fabs(px) + fabs(py) <= 4;
            carom_ray ray = ray_of(v3(px, py, 3), v3(0, 0, -1));
            carom_ray_hit a = carom_raycast_ray_polygon(&ray, &polygon);
            carom_ray_hit b = carom_raycast_ray_polygon(&ray, &reversed);
            assert_int_equal(a.hit, inside);
            assert_int_equal(b.hit, inside);
            if (!inside) continue;
            hits++;
            assert_hit(a, 2, 2, false);
            assert_vec(a.normal, 0, 0, 1);
            assert_vec(b.normal, 0, 0, 1);
        }
    assert_true(hits > 100);
    carom_polygon pair = {v + 1, 2}, single = {v, 1}; /* a segment, and a point */
    carom_ray ray = ray_of(v3(1.5, 1, 3), v3(0, 0, -1));
    assert_hit(carom_raycast_ray_polygon(&ray, &pair), 2, 2, false);
    assert_miss(carom_raycast_ray_polygon(&ray, &single));
    ray.origin = v3(2, 0, 3);
    assert_hit(carom_raycast_ray_polygon(&ray, &single), 2, 2, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_hit),
        cmocka_unit_test(facing),
        cmocka_unit_test(edges_and_vertices),
        cmocka_unit_test(range_is_closed),
        cmocka_unit_test(coplanar),
        cmocka_unit_test(degenerate_triangles),
        cmocka_unit_test(grazing_t_is_accurate),
        cmocka_unit_test(closed_fan_never_leaks),
        cmocka_unit_test(invariants),
        cmocka_unit_test(bad_input_misses),
        cmocka_unit_test(extreme_scales),
        cmocka_unit_test(large_scales),
        cmocka_unit_test(long_side_and_subnormal_products),
        cmocka_unit_test(polygon_either_way_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
