/* Convex hulls: every promise is checked by exact signs over all faces and all points; the
 * dimension against brute force; memory that runs out at any step. */
#include "fit/hull.h"
#include "math/predicates.h"
#include "common/test_counting.h"
#include "common/test_fit_common.h"

enum { MOST = 160 };

static int brute_dimension(const carom_vec3 *points, size_t count) {
    vec3 p[3] = {load3(points[0]), {0, 0, 0}, {0, 0, 0}};
    int found = 1;
    for (size_t i = 1; i < count; i++) {
        vec3 q = load3(points[i]);
        if (found == 1 && (q.x != p[0].x || q.y != p[0].y || q.z != p[0].z))
            p[found++] = q;
        else if (found == 2 && !carom_collinear(p[0], p[1], q))
            p[found++] = q;
    }
    /* again from the start: those passed over before the base was there */
    for (size_t i = 1; i < count && found == 2; i++)
        if (!carom_collinear(p[0], p[1], load3(points[i]))) p[found++] = load3(points[i]);
    for (size_t i = 1; i < count && found == 3; i++)
        if (carom_orient3d(p[0], p[1], p[2], load3(points[i])) != 0) return 3;
    return found - 1;
}

static void check_links(const hull_data *h) {
    int32_t degree[MOST] = {0};
    assert_int_equal(h->half_edge_count % 2, 0);
    for (int32_t e = 0; e < h->half_edge_count; e++) {
        int32_t t = h->twin[e];
        assert_true(t >= 0 && t < h->half_edge_count && t != e);
        assert_int_equal(h->twin[t], e);
        assert_int_equal(h->origin[h->next[e]], h->origin[t]);
        assert_int_equal(h->face[h->next[e]], h->face[e]);
        assert_int_not_equal(h->origin[e], h->origin[t]);
        if (h->dimension >= 2) assert_int_not_equal(h->face[e], h->face[t]);
        degree[h->origin[e]]++;
    }
    for (int32_t v = 0; v < h->vertex_count; v++) {
        if (h->dimension == 0) break;
        assert_int_equal(h->origin[h->vertex_edge[v]], v);
        assert_int_equal(degree[v], h->dimension == 3 ? max2(degree[v], 3) : h->dimension);
    }
    for (int32_t f = 0; f < h->face_count; f++)
        assert_int_equal(h->face[h->face_edge[f]], f);
    if (h->dimension >= 2)
        assert_int_equal(h->vertex_count - h->half_edge_count / 2 + h->face_count, 2);
    for (int32_t i = h->vertex_count; i % HULL_LANES; i++)
        assert_true(h->x[i] == h->x[h->vertex_count - 1]);
}

/* The vertices are among the points, in their order. */
static void check_vertices(const hull_data *h, const carom_vec3 *points, size_t count) {
    bool used[MOST] = {false};
    for (int32_t v = 0; v < h->vertex_count; v++) {
        vec3 q = hull_vertex(h, v);
        size_t i = 0;
        for (; i < count; i++) {
            vec3 p = load3(points[i]);
            if (!used[i] && p.x == q.x && p.y == q.y && p.z == q.z) break;
        }
        assert_true(i < count);
        used[i] = true;
        for (int32_t w = 0; w < v; w++) {
            vec3 r = hull_vertex(h, w);
            assert_true(r.x != q.x || r.y != q.y || r.z != q.z);
        }
    }
}

static void check_planes(const hull_data *h) {
    for (int32_t f = 0; f < h->face_count; f++) {
        vec3 n = h->face_normal[f];
        assert_true(fabs(len2(n) - 1.0) < 1e-14);
        double highest = -INFINITY;
        for (int32_t v = 0; v < h->vertex_count; v++)
            highest = max2(highest, dot3(n, hull_vertex(h, v)));
        assert_true(highest == h->face_offset[f]);
        int32_t e = h->face_edge[f];
        double at = dot3(n, hull_vertex(h, h->origin[e]));
        double size = max2(max_abs3(h->low), max_abs3(h->high));
        assert_true(fabs(at - highest) <= 1e-14 * size);
    }
}

