/* Floors of tiles, rough ground and bodies for tests of contacts on surfaces. */
#ifndef CAROM_TEST_GROUND_COMMON_H
#define CAROM_TEST_GROUND_COMMON_H

#include "common/test_mesh_common.h"

#define SIDE 12 /* tiles along a floor */

static inline carom_pose here(void) {
    return carom_pose_identity();
}

static inline carom_pose at_place(carom_vec3 p) {
    return (carom_pose){p, {0, 0, 0, 1}};
}

static inline carom_shape mesh_shape(const test_mesh *m) {
    return (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = m->mesh};
}

static inline carom_shape box_shape(double hx, double hy, double hz) {
    return (carom_shape){.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, hx, hy, hz)};
}

/* A square grid of tiles from the origin along u and v, its middle there. */
static inline void add_tiles(test_mesh *m, carom_vec3 corner, carom_vec3 u, carom_vec3 v, int n) {
    for (int i = 0; i < n * n; i++) {
        carom_vec3 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = step(step(corner, u, i % n + (k & 1)), v, i / n + (k >> 1));
        add_test_triangle(m, p[0], p[1], p[2]);
        add_test_triangle(m, p[3], p[2], p[1]);
    }
}

static inline carom_shape make_tiled_floor(test_mesh *m, double tile) {
    double low = -tile * SIDE / 2;
    m->count = 0;
    add_tiles(m, v3(low, low, 0), v3(tile, 0, 0), v3(0, tile, 0), SIDE);
    build_test_mesh(m);
    return mesh_shape(m);
}

#define FIELD_SIDE 72

/* A square of `side` x `side` cells. y is up. */
static inline carom_shape make_field_of(int32_t side, double tile) {
    static carom_real heights[(FIELD_SIDE + 1) * (FIELD_SIDE + 1)];
    double low = -tile * side / 2;
    carom_heightfield *field = NULL;
    carom_heightfield_def def = {.heights = heights,
                                 .columns = side + 1,
                                 .rows = side + 1,
                                 .origin = v3(low, 0, low),
                                 .spacing = v3(tile, 1, tile)};
    assert_true(side <= FIELD_SIDE);
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    return (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field};
}

static inline carom_shape make_flat_field(double tile) {
    return make_field_of(SIDE, tile);
}

static inline carom_shape random_body(int kind) {
    carom_shape s = box_shape(random_in(0.1, 0.6), random_in(0.1, 0.6), random_in(0.1, 0.6));
    carom_real r = (carom_real)random_in(0.1, 0.4);
    carom_vec3 a = random_vec(0.5), b = random_vec(0.5);
    if (kind == 1) s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, r}};
    if (kind == 2) s = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {a, r}};
    if (kind == 3) s = (carom_shape){.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {a, b, r}};
    if (kind == 4) s = (carom_shape){.kind = CAROM_SHAPE_CONE, .as.cone = {a, b, r}};
    if (kind == 5)
        s = (carom_shape){.kind = CAROM_SHAPE_TETRAHEDRON,
                          .as.tetrahedron = {{a, b, random_vec(0.5), random_vec(0.5)}}};
    if (kind == 6)
        s = (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = tri(a, b, random_vec(0.5))};
    if (kind == 7) s = (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .as.segment = {a, b}};
    if (kind == 8) s = (carom_shape){.kind = CAROM_SHAPE_POINT, .as.point = a};
    return s;
}

static inline void make_hills_mesh(test_mesh *m) {
    carom_real h[SIDE + 1][SIDE + 1];
    for (int i = 0; i <= SIDE; i++)
        for (int k = 0; k <= SIDE; k++)
            h[i][k] = (carom_real)random_in(-0.2, 0.2);
    m->count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        carom_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            int x = i % SIDE + (k & 1), y = i / SIDE + (k >> 1);
            p[k] = v3(0.4 * x - 2.4, 0.4 * y - 2.4, (double)h[x][y]);
        }
        add_test_triangle(m, p[0], p[1], p[2]);
        add_test_triangle(m, p[3], p[2], p[1]);
    }
    build_test_mesh(m);
}

#endif
