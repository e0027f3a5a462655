/* Reading: the same cube from every format; files cut off, altered and lying. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"
#include "../../io/file.h"

static void expect_cube(carom_io_scene *scene, carom_io_format format) {
    if (!scene) fail_msg("%s", last_error);
    carom_io_topology t = topology_of(scene);
    assert_int_equal(scene->format, format);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 1);
    assert_int_equal(t.vertices, 8);
    assert_int_equal(t.triangles, 12);
    assert_int_equal(t.edges, 18);
    assert_true(t.closed);
    assert_int_equal(t.degenerate + t.duplicate, 0);
    assert_true(t.area == 6.0 && t.volume == 1.0);
    for (int k = 0; k < 3; k++)
        assert_true(t.min[k] == 0.0 && t.max[k] == 1.0);
    carom_io_free(scene);
}

static carom_io_scene *load_fixture(const char *name) {
    char path[500];
    carom_io_scene *scene = NULL;
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    if (!carom_io_load(path, &scene, last_error, sizeof last_error)) fail_msg("%s", last_error);
    return scene;
}

static void a_cube_from_every_format(void **state) {
    (void)state;
    io_bytes stl = make_stl(), little = make_ply(false), big = make_ply(true);
    io_bytes glb = make_glb("{\"mesh\":0}");
    carom_io_scene *obj = load_fixture("cube.obj");
    assert_int_equal(obj->report.points, 2);
    assert_int_equal(obj->report.lines, 2);
    assert_int_equal(obj->report.faces, 6);
    assert_int_equal(obj->report.polygons, 6);
    expect_cube(obj, CAROM_IO_OBJ);
    expect_cube(load_fixture("cube.stl"), CAROM_IO_STL_ASCII);
    expect_cube(load_fixture("cube.ply"), CAROM_IO_PLY_ASCII);
    expect_cube(load_bytes("a.stl", stl.data, stl.size), CAROM_IO_STL_BINARY);
    expect_cube(load_bytes("a name", stl.data, stl.size), CAROM_IO_STL_BINARY);
    expect_cube(load_bytes("a.ply", little.data, little.size), CAROM_IO_PLY_BINARY);
    expect_cube(load_bytes("a.stl", big.data, big.size), CAROM_IO_PLY_BINARY);
    expect_cube(load_bytes("a.glb", glb.data, glb.size), CAROM_IO_GLB);
    free(stl.data);
    free(little.data);
    free(big.data);
    free(glb.data);
}

static void instances_and_mirrors(void **state) {
    (void)state;
    carom_io_scene *scene = load_fixture("two_cubes.gltf");
    carom_io_topology t = topology_of(scene);
    carom_io_soup soup = {0};
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 2);
    assert_string_equal(scene->meshes[0].name, "cube");
    assert_string_equal(scene->instances[0].name, "plain");
    assert_string_equal(scene->instances[1].name, "mirrored");
    assert_int_not_equal(scene->instances[0].node, scene->instances[1].node);
    const double want[12] = {-2, 0, 0, 10, 0, 2, 0, 0, 0, 0, 2, 0};
    for (int k = 0; k < 12; k++)
        assert_true(scene->instances[1].transform[k] == want[k]);
    assert_true(t.closed && t.volume == 16.0 && t.area == 48.0);
    assert_true(t.min[0] == 0.0 && t.max[0] == 10.0);
    assert_true(carom_io_flatten(scene, &soup));
    assert_int_equal(soup.vertex_count, 16);
    assert_int_equal(soup.triangle_count, 24);
    double volume = 0.0;
    for (size_t i = 0; i < 24; i++) {
        const double *a = soup.vertices + 3 * (size_t)soup.indices[3 * i];
        const double *b = soup.vertices + 3 * (size_t)soup.indices[3 * i + 1];
        const double *c = soup.vertices + 3 * (size_t)soup.indices[3 * i + 2];
        volume += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                  a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    assert_true(volume == 6 * 16.0);
    carom_io_soup_free(&soup);
    carom_io_free(scene);
}

static void no_prefix_of_a_file_loads(void **state) {
    (void)state;
    io_bytes files[] = {make_stl(), make_ply(false), make_ply(true), make_glb("{\"mesh\":0}")};
    const char *names[] = {"a.stl", "a.ply", "b.ply", "a.glb"};
    for (size_t f = 0; f < 4; f++) {
        for (size_t size = 0; size < files[f].size; size++)
            if (load_bytes(names[f], files[f].data, size))
                fail_msg("%s loads when cut off at %zu of %zu", names[f], size, files[f].size);
        carom_io_put(&files[f], "\7", 1);
        assert_null(load_bytes(names[f], files[f].data, files[f].size));
        free(files[f].data);
    }
}

static void no_prefix_of_an_ascii_stl_loads(void **state) {
    (void)state;
    char path[500], text[4000];
    snprintf(path, sizeof path, "%s/cube.stl", TEST_DATA);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    size_t needed = (size_t)(strstr(text, "endsolid") - text) + strlen("endsolid");
    for (size_t i = 0; i < needed; i++)
        assert_null(load_bytes("a.stl", text, i));
    expect_cube(load_bytes("a.stl", text, needed), CAROM_IO_STL_ASCII);
    expect_cube(load_bytes("a.stl", text, size), CAROM_IO_STL_ASCII);
}

/* Every byte in turn is given other values: the file loads soundly or is refused. */
static void altered_files_load_soundly_or_not_at_all(void **state) {
    (void)state;
    static const unsigned char values[] = {0x00, 0xFF, 0x80, '9', '"', '\n'};
    io_bytes files[] = {make_stl(), make_ply(false), make_glb("{\"mesh\":0,\"scale\":[1,2,3]}")};
    const char *names[] = {"a.stl", "a.ply", "a.glb"};
    size_t loaded = 0, refused = 0;
    for (size_t f = 0; f < 3; f++) {
        for (size_t i = 0; i < files[f].size; i++) {
            unsigned char kept = files[f].data[i];
            files[f].data[i] = values[i % sizeof values];
            carom_io_scene *scene = load_bytes(names[f], files[f].data, files[f].size);
            if (scene) topology_of(scene);
            loaded += scene != NULL;
            refused += scene == NULL;
            carom_io_free(scene);
            files[f].data[i] = kept;
        }
        free(files[f].data);
    }
    assert_true(loaded > 100 && refused > 100);
}

