/* How shapes of any kinds stand to each other, by hand: touching from inside is inside, one step
 * beyond is not, equal sets contain each other, flat shapes hold what is flat in them. */
#include "common/test_classify_common.h"

#define X v3(1, 0, 0)
#define Y v3(0, 1, 0)
#define Z v3(0, 0, 1)
#define O v3(0, 0, 0)
#define ENDLESS ((double)INFINITY)

static const double scales[] = {1,
                                1 / 1048576.0,
                                1048576.0,
                                0x1p-90,
                                0x1p90,
                                sizeof(carom_real) == 8 ? 0x1p-240 : 1,
                                sizeof(carom_real) == 8 ? 0x1p240 : 1};

static int wrong_answers;

/* At three scales and in both orders. */
static void check(int line, carom_shape a, carom_shape b, carom_relation ab, carom_relation ba) {
    assert_null(carom_shape_problem(&a));
    assert_null(carom_shape_problem(&b));
    for (int i = 0; i < COUNT(scales); i++) {
        shape_store store[2];
        carom_shape s = grown(&a, &store[0], scales[i], O), t = grown(&b, &store[1], scales[i], O);
        carom_relation found = engine_relation(&s, &t), back = engine_relation(&t, &s);
        if (found != ab || back != ba) {
            wrong_answers++;
            print_error("line %d, scale %g: %d and %d, not %d and %d\n", line, scales[i],
                        (int)found, (int)back, (int)ab, (int)ba);
        }
        carom_hull_destroy(store[0].hull);
        carom_hull_destroy(store[1].hull);
    }
}

static int none_wrong(void **state) {
    (void)state;
    int count = wrong_answers;
    wrong_answers = 0;
    return count;
}

#define expect_equal(a, b) check(__LINE__, a, b, CAROM_CONTAINS, CAROM_CONTAINS)
#define holds(a, b) check(__LINE__, a, b, CAROM_CONTAINS, CAROM_INSIDE)
#define cuts(a, b) check(__LINE__, a, b, CAROM_INTERSECTS, CAROM_INTERSECTS)
#define misses(a, b) check(__LINE__, a, b, CAROM_DISJOINT, CAROM_DISJOINT)

static void points_and_segments(void **state) {
    (void)state;
    carom_shape s = segment_of(v3(-3, 0, 0), v3(3, 6, 9));
    expect_equal(point_at(1, 2, 3), point_at(1, 2, 3));
    misses(point_at(1, 2, 3), point_at(1, 2, 4));
    holds(s, point_at(-1, 2, 3));
    holds(s, point_at(3, 6, 9));
    misses(s, point_at(5, 8, 12));
    holds(s, segment_of(v3(-1, 2, 3), v3(3, 6, 9)));
    expect_equal(s, segment_of(v3(3, 6, 9), v3(-3, 0, 0)));
    cuts(s, segment_of(v3(-1, 2, 3), v3(5, 8, 12)));
    cuts(s, segment_of(v3(-1, 2, 3), v3(-1, 2, 4)));
    expect_equal(point_at(1, 2, 3), segment_of(v3(1, 2, 3), v3(1, 2, 3)));
    expect_equal(s, triangle_of(v3(-3, 0, 0), v3(-1, 2, 3), v3(3, 6, 9)));
    expect_equal(s, capsule_of(v3(-3, 0, 0), v3(3, 6, 9), 0));
    expect_equal(s, cylinder_of(v3(-3, 0, 0), v3(3, 6, 9), 0));
    expect_equal(s, cone_of(v3(-3, 0, 0), v3(3, 6, 9), 0));
    holds(s, ball_of(-1, 2, 3, 0));
    cuts(s, ball_of(-1, 2, 3, 1));
    expect_equal(segment_of(v3(-2, 1, 1), v3(4, 1, 1)), ellipsoid_of(v3(1, 1, 1), v3(3, 0, 0)));
    expect_equal(point_at(1, 1, 1), ellipsoid_of(v3(1, 1, 1), O));
    expect_equal(segment_of(v3(-2, 1, 1), v3(4, 1, 1)), box_of(v3(-2, 1, 1), v3(4, 1, 1)));
    expect_equal(segment_of(v3(-2, 1, 1), v3(4, 1, 1)), obb_of(v3(1, 1, 1), v3(0, 0, 3)));
    expect_equal(segment_of(v3(-2, 1, 1), v3(4, 1, 1)), ray_of(v3(-2, 1, 1), v3(2, 0, 0), 0, 3));
}

