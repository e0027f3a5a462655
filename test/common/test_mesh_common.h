/* Meshes for tests of two of them, and memory that fails. */
#ifndef CAROM_TEST_MESH_COMMON_H
#define CAROM_TEST_MESH_COMMON_H

#include "common/test_flat_common.h"

#define MESH_LARGEST 4000

typedef struct test_mesh {
    carom_vec3 vertices[3 * MESH_LARGEST];
    size_t count; /* of triangles */
    carom_mesh *mesh;
} test_mesh;

static inline void add_test_triangle(test_mesh *m, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    assert_true(m->count < MESH_LARGEST);
    carom_vec3 *v = &m->vertices[3 * m->count++];
    v[0] = a;
    v[1] = b;
    v[2] = c;
}

static inline void build_test_mesh(test_mesh *m) {
    static uint32_t indices[3 * MESH_LARGEST];
    for (uint32_t i = 0; i < 3 * m->count; i++)
        indices[i] = i;
    carom_mesh_def def = {.vertices = m->vertices,
                          .indices = indices,
                          .vertex_count = 3 * m->count,
                          .triangle_count = m->count};
    assert_int_equal(carom_mesh_create(&m->mesh, &def), CAROM_OK);
}

/* Random corners on a lattice: touching and repeated triangles, a quarter of them
 * in one plane, some without area. */
static inline void fill_lattice(test_mesh *m, size_t count, int reach) {
    m->count = 0;
    while (m->count < count) {
        carom_vec3 a = lattice_vec(reach), b = lattice_vec(reach), c = lattice_vec(reach);
        if (m->count % 4 == 0) a.z = b.z = c.z = 0;
        add_test_triangle(m, a, b, c);
    }
    build_test_mesh(m);
}

static inline void fill_corners_of_box(test_mesh *m, carom_vec3 low, carom_vec3 high) {
    static const int squares[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    carom_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] =
            (carom_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    m->count = 0;
    for (int i = 0; i < 6; i++) {
        const int *s = squares[i];
        add_test_triangle(m, corner[s[0]], corner[s[1]], corner[s[2]]);
        add_test_triangle(m, corner[s[0]], corner[s[2]], corner[s[3]]);
    }
}

static inline carom_vec3 onto_ball(carom_vec3 p, double radius) {
    double s = radius / length_of(p);
    return v3(s * (double)p.x, s * (double)p.y, s * (double)p.z);
}

/* A cube's faces cut into n by n squares and blown up: 12 n^2 triangles, closed bit for bit. */
static inline void fill_ball(test_mesh *m, int n, double radius) {
    m->count = 0;
    for (int face = 0; face < 6; face++)
        for (int i = 0; i < n * n; i++) {
            carom_vec3 corner[4];
            for (int k = 0; k < 4; k++) {
                double u = 2.0 * (i % n + (k == 1 || k == 2)) / n - 1;
                double v = 2.0 * (i / n + (k >= 2)) / n - 1, w = face & 1 ? 1 : -1;
                double x[3];
                x[face / 2] = w;
                x[(face / 2 + 1) % 3] = face & 1 ? u : v; /* turned outwards */
                x[(face / 2 + 2) % 3] = face & 1 ? v : u;
                corner[k] = onto_ball(v3(x[0], x[1], x[2]), radius);
            }
            add_test_triangle(m, corner[0], corner[1], corner[2]);
            add_test_triangle(m, corner[0], corner[2], corner[3]);
        }
    build_test_mesh(m);
}

static inline carom_pose random_mesh_pose(double reach) {
    carom_pose pose = {random_vec(reach), {0, 0, 0, 1}};
    double q[4], n = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_in(-1, 1);
        n += q[i] * q[i];
    }
    n = 1 / sqrt(n);
    pose.rotation = (carom_quat){(carom_real)(q[0] * n), (carom_real)(q[1] * n),
                                 (carom_real)(q[2] * n), (carom_real)(q[3] * n)};
    return pose;
}

static inline void pose_triangles(carom_triangle *out, const carom_placed_mesh *placed) {
    for (size_t i = 0; i < carom_mesh_triangle_count(placed->mesh); i++) {
        out[i] = carom_mesh_triangle(placed->mesh, (uint32_t)i);
        for (int k = 0; k < 3; k++)
            out[i].v[k] = carom_pose_transform_point(placed->pose, out[i].v[k]);
    }
}

/* On which side of the triangle's plane; exact for numbers on a lattice. */
static inline int lattice_side(const carom_triangle *t, carom_vec3 p) {
    double d[3][3];
    for (int i = 0; i < 3; i++) {
        carom_vec3 v = i == 2 ? p : t->v[i + 1];
        d[i][0] = (double)v.x - (double)t->v[0].x;
        d[i][1] = (double)v.y - (double)t->v[0].y;
        d[i][2] = (double)v.z - (double)t->v[0].z;
    }
    double volume = d[2][0] * (d[0][1] * d[1][2] - d[0][2] * d[1][1]) +
                    d[2][1] * (d[0][2] * d[1][0] - d[0][0] * d[1][2]) +
                    d[2][2] * (d[0][0] * d[1][1] - d[0][1] * d[1][0]);
    return (volume > 0) - (volume < 0);
}

#endif
