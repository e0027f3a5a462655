/* Rounded shapes: rounded points and segments are spheres and capsules to the bit, radius 0 is the
 * core; sets that are given in two forms answer every verb against every kind alike; distances are
 * those of the core less the radius, and what is invalid says no. */
#include "carom/mass.h"
#include "carom/world.h"
#include "common/test_twins_common.h"

#define ROUNDS 30

/* A rounded shape, and the same set as another kind or by its support function. */
typedef struct rounded_twin {
    carom_shape core, shape, twin;
    carom_vec3 points[70];
    carom_hull *hull;
} rounded_twin;

static const carom_vec3 star[6] = {{(carom_real)-0.5, (carom_real)-0.625, 0},
                                   {(carom_real)0.5, (carom_real)-0.25, 0},
                                   {0, (carom_real)0.625, 0},
                                   {(carom_real)0.25, 0, (carom_real)0.375},
                                   {(carom_real)-0.25, 0, (carom_real)0.375},
                                   {0, 0, (carom_real)-0.375}};

/* That of the rounded shape itself, in its own frame. */
static carom_vec3 along_rounded(carom_vec3 d, const void *user) {
    return carom_shape_support(user, carom_pose_identity(), d);
}

static void make_hull(rounded_twin *t, const carom_vec3 *points, size_t count) {
    const carom_hull_def def = {.points = points, .point_count = count};
    assert_int_equal(carom_hull_create(&t->hull, &def), CAROM_OK);
    t->core = carom_shape_hull(t->hull);
}

/* A regular polygon in the plane of x and y. */
static void make_polygon(rounded_twin *t, int count) {
    for (int i = 0; i < count; i++) {
        const double angle = 2 * 3.14159265358979 * i / count;
        t->points[i] = v3(0.5 * cos(angle), 0.5 * sin(angle), 0);
    }
    t->core = carom_shape_polygon(t->points, count);
}

enum { CAPSULE_FORMS = 7, BALL_FORMS = 5, FORMS = 24 };

/* Of capsules from (-1/2, 0, 0) to (1/2, 0, 0), of radius 3/8. */
static void make_capsule_form(rounded_twin *t, int form) {
    const carom_vec3 a = v3(-0.5, 0, 0), b = v3(0.5, 0, 0), ends[2] = {a, b};
    carom_real r = (carom_real)0.375;
    t->twin = carom_shape_capsule(a, b, r);
    t->points[0] = a, t->points[1] = b;
    t->core = carom_shape_aabb(a, b);
    if (form == 1) t->core = carom_shape_obb(carom_pose_identity(), b);
    if (form == 2) make_hull(t, ends, 2);
    if (form == 3) t->core = carom_shape_polygon(t->points, 2);
    if (form == 4) t->core = carom_shape_cylinder(a, b, 0);
    if (form == 5) t->core = carom_shape_triangle(a, b, v3(0.25, 0, 0));
    if (form == 6) {
        t->core = carom_shape_capsule(a, b, r / 2);
        r = r / 2;
    }
    t->shape = carom_shape_rounded(&t->core, r);
}

static void make_ball_form(rounded_twin *t, int form) {
    const carom_vec3 o = v3(0, 0, 0);
    carom_real r = (carom_real)0.375;
    t->twin = carom_shape_sphere(o, r);
    t->core = carom_shape_aabb(o, o);
    if (form == 1) make_hull(t, &o, 1);
    if (form == 2) t->core = carom_shape_ellipsoid(carom_pose_identity(), o);
    if (form == 3) t->core = carom_shape_cone(o, o, 0);
    if (form == 4) {
        t->core = carom_shape_sphere(o, r / 4);
        r = r / 4 * 3;
    }
    t->shape = carom_shape_rounded(&t->core, r);
}

