/* Contact manifolds: exact cases by hand, and what holds for any pair. */
#include "common/test_convex_deep.h"

#include "common/test_found_common.h"
#include "convex/penetration.h"
#include "convex/support/support.h"

#define assert_close(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

static void near_at(double a, double b, double tolerance, int line) {
    if (fabs(a - b) <= tolerance) return;
    print_error("line %d: %.17g is not %.17g within %g\n", line, a, b, tolerance);
    fail();
}

static bool has_point(const convex_manifold *m, double x, double y, double z) {
    for (int i = 0; i < m->count; i++)
        if (max_abs3(sub3(m->points[i].point_a, vec(x, y, z))) < 1e-5) return true;
    return false;
}

static void assert_manifold(const convex_manifold *m, double margin) {
    assert_close(len2(m->normal), 1.0, 1e-12);
    for (int i = 0; i < m->count; i++) {
        const manifold_point *p = &m->points[i];
        assert_true(p->depth >= -margin - 1e-9);
        if (i > 0) assert_true(p->depth <= m->points[i - 1].depth);
        vec3 gap = sub3(sub3(p->point_a, p->point_b), scale3(m->normal, p->depth));
        assert_close(max_abs3(gap), 0.0, 1e-9);
        for (int j = 0; j < i; j++)
            assert_true(p->id != m->points[j].id);
    }
}

static void box_on_box(void **state) {
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0.5, 0.25, 1.9), vec(1, 1, 1));
    convex_manifold m = found_manifold(&a, &b, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    assert_close(m.normal.z, 1.0, 1e-15);
    for (int i = 0; i < 4; i++)
        assert_close(m.points[i].depth, 0.1, 1e-14);
    assert_true(has_point(&m, 1.5, 1.25, 1) && has_point(&m, -0.5, 1.25, 1));
    assert_true(has_point(&m, 1.5, -0.75, 1) && has_point(&m, -0.5, -0.75, 1));
    b.center.x = 2.5; /* overhanging: two corners are cut */
    m = found_manifold(&a, &b, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    assert_true(has_point(&m, 2, 1.25, 1) && has_point(&m, 1.5, -0.75, 1));
    b.center = vec(0, 0, 2); /* touching */
    m = found_manifold(&a, &b, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    for (int i = 0; i < 4; i++)
        assert_close(m.points[i].depth, 0.0, 1e-15);
    b.center = vec(0, 0, 2.05); /* within the margin */
    m = found_manifold(&a, &b, 0.1, 4);
    assert_manifold(&m, 0.1);
    assert_int_equal(m.count, 4);
    for (int i = 0; i < 4; i++)
        assert_close(m.points[i].depth, -0.05, 1e-14);
    m = found_manifold(&a, &b, 0.01, 4);
    assert_int_equal(m.count, 0);
    assert_true(max_abs3(m.normal) == 0.0);
}

/* Turned by 45 degrees on a square of its size: eight corners, of which the most spread stay. */
static void turned_box(void **state) {
    double s = sqrt(0.5);
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0, 0, 1.95), vec(1, 1, 1));
    b.axes[0] = vec(s, s, 0);
    b.axes[1] = vec(-s, s, 0);
    convex_manifold m = found_manifold(&a, &b, 0.0, 8);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 8);
    m = found_manifold(&a, &b, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    double area = 0.0; /* of the four, in order round */
    vec3 n = vec(0, 0, 1), c = vec(0, 0, 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            area = max2(
                area, dot3(n, cross3(sub3(m.points[i].point_a, c), sub3(m.points[j].point_a, c))));
    assert_true(area > 1.0);
    m = found_manifold(&a, &b, 0.0, 1);
    assert_int_equal(m.count, 1);
}

static void tilted_box(void **state) {
    double s = 0.05, c = sqrt(1.0 - s * s);
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(3, 3, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0, 0, 2.04), vec(1, 1, 1));
    b.axes[0] = vec(c, 0, -s);
    b.axes[2] = vec(s, 0, c);
    convex_manifold m = found_manifold(&a, &b, 0.2, 4);
    assert_manifold(&m, 0.2);
    assert_int_equal(m.count, 4);
    assert_close(m.points[0].depth, 1.0 - (2.04 - c - s), 1e-12);
    assert_close(m.points[1].depth, m.points[0].depth, 1e-12);
    assert_close(m.points[3].depth, 1.0 - (2.04 - c + s), 1e-12);
    m = found_manifold(&a, &b, 0.0, 4); /* only its lower edge is in contact */
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 2);
}

