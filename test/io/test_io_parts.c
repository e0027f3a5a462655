/* Parts of a file: objects and groups of OBJ, solids of STL; strips of PLY, modes, quantized and
 * shared accessors of glTF. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "test_io.h"
#include "../../io/file.h"

/* "name:triangles@node" of each instance, parted by blanks. */
static void expect_parts(carom_io_scene *scene, const char *want) {
    char got[600] = "", one[100];
    if (!scene) fail_msg("%s", last_error);
    check_scene(scene);
    for (size_t i = 0; i < scene->instance_count; i++) {
        const carom_io_instance *at = &scene->instances[i];
        assert_string_equal(at->name, scene->meshes[at->mesh].name);
        assert_int_equal(at->mesh, i);
        snprintf(one, sizeof one, "%s%s:%zu@%zu", i ? " " : "", at->name,
                 scene->meshes[at->mesh].triangle_count, at->node);
        strcat(got, one);
    }
    assert_string_equal(got, want);
    carom_io_free(scene);
}

#define FOUR "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static void objects_are_parts(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {FOUR "f 1 2 3\n", ":1@0"},
        {FOUR "o a\nf 1 2 3\no b\nf 1 2 4\nf 2 3 4\n", "a:1@0 b:2@1"},
        {FOUR "f 1 2 3\no b\nf 1 2 4\n", ":1@0 b:1@1"},
        {FOUR "o a\nf 1 2 3\no a\nf 1 2 4\n", "a:1@0 a:1@1"},
        {FOUR "o none\no a\nf 1 2 3\no none\n", "a:1@0"},
        {FOUR "o  Box #2 \\\n of 3 \t\nf 1 2 3 # not 4\n", "Box #2   of 3:1@0"},
        {FOUR "o\nf 1 2 3\no\nf 1 2 4\n", ":1@0 :1@1"},
        {FOUR "o a\ng x\nf 1 2 3\ng y\nf 1 2 4\no b\nf 2 3 4\n", "a:2@0 b:1@1"},
        {FOUR "g x\nf 1 2 3\no b\nf 1 2 4\n", ":1@0 b:1@1"},
        {FOUR "o a\nf 1 2 3\nv 5 5 5\nf -1 -2 -3 1\n", "a:3@0"},
        {"o a\nf 1 2 3\no b\nf 2 3 4\n" FOUR, "a:1@0 b:1@1"},
        {FOUR "o M\xFCller \xC3\xBC \xED\xA0\x80\x01\nf 1 2 3\n",
         "M\xEF\xBF\xBDller \xC3\xBC \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD :1@0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_parts(load_text("a.obj", cases[i][0]), cases[i][1]);
}