/* Cores of every kind; the twin is the support function. */
static void make_other_form(rounded_twin *t, int form) {
    static const carom_vec3 slabs[3] = {{1, 0, 0}, {0, 1, 1}, {0, -1, 1}};
    static const carom_real low[3] = {(carom_real)-0.5, (carom_real)-0.5, (carom_real)-0.25};
    static const carom_real high[3] = {(carom_real)0.5, (carom_real)0.5, (carom_real)0.25};
    const carom_vec3 half = v3(0.5, 0.375, 0.25), tip = v3(0, 0.125, 0.5), foot = v3(0, 0, -0.5);
    const carom_kdop kdop = {slabs, low, high, 3};
    switch (form) {
    case 0: t->core = carom_shape_aabb(v3(-0.5, -0.25, -0.25), half); break;
    case 1: t->core = carom_shape_obb(pose_every(0.25), half); break;
    case 2: t->core = carom_shape_triangle(star[0], star[1], star[3]); break;
    case 3: make_polygon(t, 7); break;
    case 4: make_polygon(t, 70); break;
    case 5: t->core = carom_shape_kdop(&kdop); break;
    case 6: t->core = carom_shape_cylinder(foot, tip, (carom_real)0.25); break;
    case 7: t->core = carom_shape_cone(foot, tip, (carom_real)0.375); break;
    case 8: t->core = carom_shape_ellipsoid(pose_every(0.25), half); break;
    case 9: t->core = carom_shape_tetrahedron(star + 2); break;
    case 10: make_hull(t, star, 6); break;
    default: t->core = carom_shape_support_function(farthest_corner, &support_corners, foot);
    }
    if (form == 11) t->core.as.support.interior = v3(0, 0, 0);
    t->shape = carom_shape_rounded(&t->core, (carom_real)0.1875);
    carom_vec3 middle = v3(0, 0, 0); /* the mean of six points is in the set */
    for (int i = 0; i < 6; i++) {
        const double sign = i % 2 ? -1 : 1;
        const carom_vec3 d = v3(sign * (i / 2 == 0), sign * (i / 2 == 1), sign * (i / 2 == 2));
        middle = step(middle, carom_shape_support(&t->shape, carom_pose_identity(), d), 1 / 6.0);
    }
    t->twin = carom_shape_support_function(along_rounded, &t->shape, middle);
}

static void make_form(rounded_twin *t, int form) {
    t->hull = NULL;
    if (form < CAPSULE_FORMS)
        make_capsule_form(t, form);
    else if (form < CAPSULE_FORMS + BALL_FORMS)
        make_ball_form(t, form - CAPSULE_FORMS);
    else
        make_other_form(t, form - CAPSULE_FORMS - BALL_FORMS);
    assert_null(carom_shape_problem(&t->shape));
}

static void two_forms_are_one(void **state) {
    static every_kind every;
    static rounded_twin t;
    (void)state;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++)
        for (int form = 0; form < FORMS; form++) {
            make_every(&every, kind);
            make_form(&t, form);
            const bool known = form < CAPSULE_FORMS + BALL_FORMS;
            for (int i = 0; i < ROUNDS; i++) {
                sides s = {.shape = known ? &t.shape : &t.twin,
                           .twin = known ? &t.twin : &t.shape,
                           .other = &every.kind.shape,
                           .near_contact = 100 * NEAR};
                twins_agree(&s);
            }
            discard_every(&every);
            carom_hull_destroy(t.hull);
        }
}

/* ---- to the bit */

