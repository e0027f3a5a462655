/* What carom-io makes of plug-ins that are not there, fail, lie or are cut off: scripts that this
 * test writes stand for carom-io-cad. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"

#include <math.h>
#include <sys/stat.h>

static const char step[] = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n";
static const char ifc[] = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA (('IFC4'));\nENDSEC;\n";
static const char header[] =
    "{\"unit\":0.001,\"deflection\":0.1,\"angle\":20,\"surfaces\":4,\"lost\":0,"
    "\"meshes\":[{\"name\":\"m\",\"vertices\":4,\"triangles\":4,\"deviation\":0.5}],"
    "\"instances\":[{\"name\":\"a\",\"path\":\"x/"
    "a\",\"id\":\"2O2Fr$t4X7Zf8NOew3FL9r\",\"kind\":\"IfcWall\","
    "\"mesh\":0,\"node\":0,\"transform\":[1,0,0,5,0,1,0,6,0,0,1,7],\"color\":[1,0.5,0,1]}]}";

static char plugin_path[400], answer_path[400];

static void write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    if (size) assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The plug-in runs these lines of the shell. */
static void write_plugin(const char *name, const char *lines) {
    char text[900];
    const int size = snprintf(text, sizeof text, "#!/bin/sh\n%s\n", lines);
    snprintf(plugin_path, sizeof plugin_path, "%s/%s", test_folder, name);
    write_file(plugin_path, text, (size_t)size);
    assert_int_equal(chmod(plugin_path, 0700), 0);
}

static void put_u64(io_bytes *out, uint64_t value) {
    carom_io_put_u32(out, (uint32_t)value);
    carom_io_put_u32(out, (uint32_t)(value >> 32));
}

static void put_double(io_bytes *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(out, bits);
}

/* As a plug-in opens its answer. */
static void put_frame(io_bytes *out, const char *object) {
    char opening[60];
    snprintf(opening, sizeof opening, "carom-io 1\n%zu\n", strlen(object));
    carom_io_put_text(out, opening);
    carom_io_put_text(out, object);
}

/* A tetrahedron of size 1. */
static io_bytes make_answer(const char *object) {
    static const uint32_t corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    io_bytes out = {0};
    put_frame(&out, object);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            put_double(&out, i == k + 1);
    for (int i = 0; i < 12; i++)
        carom_io_put_u32(&out, corners[i]);
    return out;
}

/* Loads a STEP file whose plug-in answers these bytes. */
static carom_io_scene *load_answer(const void *data, size_t size) {
    write_file(answer_path, data, size);
    return load_text("a.step", step);
}

static int make_plugins(void **state) {
    char lines[500];
    if (make_folder(state)) return 1;
    snprintf(answer_path, sizeof answer_path, "%s/answer", test_folder);
    snprintf(lines, sizeof lines, "exec cat '%s'", answer_path);
    write_plugin("carom-io-cad", lines);
    return setenv("CAROM_IO_PLUGINS", test_folder, 1);
}

static int remove_plugins(void **state) {
    char path[400];
    unlink(answer_path);
    snprintf(path, sizeof path, "%s/carom-io-cad", test_folder);
    unlink(path);
    return remove_folder(state);
}

static void the_whole_answer(void **state) {
    (void)state;
    io_bytes answer = make_answer(header);
    carom_io_scene *scene = load_answer(answer.data, answer.size);
    if (!scene) fail_msg("%s", last_error);
    const carom_io_topology t = topology_of(scene);
    const carom_io_instance *at = &scene->instances[0];
    assert_int_equal(scene->format, CAROM_IO_STEP);
    assert_true(scene->unit == 0.001 && scene->report.deflection == 0.1);
    assert_int_equal(scene->report.surfaces, 4);
    assert_true(t.closed && fabs(t.volume - 1.0 / 6.0) < 1e-15);
    assert_true(t.min[0] == 5.0 && t.max[2] == 8.0);
    assert_true(scene->meshes[0].deviation == 0.5);
    assert_string_equal(scene->meshes[0].name, "m");
    assert_string_equal(at->path, "x/a");
    assert_string_equal(at->id, "2O2Fr$t4X7Zf8NOew3FL9r");
    assert_string_equal(at->kind, "IfcWall");
    assert_true(at->color[1] == 0.5 && at->color[3] == 1.0);
    carom_io_free(scene);
    free(answer.data);
}

