/* Two triangles. Hand-made cases of each kind, and on a small lattice an independent clipper in
 * double: corners there are either equal or far apart, so its tolerance decides nothing. */
#include "common/test_volume_common.h"

#include <string.h>

static carom_triangle triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    return (carom_triangle){{a, b, c}};
}
static bool same(carom_vec3 p, carom_vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}
static double gap(carom_vec3 p, carom_vec3 q) {
    return fmax(fabs((double)p.x - (double)q.x),
                fmax(fabs((double)p.y - (double)q.y), fabs((double)p.z - (double)q.z)));
}
static carom_triangle reordered(const carom_triangle *t, int order) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {2, 1, 0}, {0, 2, 1}, {1, 0, 2}};
    const int *k = orders[order];
    return triangle(t->v[k[0]], t->v[k[1]], t->v[k[2]]);
}

/* The expected answer, whatever the order of triangles and vertices. */
static void assert_shared(carom_triangle a, carom_triangle b, carom_intersection_kind kind,
                          carom_vec3 p, carom_vec3 q) {
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            carom_triangle ra = reordered(&a, i), rb = reordered(&b, k);
            carom_triangle_intersection r = carom_intersect_triangle_triangle(&ra, &rb);
            carom_triangle_intersection s = carom_intersect_triangle_triangle(&rb, &ra);
            assert_int_equal(r.kind, kind);
            assert_int_equal(s.kind, kind);
            assert_true(same(r.segment.a, p) && same(r.segment.b, q));
            assert_true(same(s.segment.a, p) && same(s.segment.b, q));
        }
}

static void crossing_triangles_share_a_segment(void **state) {
    carom_triangle flat = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    assert_shared(flat, triangle(v3(1, 1, -1), v3(1, 1, 1), v3(1, 4, 0)),
                  CAROM_INTERSECTION_SEGMENT, v3(1, 1, 0), v3(1, 4, 0));
    /* b ends outside: the other end is on an edge of the flat one */
    assert_shared(flat, triangle(v3(2, 2, -1), v3(2, 2, 1), v3(2, 40, 0)),
                  CAROM_INTERSECTION_SEGMENT, v3(2, 2, 0), v3(2, 6, 0));
    /* through the whole of it, along an edge, and with a common vertex */
    assert_shared(flat, triangle(v3(-9, 2, -9), v3(-9, 2, 9), v3(99, 2, 0)),
                  CAROM_INTERSECTION_SEGMENT, v3(0, 2, 0), v3(6, 2, 0));
    assert_shared(flat, triangle(v3(-4, 0, 0), v3(6, 0, 0), v3(1, 0, 5)),
                  CAROM_INTERSECTION_SEGMENT, v3(0, 0, 0), v3(6, 0, 0));
    assert_shared(flat, triangle(v3(0, 0, 0), v3(4, 4, 5), v3(4, 4, -5)),
                  CAROM_INTERSECTION_SEGMENT, v3(0, 0, 0), v3(4, 4, 0));
}

static void touching_triangles_share_a_point(void **state) {
    carom_triangle flat = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    const carom_vec3 touch[] = {v3(2, 3, 0), v3(4, 4, 0), v3(5, 0, 0), v3(8, 0, 0)};
    for (int i = 0; i < 4; i++) {
        carom_triangle above = triangle(touch[i], v3(1, 9, 4), v3(3, -7, 5));
        assert_shared(flat, above, CAROM_INTERSECTION_POINT, touch[i], touch[i]);
        for (int k = 0; k < 3; k++)
            above.v[k].z = k == 0 ? next_number(0, 1) : above.v[k].z;
        assert_shared(flat, above, CAROM_INTERSECTION_NONE, v3(0, 0, 0), v3(0, 0, 0));
    }
    /* edge across edge, and the line of the planes touching end to end */
    assert_shared(flat, triangle(v3(4, 4, -1), v3(4, 4, 1), v3(9, 9, 0)), CAROM_INTERSECTION_POINT,
                  v3(4, 4, 0), v3(4, 4, 0));
    assert_shared(flat, triangle(v3(8, 0, -2), v3(8, 0, 2), v3(12, 0, 0)), CAROM_INTERSECTION_POINT,
                  v3(8, 0, 0), v3(8, 0, 0));
    assert_shared(flat, triangle(v3(9, 0, -2), v3(9, 0, 2), v3(12, 0, 0)), CAROM_INTERSECTION_NONE,
                  v3(0, 0, 0), v3(0, 0, 0));
}

