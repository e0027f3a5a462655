/* Two convex polyhedra. The oracle tries every separating axis in integers, those of flat
 * polyhedra as well, on shapes with lattice vertices. */
#include "common/test_volume_common.h"

#include <string.h>

#define MOST_VERTICES 8
#define MOST_FACES 8

/* A polyhedron that owns its arrays. */
typedef struct body {
    carom_vec3 vertices[MOST_VERTICES];
    int32_t starts[MOST_FACES + 1], indices[32], edges[4 * 16];
    int32_t vertex_count, face_count, edge_count;
} body;

static carom_polyhedron shape_of(const body *b) {
    return (carom_polyhedron){b->vertices,     b->starts,     b->indices,   b->edges,
                              b->vertex_count, b->face_count, b->edge_count};
}
static bool overlap(const body *a, const body *b) {
    carom_polyhedron sa = shape_of(a), sb = shape_of(b);
    return carom_overlap_polyhedron_polyhedron(&sa, &sb);
}

/* Edges from the faces: an edge is listed where its lesser vertex comes first. */
static void find_edges(body *b) {
    b->edge_count = 0;
    for (int32_t f = 0; f < b->face_count; f++)
        for (int32_t i = b->starts[f]; i < b->starts[f + 1]; i++) {
            int32_t from = b->indices[i];
            int32_t to = b->indices[i + 1 < b->starts[f + 1] ? i + 1 : b->starts[f]];
            for (int32_t g = 0; g < b->face_count && from < to; g++)
                for (int32_t k = b->starts[g]; k < b->starts[g + 1]; k++) {
                    int32_t next = b->indices[k + 1 < b->starts[g + 1] ? k + 1 : b->starts[g]];
                    if (b->indices[k] != to || next != from) continue;
                    int32_t edge[4] = {from, to, f, g};
                    memcpy(b->edges + 4 * b->edge_count++, edge, sizeof edge);
                }
        }
}
static void set_faces(body *b, const int32_t *indices, int32_t faces, int32_t corners) {
    memcpy(b->indices, indices, (size_t)(faces * corners) * sizeof *indices);
    b->face_count = faces;
    for (int32_t f = 0; f <= faces; f++)
        b->starts[f] = f * corners;
    find_edges(b);
}
static body box_body(double x, double y, double z, double hx, double hy, double hz) {
    static const int32_t faces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                      2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    body b = {.vertex_count = 8};
    for (int i = 0; i < 8; i++)
        b.vertices[i] =
            v3(i & 1 ? x + hx : x - hx, i & 2 ? y + hy : y - hy, i & 4 ? z + hz : z - hz);
    set_faces(&b, faces, 6, 4);
    assert_int_equal(b.edge_count, 12);
    return b;
}
static body octahedron(double x, double y, double z, double r) {
    static const int32_t faces[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                      2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    body b = {.vertices = {v3(x + r, y, z), v3(x - r, y, z), v3(x, y + r, z), v3(x, y - r, z),
                           v3(x, y, z + r), v3(x, y, z - r)},
              .vertex_count = 6};
    set_faces(&b, faces, 8, 3);
    return b;
}
static double volume(const carom_vec3 v[4]) {
    double m[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = (double)(&v[i + 1].x)[k] - (double)(&v[0].x)[k];
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
/* Any four points: also a flat one, a segment, a point. */
static body tetrahedron(carom_vec3 p, carom_vec3 q, carom_vec3 r, carom_vec3 s) {
    static const int32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    body b = {.vertices = {p, q, r, s}, .vertex_count = 4};
    if (volume(b.vertices) < 0) {
        b.vertices[0] = q;
        b.vertices[1] = p;
    }
    set_faces(&b, faces, 4, 3);
    return b;
}
static body flat_polygon(const carom_vec3 *corners, int32_t count) {
    body b = {.vertex_count = count, .face_count = 2, .starts = {0, count, 2 * count}};
    for (int32_t i = 0; i < count; i++) {
        b.vertices[i] = corners[i];
        b.indices[i] = i;
        b.indices[2 * count - 1 - i] = i;
    }
    find_edges(&b);
    return b;
}

/* ---- the oracle */

typedef struct axes {
    double d[2000][3];
    int count;
} axes;

static void add_cross(axes *list, const double u[3], const double v[3]) {
    double *d = list->d[list->count];
    for (int i = 0; i < 3; i++)
        d[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    list->count += d[0] != 0 || d[1] != 0 || d[2] != 0;
}
static int edges_of(const body *b, double out[][3]) {
    for (int e = 0; e < b->edge_count; e++)
        for (int k = 0; k < 3; k++)
            out[e][k] = (double)(&b->vertices[b->edges[4 * e + 1]].x)[k] -
                        (double)(&b->vertices[b->edges[4 * e]].x)[k];
    return b->edge_count;
}
static void project(const body *b, const double d[3], double range[2]) {
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < b->vertex_count; i++) {
        double x = 0;
        for (int k = 0; k < 3; k++)
            x += d[k] * (double)(&b->vertices[i].x)[k];
        range[0] = fmin(range[0], x);
        range[1] = fmax(range[1], x);
    }
}
/* Every cross product of two edges, whichever bodies they are of, and of those with edges: this
 * holds all face normals, edge pairs and, for flat bodies, the directions within the plane. */
static bool meet_by_axes(const body *a, const body *b) {
    static axes list;
    double e[32][3];
    int count = edges_of(a, e);
    count += edges_of(b, e + count);
    list.count = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            add_cross(&list, e[i], e[k]);
    if (list.count == 0 || a->face_count == 2 || b->face_count == 2) {
        int crosses = list.count;
        for (int i = 0; i < count; i++) {
            memcpy(list.d[list.count++], e[i], sizeof e[i]);
            for (int k = 0; k < crosses && list.count < 1990; k++)
                add_cross(&list, e[i], list.d[k]);
        }
        for (int k = 0; k < 3; k++) {
            double unit[3] = {k == 0, k == 1, k == 2};
            memcpy(list.d[list.count++], unit, sizeof unit);
        }
    }
    for (int i = 0; i < list.count; i++) {
        double ra[2], rb[2];
        project(a, list.d[i], ra);
        project(b, list.d[i], rb);
        if (ra[1] < rb[0] || rb[1] < ra[0]) return false;
    }
    return true;
}

static carom_vec3 lattice_point(int n) {
    return v3(random_lattice(n), random_lattice(n), random_lattice(n));
}
static body random_tetrahedron(int n, double x) {
    body b;
    do {
        carom_vec3 p[4] = {lattice_point(n), lattice_point(n), lattice_point(n), lattice_point(n)};
        for (int i = 0; i < 4; i++)
            p[i].x += (carom_real)x;
        b = tetrahedron(p[0], p[1], p[2], p[3]);
    } while (volume(b.vertices) == 0);
    return b;
}
static body random_body(int n, double x) {
    double y = random_lattice(n), z = random_lattice(n);
    switch ((int)(random01() * 4)) {
    case 0: return random_tetrahedron(n, x);
    case 1:
        return box_body(x, y, z, 1 + floor(random01() * n), 1 + floor(random01() * n),
                        1 + floor(random01() * n));
    case 2: return octahedron(x, y, z, 1 + floor(random01() * n));
    default: break;
    }
    body b;
    do {
        carom_vec3 p[3] = {lattice_point(n), lattice_point(n), lattice_point(n)};
        for (int i = 0; i < 3; i++)
            p[i].x += (carom_real)x;
        b = flat_polygon(p, 3);
    } while (carom_intersect_triangle_triangle(
                 &(carom_triangle){{b.vertices[0], b.vertices[1], b.vertices[2]}},
                 &(carom_triangle){{b.vertices[0], b.vertices[1], b.vertices[2]}})
                 .kind != CAROM_INTERSECTION_AREA);
    return b;
}

static void lattice_bodies_agree_with_all_axes(void **state) {
    volume_seed = 31;
    int met = 0, total = 8000;
    for (int n = 0; n < total; n++) {
        int range = 1 + n % 3;
        body a = random_body(range, 0), b = random_body(range, random_lattice(4));
        bool want = meet_by_axes(&a, &b);
        met += want;
        assert_int_equal(overlap(&a, &b), want);
        assert_int_equal(overlap(&b, &a), want);
    }
    assert_true(met > total / 5 && met < total * 4 / 5);
}

static void boxes_touch_at_face_edge_and_corner(void **state) {
    body a = box_body(0, 0, 0, 1, 1, 1);
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++) {
                body b = box_body(2 * x, 2 * y, 2 * z, 1, 1, 1);
                assert_true(overlap(&a, &b) && overlap(&b, &a));
                if (x != 1) continue;
                for (int i = 0; i < 8; i += 2)
                    b.vertices[i].x = next_number(1, 2);
                assert_false(overlap(&a, &b) || overlap(&b, &a));
            }
}

/* Corner to face, and edge to edge, across a gap of one ulp or none. */
static void bodies_touch_off_the_axes(void **state) {
    body diamond = octahedron(0, 0, 0, 4), cube = box_body(3, 3, 3, 1, 1, 1);
    assert_false(overlap(&diamond, &cube) || overlap(&cube, &diamond));
    body corner = tetrahedron(v3(2, 1, 1), v3(4, 1, 1), v3(2, 4, 1), v3(2, 1, 4));
    assert_true(overlap(&diamond, &corner) && overlap(&corner, &diamond));
    for (int i = 0; i < 4; i++)
        if (corner.vertices[i].x == 2) corner.vertices[i].x = next_number(2, 3);
    assert_false(overlap(&diamond, &corner) || overlap(&corner, &diamond));
    /* a ridge below, and one across it above */
    body below = tetrahedron(v3(-5, 0, 0), v3(5, 0, 0), v3(0, -3, -4), v3(0, 3, -4));
    body above = tetrahedron(v3(1, -5, 0), v3(1, 5, 0), v3(-2, 0, 4), v3(3, 0, 4));
    assert_true(overlap(&below, &above) && overlap(&above, &below));
    for (int i = 0; i < 4; i++)
        if (above.vertices[i].z == 0) above.vertices[i].z = next_number(0, 1);
    assert_false(overlap(&below, &above) || overlap(&above, &below));
}

static void one_inside_the_other(void **state) {
    body big = octahedron(0, 0, 0, 60),
         small = tetrahedron(v3(1, 1, 1), v3(2, 1, 1), v3(1, 2, 1), v3(1, 1, 2));
    body cube = box_body(0, 0, 0, 20, 20, 20);
    assert_true(overlap(&big, &small) && overlap(&small, &big));
    assert_true(overlap(&big, &cube) && overlap(&cube, &big));
    carom_vec3 p = v3(3, 4, 5), corners[3] = {p, v3(4, 4, 5), v3(3, 5, 6)};
    body point = tetrahedron(p, p, p, p), flat = flat_polygon(corners, 3);
    assert_true(overlap(&big, &point) && overlap(&point, &big));
    assert_true(overlap(&big, &flat) && overlap(&flat, &big));
}

static void flat_and_thinner_bodies(void **state) {
    carom_vec3 corners[4] = {v3(0, 0, 0), v3(4, 0, 0), v3(4, 4, 0), v3(0, 4, 0)};
    body square = flat_polygon(corners, 4), other = square;
    for (int i = 0; i < 4; i++)
        other.vertices[i].x += 4;
    assert_true(overlap(&square, &square) && overlap(&square, &other));
    other.vertices[0].x = other.vertices[3].x = next_number(4, 5);
    assert_false(overlap(&square, &other) || overlap(&other, &square));
    /* in one plane, boxes meet, only a direction within the plane separates */
    carom_vec3 beyond[3] = {v3(5, 3, 0), v3(3, 6, 0), v3(6, 6, 0)};
    body triangle = flat_polygon(beyond, 3);
    assert_false(overlap(&square, &triangle) || overlap(&triangle, &square));
    carom_vec3 p = v3(2, 2, 1), q = v3(2, 2, -1), r = v3(2, 2, 0);
    body segment = tetrahedron(p, q, p, q), point = tetrahedron(r, r, r, r);
    assert_true(overlap(&square, &segment) && overlap(&segment, &square));
    assert_true(overlap(&square, &point) && overlap(&segment, &point) && overlap(&point, &point));
    body high = tetrahedron(p, p, p, p);
    assert_false(overlap(&square, &high) || overlap(&point, &high));
    assert_true(overlap(&segment, &high));
    body cube = box_body(2, 2, 2, 1, 1, 1);
    assert_true(overlap(&cube, &high) && overlap(&cube, &segment));
    assert_false(overlap(&cube, &square) || overlap(&cube, &point));
}

static void order_place_and_scale_do_not_matter(void **state) {
    volume_seed = 32;
    const double scale[3] = {0x1p-60, 0x1p60, sizeof(carom_real) == 8 ? 0x1p990 : 0x1p110};
    for (int n = 0; n < 1500; n++) {
        body a = random_tetrahedron(3, 0), b = random_tetrahedron(3, random_lattice(4));
        bool want = meet_by_axes(&a, &b);
        body turned = tetrahedron(a.vertices[2], a.vertices[3], a.vertices[1], a.vertices[0]);
        assert_int_equal(overlap(&turned, &b), want);
        for (int k = 0; k < 4; k++) {
            body ma = a, mb = b;
            for (int i = 0; i < 12; i++) {
                carom_real *x = &ma.vertices[0].x + i, *y = &mb.vertices[0].x + i;
                *x = k < 3 ? *x * (carom_real)scale[k] : *x + (carom_real)1e6;
                *y = k < 3 ? *y * (carom_real)scale[k] : *y + (carom_real)1e6;
            }
            assert_int_equal(overlap(&ma, &mb), want);
        }
    }
}

/* More faces and vertices than are kept at hand: two drums around the z axis. */
static void large_bodies(void **state) {
    enum { sides = 300 };
    static carom_vec3 vertices[2][2 * sides];
    static int32_t starts[sides + 3], indices[6 * sides], edges[4 * 3 * sides];
    for (int32_t i = 0; i < sides; i++) {
        int32_t next = (i + 1) % sides, before = (i + sides - 1) % sides;
        int32_t side[4] = {i, next, sides + next, sides + i};
        int32_t rims[12] = {i, next,      i, sides,     sides + i, sides + next,
                            i, sides + 1, i, sides + i, i,         before};
        starts[i + 1] = 4 * (i + 1);
        memcpy(indices + 4 * i, side, sizeof side);
        memcpy(edges + 12 * i, rims, sizeof rims);
        indices[4 * sides + i] = sides - 1 - i;
        indices[5 * sides + i] = sides + i;
        /* a parabola's points are lattice points in convex position: y = x^2, closed by a chord */
        double x = i - sides / 2;
        vertices[0][i] = v3(x, x * x, 0);
        vertices[0][sides + i] = v3(x, x * x, 8);
        vertices[1][i] = v3(-x, -x * x, 8);
        vertices[1][sides + i] = v3(-x, -x * x, 16);
    }
    starts[sides + 1] = 5 * sides;
    starts[sides + 2] = 6 * sides;
    carom_polyhedron a = {vertices[0], starts, indices, edges, 2 * sides, sides + 2, 3 * sides};
    carom_polyhedron b = a;
    b.vertices = vertices[1];
    assert_true(carom_overlap_polyhedron_polyhedron(&a, &b));
    for (int i = 0; i < 2 * sides; i++)
        vertices[1][i].y -= 1;
    assert_false(carom_overlap_polyhedron_polyhedron(&a, &b));
    for (int i = 0; i < 2 * sides; i++)
        vertices[1][i].y += 50;
    assert_true(carom_overlap_polyhedron_polyhedron(&a, &b));
}

static void assert_bad_numbers_overlap_nothing(body *bad, const body *other) {
    assert_true(overlap(bad, other));
    for (int i = 0; i < 3 * bad->vertex_count; i++)
        for (int k = 0; k < 3; k++) {
            carom_real *x = &bad->vertices[0].x + i, kept = *x;
            *x = (carom_real)(k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY);
            assert_false(overlap(bad, other) || overlap(other, bad) || overlap(bad, bad));
            *x = kept;
        }
}

static void bad_numbers_overlap_nothing(void **state) {
    body a = box_body(0, 0, 0, 2, 2, 2), b = octahedron(1, 0, 0, 2);
    carom_vec3 p = v3(1, 1, 1), corners[3] = {p, v3(3, 1, 1), v3(1, 3, 2)};
    body point = tetrahedron(p, p, p, p), flat = flat_polygon(corners, 3);
    assert_bad_numbers_overlap_nothing(&a, &b);
    assert_bad_numbers_overlap_nothing(&b, &a);
    assert_bad_numbers_overlap_nothing(&point, &a);
    assert_bad_numbers_overlap_nothing(&flat, &a);
    assert_bad_numbers_overlap_nothing(&point, &flat);
}

static void bad_indices_overlap_nothing(void **state) {
    const body good = box_body(0, 0, 0, 2, 2, 2);
    const int32_t wrong[4] = {-1, 8, INT32_MAX, INT32_MIN};
    for (int w = 0; w < 4; w++) {
        body a = good;
        for (int i = 0; i < 24 + 48; i++) {
            int32_t *index = i < 24 ? &a.indices[i] : &a.edges[i - 24], kept = *index;
            *index = wrong[w];
            assert_false(overlap(&a, &good) || overlap(&good, &a));
            *index = kept;
        }
        a.starts[0] = -1;
        assert_false(overlap(&a, &good));
    }
    for (int k = 0; k < 6; k++) { /* an empty face */
        body a = good;
        a.starts[k + 1] = a.starts[k];
        assert_false(overlap(&a, &good) || overlap(&good, &a));
    }
    carom_polyhedron whole = shape_of(&good), other = whole;
    for (int k = 0; k < 10; k++) {
        other = whole;
        if (k == 0) other.vertices = NULL;
        if (k == 1) other.face_starts = NULL;
        if (k == 2) other.face_indices = NULL;
        if (k == 3) other.edges = NULL;
        if (k == 4 || k == 5) other.vertex_count = k == 4 ? 0 : -1;
        if (k == 6 || k == 7) other.face_count = k == 6 ? 0 : INT32_MIN;
        if (k == 8 || k == 9) other.edge_count = k == 8 ? 0 : -7;
        assert_false(carom_overlap_polyhedron_polyhedron(&whole, &other));
        assert_false(carom_overlap_polyhedron_polyhedron(&other, &whole));
    }
    assert_true(carom_overlap_polyhedron_polyhedron(&whole, &whole));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lattice_bodies_agree_with_all_axes),
        cmocka_unit_test(boxes_touch_at_face_edge_and_corner),
        cmocka_unit_test(bodies_touch_off_the_axes),
        cmocka_unit_test(one_inside_the_other),
        cmocka_unit_test(flat_and_thinner_bodies),
        cmocka_unit_test(order_place_and_scale_do_not_matter),
        cmocka_unit_test(large_bodies),
        cmocka_unit_test(bad_numbers_overlap_nothing),
        cmocka_unit_test(bad_indices_overlap_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