/* No point above a face; neighbours strictly bent; no three corners of a face on a line. */
static void check_solid(const hull_data *h, const carom_vec3 *points, size_t count) {
    for (int32_t e = 0; e < h->half_edge_count; e++) {
        int32_t e1 = h->next[e], e2 = h->next[e1];
        vec3 a = hull_vertex(h, h->origin[e]), b = hull_vertex(h, h->origin[e1]);
        vec3 c = hull_vertex(h, h->origin[e2]);
        assert_false(carom_collinear(a, b, c));
        vec3 across = hull_vertex(h, h->origin[h->next[h->next[h->twin[e]]]]);
        assert_int_equal(carom_orient3d(a, b, c, across), -1);
        for (int32_t k = h->next[e2]; k != e; k = h->next[k])
            assert_int_equal(carom_orient3d(a, b, c, hull_vertex(h, h->origin[k])), 0);
        if (h->face_edge[h->face[e]] != e) continue;
        for (size_t i = 0; i < count; i++)
            assert_true(carom_orient3d(a, b, c, load3(points[i])) <= 0);
    }
}

static void check_flat(const hull_data *h, const carom_vec3 *points, size_t count) {
    int32_t e = h->face_edge[0], axis = 0;
    vec3 a = hull_vertex(h, h->origin[e]), b = hull_vertex(h, h->origin[h->next[e]]);
    vec3 c = hull_vertex(h, h->origin[h->next[h->next[e]]]);
    while (carom_orient2d(a, b, c, axis) == 0)
        axis++;
    int turn = carom_orient2d(a, b, c, axis);
    for (int32_t k = 0; k < h->half_edge_count; k++) {
        int want = h->face[k] == 0 ? turn : -turn;
        vec3 p = hull_vertex(h, h->origin[k]), q = hull_vertex(h, h->origin[h->next[k]]);
        assert_int_equal(carom_orient2d(p, q, hull_vertex(h, h->origin[h->next[h->next[k]]]), axis),
                         want);
        for (size_t i = 0; i < count; i++)
            assert_true(want * carom_orient2d(p, q, load3(points[i]), axis) >= 0);
    }
    assert_true(dot3(h->face_normal[0], h->face_normal[1]) < -0.999999);
    vec3 n = cross3(sub3(b, a), sub3(c, a));
    assert_true(dot3(n, h->face_normal[0]) > 0.0);
}

static void check_segment(const hull_data *h, const carom_vec3 *points, size_t count) {
    vec3 a = hull_vertex(h, 0), b = hull_vertex(h, 1);
    for (size_t i = 0; i < count; i++) {
        assert_true(carom_sign_dot(a, load3(points[i]), a, b) >= 0);
        assert_true(carom_sign_dot(b, load3(points[i]), b, a) >= 0);
    }
}

static void check_hull(const carom_vec3 *points, size_t count) {
    carom_hull *hull = make_hull(points, count);
    const hull_data *h = carom_hull_data(hull);
    assert_int_equal(carom_hull_dimension(hull), brute_dimension(points, count));
    assert_int_equal(carom_hull_edge_count(hull), h->half_edge_count / 2);
    check_links(h);
    check_vertices(h, points, count);
    check_planes(h);
    static const int32_t faces[] = {0, 0, 2};
    if (h->dimension < 3) assert_int_equal(h->face_count, faces[h->dimension]);
    if (h->dimension == 3) check_solid(h, points, count);
    if (h->dimension == 2) check_flat(h, points, count);
    if (h->dimension == 1) check_segment(h, points, count);
    carom_aabb box = carom_fit_aabb_points(points, count), own = carom_hull_bounds(hull);
    assert_true(box.min.x == own.min.x && box.min.y == own.min.y && box.min.z == own.min.z);
    assert_true(box.max.x == own.max.x && box.max.y == own.max.y && box.max.z == own.max.z);
    assert_true(dot3(h->center, h->center) < INFINITY);
    carom_hull_destroy(hull);
}

static void all_promises_hold(void **state) {
    (void)state;
    carom_vec3 points[MOST];
    volume_seed = 301;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 24; round++) {
            size_t count = round < 12 ? (size_t)round + 1 : 20 + (size_t)(random01() * 140);
            fill_cloud(points, count, kind);
            if (round % 3 == 0 && count > 4) memcpy(points, points + count / 2, 2 * sizeof *points);
            check_hull(points, count);
        }
}