static bool is_one(carom_vec3 p, carom_vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static void assert_same_answers(const carom_shape *a, const carom_shape *b, const carom_shape *o) {
    for (int i = 0; i < ROUNDS; i++) {
        const carom_pose p = pose_every(1), q = pose_every(1);
        const carom_vec3 motion = random_vec(2), none = {0, 0, 0};
        assert_int_equal(carom_overlap(a, p, o, q), carom_overlap(b, p, o, q));
        assert_int_equal(carom_classify(a, p, o, q), carom_classify(b, p, o, q));
        const carom_closest_any c = carom_closest(a, p, o, q), d = carom_closest(b, p, o, q);
        assert_true(c.distance == d.distance && is_one(c.point_a, d.point_a));
        const carom_penetration e = carom_penetrate(o, q, a, p), f = carom_penetrate(o, q, b, p);
        assert_true(e.depth == f.depth && is_one(e.normal, f.normal));
        const carom_ray_hit g = carom_raycast(o, q, a, p), h = carom_raycast(o, q, b, p);
        assert_true(g.hit == h.hit && g.t == h.t && is_one(g.normal, h.normal));
        const carom_moving_shape m = {a, p, motion}, n = {b, p, motion}, s = {o, q, none};
        const carom_sweep_hit u = carom_sweep(&m, &s), v = carom_sweep(&n, &s);
        assert_true(u.hit == v.hit && u.fraction == v.fraction && is_one(u.point, v.point));
        const carom_aabb x = carom_shape_bounds(a, p), y = carom_shape_bounds(b, p);
        assert_true(is_one(x.min, y.min) && is_one(x.max, y.max));
    }
}

static void what_is_another_kind_is_that_kind(void **state) {
    static every_kind every, core;
    (void)state;
    const carom_shape point = carom_shape_point(v3(0.25, 0, 0)),
                      segment = carom_shape_segment(v3(0.25, 0, 0), v3(0, 1, 0.5));
    const carom_shape one[2] = {carom_shape_rounded(&point, (carom_real)0.3),
                                carom_shape_rounded(&segment, (carom_real)0.3)};
    const carom_shape other[2] = {
        carom_shape_sphere(v3(0.25, 0, 0), (carom_real)0.3),
        carom_shape_capsule(v3(0.25, 0, 0), v3(0, 1, 0.5), (carom_real)0.3)};
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++) {
        make_every(&every, kind);
        for (int i = 0; i < 2; i++)
            assert_same_answers(&one[i], &other[i], &every.kind.shape);
        for (carom_shape_kind k = 0; k <= CAROM_SHAPE_HULL; k++) {
            make_every(&core, k);
            const carom_shape bare = carom_shape_rounded(&core.kind.shape, 0);
            if (!carom_shape_problem(&bare))
                assert_same_answers(&bare, &core.kind.shape, &every.kind.shape);
            discard_every(&core);
        }
        discard_every(&every);
    }
}

/* ---- by hand */

static double box_gap(carom_vec3 p, carom_vec3 half) {
    const double x = fmax(fabs((double)p.x) - (double)half.x, 0),
                 y = fmax(fabs((double)p.y) - (double)half.y, 0),
                 z = fmax(fabs((double)p.z) - (double)half.z, 0);
    return sqrt(x * x + y * y + z * z);
}

static void a_box_and_points(void **state) {
    (void)state;
    const carom_vec3 half = v3(1, 0.5, 0.25);
    const carom_shape core = carom_shape_aabb(v3(-1, -0.5, -0.25), half),
                      box = carom_shape_rounded(&core, (carom_real)0.375);
    const carom_pose here = carom_pose_identity();
    for (int i = 0; i < 20000; i++) {
        const carom_shape point = carom_shape_point(random_vec(2));
        const double gap = box_gap(point.as.point, half) - 0.375;
        assert_about((double)carom_closest(&box, here, &point, here).distance, fmax(gap, 0), NEAR);
        if (fabs(gap) > 1e-14) assert_int_equal(carom_overlap(&box, here, &point, here), gap < 0);
        const carom_ray_hit hit = carom_raycast(
            &(carom_shape){.kind = CAROM_SHAPE_LINE, .as.line = {point.as.point, random_vec(1)}},
            here, &box, here);
        if (hit.hit && !hit.started_inside) assert_about(box_gap(hit.point, half), 0.375, NEAR);
    }
    /* (1 + 9/40, 1/2 + 3/10, 1/4): 3-4-5 from an edge; above a face; the corner's diagonal */
    const carom_shape on[3] = {carom_shape_point(v3(1.375, 0.25, 0)),
                               carom_shape_point(v3(0, -0.875, 0.25)),
                               carom_shape_point(v3(1.125, 0.75, 0.5))};
    for (int i = 0; i < 3; i++)
        assert_true(carom_overlap(&on[i], here, &box, here));
    const carom_shape off = carom_shape_point(v3(1.125, 0.75, 0.5 + 8 * EPS));
    assert_false(carom_overlap(&off, here, &box, here));
    assert_true(carom_closest(&off, here, &box, here).distance > 0);
}

