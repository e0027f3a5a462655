/* Sweeps of cylinders: by hand, each kind of contact; random ones against the distance along the
 * path, which is 0 at the hit, more before, and, at a miss, all the way. */
#include "common/test_convex_deep.h"

#include "convex/cast/cylinder_cast.h"
#include "convex/distance/distance.h"
#include "convex/sweep.h"

static int left; /* to the engine */

/* What carom_cylinder_cast tells, and else the engine. */
static convex_hit swept(const convex_shape *a, vec3 motion, const convex_shape *b,
                        const convex_sweep_options *options) {
    cylinder_cast c = {.a = box_view_of(a),
                       .b = box_view_of(b),
                       .apart = sub3(b->center, a->center),
                       .motion = motion};
    const double tolerance = options ? max2(options->tolerance, 1e-13) : 1e-13;
    const cylinder_cast_end end = carom_cylinder_cast(&c, tolerance);
    if (end == CYLINDERS_PASS) return (convex_hit){.hit = false};
    if (end == CYLINDERS_MEET)
        return (convex_hit){
            .hit = true, .fraction = c.t, .normal = c.normal, .point = add3(b->center, c.on_b)};
    left++;
    return carom_convex_sweep(a, motion, b, options);
}

static convex_shape upright(vec3 center, double radius, double half) {
    return deep_make(CONVEX_CYLINDER, center, vec(radius, 0, half));
}

/* Its axis along x. */
static convex_shape lying(vec3 center, double radius, double half) {
    convex_shape s = upright(center, radius, half);
    s.axes[0] = vec(0, 1, 0);
    s.axes[1] = vec(0, 0, 1);
    s.axes[2] = vec(1, 0, 0);
    return s;
}

/* Its axis in the plane of y and z, leaning by 45 degrees. */
static convex_shape leaning(vec3 center, double radius, double half) {
    convex_shape s = upright(center, radius, half);
    double d = sqrt(0.5);
    s.axes[1] = vec(0, d, d);
    s.axes[2] = vec(0, -d, d);
    return s;
}

static void assert_hit(const convex_shape *a, vec3 motion, const convex_shape *b, double fraction,
                       vec3 normal) {
    const convex_sweep_options first = {.skip_exit = true};
    convex_hit hit = swept(a, motion, b, &first);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_true(hit.fraction <= fraction && hit.fraction > fraction - 1e-11);
    assert_true(max_abs3(sub3(hit.normal, normal)) < 1e-6);
    hit = swept(b, neg3(motion), a, &first);
    assert_true(hit.hit && fabs(hit.fraction - fraction) <= 1e-11);
    assert_true(max_abs3(add3(hit.normal, normal)) < 1e-6);
}

static void by_hand(void **state) {
    (void)state;
    const vec3 down = vec(0, 0, -10), up = vec(0, 0, 1);
    const double d = sqrt(0.5);
    convex_shape a = upright(vec(0, 0, 6), 1, 1), b = upright(vec(0.5, 0.25, 0), 2, 1);
    assert_hit(&a, down, &b, 0.4, neg3(up)); /* cap on cap */
    b = leaning(vec(0, 0, 0), 1, 1);         /* its highest point is at y 0, z 2 d */
    a = upright(vec(0.25, 0.125, 6), 1, 1);
    assert_hit(&a, down, &b, 0.5 - 0.2 * d, neg3(up)); /* a rim under a cap */
    a = lying(vec(0.5, 0, 6), 1, 2);
    b = upright(vec(0, 0, 0), 1, 1);
    assert_hit(&a, down, &b, 0.4, neg3(up)); /* a side on a cap */
    b = lying(vec(0, 0, 0), 1, 2);
    b.axes[0] = vec(-1, 0, 0);
    b.axes[1] = vec(0, 0, 1);
    b.axes[2] = vec(0, 1, 0);
    assert_hit(&a, down, &b, 0.4, neg3(up)); /* a side across a side */
    b = lying(vec(1, 0, 0), 1, 2);
    assert_hit(&a, down, &b, 0.4, neg3(up)); /* along it */
    /* a rim on a side: the end of one at x 0, 2 d high, on the side of one along y, beside it */
    a = leaning(vec(0, 0, 6), 1, 1);
    b = lying(vec(0, 0, 0), 1, 5);
    assert_hit(&a, down, &b, 0.5 - 0.2 * d, neg3(up));
    /* past each other, and along a plane of touch */
    a = upright(vec(0, 0, 6), 1, 1);
    b = upright(vec(2.001, 0, 0), 1, 1);
    assert_false(swept(&a, down, &b, NULL).hit);
    b = upright(vec(0, 0, 4 - 1e-9), 1, 1);
    assert_false(swept(&a, vec(0.5, 0, 0), &b, NULL).hit);
    /* short of it */
    b = upright(vec(0, 0, 0), 1, 1);
    assert_false(swept(&a, vec(0, 0, -3.999), &b, NULL).hit);
    assert_hit(&a, vec(0, 0, -4.001), &b, 4 / 4.001, neg3(up));
}

static double gap_at(const convex_shape *a, vec3 motion, double t, const convex_shape *b) {
    convex_shape moved = *a;
    moved.center = mad3(a->center, motion, t);
    return carom_convex_distance(&moved, b, NULL).distance;
}