static void rays_and_lines(void **state) {
    (void)state;
    carom_shape l = line_of(v3(1, 2, 3), v3(3, 3, 3));
    expect_equal(l, line_of(v3(-4, -3, -2), v3(-1, -1, -1)));
    misses(l, line_of(v3(-4, -3, -1), v3(-1, -1, -1)));
    cuts(l, line_of(v3(-4, -3, -2), v3(-1, -1, -2)));
    holds(l, ray_of(v3(0, 1, 2), v3(1, 1, 1), 0, ENDLESS));
    holds(l, ray_of(v3(0, 1, 2), v3(1, 1, 1), -2, 7));
    expect_equal(l, ray_of(v3(0, 1, 2), v3(1, 1, 1), -ENDLESS, ENDLESS));
    cuts(l, ray_of(v3(0, 1, 2), v3(1, 1, 0), 0, ENDLESS));
    holds(l, segment_of(v3(0, 1, 2), v3(4, 5, 6)));
    cuts(l, segment_of(v3(0, 1, 2), v3(4, 5, 7)));
    holds(l, point_at(7, 8, 9));
    carom_shape r = ray_of(v3(0, 0, 0), v3(2, 4, 0), 1, ENDLESS);
    holds(r, point_at(2, 4, 0));
    misses(r, point_at(1, 2, 0));
    expect_equal(r, ray_of(v3(0, 0, 0), v3(1, 2, 0), 2, ENDLESS));
    holds(r, ray_of(v3(0, 0, 0), v3(1, 2, 0), 3, ENDLESS));
    expect_equal(r, ray_of(v3(3, 6, 0), v3(1, 2, 0), -1, ENDLESS));
    expect_equal(r, ray_of(v3(3, 6, 0), v3(-1, -2, 0), -ENDLESS, 1));
    cuts(r, ray_of(v3(3, 6, 0), v3(-1, -2, 0), 0, ENDLESS));
    holds(r, ray_of(v3(3, 6, 0), v3(-1, -2, 0), 0, 1));
    cuts(r, ray_of(v3(3, 6, 0), v3(-1, -2, 0), 0, 2));
    holds(r, segment_of(v3(2, 4, 0), v3(5, 10, 0)));
    cuts(r, segment_of(v3(1, 2, 0), v3(5, 10, 0)));
    holds(box_of(O, v3(4, 8, 0)), ray_of(O, v3(1, 2, 0), 0, 4));
    cuts(box_of(O, v3(4, 8, 0)), ray_of(O, v3(1, 2, 0), 0, 5));
    cuts(ball_of(0, 0, 0, 5), r);
    holds(ball_of(0, 0, 0, 5), ray_of(O, v3(3, 4, 0), -1, 1));
    cuts(ball_of(0, 0, 0, 5), l);
}

static void planes(void **state) {
    (void)state;
    carom_shape p = plane_with(v3(1, 2, -1), 3), h = half_with(v3(1, 2, -1), 3);
    expect_equal(p, plane_with(v3(-2, -4, 2), -6));
    misses(p, plane_with(v3(-2, -4, 2), -5));
    cuts(p, plane_with(v3(-2, -4, 3), -6));
    holds(h, p);
    holds(h, plane_with(v3(-2, -4, 2), 2));
    misses(h, plane_with(v3(-2, -4, 2), -8));
    expect_equal(h, half_with(v3(3, 6, -3), 9));
    holds(h, half_with(v3(3, 6, -3), 8));
    cuts(h, half_with(v3(-3, -6, 3), 8));
    misses(h, half_with(v3(-3, -6, 3), -10));
    holds(p, line_of(v3(3, 0, 0), v3(2, -1, 0)));
    holds(h, line_of(v3(2, 0, 0), v3(2, -1, 0)));
    cuts(p, line_of(v3(3, 0, 0), v3(2, 1, 0)));
    cuts(h, line_of(v3(2, 0, 0), v3(2, 1, 0)));
    holds(h, ray_of(v3(3, 0, 0), v3(2, 1, 0), -ENDLESS, 0));
    cuts(h, ray_of(v3(3, 0, 0), v3(2, 1, 0), -ENDLESS, 1));
    cuts(h, ray_of(v3(3, 0, 0), v3(2, 1, 0), 0, ENDLESS));
    holds(p, ray_of(v3(3, 0, 0), v3(2, -1, 0), 0, ENDLESS));
    holds(h, ray_of(v3(3, 0, 0), v3(2, 1, 0), -9, 0));
    holds(p, point_at(0, 1, -1));
    holds(p, segment_of(v3(0, 1, -1), v3(3, 0, 0)));
    holds(p, triangle_of(v3(0, 1, -1), v3(3, 0, 0), v3(0, 0, -3)));
    cuts(p, triangle_of(v3(0, 1, -1), v3(3, 0, 0), v3(0, 0, -2)));
    holds(h, triangle_of(v3(0, 1, -1), v3(3, 0, 0), v3(0, 0, -2)));
    holds(plane_with(Z, 2), cylinder_of(v3(1, 1, 2), v3(1, 1, 2), 5));
    holds(plane_with(Z, 2), ellipsoid_of(v3(1, 1, 2), v3(3, 4, 0)));
    cuts(plane_with(Z, 2), ellipsoid_of(v3(1, 1, 2), v3(3, 0, 4)));
    holds(plane_with(Z, 2), obb_of(v3(1, 1, 2), v3(3, 0, 4)));
    cuts(plane_with(Z, 2), obb_of(v3(1, 1, 2), v3(3, 1, 4)));
    holds(plane_with(Z, 2), box_of(v3(1, 1, 2), v3(3, 4, 2)));
    cuts(plane_with(Z, 2), ball_of(0, 0, 3, 1));
}