/* Edges that touch: 3-4-5 in the plane across them, decided exactly. */
static void boxes_that_touch(void **state) {
    (void)state;
    const carom_shape core = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      a = carom_shape_rounded(&core, 2), b = carom_shape_rounded(&core, 3);
    const carom_pose here = carom_pose_identity();
    assert_true(carom_overlap(&a, here, &b, standing(v3(5, 6, 0))));
    assert_false(carom_overlap(&a, here, &b, standing(v3(5 + 16 * EPS, 6, 0))));
    assert_true(carom_overlap(&a, here, &b, standing(v3(7, 0, 0))));
    assert_false(carom_overlap(&a, here, &b, standing(v3(7 + 16 * EPS, 0, 0))));
    const carom_penetration p = carom_penetrate(&a, here, &b, standing(v3(0, 6, 0)));
    assert_true(p.overlap);
    assert_about((double)p.depth, 1, NEAR);
    assert_vec_about(p.normal, 0, 1, 0, NEAR);
    const carom_penetration deep = carom_penetrate(&a, here, &b, standing(v3(0, 1, 0)));
    assert_about((double)deep.depth, 6, NEAR);
    carom_contact_manifold m = {.margin = 0};
    carom_contact(&a, here, &b, standing(v3(0.5, 6.5, 0)), &m);
    assert_int_equal(m.count, 4);
    for (int i = 0; i < m.count; i++) {
        assert_about((double)m.points[i].depth, 0.5, NEAR);
        assert_about((double)m.points[i].point_a.y, 3, NEAR);
        assert_about((double)m.points[i].point_b.y, 2.5, NEAR);
        assert_about(fabs((double)m.points[i].point_a.z), 1, NEAR);
    }
    const carom_moving_shape from = {&a, standing(v3(-9, 0, 0)), v3(8, 0, 0)},
                             to = {&b, here, v3(0, 0, 0)};
    assert_about((double)carom_sweep(&from, &to).fraction, 0.25, NEAR);
}

static void relations_by_hand(void **state) {
    (void)state;
    const carom_pose here = carom_pose_identity();
    const carom_shape core = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      rod = carom_shape_cylinder(v3(0, 0, -1), v3(0, 0, 1), 1),
                      a = carom_shape_rounded(&core, 2), b = carom_shape_rounded(&core, 1),
                      pill = carom_shape_rounded(&rod, 1),
                      room = carom_shape_aabb(v3(-3, -3, -3), v3(3, 3, 3)),
                      tight = carom_shape_aabb(v3(-2, -2, -2), v3(2, 2, 2)),
                      ball = carom_shape_sphere(v3(0, 0, 0), 3),
                      sky = carom_shape_sphere(v3(0, 0, 0), 5);
    assert_int_equal(carom_classify(&a, here, &a, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&a, here, &b, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&b, here, &a, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&a, here, &room, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&b, here, &tight, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&a, here, &tight, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&a, here, &ball, here), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&a, here, &sky, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&b, here, &ball, here), CAROM_INSIDE);
    /* boxes of 1 hold balls of 1: 3 in 2 + 1 */
    assert_int_equal(carom_classify(&a, here, &ball, standing(v3(EPS * 4, 0, 0))),
                     CAROM_INTERSECTS);
    assert_int_equal(carom_classify(&b, standing(v3(1, 0, 0)), &room, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&b, standing(v3(1 + 2 * EPS, 0, 0)), &room, here),
                     CAROM_INTERSECTS);
    assert_int_equal(carom_classify(&b, standing(v3(9, 0, 0)), &room, here), CAROM_DISJOINT);
    /* curved cores: by their support values; by a box */
    assert_int_equal(carom_classify(&pill, here, &tight, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&pill, here, &b, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&pill, here, &sky, here), CAROM_INSIDE);
    const carom_shape floor = carom_shape_halfspace(v3(0, 0, 1), 2);
    assert_int_equal(carom_classify(&pill, here, &floor, here), CAROM_INSIDE);
    assert_int_equal(carom_classify(&b, here, &floor, here), CAROM_INSIDE);
}

