/* Convex decomposition: L and U by hand, exactly; cavities and notches whose concavity is known;
 * every bound against dense sampling; convex solids; what crosses itself; invariants; limits. */
#include "common/test_counting.h"
#include "common/test_decomposition_common.h"

static double volume_of_parts(const carom_mesh_decomposition *d) {
    double sum = 0;
    for (size_t i = 0; i < d->count; i++)
        sum += carom_volume_hull(d->parts[i].hull);
    return sum;
}

static void assert_exact_boxes(const carom_mesh_decomposition *d, size_t count, double volume) {
    assert_int_equal(d->count, count);
    assert_true(d->concavity == 0 && d->is_within_goal && (double)d->omitted <= 512 * EPS);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(carom_hull_vertex_count(d->parts[i].hull), 8);
        assert_int_equal(carom_hull_face_count(d->parts[i].hull), 6);
    }
    assert_about(volume_of_parts(d), volume, 64 * 2.3e-16 * volume);
}

/* ---- tests */

static void letters_by_hand(void **state) {
    (void)state;
    fill_letter_l();
    carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){0});
    assert_exact_boxes(d, 2, 3);
    assert_true(d->omitted == 0); /* of a U a third of a diagonal is rounded */
    assert_bounds_hold(d, 2000);
    carom_mesh_decomposition_destroy(d);
    carom_mesh_destroy(mesh.mesh);
    fill_letter_u();
    d = decompose(&(carom_mesh_decomposition_def){.concavity = (carom_real)1e-3});
    assert_exact_boxes(d, 3, 6);
    assert_bounds_hold(d, 2000);
    carom_mesh_decomposition_destroy(d);
    carom_mesh_destroy(mesh.mesh);
}

/* One hull each: how far it is from the solid is known. */
static void known_concavities(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        static const double known[4] = {0.5, 1, 1, 0.25};
        mesh.count = 0;
        if (kind == 0) fill_letter_l(); /* (1.5, 1.5) from both arms */
        if (kind == 1) fill_letter_u(); /* the middle of the notch */
        if (kind >= 2) add_box(v3(0, 0, 0), v3(8, 8, 8), true);
        if (kind == 2) add_box(v3(3, 2, 1), v3(5, 6, 6), false);  /* a cavity 2 across */
        if (kind == 3) add_box(v3(9, 0, 0), v3(10, 8, 8), false); /* a second piece, inside out */
        if (kind == 3) mesh.count = 0, add_box(v3(0, 0, 0), v3(1, 1, 1), true);
        if (kind == 3) add_box(v3(1.5, 0, 0), v3(2.5, 1, 1), false);
        if (kind >= 2) build_test_mesh(&mesh);
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){.hull_limit = 1});
        assert_int_equal(d->count, 1);
        assert_true((double)d->concavity >= known[kind] * (1 - 4 * EPS));
        assert_true((double)d->parts[0].attained <= known[kind] * (1 + 4 * EPS));
        assert_true((double)(d->concavity - d->parts[0].attained) <= (double)d->concavity / 16);
        assert_true(!d->is_within_goal && d->omitted == 0);
        assert_bounds_hold(d, 2000);
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
    }
}

/* A cube whose upper face is a pyramid that points downwards: shallow ones are bounded by the depth
 * of the surface in the hull, 3^0.5 times the depth for a cube, deep ones by boxes. */
