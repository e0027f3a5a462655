/* What the tests of rays against meshes share: a closed ball, rays of all kinds, and what it is for
 * hits to be the same. */
#ifndef CAROM_TEST_MESH_RAYS_COMMON_H
#define CAROM_TEST_MESH_RAYS_COMMON_H

#include "mesh/data/mesh_data.h"
#include "mesh/ray/bvh8_ray.h"
#include "common/test_mesh_soup_common.h"

/* ---- a closed ball of triangles, its vertices moved in and out */

#define BALL_VERTICES (4 * 64 + 2)
#define BALL_TRIANGLES (8 * 64)

typedef struct ball_mesh {
    carom_vec3 vertices[BALL_VERTICES];
    uint32_t indices[3 * BALL_TRIANGLES], count, vertex_count;
    carom_mesh *mesh;
} ball_mesh;

static ball_mesh ball_of;

static inline uint32_t middle_of(ball_mesh *b, uint32_t i, uint32_t j) {
    carom_vec3 m = step(b->vertices[i], b->vertices[j], 1);
    double length = length_of(m);
    m = v3((double)m.x / length, (double)m.y / length, (double)m.z / length);
    for (uint32_t k = 0; k < b->vertex_count; k++)
        if (apart(m, b->vertices[k]) < 1e-5) return k;
    b->vertices[b->vertex_count] = m;
    return b->vertex_count++;
}

static inline void split_ball(ball_mesh *b) {
    static uint32_t old[3 * BALL_TRIANGLES];
    uint32_t count = b->count;
    memcpy(old, b->indices, sizeof old);
    b->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = old + 3 * i;
        uint32_t m[3];
        for (int k = 0; k < 3; k++)
            m[k] = middle_of(b, v[k], v[(k + 1) % 3]);
        uint32_t parts[4][3] = {
            {v[0], m[0], m[2]}, {m[0], v[1], m[1]}, {m[2], m[1], v[2]}, {m[0], m[1], m[2]}};
        memcpy(b->indices + 3 * b->count, parts, sizeof parts);
        b->count += 4;
    }
}

/* An octahedron split `levels` times; its size, and how far from the origin it is. */
static inline void make_ball(ball_mesh *b, int levels, double size, carom_vec3 center) {
    static const uint32_t faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                         {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int k = 0; k < 6; k++) {
        b->vertices[k] = v3(0, 0, 0);
        (&b->vertices[k].x)[k / 2] = (carom_real)(k % 2 ? -1 : 1);
    }
    memcpy(b->indices, faces, sizeof faces);
    b->count = 8;
    b->vertex_count = 6;
    for (int level = 0; level < levels; level++)
        split_ball(b);
    for (uint32_t k = 0; k < b->vertex_count; k++)
        b->vertices[k] = step(center, b->vertices[k], size * random_in(0.9, 1.1));
    carom_mesh_def def = {.vertices = b->vertices,
                          .indices = b->indices,
                          .vertex_count = b->vertex_count,
                          .triangle_count = b->count};
    assert_int_equal(carom_mesh_create(&b->mesh, &def), CAROM_OK);
}

/* Rays near and far, with and without ends, along axes, and through vertices. */
static inline carom_ray any_ray(const soup *s, int style, int k) {
    carom_vec3 to = any_point(style), from = any_point(style);
    if (k % 3 == 0) to = s->vertices[(size_t)k % s->def.vertex_count];
    carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
    if (k % 5 == 1) ray.origin = step(to, ray.direction, -ldexp(1, k % 60));
    if (k % 7 == 2) ray.t_max = (carom_real)random01();
    if (k % 7 == 3) ray.t_min = (carom_real)random_in(-2, 2);
    if (k % 7 == 4) ray.t_min = -(carom_real)INFINITY;
    if (k % 4 == 3) (&ray.direction.x)[k % 3] = 0;
    if (k % 11 == 0) SCALE(ray.direction, ldexp(1, k % 40 - 20));
    return ray;
}

#endif
