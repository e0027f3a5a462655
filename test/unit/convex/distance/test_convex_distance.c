/* Distance and overlap of flat shapes: hand-made cases, the border between touching and apart to
 * the last bit, features by brute force, extreme magnitudes, warm starts. */
#include "common/test_convex_common.h"

#include "fit/quickhull/quickhull.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/support/support.h"

static const vec3 unit_half = {0.5, 0.5, 0.5};

static convex_shape cube(double x, double y, double z) {
    return straight(CONVEX_BOX, vec(x, y, z), unit_half);
}

static void simple_pairs_have_their_distance(void **state) {
    convex_shape a = cube(0, 0, 0), face = cube(3, 0.25, -0.25), edge = cube(4, 5, 0);
    convex_shape corner = cube(3, -3, 2);
    convex_distance d = checked_distance(&a, &face, 4);
    assert_true(d.distance == 2.0 && d.normal.x == 1.0 && d.lower_bound > 2.0 - 1e-12);
    assert_int_equal(d.status, CONVEX_EXACT);
    d = checked_distance(&a, &edge, 8);
    assert_true(fabs(d.distance - 5.0) < 1e-14 && fabs(d.normal.x - 0.6) < 1e-14);
    d = checked_distance(&a, &corner, 8);
    assert_true(fabs(d.distance - 3.0) < 1e-14);
    assert_true(d.point_a.x == 0.5 && d.point_a.y == -0.5 && d.point_b.z == 1.5);
}

static void touching_has_distance_zero_and_a_normal(void **state) {
    convex_shape a = cube(0, 0, 0);
    const double shift[][3] = {{1, 0, 0},      {0, -1, 0},      {0.5, 0.25, 1}, {1, 1, 0},
                               {-1, 1, 1},     {0.75, -1, 0.5}, {1, 0.125, -1}, {0, 0, -1},
                               {-1, -1, 0.25}, {-1, -1, -1}};
    for (size_t i = 0; i < sizeof shift / sizeof shift[0]; i++) {
        convex_shape b = cube(shift[i][0], shift[i][1], shift[i][2]);
        convex_distance d = checked_distance(&a, &b, 2);
        assert_true(d.distance == 0.0 && !d.overlap);
        b.center.x = nextafter(b.center.x, 4.0 * b.center.x);
        b.center.y = nextafter(b.center.y, 4.0 * b.center.y);
        b.center.z = nextafter(b.center.z, 4.0 * b.center.z);
        d = checked_distance(&a, &b, 2);
        assert_true(d.distance > 0.0 && d.distance < 1e-15);
    }
}

