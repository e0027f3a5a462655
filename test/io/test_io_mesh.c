/* What is done with the triangles: numbers, polygons, welding, topology. */
#define _POSIX_C_SOURCE 200809L
#include <float.h>
#include <math.h>

#include "test_io.h"
#include "../../io/exact.h"
#include "../../io/file.h"
#include "../../io/number.h"
#include "../../io/polygon.h"

/* As strtod in the C locale, to the last bit. */
static void expect_number(const char *text) {
    double got = 7.0, want = strtod(text, NULL);
    assert_true(carom_io_parse_number(text, text + strlen(text), &got));
    if (memcmp(&got, &want, sizeof got) != 0) fail_msg("%s reads as %.17g", text, got);
}

static void numbers_are_read_as_c_reads_them(void **state) {
    (void)state;
    static const char *const good[] = {"0",
                                       "-0",
                                       "1",
                                       "+1.5",
                                       ".5",
                                       "5.",
                                       "1e2",
                                       "2.e1",
                                       "1E-3",
                                       "1e+2",
                                       "0.1",
                                       "0.3e-5",
                                       "123456789.5",
                                       "1e300",
                                       "1e-300",
                                       "4.9e-324",
                                       "3.4028235e38",
                                       "1.17549435e-38",
                                       "1.4e-45",
                                       "0.000000000000000000000000000123456789",
                                       "12345678901234567890123456789",
                                       "3.14159265358979323846264338327950288",
                                       "1e400",
                                       "1e-400",
                                       "0e99999999",
                                       "00000000000000000000000000001.5",
                                       "0.10000000149011612",
                                       "0.1234567890123456789012345",
                                       "9007199254740993",
                                       "9007199254740993.00000000000000000000000000000001",
                                       "100000000.0123456789",
                                       "2.2250738585072011e-308",
                                       "2.4703282292062327e-324",
                                       "2.4703282292062328e-324",
                                       "1.7976931348623157e308",
                                       "1.7976931348623159e308",
                                       "179769313486231580793e289",
                                       "123456789012345678901234567890e-40",
                                       "0.000000000000000000000000001e9999999999999",
                                       "1e-9999999999999"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        expect_number(good[i]);
    static const char *const bad[] = {"",      "-",    ".",   "e5",      "1e",   "1e+",
                                      "1.2.3", "1,5",  "1f",  "0x",      "- 1",  "--1",
                                      "1 ",    "nano", "+e1", "infinit", ".nan", ".inf"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double got;
        if (carom_io_parse_number(bad[i], bad[i] + strlen(bad[i]), &got))
            fail_msg("\"%s\" reads as a number", bad[i]);
    }
}

/* Random bits as 17 digits, ties between neighbours with what breaks them far behind, and integers
 * with exponents. */
static void random_numbers_are_read_as_c_reads_them(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 30000; i++) {
        char text[1200];
        double value;
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        uint64_t bits = i % 4 == 3 ? seed >> 12 >> seed % 52 : seed;
        memcpy(&value, &bits, sizeof value);
        if (!(fabs(value) <= DBL_MAX)) continue;
        snprintf(text, sizeof text, "%.16e", value);
        if (i % 4 == 1)
            snprintf(text, sizeof text, "%llue%d", (unsigned long long)(seed >> seed % 64),
                     (int)(seed % 700) - 360);
        if (i % 64 == 2) {
            double next = nextafter(value, DBL_MAX);
            snprintf(text, sizeof text, "%.*e", 780 + i % 50, value);
            expect_number(text);
            char *e = strchr(text, 'e'), tail[20];
            snprintf(tail, sizeof tail, "%s", e);
            snprintf(e, 60, "0000000000000000000000000000000000001%s", tail);
            expect_number(text);
            if (next <= DBL_MAX) { /* the tie itself, exact in long double where that is wider */
                snprintf(text, sizeof text, "%.800Le", ((long double)value + next) / 2);
            }
        }
        expect_number(text);
    }
}