/* Where no object is, each group name is a part; all are one node, for they divide a surface. */
static void groups_are_parts(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {FOUR "g a\nf 1 2 3\ng b\nf 1 2 4\ng a\nf 2 3 4\n", "a:2@0 b:1@0"},
        {FOUR "f 1 2 3\ng b\nf 1 2 4\ng\nf 2 3 4\n", "default:2@0 b:1@0"},
        {FOUR "g default\nf 1 2 3\ng b c\nf 1 2 4\n", "default:1@0 b c:1@0"},
        {FOUR "g only\nf 1 2 3\n", "only:1@0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_parts(load_text("a.obj", cases[i][0]), cases[i][1]);
    carom_io_scene *scene =
        load_text("a.obj", FOUR "g a\nf 1 3 2\nf 1 2 4\ng b\nf 2 3 4\nf 3 1 4\n");
    carom_io_topology t = topology_of(scene);
    assert_true(t.closed && t.vertices == 4 && t.triangles == 4);
    carom_io_free(scene);
}

static void many_parts_keep_to_their_triangles(void **state) {
    (void)state;
    enum { PARTS = 3000 };
    io_bytes text = {0};
    char line[100];
    for (int i = 0; i < PARTS; i++) {
        snprintf(line, sizeof line, "v %d 0 0\nv %d 1 0\nv %d 0 1\n", i, i, i);
        carom_io_put_text(&text, line);
    }
    for (int i = 0; i < 2 * PARTS; i++) { /* each name twice, far apart */
        snprintf(line, sizeof line, "g part %d\nf %d %d %d\n", i % PARTS, 3 * (i % PARTS) + 1,
                 3 * (i % PARTS) + 2, 3 * (i % PARTS) + 3);
        carom_io_put_text(&text, line);
    }
    carom_io_scene *scene = load_bytes("a.obj", text.data, text.size);
    free(text.data);
    if (!scene) fail_msg("%s", last_error);
    check_scene(scene);
    assert_int_equal(scene->instance_count, PARTS);
    for (size_t i = 0; i < PARTS; i++) {
        snprintf(line, sizeof line, "part %zu", i);
        assert_string_equal(scene->instances[i].name, line);
        assert_int_equal(scene->meshes[i].triangle_count, 2);
        assert_int_equal(scene->meshes[i].vertex_count, 3);
        assert_true(scene->meshes[i].vertices[0] == (double)i);
    }
    carom_io_free(scene);
}

#define FACET                                                                                      \
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"          \
    "endfacet\n"

static void solids_are_parts(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"solid a\n" FACET FACET "endsolid a\nsolid\n" FACET "endsolid\n", "a:2@0 :1@1"},
        {"SOLID a b \n" FACET "ENDSOLID\nsolid none\nendsolid\nsolid a b\n" FACET "endsolid\n",
         "a b:1@0 a b:1@1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_parts(load_text("a.stl", cases[i][0]), cases[i][1]);
    assert_null(load_text("a.stl", "solid a\n" FACET "endsolid\nsolid b\n" FACET));
    assert_non_null(strstr(last_error, "without the \"endsolid\" of line 10"));
    assert_null(load_text("a.stl", "solid a\n" FACET "endsolid\nsolid b\nfacet normal x y z\nouter "
                                   "loop\nvertex 0 0 z"));
    assert_non_null(strstr(last_error, "line 13: facet 1, vertex 0: \"z\" is not a number"));
}

/* Triangles of the only mesh, by the values of x of their corners, which are 0 to 9. */
static void expect_triangles(carom_io_scene *scene, const char *want) {
    char got[100] = "";
    if (!scene) fail_msg("%s", last_error);
    check_scene(scene);
    assert_int_equal(scene->mesh_count, 1);
    const carom_io_mesh *mesh = &scene->meshes[0];
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
        snprintf(got + strlen(got), 4, "%s%d", i && i % 3 == 0 ? " " : "",
                 (int)mesh->vertices[3 * mesh->indices[i]]);
    assert_string_equal(got, want);
    carom_io_free(scene);
}

static void strips_of_ply_are_triangles(void **state) {
    (void)state;
    expect_triangles(load_text("a.ply",
                               "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\n"
                               "property float y\nproperty float z\nelement tristrips 2\n"
                               "property list int int vertex_indices\nend_header\n"
                               "0 0 0\n1 1 0\n2 0 0\n3 1 0\n4 0 0\n5 1 0\n"
                               "10 0 1 2 3 -1 1 2 -1 3 -1\n4 2 3 4 5\n"),
                     "012 132 234 354");
}

/* Six vertices (0, 0, 0), (1, 1, 0), (2, 4, 0) ... in `text` of an accessor, and what it draws. */
static carom_io_scene *load_primitive(const char *accessors, const char *primitives) {
    char json[3000];
    static const char bytes[] = /* 6 indices, then 18 bytes of integer positions, base64 */
        "AAECAwQFAAAAAQEAAgQAAwkABBAABRkA";
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_mesh_quantization\"],"
        "\"extensionsUsed\":[\"KHR_mesh_quantization\"],"
        "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[%s]}],\"accessors\":[%s,{\"bufferView\":1,"
        "\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":["
        "{\"buffer\":0,\"byteOffset\":6,\"byteLength\":18,\"byteStride\":3},"
        "{\"buffer\":0,\"byteLength\":6}],"
        "\"buffers\":[{\"byteLength\":24,\"uri\":\"data:application/octet-stream;base64,%s\"}]}",
        primitives, accessors, bytes);
    return load_text("a.gltf", json);
}

#define BYTES_OF(type, more)                                                                       \
    "{\"bufferView\":0,\"componentType\":" type ",\"count\":6,\"type\":\"VEC3\"" more "}"
#define DRAWN(mode) "{\"attributes\":{\"POSITION\":0},\"mode\":" mode "}"
#define INDEXED(mode) "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":" mode "}"

static void modes_of_gltf_are_triangles(void **state) {
    (void)state;
    static const char *const ways[][2] = {
        {DRAWN("4"), "012 345"},         {INDEXED("4"), "012 345"},
        {DRAWN("5"), "012 132 234 354"}, {INDEXED("5"), "012 132 234 354"},
        {DRAWN("6"), "120 230 340 450"}, {DRAWN("4") "," DRAWN("1") "," DRAWN("0"), "012 345"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_triangles(load_primitive(BYTES_OF("5120", ""), ways[i][0]), ways[i][1]);
    carom_io_scene *scene =
        load_primitive(BYTES_OF("5121", ""), DRAWN("4") "," INDEXED("5") "," DRAWN("6"));
    assert_non_null(scene);
    check_scene(scene);
    assert_int_equal(scene->mesh_count, 3); /* of one accessor */
    assert_string_equal(scene->meshes[2].name, "-2");
    carom_io_free(scene);
    assert_null(load_primitive(BYTES_OF("5125", ""), DRAWN("4")));
    assert_non_null(strstr(last_error, "positions of component type 5125"));
}

static void quantized_positions_are_quotients(void **state) {
    (void)state;
    static const struct {
        const char *accessor;
        double most;
    } ways[] = {{BYTES_OF("5120", ",\"normalized\":true"), 127},
                {BYTES_OF("5121", ",\"normalized\":true"), 255},
                {BYTES_OF("5121", ",\"normalized\":false"), 1}};
    for (size_t i = 0; i < 3; i++) {
        carom_io_scene *scene = load_primitive(ways[i].accessor, DRAWN("4"));
        if (!scene) fail_msg("%s", last_error);
        check_scene(scene);
        for (size_t k = 0; k < 6; k++) {
            assert_true(scene->meshes[0].vertices[3 * k] == (double)k / ways[i].most);
            assert_true(scene->meshes[0].vertices[3 * k + 1] == (double)(k * k) / ways[i].most);
        }
        carom_io_free(scene);
    }
}

/* Zeros that take no room in the file are bounded together, not one by one. */
static void accessors_without_data_are_bounded(void **state) {
    (void)state;
#define ZEROS                                                                                      \
    "{\"componentType\":5126,\"count\":2100000,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"         \
    "\"indices\":{\"bufferView\":1,\"componentType\":5121},\"values\":{\"bufferView\":2}}}"
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
        "{\"attributes\":{\"POSITION\":1}}]}],\"accessors\":[" ZEROS "," ZEROS "],"
        "\"bufferViews\":[{},{\"buffer\":0,\"byteLength\":1},{\"buffer\":0,\"byteLength\":12}],"
        "\"buffers\":[{\"byteLength\":12,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAA\"}]}";
    assert_null(load_text("a.gltf", text));
    assert_non_null(strstr(last_error, "accessors[1]: with it 4200000 elements have no data"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_parts),
        cmocka_unit_test(groups_are_parts),
        cmocka_unit_test(many_parts_keep_to_their_triangles),
        cmocka_unit_test(solids_are_parts),
        cmocka_unit_test(strips_of_ply_are_triangles),
        cmocka_unit_test(modes_of_gltf_are_triangles),
        cmocka_unit_test(quantized_positions_are_quotients),
        cmocka_unit_test(accessors_without_data_are_bounded),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