static void half_spaces(void **state) {
    (void)state;
    carom_shape h = half_with(v3(0, 0, 2), 6);
    holds(h, ball_of(9, 9, 1, 2));
    cuts(h, ball_of(9, 9, 1, 2.5));
    holds(h, capsule_of(v3(0, 0, 1), v3(5, 5, -7), 2));
    cuts(h, capsule_of(v3(0, 0, 2), v3(5, 5, -7), 2));
    holds(h, cylinder_of(v3(0, 0, 1), v3(5, 0, 1), 2));
    cuts(h, cylinder_of(v3(0, 0, 2), v3(5, 0, 2), 2));
    holds(h, cone_of(v3(0, 0, 1), v3(5, 0, 1), 2));
    holds(h, cone_of(v3(0, 0, 1), v3(0, 0, 3), 2));
    cuts(h, cone_of(v3(0, 0, 1), v3(0, 0, 4), 2));
    holds(h, ellipsoid_of(v3(0, 0, 1), v3(9, 9, 2)));
    cuts(h, ellipsoid_of(v3(0, 0, 1), v3(9, 9, 3)));
    holds(h, tetrahedron_of(O, X, Y, v3(0, 0, 3)));
    cuts(h, tetrahedron_of(O, X, Y, v3(0, 0, 4)));
    holds(h, obb_of(v3(0, 0, 1), v3(9, 2, 9)));
    cuts(h, obb_of(v3(0, 0, 1), v3(9, 3, 9)));
    misses(h, obb_of(v3(0, 0, 7), v3(9, 3, 9)));
    cuts(h, obb_of(v3(0, 0, 6), v3(9, 3, 9)));
}

static const carom_vec3 square[] = {{-4, -4, 1}, {4, -4, 1}, {4, 4, 1}, {-4, 4, 1}};

static void flat_shapes(void **state) {
    (void)state;
    carom_shape p = polygon_of(square, 4);
    carom_shape t = triangle_of(square[0], square[1], square[2]);
    holds(p, t);
    holds(p, point_at(4, 0, 1));
    holds(p, segment_of(v3(-4, 4, 1), v3(4, -4, 1)));
    cuts(p, segment_of(v3(-4, 4, 1), v3(5, -4, 1)));
    cuts(p, segment_of(v3(0, 0, 1), v3(0, 0, 2)));
    expect_equal(p, box_of(square[0], square[2]));
    expect_equal(p, obb_of(v3(0, 0, 1), v3(4, 0, 4)));
    expect_equal(p, tetrahedron_of(square[0], square[2], square[1], square[3]));
    holds(p, cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 4));
    cuts(p, cylinder_of(v3(1, 0, 1), v3(1, 0, 1), 4));
    cuts(p, cylinder_of(v3(0, 0, 1), v3(0, 0, 2), 4));
    holds(p, cone_of(v3(1, 1, 1), v3(1, 1, 1), 3));
    holds(p, ellipsoid_of(v3(0, 2, 1), v3(4, 2, 0)));
    cuts(p, ellipsoid_of(v3(0, 3, 1), v3(4, 2, 0)));
    cuts(p, ellipsoid_of(v3(0, 2, 1), v3(4, 0, 2)));
    cuts(p, ball_of(0, 0, 1, 1));
    holds(t, cylinder_of(v3(2, -2, 1), v3(2, -2, 1), 1));
    cuts(t, cylinder_of(v3(2, -2, 1), v3(2, -2, 1), 3));
    holds(tetrahedron_of(square[0], square[1], square[2], square[3]),
          cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 4));
    cuts(tetrahedron_of(square[0], square[1], square[2], v3(4, 0, 1)),
         cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 1));
    expect_equal(tetrahedron_of(square[0], square[1], v3(0, -3, 1), square[2]), t);
    expect_equal(cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 4), cone_of(v3(0, 0, 1), v3(0, 0, 1), 4));
    expect_equal(ellipsoid_of(v3(0, 0, 1), v3(4, 4, 0)), cone_of(v3(0, 0, 1), v3(0, 0, 1), 4));
    holds(cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 5),
          triangle_of(v3(3, 4, 1), v3(-5, 0, 1), v3(0, -5, 1)));
    carom_vec3 tilted[] = {v3(0, 0, 0), v3(3, 0, 0), v3(3, 3, 3), v3(0, 3, 3)};
    holds(polygon_of(tilted, 4), triangle_of(v3(1, 1, 1), v3(2, 3, 3), v3(3, 0, 0)));
    cuts(polygon_of(tilted, 4), triangle_of(v3(1, 1, 1), v3(2, 3, 3), v3(3, 0, 1)));
    expect_equal(polygon_of(square, 1), point_at(-4, -4, 1));
}

