/* What files say in double is read in double: text, PLY's doubles, and where glTF's nodes stand. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <math.h>

#include "test_io.h"
#include "../../io/file.h"
#include "../../io/soup.h"

/* Corners of a unit cube far out; none of these is a float, nor the nearest double of one. */
static const char *const far_out[3][2] = {{"100000000.1", "100000001.1"},
                                          {"-3.0000000000000004", "-2.0000000000000004"},
                                          {"1.2345678901234567e-17", "1.0000000000000002"}};

static const char *corner_text(size_t corner, size_t axis) {
    return far_out[axis][cube_corners[corner][axis] > 0];
}

static double corner_value(size_t corner, size_t axis) {
    return strtod(corner_text(corner, axis), NULL);
}

/* The cube's box is that of the texts, to the bit, and so are its eight vertices. */
static void expect_far_cube(carom_io_scene *scene) {
    if (!scene) fail_msg("%s", last_error);
    carom_io_topology t = topology_of(scene);
    assert_int_equal(t.vertices, 8);
    assert_true(t.closed);
    for (size_t k = 0; k < 3; k++)
        assert_true(t.min[k] == strtod(far_out[k][0], NULL) &&
                    t.max[k] == strtod(far_out[k][1], NULL));
    for (size_t i = 0; i < 24; i++) {
        double value = scene->meshes[0].vertices[i];
        assert_true(value == t.min[i % 3] || value == t.max[i % 3]);
    }
    carom_io_free(scene);
}

static void put_corner(io_bytes *out, size_t corner) {
    for (size_t k = 0; k < 3; k++) {
        carom_io_put_text(out, " ");
        carom_io_put_text(out, corner_text(corner, k));
    }
    carom_io_put_text(out, "\n");
}

static io_bytes make_text(const char *format) {
    io_bytes out = {0};
    char line[60];
    if (!strcmp(format, "stl")) {
        carom_io_put_text(&out, "solid far\n");
        for (size_t t = 0; t < 12; t++) {
            carom_io_put_text(&out, "facet normal 0 0 0\nouter loop\n");
            for (size_t k = 0; k < 3; k++) {
                carom_io_put_text(&out, "vertex");
                put_corner(&out, cube_corner(t, k));
            }
            carom_io_put_text(&out, "endloop\nendfacet\n");
        }
        carom_io_put_text(&out, "endsolid far\n");
        return out;
    }
    bool ply = !strcmp(format, "ply");
    if (ply)
        carom_io_put_text(&out, "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\n"
                                "property double y\nproperty float z\nelement face 6\n"
                                "property list uchar int vertex_indices\nend_header\n");
    for (size_t i = 0; i < 8; i++) {
        carom_io_put_text(&out, ply ? "" : "v");
        put_corner(&out, i);
    }
    for (size_t i = 0; i < 6; i++) {
        const uint32_t *f = cube_squares[i];
        unsigned add = ply ? 0 : 1;
        snprintf(line, sizeof line, "%s %u %u %u %u\n", ply ? "4" : "f", f[0] + add, f[1] + add,
                 f[2] + add, f[3] + add);
        carom_io_put_text(&out, line);
    }
    return out;
}

static void text_is_read_in_double(void **state) {
    (void)state;
    static const char *const formats[] = {"obj", "stl", "ply"};
    static const char *const locales[] = {"C", "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "C"};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 5; k++) {
            char name[20];
            io_bytes text = make_text(formats[i]);
            snprintf(name, sizeof name, "a.%s", formats[i]);
            if (!setlocale(LC_NUMERIC, locales[k])) {
                free(text.data);
                continue;
            }
            carom_io_scene *scene = load_bytes(name, text.data, text.size);
            setlocale(LC_NUMERIC, "C");
            expect_far_cube(scene);
            free(text.data);
        }
}

static void put_bytes(io_bytes *out, const void *data, size_t size, bool big) {
    const unsigned char *b = data;
    const uint16_t one = 1;
    bool machine_big = !*(const unsigned char *)&one;
    for (size_t i = 0; i < size; i++)
        carom_io_put(out, b + (big != machine_big ? size - 1 - i : i), 1);
}

/* Where the machine has a locale with a decimal comma, it changes nothing in JSON either. */
static void nodes_are_read_in_any_locale(void **state) {
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "C"};
    for (size_t k = 0; k < 4; k++) {
        if (!setlocale(LC_NUMERIC, locales[k])) continue;
        io_bytes glb = make_glb("{\"mesh\":0,\"translation\":[0.1,-2.5e-7,100000000.1]}");
        carom_io_scene *scene = load_bytes("a.glb", glb.data, glb.size);
        setlocale(LC_NUMERIC, "C");
        if (!scene) fail_msg("%s", last_error);
        const double *t = scene->instances[0].transform;
        assert_true(t[3] == 0.1 && t[7] == -2.5e-7 && t[11] == 100000000.1);
        carom_io_free(scene);
        free(glb.data);
    }
}

static void doubles_of_binary_ply_stay_doubles(void **state) {
    (void)state;
    for (int big = 0; big < 2; big++) {
        io_bytes out = {0};
        carom_io_put_text(&out, "ply\nformat binary_");
        carom_io_put_text(&out, big ? "big" : "little");
        carom_io_put_text(&out,
                          "_endian 1.0\nelement vertex 8\nproperty double x\nproperty uchar q\n"
                          "property float64 y\nproperty double z\nelement face 6\n"
                          "property list short uint vertex_indices\nend_header\n");
        for (size_t i = 0; i < 24; i++) {
            double value = corner_value(i / 3, i % 3);
            if (i % 3 == 1) carom_io_put(&out, "q", 1);
            put_bytes(&out, &value, 8, big);
        }
        for (size_t i = 0; i < 6; i++) {
            int16_t four = 4;
            put_bytes(&out, &four, 2, big);
            for (size_t k = 0; k < 4; k++)
                put_bytes(&out, &cube_squares[i][k], 4, big);
        }
        expect_far_cube(load_bytes("a.ply", out.data, out.size));
        free(out.data);
    }
}