/* Whether A holds random points of B is no less than what is said. */
static void relations_by_points(void **state) {
    static rounded_twin t;
    static every_kind every;
    (void)state;
    int held = 0, within = 0;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++)
        for (int form = 0; form < FORMS; form++) {
            make_every(&every, kind);
            make_form(&t, form);
            const carom_shape small = carom_shape_rounded(&t.core, (carom_real)0.01);
            for (int i = 0; i < 40; i++) {
                const carom_shape *a = i % 2 ? &small : &t.shape, *b = &every.kind.shape;
                const carom_pose p = pose_every(0.25), q = pose_every(0.25);
                const carom_relation r = carom_classify(a, p, b, q);
                held += r == CAROM_CONTAINS;
                within += r == CAROM_INSIDE;
                for (int k = 0; k < 20 && r == CAROM_INSIDE; k++) {
                    const carom_vec3 v = carom_shape_support(a, p, random_vec(1));
                    const carom_shape point = carom_shape_point(v);
                    if (kind < CAROM_SHAPE_MESH)
                        assert_true(
                            (double)carom_closest(&point, carom_pose_identity(), b, q).distance <=
                            NEAR);
                }
                for (int k = 0; k < 20 && r == CAROM_CONTAINS && !is_endless_kind(kind); k++) {
                    const carom_vec3 v = carom_shape_support(b, q, random_vec(1));
                    const carom_shape point = carom_shape_point(v);
                    assert_true(
                        (double)carom_closest(a, p, &point, carom_pose_identity()).distance <=
                        NEAR);
                }
            }
            discard_every(&every);
            carom_hull_destroy(t.hull);
        }
    assert_true(held > 200 && within > 200);
}

/* ---- invariants */

static void exchanged(void **state) {
    static every_kind every;
    static rounded_twin t;
    (void)state;
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++)
        for (int form = 0; form < FORMS; form++) {
            make_every(&every, kind);
            make_form(&t, form);
            const carom_shape *a = &t.shape, *b = &every.kind.shape;
            for (int i = 0; i < 8; i++) {
                const carom_pose p = pose_every(2), q = pose_every(2);
                const carom_closest_any one = carom_closest(a, p, b, q),
                                        two = carom_closest(b, q, a, p);
                assert_true(one.distance == two.distance);
                assert_same(one.point_a, two.point_b);
                const carom_penetration in = carom_penetrate(a, p, b, q),
                                        out = carom_penetrate(b, q, a, p);
                assert_true(in.overlap == out.overlap && in.depth == out.depth);
                assert_int_equal(carom_overlap(a, p, b, q), carom_overlap(b, q, a, p));
            }
            discard_every(&every);
            carom_hull_destroy(t.hull);
        }
}

