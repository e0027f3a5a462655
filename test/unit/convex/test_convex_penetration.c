/* Penetration by the convex engine: exact cases, all directions as oracle for polytopes, sampled
 * ones for curved shapes, and what must not change the answer. */
#include "common/test_convex_deep.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/support/support.h"

#define assert_close(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

static void near_at(double a, double b, double tolerance, int line) {
    if (fabs(a - b) <= tolerance) return;
    print_error("line %d: %.17g is not %.17g within %g\n", line, a, b, tolerance);
    fail();
}

/* What every answer promises; `size` is that of the pair. */
static void assert_sound(const convex_shape *a, const convex_shape *b, const convex_penetration *p,
                         double size) {
    assert_true(p->overlap);
    assert_close(len2(p->normal), 1.0, 1e-12);
    assert_true(p->depth >= 0.0);
    assert_true(p->lower_bound <= p->depth);
    assert_close(deep_reach(a, b, p->normal), p->depth, 1e-9 * size);
    vec3 gap = sub3(sub3(p->point_a, p->point_b), scale3(p->normal, p->depth));
    assert_close(max_abs3(gap), 0.0, 1e-11 * size);
    /* the points are in the shapes: no direction leaves one out */
    for (int i = 0; i < 60; i++) {
        vec3 d = i == 0 ? p->normal : i == 1 ? neg3(p->normal) : deep_direction();
        int k = 0;
        vec3 s = carom_convex_support(a, d, &k);
        assert_true(dot3(sub3(p->point_a, s), d) <= a->radius + 1e-7 * size);
        k = 0;
        s = carom_convex_support(b, d, &k);
        assert_true(dot3(sub3(p->point_b, s), d) <= b->radius + 1e-7 * size);
    }
}

static void assert_normal(const convex_penetration *p, double x, double y, double z) {
    assert_close(max_abs3(sub3(p->normal, vec(x, y, z))), 0.0, 1e-12);
}

static void cubes_by_a_tenth(void **state) {
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(0.5, 0.5, 0.5)), b = a;
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 6; i++) {
        vec3 n = scale3(axes[i / 2], i % 2 ? -1.0 : 1.0);
        b.center = scale3(n, 0.9);
        convex_penetration p = carom_convex_penetration(&a, &b);
        assert_sound(&a, &b, &p, 1.0);
        assert_close(p.depth, 0.1, 1e-15);
        assert_normal(&p, n.x, n.y, n.z);
        assert_int_equal(p.status, CONVEX_EXACT);
        b.center = n; /* touching */
        p = carom_convex_penetration(&a, &b);
        assert_sound(&a, &b, &p, 1.0);
        assert_true(p.depth == 0.0);
        assert_normal(&p, n.x, n.y, n.z);
        b.center = scale3(n, 1.0 + 4e-16);
        assert_false(carom_convex_penetration(&a, &b).overlap);
    }
}

static void first_of_equal_directions(void **state) {
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1)), b = a;
    convex_penetration p = carom_convex_penetration(&a, &b);
    assert_sound(&a, &b, &p, 1.0);
    assert_true(p.depth == 2.0);
    assert_normal(&p, 1, 0, 0);
    b.center = vec(1, 1, 1);
    p = carom_convex_penetration(&a, &b);
    assert_normal(&p, 1, 0, 0);
    b.center = vec(0, 1, 1);
    p = carom_convex_penetration(&a, &b);
    assert_normal(&p, 0, 1, 0);
}

