/* STEP and IGES files that OpenCASCADE wrote (cad/make_cad_files.cpp), of which every number is
 * known: units, placements, names and colours; and what is left of them when they are cut off. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"

#include <math.h>

static io_bytes read_made(const char *name) {
    char path[600];
    const io_file file = {.path = path, .error = last_error, .error_size = sizeof last_error};
    io_bytes out = {0};
    snprintf(path, sizeof path, "%s/%s", CAD_FILES, name);
    if (!carom_io_read_bytes(&file, path, &out)) fail_msg("%s", last_error);
    return out;
}

static carom_io_scene *load_made(const char *name, carom_io_options options) {
    char path[600];
    carom_io_scene *scene = NULL;
    snprintf(path, sizeof path, "%s/%s", CAD_FILES, name);
    if (!carom_io_load_with(path, &options, &scene, last_error, sizeof last_error))
        fail_msg("%s", last_error);
    return scene;
}

static void expect_box(const char *name, carom_io_format format, double unit, double size) {
    carom_io_scene *scene = load_made(name, (carom_io_options){0});
    const carom_io_topology t = topology_of(scene);
    assert_int_equal(scene->format, format);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 1);
    assert_int_equal(scene->report.surfaces, 6);
    assert_int_equal(scene->report.lost, 0);
    assert_int_equal(t.triangles, 12);
    assert_int_equal(t.vertices, 8);
    assert_true(t.closed && !t.inconsistent_edges);
    assert_true(scene->unit == unit);
    assert_true(scene->report.angle == 20.0 && scene->report.deflection > 0.0);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(t.min[k]) <= 1e-15 * size);
        assert_true(fabs(t.max[k] - (k + 1) * size) <= 1e-15 * size * (k + 1));
    }
    assert_true(fabs(t.volume - 6.0 * size * size * size) <= 1e-13 * t.volume);
    assert_true(scene->meshes[0].deviation > 0.0 && scene->meshes[0].deviation <= 1e-6);
    carom_io_free(scene);
}

static void boxes_in_their_units(void **state) {
    (void)state;
    expect_box("box_mm.step", CAROM_IO_STEP, 1e-3, 10.0);
    expect_box("box_in.step", CAROM_IO_STEP, 0.0254, 1.0);
    expect_box("faces_mm.igs", CAROM_IO_IGES, 1e-3, 1.0); /* six loose faces, sewn */
    expect_box("solid_in.igs", CAROM_IO_IGES, 0.0254, 1.0);
}

static void placements_names_and_colours(void **state) {
    (void)state;
    /* placements without a turn have no name in the file, and get that of the part */
    static const char *const paths[] = {"machine/pair/block", "machine/pair/right",
                                        "machine/high/block", "machine/high/right"};
    static const double transforms[][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                                            {0, -1, 0, 100, 1, 0, 0, 0, 0, 0, 1, 0},
                                            {1, 0, 0, 0, 0, 0, -1, 500, 0, 1, 0, 0},
                                            {0, -1, 0, 100, 0, 0, -1, 500, 1, 0, 0, 0}};
    carom_io_scene *scene = load_made("nested.step", (carom_io_options){0});
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 4);
    assert_string_equal(scene->meshes[0].name, "block");
    for (size_t i = 0; i < 4; i++) {
        const carom_io_instance *at = &scene->instances[i];
        assert_string_equal(at->path, paths[i]);
        assert_string_equal(at->name, strrchr(paths[i], '/') + 1);
        assert_int_equal(at->node, i);
        assert_null(at->id);
        assert_null(at->kind);
        for (int k = 0; k < 12; k++)
            assert_true(at->transform[k] == transforms[i][k]);
        assert_true(fabs(at->color[0] - 1.0) < 1e-6 && fabs(at->color[1] - 0.5) < 1e-6);
        assert_true(at->color[2] == 0.0 && at->color[3] == 1.0);
    }
    carom_io_free(scene);
}

static void solids_of_one_part(void **state) {
    (void)state;
    carom_io_scene *scene = load_made("several.step", (carom_io_options){0});
    assert_true(scene->unit == 1.0);
    assert_int_equal(scene->mesh_count, 2);
    assert_int_equal(scene->instance_count, 2);
    assert_int_equal(scene->instances[0].node, scene->instances[1].node);
    assert_string_equal(scene->instances[0].name, "several/solid 1");
    assert_string_equal(scene->instances[1].name, "several/solid 2");
    assert_true(topology_of(scene).volume == 9.0);
    carom_io_free(scene);
}

