/* Vertex against face and edge against edge with all corners moving: by hand; a rounding away from
 * contact; on lattices, where the number of a crossing's determinant can be followed exactly;
 * against distances sampled along the frame; under permutation, translation and scale. */
#include "common/test_flat_common.h"

typedef struct four {
    carom_vec3 at[2][4];
} four;

static carom_ccd_hit vertex_face(const four *f) {
    carom_moving_point v = {f->at[0][0], f->at[1][0]};
    carom_moving_triangle t = {tri(f->at[0][1], f->at[0][2], f->at[0][3]),
                               tri(f->at[1][1], f->at[1][2], f->at[1][3])};
    return carom_sweep_vertex_face(&v, &t);
}
static carom_ccd_hit edge_edge(const four *f) {
    carom_moving_segment a = {{f->at[0][0], f->at[0][1]}, {f->at[1][0], f->at[1][1]}};
    carom_moving_segment b = {{f->at[0][2], f->at[0][3]}, {f->at[1][2], f->at[1][3]}};
    return carom_sweep_edge_edge(&a, &b);
}
typedef carom_ccd_hit test_function(const four *f);
static test_function *const tests_of[] = {vertex_face, edge_edge};

static void assert_ccd_hit_to(carom_ccd_hit hit, double fraction, double tolerance) {
    assert_true(hit.hit);
    assert_int_equal(hit.certainty, CAROM_CONVERGED);
    assert_true((double)hit.fraction <= fraction);
    assert_about((double)hit.fraction, fraction, 2 * EPS + tolerance);
    assert_about(length_of(hit.normal), 1.0, 4 * EPS);
}
static void assert_ccd_hit(carom_ccd_hit hit, double fraction) {
    assert_ccd_hit_to(hit, fraction, 1e-13);
}
static void assert_ccd_miss(carom_ccd_hit hit) {
    static const carom_ccd_hit nothing;
    assert_false(hit.hit);
    assert_false(hit.initial_overlap);
    assert_true(hit.fraction == 0 && same_vec(hit.point, nothing.point));
    assert_true(same_vec(hit.normal, nothing.normal));
}

static four still_face(carom_vec3 from, carom_vec3 to) {
    carom_vec3 a = v3(0, 0, 0), b = v3(4, 0, 0), c = v3(0, 4, 0);
    return (four){{{from, a, b, c}, {to, a, b, c}}};
}

static void a_point_falls_on_a_face(void **state) {
    (void)state;
    four f = still_face(v3(1, 1, 3), v3(1, 1, -1));
    carom_ccd_hit hit = vertex_face(&f);
    assert_ccd_hit(hit, 0.75);
    assert_vec_about(hit.normal, 0, 0, -1, 1e-12);
    assert_vec_about(hit.point, 1, 1, 0, 8 * EPS + 1e-12);
    assert_vec_about(hit.barycentric, 0.5, 0.25, 0.25, 8 * EPS);
    f = still_face(v3(1, 1, -3), v3(1, 1, 1)); /* from below */
    hit = vertex_face(&f);
    assert_ccd_hit(hit, 0.75);
    assert_vec_about(hit.normal, 0, 0, 1, 1e-12);
    f = still_face(v3(2, 2, 1), v3(2, 2, -1)); /* on a side, on a corner */
    assert_ccd_hit(vertex_face(&f), 0.5);
    f = still_face(v3(4, 0, 1), v3(4, 0, -1));
    assert_ccd_hit(vertex_face(&f), 0.5);
    f = still_face(v3(2, 2.0625, 1), v3(2, 2.0625, -1)); /* past it */
    assert_ccd_miss(vertex_face(&f));
    f = still_face(v3(1, 1, 3), v3(1, 1, 0)); /* at the very end */
    assert_ccd_hit(vertex_face(&f), 1);
    f = still_face(v3(1, 1, 3), v3(1, 1, 0.0009765625));
    assert_ccd_miss(vertex_face(&f));
    f = still_face(v3(1, 1, 0), v3(1, 1, 2)); /* from the very start, leaving */
    hit = vertex_face(&f);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    f = still_face(v3(1, 1, 0), v3(1, 1, 0)); /* at rest in it, and off it */
    assert_true(vertex_face(&f).initial_overlap);
    f = still_face(v3(1, 1, 1), v3(1, 1, 1));
    assert_ccd_miss(vertex_face(&f));
}

