/* What the tests of meshes share: meshes of several styles, small and extreme, and their triangles
 * as they were given. */
#ifndef CAROM_TEST_MESH_SOUP_COMMON_H
#define CAROM_TEST_MESH_SOUP_COMMON_H

#include "common/test_flat_common.h"

#define LARGEST 700

typedef struct soup {
    carom_vec3 vertices[3 * LARGEST];
    uint32_t indices[3 * LARGEST];
    carom_mesh_def def;
    carom_mesh *mesh;
} soup;

static soup shared;
static double unit = 1; /* all coordinates are multiplied by it */

/* Styles: 0 small triangles in a box, 1 large ones, 2 lattice with repeated vertices and triangles
 * without area, 3 a flat height field, 4 copies of few, 5 one triangle. */
#define STYLES 6

static inline void make_soup(soup *s, int style) {
    static const int sizes[STYLES] = {LARGEST, 200, 500, 2 * 15 * 15, 300, 1};
    int count = sizes[style];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            carom_vec3 *v = &s->vertices[3 * i + k];
            *v = style == 2 ? lattice_vec(3) : random_vec(style == 1 ? 2 : 1);
            if (style == 0) *v = step(k == 0 ? random_vec(2) : s->vertices[3 * i], *v, k ? 0.2 : 0);
            if (style == 3) {
                int cell = i / 2, corner = i & 1 ? 3 - k : k;
                *v = v3(cell % 15 + (corner & 1) - 7, cell / 15 + (corner >> 1) - 7, 0);
            }
            if (style == 4 && i > 9) *v = s->vertices[3 * (i % 10) + (k + i) % 3];
            s->indices[3 * i + k] = (uint32_t)(3 * i + k);
        }
    scale_numbers(s->vertices, 3 * (size_t)count * sizeof(carom_vec3), unit);
    s->def = (carom_mesh_def){.vertices = s->vertices,
                              .indices = s->indices,
                              .vertex_count = (size_t)(3 * count),
                              .triangle_count = (size_t)count};
    assert_int_equal(carom_mesh_create(&s->mesh, &s->def), CAROM_OK);
}

static inline carom_triangle given(const soup *s, size_t i) {
    const uint32_t *corner = s->indices + 3 * i;
    return tri(s->vertices[corner[0]], s->vertices[corner[1]], s->vertices[corner[2]]);
}

static inline void for_each_style(void (*check)(const soup *, int)) {
    for (int style = 0; style < STYLES + 2; style++) {
        int kind = style < STYLES ? style : 0, far = sizeof(carom_real) == 4 ? 60 : 100;
        unit = style < STYLES ? 1 : ldexp(1, style == STYLES ? far : -far);
        volume_seed = 200 + (uint64_t)style;
        make_soup(&shared, kind);
        check(&shared, kind);
        carom_mesh_destroy(shared.mesh);
    }
}

static inline carom_vec3 any_point(int style) {
    carom_vec3 p = style == 2 || style == 3 ? lattice_vec(4) : random_vec(style == 4 ? 1.5 : 3);
    SCALE(p, unit);
    return p;
}

#endif