/* The same set, whatever the order, the place and the power of two. */
static void order_place_and_scale_change_nothing(void **state) {
    (void)state;
    carom_vec3 points[MOST], moved[MOST];
    volume_seed = 302;
    for (int round = 0; round < 60; round++) {
        fill_cloud(points, 60, round % 2 ? 1 : 8);
        for (int i = 0; i < 60; i++)
            moved[i] = v3(0x1p20 * ((double)points[i].x + 5), 0x1p20 * ((double)points[i].y - 7),
                          0x1p20 * ((double)points[i].z + 64));
        shuffle_cloud(moved, 60);
        carom_hull *a = make_hull(points, 60), *b = make_hull(moved, 60);
        assert_int_equal(carom_hull_vertex_count(a), carom_hull_vertex_count(b));
        assert_int_equal(carom_hull_face_count(a), carom_hull_face_count(b));
        assert_int_equal(carom_hull_edge_count(a), carom_hull_edge_count(b));
        assert_true(carom_volume_hull(b) == 0x1p60 * carom_volume_hull(a) ||
                    fabs(carom_volume_hull(b) / (0x1p60 * carom_volume_hull(a)) - 1) < 1e-12);
        carom_hull_destroy(a);
        carom_hull_destroy(b);
    }
}

static void a_cube_has_six_faces(void **state) {
    (void)state;
    carom_vec3 points[125];
    for (int i = 0; i < 125; i++)
        points[i] = v3(i % 5, i / 5 % 5, i / 25);
    carom_hull *hull = make_hull(points, 125);
    assert_int_equal(carom_hull_vertex_count(hull), 8);
    assert_int_equal(carom_hull_face_count(hull), 6);
    assert_int_equal(carom_hull_edge_count(hull), 12);
    assert_true(carom_volume_hull(hull) == 64.0);
    int32_t corners[8];
    for (int f = 0; f < 6; f++) {
        assert_int_equal(carom_hull_face(hull, f, corners, 8), 4);
        corners[1] = -5;
        assert_int_equal(carom_hull_face(hull, f, corners, 1), 4);
        assert_int_equal(corners[1], -5);
        carom_plane plane = carom_hull_plane(hull, f);
        double sum = (double)(plane.normal.x + plane.normal.y + plane.normal.z);
        assert_true(fabs(sum) == 1.0 && (double)plane.offset == (sum > 0 ? 4.0 : 0.0));
    }
    for (int e = 0; e < 24; e++) {
        carom_hull_half_edge edge = carom_hull_edge(hull, e);
        carom_hull_half_edge twin = carom_hull_edge(hull, edge.twin);
        assert_true(edge.from == twin.to && edge.to == twin.from && edge.face != twin.face);
    }
    carom_vec3 last = carom_hull_vertex(hull, 7);
    assert_true(last.x == 4 && last.y == 4 && last.z == 4); /* the order of the points */
    carom_hull_destroy(hull);
}

/* Powers of ten that a double holds: they scale what is found, no more. */
static void sizes_of_every_magnitude(void **state) {
    (void)state;
    static const double sizes[] = {1e-40, 1e-30, 1e-20, 1e20, 1e30, 3e38};
    carom_vec3 points[40];
    volume_seed = 303;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        fill_cloud(points, 40, 0);
        for (int i = 0; i < 40; i++)
            points[i] = v3((double)points[i].x * sizes[s], (double)points[i].y * sizes[s],
                           (double)points[i].z * sizes[s]);
        if (s == 5) points[0] = v3(3e38, -3e38, 3e38);
        check_hull(points, 40);
    }
}