static double outside(const convex_shape *s, vec3 x) {
    vec3 from = sub3(x, s->center);
    double along = dot3(from, s->axes[2]);
    double aside = carom_length(mad3(from, s->axes[2], -along));
    return max2(fabs(along) - s->half.z, aside - s->half.x);
}

/* `tolerance`: what the sweep may be early by. */
static bool assert_right(const convex_shape *a, vec3 motion, const convex_shape *b,
                         double tolerance, bool by_engine) {
    const convex_sweep_options first = {.skip_exit = true, .tolerance = tolerance};
    convex_hit hit =
        by_engine ? carom_convex_sweep(a, motion, b, &first) : swept(a, motion, b, &first);
    double size = a->half.x + a->half.z + b->half.x + b->half.z + carom_length(motion);
    double far = size + max_abs3(a->center) + max_abs3(b->center), near = 4e-13 * far;
    double end = hit.hit ? hit.fraction : 1.0;
    if (hit.initial_overlap) {
        assert_true(gap_at(a, motion, 0.0, b) <= near);
        return false;
    }
    for (int i = 0; i < 8; i++)
        assert_true(gap_at(a, motion, end * (1.0 - ldexp(1.0, -i)), b) > 0.0 || i == 7);
    if (!hit.hit) {
        for (int i = 1; i <= 16; i++)
            assert_true(gap_at(a, motion, i / 16.0, b) > 0.0);
        return false;
    }
    double reached = near + 2.0 * tolerance * far;
    assert_true(gap_at(a, motion, hit.fraction, b) <= reached);
    assert_true(fabs(carom_length(hit.normal) - 1.0) < 1e-12 && dot3(hit.normal, motion) > 0.0);
    convex_shape then = *a;
    then.center = mad3(a->center, motion, hit.fraction);
    reached += 2e-9 * far; /* of points along thin faces */
    assert_true(outside(&then, hit.point) <= reached && outside(b, hit.point) <= reached);
    return true;
}

/* Powers of two change no bit; sizes whose products leave the range, NaN and infinity are left. */
static void scales(void **state) {
    (void)state;
    const double sizes[] = {0x1p-40, 0x1p40, 0x1p-200, 0x1p200};
    for (int k = 0; k < 500; k++) {
        convex_shape s[2];
        for (int i = 0; i < 2; i++) {
            s[i] = upright(deep_cube(2), deep_between(0.3, 1), deep_between(0.3, 1));
            deep_frame(&s[i]);
        }
        cylinder_cast c = {.a = box_view_of(&s[0]),
                           .b = box_view_of(&s[1]),
                           .apart = sub3(s[1].center, s[0].center),
                           .motion = scale3(deep_direction(), 4)};
        cylinder_cast other = c;
        const cylinder_cast_end end = carom_cylinder_cast(&c, 1e-13);
        const double unit = sizes[k % 4];
        for (int i = 0; i < 2; i++)
            s[i].half = scale3(s[i].half, unit);
        other.apart = scale3(other.apart, unit);
        other.motion = scale3(other.motion, unit);
        const cylinder_cast_end then = carom_cylinder_cast(&other, 1e-13);
        assert_int_equal(then, k % 4 < 2 ? end : CYLINDERS_UNDECIDED);
        if (then != CYLINDERS_MEET) continue;
        assert_true(other.t == c.t && max_abs3(sub3(other.normal, c.normal)) == 0.0);
        assert_true(max_abs3(sub3(other.on_b, scale3(c.on_b, unit))) == 0.0);
    }
    const double bad[] = {(double)NAN, (double)INFINITY};
    convex_shape a = upright(vec(0, 0, 6), 1, 1), b = upright(vec(0.5, 0.25, 0), 2, 1);
    for (int i = 0; i < 2; i++) {
        cylinder_cast c = {.a = box_view_of(&a), .b = box_view_of(&b), .motion = vec(0, 0, -10)};
        c.apart = vec(bad[i], 0, -6);
        assert_int_equal(carom_cylinder_cast(&c, 1e-13), CYLINDERS_UNDECIDED);
        c.apart = vec(0.5, 0.25, -6), c.motion = vec(0, bad[i], -10);
        assert_int_equal(carom_cylinder_cast(&c, 1e-13), CYLINDERS_UNDECIDED);
    }
}

static void random_paths(void **state) {
    (void)state;
    int hits = 0;
    for (int k = 0; k < 4000; k++) {
        double scale = k % 5 == 0 ? 1e-3 : k % 7 == 0 ? 1e3 : 1.0, thin = k % 3 == 0 ? 0.02 : 0.3;
        convex_shape s[2];
        for (int i = 0; i < 2; i++) {
            double radius = deep_between(thin, 1), half = deep_between(k % 4 == 0 ? 0.02 : 0.3, 1);
            s[i] = upright(deep_cube(2 * scale), radius * scale, half * scale);
            if (k % 11 != i) deep_frame(&s[i]);
        }
        if (k % 13 == 0) memcpy(s[1].axes, s[0].axes, sizeof s[0].axes); /* parallel */
        vec3 way = scale3(deep_direction(), 4 * scale);
        s[0].center = sub3(s[0].center, scale3(way, 0.8));
        hits += assert_right(&s[0], way, &s[1], k & 1 ? 3e-8 : 0.0, false);
        if (k % 3 == 0) assert_right(&s[0], way, &s[1], k & 1 ? 3e-8 : 0.0, true);
    }
    assert_true(hits > 800 && left < 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(scales),
        cmocka_unit_test(random_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
