/* Queries with a cache give the answers that those without give: along sequences, with a cache of
 * some other pair, with shapes that change places, and without a cache. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/test_seeded_common.h"

#define KINDS 9
#define ROUNDS 60
#define FRAMES 20

static const double near = sizeof(carom_real) == 8 ? 1e-9 : 1e-4;

static carom_pose seeded_pose(uint64_t *state, double reach) {
    double q[4], square = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = seeded(state);
        square += q[i] * q[i];
    }
    double k = 1.0 / sqrt(square);
    return (carom_pose){seeded3(state, reach),
                        {(carom_real)(q[0] * k), (carom_real)(q[1] * k), (carom_real)(q[2] * k),
                         (carom_real)(q[3] * k)}};
}

static carom_hull *hulls[2];

static int make_hulls(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 2; k++) {
        carom_vec3 points[200];
        for (int i = 0; i < 200; i++)
            points[i] = seeded3(&seed, 0.8);
        carom_hull_def def = {.points = points, .point_count = k == 0 ? 12 : 200};
        if (carom_hull_create(&hulls[k], &def) != CAROM_OK) return -1;
    }
    return 0;
}

static int drop_hulls(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++)
        carom_hull_destroy(hulls[k]);
    return 0;
}

static carom_shape make_kind(int kind) {
    carom_shape s = {.kind = CAROM_SHAPE_AABB};
    switch (kind) {
    case 0: s.as.aabb = (carom_aabb){{-1, -0.5f, -0.25f}, {1, 0.5f, 0.25f}}; break;
    case 1:
        s.kind = CAROM_SHAPE_CAPSULE;
        s.as.capsule = (carom_capsule){{0, 0, -0.5f}, {0, 0, 0.5f}, 0.25f};
        break;
    case 2:
        s.kind = CAROM_SHAPE_CYLINDER;
        s.as.cylinder = (carom_cylinder){{0, 0, -0.5f}, {0, 0, 0.5f}, 0.5f};
        break;
    case 3:
        s.kind = CAROM_SHAPE_CONE;
        s.as.cone = (carom_cone){{0, 0, -0.5f}, {0, 0, 0.5f}, 0.5f};
        break;
    case 4:
        s.kind = CAROM_SHAPE_ELLIPSOID;
        s.as.ellipsoid =
            (carom_ellipsoid){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 0.5f, 0.25f}};
        break;
    case 5:
        s.kind = CAROM_SHAPE_TRIANGLE;
        s.as.triangle = (carom_triangle){{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        break;
    case 6:
        s.kind = CAROM_SHAPE_TETRAHEDRON;
        s.as.tetrahedron = (carom_tetrahedron){{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        break;
    default: s.kind = CAROM_SHAPE_HULL; s.as.hull.hull = hulls[kind - 7];
    }
    return s;
}

static void check_overlap(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache) {
    bool plain = carom_overlap(a->shape, a->pose, b->shape, b->pose);
    assert_int_equal(carom_overlap_cached(a, b, cache), plain);
}

static void check_closest(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache) {
    carom_closest_any plain = carom_closest(a->shape, a->pose, b->shape, b->pose);
    carom_closest_any warm = carom_closest_cached(a, b, cache);
    double gap = 0.0, d[3] = {(double)warm.point_a.x - (double)warm.point_b.x,
                              (double)warm.point_a.y - (double)warm.point_b.y,
                              (double)warm.point_a.z - (double)warm.point_b.z};
    for (int i = 0; i < 3; i++)
        gap += d[i] * d[i];
    assert_true(fabs((double)warm.distance - (double)plain.distance) <= near);
    assert_int_equal(warm.distance == 0, plain.distance == 0);
    assert_true(fabs(sqrt(gap) - (double)warm.distance) <= near);
}

static void check_contact(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache, double margin) {
    carom_contact_manifold plain = {.margin = (carom_real)margin}, warm = plain;
    carom_contact(a->shape, a->pose, b->shape, b->pose, &plain);
    carom_contact_cached(a, b, &warm, cache);
    assert_int_equal(warm.count > 0, plain.count > 0);
    if (plain.count == 0) return;
    /* what the normal leaves open, by the size of the features */
    double same = sizeof(carom_real) == 8 ? 1e-6 : 1e-3;
    assert_true(fabs((double)warm.points[0].depth - (double)plain.points[0].depth) <= same);
}

static void check_all(const carom_placed_shape *a, const carom_placed_shape *b,
                      carom_pair_cache cache[4]) {
    check_overlap(a, b, cache ? &cache[0] : NULL);
    check_closest(a, b, cache ? &cache[1] : NULL);
    check_contact(a, b, cache ? &cache[2] : NULL, 0.0);
    check_contact(a, b, cache ? &cache[3] : NULL, 0.125);
}

