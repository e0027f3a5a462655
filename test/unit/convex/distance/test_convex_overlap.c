/* Booleans of convex shapes: the portal and the balls against the distance, which knows nothing of
 * them; swapped, scaled and warm; and that most pairs need no more. */
#include "common/test_convex_deep.h"

#include "convex/mpr/mpr.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"

static const convex_kind kinds[] = {CONVEX_POINTS,   CONVEX_BOX,  CONVEX_HULL,
                                    CONVEX_CYLINDER, CONVEX_CONE, CONVEX_ELLIPSOID};

static bool near_contact(const convex_shape *a, const convex_shape *b) {
    convex_distance d = carom_convex_distance(a, b, NULL);
    if (d.distance > 0.0) return d.distance < 1e-9;
    return carom_convex_penetration(a, b).depth < 1e-9;
}

static void agrees_with_distance(void **state) {
    (void)state;
    int contacts = 0, open = 0, asked = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 60; k++) {
                deep_shape a, b;
                deep_random(&a, kinds[i], k);
                deep_random(&b, kinds[j], k + 1);
                vec3 apart = scale3(deep_direction(), deep_between(0.0, 3.0));
                if (b.shape.kind != CONVEX_POINTS) b.shape.center = add3(b.shape.center, apart);
                bool met = carom_convex_overlap(&a.shape, &b.shape, NULL);
                bool touch = carom_convex_distance(&a.shape, &b.shape, NULL).distance == 0.0;
                assert_int_equal(met, carom_convex_overlap(&b.shape, &a.shape, NULL));
                if (met != touch) assert_true(near_contact(&a.shape, &b.shape));
                contacts += met, asked++;
                portal p;
                carom_mpr_start(&p, &a.shape, &b.shape, NULL);
                open += carom_mpr_search(&p) == PORTAL_UNDECIDED;
                deep_free(&a);
                deep_free(&b);
            }
    assert_true(contacts > asked / 10 && contacts < asked * 9 / 10);
    assert_true(open < asked / 4); /* points have no inside */
}

/* The cache changes no answer while B drifts past A. */
static void warm_is_cold(void **state) {
    (void)state;
    int contacts = 0, frames = 0;
    for (int k = 0; k < 120; k++) {
        deep_shape a, b;
        deep_random(&a, kinds[1 + k % 5], k);
        deep_random(&b, kinds[1 + k / 5 % 5], k);
        vec3 way = deep_direction(), side = deep_cube(0.6);
        convex_cache cache = {.count = 0};
        for (int frame = -20; frame <= 20; frame++, frames++) {
            b.shape.center = add3(a.shape.center, mad3(side, way, 0.1 * frame));
            bool warm = carom_convex_overlap(&a.shape, &b.shape, &cache);
            assert_int_equal(warm, carom_convex_overlap(&a.shape, &b.shape, NULL));
            contacts += warm;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(contacts > frames / 10 && contacts < frames);
}

static convex_shape solid(convex_kind kind, double x, double half) {
    return (convex_shape){.kind = kind,
                          .center = {x, 0, 0},
                          .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                          .half = {half, half, half}};
}

/* Powers of two change no bit, whatever is out of the portal's range. */
static void exact_and_scaled(void **state) {
    (void)state;
    for (int k = -300; k <= 300; k += 50) {
        double unit = ldexp(1.0, k);
        for (int i = 1; i < 6; i++) {
            if (kinds[i] == CONVEX_HULL || kinds[i] == CONVEX_CONE) continue;
            convex_shape a = solid(kinds[i], 0, unit);
            convex_shape in = solid(CONVEX_BOX, 1.99 * unit, unit);
            convex_shape on = solid(CONVEX_BOX, 2.0 * unit, unit);
            convex_shape out = solid(CONVEX_BOX, 2.01 * unit, unit);
            assert_true(carom_convex_overlap(&a, &in, NULL));
            if (kinds[i] == CONVEX_BOX) assert_true(carom_convex_overlap(&a, &on, NULL));
            assert_false(carom_convex_overlap(&a, &out, NULL));
        }
    }
}

/* A radius counts: the balls round the cores are not the shapes. */
static void radii_count(void **state) {
    (void)state;
    convex_shape a = solid(CONVEX_CYLINDER, 0, 1), b = solid(CONVEX_BOX, 2.5, 1);
    assert_false(carom_convex_overlap(&a, &b, NULL));
    a.radius = 0.6;
    assert_true(carom_convex_overlap(&a, &b, NULL));
    b = solid(CONVEX_ELLIPSOID, 3.0, 1);
    assert_false(carom_convex_overlap(&a, &b, NULL));
    b.radius = 0.5;
    assert_true(carom_convex_overlap(&a, &b, NULL));
}

static void not_a_number_is_no(void **state) {
    (void)state;
    for (int i = 1; i < 6; i++) {
        if (kinds[i] == CONVEX_HULL) continue;
        convex_shape a = solid(kinds[i], NAN, 1), b = solid(CONVEX_BOX, 0, 1);
        convex_shape c = solid(kinds[i], INFINITY, 1);
        assert_false(carom_convex_overlap(&a, &b, NULL) || carom_convex_overlap(&b, &a, NULL));
        assert_false(carom_convex_overlap(&c, &b, NULL) || carom_convex_overlap(&b, &c, NULL));
        assert_false(carom_convex_penetration(&a, &b).overlap ||
                     carom_convex_penetration(&a, &a).overlap);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_distance), cmocka_unit_test(warm_is_cold),
        cmocka_unit_test(exact_and_scaled),     cmocka_unit_test(radii_count),
        cmocka_unit_test(not_a_number_is_no),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
