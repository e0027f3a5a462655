/* Signed distances: the sign against exact counts of crossings and against solids known by
 * formula, the distance against the nearest point, winding numbers against solid angles. */
#include "common/test_mesh_soup_common.h"

#define PI 3.14159265358979323846

static carom_mesh *mesh_of(const carom_vec3 *v, size_t vertices, const uint32_t *indices,
                           size_t triangles) {
    carom_mesh *mesh = NULL;
    carom_mesh_def def = {
        .vertices = v, .indices = indices, .vertex_count = vertices, .triangle_count = triangles};
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* The last two close the top. */
static const uint32_t box_indices[36] = {0, 2, 1, 1, 2, 3, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                         0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5, 4, 5, 6, 5, 7, 6};

static void box_vertices(carom_vec3 v[8], const carom_aabb *box) {
    for (int i = 0; i < 8; i++)
        v[i] = (carom_vec3){i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                            i & 4 ? box->max.z : box->min.z};
}

static carom_mesh *box_mesh(const carom_aabb *box, size_t triangles) {
    carom_vec3 v[8];
    box_vertices(v, box);
    return mesh_of(v, 8, box_indices, triangles);
}

static double box_distance(const carom_aabb *box, carom_vec3 p) {
    double out = 0, in = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        double x = (double)(&p.x)[i], low = (double)(&box->min.x)[i] - x,
               high = x - (double)(&box->max.x)[i];
        double d = low > high ? low : high;
        if (d > 0) out += d * d;
        if (d > in) in = d;
    }
    return out > 0 ? sqrt(out) : in;
}

static void assert_place(const carom_mesh_signed *s, carom_mesh_place place) {
    assert_int_equal(s->place, place);
    assert_true(place == CAROM_PLACE_INSIDE ? s->distance < 0
                                            : s->distance > 0 || place == CAROM_PLACE_SURFACE);
    assert_true((carom_real)fabs((double)s->distance) == s->nearest.at.distance);
}

/* Lattice points: on, inside and outside of a box, at all its features. */
static void box_by_formula(void **state) {
    (void)state;
    carom_aabb box = aabb(-2, -1, -3, 2, 3, 1);
    carom_mesh *mesh = box_mesh(&box, 12);
    carom_mesh_solid solid = carom_mesh_solid_of(mesh);
    assert_int_equal(solid.method, CAROM_SIGN_NORMAL);
    assert_false(solid.inside_out);
    int by_normal = 0, all = 0;
    for (int i = 0; i < 21 * 21 * 21; i++) {
        carom_vec3 p = v3(i % 21 * 0.5 - 5, i / 21 % 21 * 0.5 - 5, i / 441 * 0.5 - 5);
        carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
        double d = box_distance(&box, p);
        assert_about((double)s.distance, d, 4 * EPS * 10);
        assert_place(&s, d < 0   ? CAROM_PLACE_INSIDE
                         : d > 0 ? CAROM_PLACE_OUTSIDE
                                 : CAROM_PLACE_SURFACE);
        assert_int_equal(s.method == CAROM_SIGN_NONE, d == 0);
        by_normal += s.method == CAROM_SIGN_NORMAL;
        all += d != 0;
    }
    assert_true(by_normal > all / 2);
    carom_mesh_destroy(mesh);
}

/* A closed surface with spikes, dents and thin parts: radii of all sizes round a centre. */
#define RINGS 9
#define SPOKES 14
#define STAR_VERTICES (RINGS * SPOKES + 2)
#define STAR_TRIANGLES (2 * RINGS * SPOKES)

static carom_vec3 star_v[STAR_VERTICES];
static uint32_t star_i[3 * STAR_TRIANGLES];

static void add_triangle(size_t *n, size_t a, size_t b, size_t c) {
    star_i[(*n)++] = (uint32_t)a;
    star_i[(*n)++] = (uint32_t)b;
    star_i[(*n)++] = (uint32_t)c;
}

