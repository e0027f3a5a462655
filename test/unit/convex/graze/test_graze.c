/* Sweeps and rays that touch round shapes in one point, or miss by one ulp, by construction: a
 * quaternion of integers gives three integer vectors of one length, square to each other, along
 * which tangent points and times are rational. */
#include "common/test_kinds_common.h"

/* What rounding the answer, and a few operations before it, do to a time. */
#define TIME_ULP (sizeof(carom_real) == 4 ? 1.2e-7 : 1e-14)

typedef struct turned_frame {
    carom_vec3 u, v, n, origin;
    double length;
} turned_frame;

static turned_frame random_frame(void) {
    double q[4], l = 0;
    do {
        l = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = random_lattice(2);
            l += q[i] * q[i];
        }
    } while (l == 0 || l > 10);
    const double a = q[0], b = q[1], c = q[2], d = q[3];
    return (turned_frame){
        v3(a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)),
        v3(2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)),
        v3(2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d),
        lattice_vec(20), l};
}

static carom_vec3 in_frame(const turned_frame *f, double x, double y, double z) {
    return step(step(step(f->origin, f->u, x), f->v, y), f->n, z);
}
static carom_vec3 way_in_frame(const turned_frame *f, double x, double y) {
    return step(step(v3(0, 0, 0), f->u, x), f->v, y);
}

/* Touches at `fraction` of the frame, and not with a radius that is one ulp less. */
static void check_touch(const carom_sphere *s, carom_vec3 motion, double fraction,
                        const carom_shape *target) {
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = *s};
    const carom_pose here = carom_pose_identity();
    carom_shape less = ball;
    less.as.sphere.radius = next_number(s->radius, 0);
    for (int swapped = 0; swapped < 2; swapped++) {
        carom_moving_shape a = {&ball, here, motion}, b = {target, here, v3(0, 0, 0)};
        carom_sweep_hit hit = swapped ? carom_sweep(&b, &a) : carom_sweep(&a, &b);
        assert_true(hit.hit && !hit.initial_overlap);
        assert_about((double)hit.fraction, fraction, TIME_ULP);
        assert_about((double)hit.fraction_exit, fraction, TIME_ULP);
        a.shape = &less;
        assert_false((swapped ? carom_sweep(&b, &a) : carom_sweep(&a, &b)).hit);
    }
}

static void an_edge_touched_in_passing(void **state) {
    (void)state;
    const carom_vec3 square[4] = {v3(-1, -1, 0), v3(1, -1, 0), v3(1, 1, 0), v3(-1, 1, 0)};
    const carom_sphere s = ball(0, 2, 3, 1);
    carom_shape polygon = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {square, 4}};
    carom_shape triangle = {.kind = CAROM_SHAPE_TRIANGLE,
                            .as.triangle = tri(square[2], square[3], square[0])};
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-1, -1, 0), v3(1, 1, 0)}};
    carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {square[2], square[3]}};
    carom_shape *shapes[] = {&polygon, &triangle, &box, &edge};
    for (int i = 0; i < COUNT(shapes); i++)
        check_touch(&s, v3(0, 0, -6), 0.5, shapes[i]);
}

static void tangent_sweeps(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const turned_frame f = random_frame();
        const double k = 1 + floor(random01() * 3), from = 1 + floor(random01() * 6);
        const double way = from + 1 + floor(random01() * 9);
        const double x = 1 + floor(random01() * 3), y = random_lattice(3);
        const double low = -floor(random01() * 5), high = 1 + floor(random01() * 5);
        const double thick = f.length * (k + 1), below = -1 - floor(random01() * 4);
        const carom_vec3 tip = f.origin, a = in_frame(&f, 0, low, 0), b = in_frame(&f, 0, high, 0);
        const carom_vec3 deep = in_frame(&f, random_lattice(4), random_lattice(4), below);
        const carom_vec3 other = in_frame(&f, random_lattice(4), random_lattice(4), below);
        const carom_shape targets[] = {
            {.kind = CAROM_SHAPE_POINT, .as.point = tip},
            {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {tip, (carom_real)(thick - f.length)}},
            {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {a, b}},
            {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {deep, tip}},
            {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)(thick - f.length)}},
            {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{a, deep, b}}},
            {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{deep, tip, other}}},
        };
        const carom_vec3 motion = way_in_frame(&f, x * way, y * way);
        for (int t = 0; t < COUNT(targets); t++) {
            const bool round = t == 1 || t == 4;
            const double height = round ? k + 1 : k, radius = round ? f.length : k * f.length;
            const carom_sphere s = {in_frame(&f, -x * from, -y * from, height), (carom_real)radius};
            check_touch(&s, motion, from / way, &targets[t]);
        }
    }
}

