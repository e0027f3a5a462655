/* Distance of curved shapes next to contact: the bounds meet and the normal separates, although the
 * foot is the small difference of large coordinates; and the cause, thin triangles. */
#include "common/test_convex_common.h"

#include "convex/distance/distance.h"
#include "convex/gjk/simplex.h"

/* B moved along the normal until the shapes are about `gap` apart. False when they meet. */
static bool bring_near(const convex_shape *a, convex_shape *b, vec3 *points, double gap) {
    const convex_distance d = carom_convex_distance(a, b, NULL);
    if (!(d.distance > gap)) return false;
    const vec3 move = scale3(d.normal, gap - d.distance);
    b->center = add3(b->center, move);
    for (int i = 0; b->kind == CONVEX_POINTS && i < b->count; i++)
        points[i] = add3(points[i], move);
    return true;
}

/* Of these pairs a quarter ended without bounds that meet, and next to contact with bounds of 0 and
 * any normal. */
static void bounds_meet_next_to_contact(void **state) {
    static const convex_kind round[] = {CONVEX_CYLINDER, CONVEX_CONE, CONVEX_ELLIPSOID};
    static const convex_kind other[] = {CONVEX_POINTS, CONVEX_BOX, CONVEX_CYLINDER, CONVEX_CONE};
    static const double gaps[] = {1e-3, 1e-6, 1e-9};
    int found = 0;
    (void)state;
    for (int i = 0; i < 2700; i++) {
        const double gap = gaps[i % 3];
        vec3 points[8];
        convex_shape a = random_shape(round[i / 3 % 3], 0.6, 0.5), b;
        if (i / 9 % 4 == 0) {
            const vec3 middle = random_vec(1.2);
            const int count = 2 + i / 36 % 3;
            for (int k = 0; k < count; k++)
                points[k] = add3(middle, random_vec(0.6));
            b = points_shape(points, count, 0.0);
        } else {
            b = random_shape(other[i / 9 % 4], 1.2, 0.5);
        }
        if (i % 5 == 0) b.radius = 0.25 * gap;
        if (!bring_near(&a, &b, points, gap)) continue;
        const convex_distance d = checked_distance(&a, &b, 1.0);
        found++;
        assert_true(fabs(d.distance - gap) < 1e-11);
        assert_true(d.status != CONVEX_LIMIT);
        assert_true(d.distance - d.lower_bound < 2e-14 + 2e-12 * gap);
        const double apart = -support_value(&b, neg3(d.normal)) - support_value(&a, d.normal);
        assert_true(apart > gap - 1e-11 && apart > 0.9 * gap);
    }
    assert_true(found > 1500);
}

/* A thin triangle whose short edge is opposite to its first vertex, and each permutation of it: the
 * foot's direction is the plane's, as the heights of all vertices show. With the two long edges it
 * missed the far vertex by 2e-11. */
static void thin_triangles_have_their_normal(void **state) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    (void)state;
    for (int i = 0; i < 600; i++) {
        vec3 axes[3];
        random_axes(axes);
        const double d = 1e-3, width = pow(10.0, -7.0 + 0.005 * i);
        const vec3 foot = scale3(axes[2], d);
        const vec3 of[3] = {mad3(foot, axes[0], 0.5), /* the foot is inside */
                            mad3(mad3(foot, axes[0], -0.7), axes[1], 0.6 * width),
                            mad3(mad3(foot, axes[0], -0.7), axes[1], -0.4 * width)};
        for (int k = 0; k < 6; k++) {
            simplex s = {.count = 3, .limit2 = INFINITY};
            for (int c = 0; c < 3; c++)
                s.vertex[c].w = of[orders[k][c]];
            carom_simplex_reduce(&s, 1e-15);
            const double length = sqrt(s.distance2);
            assert_true(fabs(length - d) < 1e-15);
            for (int c = 0; c < 3; c++)
                assert_true(fabs(dot3(s.nearest, of[c]) / length - d) < 1e-15 + 1e-16 / width * d);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_meet_next_to_contact),
        cmocka_unit_test(thin_triangles_have_their_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
