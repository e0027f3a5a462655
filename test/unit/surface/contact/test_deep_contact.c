/* Contact of shapes deep in thousands of triangles, most of whose touches are estimated: the bits
 * of answers that were found when each triangle was solved, floors of more triangles than touches
 * are stored, and the same floor in another order. */
#include "common/test_manifold_common.h"

#define FLOOR_MOST 90

/* Of the stored answers. */
#define STORED_SEED 77

typedef enum floor_kind { FLOOR_LEVEL, FLOOR_BUMPS, FLOOR_STEPS, FLOOR_RIDGE } floor_kind;

static double height_of(floor_kind kind, int i, int j) {
    static const double waves[7] = {0, 0.3, 0.9, 1, 0.6, -0.2, -0.7};
    if (kind == FLOOR_BUMPS) return 0.06 * waves[i % 7] * waves[(j + 2) % 7];
    if (kind == FLOOR_STEPS) return 0.1 * (i / 6 % 2);
    return kind == FLOOR_RIDGE ? -0.3 * fabs(i / 15.0 - 1) : 0;
}

/* A floor of side - 1 by side - 1 cells from -1 to 1, with the normal along z. */
static carom_shape make_deep_floor(floor_kind kind, int side, bool reversed) {
    static carom_vec3 at[FLOOR_MOST * FLOOR_MOST];
    static uint32_t index[6 * FLOOR_MOST * FLOOR_MOST];
    const double step_length = 2.0 / (side - 1);
    size_t n = 0;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            at[i * side + j] = v3(i * step_length - 1, j * step_length - 1, height_of(kind, i, j));
    for (int k = 0; k < (side - 1) * (side - 1); k++) {
        const int cell = reversed ? (side - 1) * (side - 1) - 1 - k : k;
        const uint32_t a = (uint32_t)(cell / (side - 1) * side + cell % (side - 1));
        const uint32_t b = a + 1, c = a + (uint32_t)side, d = c + 1;
        const uint32_t corners[6] = {a, c, b, b, c, d};
        memcpy(index + n, corners, sizeof corners);
        n += 6;
    }
    const carom_mesh_def def = {.vertices = at,
                                .vertex_count = (size_t)(side * side),
                                .indices = index,
                                .triangle_count = n / 3};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = mesh};
}

static void free_floor(carom_shape *floor) {
    carom_mesh_destroy((carom_mesh *)floor->as.mesh);
}

/* One number after the other, so that every compiler draws the same. */
static carom_vec3 next_vec(void) {
    const double x = random_in(-1, 1), y = random_in(-1, 1), z = random_in(-1, 1);
    return v3(x, y, z);
}

static carom_hull *make_deep_hull(int count) {
    carom_vec3 at[64];
    carom_hull *hull = NULL;
    for (int i = 0; i < count; i++) {
        do
            at[i] = next_vec();
        while (length_of(at[i]) < 0.5);
        SCALE(at[i], 0.8 / length_of(at[i]));
    }
    const carom_hull_def def = {.points = at, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

/* ---- stored answers */

static void mix_bytes(uint64_t *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static void mix_vec3(uint64_t *hash, carom_vec3 v) {
    const carom_real x[3] = {v.x + 0, v.y + 0, v.z + 0}; /* both zeros count as one */
    mix_bytes(hash, x, sizeof x);
}

static void mix_manifold(uint64_t *hash, const carom_contact_manifold *m) {
    mix_vec3(hash, m->normal);
    for (int i = 0; i < m->count; i++) {
        const carom_contact_point *p = &m->points[i];
        const uint32_t numbers[2] = {p->id, p->sub_b.triangle};
        mix_vec3(hash, p->point_a);
        mix_vec3(hash, p->point_b);
        mix_bytes(hash, &p->depth, sizeof p->depth);
        mix_bytes(hash, numbers, sizeof numbers);
    }
}

static carom_shape deep_body(int kind, const carom_hull *hull, double size) {
    const carom_real r = (carom_real)size;
    carom_shape s = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, r}};
    if (kind == 1)
        s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE,
                          .as.capsule = {{-r, 0, 0}, {r, 0, 0}, (carom_real)(0.6 * size)}};
    if (kind == 2) s = box_shape(size, 0.8 * size, 0.6 * size);
    if (kind == 3) s = (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull.hull = hull};
    if (kind == 4)
        s = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                          .as.cylinder = {{0, 0, -r}, {0, 0, r}, (carom_real)(0.7 * size)}};
    return s;
}