static void make_star(double thin, carom_vec3 shift) {
    size_t n = 0, top = RINGS * SPOKES, bottom = top + 1;
    for (size_t r = 0; r < RINGS; r++)
        for (size_t s = 0; s < SPOKES; s++) {
            double a = PI * (double)(r + 1) / (RINGS + 1), b = 2 * PI * (double)s / SPOKES;
            double radius = random01() < 0.3 ? random_in(0.1, 3) : random_in(0.8, 1.2);
            star_v[r * SPOKES + s] =
                v3(radius * sin(a) * cos(b), radius * sin(a) * sin(b), radius * cos(a) * thin);
        }
    star_v[top] = v3(0, 0, thin);
    star_v[bottom] = v3(0, 0, -thin);
    shift_points(star_v, sizeof star_v, shift);
    for (size_t s = 0; s < SPOKES; s++) {
        size_t next = (s + 1) % SPOKES, last = (RINGS - 1) * SPOKES;
        add_triangle(&n, top, s, next);
        add_triangle(&n, bottom, last + next, last + s);
        for (size_t r = 0; r + 1 < RINGS; r++) {
            size_t a = r * SPOKES, b = a + SPOKES;
            add_triangle(&n, a + s, b + s, b + next);
            add_triangle(&n, a + s, b + next, a + next);
        }
    }
    assert_int_equal(n, 3 * STAR_TRIANGLES);
}

static carom_vec3 point_by_star(int k, double thin) {
    const uint32_t *t = star_i + 3 * ((size_t)k % STAR_TRIANGLES);
    carom_vec3 a = star_v[t[0]], b = star_v[t[1]], c = star_v[t[2]], p = a;
    double small = ldexp(1, -(k % 23)) * random_in(-0.3, 0.3);
    if (k % 4 == 0) return random_vec(3);
    if (k % 4 > 1) p = step(p, step(b, a, -1), random01());
    if (k % 4 > 2) p = step(p, step(c, a, -1), 0.5 * random01());
    carom_vec3 by = random_vec(1);
    by.z *= (carom_real)thin;
    return step(p, by, small);
}

static void check_star(double thin, bool inside_out) {
    if (inside_out)
        for (size_t i = 0; i < STAR_TRIANGLES; i++) {
            uint32_t kept = star_i[3 * i];
            star_i[3 * i] = star_i[3 * i + 1];
            star_i[3 * i + 1] = kept;
        }
    carom_mesh *mesh = mesh_of(star_v, STAR_VERTICES, star_i, STAR_TRIANGLES);
    carom_mesh_solid solid = carom_mesh_solid_of(mesh);
    carom_placed_mesh placed = {.mesh = mesh, .solidity = CAROM_SOLIDITY_CLOSED};
    assert_int_equal(solid.method, CAROM_SIGN_NORMAL);
    assert_int_equal(solid.inside_out, inside_out);
    int inside = 0, by_normal = 0, count = 1500;
    for (int k = 0; k < count; k++) {
        carom_vec3 p = point_by_star(k, thin);
        carom_mesh_side side = carom_classify_point_mesh(p, &placed);
        carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
        assert_place(&s, side.place);
        inside += s.place == CAROM_PLACE_INSIDE;
        by_normal += s.method == CAROM_SIGN_NORMAL;
    }
    assert_true(inside > (thin > 0.1 ? count / 20 : 2));
    if (thin > 0.1) assert_true(by_normal > count * 9 / 10);
    carom_mesh_destroy(mesh);
}

static void signs_equal_exact_parity(void **state) {
    (void)state;
    for (int k = 0; k < 10; k++) {
        volume_seed = 31 + (uint64_t)k;
        double thin = k < 6 ? 1 : ldexp(1, -10 * (k - 5));
        make_star(thin, k < 6 && k % 3 == 2 ? v3(100, 3, 0) : v3(0, 0, 0));
        check_star(thin, k % 2 == 1);
    }
}

/* The two sides of a plate are equally near up to rounding, and the lower index is the far one. */
static void thin_plates(void **state) {
    (void)state;
    for (int k = 1; k < 60; k++) {
        carom_aabb box = aabb(-1, -1, 1, 1, 1, 1);
        if (k < 30)
            box.max.z = (carom_real)(1 + ldexp(1, -k));
        else
            box.min.z = (carom_real)(1 - ldexp(1, 29 - k));
        if (box.min.z == box.max.z) continue;
        carom_mesh *mesh = box_mesh(&box, 12);
        carom_mesh_solid solid = carom_mesh_solid_of(mesh);
        if (solid.method == CAROM_SIGN_NONE) fail_msg("%d", k);
        for (int i = 0; i < 40; i++) {
            carom_vec3 p = v3(random_in(-1.2, 1.2), random_in(-1.2, 1.2), random_in(-2, 4));
            if (i % 4 == 0) p.z = next_number(box.max.z, 9);
            if (i % 4 == 1) p.z = next_number(box.min.z, -9);
            if (i % 4 == 2) p = v3(i % 8 - 3, i % 8 == 2 ? 0.25 : 1, i % 3);
            carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
            double d = box_distance(&box, p);
            assert_place(&s, d < 0   ? CAROM_PLACE_INSIDE
                             : d > 0 ? CAROM_PLACE_OUTSIDE
                                     : CAROM_PLACE_SURFACE);
        }
        carom_mesh_destroy(mesh);
    }
}