/* Everything in one plane all the time. */
static void sliding_in_the_plane(void **state) {
    (void)state;
    four f = still_face(v3(-2, 1, 0), v3(6, 1, 0));
    carom_ccd_hit hit = vertex_face(&f);
    assert_ccd_hit(hit, 0.25);
    assert_vec_about(hit.normal, 1, 0, 0, 1e-9);
    f = still_face(v3(-2, 4.5, 0), v3(6, 4.5, 0));
    assert_ccd_miss(vertex_face(&f));
    f = still_face(v3(-2, 4, 0), v3(6, 4, 0)); /* just along the corner */
    assert_ccd_hit(vertex_face(&f), 0.25);
    f = still_face(v3(5, 0, 0), v3(-4, 0, 0)); /* along a side's line */
    assert_ccd_hit(vertex_face(&f), 1.0 / 9);
    /* two edges: on one line, and side by side */
    f = (four){{{v3(0, 0, 0), v3(1, 0, 0), v3(3, 0, 0), v3(4, 0, 0)},
                {v3(4, 0, 0), v3(5, 0, 0), v3(3, 0, 0), v3(4, 0, 0)}}};
    hit = edge_edge(&f);
    assert_ccd_hit(hit, 0.5);
    assert_true(hit.t_a == 1 && hit.t_b == 0);
    f = (four){{{v3(0, 0, 0), v3(4, 0, 0), v3(1, 2, 0), v3(2, 2, 0)},
                {v3(0, 4, 0), v3(4, 4, 0), v3(1, 2, 0), v3(2, 2, 0)}}};
    assert_ccd_hit(edge_edge(&f), 0.5);
    f.at[0][2] = f.at[1][2] = v3(5, 2, 0);
    f.at[0][3] = f.at[1][3] = v3(6, 2, 0);
    assert_ccd_miss(edge_edge(&f));
}

static void edges_cross(void **state) {
    (void)state;
    four f = {{{v3(0, 0, 1), v3(4, 0, 1), v3(1, -1, 0), v3(1, 3, 0)},
               {v3(0, 0, -1), v3(4, 0, -1), v3(1, -1, 0), v3(1, 3, 0)}}};
    carom_ccd_hit hit = edge_edge(&f);
    assert_ccd_hit(hit, 0.5);
    assert_vec_about(hit.normal, 0, 0, -1, 1e-12);
    assert_about((double)hit.t_a, 0.25, 4 * EPS);
    assert_about((double)hit.t_b, 0.25, 4 * EPS);
    assert_vec_about(hit.point, 1, 0, 0, 8 * EPS + 1e-12);
    f.at[0][3] = f.at[1][3] = v3(1, 0, 0); /* ends on the other */
    assert_ccd_hit(edge_edge(&f), 0.5);
    f.at[0][3] = f.at[1][3] = v3(1, -0.0625, 0); /* stops short */
    assert_ccd_miss(edge_edge(&f));
}

/* Faces without area, edges without length. */
static void degenerate_features(void **state) {
    (void)state;
    carom_vec3 p = v3(1, 1, 0);
    four f = {{{v3(1, 1, 2), p, p, p}, {v3(1, 1, -2), p, p, p}}}; /* a point */
    assert_ccd_hit(vertex_face(&f), 0.5);
    f.at[1][0] = v3(1, 1.0625, -2);
    assert_ccd_miss(vertex_face(&f));
    f = (four){{{v3(1, 1, 2), v3(0, 1, 0), v3(2, 1, 0), v3(3, 1, 0)}, /* a segment */
                {v3(1, 1, -2), v3(0, 1, 0), v3(2, 1, 0), v3(3, 1, 0)}}};
    assert_ccd_hit(vertex_face(&f), 0.5);
    f.at[0][0].y = f.at[1][0].y = (carom_real)1.0625;
    assert_ccd_miss(vertex_face(&f));
    carom_vec3 q = v3(2, 1, 0); /* edges without length */
    f = (four){{{p, p, q, q}, {q, q, p, p}}};
    assert_ccd_hit(edge_edge(&f), 0.5);
    f = (four){{{p, p, p, p}, {q, q, q, q}}};
    carom_ccd_hit hit = edge_edge(&f);
    assert_true(hit.hit && hit.initial_overlap);
    assert_about(length_of(hit.normal), 1, 4 * EPS);
    assert_true(vertex_face(&f).initial_overlap);
    f = (four){{{p, q, p, q}, {p, q, p, q}}}; /* the same edge */
    assert_true(edge_edge(&f).initial_overlap);
    /* the whole face shrinks to a point that is hit at the end */
    f = (four){{{v3(0, 0, 4), v3(-1, -1, 0), v3(2, -1, 0), v3(-1, 2, 0)},
                {v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)}}};
    hit = vertex_face(&f);
    assert_true(hit.hit && (double)hit.fraction > 0.999);
}

