/* The search of the facets of two hulls' difference: against the expanding polytope, which shares
 * nothing with it but support points, and from any guess. */
#include "common/test_convex_deep.h"

#include "convex/hull_sat/hull_float_facets.h"
#include "convex/epa/epa.h"
#include "convex/hull_sat/hull_sat.h"
#include "convex/hull_sat/hull_sat_candidates.h"
#include "convex/hull_sat/hull_view.h"
#include "convex/support/support.h"
#include "convex/penetration.h"

static double reach_along(const convex_shape *s, vec3 n) {
    double most = -DBL_MAX;
    for (int i = 0; i < s->hull->vertex_count; i++)
        most = fmax(most, dot3(n, add3(s->center, convex_vertex(s, i))));
    return most;
}

/* Corners on a ball squeezed by `flat` along z: all of them are corners of the hull. */
static void ball_hull(deep_shape *d, int count, double flat) {
    quickhull_point *p = malloc(sizeof *p * (size_t)count);
    for (int i = 0; i < count; i++) {
        vec3 v = deep_direction();
        p[i] = (quickhull_point){.x = v.x, .y = v.y, .z = v.z * flat};
    }
    assert_int_equal(carom_quickhull(&d->hull, &d->memory, p, count, &deep_memory), CAROM_OK);
    free(p);
    d->shape = (convex_shape){.kind = CONVEX_HULL, .hull = &d->hull};
    deep_frame(&d->shape);
}

/* What is promised of an answer, by the definition. */
static void assert_facet(const convex_shape *a, const convex_shape *b, const facet_answer *f) {
    double tiny = 1e-12 * f->scale;
    assert_true(fabs(len2(f->normal) - 1.0) < 1e-14);
    double reach = reach_along(a, f->normal) + reach_along(b, neg3(f->normal));
    assert_true(fabs(reach - f->depth) <= tiny);
    if (!f->aligned) return;
    assert_true(max_abs3(sub3(sub3(f->point_a, f->point_b), scale3(f->normal, f->depth))) <= tiny);
    assert_true(fabs(dot3(f->normal, f->point_a) - reach_along(a, f->normal)) <= tiny);
    assert_true(fabs(dot3(neg3(f->normal), f->point_b) - reach_along(b, neg3(f->normal))) <= tiny);
}

/* @return whether the search served. */
static bool same_as_epa(const convex_shape *a, const convex_shape *b, vec3 guess) {
    facet_answer f = {.cached = NULL};
    epa_answer e = carom_epa(a, b);
    if (!carom_hull_sat(a, b, &guess, &f)) return false;
    assert_facet(a, b, &f);
    if (e.outcome == EPA_APART) {
        assert_true(f.depth < 1e-13 * f.scale); /* the rest is left to the exact test */
        return true;
    }
    double tiny = 1e-12 * f.scale;
    if (e.limit)
        assert_true(f.depth <= e.depth + tiny);
    else
        assert_true(fabs(f.depth - e.depth) <= tiny);
    return true;
}

