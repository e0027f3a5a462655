/* EXT_mesh_gpu_instancing: a cube that a node places three times, and what is wrong with others. */
#define _POSIX_C_SOURCE 200809L
#include "test_io.h"

/* Accessors: 0 positions, 1 indices, 2 translations, 3 rotations in normalized shorts, 4 scales, 5
 * two translations only. */
static io_bytes make_instanced(const char *attributes) {
    static const float translations[9] = {10, 0, 0, 0, 20, 0, 0, 0, 30};
    static const short rotations[12] = {0, 0, 0, 32767, 0, 0, 23170, 23170, 32767, 0, 0, 0};
    static const float scales[9] = {1, 1, 1, 2, 2, 2, 1, 1, -1};
    io_bytes out = {0};
    char json[2400];
    int length = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],"
        "\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"n\",\"mesh\":0,\"translation\":[0,0,1000],\"extensions\":"
        "{\"EXT_mesh_gpu_instancing\":{\"attributes\":{%s}}}}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\"},"
        "{\"bufferView\":0,\"byteOffset\":96,\"componentType\":5121,\"count\":36,\"type\":"
        "\"SCALAR\"},"
        "{\"bufferView\":0,\"byteOffset\":132,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
        ","
        "{\"bufferView\":0,\"byteOffset\":168,\"componentType\":5122,\"normalized\":true,\"count\":"
        "3,"
        "\"type\":\"VEC4\"},"
        "{\"bufferView\":0,\"byteOffset\":192,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
        ","
        "{\"bufferView\":0,\"byteOffset\":132,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}"
        "],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":228}],\"buffers\":[{\"byteLength\":228}]}",
        attributes);
    assert_true(length > 0 && length + 4 < (int)sizeof json);
    while (length % 4)
        json[length++] = ' ';
    carom_io_put_text(&out, "glTF");
    carom_io_put_u32(&out, 2);
    carom_io_put_u32(&out, (uint32_t)length + 28 + 228);
    carom_io_put_u32(&out, (uint32_t)length);
    carom_io_put_text(&out, "JSON");
    carom_io_put(&out, json, (size_t)length);
    carom_io_put_u32(&out, 228);
    carom_io_put(&out, "BIN", 4);
    for (size_t i = 0; i < 24; i++)
        carom_io_put_float(&out, cube_corners[i / 3][i % 3]);
    for (size_t i = 0; i < 36; i++) {
        const unsigned char index = (unsigned char)cube_corner(i / 3, i % 3);
        carom_io_put(&out, &index, 1);
    }
    for (int i = 0; i < 9; i++)
        carom_io_put_float(&out, translations[i]);
    for (int i = 0; i < 12; i++) {
        const unsigned char pair[2] = {(unsigned char)rotations[i],
                                       (unsigned char)((unsigned short)rotations[i] >> 8)};
        carom_io_put(&out, pair, 2);
    }
    for (int i = 0; i < 9; i++)
        carom_io_put_float(&out, scales[i]);
    return out;
}

static void three_instances(void **state) {
    (void)state;
    static const double wanted[3][12] = {{1, 0, 0, 10, 0, 1, 0, 0, 0, 0, 1, 1000},
                                         {0, -2, 0, 0, 2, 0, 0, 20, 0, 0, 2, 1000},
                                         {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 1030}};
    io_bytes glb = make_instanced("\"TRANSLATION\":2,\"ROTATION\":3,\"SCALE\":4");
    carom_io_scene *scene = load_bytes("a.glb", glb.data, glb.size);
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->instance_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(scene->instances[i].name, "n");
        assert_int_equal(scene->instances[i].node, i);
        for (int k = 0; k < 12; k++)
            assert_true(scene->instances[i].transform[k] == wanted[i][k]);
    }
    assert_true(topology_of(scene).volume == 10.0);
    carom_io_free(scene);
    free(glb.data);
}

static void what_is_missing_is_nothing(void **state) {
    (void)state;
    io_bytes glb = make_instanced("\"TRANSLATION\":2,\"_COLOR\":9");
    carom_io_scene *scene = load_bytes("a.glb", glb.data, glb.size);
    if (!scene) fail_msg("%s", last_error);
    assert_int_equal(scene->instance_count, 3);
    assert_true(scene->instances[2].transform[0] == 1.0);
    assert_true(scene->instances[2].transform[11] == 1030.0);
    carom_io_free(scene);
    free(glb.data);
}

static void what_is_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {{"", "none of TRANSLATION"},
                                         {"\"TRANSLATION\":9", "TRANSLATION"},
                                         {"\"TRANSLATION\":3", "type VEC4"},
                                         {"\"ROTATION\":2", "type VEC3"},
                                         {"\"TRANSLATION\":1", "type SCALAR"},
                                         {"\"TRANSLATION\":2,\"SCALE\":5", "3 instances and 2"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        io_bytes glb = make_instanced(bad[i][0]);
        assert_null(load_bytes("a.glb", glb.data, glb.size));
        if (!strstr(last_error, bad[i][1])) fail_msg("%s: %s", bad[i][1], last_error);
        free(glb.data);
    }
    io_bytes glb = make_instanced("\"TRANSLATION\":2");
    memset(glb.data + glb.size - 228 + 132, 0xFF, 4); /* not a number */
    assert_null(load_bytes("a.glb", glb.data, glb.size));
    assert_non_null(strstr(last_error, "not finite"));
    free(glb.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(three_instances),
                                       cmocka_unit_test(what_is_missing_is_nothing),
                                       cmocka_unit_test(what_is_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
