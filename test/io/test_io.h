/* Cubes as files in memory, and loading them through a file. */
#ifndef CAROM_TEST_IO_H
#define CAROM_TEST_IO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef _WIN32
#include <direct.h>
#include <io.h>
#endif

#include <cmocka.h>

#include "../../io/internal.h"
#include "../../io/file.h"

static const float cube_corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const uint32_t cube_squares[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                            {1, 2, 6, 5}, {2, 3, 7, 6}, {0, 4, 7, 3}};

static inline uint32_t cube_corner(size_t triangle, size_t k) {
    return cube_squares[triangle / 2][k ? k + triangle % 2 : 0];
}

static inline io_bytes make_stl(void) {
    io_bytes out = {0};
    char header[80] = "solid, says the header, COLOR=abcd";
    carom_io_put(&out, header, 80);
    carom_io_put_u32(&out, 12);
    for (size_t t = 0; t < 12; t++) {
        for (int k = 0; k < 3; k++)
            carom_io_put_float(&out, 0);
        for (size_t k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                carom_io_put_float(&out, cube_corners[cube_corner(t, k)][axis]);
        carom_io_put(&out, "\1\2", 2);
    }
    return out;
}

/* The first byte of the data is a line feed, the value of an unused property. */
static inline io_bytes make_ply(bool big) {
    io_bytes out = {0};
    carom_io_put_text(&out, big ? "ply\nformat binary_big_endian 1.0\n"
                                : "ply\nformat binary_little_endian 1.0\n");
    carom_io_put_text(&out, "element vertex 8\nproperty uchar odd\nproperty float x\n"
                            "property float y\nproperty float z\nelement face 6\n"
                            "property list uchar ushort vertex_index\nend_header\n");
    for (size_t i = 0; i < 8; i++) {
        carom_io_put(&out, "\n", 1);
        for (int k = 0; k < 3; k++) {
            unsigned char *b;
            carom_io_put_float(&out, cube_corners[i][k]);
            b = out.data + out.size - 4;
            unsigned char turned[4] = {b[3], b[2], b[1], b[0]};
            if (big) memcpy(b, turned, 4);
        }
    }
    for (size_t i = 0; i < 6; i++) {
        carom_io_put(&out, "\4", 1);
        for (int k = 0; k < 4; k++) {
            unsigned char low = (unsigned char)cube_squares[i][k], pair[2] = {low, 0};
            unsigned char turned[2] = {0, low};
            carom_io_put(&out, big ? turned : pair, 2);
        }
    }
    return out;
}

/* `nodes` is the JSON of the nodes; the scene holds the first. */
static inline io_bytes make_glb(const char *nodes) {
    io_bytes out = {0};
    char json[2000];
    int length = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[%s],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5121,\"count\":36,\"type\":\"SCALAR\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96},"
        "{\"buffer\":0,\"byteOffset\":96,\"byteLength\":36}],\"buffers\":[{\"byteLength\":132}]}",
        nodes);
    while (length % 4)
        json[length++] = ' ';
    carom_io_put_text(&out, "glTF");
    carom_io_put_u32(&out, 2);
    carom_io_put_u32(&out, (uint32_t)length + 28 + 132);
    carom_io_put_u32(&out, (uint32_t)length);
    carom_io_put_text(&out, "JSON");
    carom_io_put(&out, json, (size_t)length);
    carom_io_put_u32(&out, 132);
    carom_io_put(&out, "BIN", 4);
    for (size_t i = 0; i < 24; i++)
        carom_io_put_float(&out, cube_corners[i / 3][i % 3]);
    for (size_t i = 0; i < 36; i++) {
        unsigned char index = (unsigned char)cube_corner(i / 3, i % 3);
        carom_io_put(&out, &index, 1);
    }
    return out;
}

static char last_error[600];
static char last_path[200];
static char test_folder[] = "/tmp/carom-io-XXXXXX";

/* Group set-up and tear-down: a folder for the run. */
static inline int make_folder(void **state) {
    (void)state;
#ifdef _WIN32
    return _mktemp(test_folder) && _mkdir(test_folder) == 0 ? 0 : 1;
#else
    return mkdtemp(test_folder) ? 0 : 1;
#endif
}

static inline int remove_folder(void **state) {
    (void)state;
    return rmdir(test_folder);
}

/* Loads `size` bytes from a file of this name; null on failure. */
static inline carom_io_scene *load_bytes(const char *name, const void *data, size_t size) {
    snprintf(last_path, sizeof last_path, "%s/%s", test_folder, name);
    FILE *file = fopen(last_path, "wb");
    assert_non_null(file);
    if (size) assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
    carom_io_scene *scene = NULL;
    memset(last_error, 0, sizeof last_error);
    bool ok = carom_io_load(last_path, &scene, last_error, sizeof last_error);
    assert_int_equal(ok, scene != NULL);
    if (!ok) {
        assert_memory_equal(last_error, last_path, strlen(last_path));
        assert_true(strlen(last_error) > strlen(last_path) + 5);
    }
    unlink(last_path);
    return scene;
}

static inline carom_io_scene *load_text(const char *name, const char *text) {
    return load_bytes(name, text, strlen(text));
}

/* What every loaded scene must keep to. */
static inline void check_scene(const carom_io_scene *scene) {
    size_t triangles = 0;
    for (size_t m = 0; m < scene->mesh_count; m++) {
        const carom_io_mesh *mesh = &scene->meshes[m];
        assert_non_null(mesh->name);
        for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
            assert_true(mesh->indices[i] < mesh->vertex_count);
        for (size_t i = 0; i < 3 * mesh->vertex_count; i++)
            assert_true(mesh->vertices[i] - mesh->vertices[i] == 0.0);
    }
    for (size_t i = 0; i < scene->instance_count; i++) {
        assert_non_null(scene->instances[i].name);
        assert_true(scene->instances[i].mesh < scene->mesh_count);
        triangles += scene->meshes[scene->instances[i].mesh].triangle_count;
    }
    assert_true(triangles > 0);
}

static inline carom_io_topology topology_of(const carom_io_scene *scene) {
    carom_io_topology t;
    check_scene(scene);
    assert_true(carom_io_analyse(scene, &t));
    return t;
}

#endif