static void crossing_edges(void **state) {
    double s = sqrt(0.5);
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1)), b = a;
    a.axes[1] = vec(0, s, s); /* an edge along x on top */
    a.axes[2] = vec(0, -s, s);
    b.axes[0] = vec(s, 0, -s); /* an edge along y below */
    b.axes[2] = vec(s, 0, s);
    b.center = vec(0.25, 0.5, 2.0 * sqrt(2.0) - 0.1);
    convex_manifold m = found_manifold(&a, &b, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 1);
    assert_close(m.points[0].depth, 0.1, 1e-14);
    assert_true(has_point(&m, 0.25, 0.0, sqrt(2.0)));
    b = a; /* parallel edges, point on point */
    b.center = vec(0.5, 0, 2.0 * sqrt(2.0) + 0.05);
    m = found_manifold(&a, &b, 0.1, 4);
    assert_manifold(&m, 0.1);
    assert_int_equal(m.count, 2);
    assert_true(has_point(&m, -0.5, 0, sqrt(2.0)) && has_point(&m, 1, 0, sqrt(2.0)));
}

static void capsules(void **state) {
    vec3 lying[2] = {{-1, 0, 1.4}, {1, 0, 1.4}}, leaning[2] = {{0, 0, 1.4}, {1, 0, 2.4}};
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(3, 3, 1));
    convex_shape capsule = deep_points(lying, 2, 0.5);
    convex_manifold m = found_manifold(&box, &capsule, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 2);
    assert_close(m.points[0].depth, 0.1, 1e-12);
    assert_close(m.points[1].depth, 0.1, 1e-12);
    assert_true(has_point(&m, -1, 0, 1) && has_point(&m, 1, 0, 1));
    capsule = deep_points(leaning, 2, 0.5);
    m = found_manifold(&box, &capsule, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 1);
    assert_true(has_point(&m, 0, 0, 1));
    vec3 beside[2] = {{0, 0.9, 1.4}, {5, 0.9, 1.4}};
    convex_shape first = deep_points(lying, 2, 0.5), second = deep_points(beside, 2, 0.5);
    m = found_manifold(&first, &second, 0.0, 4); /* parallel */
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 2);
    assert_true(has_point(&m, 0, 0.5, 1.4) && has_point(&m, 1, 0.5, 1.4));
    vec3 ball[1] = {{0.5, 0.5, 1.45}};
    second = deep_points(ball, 1, 0.5);
    m = found_manifold(&box, &second, 0.0, 4);
    assert_int_equal(m.count, 1);
    assert_true(has_point(&m, 0.5, 0.5, 1));
    vec3 corner[3] = {{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}}; /* a capsule along a triangle's edge */
    vec3 along[2] = {{-2, -1.3, 1}, {2, -1.3, 1}};
    convex_shape triangle = deep_points(corner, 3, 0.0);
    second = deep_points(along, 2, 0.5);
    m = found_manifold(&triangle, &second, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 2);
    assert_close(m.points[0].depth, 0.2, 1e-12);
    assert_true(has_point(&m, -1, -1, 1) && has_point(&m, 1, -1, 1));
}

