/* Lengths that no number holds together with the others of a pair: the answers are those of a pair
 * in which they are 0, and what a pose takes beyond the range of numbers is infinitely far. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/dispatch.h"

#define TINIEST (sizeof(carom_real) == 4 ? 1e-44 : 1e-290)
#define TINY (sizeof(carom_real) == 4 ? 1e-38 : 1e-251)
#define HUGEST (sizeof(carom_real) == 4 ? 3e38 : 1e300)

static const carom_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

static carom_vec3 at(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}

static carom_shape capsule(carom_vec3 a, carom_vec3 b, double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)radius}};
}

static carom_shape line(carom_vec3 origin, carom_vec3 direction) {
    return (carom_shape){.kind = CAROM_SHAPE_LINE, .as.line = {origin, direction}};
}

static void assert_closest(const carom_shape *a, const carom_shape *b, double distance,
                           carom_vec3 on_b) {
    const carom_closest_any one = carom_closest(a, here, b, here);
    const carom_closest_any two = carom_closest(b, here, a, here);
    assert_true(fabs((double)one.distance - distance) <= 4e-7 * distance);
    assert_true(one.distance == two.distance);
    const carom_vec3 p = one.point_b, q = two.point_a;
    const double off[6] = {(double)(p.x - on_b.x), (double)(p.y - on_b.y), (double)(p.z - on_b.z),
                           (double)(q.x - on_b.x), (double)(q.y - on_b.y), (double)(q.z - on_b.z)};
    for (int i = 0; i < 6; i++)
        assert_true(fabs(off[i]) <= 1e-6); /* not NaN either */
}

static void direction_whose_square_vanishes(void **state) {
    (void)state;
    const carom_shape path = line(at(0, TINIEST, 0), at(TINY, 0, TINIEST));
    const carom_shape above = capsule(at(2, 3, 0), at(2, 5, TINIEST), 1);
    assert_closest(&path, &above, 2, at(2, 2, 0));
    const carom_shape through = capsule(at(2, -1, 0), at(2, 1, 0), 1);
    assert_true(carom_closest(&path, here, &through, here).distance == 0);
}

static void radius_and_offset_that_vanish(void **state) {
    (void)state;
    const carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                             .as.ray = {at(0, 0, 0), at(-HUGEST, -4, 1e-30), 0, 0}}; /* a point */
    const carom_shape thin = capsule(at(0, -TINIEST, 0), at(0, 16, TINIEST), TINY);
    assert_closest(&ray, &thin, 0, at(0, 0, 0));
}

static void beyond_the_range(void **state) {
    (void)state;
    const carom_shape far = capsule(at(-1, 0, 0), at(0, 0, HUGEST), 1);
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {at(1, 2, 3), 1}};
    const double most = sizeof(carom_real) == 4 ? (double)FLT_MAX : DBL_MAX;
    const carom_pose away = {at(0, 0, most), {0, 0, 0, 1}};
    const carom_closest_any c = carom_closest(&far, away, &ball, here);
    assert_false(isnan((double)c.distance));
    const carom_vec3 p[2] = {c.point_a, c.point_b};
    for (int i = 0; i < 2; i++)
        assert_false(isnan((double)p[i].x) || isnan((double)p[i].y) || isnan((double)p[i].z));
}

/* Coordinates at scales that squares cannot bridge. */
static void sweeps_of_needles(void **state) {
    (void)state;
    const carom_shape thin = capsule(at(TINY, -TINIEST, 0), at(-TINY, TINIEST, 4), TINIEST);
    const carom_shape flat = {
        .kind = CAROM_SHAPE_TRIANGLE,
        .as.triangle = {{at(TINIEST, 1, 1), at(1e-20, 1, 3), at(TINY, 1 + 1e-6, 2)}}};
    const carom_moving_shape moving = {&thin, here, at(TINIEST, 2, TINY)};
    const carom_moving_shape resting = {&flat, here, at(0, 0, 0)};
    const carom_sweep_hit hit = carom_sweep(&moving, &resting);
    assert_true(hit.hit);
    assert_true(fabs((double)hit.fraction - 0.5) <= 1e-6);
    const double x = (double)hit.normal.x, y = (double)hit.normal.y, z = (double)hit.normal.z;
    assert_true(fabs(x * x + y * y + z * z - 1.0) <= 1e-5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(direction_whose_square_vanishes),
                                       cmocka_unit_test(radius_and_offset_that_vanish),
                                       cmocka_unit_test(beyond_the_range),
                                       cmocka_unit_test(sweeps_of_needles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