static carom_vec3 at_time(const four *f, int k, double t) {
    carom_vec3 a = f->at[0][k], b = f->at[1][k];
    return v3((1 - t) * (double)a.x + t * (double)b.x, (1 - t) * (double)a.y + t * (double)b.y,
              (1 - t) * (double)a.z + t * (double)b.z);
}

static double distance_at_time(const four *f, int kind, double t) {
    carom_vec3 p[4];
    for (int k = 0; k < 4; k++)
        p[k] = at_time(f, k, t);
    if (kind == 0) {
        carom_triangle face = tri(p[1], p[2], p[3]);
        return (double)carom_closest_point_triangle(p[0], &face).distance;
    }
    carom_segment a = {p[0], p[1]}, b = {p[2], p[3]};
    return (double)carom_closest_segment_segment(&a, &b).distance;
}

static void random_four(four *f, int i) {
    for (int k = 0; k < 4; k++)
        for (int end = 0; end < 2; end++)
            f->at[end][k] = i % 3 ? lattice_vec(3) : random_vec(2);
    if (i % 4 == 1) /* moves little */
        for (int k = 0; k < 4; k++)
            f->at[1][k] = step(f->at[0][k], lattice_vec(2), 0.25);
    if (i % 5 == 1) f->at[0][0] = step(f->at[0][1], f->at[0][2], 0.5); /* often in the plane */
    if (i % 7 == 1) f->at[1][1] = f->at[1][2];
}

/* Never late; at the hit they are in contact; a miss stays apart. */
static void against_sampled_distances(void **state) {
    (void)state;
    int hits = 0, misses = 0, limits = 0;
    volume_seed = 7;
    for (int i = 0; i < 20000; i++) {
        four f;
        int kind = i & 1;
        random_four(&f, i / 2);
        carom_ccd_hit hit = tests_of[kind](&f);
        hits += hit.hit, misses += !hit.hit;
        limits += hit.hit && hit.certainty == CAROM_LIMIT;
        double end = hit.hit ? (double)hit.fraction : 1.0;
        for (int k = 0; k < 16; k++) {
            double t = end * k / 16;
            if (!(distance_at_time(&f, kind, t) > 0.0) && !(hit.hit && t == end))
                fail_msg("case %d: in contact at %.17g, answered %d at %.17g", i, t, hit.hit, end);
        }
        if (!hit.hit) continue;
        double near = distance_at_time(&f, kind, end), allowed = 64 * EPS + 1e-11;
        if (!(near <= allowed)) fail_msg("case %d: %g apart at the hit, %.17g", i, near, end);
        assert_about(length_of(hit.normal), 1.0, 4 * EPS);
        double sum =
            (double)hit.barycentric.x + (double)hit.barycentric.y + (double)hit.barycentric.z;
        assert_about(sum, kind == 0 ? 1.0 : 0.0, 8 * EPS);
        assert_true(hit.t_a >= 0 && hit.t_a <= 1 && hit.t_b >= 0 && hit.t_b <= 1);
        if (hit.initial_overlap) assert_true(hit.fraction == 0);
    }
    assert_true(hits > 2000 && misses > 5000);
    assert_int_equal(limits, 0);
}

/* A contact in the middle of the frame that was put there, on lattices: exact, none may be missed.
 */