static void spheres_and_capsules(void **state) {
    (void)state;
    carom_shape s = ball_of(0, 0, 0, 13), c = capsule_of(v3(-4, 0, 0), v3(4, 0, 0), 5);
    holds(s, capsule_of(v3(-3, 4, 0), v3(6, 8, 0), 3));
    cuts(s, capsule_of(v3(-3, 4, 0), v3(9, 8, 0), 3));
    holds(s, cylinder_of(v3(-5, 0, 0), v3(5, 0, 0), 12));
    cuts(s, cylinder_of(v3(-6, 0, 0), v3(5, 0, 0), 12));
    holds(s, cone_of(v3(-5, 0, 0), v3(13, 0, 0), 12));
    cuts(s, cone_of(v3(-5, 0, 0), v3(14, 0, 0), 12));
    holds(s, ellipsoid_of(O, v3(13, 5, 1)));
    expect_equal(s, ellipsoid_of(O, v3(13, 13, 13)));
    cuts(s, ellipsoid_of(v3(1, 0, 0), v3(13, 5, 1)));
    holds(s, obb_of(O, v3(3, 4, 12)));
    holds(s, tetrahedron_of(v3(3, 4, 12), v3(0, 5, -12), v3(-5, 12, 0), v3(0, -13, 0)));
    cuts(s, tetrahedron_of(v3(3, 4, 12), v3(1, 5, -12), v3(-5, 12, 0), v3(0, -13, 0)));
    expect_equal(s, capsule_of(O, O, 13));
    expect_equal(c, capsule_of(v3(4, 0, 0), v3(-4, 0, 0), 5));
    holds(c, ball_of(-4, 0, 0, 5));
    holds(c, ball_of(1, 2, 0, 3));
    cuts(c, ball_of(1, 3, 0, 3));
    holds(c, segment_of(v3(-7, 4, 0), v3(8, 0, 3)));
    cuts(c, segment_of(v3(-7, 4, 0), v3(8, 1, 3)));
    holds(c, cylinder_of(v3(-4, 0, 0), v3(4, 0, 0), 5));
    holds(c, cylinder_of(v3(-7, 0, 0), v3(8, 0, 0), 3));
    cuts(c, cylinder_of(v3(-8, 0, 0), v3(9, 0, 0), 3));
    holds(c, ellipsoid_of(O, v3(4, 5, 5)));
    holds(c, ellipsoid_of(O, v3(9, 4, 4)));
    holds(c, ellipsoid_of(O, v3(9, 5, 5)));
    cuts(c, ellipsoid_of(O, v3(9.0625, 5, 5)));
    cuts(c, ellipsoid_of(v3(0, 1, 0), v3(9, 4, 4)));
    holds(c, ellipsoid_of(v3(0, 1, 0), v3(8.5, 4, 4)));
    holds(c, cone_of(v3(-4, 0, 0), v3(9, 0, 0), 5));
    cuts(c, cone_of(v3(-4, 0, 0), v3(10, 0, 0), 5));
    holds(c, obb_of(v3(0, 0, 0), v3(3, 4, 4)));
    cuts(c, obb_of(v3(0, 0, 0), v3(4, 4, 4)));
    misses(c, cone_of(v3(-4, 6, 0), v3(4, 6, 0), 0.5));
}