static void sequences_agree(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < ROUNDS; round++) {
        carom_shape s[2] = {make_kind(round % KINDS), make_kind((round / KINDS + round) % KINDS)};
        carom_pair_cache cache[4];
        memset(cache, 0, sizeof cache);
        carom_placed_shape a = {&s[0], seeded_pose(&seed, 0.5)};
        carom_placed_shape b = {&s[1], seeded_pose(&seed, 1.5)};
        carom_vec3 drift = seeded3(&seed, 0.125);
        for (int frame = 0; frame < FRAMES; frame++) {
            check_all(&a, &b, cache);
            b.pose.position.x += drift.x;
            b.pose.position.y += drift.y;
            b.pose.position.z += drift.z;
        }
    }
}

/* One kind: which comes first in the library's order changes on the way. */
static void change_of_places(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int kind = 0; kind < KINDS; kind++) {
        carom_shape s = make_kind(kind);
        carom_pair_cache cache[4];
        memset(cache, 0, sizeof cache);
        carom_placed_shape a = {&s, seeded_pose(&seed, 0.0)}, b = {&s, seeded_pose(&seed, 0.0)};
        for (int frame = -20; frame <= 20; frame++) {
            b.pose.position = (carom_vec3){(carom_real)(0.0625 * frame), 0.75f, 1};
            check_all(&a, &b, cache);
        }
    }
}

static void other_pairs_cache(void **state) {
    (void)state;
    uint64_t seed = 13;
    carom_pair_cache cache[4];
    memset(cache, 0, sizeof cache);
    for (int round = 0; round < 8 * KINDS; round++) {
        carom_shape s[2] = {make_kind(round % KINDS), make_kind((round * 5 + 2) % KINDS)};
        carom_placed_shape a = {&s[0], seeded_pose(&seed, 1.0)};
        carom_placed_shape b = {&s[1], seeded_pose(&seed, 1.0)};
        check_all(&a, &b, cache);
        check_all(&b, &a, cache);
    }
}

static void without_cache_or_sense(void **state) {
    (void)state;
    uint64_t seed = 17;
    carom_shape box = make_kind(0), egg = make_kind(4), bad = make_kind(2);
    carom_pair_cache cache;
    memset(&cache, 0, sizeof cache);
    carom_placed_shape a = {&box, seeded_pose(&seed, 1.0)}, b = {&egg, seeded_pose(&seed, 1.0)};
    check_all(&a, &b, NULL);
    bad.as.cylinder.radius = (carom_real)NAN;
    carom_placed_shape c = {&bad, seeded_pose(&seed, 1.0)};
    carom_contact_manifold m = {.margin = 0};
    assert_false(carom_overlap_cached(&a, &c, &cache));
    assert_true(isinf((double)carom_closest_cached(&a, &c, &cache).distance));
    assert_int_equal(carom_contact_cached(&a, &c, &m, &cache), 0);
    carom_shape flat = {.kind = CAROM_SHAPE_HALFSPACE,
                        .as.halfspace = {.normal = {0, 0, 1}, .offset = 0}};
    carom_placed_shape floor = {&flat, {{0, 0, 0}, {0, 0, 0, 1}}};
    check_all(&floor, &a, &(carom_pair_cache[4]){0}[0]);
}

/* Whatever the quaternion makes of a hull: contact is distance 0. */
static void hulls_by_any_quaternion(void **state) {
    (void)state;
    uint64_t seed = 19;
    for (int round = 0; round < 400; round++) {
        carom_shape s[2] = {make_kind(7 + round % 2), make_kind(round % KINDS)};
        carom_pose pose[2] = {seeded_pose(&seed, 0.5), seeded_pose(&seed, 1.0)};
        carom_real scale = (carom_real)(0.25 * (1 + round % 5));
        pose[0].rotation.x *= scale;
        pose[0].rotation.y *= scale;
        pose[0].rotation.z *= scale;
        pose[0].rotation.w *= scale;
        bool overlap = carom_overlap(&s[0], pose[0], &s[1], pose[1]);
        carom_real distance = carom_closest(&s[0], pose[0], &s[1], pose[1]).distance;
        assert_int_equal(overlap, distance == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_agree),         cmocka_unit_test(change_of_places),
        cmocka_unit_test(other_pairs_cache),       cmocka_unit_test(without_cache_or_sense),
        cmocka_unit_test(hulls_by_any_quaternion),
    };
    return cmocka_run_group_tests(tests, make_hulls, drop_hulls);
}
