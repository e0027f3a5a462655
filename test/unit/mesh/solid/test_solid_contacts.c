/* Contacts of vertices, edges and faces in general directions; all sectors round an edge, and all
 * sets of tetrahedra round a vertex. */
#include "common/solid/star.h"
#include "common/test_solid_common.h"

static const carom_aabb base = {{0, 0, 0}, {2, 2, 2}};

static void with_base(const carom_vec3 v[4], carom_solid_relation wanted) {
    begin_solids();
    add_solid_box(&one, base, 0);
    add_solid_tetrahedron(&two, v);
    assert_solids(wanted);
}

/* A vertex at z: above the face at 2, on it, and below. */
static void vertex_on_face(void **state) {
    (void)state;
    const double eps = EPS;
    const double heights[5] = {2, 2 * (1 + eps), 2 * (1 - eps / 2), 3, 1};
    static const carom_solid_relation wanted[5] = {CAROM_SOLIDS_TOUCH_POINT, CAROM_SOLIDS_APART,
                                                   CAROM_SOLIDS_OVERLAP, CAROM_SOLIDS_APART,
                                                   CAROM_SOLIDS_OVERLAP};
    static const double places[6][2] = {{0.5, 1.25}, {1, 1}, {0.5, 0.5}, {0, 1}, {2, 0}, {1, 0}};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 6; k++) { /* in a triangle, on its diagonal, at an edge, a vertex */
            const double *p = places[k];
            const carom_vec3 tip[4] = {v3(p[0], p[1], heights[i]), v3(p[0] - 1, p[1] - 1, 5),
                                       v3(p[0] + 1, p[1] - 1, 5), v3(p[0], p[1] + 2, 5)};
            with_base(tip, wanted[i]);
        }
}

/* From within: B touches A's boundary, and stays in A. */
static void vertex_from_within(void **state) {
    (void)state;
    const carom_vec3 tip[4] = {v3(1, 0.75, 2), v3(0.5, 0.5, 1), v3(1.5, 0.5, 1), v3(1, 1.5, 1)};
    with_base(tip, CAROM_SOLIDS_B_IN_A);
    const carom_vec3 edge[4] = {v3(1, 0.5, 2), v3(1, 1.5, 2), v3(0.5, 1, 1), v3(1.5, 1, 1)};
    with_base(edge, CAROM_SOLIDS_B_IN_A);
    const carom_vec3 face[4] = {v3(1, 0.5, 2), v3(1, 1.5, 2), v3(0.5, 1, 2), v3(1, 1, 1)};
    with_base(face, CAROM_SOLIDS_B_IN_A);
    const carom_vec3 corner[4] = {v3(2, 2, 2), v3(0.5, 1, 1), v3(1, 0.5, 1), v3(1, 1, 0.5)};
    with_base(corner, CAROM_SOLIDS_B_IN_A);
    const carom_vec3 across[4] = {v3(0, 0, 0), v3(2, 2, 0), v3(2, 0, 2), v3(0, 2, 2)};
    with_base(across, CAROM_SOLIDS_B_IN_A);
    const carom_vec3 out[4] = {v3(0, 0, 0), v3(2, 2, 0), v3(2, 0, 2),
                               v3(-2 * EPS, 2, 2)}; /* by one number */
    with_base(out, CAROM_SOLIDS_OVERLAP);
}