static void of_any_size(void **state) {
    (void)state;
    const double limit = EPS > 1e-10 ? 1e18 : 1e100;
    const carom_pose here = carom_pose_identity();
    for (double size = 1 / limit; size <= limit; size *= 1048576) {
        const carom_shape core = carom_shape_aabb(v3(-size, -size, -size), v3(size, size, size)),
                          box = carom_shape_rounded(&core, (carom_real)size),
                          ball = carom_shape_sphere(v3(0, 0, 0), (carom_real)size);
        const carom_closest_any c = carom_closest(&box, standing(v3(0, 5 * size, 0)), &ball, here);
        assert_about((double)c.distance / size, 2, NEAR);
        const carom_penetration p =
            carom_penetrate(&box, standing(v3(2 * size, 0, 0)), &ball, here);
        assert_true(p.overlap);
        assert_about((double)p.depth / size, 1, NEAR);
    }
}

/* ---- what is invalid */

static void assert_no(const carom_shape *bad, const char *problem) {
    const carom_shape box = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      line = carom_shape_line(v3(0, 0, 0), v3(1, 0, 0));
    const carom_pose here = carom_pose_identity();
    assert_string_equal(carom_shape_problem(bad), problem);
    assert_false(carom_overlap(bad, here, &box, here));
    assert_true(carom_closest(bad, here, &box, here).distance > CAROM_REAL_MAX);
    assert_false(carom_penetrate(&box, here, bad, here).overlap);
    assert_false(carom_raycast(&line, here, bad, here).hit);
    assert_int_equal(carom_classify(bad, here, &box, here), CAROM_DISJOINT);
    assert_true(carom_shape_bounds(bad, here).min.x > carom_shape_bounds(bad, here).max.x);
    carom_mass mass;
    assert_int_equal(carom_mass_shape(&mass, bad, 1), CAROM_ERROR_ARGUMENT);
}

static void invalid_ones_say_no(void **state) {
    static every_kind every;
    (void)state;
    const carom_shape core = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                      inverted = carom_shape_aabb(v3(1, 1, 1), v3(-1, -1, -1)),
                      good = carom_shape_rounded(&core, 1);
    carom_shape bad = carom_shape_rounded(NULL, 1);
    assert_no(&bad, "core is missing");
    bad = carom_shape_rounded(&good, 1);
    assert_no(&bad, "core is no bounded convex shape");
    bad = carom_shape_rounded(&inverted, 1);
    assert_no(&bad, "box is inverted");
    bad = carom_shape_rounded(&core, -1);
    assert_no(&bad, "radius is negative");
    bad = carom_shape_rounded(&core, (carom_real)NAN);
    assert_no(&bad, "radius is not finite");
    bad = carom_shape_rounded(&core, (carom_real)INFINITY);
    assert_no(&bad, "radius is not finite");
    for (carom_shape_kind kind = 0; kind < ALL_KINDS; kind++) {
        make_every(&every, kind);
        bad = carom_shape_rounded(&every.kind.shape, 1);
        if (is_endless_kind(kind) || kind == CAROM_SHAPE_MESH || kind == CAROM_SHAPE_HEIGHTFIELD ||
            kind == CAROM_SHAPE_COMPOUND || kind == CAROM_SHAPE_ROUNDED)
            assert_no(&bad, "core is no bounded convex shape");
        else
            assert_null(carom_shape_problem(&bad));
        discard_every(&every);
    }
}

/* ---- mass and worlds */