static void cylinders(void **state) {
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(3, 3, 1));
    convex_shape c = deep_make(CONVEX_CYLINDER, vec(0, 0, 2.9), vec(1, 1, 2));
    convex_manifold m = found_manifold(&box, &c, 0.0, 8);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 8); /* standing */
    for (int i = 0; i < 8; i++) {
        assert_close(m.points[i].depth, 0.1, 1e-12);
        vec3 p = m.points[i].point_a;
        assert_close(p.x * p.x + p.y * p.y, 1.0, 1e-12);
    }
    m = found_manifold(&box, &c, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    c.axes[2] = vec(1, 0, 0); /* lying */
    c.axes[0] = vec(0, 0, -1);
    c.center = vec(0.5, 0, 1.9);
    m = found_manifold(&box, &c, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 2);
    assert_close(m.points[0].depth, 0.1, 1e-8);
    assert_true(has_point(&m, -1.5, 0, 1) && has_point(&m, 2.5, 0, 1));
    convex_shape cone = deep_make(CONVEX_CONE, vec(0.2, 0.1, 0.95), vec(1, 1, 2));
    m = found_manifold(&box, &cone, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    cone.axes[1] = vec(0, -1, 0); /* on its tip */
    cone.axes[2] = vec(0, 0, -1);
    cone.center = vec(0.2, 0.1, 2.95);
    m = found_manifold(&box, &cone, 0.0, 4);
    assert_int_equal(m.count, 1);
    assert_true(has_point(&m, 0.2, 0.1, 1));
    convex_shape egg = deep_make(CONVEX_ELLIPSOID, vec(0.2, 0.1, 1.9), vec(3, 2, 1));
    m = found_manifold(&box, &egg, 0.0, 4);
    assert_int_equal(m.count, 1);
    assert_close(m.points[0].depth, 0.1, 1e-8);
}

static void triangles_and_polygons(void **state) {
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0.9), vec(0.5, 0.5, 1));
    vec3 large[3] = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
    convex_shape triangle = deep_points(large, 3, 0.0);
    convex_manifold m = found_manifold(&triangle, &box, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    assert_close(m.normal.z, 1.0, 1e-14);
    assert_close(m.points[0].depth, 0.1, 1e-14);
    vec3 five[5] = {{2, 0, 0}, {1, 2, 0}, {-1, 2, 0}, {-2, 0, 0}, {0, -2, 0}};
    convex_shape polygon = deep_points(five, 5, 0.0);
    m = found_manifold(&polygon, &box, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    box.half = vec(9, 9, 1);
    m = found_manifold(&polygon, &box, 0.0, 8);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 5);
}

static void halfspaces(void **state) {
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0.9), vec(1, 2, 1));
    convex_manifold m = carom_convex_manifold_halfspace(vec(0, 0, 1), 0.0, &box, 0.0, 4);
    assert_manifold(&m, 0.0);
    assert_int_equal(m.count, 4);
    assert_close(m.points[0].depth, 0.1, 1e-15);
    assert_true(has_point(&m, 1, 2, 0));
    box.center.z = 1.5;
    assert_int_equal(carom_convex_manifold_halfspace(vec(0, 0, 1), 0.0, &box, 0.0, 4).count, 0);
    assert_int_equal(carom_convex_manifold_halfspace(vec(0, 0, 1), 0.0, &box, 0.6, 4).count, 4);
    vec3 ball[1] = {{0.5, 0.5, 0.45}};
    convex_shape sphere = deep_points(ball, 1, 0.5);
    m = carom_convex_manifold_halfspace(vec(0, 0, 1), 0.0, &sphere, 0.0, 4);
    assert_int_equal(m.count, 1);
    assert_close(m.points[0].depth, 0.05, 1e-15);
    convex_shape c = deep_make(CONVEX_CYLINDER, vec(0, 0, 1), vec(1, 1, 2));
    c.axes[1] = vec(0, 0, -1);
    c.axes[2] = vec(0, 1, 0);
    m = carom_convex_manifold_halfspace(vec(0, 0, 1), 0.0, &c, 0.0, 4);
    assert_int_equal(m.count, 2);
}

