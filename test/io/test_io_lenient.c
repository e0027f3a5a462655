/* Options of reading: connected pieces as meshes, and files that are read though they are not as
 * they should be. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"

static carom_io_scene *load_so(const char *name, const io_bytes *bytes, carom_io_options options) {
    carom_io_scene *scene = NULL;
    snprintf(last_path, sizeof last_path, "%s/%s", test_folder, name);
    FILE *file = fopen(last_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
    const bool ok = carom_io_load_with(last_path, &options, &scene, last_error, sizeof last_error);
    assert_int_equal(ok, scene != NULL);
    unlink(last_path);
    return scene;
}

/* The cube of make_stl, moved along x. */
static void put_cube(io_bytes *out, float by) {
    for (size_t t = 0; t < 12; t++) {
        for (int k = 0; k < 3; k++)
            carom_io_put_float(out, 0);
        for (size_t k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                carom_io_put_float(out, cube_corners[cube_corner(t, k)][axis] + (axis ? 0 : by));
        carom_io_put(out, "\0\0", 2);
    }
}

/* Three cubes; the last one has a face in common with the first. */
static io_bytes three_cubes(void) {
    io_bytes out = {0};
    carom_io_extend(&out, 80);
    memset(out.data, ' ', 80);
    carom_io_put_u32(&out, 36);
    put_cube(&out, 0);
    put_cube(&out, 5);
    put_cube(&out, 1);
    return out;
}

static void pieces_of_a_mesh(void **state) {
    (void)state;
    io_bytes bytes = three_cubes();
    carom_io_scene *whole = load_so("a.stl", &bytes, (carom_io_options){0});
    if (!whole) fail_msg("%s", last_error);
    assert_int_equal(whole->mesh_count, 1);
    const carom_io_topology before = topology_of(whole);
    carom_io_free(whole);
    carom_io_scene *scene = load_so("a.stl", &bytes, (carom_io_options){.by_piece = true});
    if (!scene) fail_msg("%s", last_error);
    const carom_io_topology after = topology_of(scene);
    assert_int_equal(scene->mesh_count, 2);
    assert_int_equal(scene->instance_count, 2);
    assert_string_equal(scene->meshes[0].name, "piece 1");
    assert_string_equal(scene->meshes[1].name, "piece 2");
    assert_int_equal(scene->meshes[0].triangle_count, 24);
    assert_int_equal(scene->meshes[0].vertex_count, 12);
    assert_int_equal(scene->meshes[1].triangle_count, 12);
    assert_int_equal(scene->meshes[1].vertex_count, 8);
    assert_true(before.volume == 3.0 && after.volume == 3.0);
    assert_int_equal(before.triangles, after.triangles);
    assert_int_equal(before.vertices, after.vertices);
    carom_io_free(scene);
    free(bytes.data);
}

/* A mesh of one piece stays as it is; instances of one of several are placed piece by piece. */
static void pieces_of_instances(void **state) {
    (void)state;
    io_bytes glb = make_glb("{\"children\":[1,2]},{\"mesh\":0,\"name\":\"a\"},"
                            "{\"mesh\":0,\"name\":\"b\",\"translation\":[0,9,0]}");
    carom_io_scene *scene = load_so("a.glb", &glb, (carom_io_options){.by_piece = true});
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 2);
    assert_string_equal(scene->instances[1].name, "b");
    carom_io_free(scene);
    free(glb.data);
    const char *text =
        "o two\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf 1 2 3\nf 4 5 6\n";
    io_bytes obj = {0};
    carom_io_put_text(&obj, text);
    scene = load_so("a.obj", &obj, (carom_io_options){.by_piece = true});
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->instance_count, 2);
    assert_string_equal(scene->meshes[1].name, "two piece 2");
    assert_int_equal(scene->instances[0].node, scene->instances[1].node);
    assert_true(scene->meshes[1].vertices[0] == 5.0);
    carom_io_free(scene);
    free(obj.data);
}

static void stl_with_more_or_less(void **state) {
    (void)state;
    io_bytes bytes = make_stl();
    const size_t whole = bytes.size;
    carom_io_put_text(&bytes, "trailing");
    assert_null(load_so("a.stl", &bytes, (carom_io_options){0}));
    carom_io_scene *scene = load_so("a.stl", &bytes, (carom_io_options){.lenient = true});
    if (!scene) fail_msg("%s", last_error);
    assert_true(topology_of(scene).volume == 1.0);
    assert_non_null(strstr(scene->warning, "declares 12 triangles"));
    carom_io_free(scene);
    bytes.size = whole;
    scene = load_so("a.stl", &bytes, (carom_io_options){.lenient = true});
    assert_null(scene->warning);
    carom_io_free(scene);
    bytes.size = whole - 51; /* in the eleventh triangle */
    scene = load_so("a.stl", &bytes, (carom_io_options){.lenient = true});
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->meshes[0].triangle_count, 10);
    carom_io_free(scene);
    bytes.size = 100; /* not one */
    assert_null(load_so("a.stl", &bytes, (carom_io_options){.lenient = true}));
    free(bytes.data);
}

static void text_with_more(void **state) {
    (void)state;
    static const char *const files[][2] = {
        {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                  "vertex 0 1 0\nendloop\nendfacet\nendsolid x\nand more\n"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\nand more\n"}};
    for (size_t i = 0; i < 2; i++) {
        io_bytes bytes = {0};
        carom_io_put_text(&bytes, files[i][1]);
        assert_null(load_so(files[i][0], &bytes, (carom_io_options){0}));
        carom_io_scene *scene = load_so(files[i][0], &bytes, (carom_io_options){.lenient = true});
        if (!scene) fail_msg("%s", last_error);
        assert_int_equal(scene->meshes[0].triangle_count, 1);
        assert_non_null(scene->warning);
        carom_io_free(scene);
        free(bytes.data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_a_mesh), cmocka_unit_test(pieces_of_instances),
        cmocka_unit_test(stl_with_more_or_less), cmocka_unit_test(text_with_more)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