static void boxes(void **state) {
    (void)state;
    carom_shape shapes[] = {box_of(v3(-2, -3, -6), v3(2, 3, 6)), obb_of(O, v3(3, 6, 2))};
    expect_equal(shapes[0], shapes[1]);
    for (int i = 0; i < 2; i++) {
        carom_shape b = shapes[i];
        holds(b, ball_of(0, 1, 0, 2));
        cuts(b, ball_of(0, 2, 0, 2));
        holds(b, capsule_of(v3(0, 1, 0), v3(0, -1, 4), 2));
        cuts(b, capsule_of(v3(0, 1, 0), v3(0, -1, 5), 2));
        holds(b, cylinder_of(v3(0, 1, -6), v3(0, 1, 6), 2));
        cuts(b, cylinder_of(v3(0, 2, -6), v3(0, 2, 6), 2));
        holds(b, cone_of(v3(-2, 1, 0), v3(2, 3, 6), 0));
        holds(b, cone_of(v3(0, 1, -6), v3(0, 1, 6), 2));
        cuts(b, cone_of(v3(0, 1, -6), v3(0, 1, 7), 2));
        holds(b, ellipsoid_of(O, v3(2, 3, 6)));
        cuts(b, ellipsoid_of(O, v3(2, 4, 6)));
        holds(b, tetrahedron_of(v3(2, 3, 6), v3(-2, 3, -6), O, v3(2, -3, 6)));
        holds(b, point_at(2, 3, 1));
        cuts(b, polygon_of(square, 4));
        holds(b, segment_of(v3(2, 3, 6), v3(-2, -3, -6)));
    }
}

static void turned_solids(void **state) {
    (void)state;
    carom_shape c = cylinder_of(v3(0, 0, -5), v3(0, 0, 5), 5);
    expect_equal(c, cylinder_of(v3(0, 0, 5), v3(0, 0, -5), 5));
    holds(c, ball_of(0, 0, 0, 5));
    cuts(c, ball_of(1, 0, 0, 5));
    holds(c, segment_of(v3(3, 4, 5), v3(-5, 0, -5)));
    cuts(c, segment_of(v3(3, 4, 6), v3(-5, 0, -5)));
    holds(c, box_of(v3(-3, -4, -5), v3(3, 4, 5)));
    cuts(c, box_of(v3(-4, -4, -5), v3(3, 4, 5)));
    holds(c, cone_of(v3(0, 0, -5), v3(3, 4, -4), 0));
    holds(c, cone_of(v3(0, 0, -5), v3(0, 0, 5), 5));
    holds(c, ellipsoid_of(O, v3(5, 5, 5)));
    holds(c, ellipsoid_of(v3(0, 2, 0), v3(2, 3, 5)));
    cuts(c, ellipsoid_of(v3(0, 3, 0), v3(2, 3, 5)));
    holds(c, capsule_of(v3(0, 2, 2), v3(0, -2, -2), 3));
    cuts(c, capsule_of(v3(0, 2, 3), v3(0, -2, -2), 3));
    holds(c, cylinder_of(v3(-3, 0, 0), v3(3, 0, 0), 4));
    cuts(c, cylinder_of(v3(-4, 0, 0), v3(3, 0, 0), 4));
    carom_shape k = cone_of(v3(0, 0, 0), v3(0, 0, 10), 5);
    holds(k, point_at(0, 0, 10));
    holds(k, segment_of(v3(3, 4, 0), v3(0, 2, 6)));
    cuts(k, segment_of(v3(0, 0, 1), v3(0, 3, 6)));
    holds(k, cone_of(v3(0, 0, 2), v3(0, 0, 10), 4));
    cuts(k, cone_of(v3(0, 0, 2), v3(0, 0, 11), 4));
    holds(k, cylinder_of(v3(0, 0, 0), v3(0, 0, 4), 3));
    cuts(k, cylinder_of(v3(0, 0, 0), v3(0, 0, 5), 3));
    holds(k, box_of(v3(-1.5, -2, 0), v3(1.5, 2, 5)));
    cuts(k, box_of(v3(-1.5, -2, 0), v3(1.5, 2, 6)));
    holds(k, ball_of(0, 0, 3, 3));
    cuts(k, ball_of(0, 0, 4, 3));
    cuts(k, ball_of(0, 0, 2, 3));
    holds(k, ellipsoid_of(v3(0, 0, 3), v3(3, 1, 3)));
    misses(k, ball_of(0, 0, 15, 4));
    carom_shape e = ellipsoid_of(O, v3(10, 5, 2));
    holds(e, point_at(6, 4, 0));
    holds(e, segment_of(v3(6, 4, 0), v3(-6, -4, 0)));
    cuts(e, segment_of(v3(6, 5, 0), v3(-6, -4, 0)));
    holds(e, ball_of(0, 0, 0, 2));
    cuts(e, ball_of(0, 1, 0, 2));
    holds(e, ellipsoid_of(v3(5, 0, 0), v3(5, 2, 1)));
    cuts(e, ellipsoid_of(v3(6, 0, 0), v3(5, 2, 1)));
    holds(e, cylinder_of(v3(0, 0, -1), v3(0, 0, 1), 4));
    cuts(e, cylinder_of(v3(0, 0, -1), v3(0, 0, 1), 4.5));
    holds(e, box_of(v3(-6, -4, 0), v3(6, 4, 0)));
}

