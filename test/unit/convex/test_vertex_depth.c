/* Least depths that a vertex of a triangle has, beside the depth of the general solvers: exact
 * cases, what must not be proved, and random triangles in shapes of every kind that is served. */
#include "common/test_convex_deep.h"
#include "convex/penetration.h"
#include "convex/vertex_depth.h"

#define SLACK 1e-6

/* What is proved of a triangle. */
typedef struct triangle_depth {
    int vertex;
    vec3 normal;
    double depth;
} triangle_depth;

static bool is_found(const convex_shape *s, const vec3 v[3], triangle_depth *out) {
    vertex_depth of[3];
    if (!carom_has_vertex_depth(s)) return false;
    for (int i = 0; i < 3; i++)
        carom_vertex_depth(s, v[i], SLACK, &of[i]);
    const vertex_depth *const depths[3] = {&of[0], &of[1], &of[2]};
    const int vertex = deepest_vertex(depths, v, SLACK);
    if (vertex >= 0) *out = (triangle_depth){vertex, of[vertex].normal, of[vertex].depth};
    return vertex >= 0;
}

static void assert_found(const convex_shape *s, const vec3 v[3], vec3 normal, double depth) {
    for (int turn = 0; turn < 3; turn++) { /* whichever vertex comes first, in both orders */
        const vec3 in_order[3] = {v[turn], v[(turn + 1) % 3], v[(turn + 2) % 3]};
        const vec3 reversed[3] = {in_order[0], in_order[2], in_order[1]};
        triangle_depth d;
        assert_true(is_found(s, in_order, &d));
        assert_int_equal(d.vertex, (3 - turn) % 3);
        assert_true(equal3(d.normal, normal) && d.depth == depth);
        assert_true(is_found(s, reversed, &d));
        assert_true(equal3(reversed[d.vertex], v[0]) && d.depth == depth);
    }
}

static void in_balls_and_boxes(void **state) {
    (void)state;
    const vec3 center = {0, 0, 0}, ends[2] = {{0, 0, -3}, {0, 0, 3}};
    const vec3 v[3] = {{0.5, 0, 0}, {0.75, 0.125, 0}, {0.75, -0.125, 0.25}};
    for (int power = -60; power <= 60; power += 20) {
        const double k = ldexp(1.0, power);
        vec3 scaled[3], points[2] = {scale3(ends[0], k), scale3(ends[1], k)};
        for (int i = 0; i < 3; i++)
            scaled[i] = scale3(v[i], k);
        if (power > -20) { /* the slack of this test is absolute */
            convex_shape s = deep_points(&center, 1, k);
            assert_found(&s, scaled, vec(1, 0, 0), 0.5 * k);
            s = deep_points(points, 2, k);
            assert_found(&s, scaled, vec(1, 0, 0), 0.5 * k);
            s = deep_make(CONVEX_BOX, center, vec(k, 2 * k, 2 * k));
            assert_found(&s, scaled, vec(1, 0, 0), 0.5 * k);
            s = deep_make(CONVEX_CYLINDER, center, vec(k, 0, 2 * k));
            assert_found(&s, scaled, vec(1, 0, 0), 0.5 * k);
            s.half = vec(8 * k, 0, k); /* turned to its cap: z is x */
            s.axes[0] = vec(0, 1, 0), s.axes[1] = vec(0, 0, 1), s.axes[2] = vec(1, 0, 0);
            assert_found(&s, scaled, vec(1, 0, 0), 0.5 * k);
        }
    }
}

/* Ties, contact at an edge or inside of the triangle, touching, apart, and no numbers. */
static void nothing_to_prove(void **state) {
    (void)state;
    const vec3 center = {0, 0, 0};
    const double bad[] = {NAN, INFINITY, -INFINITY};
    const convex_shape ball = deep_points(&center, 1, 1.0),
                       box = deep_make(CONVEX_BOX, center, vec(1, 1, 1)),
                       ellipsoid = deep_make(CONVEX_ELLIPSOID, center, vec(1, 1, 1)),
                       cylinder = deep_make(CONVEX_CYLINDER, center, vec(1, 0, 1));
    const vec3 cases[][3] = {
        {{0.5, 0.25, 0}, {0.5, -0.25, 0}, {0.75, 0, 0}}, /* an edge is as deep */
        {{0.5, 1, 0}, {0.5, -1, 1}, {0.5, -1, -1}},      /* the inside is */
        {{1, 0, 0}, {2, 0.125, 0}, {2, -0.125, 0}},      /* touching */
        {{1.5, 0, 0}, {2, 0.125, 0}, {2, -0.125, 0}},    /* apart */
        {{0, 0, 0}, {0.25, 0, 0}, {0, 0.25, 0}},         /* in the middle */
        {{0.5, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}},         /* a point */
    };
    triangle_depth d;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(is_found(&ball, cases[i], &d));
        assert_false(is_found(&box, cases[i], &d));
        assert_false(is_found(&cylinder, cases[i], &d));
    }
    const vec3 good[3] = {{0.5, 0, 0}, {0.75, 0.125, 0}, {0.75, -0.125, 0}};
    assert_false(is_found(&ellipsoid, good, &d));
    convex_shape rounded = box;
    rounded.radius = 0.25;
    assert_false(is_found(&rounded, good, &d));
    for (int at = 0; at < 9; at++)
        for (int i = 0; i < 3; i++) {
            vec3 v[3] = {good[0], good[1], good[2]};
            double *number = at % 3 == 0 ? &v[at / 3].x : at % 3 == 1 ? &v[at / 3].y : &v[at / 3].z;
            *number = bad[i];
            assert_true(!is_found(&ball, v, &d) || finite3(v[d.vertex]));
            assert_true(!is_found(&box, v, &d) || finite3(v[d.vertex]));
            assert_true(!is_found(&cylinder, v, &d) || finite3(v[d.vertex]));
        }
}

