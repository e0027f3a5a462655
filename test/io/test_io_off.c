/* OFF: the cube with comments, colours, normals and polygons; what is refused; files cut off. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"

static const char cube[] =
    "OFF # a cube\n"
    "8 6 12\n"
    "0 0 0\n1 0 0\n1 1 0\n0 1 0\n# in between\n\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
    "4 0 3 2 1 255 0 0\n4 4 5 6 7 0.5 0.5 0.5 1\n4  0 1 5 4\n4 1 2 6 5\n"
    "4 2 3 7 6\n4 0 4 7 3\n";

static void expect_cube(carom_io_scene *scene) {
    if (!scene) fail_msg("%s", last_error);
    const carom_io_topology t = topology_of(scene);
    assert_int_equal(scene->format, CAROM_IO_OFF);
    assert_string_equal(carom_io_format_name(scene->format), "OFF");
    assert_int_equal(scene->report.polygons, 6);
    assert_int_equal(scene->report.vertices, 8);
    assert_int_equal(t.triangles, 12);
    assert_true(t.closed && t.volume == 1.0 && t.area == 6.0);
    carom_io_free(scene);
}

static void a_cube(void **state) {
    (void)state;
    expect_cube(load_text("a.off", cube));
    expect_cube(load_text("a name", cube));
    char lines[sizeof cube];
    memcpy(lines, cube, sizeof cube);
    for (char *c = lines; *c; c++)
        if (*c == '\n') *c = '\r';
    expect_cube(load_text("a.off", lines));
}

static void more_numbers_of_vertices(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double x;
    } files[] = {{"NOFF 3 1 0\n5 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n", 5.0},
                 {"COFF\n3 1 0\n7 0 0 1 1 1 1\n1 0 0 1 1 1 1\n0 1 0 1 1 1 1\n3 0 1 2\n", 7.0},
                 {"STCNOFF\n3 1 0\n9 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 0 0 1 1 1 1 1 0 0\n"
                  "0 1 0 0 0 1 1 1 1 1 0 0\n3 0 1 2\n",
                  9.0}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        carom_io_scene *scene = load_text("a.off", files[i].text);
        if (!scene) fail_msg("%s", last_error);
        assert_true(topology_of(scene).max[0] == files[i].x);
        assert_int_equal(topology_of(scene).triangles, 1);
        carom_io_free(scene);
    }
}

static void points_and_lines(void **state) {
    (void)state;
    carom_io_scene *scene =
        load_text("a.off", "OFF\n3 4 0\n0 0 0\n1 0 0\n0 1 0\n1 0\n2 0 1\n2 1 2\n3 0 1 2\n");
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->report.points, 1);
    assert_int_equal(scene->report.lines, 2);
    assert_int_equal(scene->report.faces, 1);
    carom_io_free(scene);
}

static void what_is_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"4OFF\n3 1 0\n", "dimensions"},
        {"nOFF 5\n3 1 0\n", "dimensions"},
        {"OFF BINARY\n", "binary"},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "corner 3 of 3"},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "-1"},
        {"OFF\n3 1 0\n0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n", "line 4"},
        {"OFF\n3 1 0\n0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", "line 4"},
        {"OFF\n3 1 0\n0 0 0\n1 0 1e99\n0 1 0\n3 0 1 2\n", "1e90"},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "more than the 1 faces"},
        {"OFF\n999999999 1 0\n", "no number of vertices"},
        {"OFF\n3 1\n0.5 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "number of edges"},
        {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "no triangles"},
        {"OFF\n", "cut off"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(load_text("a.off", bad[i][0]));
        if (!strstr(last_error, bad[i][1])) fail_msg("%s: %s", bad[i][1], last_error);
    }
}

static void files_cut_off(void **state) {
    (void)state;
    const size_t last = strlen(cube) - 2; /* without its line feed and last corner */
    for (size_t size = 0; size < last; size++)
        assert_null(load_bytes("a.off", cube, size));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube), cmocka_unit_test(more_numbers_of_vertices),
        cmocka_unit_test(points_and_lines), cmocka_unit_test(what_is_refused),
        cmocka_unit_test(files_cut_off)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