/* The same cube as a box, as a hull and as bare points. */
static void cubes_of_every_kind(void **state) {
    quickhull_point corners[8];
    vec3 points[8];
    hull_data hull;
    void *memory;
    for (int i = 0; i < 8; i++) {
        points[i] = vec(i & 1 ? 1.5 : -0.5, i & 2 ? 1.25 : -0.75, i & 4 ? 2.9 : 0.9);
        corners[i] = (quickhull_point){.x = points[i].x, .y = points[i].y, .z = points[i].z};
    }
    assert_int_equal(carom_quickhull(&hull, &memory, corners, 8, &deep_memory), CAROM_OK);
    convex_shape kinds[3] = {deep_make(CONVEX_BOX, vec(0.5, 0.25, 1.9), vec(1, 1, 1)),
                             deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0)),
                             deep_points(points, 8, 0.0)};
    kinds[1].hull = &hull;
    convex_shape floor = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 1));
    for (int k = 0; k < 3; k++)
        for (int order = 0; order < 2; order++) {
            convex_manifold m = order ? found_manifold(&kinds[k], &floor, 0.0, 4)
                                      : found_manifold(&floor, &kinds[k], 0.0, 4);
            double z = order ? 0.9 : 1.0;
            assert_manifold(&m, 0.0);
            assert_int_equal(m.count, 4);
            assert_close(m.normal.z, order ? -1.0 : 1.0, 1e-15);
            assert_close(m.points[3].depth, 0.1, 1e-14);
            assert_true(has_point(&m, 1.5, 1.25, z) && has_point(&m, -0.5, 1.25, z));
            assert_true(has_point(&m, 1.5, -0.75, z) && has_point(&m, -0.5, -0.75, z));
        }
    carom_free(&deep_memory, memory);
}

static void not_finite(void **state) {
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int kind = 0; kind < 6; kind++)
        for (int i = 0; i < 9; i++) {
            deep_shape a;
            deep_random(&a, (convex_kind)kind, i);
            convex_shape b = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
            if (kind == CONVEX_POINTS) a.points[0].y = bad[i / 3];
            if (i % 3 == 0) a.shape.center.x = bad[i / 3];
            if (i % 3 == 1) a.shape.half.z = a.shape.half.x = bad[i / 3];
            if (i % 3 == 2) a.shape.radius = bad[i / 3];
            convex_manifold m = found_manifold(&a.shape, &b, 0.1, 4);
            for (int k = 0; k < m.count; k++)
                assert_true(finite3(m.points[k].point_a) && finite3(m.normal));
            deep_free(&a);
        }
}

/* On the surface: the shape's reach along the outward direction is met within the tolerance, or the
 * point is at least not outside. */
static double outside_by(const convex_shape *s, vec3 p) {
    double most = -DBL_MAX;
    for (int i = 0; i < 200; i++) {
        vec3 d = deep_direction();
        int hint = 0;
        most = max2(most, dot3(sub3(p, carom_convex_support(s, d, &hint)), d) - s->radius);
    }
    return most;
}

