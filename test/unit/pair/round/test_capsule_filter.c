/* What is told in float of two capsules is never wrong: against the distance of the axes by dense
 * halving in double, where the surfaces nearly touch, and for axes that are parallel, that cross,
 * that are points, at every scale. What lies out of float's reach is left unsure. */
#include "pair/round/capsule_filter.h"
#include "common/test_flat_common.h"

static vec3 along(const carom_capsule *c, double t) {
    vec3 a = load3(c->a);
    return mad3(a, sub3(load3(c->b), a), t);
}

static double distance_at(const carom_capsule *a, const carom_capsule *b, double s) {
    vec3 p = along(a, s), q = load3(b->a), v = sub3(load3(b->b), q);
    double vv = len2(v), t = vv > 0.0 ? dot3(sub3(p, q), v) / vv : 0.0;
    return carom_length(sub3(p, along(b, t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t)));
}

/* Along A's axis the distance to B's is convex. */
static double axis_distance(const carom_capsule *a, const carom_capsule *b) {
    double low = 0.0, high = 1.0, least = DBL_MAX;
    for (int i = 0; i < 120; i++) {
        double s = low + (high - low) / 3.0, t = high - (high - low) / 3.0;
        double at_s = distance_at(a, b, s), at_t = distance_at(a, b, t);
        least = at_s < least ? at_s : least;
        least = at_t < least ? at_t : least;
        *(at_s < at_t ? &high : &low) = at_s < at_t ? t : s;
    }
    double ends[2] = {distance_at(a, b, 0.0), distance_at(a, b, 1.0)};
    least = ends[0] < least ? ends[0] : least;
    return ends[1] < least ? ends[1] : least;
}

static carom_vec3 lattice(double scale, int steps) {
    double at[3];
    for (int i = 0; i < 3; i++)
        at[i] = scale * floor(random_in(-steps, steps + 1));
    return v3(at[0], at[1], at[2]);
}

static carom_capsule axis_between(carom_vec3 a, carom_vec3 b) {
    return (carom_capsule){a, b, 0};
}

/* The radii leave a gap of `gap` times the distance. @return whether it was sure */
static bool assert_not_wrong(carom_capsule a, carom_capsule b, double gap, double share) {
    double apart = axis_distance(&a, &b), reach = apart * (1.0 - gap);
    a.radius = (carom_real)(reach * share);
    b.radius = (carom_real)(reach * (1.0 - share));
    reach = (double)a.radius + (double)b.radius;
    bool meet, turned;
    bool sure = capsules_overlap_filter(&a, &b, &meet);
    if (sure) assert_true(meet ? apart <= reach * (1 + 1e-12) : apart >= reach * (1 - 1e-12));
    if (capsules_overlap_filter(&b, &a, &turned) && sure) assert_true(turned == meet);
    return sure;
}

static void near_contact(void **state) {
    (void)state;
    const double gaps[] = {0.3, -0.3, 1e-2, -1e-2, 1e-4, -1e-4, 1e-5, -1e-5, 1e-6, -1e-6, 0.0};
    int sure = 0, asked = 0;
    for (int k = 0; k < 4000; k++) {
        bool on_lattice = k & 1;
        int steps = on_lattice ? 3 : 4096;
        double scale = k % 7 == 0 ? 1e-6 : k % 11 == 0 ? 1e6 : 1.0;
        scale *= on_lattice ? 1.0 : 1.0 / 4096.0;
        carom_capsule a = axis_between(lattice(scale, steps), lattice(scale, steps));
        carom_capsule b = axis_between(lattice(scale, steps), lattice(scale, steps));
        for (int g = 0; g < 11; g++) {
            bool told = assert_not_wrong(a, b, gaps[g], random_in(0, 1));
            sure += g < 4 && told;
            asked += g < 4;
        }
    }
    assert_true(sure > 0.75 * asked); /* axes that meet have no gap */
}

/* Far from the origin all that counts is what lies between them. */
static void far_away(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        carom_capsule a = axis_between(lattice(1, 4), lattice(1, 4));
        carom_capsule b = axis_between(lattice(1, 4), lattice(1, 4));
        carom_vec3 *ends[] = {&a.a, &a.b, &b.a, &b.b};
        for (int i = 0; i < 4; i++)
            ends[i]->x += 1000000;
        assert_not_wrong(a, b, k & 1 ? 1e-3 : -1e-3, 0.5);
    }
}

static void beyond_float(void **state) {
    (void)state;
    bool meet;
    const double sizes[] = {1e-30, 1e-22, 1e22, 1e30};
    for (int i = 0; i < 4; i++) {
        double s = sizes[i];
        carom_capsule a = axis_between(v3(-s, 0, 0), v3(s, 0, 0));
        carom_capsule b = axis_between(v3(0, -s, 3 * s), v3(0, s, 3 * s));
        a.radius = b.radius = (carom_real)s;
        if (capsules_overlap_filter(&a, &b, &meet)) assert_false(meet);
        a.radius = b.radius = (carom_real)(2 * s);
        if (capsules_overlap_filter(&a, &b, &meet)) assert_true(meet);
    }
    carom_capsule bad = axis_between(v3(0, 0, 0), v3(1, 0, 0)), good = bad;
    bad.radius = good.radius = 1;
    const carom_real wrong[] = {(carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 2; i++) {
        bad.a.x = wrong[i];
        assert_false(capsules_overlap_filter(&bad, &good, &meet));
        assert_false(capsules_overlap_filter(&good, &bad, &meet));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_contact),
        cmocka_unit_test(far_away),
        cmocka_unit_test(beyond_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