static void coplanar_triangles_share_any_kind(void **state) {
    carom_triangle flat = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    assert_shared(flat, flat, CAROM_INTERSECTION_AREA, v3(0, 8, 0), v3(8, 0, 0));
    assert_shared(flat, triangle(v3(1, 1, 0), v3(2, 1, 0), v3(1, 3, 0)), CAROM_INTERSECTION_AREA,
                  v3(1, 3, 0), v3(2, 1, 0));
    assert_shared(flat, triangle(v3(2, 6, 0), v3(6, 2, 0), v3(9, 9, 0)), CAROM_INTERSECTION_SEGMENT,
                  v3(2, 6, 0), v3(6, 2, 0));
    assert_shared(flat, triangle(v3(4, 4, 0), v3(9, 9, 0), v3(9, 4, 0)), CAROM_INTERSECTION_POINT,
                  v3(4, 4, 0), v3(4, 4, 0));
    assert_shared(flat, triangle(v3(8, 0, 0), v3(9, 9, 0), v3(9, 4, 0)), CAROM_INTERSECTION_POINT,
                  v3(8, 0, 0), v3(8, 0, 0));
    assert_shared(flat, triangle(v3(5, 5, 0), v3(9, 9, 0), v3(9, 4, 0)), CAROM_INTERSECTION_NONE,
                  v3(0, 0, 0), v3(0, 0, 0));
    /* a star of David: six crossings, the hexagon's long diagonal */
    carom_triangle up = triangle(v3(-6, -4, 0), v3(6, -4, 0), v3(0, 8, 0));
    carom_triangle down = triangle(v3(-6, 4, 0), v3(6, 4, 0), v3(0, -8, 0));
    assert_shared(up, down, CAROM_INTERSECTION_AREA, v3(-2, -4, 0), v3(2, 4, 0));
}

static void triangles_without_area_are_what_they_are(void **state) {
    carom_triangle flat = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    carom_triangle through = triangle(v3(1, 2, -3), v3(1, 2, -1), v3(1, 2, 3));
    carom_triangle inside = triangle(v3(1, 1, 0), v3(4, 1, 0), v3(2, 1, 0));
    carom_triangle out = triangle(v3(1, 1, 0), v3(1, 21, 0), v3(1, 1, 0));
    carom_triangle point = triangle(v3(1, 2, 0), v3(1, 2, 0), v3(1, 2, 0));
    carom_vec3 p = v3(1, 2, 0), zero = v3(0, 0, 0);
    assert_shared(flat, through, CAROM_INTERSECTION_POINT, p, p);
    assert_shared(flat, inside, CAROM_INTERSECTION_SEGMENT, v3(1, 1, 0), v3(4, 1, 0));
    assert_shared(flat, out, CAROM_INTERSECTION_SEGMENT, v3(1, 1, 0), v3(1, 7, 0));
    assert_shared(flat, point, CAROM_INTERSECTION_POINT, p, p);
    assert_shared(through, point, CAROM_INTERSECTION_POINT, p, p);
    assert_shared(point, point, CAROM_INTERSECTION_POINT, p, p);
    assert_shared(through, out, CAROM_INTERSECTION_POINT, p, p);
    assert_shared(inside, point, CAROM_INTERSECTION_NONE, zero, zero);
    assert_shared(inside, inside, CAROM_INTERSECTION_SEGMENT, v3(1, 1, 0), v3(4, 1, 0));
    assert_shared(inside, triangle(v3(3, 1, 0), v3(9, 1, 0), v3(9, 1, 0)),
                  CAROM_INTERSECTION_SEGMENT, v3(3, 1, 0), v3(4, 1, 0));
    assert_shared(inside, triangle(v3(4, 1, 0), v3(9, 1, 0), v3(9, 1, 0)), CAROM_INTERSECTION_POINT,
                  v3(4, 1, 0), v3(4, 1, 0));
    assert_shared(inside, triangle(v3(5, 1, 0), v3(9, 1, 0), v3(9, 1, 0)), CAROM_INTERSECTION_NONE,
                  zero, zero);
    assert_shared(through, triangle(v3(1, 8, 1), v3(9, 0, 1), v3(5, 4, 1)), CAROM_INTERSECTION_NONE,
                  zero, zero);
}