/* The bound on the depth, and the plane of a face, which is above the whole shape. */
static void assert_bounds(const convex_shape *s, const vec3 v[3], const convex_penetration *whole,
                          double size) {
    vertex_depth of[3];
    const vec3 u = deep_direction();
    const face_plane plane = carom_face_plane(s, u);
    int hint = 0;
    const double high =
        dot3(plane.normal, carom_convex_support(s, plane.normal, &hint)) + s->radius;
    for (int i = 0; i < 3; i++)
        carom_vertex_depth(s, v[i], SLACK, &of[i]);
    const vertex_depth *const depths[3] = {&of[0], &of[1], &of[2]};
    if (whole->overlap) assert_true(most_depth(depths, v) >= whole->depth - 1e-6 * size);
    assert_true(fabs(plane.offset - high) <= 1e-5 * size); /* planes in float choose the face */
    assert_true(dot3(plane.normal, u) > 0.3);
    assert_true(fabs(len2(plane.normal) - 1.0) < 1e-5);
}

/* Triangles beyond a face, and beside a round one, are apart by the bound. */
static void apart_by_the_bound(void **state) {
    (void)state;
    const vec3 center = {0, 0, 0};
    const convex_shape all[3] = {deep_points(&center, 1, 1.0),
                                 deep_make(CONVEX_BOX, center, vec(1, 1, 1)),
                                 deep_make(CONVEX_CYLINDER, center, vec(1, 0, 1))};
    const vec3 beyond[3] = {{1.5, 0, 0}, {2, 0.125, 0}, {2, -0.125, 0}};
    for (int k = 0; k < 3; k++) {
        vertex_depth of[3];
        for (int i = 0; i < 3; i++)
            carom_vertex_depth(&all[k], beyond[i], SLACK, &of[i]);
        const vertex_depth *const depths[3] = {&of[0], &of[1], &of[2]};
        assert_true(most_depth(depths, beyond) == -0.5);
    }
}

/* Every proof is the answer of the general solvers, and most small triangles have one. */
static void as_the_general_solvers(const convex_shape *s, double size, double least_part) {
    const int rounds = 2000;
    int found = 0, inside = 0;
    for (int k = 0; k < rounds; k++) {
        const vec3 middle = deep_cube(0.8);
        const double reach = k % 2 ? 0.05 : 0.4;
        vec3 v[3];
        for (int i = 0; i < 3; i++)
            v[i] = add3(middle, deep_cube(reach));
        const convex_shape triangle = deep_points(v, 3, 0.0);
        const convex_penetration whole = carom_convex_penetration(s, &triangle);
        triangle_depth d;
        assert_bounds(s, v, &whole, size);
        const bool is_deep = whole.overlap && whole.depth > 0.1;
        inside += is_deep && k % 2;
        if (!is_found(s, v, &d)) continue;
        found += is_deep && k % 2;
        assert_true(whole.overlap);
        assert_true(fabs(d.depth - whole.depth) <= 1e-9 * size);
        assert_true(dot3(d.normal, whole.normal) > 1.0 - 1e-9);
        assert_true(max_abs3(sub3(v[d.vertex], whole.point_b)) <= 1e-6 * size);
    }
    assert_true(inside > rounds / 10);
    assert_true(found > least_part * inside);
}

static void random_triangles(void **state) {
    (void)state;
    for (int turn = 0; turn < 6; turn++) {
        const vec3 ends[2] = {deep_cube(0.5), deep_cube(0.5)};
        convex_shape s = deep_points(ends, 1 + turn % 2, 1.0);
        as_the_general_solvers(&s, 2.0, 0.5);
        s = deep_make(CONVEX_BOX, deep_cube(0.2), vec(1, 0.8, 0.6));
        deep_frame(&s);
        as_the_general_solvers(&s, 2.0, 0.5);
        s = deep_make(CONVEX_CYLINDER, deep_cube(0.2), vec(0.9, 0, 0.7));
        deep_frame(&s);
        as_the_general_solvers(&s, 2.0, 0.4);
        deep_shape hull;
        deep_rigid_hull(&hull, turn % 2 ? 40 : 200); /* with and without planes in float */
        as_the_general_solvers(&hull.shape, 2.0, 0.3);
        deep_free(&hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_balls_and_boxes),
        cmocka_unit_test(nothing_to_prove),
        cmocka_unit_test(apart_by_the_bound),
        cmocka_unit_test(random_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