/* A sheet with both its sides: closed, and nothing is inside. */
static void plate_of_no_thickness(void **state) {
    (void)state;
    const carom_vec3 v[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(1, 1, 0), v3(0, 1, 0)};
    const uint32_t indices[12] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2};
    carom_mesh *mesh = mesh_of(v, 4, indices, 4);
    carom_mesh_solid solid = carom_mesh_solid_of(mesh);
    assert_int_equal(solid.method, CAROM_SIGN_PARITY);
    for (int k = 0; k < 200; k++) {
        carom_vec3 p = random_vec(2);
        carom_mesh_solid forced = solid;
        forced.method = CAROM_SIGN_NORMAL;
        carom_mesh_signed a = carom_distance_point_mesh_signed(p, &solid);
        carom_mesh_signed b = carom_distance_point_mesh_signed(p, &forced);
        assert_place(&a, CAROM_PLACE_OUTSIDE);
        assert_place(&b, CAROM_PLACE_OUTSIDE);
    }
    carom_mesh_destroy(mesh);
}

/* Two boxes with an edge in common: four triangles at it, and normals that cancel. */
static void boxes_share_an_edge(void **state) {
    (void)state;
    carom_vec3 v[16];
    uint32_t indices[72];
    carom_aabb boxes[2] = {aabb(-1, -1, -1, 0, 0, 1), aabb(0, 0, -1, 1, 1, 1)};
    for (uint32_t b = 0; b < 2; b++) {
        box_vertices(v + 8 * b, &boxes[b]);
        for (uint32_t i = 0; i < 36; i++)
            indices[36 * b + i] = box_indices[i] + 8 * b;
    }
    carom_mesh *mesh = mesh_of(v, 16, indices, 24);
    carom_mesh_solid solid = carom_mesh_solid_of(mesh);
    assert_int_equal(solid.method, CAROM_SIGN_NORMAL);
    for (int i = 0; i < 17 * 17 * 17; i++) {
        carom_vec3 p = v3(i % 17 * 0.25 - 2, i / 17 % 17 * 0.25 - 2, i / 289 * 0.25 - 2);
        double a = box_distance(&boxes[0], p), b = box_distance(&boxes[1], p), d = a < b ? a : b;
        carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
        if (d != 0) assert_place(&s, d < 0 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE);
    }
    carom_mesh_destroy(mesh);
}

/* The part of all directions that a rectangle takes, seen from height h above one of its corners;
 * negative from below.
 */
static double corner_share(double a, double b, double h) {
    return atan(a * b / (h * sqrt(a * a + b * b + h * h))) / (4 * PI);
}

/* A box without its lid: 1 inside and 0 outside, less what the lid takes of all directions. */
static void box_without_lid(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -2, -1, 1, 2, 1);
    carom_mesh *mesh = box_mesh(&box, 10);
    carom_mesh_solid solid = carom_mesh_solid_of(mesh), with_rim = solid;
    carom_mesh_rim *rim = NULL;
    assert_int_equal(solid.method, CAROM_SIGN_WINDING);
    assert_int_equal(carom_mesh_rim_create(&rim, mesh, NULL), CAROM_OK);
    with_rim.rim = rim;
    assert_about((double)carom_mesh_winding_number(v3(0, 0, 0), mesh),
                 1 - 4 * corner_share(1, 2, 1), 1e-12 + EPS);
    for (int k = 0; k < 600; k++) {
        carom_vec3 p = random_vec(3);
        double h = 1 - (double)p.z, x = (double)p.x, y = (double)p.y, d = box_distance(&box, p);
        double lid = corner_share(1 - x, 2 - y, h) + corner_share(1 + x, 2 - y, h) +
                     corner_share(1 - x, 2 + y, h) + corner_share(1 + x, 2 + y, h);
        double expected = (d < 0 ? 1 : 0) - lid;
        assert_about((double)carom_mesh_winding_number(p, mesh), expected, 1e-12 + EPS);
        if (fabs(fabs(expected) - 0.5) < 1e-6) continue;
        carom_mesh_place place = fabs(expected) > 0.5 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
        carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
        assert_int_equal(s.method, CAROM_SIGN_WINDING);
        assert_place(&s, place);
        s = carom_distance_point_mesh_signed(p, &with_rim);
        assert_place(&s, place);
    }
    carom_mesh_rim_destroy(rim);
    carom_mesh_destroy(mesh);
}

