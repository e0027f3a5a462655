/* Solids to decompose into convex hulls, and what holds of every decomposition. */
#ifndef CAROM_TEST_DECOMPOSITION_COMMON_H
#define CAROM_TEST_DECOMPOSITION_COMMON_H

#include "common/test_mesh_common.h"

static test_mesh mesh;

static inline carom_mesh_decomposition *decompose(const carom_mesh_decomposition_def *given) {
    carom_mesh_decomposition *out = NULL;
    carom_mesh_decomposition_def def = *given;
    def.mesh = mesh.mesh;
    assert_int_equal(carom_mesh_decomposition_create(&out, &def), CAROM_OK);
    assert_non_null(out);
    assert_true(out->count > 0 && out->count <= (def.hull_limit ? def.hull_limit : 32));
    return out;
}

/* ---- solids */

/* A box; turned inside out where `outwards` is false. */
static inline void add_box(carom_vec3 low, carom_vec3 high, bool outwards) {
    static test_mesh box;
    fill_corners_of_box(&box, low, high);
    for (size_t i = 0; i < box.count; i++) {
        const carom_vec3 *v = &box.vertices[3 * i];
        add_test_triangle(&mesh, v[0], v[outwards ? 1 : 2], v[outwards ? 2 : 1]);
    }
}

/* A polygon's triangles, and its walls up to `top`. */
static inline void add_prism(const double (*at)[2], const int (*triangles)[3], int corners,
                             double top) {
    for (int i = 0; i + 2 < corners; i++) {
        const double *p[3] = {at[triangles[i][0]], at[triangles[i][1]], at[triangles[i][2]]};
        add_test_triangle(&mesh, v3(p[0][0], p[0][1], 0), v3(p[2][0], p[2][1], 0),
                          v3(p[1][0], p[1][1], 0));
        add_test_triangle(&mesh, v3(p[0][0], p[0][1], top), v3(p[1][0], p[1][1], top),
                          v3(p[2][0], p[2][1], top));
    }
    for (int i = 0; i < corners; i++) {
        const double *a = at[i], *b = at[(i + 1) % corners];
        add_test_triangle(&mesh, v3(a[0], a[1], 0), v3(b[0], b[1], 0), v3(b[0], b[1], top));
        add_test_triangle(&mesh, v3(a[0], a[1], 0), v3(b[0], b[1], top), v3(a[0], a[1], top));
    }
}

static inline void fill_letter_l(void) {
    static const double at[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const int triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}};
    mesh.count = 0;
    add_prism(at, triangles, 6, 1);
    build_test_mesh(&mesh);
}

static inline void fill_letter_u(void) {
    static const double at[8][2] = {{0, 0}, {4, 0}, {4, 2}, {3, 2}, {3, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const int triangles[6][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4},
                                        {0, 4, 5}, {0, 5, 7}, {5, 6, 7}};
    mesh.count = 0;
    add_prism(at, triangles, 8, 1);
    build_test_mesh(&mesh);
}

static inline carom_vec3 on_torus(int i, int j, int n, int m) {
    const double u = 6.283185307179586 * (i % n) / n, v = 6.283185307179586 * (j % m) / m;
    const double r = 1 + 0.3 * cos(v);
    return v3(r * cos(u), r * sin(u), 0.3 * sin(v));
}

static inline void fill_torus(int n, int m) {
    mesh.count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const carom_vec3 a = on_torus(i, j, n, m), b = on_torus(i + 1, j, n, m),
                             c = on_torus(i + 1, j + 1, n, m), d = on_torus(i, j + 1, n, m);
            add_test_triangle(&mesh, a, b, c);
            add_test_triangle(&mesh, a, c, d);
        }
    build_test_mesh(&mesh);
}

/* Boxes on a lattice that cross, touch, hold each other and are hollow. */
static inline void fill_boxes(int count) {
    mesh.count = 0;
    for (int i = 0; i < count; i++) {
        const carom_vec3 low = lattice_vec(4);
        const carom_vec3 high = {low.x + 1 + (carom_real)(i % 3), low.y + 1 + (carom_real)(i % 2),
                                 low.z + 2};
        add_box(low, high, true);
    }
    build_test_mesh(&mesh);
}