static void answers_cut_off(void **state) {
    (void)state;
    io_bytes answer = make_answer(header);
    for (size_t size = 0; size < answer.size; size += size + 40 < answer.size ? 7 : 1)
        assert_null(load_answer(answer.data, size));
    carom_io_put(&answer, "x", 1); /* or too long */
    assert_null(load_answer(answer.data, answer.size));
    free(answer.data);
}

/* What plug-ins answer is a file, too, whatever its name and whatever is to be started. */
static carom_io_scene *load_scene_file(const io_bytes *bytes, const char *name) {
    carom_io_scene *scene = NULL;
    snprintf(last_path, sizeof last_path, "%s/%s", test_folder, name);
    write_file(last_path, bytes->data, bytes->size);
    const bool ok = carom_io_load_with(last_path, &(carom_io_options){.no_plugins = true}, &scene,
                                       last_error, sizeof last_error);
    unlink(last_path);
    assert_true(ok == (scene != NULL));
    return scene;
}

static void answers_as_files(void **state) {
    (void)state;
    io_bytes answer = make_answer(header);
    carom_io_scene *scene = load_scene_file(&answer, "scene");
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->format, CAROM_IO_SCENE);
    assert_string_equal(carom_io_format_name(scene->format), "carom scene");
    assert_true(topology_of(scene).closed && topology_of(scene).min[0] == 5.0);
    assert_string_equal(scene->instances[0].name, "a");
    carom_io_free(scene);
    scene = load_scene_file(&answer, "scene.obj");
    assert_non_null(scene);
    carom_io_free(scene);
    for (size_t size = sizeof "carom-io 1"; size < answer.size; size += 7) {
        const io_bytes part = {.data = answer.data, .size = size};
        assert_null(load_scene_file(&part, "scene"));
        assert_non_null(strstr(last_error, "scene of carom's"));
        assert_non_null(strstr(last_error, "cut off or changed"));
    }
    free(answer.data);
}

static void replace(char *text, const char *old, const char *new) {
    char *at = strstr(text, old);
    assert_non_null(at);
    assert_int_equal(strlen(old), strlen(new));
    memcpy(at, new, strlen(new));
}

static void answers_that_lie(void **state) {
    (void)state;
    static const char *const lies[][2] = {{"\"triangles\":4", "\"triangles\":9"},
                                          {"\"vertices\":4", "\"vertices\":3"},
                                          {"\"vertices\":4", "\"vertices\":0"},
                                          {"\"triangles\":4", "\"triangles\":0"},
                                          {"\"mesh\":0", "\"mesh\":1"},
                                          {"\"transform\":[1,", "\"transform\":[x,"},
                                          {"[1,0,0,5,", "[1,0,1005"},
                                          {"[1,0,0,5,", "[1,0,1e99"},
                                          {"\"instances\":", "\"Instances\":"},
                                          {"\"meshes\":", "\"Meshes\":"}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        char object[sizeof header];
        memcpy(object, header, sizeof header);
        replace(object, lies[i][0], lies[i][1]);
        io_bytes answer = make_answer(object);
        assert_null(load_answer(answer.data, answer.size));
        free(answer.data);
    }
    io_bytes answer = make_answer(header);
    memset(answer.data + answer.size - 144, 0xFF, 8); /* the first coordinate, not a number */
    assert_null(load_answer(answer.data, answer.size));
    assert_non_null(strstr(last_error, "coordinate"));
    free(answer.data);
    answer = make_answer(header);
    answer.data[answer.size - 4] = 4;
    assert_null(load_answer(answer.data, answer.size)); /* a corner that is no vertex */
    free(answer.data);
}

/* A flat square of size 2 and a finer cut of it, of four triangles whose middle is 0.25 above: the
 * centroid of a triangle of the square, and the middle of its diagonal, are below them. */