static void dents(void **state) {
    (void)state;
    for (int k = 2; k <= (sizeof(carom_real) == 4 ? 18 : 40); k += 2) {
        const double depth = ldexp(1, -k), known = depth / sqrt(1 + 4 * depth * depth);
        const carom_vec3 tip = v3(0.5, 0.5, 1 - depth),
                         rim[4] = {v3(0, 0, 1), v3(1, 0, 1), v3(1, 1, 1), v3(0, 1, 1)};
        mesh.count = 0;
        add_box(v3(0, 0, 0), v3(1, 1, 1), true);
        size_t kept = 0;
        for (size_t t = 0; t < mesh.count; t++) {
            const carom_vec3 *v = &mesh.vertices[3 * t];
            if (v[0].z == 1 && v[1].z == 1 && v[2].z == 1) continue;
            for (int i = 0; i < 3; i++)
                mesh.vertices[3 * kept + (size_t)i] = v[i];
            kept++;
        }
        assert_int_equal(kept, 10);
        mesh.count = kept;
        for (int i = 0; i < 4; i++)
            add_test_triangle(&mesh, rim[i], rim[(i + 1) % 4], tip);
        build_test_mesh(&mesh);
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){.hull_limit = 1});
        assert_true((double)d->concavity >= known * (1 - 4 * EPS));
        assert_true((double)d->parts[0].attained <= known * (1 + 4 * EPS));
        assert_true((double)d->concavity <= fmin(2 * depth, depth + 0.004));
        assert_bounds_hold(d, 200);
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
    }
}

static void convex_solids_are_one_hull(void **state) {
    (void)state;
    for (int kind = 0; kind < 40; kind++) {
        carom_vec3 points[30];
        for (int i = 0; i < 30; i++)
            points[i] = kind % 2 ? onto_ball(random_vec(1), 3) : lattice_vec(3);
        carom_hull *hull = NULL;
        const carom_hull_def def = {.points = points, .point_count = 30};
        assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
        mesh.count = 0;
        for (int32_t f = 0; f < carom_hull_face_count(hull); f++) {
            int32_t v[30], count = carom_hull_face(hull, f, v, 30);
            for (int32_t i = 1; i + 1 < count; i++)
                add_test_triangle(&mesh, carom_hull_vertex(hull, v[0]),
                                  carom_hull_vertex(hull, v[i]), carom_hull_vertex(hull, v[i + 1]));
        }
        build_test_mesh(&mesh);
        carom_mesh_decomposition *d =
            decompose(&(carom_mesh_decomposition_def){.concavity = (carom_real)1e-30});
        assert_int_equal(d->count, 1);
        assert_true(d->concavity == 0 && d->omitted == 0 && d->is_within_goal);
        assert_int_equal(carom_hull_vertex_count(d->parts[0].hull), carom_hull_vertex_count(hull));
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
        carom_hull_destroy(hull);
    }
}

static void curved_solids(void **state) {
    (void)state;
    fill_torus(16, 8);
    for (int k = 0; k < 4; k++) {
        static const double goals[4] = {0.3, 0.15, 0.08, 0.02};
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){
            .concavity = (carom_real)goals[k], .hull_limit = k == 3 ? 5 : 64});
        assert_true(d->is_within_goal == (k < 3));
        assert_true(k == 3 || (double)d->concavity <= goals[k]);
        assert_true((double)d->omitted <= 2048 * EPS);
        assert_bounds_hold(d, 200);
        carom_mesh_decomposition_destroy(d);
    }
    carom_mesh_destroy(mesh.mesh);
}

static void solids_that_cross_themselves(void **state) {
    (void)state;
    for (int round = 0; round < 10; round++) {
        fill_boxes(2 + round / 2);
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){
            .concavity = (carom_real)0.01, .hull_limit = round % 2 ? 64 : 3});
        assert_true((double)d->omitted <= 2048 * EPS);
        /* surfaces that parts have in common leave the bound at the resolution */
        if (round % 2) assert_true((double)d->concavity < 0.05);
        assert_bounds_hold(d, 500);
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
    }
}

static void limits(void **state) {
    (void)state;
    fill_torus(16, 8);
    for (size_t most = 1; most <= 9; most += 4) {
        const carom_mesh_decomposition_def def = {
            .concavity = (carom_real)1e-3, .hull_limit = most, .vertex_limit = 3 + most};
        carom_mesh_decomposition *d = decompose(&def);
        assert_int_equal(d->count, most);
        for (size_t i = 0; i < d->count; i++)
            assert_true((size_t)carom_hull_vertex_count(d->parts[i].hull) <= 3 + most);
        assert_true(d->omitted > 0);
        assert_bounds_hold(d, 200);
        carom_mesh_decomposition_destroy(d);
    }
    carom_mesh_destroy(mesh.mesh);
}