static void any_pair(void **state) {
    int met = 0, several = 0;
    for (int round = 0; round < 720; round++) {
        deep_shape a, b;
        deep_random(&a, (convex_kind)(round % 6), round / 6);
        deep_random(&b, (convex_kind)(round / 6 % 6), round / 36);
        if (round % 4 == 3) a.shape.radius = deep_between(0, 0.3);
        if (round % 5 == 3) b.shape.radius = deep_between(0, 0.3);
        deep_move(&b, deep_cube(1.2));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        convex_manifold m = found_manifold(&a.shape, &b.shape, 0.05, 1 + round % 8);
        if (p.overlap) assert_true(m.count >= 1);
        assert_true(m.count <= 1 + round % 8);
        if (m.count > 0) {
            met++;
            several += m.count > 1;
            assert_manifold(&m, 0.05);
            if (p.overlap) assert_close(m.points[0].depth, p.depth, 1e-5);
            for (int i = 0; i < m.count; i++) {
                assert_true(outside_by(&a.shape, m.points[i].point_a) < 1e-5);
                assert_true(outside_by(&b.shape, m.points[i].point_b) < 0.06);
            }
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(met > 250);
    assert_true(several > 40);
}

/* A stack that shakes a little keeps its identities. */
static void steady_identities(void **state) {
    for (int round = 0; round < 60; round++) {
        convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 1));
        deep_shape b;
        deep_random(&b, round % 2 ? CONVEX_CYLINDER : CONVEX_BOX, 0);
        deep_upright(&b.shape);
        double turn = deep_between(-1, 1), c = (1 - turn * turn) / (1 + turn * turn);
        double s = 2 * turn / (1 + turn * turn);
        b.shape.axes[0] = vec(c, s, 0);
        b.shape.axes[1] = vec(-s, c, 0);
        b.shape.center = vec(0, 0, 1 + b.shape.half.z - 0.01);
        convex_manifold first = found_manifold(&a, &b.shape, 0.02, 8);
        assert_true(first.count >= 4);
        for (int frame = 0; frame < 10; frame++) {
            convex_shape moved = b.shape;
            moved.center = add3(moved.center, deep_cube(1e-3));
            convex_manifold next = found_manifold(&a, &moved, 0.02, 8);
            assert_int_equal(next.count, first.count);
            for (int i = 0; i < next.count; i++) {
                bool known = false;
                for (int j = 0; j < first.count; j++)
                    known =
                        known ||
                        (first.points[j].id == next.points[i].id &&
                         max_abs3(sub3(first.points[j].point_a, next.points[i].point_a)) < 0.01);
                assert_true(known);
            }
        }
    }
}

static void swapped(void **state) {
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0.5, 0.25, 1.9), vec(1, 1, 1));
    convex_manifold m = found_manifold(&a, &b, 0.0, 4);
    convex_manifold n = found_manifold(&b, &a, 0.0, 4);
    assert_int_equal(m.count, n.count);
    assert_true(max_abs3(add3(m.normal, n.normal)) == 0.0);
    for (int i = 0; i < m.count; i++) {
        vec3 p = m.points[i].point_b;
        assert_true(has_point(&n, p.x, p.y, p.z));
    }
}

/* A box that is a point, on a point: nothing has a size, and the one contact is where they are. */
static void points_without_size(void **state) {
    (void)state;
    const vec3 at = {-1, -1, 0};
    convex_shape box = deep_make(CONVEX_BOX, at, vec(0, 0, 0)), point = deep_points(&at, 1, 0.0);
    convex_manifold m = found_manifold(&box, &point, 0.0, 4);
    assert_int_equal(m.count, 1);
    assert_true(max_abs3(sub3(m.points[0].point_a, at)) == 0.0);
    assert_true(max_abs3(sub3(m.points[0].point_b, at)) == 0.0);
}

