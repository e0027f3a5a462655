/* Hulls of limited vertices: these are some of those of the full hull, and the distance of the
 * points left out is that of brute force over all faces. */
#include "fit/hull.h"
#include "math/predicates.h"
#include "common/test_counting.h"
#include "common/test_fit_common.h"

enum { POINTS = 400 };

static carom_hull *limited(const carom_vec3 *points, size_t count, size_t limit) {
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = points, .point_count = count, .vertex_limit = limit};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

/* ---- distances by brute force */

static double to_segment(vec3 p, vec3 a, vec3 b) {
    const vec3 ab = sub3(b, a);
    const double t = fmin(fmax(dot3(sub3(p, a), ab) / dot3(ab, ab), 0), 1);
    return sqrt(len2(sub3(sub3(p, a), scale3(ab, t))));
}

/* To a face: over its plane where all edges have the point on their left, else to an edge. */
static double to_face(const hull_data *h, int32_t face, vec3 p) {
    double least = INFINITY;
    bool over = true;
    const int32_t first = h->face_edge[face];
    int32_t e = first;
    do {
        const vec3 a = hull_vertex(h, h->origin[e]), b = hull_vertex(h, h->origin[h->twin[e]]);
        least = fmin(least, to_segment(p, a, b));
        over = over && dot3(cross3(h->face_normal[face], sub3(b, a)), sub3(p, a)) >= 0;
        e = h->next[e];
    } while (e != first);
    const vec3 corner = hull_vertex(h, h->origin[first]);
    return over ? fmin(least, fabs(dot3(h->face_normal[face], sub3(p, corner)))) : least;
}

/* Of a point outside; exact signs tell which are. */
static double farthest_outside(const hull_data *h, const carom_vec3 *points, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const vec3 p = load3(points[i]);
        double least = INFINITY;
        bool outside = h->dimension == 2;
        for (int32_t f = 0; f < h->face_count; f++) {
            const int32_t e = h->face_edge[f], n = h->next[e];
            outside = outside ||
                      carom_orient3d(hull_vertex(h, h->origin[e]), hull_vertex(h, h->origin[n]),
                                     hull_vertex(h, h->origin[h->next[n]]), p) > 0;
            least = fmin(least, to_face(h, f, p));
        }
        if (outside) most = fmax(most, least);
    }
    return most;
}

static size_t vertices_among(const carom_hull *part, const carom_hull *whole) {
    size_t found = 0;
    int32_t k = 0; /* both keep the order of the points */
    for (int32_t i = 0; i < carom_hull_vertex_count(whole); i++) {
        if (k == carom_hull_vertex_count(part)) break;
        const carom_vec3 a = carom_hull_vertex(whole, i), b = carom_hull_vertex(part, k);
        if (a.x == b.x && a.y == b.y && a.z == b.z) k++, found++;
    }
    return found;
}

static double size_of(const carom_vec3 *points, size_t count) {
    const carom_aabb box = carom_fit_aabb_points(points, count);
    return fmax((double)box.max.x - (double)box.min.x,
                fmax((double)box.max.y - (double)box.min.y, (double)box.max.z - (double)box.min.z));
}

static void clouds(void **state) {
    (void)state;
    static carom_vec3 points[POINTS];
    volume_seed = 77;
    size_t reduced = 0;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int limit = 4; limit <= 64; limit += limit < 8 ? 1 : limit / 2) {
            fill_cloud(points, POINTS, kind);
            carom_hull *whole = make_hull(points, POINTS),
                       *part = limited(points, POINTS, (size_t)limit);
            const int32_t all = carom_hull_vertex_count(whole);
            const int32_t wanted = all < limit ? all : limit;
            assert_true(carom_hull_omitted(whole) == 0);
            assert_int_equal(carom_hull_vertex_count(part), wanted);
            assert_int_equal(vertices_among(part, whole), wanted);
            assert_int_equal(carom_hull_dimension(part), carom_hull_dimension(whole));
            const double omitted = (double)carom_hull_omitted(part), size = size_of(points, POINTS);
            const double found =
                all > limit ? farthest_outside(carom_hull_data(part), points, POINTS) : 0;
            assert_true(omitted >= found * (1 - 1e-9));
            assert_true(omitted <=
                        found * (1 + 1e-9 + 2 * (double)CAROM_REAL_EPSILON) + 1e-12 * size);
            assert_true((omitted > 0) == (all > limit));
            reduced += all > limit;
            carom_hull_destroy(whole);
            carom_hull_destroy(part);
        }
    assert_true(reduced > 30);
}