static bool stop_after(void *user) {
    return (*(int *)user)-- == 0;
}

static void the_search_can_be_ended(void **state) {
    (void)state;
    fill_torus(16, 8);
    for (int cuts = 0; cuts < 12; cuts += 3) {
        int left = cuts;
        const carom_mesh_decomposition_def def = {
            .concavity = (carom_real)1e-3, .hull_limit = 5, .stop = stop_after, .user = &left};
        carom_mesh_decomposition *d = decompose(&def);
        assert_true(d->count == (cuts < 5 ? (size_t)cuts + 1 : 5));
        assert_bounds_hold(d, 100);
        carom_mesh_decomposition_destroy(d);
    }
    carom_mesh_destroy(mesh.mesh);
}

/* Scaled by powers of two, everything is scaled. */
static void invariants(void **state) {
    (void)state;
    static carom_vec3 kept[3 * MESH_LARGEST];
    fill_torus(16, 8);
    carom_mesh_decomposition *whole = decompose(&(carom_mesh_decomposition_def){.hull_limit = 4});
    carom_mesh_destroy(mesh.mesh);
    memcpy(kept, mesh.vertices, sizeof kept);
    for (int k = -20; k <= 20; k += 20) {
        const carom_real scale = (carom_real)ldexp(1, k);
        for (size_t i = 0; i < 3 * mesh.count; i++)
            mesh.vertices[i] =
                (carom_vec3){kept[i].x * scale, kept[i].y * scale, kept[i].z * scale};
        build_test_mesh(&mesh);
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){.hull_limit = 4});
        assert_int_equal(d->count, whole->count);
        assert_about((double)d->concavity, (double)(whole->concavity * scale),
                     4 * EPS * (double)d->concavity);
        for (size_t i = 0; i < d->count; i++)
            for (int32_t v = 0; v < carom_hull_vertex_count(d->parts[i].hull); v++) {
                const carom_vec3 a = carom_hull_vertex(whole->parts[i].hull, v),
                                 b = carom_hull_vertex(d->parts[i].hull, v);
                assert_true(a.x * scale == b.x && a.y * scale == b.y && a.z * scale == b.z);
            }
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
    }
    carom_mesh_decomposition_destroy(whole);
}

static void extreme_sizes(void **state) {
    (void)state;
    static const double sizes[] = {1e-30, 1e30, 1e-36, 1e36, 1e-70, 1e70};
    for (int i = 0; i < (sizeof(carom_real) == 4 ? 4 : 6); i++) {
        const double s = sizes[i];
        mesh.count = 0;
        add_box(v3(0, 0, 0), v3(s, s, s), true);
        add_box(v3(2 * s, 0, 0), v3(3 * s, s, s), true);
        build_test_mesh(&mesh);
        carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){0});
        assert_int_equal(d->count, 2);
        assert_true(d->concavity == 0 && d->omitted == 0);
        carom_mesh_decomposition_destroy(d);
        carom_mesh_destroy(mesh.mesh);
    }
}

/* Solids without volume: a doubled triangle, and one whose orientation is inconsistent. */
static void degenerate_solids(void **state) {
    (void)state;
    mesh.count = 0;
    add_test_triangle(&mesh, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0));
    add_test_triangle(&mesh, v3(0, 0, 0), v3(0, 1, 0), v3(1, 0, 0));
    build_test_mesh(&mesh);
    carom_mesh_decomposition *d = decompose(&(carom_mesh_decomposition_def){0});
    assert_bounds_hold(d, 100);
    assert_true(d->is_within_goal);
    carom_mesh_decomposition_destroy(d);
    carom_mesh_destroy(mesh.mesh);
    mesh.count = 0;
    add_box(v3(0, 0, 0), v3(1, 1, 1), true);
    const carom_vec3 kept = mesh.vertices[1];
    mesh.vertices[1] = mesh.vertices[2];
    mesh.vertices[2] = kept;
    build_test_mesh(&mesh);
    d = decompose(&(carom_mesh_decomposition_def){0});
    assert_exact_boxes(d, 1, 1);
    carom_mesh_decomposition_destroy(d);
    carom_mesh_destroy(mesh.mesh);
}