static void the_reader_agrees_about_numbers(void **state) {
    (void)state;
    carom_io_scene *scene = load_text("a.obj", "v 0.1 1e-3 123456.789\nv 2.e1 .5 -7.25e+2\n"
                                               "v 3.14159265358979 1e10 -1E-10\nf 1 2 3\n");
    const double want[9] = {0.1, 1e-3, 123456.789, 20, 0.5, -725, 3.14159265358979, 1e10, -1e-10};
    assert_non_null(scene);
    for (int k = 0; k < 9; k++) {
        double got = scene->meshes[0].vertices[k];
        assert_true(got == want[k]);
    }
    carom_io_free(scene);
}

static void minus_zero_is_zero(void **state) {
    (void)state;
    carom_io_scene *scene = load_text("a.obj", "v -0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
                                               "v 0 -0.0 0\nv 0 0 1\nv 1 0 -0\nf 4 5 6\n");
    assert_non_null(scene);
    assert_int_equal(scene->meshes[0].vertex_count, 4);
    carom_io_free(scene);
}

static double polygon_area(const double *vertices, const uint32_t *triangles, size_t count,
                           size_t *turned) {
    double area = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double *a = vertices + 3 * triangles[3 * i], *b = vertices + 3 * triangles[3 * i + 1];
        const double *c = vertices + 3 * triangles[3 * i + 2];
        double part = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        area += 0.5 * part;
        *turned += part < 0.0;
    }
    return area;
}

/* Cuts the polygon as it stands and reversed; each must give count - 2 triangles of the right area.
 */
static void check_polygon(const double (*corners)[2], size_t count, double area) {
    double vertices[3 * 64];
    uint32_t order[64], triangles[3 * 64];
    for (int reversed = 0; reversed < 2; reversed++)
        for (size_t start = 0; start < count; start++) {
            size_t turned = 0;
            for (size_t i = 0; i < count; i++) {
                vertices[3 * i] = corners[i][0];
                vertices[3 * i + 1] = corners[i][1];
                vertices[3 * i + 2] = 0.25 * corners[i][0];
                size_t k = (start + i) % count;
                order[i] = (uint32_t)(reversed ? count - 1 - k : k);
            }
            size_t budget = 1000;
            const io_polygon polygon = {vertices, order, count};
            assert_true(carom_io_triangulate(&polygon, triangles, &budget));
            double got = polygon_area(vertices, triangles, count - 2, &turned);
            assert_true(got == (reversed ? -area : area));
            assert_int_equal(turned, reversed ? count - 2 : 0);
        }
}