static void check_signed_soup(const soup *s, int style) {
    static carom_vec3 points[300];
    static carom_mesh_signed batch[301];
    carom_mesh_solid solid = carom_mesh_solid_of(s->mesh);
    carom_placed_mesh placed = {.mesh = s->mesh};
    for (int k = 0; k < 300; k++) {
        points[k] = any_point(style);
        if (k == 100) points[k].x = (carom_real)NAN;
    }
    batch[300].distance = 5;
    carom_distance_points_mesh_signed(points, 300, &solid, batch, NULL);
    assert_true(batch[300].distance == 5);
    for (int k = 0; k < 300; k += k < 60 ? 1 : 40) {
        carom_mesh_signed one = carom_distance_point_mesh_signed(points[k], &solid);
        carom_mesh_closest nearest = carom_closest_point_mesh(points[k], s->mesh);
        assert_true(one.distance == batch[k].distance && one.place == batch[k].place);
        assert_int_equal(one.nearest.triangle, nearest.triangle);
        assert_int_equal(one.method, batch[k].method);
        if (k == 100) {
            assert_true(one.distance == HUGE_VAL && one.method == CAROM_SIGN_NONE);
            continue;
        }
        assert_place(&one, carom_classify_point_mesh(points[k], &placed).place);
    }
}

static void soups_equal_classify(void **state) {
    (void)state;
    for_each_style(check_signed_soup);
}

/* The box of any size: down to the least numbers and up to the largest. */
static void signs_at_all_scales(void **state) {
    (void)state;
    int top = sizeof(carom_real) == 4 ? 110 : 240;
    for (int e = -top; e <= top; e += 5) {
        carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
        SCALE(box, ldexp(1, e));
        carom_mesh *mesh = box_mesh(&box, 12);
        carom_mesh_solid solid = carom_mesh_solid_of(mesh);
        assert_int_equal(solid.method, CAROM_SIGN_NORMAL);
        for (int i = 0; i < 60; i++) {
            carom_vec3 p = random_vec(1.6);
            SCALE(p, ldexp(1, e));
            carom_mesh_signed s = carom_distance_point_mesh_signed(p, &solid);
            assert_place(&s, box_distance(&box, p) < 0 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE);
        }
        carom_mesh_destroy(mesh);
    }
}

static void nothing_to_ask(void **state) {
    (void)state;
    carom_mesh *mesh = mesh_of(NULL, 0, NULL, 0);
    carom_vec3 p = v3(0, 0, 0);
    carom_mesh_solid none = carom_mesh_solid_of(NULL), empty = carom_mesh_solid_of(mesh);
    const carom_mesh_solid *solids[3] = {NULL, &none, &empty};
    for (int i = 0; i < 3; i++) {
        carom_mesh_signed s = carom_distance_point_mesh_signed(p, solids[i]), batch;
        carom_distance_points_mesh_signed(&p, 1, solids[i], &batch, NULL);
        assert_true(s.distance == HUGE_VAL && s.method == CAROM_SIGN_NONE);
        assert_true(s.nearest.at.distance == HUGE_VAL && batch.distance == HUGE_VAL);
    }
    assert_true(carom_mesh_winding_number(p, mesh) == 0);
    assert_true(carom_mesh_winding_number(p, NULL) == 0);
    p.x = (carom_real)NAN;
    assert_true(carom_mesh_winding_number(p, mesh) == 0);
    carom_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_by_formula),       cmocka_unit_test(signs_equal_exact_parity),
        cmocka_unit_test(thin_plates),          cmocka_unit_test(plate_of_no_thickness),
        cmocka_unit_test(boxes_share_an_edge),  cmocka_unit_test(box_without_lid),
        cmocka_unit_test(soups_equal_classify), cmocka_unit_test(signs_at_all_scales),
        cmocka_unit_test(nothing_to_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