/* A cube without one corner: that is 1 / sqrt(3) outside. */
static void a_cube_by_hand(void **state) {
    (void)state;
    carom_vec3 points[125];
    for (int i = 0; i < 125; i++)
        points[i] = v3(i % 5 / 4.0, i / 5 % 5 / 4.0, i / 25 / 4.0);
    for (size_t limit = 8; limit <= 64; limit *= 8) {
        carom_hull *hull = limited(points, 125, limit);
        assert_int_equal(carom_hull_vertex_count(hull), 8);
        assert_int_equal(carom_hull_face_count(hull), 6);
        assert_true(carom_hull_omitted(hull) == 0);
        carom_hull_destroy(hull);
    }
    carom_hull *hull = limited(points, 125, 7);
    assert_int_equal(carom_hull_vertex_count(hull), 7);
    assert_true(fabs((double)carom_hull_omitted(hull) - sqrt(1.0 / 3)) <=
                4 * (double)CAROM_REAL_EPSILON + 1e-11);
    carom_hull_destroy(hull);
    /* a regular octagon of radius 1 as a square: the side is sqrt(1 / 2) from the middle */
    for (int i = 0; i < 8; i++)
        points[i] = v3(cos(i * 0.78539816339744831), 3, sin(i * 0.78539816339744831));
    hull = limited(points, 8, 4);
    assert_int_equal(carom_hull_vertex_count(hull), 4);
    assert_int_equal(carom_hull_dimension(hull), 2);
    assert_true(fabs((double)carom_hull_omitted(hull) - (1 - sqrt(0.5))) <=
                4 * (double)CAROM_REAL_EPSILON + 1e-11);
    carom_hull_destroy(hull);
}

/* A sphere's vertices are all alike, and an even choice leaves about 2 / count of the radius. */
static void a_ball_closes_in(void **state) {
    (void)state;
    static carom_vec3 points[3000];
    volume_seed = 78;
    fill_cloud(points, 3000, 2);
    static const int limits[] = {8, 16, 32, 64, 128, 255};
    double before = 1;
    for (int i = 0; i < 6; i++) {
        carom_hull *hull = limited(points, 3000, (size_t)limits[i]);
        const double omitted = (double)carom_hull_omitted(hull);
        assert_true(omitted < 0.75 * before && omitted < 8.0 / limits[i]);
        before = omitted;
        carom_hull_destroy(hull);
    }
}

/* The same choice at scales of powers of two and in another order of the points. */
static void invariants(void **state) {
    (void)state;
    static carom_vec3 points[POINTS], other[POINTS];
    volume_seed = 79;
    const int most = sizeof(carom_real) == 4 ? 100 : 600;
    fill_cloud(points, POINTS, 2);
    carom_hull *hull = limited(points, POINTS, 20);
    for (int e = -most; e <= most; e += most / 4) {
        for (size_t i = 0; i < POINTS; i++)
            other[i] = v3(ldexp((double)points[i].x, e), ldexp((double)points[i].y, e),
                          ldexp((double)points[i].z, e));
        carom_hull *scaled = limited(other, POINTS, 20);
        assert_int_equal(carom_hull_vertex_count(scaled), 20);
        for (int32_t v = 0; v < 20; v++) {
            const carom_vec3 a = carom_hull_vertex(hull, v), b = carom_hull_vertex(scaled, v);
            assert_true(ldexp((double)a.x, e) == (double)b.x &&
                        ldexp((double)a.z, e) == (double)b.z);
        }
        assert_true(ldexp((double)carom_hull_omitted(hull), e) ==
                    (double)carom_hull_omitted(scaled));
        carom_hull_destroy(scaled);
    }
    memcpy(other, points, sizeof other);
    shuffle_cloud(other, POINTS);
    carom_hull *shuffled = limited(other, POINTS, 20);
    size_t same = 0;
    for (int32_t v = 0; v < 20; v++)
        for (int32_t w = 0; w < 20; w++) {
            const carom_vec3 a = carom_hull_vertex(hull, v), b = carom_hull_vertex(shuffled, w);
            same += a.x == b.x && a.y == b.y && a.z == b.z;
        }
    assert_int_equal(same, 20);
    carom_hull_destroy(shuffled);
    carom_hull_destroy(hull);
}

static void memory_and_arguments(void **state) {
    (void)state;
    static carom_vec3 points[POINTS];
    volume_seed = 80;
    for (int kind = 2; kind <= 3; kind++) { /* solid, planar */
        bool done = false;
        size_t n = 0;
        fill_cloud(points, POINTS, kind);
        if (kind == 3)
            for (size_t i = 0; i < POINTS; i++)
                points[i] = v3(cos((double)i), sin((double)i), 0);
        while (!done) {
            counting c = {.fail_at = ++n};
            carom_hull_def def = {points, POINTS, counting_allocator(&c), 10};
            carom_hull *hull = NULL;
            const carom_status status = carom_hull_create(&hull, &def);
            done = status == CAROM_OK;
            if (done) assert_int_equal(carom_hull_vertex_count(hull), 10);
            if (!done) assert_int_equal(status, CAROM_ERROR_MEMORY);
            if (!done) assert_null(hull);
            carom_hull_destroy(hull);
            assert_int_equal(c.live, 0);
        }
        assert_true(n > (kind == 2 ? 18 : 5));
    }
    for (size_t limit = 1; limit < 4; limit++) {
        carom_hull *hull = NULL;
        carom_hull_def def = {.points = points, .point_count = 9, .vertex_limit = limit};
        assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_ARGUMENT);
        assert_null(hull);
    }
    carom_hull *hull = limited(points, POINTS, SIZE_MAX);
    assert_true(carom_hull_omitted(hull) == 0);
    carom_hull_destroy(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clouds),
        cmocka_unit_test(a_cube_by_hand),
        cmocka_unit_test(a_ball_closes_in),
        cmocka_unit_test(invariants),
        cmocka_unit_test(memory_and_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