/* The same of rays; `smaller` is the shape with radii that are one ulp less. */
static void check_tangent(carom_vec3 origin, carom_vec3 way, double t, const carom_shape *target,
                          const carom_shape *smaller) {
    const carom_pose here = carom_pose_identity();
    carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = {origin, way, 0, (carom_real)INFINITY}};
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = origin};
    carom_ray_hit hit = carom_raycast(&ray, here, target, here);
    assert_true(hit.hit && !hit.started_inside);
    assert_about((double)hit.t / t, 1, TIME_ULP);
    assert_about((double)hit.t_exit / t, 1, TIME_ULP);
    assert_false(carom_raycast(&ray, here, smaller, here).hit);
    if (t > 1) return;
    carom_moving_shape a = {&point, here, way}, b = {target, here, v3(0, 0, 0)};
    carom_sweep_hit swept = carom_sweep(&a, &b);
    assert_true(swept.hit);
    assert_about((double)swept.fraction, t, TIME_ULP);
    b.shape = smaller;
    assert_false(carom_sweep(&a, &b).hit);
}

static void tangent_rays(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const turned_frame f = random_frame();
        const double k = 1 + floor(random01() * 3), s = 1 + floor(random01() * 6);
        const double m = 1 + floor(random01() * 6), x = 1 + floor(random01() * 3);
        const double y = random_lattice(2), h = 1 + floor(random01() * 4);
        const carom_real radius = (carom_real)(k * f.length);
        const carom_vec3 a = in_frame(&f, 0, -2, 0), b = in_frame(&f, 0, 3, 0);
        carom_shape shapes[] = {
            {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {f.origin, radius}},
            {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, radius}},
            {.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {b, a, radius}},
        };
        const carom_vec3 origin = in_frame(&f, -x * s, -y * s, k);
        const carom_vec3 way = way_in_frame(&f, x * m, y * m);
        for (int n = 0; n < COUNT(shapes); n++) {
            carom_shape smaller = shapes[n];
            carom_real *r = n == 0   ? &smaller.as.sphere.radius
                            : n == 1 ? &smaller.as.capsule.radius
                                     : &smaller.as.cylinder.radius;
            *r = next_number(*r, 0);
            check_tangent(origin, way, s / m, &shapes[n], &smaller);
        }
        /* a cone: the plane of a line of its mantle and of u touches it along that line */
        carom_shape cone = {.kind = CAROM_SHAPE_CONE,
                            .as.cone = {in_frame(&f, 0, 4 * h, 0), f.origin, 4 * radius}};
        carom_shape thinner = cone;
        thinner.as.cone.radius = next_number(cone.as.cone.radius, 0);
        const carom_vec3 on = in_frame(&f, 0, h, k),
                         along = step(way_in_frame(&f, x, y * h), f.n, y * k);
        check_tangent(step(on, along, -s), step(v3(0, 0, 0), along, m), s / m, &cone, &thinner);
        /* an ellipsoid: a sphere of the frame's length, stretched */
        carom_vec3 by = v3(k, h, x), unit = f.n, slide = way_in_frame(&f, x, y);
        const carom_vec3 touch =
            v3((double)(unit.x * by.x), (double)(unit.y * by.y), (double)(unit.z * by.z));
        const carom_vec3 dir =
            v3((double)(slide.x * by.x), (double)(slide.y * by.y), (double)(slide.z * by.z));
        carom_shape egg = {.kind = CAROM_SHAPE_ELLIPSOID};
        egg.as.ellipsoid = (carom_ellipsoid){
            f.origin,
            {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)},
            v3((double)by.x * f.length, (double)by.y * f.length, (double)by.z * f.length)};
        carom_shape inner = egg;
        carom_vec3 *radii = &inner.as.ellipsoid.radii;
        *radii = (carom_vec3){next_number(radii->x, 0), next_number(radii->y, 0),
                              next_number(radii->z, 0)};
        check_tangent(step(step(f.origin, touch, 1), dir, -s), step(v3(0, 0, 0), dir, m), s / m,
                      &egg, &inner);
    }
}