static void tetrahedra(void **state) {
    (void)state;
    carom_shape t = tetrahedron_of(O, v3(12, 0, 0), v3(0, 12, 0), v3(0, 0, 12));
    expect_equal(t, tetrahedron_of(v3(12, 0, 0), O, v3(0, 12, 0), v3(0, 0, 12)));
    holds(t, point_at(4, 4, 4));
    misses(t, point_at(4, 4, 5));
    holds(t, triangle_of(v3(4, 4, 4), O, v3(12, 0, 0)));
    holds(t, box_of(O, v3(4, 4, 4)));
    cuts(t, box_of(O, v3(4, 4, 5)));
    holds(t, ball_of(2, 2, 2, 2));
    cuts(t, ball_of(3, 3, 3, 3));
    holds(t, cylinder_of(v3(3, 3, 0), v3(3, 3, 1), 3));
    cuts(t, cylinder_of(v3(3, 3, 0), v3(3, 3, 3), 3));
    holds(t, cone_of(v3(3, 3, 0), v3(3, 3, 6), 3));
    cuts(t, cone_of(v3(3, 3, 0), v3(3, 3, 7), 3));
    holds(t, ellipsoid_of(v3(2, 2, 2), v3(2, 2, 2)));
    cuts(t, ellipsoid_of(v3(2, 2, 2), v3(2, 3, 2)));
}

/* A cube with its corners cut by the diagonal planes. */
static void kdops(void **state) {
    (void)state;
    carom_vec3 n[] = {v3(1, 0, 0),  v3(0, 2, 0),  v3(0, 0, 1), v3(1, 1, 1),
                      v3(1, 1, -1), v3(1, -1, 1), v3(-1, 1, 1)};
    carom_real min[] = {-2, -4, -2, -4, -4, -4, -4}, max[] = {2, 4, 2, 4, 4, 4, 4};
    carom_shape k = kdop_of(n, min, max, 7), cube = kdop_of(n, min, max, 3);
    expect_equal(cube, box_of(v3(-2, -2, -2), v3(2, 2, 2)));
    holds(cube, k);
    holds(box_of(v3(-2, -2, -2), v3(2, 2, 2)), k);
    holds(k, segment_of(v3(2, 2, 0), v3(-2, 0, -2)));
    cuts(k, segment_of(v3(2, 2, 0), v3(-2, -1, -2)));
    holds(k, box_of(v3(-1, -1, -2), v3(1, 1, 2)));
    cuts(k, obb_of(O, v3(1, 2, 2)));
    holds(k, obb_of(O, v3(1, 2, 1)));
    holds(k, ball_of(0, 0, 0, 2));
    cuts(k, ball_of(0.5, 0, 0, 2));
    holds(k, capsule_of(v3(1, 1, 0), v3(-1, -1, 0), 1));
    holds(k, cylinder_of(v3(0, 0, -1), v3(0, 0, 1), 2));
    cuts(k, cylinder_of(v3(0, 0, -2), v3(0, 0, 1), 2));
    holds(k, ellipsoid_of(O, v3(2, 2, 2)));
    holds(ball_of(0, 0, 0, 3), k);
    cuts(ball_of(0, 0, 0, 2.75), k);
    carom_real flat_min[] = {-2, -4, 1}, flat_max[] = {2, 4, 1};
    carom_shape flat = kdop_of(n, flat_min, flat_max, 3);
    holds(flat, cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 2));
    cuts(flat, ball_of(0, 0, 1, 1));
    holds(plane_with(Z, 1), flat);
    holds(polygon_of(square, 4), flat);
}