/* ---- the clipper */

typedef struct soup {
    double p[40][3];
    int count;
} soup;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}
static void keep_side(soup *s, const double n[3], double offset) {
    soup out = {.count = 0};
    for (int i = 0; i < s->count; i++) {
        const double *p = s->p[i], *q = s->p[(i + 1) % s->count];
        double hp = dot(n, p) - offset, hq = dot(n, q) - offset, eps = 1e-9;
        if (hp >= -eps) memcpy(out.p[out.count++], p, sizeof out.p[0]);
        if ((hp > eps && hq < -eps) || (hp < -eps && hq > eps)) {
            for (int k = 0; k < 3; k++)
                out.p[out.count][k] = p[k] + (q[k] - p[k]) * (hp / (hp - hq));
            out.count++;
        }
    }
    *s = out;
}
static void keep_between(soup *s, const double n[3], double low, double high) {
    const double back[3] = {-n[0], -n[1], -n[2]};
    keep_side(s, n, low);
    keep_side(s, back, -high);
}
static void read_vertices(const carom_triangle *t, double v[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = (double)(&t->v[i].x)[k];
}
/* b has an area. */
static soup clipped(const carom_triangle *a, const carom_triangle *b) {
    double v[3][3], u[3], w[3], n[3], m[3];
    soup s = {.count = 3};
    read_vertices(a, s.p);
    read_vertices(b, v);
    for (int k = 0; k < 3; k++) {
        u[k] = v[1][k] - v[0][k];
        w[k] = v[2][k] - v[0][k];
    }
    cross(u, w, n);
    keep_between(&s, n, dot(n, v[0]), dot(n, v[0]));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            u[k] = v[(i + 1) % 3][k] - v[i][k];
        cross(n, u, m);
        keep_side(&s, m, dot(m, v[i]));
    }
    return s;
}
static bool has_area(const carom_triangle *t) {
    double v[3][3], u[3], w[3], n[3];
    read_vertices(t, v);
    for (int k = 0; k < 3; k++) {
        u[k] = v[1][k] - v[0][k];
        w[k] = v[2][k] - v[0][k];
    }
    cross(u, w, n);
    return dot(n, n) > 0;
}
/* Length of the clipped set, and how far it is from straight. */
static void measure(const soup *s, double *length, double *area) {
    *length = *area = 0;
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < s->count; j++) {
            double u[3], w[3], n[3];
            for (int k = 0; k < 3; k++)
                u[k] = s->p[j][k] - s->p[i][k];
            *length = fmax(*length, sqrt(dot(u, u)));
            for (int m = 0; m < s->count; m++) {
                for (int k = 0; k < 3; k++)
                    w[k] = s->p[m][k] - s->p[i][k];
                cross(u, w, n);
                *area = fmax(*area, sqrt(dot(n, n)));
            }
        }
}
static carom_vec3 lattice_point(int n) {
    return v3(random_lattice(n), random_lattice(n), random_lattice(n));
}