static void rounded_shapes(void **state) {
    vec3 o[2] = {{0, 0, 0}, {4, 0, 0}}, q[2] = {{0, 3, 0}, {4, 3, 0}};
    convex_shape a = deep_points(o, 1, 2.0), b = deep_points(q, 1, 1.5);
    convex_penetration p = carom_convex_penetration(&a, &b); /* spheres along y */
    assert_sound(&a, &b, &p, 4.0);
    assert_close(p.depth, 0.5, 1e-15);
    assert_normal(&p, 0, 1, 0);
    b = deep_points(o, 1, 1.5); /* concentric */
    p = carom_convex_penetration(&a, &b);
    assert_sound(&a, &b, &p, 4.0);
    assert_close(p.depth, 3.5, 1e-15);
    assert_close(fabs(p.normal.z), 1.0, 0.0);
    a = deep_points(o, 2, 2.0); /* parallel capsules */
    b = deep_points(q, 2, 1.0);
    p = carom_convex_penetration(&a, &b);
    assert_sound(&a, &b, &p, 4.0);
    assert_true(p.depth == 0.0);
    assert_normal(&p, 0, 1, 0);
    vec3 across[2] = {{2, -1, 0}, {2, 5, 0}}; /* the cores cross */
    b = deep_points(across, 2, 1.0);
    p = carom_convex_penetration(&a, &b);
    assert_sound(&a, &b, &p, 4.0);
    assert_close(p.depth, 3.0, 1e-15);
    assert_close(fabs(p.normal.z), 1.0, 0.0);
    vec3 triangle[3] = {{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}};
    convex_shape t = deep_points(triangle, 3, 0.0), s = deep_points(o, 1, 0.25);
    p = carom_convex_penetration(&t, &s); /* a centre in the triangle */
    assert_sound(&t, &s, &p, 4.0);
    assert_close(p.depth, 0.25, 1e-15);
    assert_close(fabs(p.normal.z), 1.0, 1e-15);
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(3, 2, 1)); /* inside a box */
    vec3 in[1] = {{0.5, 0.25, -0.5}};
    s = deep_points(in, 1, 0.25);
    p = carom_convex_penetration(&box, &s);
    assert_sound(&box, &s, &p, 4.0);
    assert_close(p.depth, 0.75, 1e-15);
    assert_normal(&p, 0, 0, -1);
}

static void flat_shapes(void **state) {
    vec3 u[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, v[3] = {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}};
    convex_shape a = deep_points(u, 3, 0), b = deep_points(v, 3, 0);
    convex_penetration p = carom_convex_penetration(&a, &b); /* coplanar */
    assert_sound(&a, &b, &p, 4.0);
    assert_true(p.depth == 0.0);
    assert_close(fabs(p.normal.z), 1.0, 0.0);
    for (int i = 0; i < 3; i++)
        v[i].x += 2.5;
    assert_false(carom_convex_penetration(&a, &b).overlap); /* in the plane, apart */
    vec3 s[2] = {{1, 1, -1}, {1, 1, 1}};
    b = deep_points(s, 2, 0);
    p = carom_convex_penetration(&a, &b); /* through the triangle */
    assert_sound(&a, &b, &p, 4.0);
    assert_close(p.depth, 1.0, 1e-15);
    vec3 line[2] = {{1, 2, 3}, {2, 4, 6}}, on[2] = {{1.5, 3, 4.5}, {3, 6, 9}};
    a = deep_points(line, 2, 0);
    b = deep_points(on, 2, 0);
    p = carom_convex_penetration(&a, &b); /* collinear */
    assert_sound(&a, &b, &p, 4.0);
    assert_true(p.depth == 0.0);
    assert_close(dot3(p.normal, line[0]), 0.0, 1e-15);
    b = deep_points(line, 1, 0);
    p = carom_convex_penetration(&a, &b);
    assert_sound(&a, &b, &p, 4.0);
    a = deep_points(line, 1, 0);
    p = carom_convex_penetration(&a, &b); /* a point on itself */
    assert_sound(&a, &b, &p, 4.0);
    assert_normal(&p, 0, 0, 1);
    b = deep_points(on, 1, 0);
    assert_false(carom_convex_penetration(&a, &b).overlap);
}