static void extremes_are_survived(void **state) {
    (void)state;
    double top = (double)CAROM_REAL_MAX, tiny = sizeof(carom_real) == 4 ? 1e-45 : 5e-324;
    double scales[] = {top, tiny, top / 1e30, tiny * 1e30};
    carom_vec3 points[27];
    for (size_t s = 0; s < 4; s++) {
        for (int i = 0; i < 27; i++)
            points[i] =
                v3((i % 3 - 1) * scales[s], (i / 3 % 3 - 1) * scales[s], (i / 9 - 1) * scales[s]);
        carom_hull *hull = make_hull(points, 27);
        assert_int_equal(carom_hull_vertex_count(hull), 8);
        assert_int_equal(carom_hull_face_count(hull), 6);
        carom_vec3 first = carom_hull_vertex(hull, 0);
        assert_true(first.x == (carom_real)-scales[s]);
        carom_hull_destroy(hull);
    }
    for (int round = 0; round < 20; round++) { /* any mix */
        for (int i = 0; i < 27; i++)
            points[i] = v3(random_lattice(1) * scales[i % 4], random_lattice(1) * scales[i % 3],
                           random_lattice(1) * scales[i % 2]);
        carom_hull_destroy(make_hull(points, 27));
    }
}

static void memory_runs_out_at_any_step(void **state) {
    (void)state;
    carom_vec3 points[MOST];
    volume_seed = 304;
    static const int kinds[] = {2, 3, 5, 6};
    for (int k = 0; k < 4; k++) {
        fill_cloud(points, MOST, kinds[k]);
        bool done = false;
        size_t n = 1;
        for (; !done; n++) {
            counting c = {.fail_at = n};
            carom_hull_def def = {
                .points = points, .point_count = MOST, .allocator = counting_allocator(&c)};
            carom_hull *untouched = (carom_hull *)(void *)&c, *hull = untouched;
            carom_status status = carom_hull_create(&hull, &def);
            done = status == CAROM_OK;
            if (done) carom_hull_destroy(hull);
            if (!done) assert_int_equal(status, CAROM_ERROR_MEMORY);
            if (!done) assert_ptr_equal(hull, untouched);
            assert_int_equal(c.live, 0);
        }
        assert_true(n > (k == 0 ? 9 : 3));
    }
}

static void refuse_bad_points(const carom_vec3 *points, size_t count) {
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = points, .point_count = count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_NOT_FINITE);
    assert_null(hull);
}

static void what_is_refused(void **state) {
    (void)state;
    carom_vec3 point = {1, 2, 3};
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = &point, .point_count = 1};
    assert_int_equal(carom_hull_create(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_hull_create(&hull, NULL), CAROM_ERROR_ARGUMENT);
    def.point_count = 0;
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_ARGUMENT);
    def = (carom_hull_def){.points = NULL, .point_count = 1};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_ARGUMENT);
    def = (carom_hull_def){.points = &point, .point_count = 1, .allocator = {counting_alloc, 0, 0}};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_ARGUMENT);
    def = (carom_hull_def){.points = &point, .point_count = SIZE_MAX};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_ERROR_LIMIT);
    with_bad_numbers(refuse_bad_points);
    carom_hull_destroy(NULL);
}

/* Many points, almost all inside or all outside: found all the same, checked by sampling faces. */
static void many_points(void **state) {
    (void)state;
    enum { COUNT_OF = 30000 };
    static carom_vec3 points[COUNT_OF];
    volume_seed = 305;
    for (int kind = 0; kind < 3; kind++) {
        fill_cloud(points, COUNT_OF, kind);
        carom_hull *hull = make_hull(points, COUNT_OF);
        const hull_data *h = carom_hull_data(hull);
        assert_int_equal(h->vertex_count - h->half_edge_count / 2 + h->face_count, 2);
        int32_t stride = h->face_count / 50 + 1;
        for (int32_t f = 0; f < h->face_count; f += stride) {
            int32_t e = h->face_edge[f];
            vec3 a = hull_vertex(h, h->origin[e]), b = hull_vertex(h, h->origin[h->next[e]]);
            vec3 c = hull_vertex(h, h->origin[h->next[h->next[e]]]);
            for (int i = 0; i < COUNT_OF; i++)
                assert_true(carom_orient3d(a, b, c, load3(points[i])) <= 0);
        }
        carom_hull_destroy(hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_promises_hold),
        cmocka_unit_test(order_place_and_scale_change_nothing),
        cmocka_unit_test(a_cube_has_six_faces),
        cmocka_unit_test(sizes_of_every_magnitude),
        cmocka_unit_test(extremes_are_survived),
        cmocka_unit_test(memory_runs_out_at_any_step),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(many_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