static void edges(void **state) {
    (void)state;
    const carom_vec3 on_face[4] = {v3(0.5, 1, 2), v3(1.5, 1.25, 2), v3(1, 0, 4), v3(1, 2, 4)};
    with_base(on_face, CAROM_SOLIDS_TOUCH_EDGE);
    const carom_vec3 beyond[4] = {v3(-1, 1, 2), v3(3, 1, 2), v3(1, 0, 4), v3(1, 2, 4)};
    with_base(beyond, CAROM_SOLIDS_TOUCH_EDGE);
    const carom_vec3 corner[4] = {v3(-1, 1, 2), v3(1, -1, 2), v3(0, 0, 4), v3(0, 1, 4)};
    with_base(corner, CAROM_SOLIDS_TOUCH_POINT); /* over a corner of the face */
    const carom_vec3 along[4] = {v3(-1, 3, 2), v3(3, -1, 2), v3(0, 0, 4), v3(0, 1, 4)};
    with_base(along, CAROM_SOLIDS_TOUCH_EDGE); /* along its diagonal */
    const carom_vec3 tip[4] = {v3(-1, 1, 2), v3(1, -1, 2), v3(-1, -1, 4), v3(-1, -1, 0)};
    with_base(tip, CAROM_SOLIDS_TOUCH_POINT);
    const carom_vec3 vertex[4] = {v3(3, 1, 2), v3(1, 3, 2), v3(3, 3, 1), v3(3, 3, 3)};
    with_base(vertex, CAROM_SOLIDS_TOUCH_POINT); /* a vertex of A in an edge of B */
    const double heights[3] = {0, 0.0625, -0.0625};
    static const carom_solid_relation wanted[3] = {CAROM_SOLIDS_TOUCH_POINT, CAROM_SOLIDS_APART,
                                                   CAROM_SOLIDS_OVERLAP};
    for (int i = 0; i < 3; i++) { /* edges that cross in their interiors */
        double z = heights[i];
        const carom_vec3 below[4] = {v3(-1, 0, 0), v3(1, 0, 0), v3(0, 1, -1), v3(0, -1, -1)};
        const carom_vec3 above[4] = {v3(-0.5, -1, z), v3(0.5, 1, z), v3(1, 0, 1 + z),
                                     v3(-1, 0, 1 + z)};
        begin_solids();
        add_solid_tetrahedron(&one, below);
        add_solid_tetrahedron(&two, above);
        assert_solids(wanted[i]);
    }
}

/* Vertices of B in the middle of A's edges, edges that end in others. */
static void t_junctions(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    for (int i = 0; i < 4; i++)
        add_solid_box(&two, aabb(2, 0.5 * i, 0, 3, 0.5 * (i + 1), 2), (unsigned)(17 * i));
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
    begin_solids(); /* the same solid, in slabs along x and along y */
    for (int i = 0; i < 3; i++) {
        add_solid_box(&one, aabb(i, 0, 0, i + 1, 3, 1), (unsigned)(9 * i));
        add_solid_box(&two, aabb(0, i, 0, 3, i + 1, 1), (unsigned)(5 * i));
    }
    assert_solids(CAROM_SOLIDS_EQUAL);
    begin_solids(); /* a triangle without area fills the seam */
    const carom_vec3 a = v3(0, 0, 0), b = v3(4, 0, 0), c = v3(2, 3, 0), d = v3(2, 1, 4);
    const carom_vec3 m = v3(2, 0, 0);
    add_solid_triangle(&one, a, c, b);
    add_solid_triangle(&one, a, m, d);
    add_solid_triangle(&one, m, b, d);
    add_solid_triangle(&one, a, b, m);
    add_solid_triangle(&one, b, c, d);
    add_solid_triangle(&one, c, a, d);
    const carom_vec3 whole[4] = {a, c, b, d};
    add_solid_tetrahedron(&two, whole);
    assert_solids(CAROM_SOLIDS_EQUAL);
    solid_clear(&two);
    add_solid_box(&two, aabb(0, -2, -2, 4, 0, 0), 0);
    assert_solids(CAROM_SOLIDS_TOUCH_EDGE);
}