static carom_pose deep_pose(double depth) {
    const double x = random_in(-0.4, 0.4), y = random_in(-0.4, 0.4);
    carom_pose pose = at_place(v3(x, y, depth));
    const carom_vec3 axis = next_vec();
    const double w = random_in(0.3, 1);
    const double length = sqrt(length_of(axis) * length_of(axis) + w * w);
    pose.rotation =
        (carom_quat){(carom_real)((double)axis.x / length), (carom_real)((double)axis.y / length),
                     (carom_real)((double)axis.z / length), (carom_real)(w / length)};
    return pose;
}

/* Of 480 contacts, shallow and deep: in float as they were before touches were estimated, in double
 * but for last digits. */
static void stored_answers(void **state) {
    (void)state;
#ifdef CAROM_DOUBLE
    const uint64_t expected[4] = {0xc9cf1dec62f5f8d0u, 0x23e3bbd6662a85a4u, 0x1b3c52cbe3dcd3fau,
                                  0xa2c6c2c7c5e9e312u};
#else
    const uint64_t expected[4] = {0x7f71fda832aa4fdfu, 0x8c4bad8556c09af3u, 0x77f35883c2e86cf5u,
                                  0x9ebfa15f04314ea1u};
#endif
    volume_seed = STORED_SEED;
    carom_hull *hull = make_deep_hull(40);
    int manifolds = 0, differ = 0;
    for (int f = 0; f < 4; f++) {
        uint64_t hash = 0xcbf29ce484222325u;
        carom_shape floor = make_deep_floor((floor_kind)f, 31, false);
        for (int k = 0; k < 120; k++) {
            const double size = random_in(0.2, 0.9), depth = random_in(-0.1, 1) * size;
            const carom_shape body = deep_body(k % 4, hull, size);
            const carom_pose pose = deep_pose(depth);
            carom_contact_manifold out[CAROM_CONTACT_LIMIT];
            const int count = contacts_of(&body, pose, &floor, here(), out);
            mix_bytes(&hash, &count, sizeof count);
            manifolds += count;
            for (int i = 0; i < count; i++)
                mix_manifold(&hash, &out[i]);
        }
        free_floor(&floor);
        if (hash != expected[f]) print_error("floor %d: 0x%016llxu\n", f, (unsigned long long)hash);
        differ += hash != expected[f];
    }
    assert_int_equal(differ, 0);
    assert_true(manifolds > 500);
    carom_hull_destroy(hull);
}

/* ---- many triangles */

/* A box that stands in a floor of more triangles than are stored, with its edges across cells. */
static void beyond_the_store(void **state) {
    (void)state;
    carom_shape floor = make_deep_floor(FLOOR_LEVEL, 80, false);
    const carom_shape box = box_shape(0.84375, 0.71875, 0.5);
    carom_contact_manifold out[CAROM_CONTACT_LIMIT];
    for (int k = 0; k < 2; k++) {
        const double sink = k ? 0.25 : 0;
        const int count = contacts_of(&box, at_place(v3(0, 0, 0.5 - sink)), &floor, here(), out);
        assert_int_equal(count, 1);
        check_manifold(&out[0], 2);
        assert_int_equal(out[0].count, 4);
        assert_same(out[0].normal, v3(0, 0, -1));
        for (int i = 0; i < 4; i++) {
            assert_true((double)out[0].points[i].depth == sink);
            assert_true(has_point(
                &out[0], v3(i & 1 ? 0.84375 : -0.84375, i & 2 ? 0.71875 : -0.71875, -sink), 0));
        }
    }
    free_floor(&floor);
}