/* The pin's volume grows to that of the cylinder, and its triangles are as near as is told. */
static void finer_triangles(void **state) {
    (void)state;
    const double angles[] = {30.0, 10.0, 3.0};
    double least = 1e300, volume = 0.0;
    for (int i = 0; i < 3; i++) {
        carom_io_scene *scene = load_made("pinned.step", (carom_io_options){.angle = angles[i]});
        const double off = scene->meshes[0].deviation;
        assert_int_equal(scene->mesh_count, 2);
        scene->instance_count = 1;
        const carom_io_topology t = topology_of(scene);
        scene->instance_count = 2;
        assert_true(t.closed);
        assert_true(off < least && t.volume > volume);
        for (size_t v = 0; v < scene->meshes[0].triangle_count; v++) {
            /* the middle of each side that runs along a circle is nearer the axis by that at most
             */
            const uint32_t *corner = scene->meshes[0].indices + 3 * v;
            const double *a = scene->meshes[0].vertices + 3 * (size_t)corner[0];
            const double *b = scene->meshes[0].vertices + 3 * (size_t)corner[1];
            const double x = 0.5 * (a[0] + b[0]), y = 0.5 * (a[1] + b[1]);
            const bool wall = fabs(hypot(a[0], a[1]) - 5.0) < 1e-9 && a[2] != b[2];
            if (wall) assert_true(hypot(x, y) >= 5.0 - off);
        }
        least = off;
        volume = t.volume;
        carom_io_free(scene);
    }
    assert_true(volume < 500.0 * 3.14159265358979 && volume > 499.0 * 3.14159265358979);
    carom_io_scene *coarse =
        load_made("pinned.step", (carom_io_options){.deflection = 1.0, .angle = 90.0});
    assert_true(coarse->report.deflection == 1.0 && coarse->report.angle == 90.0);
    carom_io_free(coarse);
}

static void bad_options(void **state) {
    (void)state;
    const carom_io_options bad[] = {{.deflection = -1.0}, {.deflection = INFINITY},
                                    {.angle = 91.0},      {.angle = NAN},
                                    {.deflection = NAN},  {.angle = -1.0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        carom_io_scene *scene = NULL;
        assert_false(carom_io_load_with(CAD_FILES "/box_mm.step", &bad[i], &scene, last_error,
                                        sizeof last_error));
        assert_null(scene);
        assert_non_null(strstr(last_error, "deflection"));
    }
}

/* Cut off at many places: an error, or, where only the end of the file is missing, the whole. */
static void cut_off(const char *made, const char *name, double volume) {
    io_bytes bytes = read_made(made);
    for (size_t i = 0; i < CAD_CUTS; i++) {
        carom_io_scene *scene = load_bytes(name, bytes.data, bytes.size * i / CAD_CUTS);
        if (scene) assert_true(fabs(topology_of(scene).volume - volume) <= 1e-12 * volume);
        carom_io_free(scene);
    }
    free(bytes.data);
}

/* A byte in sixty-one is another: an error or a scene that holds together. */
static void altered(const char *made, const char *name) {
    io_bytes bytes = read_made(made);
    for (size_t i = 0; i < CAD_CUTS; i++) {
        const size_t at = bytes.size / 3 + 61 * i * (bytes.size / 100) % (bytes.size / 2);
        const unsigned char was = bytes.data[at];
        bytes.data[at] = (unsigned char)("0(;#9'*"[i % 7]);
        carom_io_scene *scene = load_bytes(name, bytes.data, bytes.size);
        if (scene) check_scene(scene);
        carom_io_free(scene);
        bytes.data[at] = was;
    }
    free(bytes.data);
}

static void cut_off_and_altered_files(void **state) {
    (void)state;
    cut_off("nested.step", "a.step", 24000.0);
    cut_off("faces_mm.igs", "a.igs", 6.0);
    altered("nested.step", "a.step");
    altered("solid_in.igs", "a.igs");
}

/* A file on which OpenCASCADE runs without end: an error after the seconds of processor that are
 * allowed. */
static void endless(void **state) {
    (void)state;
    static const char file[] = TEST_CORPUS "/cad/endless.igs";
    carom_io_scene *scene = NULL;
    setenv("CAROM_IO_SECONDS", "1", 1);
    const bool read = carom_io_load(file, &scene, last_error, sizeof last_error);
    unsetenv("CAROM_IO_SECONDS");
    assert_false(read);
    assert_memory_equal(last_error, file, strlen(file));
    assert_non_null(strstr(last_error, "CAROM_IO_SECONDS"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_in_their_units),
                                       cmocka_unit_test(placements_names_and_colours),
                                       cmocka_unit_test(solids_of_one_part),
                                       cmocka_unit_test(finer_triangles),
                                       cmocka_unit_test(bad_options),
                                       cmocka_unit_test(cut_off_and_altered_files),
                                       cmocka_unit_test(endless)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