static void bad_files_are_refused_with_the_place(void **state) {
    (void)state;
#define PLY_HEAD                                                                                   \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"                \
    "property float z\nelement "
#define PLY_FACES "face 1\nproperty list uchar int vertex_indices\nend_header\n"
    static const char *const cases[][3] = {
        {"a.obj", "", "is empty"},
        {"a.xyz", "nothing known", "is none of"},
        {"a.obj", "v 1 2 3\nv 1 2 3\n", "no triangles"},
        {"a.obj", "v 1 2\n", "line 1: vertex 1 has 2 numbers"},
        {"a.obj", "v 0 0 0\nv 1 0 nan\n", "line 2: vertex 2: \"nan\" is not a finite number"},
        {"a.obj", "v 0 0 1e91\n",
         "line 1: vertex 1: \"1e91\" is not a finite number of at most 1e90; "
         "scale the model"},
        {"a.obj", "v 0 0 1,5\n", "\"1,5\" is not a number"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n", "line 5: index 4, but the file has 3"},
        {"a.obj", "v 0 0 0\nf -2 1 1\n", "line 2: index -2"},
        {"a.obj", "v 0 0 0\nf 1 1 0\n", "line 2: index 0"},
        {"a.obj", "v 0 0 0\nf 1 1 99999999999999999999\n", "not an index"},
        {"a.obj", "surf 0 1 0 1 1 2\n", "free-form"},
        {"a.obj", "hello\n", "no statement of an OBJ file"},
        {"a.stl", "solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nendloop\n",
         "line 5: facet 0: \"vertex\" is due"},
        {"a.stl", "solid a\nendsolid\n", "no triangles"},
        {"a.stl", "solid a\nfacet normal 0 0 0 outer loop vertex 0 0 inf\n", "not a finite"},
        {"a.ply", "nothing", "\"ply\" is missing"},
        {"a.ply", "ply\nelement vertex 1\n", "header does not end"},
        {"a.ply", PLY_HEAD "multi_polygon 1\nproperty list int int vertex_indices\nend_header\n",
         "\"multi_polygon\" are not read"},
        {"a.ply",
         PLY_HEAD "tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                  "0 0 0\n1 0 0\n0 1 0\n4 0 1 -2 2\n",
         "line 13: tristrips 0: index -2"},
        {"a.ply", PLY_HEAD PLY_FACES "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "line 13: face 0: index 3"},
        {"a.ply", PLY_HEAD PLY_FACES "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "face 0: index -1"},
        {"a.ply", PLY_HEAD PLY_FACES "0 0 0\n1 0 0\n0 1 0\n3 0 1\n", "the file ends here"},
        {"a.ply", PLY_HEAD PLY_FACES "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "bytes are left"},
        {"a.ply", PLY_HEAD PLY_FACES "0 0 0\n1 0 0\n0 1 nan\n3 0 1 2\n", "vertex 2: a coordinate"},
        {"a.ply",
         "ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\n"
         "property float y\nproperty float z\nend_header\n0 0 0\n",
         "declares 99999999999"},
        {"a.ply",
         "ply\nformat ascii 1.0\nelement thing 99999999999\nelement vertex 0\n"
         "property float x\nproperty float y\nproperty float z\nend_header\n",
         "\"thing\" has no properties"},
        {"a.gltf", "{\"asset\": {\"version\": \"2.0\"},}", "JSON, line 1"},
        {"a.gltf", "{\"asset\": {\"version\": \"1.0\"}}", "only 2.0 is read"},
        {"a.glb", "glTF", "GLB header"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(load_text(cases[i][0], cases[i][1]));
        if (!strstr(last_error, cases[i][2]))
            fail_msg("case %zu: \"%s\" does not say \"%s\"", i, last_error, cases[i][2]);
    }
}

static void files_that_cannot_be_read(void **state) {
    (void)state;
    carom_io_scene *scene = NULL;
    char error[200], little[8];
    assert_false(carom_io_load("/nowhere/a.obj", &scene, error, sizeof error));
    assert_memory_equal(error, "/nowhere/a.obj: cannot open", 27);
    assert_false(carom_io_load("/tmp", &scene, error, sizeof error));
    /* Windows does not even open folders. */
    assert_true(strncmp(error, "/tmp: cannot read", 17) == 0 ||
                strncmp(error, "/tmp: cannot open", 17) == 0);
    assert_false(carom_io_load("/nowhere/a.obj", &scene, little, sizeof little));
    assert_string_equal(little, "/nowher");
    assert_false(carom_io_load("/nowhere/a.obj", &scene, NULL, 0));
    assert_null(scene);
    carom_io_free(NULL);
}

static void nodes_that_are_no_tree(void **state) {
    (void)state;
    static const char *const nodes[][2] = {
        {"{\"children\":[0]}", "two parents"},
        {"{\"children\":[1,1]},{\"mesh\":0}", "two parents"},
        {"{\"children\":[1]},{\"children\":[0]}", "two parents"},
        {"{\"children\":[7]}", "names node 7"},
        {"{\"mesh\":1}", "must be below 1"},
        {"{\"mesh\":0,\"scale\":[1,2]}", "must have 3 numbers"},
        {"{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,\"x\",0,0,1]}", "matrix[12]"},
        {"{}", "no triangles"},
        {"{\"mesh\":0,\"scale\":[1,2,1e91]}", "nodes[0].scale[2] is not a number of at most 1e90"},
        {"{\"mesh\":0,\"rotation\":[0,0,0,0]}", "nodes[0].rotation is a quaternion of length 0"},
        {"{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0.5,0,0,0,1]}", "0 0 0.5 1 and must be"},
        {"{\"mesh\":0,\"scale\":[1,1,1],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}",
         "nodes[0] has a matrix and a"},
        {"{\"children\":[1],\"scale\":[1e50,1,1]},{\"name\":\"far\",\"mesh\":0,"
         "\"scale\":[1e50,1,1]}",
         "node \"far\": its transform, or what it places, goes beyond 1e90"},
    };
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        io_bytes glb = make_glb(nodes[i][0]);
        assert_null(load_bytes("a.glb", glb.data, glb.size));
        if (!strstr(last_error, nodes[i][1])) fail_msg("case %zu: %s", i, last_error);
        free(glb.data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_from_every_format),
        cmocka_unit_test(instances_and_mirrors),
        cmocka_unit_test(no_prefix_of_a_file_loads),
        cmocka_unit_test(no_prefix_of_an_ascii_stl_loads),
        cmocka_unit_test(altered_files_load_soundly_or_not_at_all),
        cmocka_unit_test(bad_files_are_refused_with_the_place),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(nodes_that_are_no_tree),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