/* The normals and greatest depths do not depend on the order of triangles. */
static void order_of_triangles(void **state) {
    (void)state;
    volume_seed = 78;
    carom_hull *hull = make_deep_hull(30);
    for (int f = 0; f < 4; f++) {
        carom_shape floor = make_deep_floor((floor_kind)f, 31, false),
                    other = make_deep_floor((floor_kind)f, 31, true);
        for (int k = 0; k < 80; k++) {
            const double size = random_in(0.2, 0.9);
            const carom_shape body = deep_body(k % 5, hull, size);
            const carom_pose pose = deep_pose(random_in(-0.1, 1) * size);
            carom_contact_manifold m[CAROM_CONTACT_LIMIT], n[CAROM_CONTACT_LIMIT];
            const int count = contacts_of(&body, pose, &floor, here(), m);
            assert_int_equal(contacts_of(&body, pose, &other, here(), n), count);
            for (int i = 0; i < count; i++) {
                assert_about(apart(m[i].normal, n[i].normal), 0, 1e-6);
                assert_about((double)m[i].points[0].depth, (double)n[i].points[0].depth, 1e-5);
            }
        }
        free_floor(&floor);
        free_floor(&other);
    }
    carom_hull_destroy(hull);
}

/* ---- beside a solution of each triangle */

/* The greatest depth of the shape in any triangle. */
static double deepest_of_triangles(const carom_shape *body, carom_pose pose,
                                   const carom_shape *floor) {
    double most = -1;
    for (uint32_t i = 0; i < carom_mesh_triangle_count(floor->as.mesh); i++) {
        const carom_shape t = {.kind = CAROM_SHAPE_TRIANGLE,
                               .as.triangle = carom_mesh_triangle(floor->as.mesh, i)};
        const carom_penetration p = carom_penetrate(body, pose, &t, here());
        if (p.overlap && (double)p.depth > most) most = (double)p.depth;
    }
    return most;
}

/* A sphere above a hill touches it with its uncorrected normal at the deepest triangle. */
static void deepest_is_deepest(void **state) {
    (void)state;
    volume_seed = 79;
    carom_shape floor = make_deep_floor(FLOOR_RIDGE, 31, false);
    for (int k = 0; k < 20; k++) {
        const double size = random_in(0.3, 0.6);
        const carom_shape body = deep_body(0, NULL, size);
        carom_pose pose = deep_pose(random_in(0.2, 0.8) * size);
        pose.position.x = 0;
        carom_contact_manifold out[CAROM_CONTACT_LIMIT];
        const int count = contacts_of(&body, pose, &floor, here(), out);
        assert_true(count >= 1);
        assert_about((double)out[0].points[0].depth, deepest_of_triangles(&body, pose, &floor),
                     1e-5);
    }
    free_floor(&floor);
}

/* Shapes deep beyond the border of a floor: no part of them is over it, so that all touches are
 * weak, and the contact is the depth of the pair. */
static void beyond_the_border(void **state) {
    (void)state;
    carom_shape floor = make_deep_floor(FLOOR_LEVEL, 31, false);
    const carom_shape ball = deep_body(0, NULL, 0.5);
    for (int k = 0; k < 4; k++) {
        const carom_pose pose = at_place(v3(1.125 + 0.0625 * k, 0.015625 * k, 0.0625));
        carom_contact_manifold out[CAROM_CONTACT_LIMIT];
        const int count = contacts_of(&ball, pose, &floor, here(), out);
        const carom_penetration p = carom_penetrate(&ball, pose, &floor, here());
        assert_int_equal(count, 1);
        assert_int_equal(out[0].count, 1);
        assert_about((double)out[0].points[0].depth, (double)p.depth, 1e-6);
        assert_about(apart(out[0].normal, p.normal), 0, 1e-5);
    }
    free_floor(&floor);
}