static void curved_in_closed_form(void **state) {
    convex_shape c = deep_make(CONVEX_CYLINDER, vec(0, 0, 0), vec(1, 1, 2));
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 2.75), vec(3, 3, 1));
    convex_penetration p = carom_convex_penetration(&c, &box); /* standing below a box */
    assert_sound(&c, &box, &p, 3.0);
    assert_close(p.depth, 0.25, 1e-12);
    assert_normal(&p, 0, 0, 1);
    box.center = vec(1.5, 0, 0); /* its side against a face */
    box.half = vec(1, 3, 3);
    p = carom_convex_penetration(&c, &box);
    assert_sound(&c, &box, &p, 3.0);
    assert_close(p.depth, 0.5, 1e-9);
    assert_close(p.normal.x, 1.0, 1e-8);
    convex_shape other = deep_make(CONVEX_CYLINDER, vec(1.2, 1.2, 0.5), vec(1, 1, 2));
    p = carom_convex_penetration(&c, &other); /* parallel cylinders */
    assert_sound(&c, &other, &p, 3.0);
    assert_close(p.depth, 2.0 - 1.2 * sqrt(2.0), 1e-8);
    convex_shape e = deep_make(CONVEX_ELLIPSOID, vec(0, 0, 0), vec(3, 2, 1)), f = e;
    f.center = vec(0, 0, 1.75);
    p = carom_convex_penetration(&e, &f);
    assert_sound(&e, &f, &p, 3.0);
    assert_close(p.depth, 0.25, 1e-8);
    f.center = vec(0, 0, 0); /* identical */
    p = carom_convex_penetration(&e, &f);
    assert_sound(&e, &f, &p, 3.0);
    assert_close(p.depth, 2.0, 1e-8);
    convex_shape ball = deep_make(CONVEX_ELLIPSOID, vec(0, 0, 0), vec(1, 1, 1)), same = ball;
    p = carom_convex_penetration(&ball, &same); /* all directions are equal */
    assert_sound(&ball, &same, &p, 3.0);
    assert_close(p.depth, 2.0, 1e-9);
    assert_true(p.lower_bound <= 2.0 && p.lower_bound > 1.8);
    convex_shape cone = deep_make(CONVEX_CONE, vec(0, 0, 0), vec(1, 1, 2));
    box = deep_make(CONVEX_BOX, vec(0, 0, -0.9), vec(3, 3, 1));
    p = carom_convex_penetration(&cone, &box); /* a cone standing on a box */
    assert_sound(&cone, &box, &p, 3.0);
    assert_close(p.depth, 0.1, 1e-12);
    assert_normal(&p, 0, 0, -1);
}

/* -- polytopes against all directions --------------------------------------------------------- */

typedef struct bag {
    int count;
    vec3 p[256];
} bag;

static void corners_of(const convex_shape *s, bag *out) {
    out->count = 0;
    if (s->kind == CONVEX_POINTS)
        for (int i = 0; i < s->count; i++)
            out->p[out->count++] = s->points[i];
    if (s->kind == CONVEX_BOX)
        for (int i = 0; i < 8; i++) {
            vec3 p = mad3(s->center, s->axes[0], i & 1 ? s->half.x : -s->half.x);
            p = mad3(p, s->axes[1], i & 2 ? s->half.y : -s->half.y);
            out->p[out->count++] = mad3(p, s->axes[2], i & 4 ? s->half.z : -s->half.z);
        }
    if (s->kind == CONVEX_HULL)
        for (int i = 0; i < s->hull->vertex_count; i++) {
            vec3 v = hull_vertex(s->hull, i);
            out->p[out->count++] = add3(
                s->center, mad3(mad3(scale3(s->axes[0], v.x), s->axes[1], v.y), s->axes[2], v.z));
        }
}

/* Two copies cannot be told apart, nor which of them is first. */
static bool same_bags(const bag *a, const bag *b) {
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = max_abs3(sub3(a->p[i], b->p[i])) == 0.0;
    return same;
}

static double reach_of_bags(const bag *a, const bag *b, vec3 n) {
    double high = -DBL_MAX, low = DBL_MAX;
    for (int i = 0; i < a->count; i++)
        high = max2(high, dot3(a->p[i], n));
    for (int i = 0; i < b->count; i++)
        low = min2(low, dot3(b->p[i], n));
    return high - low;
}