static void planted_contacts(void **state) {
    (void)state;
    volume_seed = 11;
    for (int i = 0; i < 20000; i++) {
        carom_vec3 middle[4], by[4];
        for (int k = 0; k < 4; k++) {
            middle[k] = lattice_vec(4);
            by[k] = lattice_vec(i % 3 ? 4 : 1);
        }
        int kind = i & 1;
        if (kind == 0) { /* quarters of the corners */
            int w = (int)(random01() * 5), v = (int)(random01() * (5 - w));
            middle[0] = step(step(step(v3(0, 0, 0), middle[1], w / 4.0), middle[2], v / 4.0),
                             middle[3], (4 - w - v) / 4.0);
        } else { /* segment b is moved onto segment a */
            double s = floor(random01() * 5) / 4, t = floor(random01() * 5) / 4;
            carom_vec3 on_a = step(step(middle[0], middle[0], -s), middle[1], s);
            carom_vec3 on_b = step(step(middle[2], middle[2], -t), middle[3], t);
            carom_vec3 shift = step(on_a, on_b, -1);
            middle[2] = step(middle[2], shift, 1);
            middle[3] = step(middle[3], shift, 1);
        }
        four f;
        for (int k = 0; k < 4; k++) {
            f.at[0][k] = step(middle[k], by[k], -1);
            f.at[1][k] = step(middle[k], by[k], 1);
        }
        carom_ccd_hit hit = tests_of[kind](&f);
        if (!hit.hit || (double)hit.fraction > 0.5)
            fail_msg("case %d of kind %d: %d at %.17g", i, kind, hit.hit, (double)hit.fraction);
    }
}

static void same_answer(const four *a, const four *b, int kind, double tolerance) {
    carom_ccd_hit x = tests_of[kind](a), y = tests_of[kind](b);
    assert_int_equal(x.hit, y.hit);
    assert_about((double)x.fraction, (double)y.fraction, tolerance);
}

static void invariance(void **state) {
    (void)state;
    volume_seed = 3;
    for (int i = 0; i < 4000; i++) {
        four f, g;
        int kind = i & 1;
        random_four(&f, 6 * i + 1); /* lattice numbers */
        for (int k = 0; k < 4; k++)
            for (int end = 0; end < 2; end++)
                f.at[end][k] = lattice_vec(3);
        g = f;
        for (int end = 0; end < 2; end++) { /* corners in another order */
            g.at[end][1] = f.at[end][kind == 0 ? 2 : 0];
            g.at[end][kind == 0 ? 2 : 0] = f.at[end][1];
        }
        same_answer(&f, &g, kind, 1e-6);
        for (int end = 0; kind == 1 && end < 2; end++) /* edges swapped */
            for (int k = 0; k < 4; k++)
                g.at[end][k] = f.at[end][k ^ 2];
        same_answer(&f, &g, kind, 1e-6);
        g = f; /* each end of the frame somewhere else: only differences count */
        for (int end = 0; end < 2; end++) {
            carom_vec3 by = v3(end ? 65536 : -4096, 1024, end ? 0 : 32768);
            for (int k = 0; k < 4; k++)
                g.at[end][k] = step(g.at[end][k], by, 1);
        }
        same_answer(&f, &g, kind, 0);
        g = f;
        SCALE(g, random_scale());
        same_answer(&f, &g, kind, 1e-12);
    }
}

/* 1e300 and 1e-300 (in float, 1e38 and 1e-45): the same answers as at 1. */
static void extremes(void **state) {
    (void)state;
    int reach = sizeof(carom_real) == 4 ? 120 : 1000;
    for (int power = -reach; power <= reach; power += reach / 8) {
        four f = still_face(v3(1, 1, 3), v3(1, 1, -1));
        SCALE(f, ldexp(1.0, power));
        assert_ccd_hit(vertex_face(&f), 0.75);
        f.at[1][0].z = -f.at[1][0].z;
        assert_ccd_miss(vertex_face(&f));
    }
    four f = still_face(v3(1, 1, 3), v3(1, 1, -1));
    f.at[0][0].z = CAROM_REAL_MAX;
    f.at[1][0].z = -CAROM_REAL_MAX;
    assert_true(vertex_face(&f).hit);
    assert_true(edge_edge(&f).fraction >= 0);
}

static carom_real next_to(carom_real x, double toward) {
    return sizeof x == 4 ? (carom_real)nextafterf((float)x, (float)toward)
                         : (carom_real)nextafter((double)x, toward);
}