/* ---- oracles */

static inline double height_over_hull(const carom_hull *hull, carom_vec3 p) {
    double most = -INFINITY;
    for (int32_t f = 0; f < carom_hull_face_count(hull); f++) {
        const carom_plane plane = carom_hull_plane(hull, f);
        most = fmax(most, dot_of(plane.normal, p) - (double)plane.offset);
    }
    return most;
}

static inline double distance_from_solid(const carom_mesh_solid *solid, carom_vec3 p) {
    const double d = (double)carom_distance_point_mesh_signed(p, solid).distance;
    return d > 0 ? d : 0;
}

static inline carom_mesh_solid solid_by_winding(void) {
    carom_mesh_solid solid = carom_mesh_solid_of(mesh.mesh);
    solid.method = CAROM_SIGN_WINDING;
    return solid;
}

/* Random convex combinations of vertices, those near faces and edges among them. */
static inline carom_vec3 point_of_hull(const carom_hull *hull) {
    const int32_t count = carom_hull_vertex_count(hull);
    double at[3] = {0, 0, 0}, sum = 0;
    const int terms = 1 + (int)random_in(0, 5);
    for (int i = 0; i < terms; i++) {
        const carom_vec3 v = carom_hull_vertex(hull, (int32_t)random_in(0, count - 0.5));
        const double weight = random_in(0, 1);
        at[0] += weight * (double)v.x;
        at[1] += weight * (double)v.y;
        at[2] += weight * (double)v.z;
        sum += weight;
    }
    if (!(sum > 0)) return carom_hull_vertex(hull, 0);
    return v3(at[0] / sum, at[1] / sum, at[2] / sum);
}

/* No point of a hull is farther from the solid than its bound, and no point of the solid is outside
 * of all hulls by more than what they omit. */
static inline void assert_bounds_hold(const carom_mesh_decomposition *d, int samples) {
    const carom_mesh_solid solid = solid_by_winding();
    const carom_aabb box = carom_mesh_bounds(mesh.mesh);
    const double size = length_of(box.min) + length_of(box.max), slack = 16 * EPS * size;
    double concavity = 0, omitted = 0;
    for (size_t i = 0; i < d->count; i++) {
        const carom_mesh_part *part = &d->parts[i];
        assert_true(part->attained >= 0 && part->attained <= part->concavity);
        concavity = fmax(concavity, (double)part->concavity);
        omitted = fmax(omitted, (double)part->omitted);
        if (part->attained > 0) {
            assert_true(height_over_hull(part->hull, part->farthest) <= slack);
            assert_true(distance_from_solid(&solid, part->farthest) >= (double)part->attained);
        }
        for (int k = 0; k < samples; k++) {
            const double found = distance_from_solid(&solid, point_of_hull(part->hull));
            assert_true(found <= (double)part->concavity + slack);
        }
    }
    assert_true(concavity == (double)d->concavity && omitted == (double)d->omitted);
    for (int k = 0; k < samples * 8; k++) {
        const carom_vec3 p = v3(random_in((double)box.min.x, (double)box.max.x),
                                random_in((double)box.min.y, (double)box.max.y),
                                random_in((double)box.min.z, (double)box.max.z));
        if (distance_from_solid(&solid, p) > 0) continue;
        double outside = INFINITY;
        for (size_t i = 0; i < d->count; i++)
            outside = fmin(outside, height_over_hull(d->parts[i].hull, p));
        assert_true(outside <= omitted + slack); /* the height is at most the distance */
    }
    for (uint32_t t = 0; t < carom_mesh_triangle_count(mesh.mesh); t++) { /* vertices, too */
        const carom_triangle triangle = carom_mesh_triangle(mesh.mesh, t);
        double outside = INFINITY;
        for (size_t i = 0; i < d->count; i++)
            outside = fmin(outside, height_over_hull(d->parts[i].hull, triangle.v[t % 3]));
        assert_true(outside <= omitted + slack);
    }
}

#endif