static void try_both(const bag *a, const bag *b, vec3 n, double *least) {
    double length = sqrt(len2(n));
    if (length < 1e-9) return;
    n = scale3(n, 1.0 / length);
    *least = min2(*least, min2(reach_of_bags(a, b, n), reach_of_bags(a, b, neg3(n))));
}

/* Every plane of three corners of either, every pair of differences: no structure is used. */
static double least_over_all(const bag *a, const bag *b) {
    double least = DBL_MAX;
    const bag *bags[2] = {a, b};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < bags[s]->count; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++)
                    try_both(a, b,
                             cross3(sub3(bags[s]->p[j], bags[s]->p[i]),
                                    sub3(bags[s]->p[k], bags[s]->p[i])),
                             &least);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < b->count; k++)
                for (int l = 0; l < k; l++)
                    try_both(a, b, cross3(sub3(a->p[j], a->p[i]), sub3(b->p[l], b->p[k])), &least);
    return least;
}

static void assert_freed(deep_shape *a, deep_shape *b, const convex_penetration *p, double size) {
    deep_move(b, scale3(p->normal, p->depth + 1e-11 * size));
    assert_false(carom_convex_penetration(&a->shape, &b->shape).overlap);
    deep_move(b, scale3(p->normal, -3e-11 * size));
    if (p->depth > 1e-9) assert_true(carom_convex_penetration(&a->shape, &b->shape).overlap);
    deep_move(b, scale3(p->normal, -p->depth + 2e-11 * size));
}