static void plugs(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        static const double plug[6][6] = {{1, 1, 0, 2, 2, 1},   {1, 1, -1, 2, 2, 2},
                                          {1, 1, 0, 2, 2, 1.5}, {1, 1, 0, 1.5, 2, 1},
                                          {1, 1, 0, 2.5, 2, 1}, {1.25, 1.25, 0, 1.5, 1.5, 3}};
        const double *p = plug[i];
        begin_solids(); /* a plate of four bars that meet at their ends */
        add_solid_box(&one, aabb(0, 0, 0, 3, 1, 1), 1);
        add_solid_box(&one, aabb(0, 2, 0, 3, 3, 1), 2);
        add_solid_box(&one, aabb(0, 1, 0, 1, 2, 1), 4);
        add_solid_box(&one, aabb(2, 1, 0, 3, 2, 1), 8);
        add_solid_box(&two, aabb(p[0], p[1], p[2], p[3], p[4], p[5]), 0);
        assert_solids(i == 4   ? CAROM_SOLIDS_OVERLAP
                      : i == 5 ? CAROM_SOLIDS_APART
                               : CAROM_SOLIDS_TOUCH_FACE);
    }
    begin_solids(); /* a plug with a head that covers the plate */
    add_solid_box(&one, aabb(0, 0, 0, 3, 1, 1), 1);
    add_solid_box(&one, aabb(0, 2, 0, 3, 3, 1), 2);
    add_solid_box(&one, aabb(0, 1, 0, 1, 2, 1), 4);
    add_solid_box(&one, aabb(2, 1, 0, 3, 2, 1), 8);
    add_solid_box(&two, aabb(1, 1, 0, 2, 2, 1), 0);
    add_solid_box(&two, aabb(0, 0, 1, 3, 3, 2), 0);
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
}

/* ---- sectors of an eighth each round the z axis */

static const double corners[9][2] = {{3, 0},   {2, 2},  {0, 1},  {-1, 1}, {-2, 0},
                                     {-2, -2}, {0, -3}, {1, -1}, {3, 0}};

static void add_sectors(solid_soup *s, unsigned has, double low, double high) {
    for (int i = 0; i < 8; i++) {
        const double wedge[6] = {
            0, 0, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1]};
        if (has >> i & 1) add_prism(s, wedge, 3, low, high);
    }
}

static carom_solid_relation relation_of_sectors(unsigned a, unsigned b, int stand) {
    unsigned beside = (b << 1 | b >> 7 | b >> 1 | b << 7) & 255;
    if (stand == 2) /* B stands on A */
        return a & b        ? CAROM_SOLIDS_TOUCH_FACE
               : a & beside ? CAROM_SOLIDS_TOUCH_EDGE
                            : CAROM_SOLIDS_TOUCH_POINT;
    if (!(a & b)) return a & beside ? CAROM_SOLIDS_TOUCH_FACE : CAROM_SOLIDS_TOUCH_EDGE;
    if (stand == 1) return a & ~b ? CAROM_SOLIDS_OVERLAP : CAROM_SOLIDS_A_IN_B; /* B is higher */
    if (a & ~b) return b & ~a ? CAROM_SOLIDS_OVERLAP : CAROM_SOLIDS_B_IN_A;
    return b & ~a ? CAROM_SOLIDS_A_IN_B : CAROM_SOLIDS_EQUAL;
}

static void sectors(void **state) {
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        static const double low[3] = {0, -1, 1}, high[3] = {1, 2, 3};
        unsigned a = i * 37 % 255 + 1, b = (i * 101 + i / 255 * 7) % 255 + 1, stand = i % 3;
        begin_solids();
        add_sectors(&one, a, 0, 1);
        add_sectors(&two, b, low[stand], high[stand]);
        carom_mesh *mesh[2] = {solid_mesh(&one), solid_mesh(&two)};
        char when[64];
        snprintf(when, sizeof when, "sectors %u and %u, %u", a, b, stand);
        assert_posed(mesh, carom_pose_identity(), relation_of_sectors(a, b, (int)stand), when);
        carom_mesh_destroy(mesh[0]);
        carom_mesh_destroy(mesh[1]);
    }
}

static void stars(void **state) {
    (void)state;
    static star_pair pair;
    for (uint64_t i = 0; i < 200; i++) {
        char when[64];
        make_star_pair(&pair, i);
        carom_mesh *mesh[2] = {solid_mesh(&pair.soup[0]), solid_mesh(&pair.soup[1])};
        snprintf(when, sizeof when, "star %d", (int)i);
        assert_posed(mesh, carom_pose_identity(), pair.relation, when);
        carom_mesh_destroy(mesh[0]);
        carom_mesh_destroy(mesh[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertex_on_face), cmocka_unit_test(vertex_from_within),
        cmocka_unit_test(edges),          cmocka_unit_test(t_junctions),
        cmocka_unit_test(plugs),          cmocka_unit_test(sectors),
        cmocka_unit_test(stars)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
