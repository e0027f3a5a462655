/* carom_distance_signed of all kinds: it is the distance of carom_closest or minus the depth of
 * carom_penetrate, positive where overlap is false. */
#include "carom/signed_distance.h"
#include "common/test_every_common.h"
#include "math/vec.h"

#define ROUNDS 12

static double sign_of(double x) {
    return (double)(x > 0) - (double)(x < 0);
}

static void assert_near_vec(carom_vec3 a, carom_vec3 b, double slack) {
    assert_true(max_abs3(sub3(load3(a), load3(b))) <= slack);
}

static bool opposite(carom_vec3 a, carom_vec3 b) {
    return a.x == -b.x && a.y == -b.y && a.z == -b.z;
}

static void check_shape_of(const carom_signed_distance *d) {
    const vec3 n = load3(d->normal);
    assert_true(fabs(len2(n) - 1) < 8 * EPS);
    const vec3 between = sub3(load3(d->point_b), load3(d->point_a));
    if (!isinf(d->distance)) /* a line in a half-space */
        assert_true(fabs(dot3(n, between) - (double)d->distance) < 64 * EPS + 1e-9);
    assert_true(d->lower <= d->upper && d->lower <= d->distance && d->distance <= d->upper);
    assert_true(opposite(d->gradient_a.translation, d->gradient_b.translation));
}

static void check_pair(every_kind *p, every_kind *q) {
    const carom_shape *a = &p->kind.shape, *b = &q->kind.shape;
    const carom_pose at = pose_every(1.5), to = pose_every(0.5);
    const carom_signed_distance d = carom_distance_signed(a, at, b, to);
    const carom_closest_any near = carom_closest(a, at, b, to);
    const carom_penetration deep = carom_penetrate(a, at, b, to);
    const bool touch = carom_overlap(a, at, b, to);
    assert_int_equal(touch, d.distance <= 0);
    assert_true(d.distance == (touch ? -deep.depth : near.distance));
    check_shape_of(&d);
    const carom_signed_distance back = carom_distance_signed(b, to, a, at);
    assert_true(back.distance == d.distance);
}

static void of_every_pair(void **state) {
    (void)state;
    for_every_pair(check_pair, ROUNDS);
}

/* Two balls at 3 : 4 : 0, apart, touching and deep: all numbers are exact. */
static void balls_by_hand(void **state) {
    (void)state;
    const carom_shape a = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 2}};
    for (int i = -1; i <= 1; i++) {
        const carom_shape b = {.kind = CAROM_SHAPE_SPHERE,
                               .as.sphere = {v3(1, 0, 0), (carom_real)(3 - i)}};
        const carom_signed_distance d =
            carom_distance_signed(&a, standing(v3(1, 1, 1)), &b, standing(v3(3, 5, 1)));
        assert_true(sign_of((double)d.distance) == i && d.distance == (carom_real)i);
        assert_near_vec(d.normal, v3((carom_real)0.6, (carom_real)0.8, 0), 2 * EPS);
        assert_near_vec(d.gradient_a.translation, v3((carom_real)-0.6, (carom_real)-0.8, 0),
                        2 * EPS);
        assert_near_vec(d.gradient_a.rotation, v3(0, 0, 0), 8 * EPS);
        /* the centre of B is at (1, 0, 0) from its pose: the gradient is (1, 0, 0) x n */
        assert_near_vec(d.gradient_b.rotation, v3(0, 0, (carom_real)0.8), 8 * EPS);
    }
}

static void what_is_invalid(void **state) {
    (void)state;
    const carom_shape a = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 2}};
    carom_shape bad = a;
    bad.as.sphere.radius = (carom_real)NAN;
    const carom_pose stay = carom_pose_identity(), odd = {{0, (carom_real)NAN, 0}, {0, 0, 0, 1}};
    const carom_signed_distance d = carom_distance_signed(&a, stay, &bad, stay);
    const carom_signed_distance e = carom_distance_signed(&a, odd, &a, stay);
    assert_true(isinf(d.distance) && isinf(e.distance) && d.distance > 0 && e.normal.x == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_pair),
        cmocka_unit_test(balls_by_hand),
        cmocka_unit_test(what_is_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