/* ---- nodes */

static carom_io_scene *load_nodes(const char *nodes) {
    io_bytes glb = make_glb(nodes);
    carom_io_scene *scene = load_bytes("a.glb", glb.data, glb.size);
    free(glb.data);
    if (!scene) fail_msg("%s", last_error);
    check_scene(scene);
    return scene;
}

static void expect_transform(const carom_io_scene *scene, size_t instance, const double want[12]) {
    for (int k = 0; k < 12; k++)
        if (scene->instances[instance].transform[k] != want[k])
            fail_msg("instance %zu: entry %d is %.17g, not %.17g", instance, k,
                     scene->instances[instance].transform[k], want[k]);
}

static void nodes_stand_in_double(void **state) {
    (void)state;
    carom_io_scene *scene = load_nodes(
        "{\"children\":[1,2,3],\"translation\":[100000000.1,-0.1,1e-30],\"scale\":[0.1,0.1,0.1]},"
        "{\"mesh\":0,\"translation\":[0.7,0.1,3]},"
        "{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0.7,0.1,3,1]},"
        "{\"mesh\":0,\"translation\":[10000000000.7,0,0],\"scale\":[0.3,3,-0.7]}");
    const double first[12] = {0.1, 0, 0,   0.1 * 0.7 + 100000000.1, 0, 0.1, 0, 0.1 * 0.1 + -0.1,
                              0,   0, 0.1, 0.1 * 3 + 1e-30};
    const double third[12] = {0.1 * 0.3, 0,       0,          0.1 * 10000000000.7 + 100000000.1,
                              0,         0.1 * 3, 0,          -0.1,
                              0,         0,       0.1 * -0.7, 1e-30};
    expect_transform(scene, 0, first);
    expect_transform(scene, 1, first); /* the same placing, the same bits */
    expect_transform(scene, 2, third);
    assert_memory_equal(scene->instances[0].transform, scene->instances[1].transform, sizeof first);
    carom_io_soup soup = {0};
    assert_true(carom_io_flatten(scene, &soup));
    size_t n = 3 * scene->meshes[0].vertex_count;
    assert_memory_equal(soup.vertices, soup.vertices + n, n * sizeof(double));
    double low = soup.vertices[0];
    for (size_t i = 0; i < n; i += 3)
        if (soup.vertices[i] < low) low = soup.vertices[i];
    assert_true(low == first[3]);
    carom_io_soup_free(&soup);
    carom_io_free(scene);
}

/* Quarter and third turns have no rounding, though the file's quaternion is that of floats. */
static void turns_are_exact_where_they_can_be(void **state) {
    (void)state;
    carom_io_scene *scene =
        load_nodes("{\"children\":[1,2,3,4],\"translation\":[5,6,7]},"
                   "{\"mesh\":0,\"rotation\":[0,0,0.70710677,0.70710677]},"
                   "{\"mesh\":0,\"rotation\":[0.7071067811865476,0,0,-0.7071067811865476]},"
                   "{\"mesh\":0,\"rotation\":[0.5,0.5,0.5,0.5],\"scale\":[2,3,4]},"
                   "{\"mesh\":0,\"rotation\":[0,2,0,0]}");
    expect_transform(scene, 0, (double[12]){0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7});
    expect_transform(scene, 1, (double[12]){1, 0, 0, 5, 0, 0, 1, 6, 0, -1, 0, 7});
    expect_transform(scene, 2, (double[12]){0, 0, 4, 5, 2, 0, 0, 6, 0, 3, 0, 7});
    expect_transform(scene, 3, (double[12]){-1, 0, 0, 5, 0, 1, 0, 6, 0, 0, -1, 7});
    carom_io_free(scene);
    scene = load_nodes("{\"mesh\":0,\"rotation\":[0.18257419,0.36514837,0.54772256,0.73029674]}");
    const double *m = scene->instances[0].transform;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double product =
                m[4 * i] * m[4 * k] + m[4 * i + 1] * m[4 * k + 1] + m[4 * i + 2] * m[4 * k + 2];
            assert_true(fabs(product - (i == k)) < 4e-16);
        }
    carom_io_free(scene);
}

static void mirrors_are_seen_at_any_size(void **state) {
    (void)state;
    for (int i = -420; i <= 240; i += 60) {
        double s = ldexp(1.0, i);
        assert_true(carom_io_mirrors((double[12]){-s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0}));
        assert_false(carom_io_mirrors((double[12]){-s, 0, 0, 0, 0, -s, 0, 0, 0, 0, s, 0}));
        assert_true(carom_io_mirrors((double[12]){0, s, 0, 0, s, 0, 0, 0, 0, 0, 1 / s, 0}));
    }
    assert_false(carom_io_mirrors((double[12]){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_in_double),
        cmocka_unit_test(nodes_are_read_in_any_locale),
        cmocka_unit_test(doubles_of_binary_ply_stay_doubles),
        cmocka_unit_test(nodes_stand_in_double),
        cmocka_unit_test(turns_are_exact_where_they_can_be),
        cmocka_unit_test(mirrors_are_seen_at_any_size),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