/* Towards and away from contact by one rounding. */
static void the_border_is_exact(void **state) {
    const vec3 a[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    /* the double next to 1/3 is below it: three of them miss 1 by 2^-54, which is its last place */
    double third = 1.0 / 3, more = nextafter(third, 1);
    vec3 in = {third, third, third}, on = {more, third, third}, out = {more, more, third};
    convex_shape s = points_shape(a, 4, 0), p = points_shape(&in, 1, 0);
    convex_shape q = points_shape(&on, 1, 0), r = points_shape(&out, 1, 0);
    assert_true(checked_distance(&s, &p, 1).distance == 0.0);
    convex_distance d = checked_distance(&s, &q, 1);
    assert_true(d.distance == 0.0 && !d.overlap && fabs(d.normal.x - sqrt(third)) < 1e-9);
    double gap = 0x1p-54 / sqrt(3.0);
    assert_true(fabs(checked_distance(&s, &r, 1).distance - gap) < 1e-14 * gap);
}

static void radii_are_exact_at_the_border(void **state) {
    vec3 p = {0, 0, 0}, q = {3, 4, 0};
    convex_shape a = points_shape(&p, 1, 2), b = points_shape(&q, 1, 3);
    convex_distance d = checked_distance(&a, &b, 8);
    assert_true(d.distance == 0.0 && !d.overlap && fabs(d.normal.y - 0.8) < 1e-15);
    b.radius = nextafter(3, 0);
    d = checked_distance(&a, &b, 8);
    assert_true(d.distance > 0.0 && d.distance < 1e-15);
    b.radius = nextafter(3, 4);
    assert_true(checked_distance(&a, &b, 8).overlap);
    b.radius = 0.5;
    assert_true(fabs(checked_distance(&a, &b, 8).distance - 2.5) < 1e-15);
}

static void graveyards(void **state) {
    /* two boxes tilted alike, stacked with a gap of 1e-16 */
    convex_shape low = cube(0, 0, 0), high = cube(0, 0, 0);
    convex_seed = 4;
    random_axes(low.axes);
    memcpy(high.axes, low.axes, sizeof low.axes);
    high.center = scale3(low.axes[2], 1.0 + 1e-16);
    convex_distance d = checked_distance(&low, &high, 2);
    assert_true(d.distance < 1e-15 && fabs(dot3(d.normal, low.axes[2])) > 1.0 - 1e-9);
    /* unit cubes overlapping by a tenth; identical cubes */
    convex_shape a = cube(0, 0, 0), b = cube(0.9, 0, 0);
    d = checked_distance(&a, &b, 2);
    assert_true(d.distance == 0.0 && d.overlap);
    d = checked_distance(&a, &a, 2);
    assert_true(d.distance == 0.0 && d.overlap);
    /* a needle 500 times as long as thick over the box's face */
    convex_shape needle = straight(CONVEX_BOX, vec(0, 0, 0.75), vec(500, 1, 0.125));
    d = checked_distance(&a, &needle, 500);
    assert_true(fabs(d.distance - 0.125) < 1e-13 && d.normal.z == 1.0);
}

/* What a naive program finds: every vertex against every triangle, every edge against every edge.
 */
typedef struct soup {
    vec3 v[8];
    int face[12][3], faces;
} soup;

static double point_segment2(vec3 p, vec3 a, vec3 b) {
    vec3 e = sub3(b, a);
    double t = clamp01(dot3(sub3(p, a), e) / len2(e));
    return len2(sub3(p, mad3(a, e, t)));
}

static double point_triangle2(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 n = cross3(sub3(b, a), sub3(c, a));
    double h = dot3(n, sub3(p, a)), nn = len2(n);
    if (dot3(n, cross3(sub3(b, a), sub3(p, a))) >= 0 &&
        dot3(n, cross3(sub3(c, b), sub3(p, b))) >= 0 &&
        dot3(n, cross3(sub3(a, c), sub3(p, c))) >= 0)
        return h * h / nn;
    return fmin(point_segment2(p, a, b), fmin(point_segment2(p, b, c), point_segment2(p, c, a)));
}

static double edge_edge2(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u = sub3(b, a), v = sub3(d, c), n = cross3(u, v), w = sub3(c, a);
    double nn = len2(n), s = dot3(cross3(w, v), n), t = dot3(cross3(w, u), n), h = dot3(w, n);
    if (s >= 0 && s <= nn && t >= 0 && t <= nn && nn > 1e-12 * len2(u) * len2(v)) return h * h / nn;
    return INFINITY; /* an end is nearest, which vertices see */
}

static double brute_distance(const soup *a, const soup *b) {
    double least = INFINITY;
    for (int i = 0; i < a->faces; i++)
        for (int j = 0; j < b->faces; j++) {
            const int *f = a->face[i], *g = b->face[j];
            for (int k = 0; k < 3; k++) {
                least =
                    fmin(least, point_triangle2(a->v[f[k]], b->v[g[0]], b->v[g[1]], b->v[g[2]]));
                least =
                    fmin(least, point_triangle2(b->v[g[k]], a->v[f[0]], a->v[f[1]], a->v[f[2]]));
                for (int l = 0; l < 3; l++)
                    least = fmin(least, edge_edge2(a->v[f[k]], a->v[f[(k + 1) % 3]], b->v[g[l]],
                                                   b->v[g[(l + 1) % 3]]));
            }
        }
    return sqrt(least);
}

static soup box_soup(const convex_shape *s) {
    static const int face[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {4, 7, 6},
                                    {0, 1, 5}, {0, 5, 4}, {2, 3, 7}, {2, 7, 6},
                                    {0, 2, 6}, {0, 6, 4}, {1, 3, 7}, {1, 7, 5}};
    soup out = {.faces = 12};
    memcpy(out.face, face, sizeof face);
    for (int i = 0; i < 8; i++) {
        vec3 v = mad3(s->center, s->axes[0], i & 1 ? s->half.x : -s->half.x);
        v = mad3(v, s->axes[1], i & 2 ? s->half.y : -s->half.y);
        out.v[i] = mad3(v, s->axes[2], i & 4 ? s->half.z : -s->half.z);
    }
    return out;
}

static void brute_force_agrees(void **state) {
    convex_seed = 11;
    int apart = 0;
    for (int i = 0; i < 3000; i++) {
        double size = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1.0 : 1e6;
        convex_shape a = random_shape(CONVEX_BOX, 1.2, size),
                     b = random_shape(CONVEX_BOX, 1.2, size);
        soup p = box_soup(&a),
             q = {.faces = 4, .face = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};
        if (i % 2 == 0) {
            q = box_soup(&b);
        } else {
            vec3 at = random_vec(1.2 * size);
            for (int k = 0; k < 4; k++)
                q.v[k] = add3(at, random_vec(size));
            b = points_shape(q.v, 4, 0);
        }
        convex_distance d = checked_distance(&a, &b, size);
        if (d.distance == 0.0) continue;
        apart++;
        assert_true(fabs(d.distance - brute_distance(&p, &q)) <= 1e-12 * d.distance + 1e-14 * size);
    }
    assert_true(apart > 1000 && apart < 2900);
}

/* Contact on the lattice is known: boxes with whole corners. */
static void lattice_boxes_touch_where_they_should(void **state) {
    convex_seed = 5;
    for (int i = 0; i < 3000; i++) {
        double c[2][3], h[2][3], gap2 = 0.0;
        bool deep = true;
        for (int k = 0; k < 3; k++) {
            for (int s = 0; s < 2; s++)
                c[s][k] = floor(random_in(-3, 4)), h[s][k] = floor(random_in(0, 3));
            double gap = fabs(c[0][k] - c[1][k]) - h[0][k] - h[1][k];
            gap2 += gap > 0 ? gap * gap : 0;
            deep = deep && gap < 0;
        }
        convex_shape a =
            straight(CONVEX_BOX, vec(c[0][0], c[0][1], c[0][2]), vec(h[0][0], h[0][1], h[0][2]));
        convex_shape b =
            straight(CONVEX_BOX, vec(c[1][0], c[1][1], c[1][2]), vec(h[1][0], h[1][1], h[1][2]));
        convex_distance d = checked_distance(&a, &b, 8);
        assert_true(fabs(d.distance - sqrt(gap2)) <= 1e-15 * 8);
        assert_int_equal(d.distance == 0.0, gap2 == 0.0);
        if (gap2 == 0.0) assert_int_equal(d.overlap, deep);
    }
}

static void far_from_the_origin_nothing_is_lost(void **state) {
    convex_seed = 6;
    for (int i = 0; i < 500; i++) {
        convex_shape a = random_shape(CONVEX_BOX, 1.5, 1), b = random_shape(CONVEX_BOX, 1.5, 1);
        /* centres on a grid that the offset does not disturb */
        a.center = vec(floor(a.center.x * 1024) / 1024, floor(a.center.y * 1024) / 1024, 0);
        b.center = vec(floor(b.center.x * 1024) / 1024, floor(b.center.y * 1024) / 1024, 0);
        convex_distance d = checked_distance(&a, &b, 1);
        vec3 offset = vec(1e5, -3e5, 2e5);
        a.center = add3(a.center, offset), b.center = add3(b.center, offset);
        convex_distance e = carom_convex_distance(&a, &b, NULL);
        assert_true(d.distance == e.distance && d.normal.x == e.normal.x);
    }
}

static void extreme_magnitudes_stay_finite(void **state) {
    convex_seed = 7;
    const double sizes[] = {1e-300, 1e-150, 1e-80, 1e-30, 1e30, 1e80, 1e150, 1e300};
    for (int i = 0; i < 800; i++) {
        double size = sizes[i % 8];
        convex_kind kinds[2] = {
            (convex_kind)(i / 8 % 2 ? CONVEX_BOX : CONVEX_CYLINDER + i / 16 % 3), CONVEX_BOX};
        convex_shape a = random_shape(kinds[0], 2, size), b = random_shape(kinds[1], 2, size);
        convex_distance d = carom_convex_distance(&a, &b, NULL);
        assert_true(d.distance >= 0.0 && d.distance <= DBL_MAX);
        assert_true(fabs(sqrt(len2(d.normal)) - 1.0) < 1e-12);
        assert_int_equal(carom_convex_overlap(&a, &b, NULL), d.distance == 0.0);
        convex_shape c = a, e = b;
        double unit = 1.0 / size;
        c.center = scale3(a.center, unit), c.half = scale3(a.half, unit);
        e.center = scale3(b.center, unit), e.half = scale3(b.half, unit);
        double same = carom_convex_distance(&c, &e, NULL).distance;
        assert_true(fabs(same - d.distance * unit) <= 1e-10);
    }
}

static void invalid_numbers_give_no_answer(void **state) {
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
        for (int field = 0; field < 3; field++)
            for (int kind = CONVEX_BOX; kind <= CONVEX_ELLIPSOID; kind++) {
                if (kind == CONVEX_HULL) continue;
                convex_shape a = straight((convex_kind)kind, vec(0, 0, 0), unit_half),
                             b = cube(2, 0, 0);
                *(field == 0 ? &a.center.x : field == 1 ? &a.half.z : &a.axes[2].y) = bad[i];
                convex_distance d = carom_convex_distance(&a, &b, NULL);
                assert_false(isnan(d.distance) || isnan(d.normal.x) || isnan(d.point_a.x));
                if (field == 0) assert_true(d.distance == INFINITY);
                assert_int_equal(carom_convex_overlap(&a, &b, NULL), d.distance == 0.0);
            }
}

/* A hull is the box of its corners, with and without duplicates among its points. */
static void hulls_answer_as_their_boxes(void **state) {
    convex_seed = 8;
    for (int i = 0; i < 300; i++) {
        convex_shape a = random_shape(CONVEX_BOX, 1.5, 1), b = random_shape(CONVEX_BOX, 1.5, 1);
        quickhull_point corner[16];
        for (int k = 0; k < 16; k++)
            corner[k] = (quickhull_point){.x = k & 1 ? a.half.x : -a.half.x,
                                          .y = k & 2 ? a.half.y : -a.half.y,
                                          .z = k & 4 ? a.half.z : -a.half.z};
        hull_data data;
        void *memory;
        const carom_allocator plain = {0};
        assert_int_equal(carom_quickhull(&data, &memory, corner, 16, &plain), CAROM_OK);
        convex_shape hull = a;
        hull.kind = CONVEX_HULL, hull.hull = &data;
        convex_distance d = checked_distance(&a, &b, 1), e = checked_distance(&hull, &b, 1);
        assert_true(fabs(d.distance - e.distance) <= 1e-14);
        free(memory);
    }
}

static void climbing_finds_what_scanning_finds(void **state) {
    convex_seed = 9;
    for (int n = 50; n <= 800; n *= 2) {
        quickhull_point *p = malloc((size_t)n * sizeof *p);
        for (int i = 0; i < n; i++) {
            vec3 v = carom_normalize_or(random_vec(1), vec(1, 0, 0));
            p[i] = (quickhull_point){.x = v.x, .y = v.y, .z = v.z};
        }
        hull_data data;
        void *memory;
        const carom_allocator plain = {0};
        assert_int_equal(carom_quickhull(&data, &memory, p, n, &plain), CAROM_OK);
        convex_shape hull = straight(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
        hull.hull = &data;
        for (int i = 0; i < 500; i++) {
            vec3 d = random_vec(1);
            double best = -INFINITY;
            for (int k = 0; k < data.vertex_count; k++)
                best = fmax(best, dot3(hull_vertex(&data, k), d));
            int hint = (int)random_in(-n, n);
            assert_true(dot3(carom_convex_support(&hull, d, &hint), d) == best);
            assert_true(dot3(carom_convex_support(&hull, d, &hint), d) == best);
        }
        free(memory);
        free(p);
    }
}

static void warm_starts_change_nothing_but_the_time(void **state) {
    convex_seed = 10;
    int cold_steps = 0, warm_steps = 0;
    for (int i = 0; i < 100; i++) {
        vec3 corner[8], motion = random_vec(0.02);
        for (int k = 0; k < 8; k++)
            corner[k] = add3(random_vec(1), vec(1.5, -1, 0.5));
        convex_shape a = points_shape(corner, 8, 0), b = random_shape(CONVEX_BOX, 2, 1);
        convex_cache cache = {.count = 0}, other = {.count = 0};
        for (int k = 0; k < 50; k++) {
            b.center = add3(b.center, motion);
            convex_distance cold = carom_convex_distance(&a, &b, NULL);
            convex_distance warm =
                carom_convex_distance(&a, &b, &(convex_options){.cache = &cache});
            assert_true(fabs(cold.distance - warm.distance) <= 1e-14);
            assert_int_equal(cold.distance == 0.0, warm.distance == 0.0);
            assert_int_equal(cold.distance == 0.0, carom_convex_overlap(&a, &b, &other));
            cold_steps += cold.iterations, warm_steps += warm.iterations;
        }
    }
    assert_true(2 * warm_steps < cold_steps);
}

static void stopping_early_is_certain(void **state) {
    convex_seed = 12;
    for (int i = 0; i < 2000; i++) {
        convex_shape a = random_shape(CONVEX_BOX, 2, 1), b = random_shape(CONVEX_CYLINDER, 2, 1);
        double stop = random_in(0.01, 2);
        convex_distance full = checked_distance(&a, &b, 1);
        convex_distance early =
            carom_convex_distance(&a, &b, &(convex_options){.stop_beyond = stop});
        early.status = CONVEX_LIMIT; /* the bounds may be apart */
        assert_contract(&a, &b, &early, 1);
        if (full.distance > 1.001 * stop)
            assert_true(early.lower_bound > stop * (1 - 1e-12) &&
                        early.distance >= full.lower_bound);
        else if (full.distance < stop)
            assert_true(fabs(early.distance - full.distance) <= 2e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_pairs_have_their_distance),
        cmocka_unit_test(touching_has_distance_zero_and_a_normal),
        cmocka_unit_test(the_border_is_exact),
        cmocka_unit_test(radii_are_exact_at_the_border),
        cmocka_unit_test(graveyards),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(lattice_boxes_touch_where_they_should),
        cmocka_unit_test(far_from_the_origin_nothing_is_lost),
        cmocka_unit_test(extreme_magnitudes_stay_finite),
        cmocka_unit_test(invalid_numbers_give_no_answer),
        cmocka_unit_test(hulls_answer_as_their_boxes),
        cmocka_unit_test(climbing_finds_what_scanning_finds),
        cmocka_unit_test(warm_starts_change_nothing_but_the_time),
        cmocka_unit_test(stopping_early_is_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