static void memory(void **state) {
    (void)state;
    fill_letter_u();
    size_t needed = 0;
    /* every call up to the 100th, then one of thirty in the mean */
    for (size_t n = 1; needed == 0; n += n < 100 ? 1 : 1 + (size_t)random_in(0, 60)) {
        counting counted = {.fail_at = n};
        const carom_mesh_decomposition_def def = {.mesh = mesh.mesh,
                                                  .concavity = (carom_real)0.01,
                                                  .hull_limit = 2,
                                                  .vertex_limit = 6,
                                                  .allocator = counting_allocator(&counted)};
        carom_mesh_decomposition *d = NULL;
        carom_status status = carom_mesh_decomposition_create(&d, &def);
        if (status == CAROM_OK) {
            needed = n;
            carom_mesh_decomposition_destroy(d);
        } else {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_null(d);
        }
        assert_int_equal(counted.live, 0);
    }
    assert_true(needed > 100);
    carom_mesh_destroy(mesh.mesh);
}

static void assert_refused(carom_mesh_decomposition_def def, carom_status wanted) {
    carom_mesh_decomposition *d = NULL;
    assert_int_equal(carom_mesh_decomposition_create(&d, &def), wanted);
    assert_null(d);
}

static void arguments(void **state) {
    (void)state;
    counting counted = {0};
    carom_allocator half = counting_allocator(&counted);
    half.free = NULL;
    fill_letter_l();
    const carom_mesh *m = mesh.mesh;
    static const double bad[] = {NAN, INFINITY, -1, -INFINITY};
    for (int i = 0; i < COUNT(bad); i++)
        assert_refused((carom_mesh_decomposition_def){.mesh = m, .concavity = (carom_real)bad[i]},
                       CAROM_ERROR_ARGUMENT);
    for (size_t limit = 1; limit < 4; limit++)
        assert_refused((carom_mesh_decomposition_def){.mesh = m, .vertex_limit = limit},
                       CAROM_ERROR_ARGUMENT);
    assert_refused((carom_mesh_decomposition_def){.mesh = m, .allocator = half},
                   CAROM_ERROR_ARGUMENT);
    assert_refused(
        (carom_mesh_decomposition_def){.mesh = m, .hull_limit = CAROM_DECOMPOSITION_LIMIT + 1},
        CAROM_ERROR_LIMIT);
    assert_refused((carom_mesh_decomposition_def){.mesh = NULL}, CAROM_ERROR_ARGUMENT);
    carom_mesh_decomposition *d = NULL;
    assert_int_equal(carom_mesh_decomposition_create(&d, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(
        carom_mesh_decomposition_create(NULL, &(carom_mesh_decomposition_def){.mesh = m}),
        CAROM_ERROR_ARGUMENT);
    carom_mesh_decomposition_destroy(NULL);
    carom_mesh_destroy(mesh.mesh);
    for (int kind = 0; kind < 3; kind++) { /* empty, open, too large */
        mesh.count = 0;
        if (kind == 1) add_test_triangle(&mesh, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0));
        const double most = (double)CAROM_REAL_MAX / 4;
        if (kind == 2) add_box(v3(0, 0, 0), v3(most, 1, 1), true);
        build_test_mesh(&mesh);
        assert_refused((carom_mesh_decomposition_def){.mesh = mesh.mesh},
                       kind == 2 ? CAROM_ERROR_LIMIT : CAROM_ERROR_ARGUMENT);
        carom_mesh_destroy(mesh.mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_by_hand),
        cmocka_unit_test(known_concavities),
        cmocka_unit_test(dents),
        cmocka_unit_test(convex_solids_are_one_hull),
        cmocka_unit_test(curved_solids),
        cmocka_unit_test(solids_that_cross_themselves),
        cmocka_unit_test(limits),
        cmocka_unit_test(the_search_can_be_ended),
        cmocka_unit_test(invariants),
        cmocka_unit_test(extreme_sizes),
        cmocka_unit_test(degenerate_solids),
        cmocka_unit_test(memory),
        cmocka_unit_test(arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