static void lattice_triangles_agree_with_a_clipper(void **state) {
    volume_seed = 21;
    int seen[5] = {0};
    for (int n = 0; n < 60000; n++) {
        int range = 1 + n % 3;
        carom_triangle a =
            triangle(lattice_point(range), lattice_point(range), lattice_point(range));
        carom_triangle b =
            triangle(lattice_point(range), lattice_point(range), lattice_point(range));
        for (int k = 0; k < 3 && n % 5 == 0; k++)
            a.v[k].z = b.v[k].z = 1;
        if (n % 7 == 0) b.v[1] = a.v[2];
        if (!has_area(&b)) continue;
        soup s = clipped(&a, &b);
        double length, area;
        measure(&s, &length, &area);
        carom_intersection_kind want = s.count == 0    ? CAROM_INTERSECTION_NONE
                                       : area > 1e-6   ? CAROM_INTERSECTION_AREA
                                       : length > 1e-6 ? CAROM_INTERSECTION_SEGMENT
                                                       : CAROM_INTERSECTION_POINT;
        carom_triangle_intersection r = carom_intersect_triangle_triangle(&a, &b);
        carom_triangle_intersection back = carom_intersect_triangle_triangle(&b, &a);
        seen[want]++;
        assert_int_equal(r.kind, want);
        assert_int_equal(back.kind, want);
        assert_int_equal(carom_overlap_triangle_triangle(&a, &b), want != CAROM_INTERSECTION_NONE);
        assert_true(gap(r.segment.a, back.segment.a) < 1e-6 || want == CAROM_INTERSECTION_AREA);
        const carom_vec3 ends[2] = {r.segment.a, r.segment.b};
        for (int e = 0; e < 2 && s.count > 0; e++) {
            double nearest = 1;
            for (int i = 0; i < s.count; i++)
                nearest = fmin(nearest, gap(ends[e], v3(s.p[i][0], s.p[i][1], s.p[i][2])));
            assert_true(nearest < 1e-6);
        }
        double u[3] = {(double)ends[1].x - (double)ends[0].x, (double)ends[1].y - (double)ends[0].y,
                       (double)ends[1].z - (double)ends[0].z};
        assert_true(fabs(sqrt(dot(u, u)) - length) < 1e-5);
    }
    assert_true(seen[CAROM_INTERSECTION_NONE] > 1000 && seen[CAROM_INTERSECTION_POINT] > 1000);
    assert_true(seen[CAROM_INTERSECTION_SEGMENT] > 1000 && seen[CAROM_INTERSECTION_AREA] > 1000);
}

/* Powers of two and, for the double build, magnitudes whose products overflow. */
static void scale_changes_nothing_else(void **state) {
    volume_seed = 22;
    bool wide = sizeof(carom_real) == 8;
    const double scale[4] = {0x1p-80, 0x1p80, wide ? 0x1p250 : 0x1p100, wide ? 0x1p990 : 0x1p120};
    for (int n = 0; n < 3000; n++) {
        carom_triangle a = triangle(lattice_point(3), lattice_point(3), lattice_point(3));
        carom_triangle b = triangle(lattice_point(3), lattice_point(3), lattice_point(3));
        carom_triangle_intersection r = carom_intersect_triangle_triangle(&a, &b);
        for (int k = 0; k < 4; k++) {
            carom_triangle sa = a, sb = b;
            for (int i = 0; i < 9; i++) {
                (&sa.v[0].x)[i] *= (carom_real)scale[k];
                (&sb.v[0].x)[i] *= (carom_real)scale[k];
            }
            carom_triangle_intersection s = carom_intersect_triangle_triangle(&sa, &sb);
            assert_int_equal(s.kind, r.kind);
            carom_vec3 p = v3((double)s.segment.a.x / scale[k], (double)s.segment.a.y / scale[k],
                              (double)s.segment.a.z / scale[k]);
            assert_true(gap(p, r.segment.a) <= 8 * (double)CAROM_REAL_EPSILON ||
                        r.kind == CAROM_INTERSECTION_AREA);
        }
    }
}