static void polytopes_against_all_directions(void **state) {
    const convex_kind kinds[3] = {CONVEX_POINTS, CONVEX_BOX, CONVEX_HULL};
    int met = 0;
    for (int round = 0; round < 180; round++) {
        deep_shape a, b;
        bool large = round % 9 == 8;
        deep_random(&a, kinds[round % 3], large ? 0 : round);
        deep_random(&b, kinds[round / 3 % 3], large ? 0 : round / 9);
        if (a.shape.kind == CONVEX_HULL && a.hull.vertex_count > 20)
            deep_free(&a), deep_hull(&a, 9);
        if (b.shape.kind == CONVEX_HULL && b.hull.vertex_count > 20)
            deep_free(&b), deep_hull(&b, 7);
        deep_move(&b, deep_cube(0.8));
        bag p, q;
        corners_of(&a.shape, &p);
        corners_of(&b.shape, &q);
        double least = least_over_all(&p, &q);
        convex_penetration r = carom_convex_penetration(&a.shape, &b.shape);
        assert_int_equal(r.overlap, least >= 0.0);
        if (r.overlap) {
            met++;
            assert_sound(&a.shape, &b.shape, &r, 2.0);
            assert_close(r.depth, least, 1e-13);
            assert_int_equal(r.status, CONVEX_EXACT);
            assert_freed(&a, &b, &r, 1.0);
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(met > 60);
}

/* Corners on a small lattice: coincident, collinear and coplanar corners, touching, flat shapes. */
static void polytopes_on_a_lattice(void **state) {
    int touching = 0, inside = 0;
    for (int round = 0; round < 1200; round++) {
        deep_shape shapes[2];
        for (int k = 0; k < 2; k++) {
            deep_shape *d = &shapes[k];
            int kind = (int)(deep_unit() * 3.0), count = 1 + (int)(deep_unit() * 8.0);
            quickhull_point q[8];
            d->memory = NULL;
            for (int i = 0; i < count; i++) {
                double x = floor(deep_between(-2, 3)), y = floor(deep_between(-2, 3));
                d->points[i] = vec(x, y, floor(deep_between(-2, 3)) * (round % 5 ? 1.0 : 1e-3));
                q[i] = (quickhull_point){.x = x, .y = y, .z = d->points[i].z};
            }
            d->shape = deep_points(d->points, count, 0.0);
            if (kind == 0) d->shape = deep_make(CONVEX_BOX, d->points[0], vec(1, 0.5, 1));
            if (kind > 1) continue;
            if (kind == 1) {
                d->shape = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
                d->shape.hull = &d->hull;
                assert_int_equal(carom_quickhull(&d->hull, &d->memory, q, count, &deep_memory), 0);
            }
            if (round % 3 == 0) deep_frame(&d->shape);
        }
        const convex_shape *a = &shapes[0].shape, *b = &shapes[1].shape;
        bag p, q;
        corners_of(a, &p);
        corners_of(b, &q);
        double least = least_over_all(&p, &q);
        convex_penetration r = carom_convex_penetration(a, b), s = carom_convex_penetration(b, a);
        assert_int_equal(r.overlap, carom_convex_overlap(a, b, NULL));
        assert_int_equal(r.overlap, s.overlap);
        if (r.overlap) {
            touching += r.depth == 0.0;
            inside += r.depth > 0.0;
            assert_sound(a, b, &r, 4.0);
            assert_int_equal(r.status, CONVEX_EXACT);
            if (least < DBL_MAX) assert_close(r.depth, max2(least, 0.0), 1e-13);
            assert_true(r.depth == s.depth);
            if (!same_bags(&p, &q)) assert_true(max_abs3(add3(r.normal, s.normal)) == 0.0);
        }
        deep_free(&shapes[0]);
        deep_free(&shapes[1]);
    }
    assert_true(touching > 50 && inside > 300);
}

/* -- any kinds -------------------------------------------------------------------------------- */

static double least_sampled(const convex_shape *a, const convex_shape *b, vec3 near) {
    double least = DBL_MAX;
    for (int i = 0; i < 1500; i++) {
        vec3 n = deep_direction();
        if (i % 2) n = mad3(near, n, deep_unit() * deep_unit() * 0.3);
        least = min2(least, deep_reach(a, b, scale3(n, 1.0 / sqrt(len2(n)))));
    }
    return least;
}

static void all_kinds_against_samples(void **state) {
    int met = 0;
    for (int round = 0; round < 360; round++) {
        deep_shape a, b;
        deep_random(&a, (convex_kind)(round % 6), round / 6);
        deep_random(&b, (convex_kind)(round / 6 % 6), round / 36);
        if (round % 4 == 3) a.shape.radius = deep_between(0, 0.4);
        if (round % 5 == 3) b.shape.radius = deep_between(0, 0.4);
        deep_move(&b, deep_cube(1.0));
        convex_penetration r = carom_convex_penetration(&a.shape, &b.shape);
        double sampled = least_sampled(&a.shape, &b.shape, r.overlap ? r.normal : vec(1, 0, 0));
        if (sampled < 0.0) assert_false(r.overlap);
        if (r.overlap) {
            met++;
            assert_sound(&a.shape, &b.shape, &r, 2.0);
            assert_true(r.depth <= sampled + 1e-8);
            assert_true(r.depth - r.lower_bound <= 2e-6 * r.depth + 1e-12 ||
                        r.status == CONVEX_LIMIT);
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(met > 120);
}

static void swapped(void **state) {
    for (int round = 0; round < 180; round++) {
        deep_shape a, b;
        deep_random(&a, (convex_kind)(round % 6), round / 6);
        deep_random(&b, (convex_kind)(round / 6 % 6), round / 36);
        deep_move(&b, deep_cube(0.7));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        convex_penetration q = carom_convex_penetration(&b.shape, &a.shape);
        assert_int_equal(p.overlap, q.overlap);
        assert_true(p.depth == q.depth);
        assert_true(max_abs3(add3(p.normal, q.normal)) == 0.0);
        assert_true(max_abs3(sub3(p.point_a, q.point_b)) == 0.0);
        assert_true(max_abs3(sub3(p.point_b, q.point_a)) == 0.0);
        deep_free(&a);
        deep_free(&b);
    }
}

static void scaled_and_moved(void **state) {
    for (int round = 0; round < 120; round++) {
        deep_shape a, b;
        convex_kind kinds[5] = {CONVEX_POINTS, CONVEX_BOX, CONVEX_CYLINDER, CONVEX_CONE,
                                CONVEX_ELLIPSOID};
        deep_random(&a, kinds[round % 5], round / 5);
        deep_random(&b, kinds[round / 5 % 5], round / 25);
        deep_move(&b, deep_cube(0.6));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        if (!p.overlap) continue;
        for (int k = -20; k <= 20; k += 10) { /* 1e-6 .. 1e6 */
            deep_shape c = a, d = b;
            double s = ldexp(1.0, k);
            deep_scale(&c, s);
            deep_scale(&d, s);
            convex_penetration q = carom_convex_penetration(&c.shape, &d.shape);
            assert_true(q.overlap);
            assert_close(q.depth, p.depth * s, 1e-13 * s);
            deep_move(&c, vec(1e5 * s, -1e5 * s, 3e4 * s));
            deep_move(&d, vec(1e5 * s, -1e5 * s, 3e4 * s));
            q = carom_convex_penetration(&c.shape, &d.shape);
            assert_true(q.overlap || p.depth < 1e-9);
            assert_close(q.depth, p.depth * s, 1e-8 * s);
        }
    }
}

/* Powers of two change nothing at all, up to where numbers end. */
static void extreme_magnitudes(void **state) {
    static const int exponents[6] = {-990, -500, -140, 140, 500, 990};
    int met = 0;
    for (int round = 0; round < 360; round++) {
        deep_shape a, b;
        convex_kind kinds[5] = {CONVEX_POINTS, CONVEX_BOX, CONVEX_CYLINDER, CONVEX_CONE,
                                CONVEX_ELLIPSOID};
        double s = ldexp(1.0, exponents[round % 6]);
        deep_random(&a, kinds[round % 5], round / 5);
        deep_random(&b, kinds[round / 5 % 5], round / 25);
        if (round % 7 == 0) a.shape.radius = 0.25;
        deep_move(&b, deep_cube(0.8));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        double t = carom_convex_penetration_along(&a.shape, &b.shape, vec(0.6, 0, 0.8));
        deep_scale(&a, s);
        deep_scale(&b, s);
        convex_penetration q = carom_convex_penetration(&a.shape, &b.shape);
        assert_int_equal(p.overlap, q.overlap);
        assert_close(q.depth / s, p.depth, 1e-15);
        assert_close(max_abs3(sub3(p.normal, q.normal)), 0.0, 1e-15);
        assert_close(max_abs3(sub3(scale3(q.point_a, 1.0 / s), p.point_a)), 0.0, 1e-14);
        assert_close(carom_convex_penetration_along(&a.shape, &b.shape, vec(0.6, 0, 0.8)) / s, t,
                     1e-14);
        met += p.overlap;
    }
    assert_true(met > 100);
}

static void permuted_corners(void **state) {
    static const int orders[4][4] = {{3, 1, 0, 2}, {1, 0, 3, 2}, {2, 3, 1, 0}, {0, 3, 2, 1}};
    for (int round = 0; round < 100; round++) {
        deep_shape a, b;
        deep_random(&a, CONVEX_POINTS, 0);
        deep_random(&b, (convex_kind)(round % 6), round / 6);
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        vec3 other[4];
        for (int i = 0; i < 4; i++)
            other[i] = a.points[orders[round % 4][i]];
        convex_shape c = deep_points(other, 4, 0.0);
        convex_penetration q = carom_convex_penetration(&c, &b.shape);
        assert_int_equal(p.overlap, q.overlap);
        assert_close(p.depth, q.depth, round % 6 <= CONVEX_HULL ? 1e-14 : 1e-8);
        deep_free(&b);
    }
}

/* -- known to break others -------------------------------------------------------------------- */

static void graveyard(void **state) {
    convex_shape needle = deep_make(CONVEX_BOX, vec(0.2, 0.1, 0), vec(500, 0.5, 0.5));
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    deep_frame(&needle);
    convex_penetration p = carom_convex_penetration(&needle, &box);
    assert_sound(&needle, &box, &p, 500.0);
    bag a, b;
    corners_of(&needle, &a);
    corners_of(&box, &b);
    assert_close(p.depth, least_over_all(&a, &b), 1e-11);
    convex_shape thin = deep_make(CONVEX_CYLINDER, vec(0.3, 0.2, 0.1), vec(0.01, 0.01, 100));
    p = carom_convex_penetration(&thin, &box); /* upright: leaves by the nearest side */
    assert_sound(&thin, &box, &p, 100.0);
    assert_close(p.depth, 0.71, 1e-8);
    thin.center = vec(0, 0, 0); /* in the very middle */
    p = carom_convex_penetration(&thin, &box);
    assert_sound(&thin, &box, &p, 100.0);
    assert_close(p.depth, 1.01, 1e-8);
    vec3 on_face = vec(0.5, -0.25, 1), on_edge = vec(1, 0.5, 1), on_corner = vec(1, 1, 1);
    const vec3 *on[3] = {&on_face, &on_edge, &on_corner};
    for (int i = 0; i < 3; i++) {
        convex_shape point = deep_points(on[i], 1, 0.0);
        p = carom_convex_penetration(&box, &point);
        assert_sound(&box, &point, &p, 2.0);
        assert_true(p.depth == 0.0);
    }
}

static void hull_as_a_box(void **state) {
    quickhull_point corners[16];
    for (int i = 0; i < 16; i++) /* with interior points */
        corners[i] = (quickhull_point){.x = (i & 1 ? 1 : -1) * (i < 8 ? 1 : 0.5),
                                       .y = (i & 2 ? 1 : -1) * (i < 8 ? 1 : 0.25),
                                       .z = (i & 4 ? 1 : -1) * (i < 8 ? 1 : 0.5)};
    hull_data hull;
    void *memory;
    assert_int_equal(carom_quickhull(&hull, &memory, corners, 16, &deep_memory), CAROM_OK);
    convex_shape h = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
    h.hull = &hull;
    convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1)), solid = box;
    for (int round = 0; round < 60; round++) {
        if (round >= 30) deep_frame(&box);
        h.center = solid.center = deep_cube(1.2);
        if (round % 3 == 0) h.center.x = solid.center.x = 0.0;
        if (round % 6 == 0) h.center.y = solid.center.y = 0.0;
        convex_penetration p = carom_convex_penetration(&h, &box);
        convex_penetration q = carom_convex_penetration(&solid, &box);
        assert_int_equal(p.overlap, q.overlap);
        if (!p.overlap) continue;
        assert_sound(&h, &box, &p, 2.0);
        assert_close(p.depth, q.depth, 1e-14);
    }
    h.center = vec(0, 2, 0); /* face on face */
    box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    convex_penetration p = carom_convex_penetration(&box, &h);
    assert_sound(&box, &h, &p, 2.0);
    assert_true(p.depth == 0.0);
    assert_normal(&p, 0, 1, 0);
    convex_shape twin = h;
    p = carom_convex_penetration(&h, &twin); /* identical */
    assert_sound(&h, &twin, &p, 2.0);
    assert_close(p.depth, 2.0, 1e-15);
    carom_free(&deep_memory, memory);
}

static void large_hulls(void **state) {
    for (int round = 0; round < 12; round++) {
        deep_shape a, b;
        deep_hull(&a, 512);
        deep_hull(&b, round % 2 ? 512 : 128);
        deep_move(&b, deep_cube(0.5));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        if (p.overlap) {
            assert_sound(&a.shape, &b.shape, &p, 2.0);
            assert_true(p.depth <= least_sampled(&a.shape, &b.shape, p.normal) + 1e-12);
            assert_int_equal(p.status, CONVEX_EXACT);
            assert_freed(&a, &b, &p, 1.0);
        }
        deep_free(&a);
        deep_free(&b);
    }
}

static void along_a_direction(void **state) {
    convex_shape a = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1)), b = a;
    b.center = vec(0.5, 0.25, 0);
    assert_close(carom_convex_penetration_along(&a, &b, vec(1, 0, 0)), 1.5, 1e-14);
    assert_close(carom_convex_penetration_along(&a, &b, vec(-1, 0, 0)), 2.5, 1e-14);
    assert_close(carom_convex_penetration_along(&a, &b, vec(0.6, 0.8, 0)), 1.75 / 0.8, 1e-14);
    b.center = vec(3, 0, 0);
    assert_true(carom_convex_penetration_along(&a, &b, vec(0, 1, 0)) == 0.0);
    assert_true(carom_convex_penetration_along(&a, &b, vec(-1, 0, 0)) == 0.0);
    vec3 o = vec(0, 0, 0), q = vec(0.5, 0, 0);
    convex_shape s = deep_points(&o, 1, 1.0), t = deep_points(&q, 1, 2.0);
    assert_close(carom_convex_penetration_along(&s, &t, vec(1, 0, 0)), 2.5, 1e-8);
    assert_close(carom_convex_penetration_along(&s, &t, vec(0, 1, 0)), sqrt(9 - 0.25), 1e-8);
    for (int round = 0; round < 120; round++) {
        deep_shape c, d;
        deep_random(&c, (convex_kind)(round % 6), round / 6);
        deep_random(&d, (convex_kind)(round / 6 % 6), round / 36);
        deep_move(&d, deep_cube(0.5));
        convex_penetration p = carom_convex_penetration(&c.shape, &d.shape);
        vec3 n = deep_direction();
        double t_out = carom_convex_penetration_along(&c.shape, &d.shape, n);
        if (!p.overlap || p.depth < 1e-6) {
            deep_free(&c);
            deep_free(&d);
            continue;
        }
        assert_true(t_out >= p.depth - 1e-8);
        assert_close(carom_convex_penetration_along(&c.shape, &d.shape, p.normal), p.depth, 1e-7);
        deep_move(&d, scale3(n, t_out + 1e-6));
        assert_false(carom_convex_penetration(&c.shape, &d.shape).overlap);
        deep_move(&d, scale3(n, -3e-6));
        assert_true(carom_convex_penetration(&c.shape, &d.shape).overlap);
        deep_free(&c);
        deep_free(&d);
    }
}