static void polygons_are_cut_inside_themselves(void **state) {
    (void)state;
    static const double square[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const double dart[][2] = {{0, 0}, {4, 4}, {0, 8}, {1, 4}};
    static const double corner[][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    static const double comb[][2] = {{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1}, {5, 3},
                                     {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {0, 1}};
    static const double spiral[][2] = {{0, 0}, {6, 0}, {6, 6}, {1, 6}, {1, 3}, {3, 3},
                                       {3, 4}, {2, 4}, {2, 5}, {5, 5}, {5, 1}, {0, 1}};
    check_polygon(square, 4, 1);
    check_polygon(dart, 4, 12);
    check_polygon(corner, 6, 7);
    check_polygon(comb, 14, 13);
    check_polygon(spiral, 12, 18);
}

/* A polygon that crosses itself or is flat still gives all its triangles, and a closed mesh stays
 * closed. */
static void bad_polygons_keep_the_mesh_closed(void **state) {
    (void)state;
    static const char *const tops[] = {"f 1 2 3 4 5 6\n", "f 1 3 5 2 4 6\n", "f 1 4 2 5 3 6\n"};
    static const char *const bottoms[] = {"f 6 5 4 3 2 1\n", "f 6 4 2 5 3 1\n", "f 6 3 5 2 4 1\n"};
    for (int flat = 0; flat < 2; flat++)
        for (size_t i = 0; i < 3; i++) {
            char text[300];
            snprintf(text, sizeof text, "%s%s%s",
                     flat ? "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\nv 5 0 0\n"
                          : "v 0 0 0\nv 2 0 0\nv 3 2 0\nv 2 4 0\nv 0 4 0\nv -1 2 0\n",
                     tops[i], bottoms[i]);
            carom_io_scene *scene = load_text("a.obj", text);
            if (!scene) fail_msg("%s", last_error);
            carom_io_topology t = topology_of(scene);
            assert_int_equal(t.triangles, 8);
            assert_int_equal(t.open_edges, 0);
            assert_int_equal(t.degenerate, flat ? 8 : 0);
            carom_io_free(scene);
        }
}

/* A tangle of corners is given up in time, and says so. */
static void tangles_are_refused(void **state) {
    (void)state;
    enum { COUNT = 8000 };
    io_bytes text = {0};
    uint32_t seed = 1;
    for (int i = 0; i < COUNT; i++) {
        char line[60];
        seed = seed * 1664525u + 1013904223u;
        snprintf(line, sizeof line, "v %u %u 0\n", seed >> 20, (seed >> 8) & 4095);
        carom_io_put_text(&text, line);
    }
    carom_io_put_text(&text, "f");
    for (int i = 0; i < COUNT; i++) {
        char index[20];
        snprintf(index, sizeof index, " %d", i + 1);
        carom_io_put_text(&text, index);
    }
    assert_null(load_bytes("a.obj", text.data, text.size));
    assert_non_null(strstr(last_error, "takes too long to cut"));
    free(text.data);
}

static carom_io_topology topology_of_text(const char *faces) {
    char text[600];
    snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 2 0 0\nv 1 1 1\n%s", faces);
    carom_io_scene *scene = load_text("a.obj", text);
    if (!scene) fail_msg("%s", last_error);
    carom_io_topology t = topology_of(scene);
    carom_io_free(scene);
    return t;
}

static void defects_are_counted(void **state) {
    (void)state;
    carom_io_topology t = topology_of_text("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    assert_true(t.closed && t.edges == 6 && fabs(t.volume - 1.0 / 6.0) < 1e-15);
    t = topology_of_text("f 1 3 2\nf 1 2 4\nf 2 3 4\n");
    assert_true(!t.closed && t.open_edges == 3 && t.edges == 6);
    t = topology_of_text("f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    assert_true(t.closed && t.inconsistent_edges == 3 && !t.open_edges && !t.odd_edges);
    t = topology_of_text("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 1 2 6\n");
    assert_true(t.non_manifold_edges == 1 && t.open_edges == 2 && t.edges == 8);
    assert_true(!t.closed && t.odd_edges == 3 && !t.inconsistent_edges);
    /* two that share an edge: it is run along twice both ways */
    t = topology_of_text(
        "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 1 2 6\nf 2 1 5\nf 1 6 5\nf 2 5 6\n");
    assert_true(t.closed && t.non_manifold_edges == 1 && !t.inconsistent_edges && t.edges == 11);
    t = topology_of_text(
        "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 1 2 6\nf 1 2 5\nf 1 6 5\nf 2 5 6\n");
    assert_true(t.closed && t.inconsistent_edges > 0 && !t.odd_edges);
    t = topology_of_text("f 1 2 3\nf 3 1 2\nf 2 1 3\n");
    assert_true(t.duplicate == 2 && t.triangles == 3 && t.non_manifold_edges == 3);
    t = topology_of_text("f 1 2 3\nf 1 2 5\nf 1 1 4\nf 2 2 2\n");
    assert_true(t.degenerate == 3 && t.triangles == 4);
    assert_true(t.edges == 5); /* those with a corner twice have none */
    assert_true(t.area == 0.5);
}

/* One rounding decides: 0.1, 0.2, 0.3 as floats are not on one line with the origin's diagonal,
 * powers of two are. */
static void degenerate_is_exact(void **state) {
    (void)state;
    const double a[3] = {(double)0.1f, (double)0.1f, 0}, b[3] = {(double)0.2f, (double)0.2f, 0};
    const double up[3] = {(double)0.2f, (double)nextafterf(0.2f, 1.0f), 0};
    const double far[3] = {1e30, 1e30, 0}, off[3] = {1e30, 1e30, 1e-30};
    assert_true(carom_io_collinear(a, b, far));
    assert_false(carom_io_collinear(a, up, far));
    assert_false(carom_io_collinear(a, b, off));
    assert_true(carom_io_collinear(a, a, off));
    const double p[2] = {(double)FLT_MAX, (double)FLT_TRUE_MIN}, q[2] = {-(double)FLT_MAX, 0};
    const double o[2] = {0, (double)FLT_TRUE_MIN / 2}; /* the exact middle; a double, not a float */
    assert_int_equal(carom_io_orient2d(p, q, o), 0);
    const double m[2] = {0, (double)FLT_TRUE_MIN}, n[2] = {0, 0};
    assert_int_equal(carom_io_orient2d(p, q, m), -1);
    assert_int_equal(carom_io_orient2d(p, q, n), 1);
    /* numbers whose products leave the range, and differ in the last bit */
    for (int i = -1000; i <= 990; i += 10) {
        double s = ldexp(1.0, i), t = ldexp(1.0, -i);
        const double u[2] = {0.1 * s, 0.1 * t}, v[2] = {0.2 * s, 0.2 * t}, w[2] = {0, 0};
        const double above[2] = {0.2 * s, nextafter(0.2, 1.0) * t};
        assert_int_equal(carom_io_orient2d(w, u, v), 0);
        assert_int_equal(carom_io_orient2d(w, u, above), 1);
        assert_int_equal(carom_io_orient2d(above, u, w), -1);
        const double same[3][3] = {{s, s, s}, {0.1 * s, 0.1 * s, 0.1 * s}, {0, 0, 0}};
        assert_true(carom_io_collinear(same[0], same[1], same[2]));
    }
}

static void soups_are_welded_in_order_of_use(void **state) {
    (void)state;
    const double corners[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, -0.0, 0, 0, 0, 1, 0, 1, -0.0, 0};
    const uint32_t indices[] = {2, 4, 3, 5, 1, 4};
    carom_io_soup soup = {malloc(sizeof corners), malloc(sizeof indices), 6, 2};
    memcpy(soup.vertices, corners, sizeof corners);
    memcpy(soup.indices, indices, sizeof indices);
    assert_true(carom_io_soup_weld(&soup));
    const uint32_t want[] = {0, 1, 2, 0, 2, 1};
    assert_int_equal(soup.vertex_count, 3);
    assert_memory_equal(soup.indices, want, sizeof want);
    assert_true(soup.vertices[0] == 1.0 && !signbit(soup.vertices[1]) &&
                !signbit(soup.vertices[6]));
    carom_io_soup_free(&soup);
    assert_null(soup.vertices);
    carom_io_soup_free(&soup);
    assert_true(carom_io_soup_weld(&soup)); /* an empty one is fine */
    carom_io_soup_free(&soup);
}

static void flattening_refuses_what_is_not_finite(void **state) {
    (void)state;
    double big = 1e200;
    carom_io_mesh mesh = {.vertices = &(double[9]){big, 0, 0, 0, big, 0, 0, 0, big}[0],
                          .indices = &(uint32_t[3]){0, 1, 2}[0],
                          .vertex_count = 3,
                          .triangle_count = 1};
    carom_io_instance instance = {.transform = {1e200, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    carom_io_scene scene = {
        .meshes = &mesh, .instances = &instance, .mesh_count = 1, .instance_count = 1};
    carom_io_soup soup = {0};
    assert_false(carom_io_flatten(&scene, &soup));
    assert_null(soup.vertices);
    instance.transform[0] = -1.0;
    assert_true(carom_io_flatten(&scene, &soup));
    assert_true(soup.vertices[0] == -big && soup.indices[1] == 2 && soup.indices[2] == 1);
    carom_io_soup_free(&soup);
}

static void formats_have_names(void **state) {
    (void)state;
    for (int i = 0; i <= CAROM_IO_GLB; i++)
        assert_true(strlen(carom_io_format_name((carom_io_format)i)) >= 3);
    assert_non_null(carom_io_format_name((carom_io_format)99));
    assert_string_equal(carom_io_format_name(CAROM_IO_STL_BINARY), "binary STL");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_c_reads_them),
        cmocka_unit_test(random_numbers_are_read_as_c_reads_them),
        cmocka_unit_test(the_reader_agrees_about_numbers),
        cmocka_unit_test(minus_zero_is_zero),
        cmocka_unit_test(polygons_are_cut_inside_themselves),
        cmocka_unit_test(bad_polygons_keep_the_mesh_closed),
        cmocka_unit_test(tangles_are_refused),
        cmocka_unit_test(defects_are_counted),
        cmocka_unit_test(degenerate_is_exact),
        cmocka_unit_test(soups_are_welded_in_order_of_use),
        cmocka_unit_test(flattening_refuses_what_is_not_finite),
        cmocka_unit_test(formats_have_names),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