static void random_hulls(void **state) {
    (void)state;
    const int corners[] = {4, 5, 8, 20, 60, 300};
    int served = 0, aligned = 0, pairs = 0;
    for (int k = 0; k < 1500; k++) {
        deep_shape a, b;
        ball_hull(&a, corners[k % 6], 1.0);
        ball_hull(&b, corners[k / 6 % 6], 1.0);
        b.shape.center = scale3(deep_direction(), deep_between(k % 4 == 0 ? 0.0 : 1.3, 2.0));
        served += same_as_epa(&a.shape, &b.shape, b.shape.center);
        same_as_epa(&a.shape, &b.shape, deep_direction());
        same_as_epa(&b.shape, &a.shape, deep_direction());
        facet_answer f = {.cached = NULL};
        if (carom_hull_sat(&a.shape, &b.shape, &b.shape.center, &f) && f.depth > 0.0) {
            pairs++;
            aligned += f.aligned;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(served > 1300);
    assert_true(aligned == pairs);
}

/* Plates and needles: the ball inside is small, and faces near one point are many. */
static void flat_hulls(void **state) {
    (void)state;
    const double flat[] = {0.3, 1e-2, 1e-5, 3.0, 100.0};
    int served = 0;
    for (int k = 0; k < 600; k++) {
        deep_shape a, b;
        ball_hull(&a, k % 3 == 0 ? 150 : 10, flat[k % 5]);
        ball_hull(&b, k % 2 == 0 ? 120 : 7, flat[k / 5 % 5]);
        b.shape.center = scale3(deep_direction(), deep_between(0.0, 1.0));
        served += same_as_epa(&a.shape, &b.shape, b.shape.center);
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(served > 200);
}

/* Corners on a lattice: parallel faces and edges, faces of many corners, depths that are equal, and
 * contact without depth. */
static void lattice_hulls(void **state) {
    (void)state;
    int served = 0, flush = 0;
    for (int k = 0; k < 1500; k++) {
        deep_shape s[2];
        for (int i = 0; i < 2; i++) {
            quickhull_point p[16];
            for (int j = 0; j < 16; j++)
                p[j] = (quickhull_point){.x = floor(deep_between(0, 3)),
                                         .y = floor(deep_between(0, 3)),
                                         .z = floor(deep_between(0, 3))};
            assert_int_equal(carom_quickhull(&s[i].hull, &s[i].memory, p, 16, &deep_memory),
                             CAROM_OK);
            s[i].shape = (convex_shape){.kind = CONVEX_HULL, .hull = &s[i].hull};
            deep_upright(&s[i].shape);
        }
        s[1].shape.center = vec(floor(deep_between(-2, 3)), floor(deep_between(-2, 3)),
                                0.5 * floor(deep_between(-4, 5)));
        if (s[0].hull.dimension == 3 && s[1].hull.dimension == 3) {
            facet_answer f = {.cached = NULL};
            served += same_as_epa(&s[0].shape, &s[1].shape, deep_direction());
            if (carom_hull_sat(&s[0].shape, &s[1].shape, &(vec3){1, 2, 3}, &f))
                flush += f.depth == 0.0;
        }
        deep_free(&s[0]);
        deep_free(&s[1]);
    }
    assert_true(served > 1200);
    assert_true(flush > 50);
}

/* Axes of a quaternion in float are no rotation: normals are still square to their faces. */
static void distorted_poses(void **state) {
    (void)state;
    for (int k = 0; k < 300; k++) {
        deep_shape a, b;
        ball_hull(&a, 12, 1.0);
        ball_hull(&b, 90, 1.0);
        b.shape.center = scale3(deep_direction(), 1.5);
        for (int i = 0; i < 3; i++) {
            a.shape.axes[i] = add3(a.shape.axes[i], deep_cube(1e-6));
            b.shape.axes[i] = add3(b.shape.axes[i], deep_cube(1e-7));
        }
        assert_true(same_as_epa(&a.shape, &b.shape, b.shape.center));
        a.shape.axes[0] = scale3(a.shape.axes[0], 1.5); /* not for this search */
        facet_answer f = {.cached = NULL};
        assert_false(carom_hull_sat(&a.shape, &b.shape, &b.shape.center, &f));
        deep_free(&a);
        deep_free(&b);
    }
}

/* One inside the other, centre on centre: too many facets, or the right answer. */
static void one_inside(void **state) {
    (void)state;
    int refused = 0;
    for (int k = 0; k < 60; k++) {
        deep_shape a, b;
        ball_hull(&a, k % 2 == 0 ? 400 : 12, 1.0);
        ball_hull(&b, 30, 1.0);
        b.shape.center = deep_cube(0.02);
        refused += !same_as_epa(&a.shape, &b.shape, b.shape.center);
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(refused > 0 && refused < 60);
}

static void assert_same_shape(const convex_shape *view, const convex_shape *s) {
    const hull_data *h = view->hull;
    for (int k = 0; k < 20; k++) {
        int hint = 0, corner = 0;
        vec3 d = deep_direction();
        vec3 p = carom_convex_support(view, d, &hint), q = carom_convex_support(s, d, &corner);
        assert_true(max_abs3(sub3(p, q)) < 1e-14);
        assert_true(s->kind != CONVEX_BOX || hint == corner);
    }
    assert_int_equal(h->vertex_count - h->half_edge_count / 2 + h->face_count, 2);
    for (int e = 0; e < h->half_edge_count; e++) {
        int to = h->origin[h->twin[e]];
        vec3 n = h->face_normal[h->face[e]], v = hull_vertex(h, h->origin[e]);
        assert_true(h->twin[h->twin[e]] == e && to == h->origin[h->next[e]]);
        assert_true(h->face[h->next[e]] == h->face[e]);
        assert_true(fabs(dot3(n, v) - h->face_offset[h->face[e]]) < 1e-15);
        vec3 third = hull_vertex(h, h->origin[h->next[h->next[e]]]);
        assert_true(dot3(n, cross3(sub3(hull_vertex(h, to), v), sub3(third, v))) > 0.0);
        assert_true(h->face_offset[h->face[e]] - dot3(n, h->center) >= h->inner * (1.0 - 1e-12));
        assert_int_equal(h->origin[h->vertex_edge[to]], to);
        assert_int_equal(h->face[h->face_edge[h->face[e]]], h->face[e]);
    }
}

/* Boxes and tetrahedra, either way round, against hulls. */
static void boxes_and_tetrahedra(void **state) {
    (void)state;
    int served = 0, apart = 0;
    for (int k = 0; k < 1500; k++) {
        deep_shape a = {.shape = {.kind = CONVEX_BOX, .half = vec(0.7, 0.4, k % 7 ? 0.5 : 1e-3)}};
        deep_shape b;
        hull_view room;
        if (k % 2 == 0) {
            for (int i = 0; i < 4; i++)
                a.points[i] = deep_cube(1.0);
            a.shape = (convex_shape){.kind = CONVEX_POINTS, .count = 4, .points = a.points};
        } else
            deep_frame(&a.shape);
        ball_hull(&b, k % 3 ? 8 : 60, 1.0);
        b.shape.center = scale3(deep_direction(), deep_between(0.8, 1.6));
        const convex_shape *view = carom_view_as_hull(&room, &a.shape);
        if (view) {
            assert_same_shape(view, &a.shape);
            served += same_as_epa(view, &b.shape, b.shape.center);
            convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
            convex_penetration q = carom_convex_penetration(&b.shape, &a.shape);
            assert_true(p.overlap == q.overlap && p.depth == q.depth);
            assert_true(max_abs3(add3(p.normal, q.normal)) == 0.0);
            apart += !p.overlap;
        }
        deep_free(&b);
    }
    assert_true(served > 1400 && apart > 100 && apart < 1000);
}

/* Without an inside, or not finite: no hulls. */
static void no_views(void **state) {
    (void)state;
    hull_view room;
    vec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, thin[4] = {{0, 0, 0}};
    convex_shape s = {.kind = CONVEX_POINTS, .count = 4, .points = flat};
    assert_null(carom_view_as_hull(&room, &s));
    flat[3].z = 1e-9;
    assert_null(carom_view_as_hull(&room, &s));
    flat[3].z = NAN;
    assert_null(carom_view_as_hull(&room, &s));
    flat[3].z = 1.0;
    assert_non_null(carom_view_as_hull(&room, &s));
    s.count = 3;
    assert_null(carom_view_as_hull(&room, &s));
    s = (convex_shape){.kind = CONVEX_POINTS, .count = 4, .points = thin};
    assert_null(carom_view_as_hull(&room, &s));
    s = (convex_shape){.kind = CONVEX_BOX, .half = vec(1, 1, 0)};
    assert_null(carom_view_as_hull(&room, &s));
    s.kind = CONVEX_CYLINDER;
    s.half.z = 1.0;
    assert_null(carom_view_as_hull(&room, &s));
}

/* Hulls of few corners, which are all measured: from apart to centre on centre, needles and plates,
 * distorted, and the same to the bit whichever comes first. */
static void small_hull_corners(void **state) {
    (void)state;
    const double flat[] = {1.0, 1.0, 0.1, 1e-3, 30.0};
    for (int k = 0; k < 3000; k++) {
        deep_shape a, b;
        ball_hull(&a, 4 + k % 5, flat[k % 5]);
        ball_hull(&b, 4 + k / 5 % 5, flat[k / 5 % 5]);
        b.shape.center = scale3(deep_direction(), deep_between(0.0, 1.5));
        for (int i = 0; i < 3 && k % 2 == 0; i++) {
            a.shape.axes[i] = add3(a.shape.axes[i], deep_cube(1e-6));
            b.shape.axes[i] = add3(b.shape.axes[i], deep_cube(1e-7));
        }
        assert_true(same_as_epa(&a.shape, &b.shape, b.shape.center));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        convex_penetration q = carom_convex_penetration(&b.shape, &a.shape);
        assert_true(p.overlap == q.overlap && p.depth == q.depth);
        assert_true(max_abs3(add3(p.normal, q.normal)) == 0.0);
        deep_free(&a);
        deep_free(&b);
    }
}

/* As the views make them. */
static void set_rigid(convex_shape *s) {
    vec3 c = s->hull->center;
    s->half = convex_from_axes(s, c.x, c.y, c.z);
    s->rigid = convex_distortion(s->axes) < 2e-6;
}

/* The float search must not show: the same facet as without it, to the last digits. @return whether
 * float told */
static bool same_without_float(const convex_shape *a, const convex_shape *b) {
    convex_shape p = *a, q = *b;
    facet_answer f = {.cached = NULL}, g = f;
    hull_float_facets found;
    set_rigid(&p);
    set_rigid(&q);
    vec3 guess = sub3(add3(q.center, q.half), add3(p.center, p.half));
    bool served = carom_hull_sat(a, b, &guess, &g);
    if (served) assert_true(carom_hull_sat(&p, &q, &guess, &f));
    if (served && fmax(f.depth, g.depth) > 1e-12 * g.scale) {
        assert_true(f.depth == g.depth && max_abs3(sub3(f.normal, g.normal)) == 0.0);
        assert_facet(&p, &q, &f);
        assert_true(f.aligned || !g.aligned);
        if (g.aligned) assert_true(max_abs3(sub3(f.point_a, g.point_a)) <= 1e-9 * f.scale);
    }
    const hull_float_body of_p = hull_float_body_of(&p), of_q = hull_float_body_of(&q);
    if (!hull_float_has_facets(&p) || !hull_float_has_facets(&q)) return false;
    const vec3 apart = hull_float_apart(&p, &q);
    return carom_hull_float_facets(&of_p, &of_q, &apart, &guess, &found);
}

/* Of all sizes that have a float form, at any depth, in axes of float, and thin ones. */
static void float_does_not_show(void **state) {
    (void)state;
    const double flat[] = {1.0, 1.0, 0.7, 0.1, 1e-3, 30.0};
    int told = 0;
    for (int k = 0; k < 4000; k++) {
        deep_shape a, b;
        int thin = k % 6;
        ball_hull(&a, 4 + k % 37, flat[thin]);
        ball_hull(&b, 4 + k * 7 % 37, thin < 3 ? 1.0 : flat[k / 6 % 6]);
        b.shape.center = scale3(deep_direction(), deep_between(k % 2 ? 1.2 : 0.0, 2.0));
        for (int i = 0; i < 3 && k % 3 == 0; i++) {
            a.shape.axes[i] = add3(a.shape.axes[i], deep_cube(3e-7));
            b.shape.axes[i] = add3(b.shape.axes[i], deep_cube(3e-7));
        }
        bool alike = same_without_float(&a.shape, &b.shape);
        told += thin < 3 && k % 2 && alike;
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(told > 550); /* of 667 */
}

/* Face upon face, edge along edge, corner on corner, and tilted by as little as float sees or less:
 * where several facets are as near, what is found is what is found without it. */
static void float_does_not_show_when_flush(void **state) {
    (void)state;
    const double tilt[] = {0.0, 1e-12, 1e-8, 1e-7, 1e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 1e-2};
    for (int k = 0; k < 4000; k++) {
        deep_shape s[2];
        for (int i = 0; i < 2; i++) {
            quickhull_point p[16];
            for (int j = 0; j < 16; j++)
                p[j] = (quickhull_point){.x = floor(deep_between(0, 2 + k % 2)),
                                         .y = floor(deep_between(0, 2 + k % 2)),
                                         .z = floor(deep_between(0, 2 + k % 2))};
            assert_int_equal(carom_quickhull(&s[i].hull, &s[i].memory, p, 16, &deep_memory),
                             CAROM_OK);
            s[i].shape = (convex_shape){.kind = CONVEX_HULL, .hull = &s[i].hull};
            deep_upright(&s[i].shape);
        }
        double angle = tilt[k % 11];
        vec3 about = scale3(deep_direction(), angle), *axes = s[1].shape.axes;
        axes[0] = carom_normalize_or(add3(axes[0], cross3(about, axes[0])), axes[0]);
        axes[1] = add3(axes[1], cross3(about, axes[1]));
        axes[1] = carom_normalize_or(mad3(axes[1], axes[0], -dot3(axes[0], axes[1])), axes[1]);
        axes[2] = cross3(axes[0], axes[1]);
        s[1].shape.center = add3(vec(floor(deep_between(-2, 3)), floor(deep_between(-2, 3)),
                                     0.25 * floor(deep_between(-6, 7))),
                                 deep_cube(k % 3 ? 0.0 : angle));
        if (s[0].hull.dimension == 3 && s[1].hull.dimension == 3)
            same_without_float(&s[0].shape, &s[1].shape);
        deep_free(&s[0]);
        deep_free(&s[1]);
    }
}

/* Of hulls large and small, near a face, inside and far outside: the faces by their definition. */
static void lists_near_faces(void **state) {
    (void)state;
    int listed = 0, full = 0;
    for (int k = 0; k < 200; k++) {
        deep_shape d;
        int count = k % 2 ? 4 + k % 37 : 41 + k % 160, faces[NEAR_FACES];
        deep_hull(&d, count);
        const hull_data *h = &d.hull;
        for (int i = 0; i < 60; i++) {
            int face = (int)deep_between(0.0, h->face_count);
            vec3 n = h->face_normal[face], on = hull_vertex(h, h->origin[h->face_edge[face]]);
            vec3 p = mad3(on, sub3(h->center, on), deep_between(0.0, 0.3));
            if (i % 4 == 1) p = mad3(on, n, deep_between(-1e-6, 1e-6));
            if (i % 20 == 2) p = deep_cube(i == 2 ? 1e40 : 3.0);
            double bound = i % 8 == 4 ? below_face(h, (face + 1) % h->face_count, p)
                                      : deep_between(-0.1, 0.3) * (i % 3 ? 1.0 : 1e-3);
            int found = carom_faces_near(h, &p, bound, face, faces), expected = 0;
            for (int f = 0; f < h->face_count; f++) {
                if (!(below_face(h, f, p) < bound)) continue;
                int at = 0;
                while (at < found && at < NEAR_FACES && faces[at] != f)
                    at++;
                assert_true(found > NEAR_FACES || at < found);
                expected++;
            }
            assert_int_equal(found, expected <= NEAR_FACES ? expected : NEAR_FACES + 1);
            listed += found, full += found > NEAR_FACES;
        }
        deep_free(&d);
    }
    assert_true(listed > 10000 && full > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_hulls),
        cmocka_unit_test(flat_hulls),
        cmocka_unit_test(lattice_hulls),
        cmocka_unit_test(distorted_poses),
        cmocka_unit_test(one_inside),
        cmocka_unit_test(boxes_and_tetrahedra),
        cmocka_unit_test(no_views),
        cmocka_unit_test(small_hull_corners),
        cmocka_unit_test(float_does_not_show),
        cmocka_unit_test(float_does_not_show_when_flush),
        cmocka_unit_test(lists_near_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