static void a_finer_cut(void **state) {
    (void)state;
    static const char object[] =
        "{\"meshes\":[{\"vertices\":4,\"triangles\":2,\"deviation\":0.5}],"
        "\"finer\":[{\"mesh\":0,\"vertices\":5,\"triangles\":4}],"
        "\"instances\":[{\"mesh\":0,\"node\":0,\"transform\":[1,0,0,0,0,1,0,0,0,0,1,0]}]}";
    static const double corners[5][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0.25}};
    static const uint32_t square[6] = {0, 1, 2, 0, 2, 3};
    static const uint32_t roof[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    io_bytes answer = {0};
    put_frame(&answer, object);
    for (int i = 0; i < 12; i++)
        put_double(&answer, corners[i / 3][i % 3]);
    for (int i = 0; i < 6; i++)
        carom_io_put_u32(&answer, square[i]);
    for (int i = 0; i < 15; i++)
        put_double(&answer, corners[i / 3][i % 3]);
    for (int i = 0; i < 12; i++)
        carom_io_put_u32(&answer, roof[i]);
    carom_io_scene *scene = load_answer(answer.data, answer.size);
    assert_non_null(scene);
    /* the roof's top is 0.25 above the square, which the top itself is a sample of */
    assert_true(fabs(scene->meshes[0].deviation - 0.75) < 1e-7);
    carom_io_free(scene);
    answer.data[answer.size - 4] = 5; /* a corner that is no vertex */
    assert_null(load_answer(answer.data, answer.size));
    for (size_t size = answer.size - 1; size > answer.size - 170; size -= 13)
        assert_null(load_answer(answer.data, size));
    free(answer.data);
}

static void none_is_to_be_started(void **state) {
    (void)state;
    io_bytes answer = make_answer(header);
    carom_io_scene *scene = NULL;
    write_file(answer_path, answer.data, answer.size);
    snprintf(last_path, sizeof last_path, "%s/a.step", test_folder);
    write_file(last_path, step, sizeof step - 1);
    assert_false(carom_io_load_with(last_path, &(carom_io_options){.no_plugins = true}, &scene,
                                    last_error, sizeof last_error));
    assert_null(scene);
    assert_non_null(strstr(last_error, "none is to be started"));
    unlink(last_path);
    free(answer.data);
}

static void what_is_lost(void **state) {
    (void)state;
    char object[sizeof header];
    memcpy(object, header, sizeof header);
    replace(object, "\"lost\":0", "\"lost\":2");
    io_bytes answer = make_answer(object);
    assert_null(load_answer(answer.data, answer.size));
    assert_non_null(strstr(last_error, "lenient"));
    carom_io_scene *scene = NULL;
    snprintf(last_path, sizeof last_path, "%s/a.step", test_folder);
    write_file(last_path, step, sizeof step - 1);
    assert_true(carom_io_load_with(last_path, &(carom_io_options){.lenient = true}, &scene,
                                   last_error, sizeof last_error));
    assert_int_equal(scene->report.lost, 2);
    carom_io_free(scene);
    unlink(last_path);
    free(answer.data);
}

static void an_error_of_the_plugin(void **state) {
    (void)state;
    const char *object = "{\"error\":\"has no solids\"}";
    io_bytes answer = make_answer(object);
    assert_null(load_answer(answer.data, answer.size));
    assert_non_null(strstr(last_error, ": has no solids"));
    free(answer.data);
}

static void plugins_that_fail(void **state) {
    (void)state;
    write_plugin("carom-io-ifc", "kill -SEGV $$");
    assert_null(load_text("a.ifc", ifc));
    assert_non_null(strstr(last_error, "carom-io-ifc ended by signal 11"));
    write_plugin("carom-io-ifc", "exit 7");
    assert_null(load_text("a.ifc", ifc));
    assert_non_null(strstr(last_error, "status 7"));
    write_plugin("carom-io-ifc", "exit 0");
    assert_null(load_text("a.ifc", ifc));
    unlink(plugin_path);
    assert_null(load_text("a.ifc", ifc));
    assert_non_null(strstr(last_error, "IFC needs the plug-in carom-io-ifc"));
    /* the name of the format, the path and the options are what it gets */
    write_plugin("carom-io-ifc",
                 "[ \"$1\" = ifc ] && [ -f \"$2\" ] && [ \"$3\" = "
                 "'{\"deflection\":0.0,\"angle\":20.0,\"lenient\":false}' ] || exit 9\n"
                 "printf 'carom-io 1\\n16\\n{\"error\":\"good\"}'");
    assert_null(load_text("a 'b'.ifc", ifc));
    assert_non_null(strstr(last_error, ": good"));
    unlink(plugin_path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_answer),       cmocka_unit_test(answers_cut_off),
        cmocka_unit_test(answers_that_lie),       cmocka_unit_test(a_finer_cut),
        cmocka_unit_test(answers_as_files),       cmocka_unit_test(answers_that_lie),
        cmocka_unit_test(what_is_lost),           cmocka_unit_test(none_is_to_be_started),
        cmocka_unit_test(an_error_of_the_plugin), cmocka_unit_test(plugins_that_fail)};
    return cmocka_run_group_tests(tests, make_plugins, remove_plugins);
}