static void masses(void **state) {
    (void)state;
    carom_mass m, n;
    const double pi = 3.14159265358979323846;
    const carom_shape core = carom_shape_aabb(v3(0, 0, 0), v3(2, 4, 6));
    carom_shape box = carom_shape_rounded(&core, 1);
    assert_int_equal(carom_mass_shape(&m, &box, 2), CAROM_OK);
    const double volume = 48 + 88 + pi * 12 + 4 * pi / 3;
    assert_about(m.volume / volume, 1, 1e-14);
    assert_about(m.mass / volume, 2, 1e-14);
    assert_about(m.center.z, 3, 1e-14);
    /* by layers across each axis: the section at a height within the rounding is rounded, too */
    const double half[3] = {1, 2, 3};
    double second[3];
    for (int i = 0; i < 3; i++) {
        const double a = half[i], b = half[(i + 1) % 3], c = half[(i + 2) % 3];
        second[i] = 2.0 / 3 * a * a * a * (4 * b * c + 4 * (b + c) + pi);
        const int steps = 20000;
        for (int k = 0; k < steps; k++) {
            const double h = (k + 0.5) / steps, r = sqrt(1 - h * h);
            second[i] +=
                2.0 / steps * (a + h) * (a + h) * (4 * b * c + 4 * r * (b + c) + pi * r * r);
        }
    }
    for (int i = 0; i < 3; i++)
        assert_about(m.inertia[i] / (2 * (second[(i + 1) % 3] + second[(i + 2) % 3])), 1, 1e-6);
    /* a turned one, and one that is a ball */
    box.as.rounded.pose = pose_every(3);
    assert_int_equal(carom_mass_shape(&n, &box, 2), CAROM_OK);
    const carom_mass turned = carom_mass_transform(&m, box.as.rounded.pose);
    assert_true(n.inertia[4] == turned.inertia[4] && n.center.x == turned.center.x);
    const carom_shape ball = carom_shape_sphere(v3(1, 2, 3), 1),
                      point = carom_shape_point(v3(1, 2, 3)),
                      round = carom_shape_rounded(&point, 1),
                      speck = carom_shape_aabb(v3(1, 2, 3), v3(1, 2, 3)),
                      round_speck = carom_shape_rounded(&speck, 1),
                      bare = carom_shape_rounded(&core, 0);
    assert_int_equal(carom_mass_shape(&m, &ball, 1), CAROM_OK);
    assert_int_equal(carom_mass_shape(&n, &round, 1), CAROM_OK);
    assert_true(m.volume == n.volume && m.inertia[0] == n.inertia[0]);
    assert_int_equal(carom_mass_shape(&n, &round_speck, 1), CAROM_OK);
    assert_about(n.inertia[0] / m.inertia[0], 1, 1e-14);
    assert_int_equal(carom_mass_shape(&n, &bare, 1), CAROM_OK);
    assert_true(n.volume == 48);
}

static void a_world_holds_them(void **state) {
    (void)state;
    carom_world *world = NULL;
    const carom_world_def defaults = carom_world_defaults();
    const carom_shape core = carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1));
    assert_int_equal(carom_world_create(&world, &defaults), CAROM_OK);
    carom_collider_def def = {.shape = carom_shape_rounded(&core, (carom_real)0.5),
                              .kind = CAROM_COLLIDER_MOVING,
                              .pose = standing(v3(0, 0, 4))};
    def.velocity = v3(0, 0, -1);
    carom_collider_id box, floor;
    assert_int_equal(carom_world_insert(world, &def, &box), CAROM_OK);
    def = (carom_collider_def){.shape = carom_shape_plane(v3(0, 0, 1), 0)};
    assert_int_equal(carom_world_insert(world, &def, &floor), CAROM_OK);
    /* it reaches 3/2 below its centre, and meets the plane after 5/2 */
    size_t count = 1;
    assert_int_equal(carom_world_step(world, (carom_real)2.25), CAROM_OK);
    carom_world_events(world, &count);
    assert_int_equal((int)count, 0);
    assert_int_equal(carom_world_step(world, (carom_real)0.5), CAROM_OK);
    carom_world_events(world, &count);
    assert_int_equal((int)count, 1);
    carom_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_forms_are_one),   cmocka_unit_test(what_is_another_kind_is_that_kind),
        cmocka_unit_test(a_box_and_points),    cmocka_unit_test(boxes_that_touch),
        cmocka_unit_test(relations_by_hand),   cmocka_unit_test(relations_by_points),
        cmocka_unit_test(exchanged),           cmocka_unit_test(of_any_size),
        cmocka_unit_test(invalid_ones_say_no), cmocka_unit_test(masses),
        cmocka_unit_test(a_world_holds_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