/* The smallest number off an edge, a corner or the end of the frame is off it. */
static void one_rounding_away(void **state) {
    (void)state;
    const carom_real two = 2, least = next_to(0, 1);
    for (int side = -1; side <= 1; side++) {
        carom_real on = side ? next_to(two, 4 * side) : two;
        four f = still_face(v3(2, on, 1), v3(2, on, -1)); /* the slanting side */
        assert_int_equal(vertex_face(&f).hit, side <= 0);
        f = still_face(v3(2, side * least, 1), v3(2, side * least, -3)); /* that on the x axis */
        assert_int_equal(vertex_face(&f).hit, side >= 0);
        f = still_face(v3(side * least, 0, 1), v3(side * least, 0, -1)); /* a corner */
        assert_int_equal(vertex_face(&f).hit, side >= 0);
        f = still_face(v3(1, 1, 3), v3(1, 1, side * least)); /* the end */
        assert_int_equal(vertex_face(&f).hit, side <= 0);
        f = still_face(v3(1, 1, side * least), v3(1, 1, 3)); /* the start */
        carom_ccd_hit hit = vertex_face(&f);
        assert_int_equal(hit.hit, side <= 0);
        assert_int_equal(hit.initial_overlap, side == 0);
    }
}

/* The face z = (2t - 1) x turns while the point x = 2t - 1 passes under it: touches at one instant
 * for z = 0, comes through for more and stays below for less. */
static void a_double_root(void **state) {
    (void)state;
    const carom_real least = next_to(0, 1);
    for (int above = -1; above <= 1; above++) {
        four f = {{{v3(-1, 0, 0), v3(-4, -4, 4), v3(4, -4, -4), v3(0, 8, 0)},
                   {v3(1, 0, 0), v3(-4, -4, -4), v3(4, -4, 4), v3(0, 8, 0)}}};
        f.at[0][0].z = f.at[1][0].z = above * least;
        carom_ccd_hit hit = vertex_face(&f);
        assert_int_equal(hit.hit, above >= 0);
        if (above == 0) assert_ccd_hit_to(hit, 0.5, 1e-12);
        f.at[0][0].z = f.at[1][0].z = (carom_real)(above * 0x1p-50);
        hit = vertex_face(&f);
        assert_int_equal(hit.hit, above >= 0);
        if (above > 0) assert_ccd_hit_to(hit, 0.5 - 0x1p-26, 1e-12);
    }
}

/* Coordinates from the least to nearly the greatest together. */
static void all_magnitudes(void **state) {
    (void)state;
    const int large = sizeof(carom_real) == 4 ? 120 : 1000;
    const carom_real least = next_to(0, 1);
    for (int side = -1; side <= 1; side++) {
        four f = still_face(v3(1, 1, 3), v3(1, 1, 0));
        SCALE(f, ldexp(1.0, large));
        f.at[1][0].z = side * least;
        carom_ccd_hit hit = vertex_face(&f);
        assert_int_equal(hit.hit, side <= 0);
        if (hit.hit) assert_ccd_hit_to(hit, 1, 1e-12);
        f = still_face(v3(2, 0, 1), v3(2, 0, -1));
        SCALE(f, ldexp(1.0, large));
        f.at[0][0].y = f.at[1][0].y = side * least;
        assert_int_equal(vertex_face(&f).hit, side >= 0);
    }
}

static void not_finite(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 24; i++)
        for (int b = 0; b < 3; b++) {
            four f = still_face(v3(1, 1, 3), v3(1, 1, -1));
            (&f.at[0][0].x)[i] = (carom_real)bad[b];
            assert_ccd_miss(vertex_face(&f));
            assert_ccd_miss(edge_edge(&f));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_falls_on_a_face),
        cmocka_unit_test(sliding_in_the_plane),
        cmocka_unit_test(edges_cross),
        cmocka_unit_test(degenerate_features),
        cmocka_unit_test(against_sampled_distances),
        cmocka_unit_test(planted_contacts),
        cmocka_unit_test(invariance),
        cmocka_unit_test(extremes),
        cmocka_unit_test(one_rounding_away),
        cmocka_unit_test(a_double_root),
        cmocka_unit_test(all_magnitudes),
        cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