/* Near one root the two are as far apart as the root of what the radius is larger by. */
static void nearly_tangent_sweeps(void **state) {
    (void)state;
    const carom_triangle t = tri(v3(-4, 0, 0), v3(4, 0, 0), v3(0, -8, 0));
    for (int i = 1; i < 24; i++) {
        const carom_real r = (carom_real)(1 + ldexp(1, -i));
        if (r == 1) break;
        const carom_sphere s = {v3(0, 1, 4), r};
        const double half = sqrt(((double)r - 1) * ((double)r + 1)) / 8;
        carom_sweep_hit hit = carom_sweep_sphere_triangle(&s, v3(0, 0, -8), &t);
        assert_true(hit.hit);
        assert_about((double)hit.fraction, 0.5 - half, TIME_ULP);
        assert_about((double)hit.fraction_exit, 0.5 + half, TIME_ULP);
    }
}

/* Three of the random cases at 2^-148 that were told to hit, in double. */
static void units_do_not_matter(void **state) {
    (void)state;
    const int most = sizeof(carom_real) == 4 ? 100 : 1000;
    for (int i = 0; i < 400; i++) {
        carom_sphere s = {lattice_vec(6), (carom_real)random_lattice(3)};
        s.radius = s.radius < 0 ? -s.radius : s.radius;
        const carom_triangle t = tri(lattice_vec(6), lattice_vec(6), lattice_vec(6));
        const carom_vec3 motion = lattice_vec(9);
        const carom_sweep_hit one = carom_sweep_sphere_triangle(&s, motion, &t);
        for (int k = -most; k <= most; k += most / 10) {
            carom_sphere small = s;
            carom_triangle part = t;
            carom_vec3 way = motion;
            SCALE(small, ldexp(1, k)), SCALE(part, ldexp(1, k)), SCALE(way, ldexp(1, k));
            const carom_sweep_hit hit = carom_sweep_sphere_triangle(&small, way, &part);
            assert_int_equal(hit.hit, one.hit);
            assert_int_equal(hit.initial_overlap, one.initial_overlap);
            assert_about((double)hit.fraction, (double)one.fraction, TIME_ULP);
            assert_about((double)hit.fraction_exit, (double)one.fraction_exit, TIME_ULP);
        }
    }
}

/* ---- no zero of an answer is negative */

static void assert_positive_zeros(const carom_real *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i] == 0 && signbit(numbers[i])) fail_msg("number %d is -0", i);
}

static void zeros_are_positive(void **state) {
    (void)state;
    const carom_vec3 ways[] = {v3(0, 0, -4), v3(0, -4, 0), v3(4, -0.0, -0.0), v3(-4, 0, -4)};
    const carom_vec3 places[] = {v3(0, 0, 2), v3(-0.0, 0, -0.0), v3(-2, 0, 2), v3(0, 2, 0)};
    for (int p = 0; p < KINDS * KINDS; p++) {
        any_kind a, b;
        make_kind(&a, (carom_shape_kind)(p / KINDS), v3(2, 2, 2));
        make_kind(&b, (carom_shape_kind)(p % KINDS), v3(2, 2, 2));
        for (int i = 0; i < COUNT(ways) * COUNT(places); i++) {
            const carom_pose at = {places[i / COUNT(ways)], {0, 0, 0, 1}};
            const carom_pose there = carom_pose_identity();
            carom_moving_shape m = {&a.shape, at, ways[i % COUNT(ways)]};
            carom_moving_shape n = {&b.shape, there, v3(0, -0.0, 0)};
            carom_sweep_hit swept = carom_sweep(&m, &n);
            assert_positive_zeros(&swept.fraction, 8);
            carom_ray_hit cast = carom_raycast(&a.shape, at, &b.shape, there);
            assert_positive_zeros(&cast.t, 8);
        }
        discard_kind(&a), discard_kind(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_touched_in_passing),
        cmocka_unit_test(tangent_sweeps),
        cmocka_unit_test(tangent_rays),
        cmocka_unit_test(nearly_tangent_sweeps),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(zeros_are_positive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