/* A floor of separate triangles, in which each corner is stored up to six times, and the compact
 * form have the contacts of the welded one. */
static void unwelded_and_compact(void **state) {
    (void)state;
    static carom_vec3 at[3 * 2 * 30 * 30];
    static uint32_t index[3 * 2 * 30 * 30];
    volume_seed = 80;
    carom_hull *hull = make_deep_hull(30);
    for (int f = 0; f < 4; f++) {
        carom_shape floor = make_deep_floor((floor_kind)f, 31, false), other[2];
        const size_t count = carom_mesh_triangle_count(floor.as.mesh);
        for (uint32_t i = 0; i < count; i++) {
            const carom_triangle t = carom_mesh_triangle(floor.as.mesh, i);
            memcpy(at + 3 * (size_t)i, t.v, sizeof t.v);
            for (uint32_t k = 0; k < 3; k++)
                index[3 * i + k] = 3 * i + k;
        }
        for (int c = 0; c < 2; c++) {
            const carom_mesh_def def = {.vertices = at,
                                        .vertex_count = 3 * count,
                                        .indices = index,
                                        .triangle_count = count,
                                        .compact = c != 0};
            carom_mesh *mesh = NULL;
            assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
            other[c] = (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = mesh};
        }
        for (int k = 0; k < 40; k++) {
            const double size = random_in(0.2, 0.9);
            const carom_shape body = deep_body(k % 5, hull, size);
            const carom_pose pose = deep_pose(random_in(-0.1, 1) * size);
            carom_contact_manifold m[CAROM_CONTACT_LIMIT], n[CAROM_CONTACT_LIMIT];
            const int manifolds = contacts_of(&body, pose, &floor, here(), m);
            for (int c = 0; c < 2; c++) {
                assert_int_equal(contacts_of(&body, pose, &other[c], here(), n), manifolds);
                for (int i = 0; i < manifolds; i++) {
                    assert_about(apart(m[i].normal, n[i].normal), 0, 1e-6);
                    assert_about((double)m[i].points[0].depth, (double)n[i].points[0].depth, 1e-5);
                }
            }
        }
        free_floor(&floor);
        free_floor(&other[0]);
        free_floor(&other[1]);
    }
    carom_hull_destroy(hull);
}

/* More triangles than one table holds: bumps, whose normals are then found in the mesh's tree. The
 * deepest contact is that of the part of the floor below the shape alone. */
static void beyond_the_table(void **state) {
    (void)state;
    volume_seed = 81;
    carom_shape floor = make_deep_floor(FLOOR_BUMPS, 85, false);
    const carom_shape ball = deep_body(0, NULL, 0.9);
    for (int k = 0; k < 3; k++) {
        const carom_pose pose = deep_pose(0.1 * k);
        carom_contact_manifold m[CAROM_CONTACT_LIMIT], n[CAROM_CONTACT_LIMIT];
        carom_shape reversed = make_deep_floor(FLOOR_BUMPS, 85, true);
        const int count = contacts_of(&ball, pose, &floor, here(), m);
        assert_true(count > 0);
        assert_int_equal(contacts_of(&ball, pose, &reversed, here(), n), count);
        for (int i = 0; i < count; i++) {
            assert_about(apart(m[i].normal, n[i].normal), 0, 1e-6);
            assert_about((double)m[i].points[0].depth, (double)n[i].points[0].depth, 1e-5);
        }
        free_floor(&reversed);
    }
    free_floor(&floor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deepest_is_deepest),   cmocka_unit_test(beyond_the_border),
        cmocka_unit_test(unwelded_and_compact), cmocka_unit_test(beyond_the_table),
        cmocka_unit_test(stored_answers),       cmocka_unit_test(beyond_the_store),
        cmocka_unit_test(order_of_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