/* A cache gives the normal to start from: the same contacts, also after they have ended. */
static void from_the_last_normal(void **state) {
    (void)state;
    int met = 0;
    for (int k = 0; k < 40; k++) {
        deep_shape a, b;
        deep_random(&a, CONVEX_HULL, k);
        deep_random(&b, CONVEX_HULL, k / 5);
        b.shape.center = scale3(deep_direction(), 1.1);
        vec3 step = deep_cube(0.05);
        convex_cache cache = {.count = 0};
        for (int frame = 0; frame < 20; frame++) {
            b.shape.center = add3(b.shape.center, step);
            const manifold_options warm = {0.01, 4, &cache};
            convex_manifold m;
            carom_convex_manifold(&a.shape, &b.shape, &warm, &m);
            convex_manifold n = found_manifold(&a.shape, &b.shape, 0.01, 4);
            assert_int_equal(m.count, n.count);
            for (int i = 0; i < m.count; i++)
                assert_true(fabs(m.points[i].depth - n.points[i].depth) < 1e-12);
            met += m.count > 0;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(met > 100 && met < 700);
}

/* A point keeps its name, with A and B exchanged, when the question is turned round; also of shapes
 * of one kind, which are taken in the order of their places. */
static void names_are_exchanged(void **state) {
    (void)state;
    int edges = 0, corners = 0;
    for (int i = 0; i < 400; i++) {
        carom_shape box = {.kind = CAROM_SHAPE_AABB,
                           .as.aabb = {{-1, (carom_real)-0.5, (carom_real)-0.7}, {1, 1, 1}}};
        carom_shape rod = {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {{-1, 0, 0}, {1, 0, 0}, 1}};
        vec3 v = deep_cube(1.0), at = deep_cube(1.2);
        carom_pose p = carom_pose_identity();
        double unit = 1.0 / sqrt(len2(v) + 0.25);
        carom_pose q = {store3(at),
                        {(carom_real)(v.x * unit), (carom_real)(v.y * unit),
                         (carom_real)(v.z * unit), (carom_real)(0.5 * unit)}};
        const carom_shape *other = i % 3 ? &box : &rod;
        carom_contact_manifold m = {.capacity = 8}, n = m;
        carom_contact(&box, p, other, q, &m);
        carom_contact(other, q, &box, p, &n);
        assert_int_equal(m.count, n.count);
        for (int k = 0; k < m.count; k++) {
            uint32_t id = m.points[k].id, back = n.points[k].id, low = 0x7fffu;
            if (id & 0x80000000u)
                assert_true(id >> 30 == back >> 30 && (id & low) == (back >> 15 & low) &&
                            (id >> 15 & low) == (back & low));
            else
                assert_int_equal(id ^ back, 0x40000000u);
            edges += id >> 31, corners += !(id >> 31);
            assert_true(m.points[k].depth == n.points[k].depth);
            assert_true(m.points[k].point_a.x == n.points[k].point_b.x);
        }
    }
    assert_true(edges > 20 && corners > 200);
}

/* What is endless, or comes before the plane in the tables, has contact points too. */
static void endless_contact(void **state) {
    (void)state;
    carom_pose p = carom_pose_identity();
    const carom_shape ground = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {{0, 0, 1}, 0}};
    const carom_shape wall = {.kind = CAROM_SHAPE_PLANE, .as.plane = {{1, 0, 0}, 4}};
    const carom_shape pole = {.kind = CAROM_SHAPE_SEGMENT,
                              .as.segment = {{1, 1, (carom_real)-0.5}, {1, 1, 2}}};
    const carom_shape line = {.kind = CAROM_SHAPE_LINE, .as.line = {{0, 0, 1}, {1, 0, 0}}};
    carom_contact_manifold m = {.margin = 0};
    assert_int_equal(carom_contact(&pole, p, &ground, p, &m), 1);
    assert_true(m.points[0].depth == (carom_real)0.5 && m.normal.z == -1);
    assert_true(m.points[0].point_b.z == 0 && m.points[0].point_a.z == (carom_real)-0.5);
    assert_int_equal(carom_contact(&ground, p, &pole, p, &m), 1);
    assert_true(m.points[0].depth == (carom_real)0.5 && m.normal.z == 1);
    assert_int_equal(carom_contact(&wall, p, &ground, p, &m), 1);
    assert_int_equal(carom_contact(&line, p, &wall, p, &m), 1);
    assert_int_equal(carom_contact(&line, p, &ground, p, &m), 0);
    m.margin = 1;
    assert_int_equal(carom_contact(&line, p, &ground, p, &m), 1);
    assert_true(m.points[0].depth == -1 && m.normal.z == -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_on_box),
        cmocka_unit_test(turned_box),
        cmocka_unit_test(tilted_box),
        cmocka_unit_test(crossing_edges),
        cmocka_unit_test(capsules),
        cmocka_unit_test(cylinders),
        cmocka_unit_test(triangles_and_polygons),
        cmocka_unit_test(halfspaces),
        cmocka_unit_test(cubes_of_every_kind),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(any_pair),
        cmocka_unit_test(steady_identities),
        cmocka_unit_test(swapped),
        cmocka_unit_test(points_without_size),
        cmocka_unit_test(from_the_last_normal),
        cmocka_unit_test(names_are_exchanged),
        cmocka_unit_test(endless_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