static void hulls(void **state) {
    (void)state;
    carom_vec3 corners[9] = {v3(0, 0, 0)};
    for (int i = 0; i < 8; i++)
        corners[i + 1] = v3(i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 2 : -2);
    carom_vec3 octahedron[] = {v3(4, 0, 0),  v3(-4, 0, 0), v3(0, 4, 0),
                               v3(0, -4, 0), v3(0, 0, 4),  v3(0, 0, -4)};
    carom_hull *hulls[5] = {hull_over(corners, 9), hull_over(octahedron, 6), hull_over(square, 4),
                            hull_over(square, 2), hull_over(square, 1)};
    carom_shape cube = hull_of(hulls[0]), o = hull_of(hulls[1]), flat = hull_of(hulls[2]);
    expect_equal(cube, box_of(v3(-2, -2, -2), v3(2, 2, 2)));
    expect_equal(cube, obb_of(O, v3(2, 2, 2)));
    cuts(cube, o);
    holds(o, box_of(v3(-1, -1, -2), v3(1, 1, 2)));
    cuts(o, box_of(v3(-1, -1, -2), v3(1, 1.5, 2)));
    holds(o, segment_of(v3(2, 1, 1), v3(-4, 0, 0)));
    cuts(o, segment_of(v3(2, 1, 1.5), v3(-4, 0, 0)));
    holds(cube, ball_of(0, 0, 0, 2));
    holds(o, ball_of(0, 0, 0, 2.25));
    cuts(o, ball_of(0, 0, 0, 2.5));
    holds(o, cylinder_of(v3(0, 0, 0), v3(0, 0, 1), 2));
    cuts(o, cylinder_of(v3(0, 0, 0), v3(0, 0, 1.5), 2));
    expect_equal(flat, polygon_of(square, 4));
    holds(flat, cylinder_of(v3(0, 0, 1), v3(0, 0, 1), 4));
    cuts(flat, cylinder_of(v3(0, 1, 1), v3(0, 1, 1), 4));
    expect_equal(hull_of(hulls[3]), segment_of(square[1], square[0]));
    expect_equal(hull_of(hulls[4]), point_at(-4, -4, 1));
    carom_shape turned = cube, moved = cube;
    turned.as.hull.pose.rotation = (carom_quat){0, 0, (carom_real)0.6, (carom_real)0.8};
    moved.as.hull.pose.position = v3(1, 0, 0);
    assert_int_equal(engine_relation(&turned, &turned), CAROM_CONTAINS);
    assert_int_equal(engine_relation(&turned, &cube), CAROM_INTERSECTS);
    carom_shape big = box_of(v3(-1, -2, -2), v3(3, 2, 2)), small = ball_of(0, 0, 0, 1.9375);
    assert_int_equal(engine_relation(&moved, &big), CAROM_CONTAINS);
    assert_int_equal(engine_relation(&big, &moved), CAROM_CONTAINS);
    assert_int_equal(engine_relation(&turned, &small), CAROM_CONTAINS);
    small = ball_of(0, 0, 0, 2.8125);
    assert_int_equal(engine_relation(&small, &turned), CAROM_INTERSECTS);
    small = ball_of(0, 0, 0, 3.5);
    assert_int_equal(engine_relation(&small, &turned), CAROM_CONTAINS);
    for (int i = 0; i < 5; i++)
        carom_hull_destroy(hulls[i]);
}