/* Nearly coplanar: heights cancel, the points must not. */
static void flat_angles_keep_their_accuracy(void **state) {
    double lift = (double)CAROM_REAL_EPSILON * 64;
    carom_triangle a = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    carom_triangle b = triangle(v3(1, 1, -lift), v3(1, 3, lift), v3(5, 1, -lift));
    carom_triangle_intersection r = carom_intersect_triangle_triangle(&a, &b);
    assert_int_equal(r.kind, CAROM_INTERSECTION_SEGMENT);
    assert_true(same(r.segment.a, v3(1, 2, 0)) && same(r.segment.b, v3(3, 2, 0)));
    for (int k = 0; k < 3; k++) {
        a.v[k].z += (carom_real)1000;
        b.v[k].z += (carom_real)1000;
    }
    b.v[1].z = next_number(1000, 2000);
    b.v[0].z = b.v[2].z = next_number(1000, 0);
    r = carom_intersect_triangle_triangle(&a, &b);
    assert_int_equal(r.kind, CAROM_INTERSECTION_SEGMENT);
    assert_true(same(r.segment.a, v3(1, 2, 1000)) && same(r.segment.b, v3(3, 2, 1000)));
}

/* The third triangle cuts the shared edge in one point, bit for bit. */
static void neighbours_are_cut_in_one_point(void **state) {
    volume_seed = 23;
    int shared = 0;
    for (int n = 0; n < 20000; n++) {
        carom_vec3 p = random_vec(1), q = random_vec(1);
        carom_triangle left = triangle(p, q, random_vec(2)), right = triangle(q, p, random_vec(2));
        carom_triangle knife = triangle(random_vec(4), random_vec(4), random_vec(4));
        carom_triangle edge = triangle(p, q, p);
        if (carom_intersect_triangle_triangle(&edge, &knife).kind != CAROM_INTERSECTION_POINT)
            continue;
        carom_triangle_intersection l = carom_intersect_triangle_triangle(&left, &knife);
        carom_triangle_intersection r = carom_intersect_triangle_triangle(&right, &knife);
        assert_true(same(l.segment.a, r.segment.a) || same(l.segment.a, r.segment.b) ||
                    same(l.segment.b, r.segment.a) || same(l.segment.b, r.segment.b));
        shared++;
    }
    assert_true(shared > 500);
}

static void assert_nothing(const carom_triangle *a, const carom_triangle *b) {
    carom_triangle_intersection r = carom_intersect_triangle_triangle(a, b);
    assert_int_equal(r.kind, CAROM_INTERSECTION_NONE);
    assert_true(same(r.segment.a, v3(0, 0, 0)) && same(r.segment.b, v3(0, 0, 0)));
}

static void invalid_triangles_share_nothing(void **state) {
    carom_triangle a = triangle(v3(0, 0, 0), v3(8, 0, 0), v3(0, 8, 0));
    carom_triangle b = triangle(v3(1, 1, -1), v3(1, 1, 1), v3(1, 4, 0)), flat = a;
    carom_triangle point = triangle(v3(1, 1, 0), v3(1, 1, 0), v3(1, 1, 0));
    FOR_EACH_BAD_NUMBER(b, {
        assert_nothing(&a, &b);
        assert_nothing(&b, &a);
        assert_nothing(&b, &b);
    });
    FOR_EACH_BAD_NUMBER(flat, {
        assert_nothing(&a, &flat);
        assert_nothing(&flat, &a);
        assert_nothing(&flat, &point);
    });
    FOR_EACH_BAD_NUMBER(point, {
        assert_nothing(&a, &point);
        assert_nothing(&point, &a);
    });
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossing_triangles_share_a_segment),
        cmocka_unit_test(touching_triangles_share_a_point),
        cmocka_unit_test(coplanar_triangles_share_any_kind),
        cmocka_unit_test(triangles_without_area_are_what_they_are),
        cmocka_unit_test(lattice_triangles_agree_with_a_clipper),
        cmocka_unit_test(scale_changes_nothing_else),
        cmocka_unit_test(flat_angles_keep_their_accuracy),
        cmocka_unit_test(neighbours_are_cut_in_one_point),
        cmocka_unit_test(invalid_triangles_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