static void not_finite(void **state) {
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int kind = 0; kind < 6; kind++)
        for (int i = 0; i < 3; i++)
            for (int field = 0; field < 3; field++) {
                deep_shape a, b;
                deep_random(&a, (convex_kind)kind, i);
                deep_random(&b, CONVEX_BOX, 0);
                if (kind == CONVEX_POINTS) a.points[0].y = bad[i];
                if (field == 0) a.shape.center.x = bad[i];
                if (field == 1) a.shape.half.z = a.shape.half.x = bad[i];
                if (field == 2) a.shape.axes[2].y = bad[i];
                convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
                assert_true(!p.overlap || (p.depth >= 0.0 && finite3(p.normal)));
                p = carom_convex_penetration(&b.shape, &a.shape);
                assert_true(!p.overlap || (p.depth >= 0.0 && finite3(p.normal)));
                deep_free(&a);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_by_a_tenth),
        cmocka_unit_test(first_of_equal_directions),
        cmocka_unit_test(rounded_shapes),
        cmocka_unit_test(flat_shapes),
        cmocka_unit_test(curved_in_closed_form),
        cmocka_unit_test(polytopes_against_all_directions),
        cmocka_unit_test(polytopes_on_a_lattice),
        cmocka_unit_test(all_kinds_against_samples),
        cmocka_unit_test(swapped),
        cmocka_unit_test(scaled_and_moved),
        cmocka_unit_test(extreme_magnitudes),
        cmocka_unit_test(permuted_corners),
        cmocka_unit_test(graveyard),
        cmocka_unit_test(hull_as_a_box),
        cmocka_unit_test(large_hulls),
        cmocka_unit_test(along_a_direction),
        cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