/* One step of the last place beyond is not inside; exact kinds. */
static void steps_beyond(void **state) {
    (void)state;
    double beyond = (double)next_number(4, 5);
    carom_shape t = tetrahedron_of(O, v3(12, 0, 0), v3(0, 12, 0), v3(0, 0, 12));
    misses(t, point_at(4, 4, beyond));
    cuts(t, box_of(O, v3(4, 4, beyond)));
    cuts(cylinder_of(v3(0, 0, -5), v3(0, 0, 5), 5), segment_of(O, v3(3, beyond, 1)));
    cuts(cone_of(O, v3(0, 0, 10), 10), segment_of(O, v3(3, beyond, 5)));
    cuts(capsule_of(v3(-4, 0, 0), v3(4, 0, 0), 5), segment_of(O, v3(1, 3, beyond)));
    cuts(capsule_of(v3(-4, 0, 0), v3(4, 0, 0), 8), capsule_of(O, v3(1, 0, beyond), 4));
    holds(capsule_of(v3(-4, 0, 0), v3(4, 0, 0), 8), capsule_of(O, v3(1, 0, 4), 4));
    cuts(polygon_of(square, 4), segment_of(v3(0, 0, 1), v3(beyond, 0, 1)));
    carom_vec3 n[] = {v3(1, 1, 0), v3(1, -1, 0), v3(0, 0, 1)};
    carom_real min[] = {-8, -8, -8}, max[] = {8, 8, 8};
    cuts(kdop_of(n, min, max, 3), segment_of(O, v3(4, beyond, 1)));
    cuts(kdop_of(n, min, max, 3), obb_of(O, v3(4, 8, beyond)));
    holds(kdop_of(n, min, max, 3), obb_of(O, v3(4, 8, 4)));
    carom_hull *hull = hull_over(t.as.tetrahedron.v, 4);
    cuts(hull_of(hull), segment_of(O, v3(4, 4, beyond)));
    carom_hull_destroy(hull);
}

/* Cylinders and cones along (1, 2, 2), whose sides pass through lattice points; the squares have
 * more digits than a double. */
static void on_slanted_sides(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        double j = 6998 + 2 * i, k = 104730 + 2 * i;
        carom_vec3 w = v3(1, 2, 2), a = v3(123457, -7654, 99991), top = step(a, w, k);
        carom_vec3 rim = step(step(a, v3(2, 1, -2), 3 * j), v3(2, -2, 1), 4 * j);
        carom_vec3 middle =
            step(step(step(a, w, k / 2), v3(2, 1, -2), 3 * j / 2), v3(2, -2, 1), 2 * j);
        carom_real r = (carom_real)(15 * j), less = next_number(r, 0);
        holds(cylinder_of(a, top, (double)r), segment_of(a, step(rim, w, k / 2)));
        cuts(cylinder_of(a, top, (double)less), segment_of(a, step(rim, w, k / 2)));
        holds(capsule_of(a, top, (double)r), segment_of(a, step(rim, w, k / 2)));
        cuts(capsule_of(a, top, (double)less), segment_of(a, step(rim, w, k / 2)));
        holds(cone_of(a, top, (double)r), segment_of(a, middle));
        cuts(cone_of(a, top, (double)less), segment_of(a, middle));
    }
}

/* Invalid shapes are apart from everything. */
static void bad_numbers(void **state) {
    (void)state;
    carom_pose here = carom_pose_identity();
    carom_shape all[] = {point_at(0, 0, 0),   segment_of(O, X),     ray_of(O, X, 0, 1),
                         line_of(O, X),       plane_with(X, 0),     half_with(X, 1),
                         ball_of(0, 0, 0, 1), capsule_of(O, X, 1),  box_of(O, X),
                         obb_of(O, X),        triangle_of(O, X, Y), cylinder_of(O, X, 1),
                         cone_of(O, X, 1),    ellipsoid_of(O, X),   tetrahedron_of(O, X, Y, Z)};
    const size_t numbers[] = {3, 6, 6, 6, 4, 4, 4, 7, 6, 15, 9, 7, 7, 15, 12};
    for (int i = 0; i < COUNT(all); i++)
        for (size_t f = 0; f < numbers[i]; f++) {
            carom_real *number = (carom_real *)(void *)&all[i].as + f, kept = *number;
            *number = (carom_real)NAN;
            for (int j = 0; j < COUNT(all); j++)
                assert_int_equal(carom_classify(&all[i], here, &all[j], here), CAROM_DISJOINT);
            *number = kept;
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(points_and_segments, none_wrong),
        cmocka_unit_test_teardown(rays_and_lines, none_wrong),
        cmocka_unit_test_teardown(planes, none_wrong),
        cmocka_unit_test_teardown(half_spaces, none_wrong),
        cmocka_unit_test_teardown(flat_shapes, none_wrong),
        cmocka_unit_test_teardown(spheres_and_capsules, none_wrong),
        cmocka_unit_test_teardown(boxes, none_wrong),
        cmocka_unit_test_teardown(turned_solids, none_wrong),
        cmocka_unit_test_teardown(tetrahedra, none_wrong),
        cmocka_unit_test_teardown(kdops, none_wrong),
        cmocka_unit_test_teardown(hulls, none_wrong),
        cmocka_unit_test_teardown(steps_beyond, none_wrong),
        cmocka_unit_test_teardown(on_slanted_sides, none_wrong),
        cmocka_unit_test_teardown(bad_numbers, none_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
