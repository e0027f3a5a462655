/* Two meshes in poses: every answer equals brute force over the posed triangles; solids inside one
 * another, points against solids, and how deep solids overlap. */
#include "common/test_mesh_common.h"

#define LARGEST 240
#define LISTED (LARGEST * LARGEST)

typedef struct soup {
    carom_vec3 vertices[3 * LARGEST];
    uint32_t indices[3 * LARGEST];
    size_t count;
    carom_mesh *mesh;
} soup;

static void build_soup(soup *s, size_t count) {
    for (size_t i = 0; i < 3 * count; i++)
        s->indices[i] = (uint32_t)i;
    s->count = count;
    carom_mesh_def def = {.vertices = s->vertices,
                          .indices = s->indices,
                          .vertex_count = 3 * count,
                          .triangle_count = count};
    assert_int_equal(carom_mesh_create(&s->mesh, &def), CAROM_OK);
}

/* Styles: 0 small triangles, 1 large ones, 2 lattice with repeats and triangles without area, 3 a
 * flat field, 4 one triangle. */
#define STYLES 5

static void random_soup(soup *s, int style, double unit) {
    static const size_t sizes[STYLES] = {LARGEST, 60, 150, 2 * 10 * 10, 1};
    for (size_t i = 0; i < sizes[style]; i++)
        for (size_t k = 0; k < 3; k++) {
            carom_vec3 *v = &s->vertices[3 * i + k];
            *v = style == 2 ? lattice_vec(3) : random_vec(style == 1 ? 2 : 1);
            if (style == 0) *v = step(k == 0 ? random_vec(2) : s->vertices[3 * i], *v, k ? 0.3 : 0);
            if (style == 3) {
                size_t cell = i / 2, corner = i & 1 ? 3 - k : k;
                *v = v3((double)(cell % 10 + (corner & 1)) - 5,
                        (double)(cell / 10 + (corner >> 1)) - 5, 0);
            }
        }
    scale_numbers(s->vertices, 3 * sizes[style] * sizeof(carom_vec3), unit);
    build_soup(s, sizes[style]);
}

/* Kinds: 0 the identity, 1 a lattice step, 2 a quarter turn and a step, 3 any; 4 one that
 * carom_pose_normalize has to normalise. */
static carom_pose any_pose(int kind, double unit) {
    carom_pose pose = carom_pose_identity();
    if (kind == 0) return pose;
    pose.position = kind == 3 ? random_vec(2) : lattice_vec(2);
    SCALE(pose.position, unit);
    if (kind == 2) pose.rotation = (carom_quat){0, 0, (carom_real)sqrt(0.5), (carom_real)sqrt(0.5)};
    if (kind == 3 || kind == 4) {
        double q[4], n = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = random_in(-1, 1);
            n += q[i] * q[i];
        }
        double to = (kind == 4 ? 1.0009 : 1) / sqrt(n);
        pose.rotation = (carom_quat){(carom_real)(q[0] * to), (carom_real)(q[1] * to),
                                     (carom_real)(q[2] * to), (carom_real)(q[3] * to)};
    }
    return pose;
}

static carom_triangle posed_a[LARGEST], posed_b[LARGEST];

static void pose_all(carom_triangle *out, const carom_placed_mesh *placed) {
    for (size_t i = 0; i < carom_mesh_triangle_count(placed->mesh); i++) {
        out[i] = carom_mesh_triangle(placed->mesh, (uint32_t)i);
        for (int k = 0; k < 3; k++)
            out[i].v[k] = carom_pose_transform_point(placed->pose, out[i].v[k]);
    }
}

static soup soup_a, soup_b;
static carom_triangle_pair listed[LISTED];
static unsigned char touches[LARGEST][LARGEST];

static bool count_to(uint32_t a, uint32_t b, void *user) {
    assert_true(touches[a][b]);
    return --*(int *)user > 0;
}

/* @return how many pairs touch. */
static size_t check_touching(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    size_t expected = 0;
    pose_all(posed_a, a);
    pose_all(posed_b, b);
    for (size_t i = 0; i < soup_a.count; i++)
        for (size_t k = 0; k < soup_b.count; k++) {
            touches[i][k] = carom_overlap_triangle_triangle(&posed_a[i], &posed_b[k]);
            expected += touches[i][k];
        }
    assert_int_equal(carom_overlap_mesh_mesh(a, b), expected > 0);
    assert_int_equal(carom_overlap_mesh_mesh(b, a), expected > 0);
    assert_int_equal(carom_query_mesh_mesh(a, b, NULL, 0), expected);
    assert_int_equal(carom_query_mesh_mesh(a, b, listed, LISTED), expected);
    int visits = 3;
    carom_visit_mesh_mesh(a, b, count_to, &visits);
    assert_int_equal(visits, expected >= 3 ? 0 : 3 - (int)expected);
    for (size_t i = 0; i < expected; i++) { /* each once */
        assert_int_equal(touches[listed[i].a][listed[i].b], 1);
        touches[listed[i].a][listed[i].b] = 2;
    }
    return expected;
}

static void check_distance(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    carom_mesh_pair_closest best = {.distance = (carom_real)INFINITY};
    for (size_t i = 0; i < soup_a.count; i++)
        for (size_t k = 0; k < soup_b.count; k++) {
            carom_closest_points at = carom_closest_triangle_triangle(&posed_a[i], &posed_b[k]);
            if (at.distance < best.distance)
                best = (carom_mesh_pair_closest){at.distance, at.point_a, at.point_b, (uint32_t)i,
                                                 (uint32_t)k};
        }
    carom_mesh_pair_closest found = carom_closest_mesh_mesh(a, b);
    assert_true(found.distance == best.distance);
    if (best.distance > 0) {
        assert_int_equal(found.triangle_a, best.triangle_a);
        assert_int_equal(found.triangle_b, best.triangle_b);
        assert_same(found.point_a, best.point_a);
        assert_same(found.point_b, best.point_b);
        assert_false(carom_overlap_mesh_mesh_within(a, b, next_number(best.distance, -INFINITY)));
    } else {
        assert_same(found.point_a, found.point_b);
    }
    assert_true(carom_overlap_mesh_mesh_within(a, b, best.distance));
    assert_true(carom_overlap_mesh_mesh_within(a, b, best.distance * 2));
}

static void test_brute_force(void **state) {
    size_t touching = 0, apart_pairs = 0;
    (void)state;
    for (int style = 0; style < STYLES * STYLES; style++)
        for (int kind = 0; kind < 5; kind++) {
            double unit = style % 7 == 3 ? ldexp(1, 40) : style % 7 == 5 ? ldexp(1, -40) : 1;
            volume_seed = (uint64_t)(500 + 5 * style + kind);
            random_soup(&soup_a, style / STYLES, unit);
            random_soup(&soup_b, style % STYLES, unit);
            carom_placed_mesh a = {.mesh = soup_a.mesh, .pose = any_pose(kind, unit)};
            carom_placed_mesh b = {.mesh = soup_b.mesh, .pose = any_pose(kind, unit)};
            for (int away = 0; away < 3; away++) {
                if (away) b.pose.position.x += (carom_real)(3.0 * unit);
                size_t count = check_touching(&a, &b);
                touching += count;
                apart_pairs += count == 0;
            }
            if (style % 2 == kind % 2) check_distance(&a, &b);
            carom_mesh_destroy(soup_a.mesh);
            carom_mesh_destroy(soup_b.mesh);
        }
    assert_true(touching > 10000 && apart_pairs > 20);
}

/* Apart, near and far, with their own coordinates far from their origin as well: leaves are told
 * apart by their corners before they are looked at. */
static void test_apart(void **state) {
    (void)state;
    for (int round = 0; round < 24; round++) {
        double unit = ldexp(1, round % 3 * 30 - 30), off = round % 4 == 3 ? 1000 : round % 4;
        volume_seed = (uint64_t)(900 + round);
        random_soup(&soup_a, round % 2, 1);
        random_soup(&soup_b, 0, 1);
        carom_mesh_destroy(soup_a.mesh);
        carom_mesh_destroy(soup_b.mesh);
        for (size_t i = 0; i < 3 * soup_b.count; i++)
            soup_b.vertices[i].y += (carom_real)off;
        scale_numbers(soup_a.vertices, 3 * soup_a.count * sizeof(carom_vec3), unit);
        scale_numbers(soup_b.vertices, 3 * soup_b.count * sizeof(carom_vec3), unit);
        build_soup(&soup_a, soup_a.count);
        build_soup(&soup_b, soup_b.count);
        carom_placed_mesh a = {.mesh = soup_a.mesh, .pose = carom_pose_identity()};
        carom_placed_mesh b = {.mesh = soup_b.mesh, .pose = any_pose(3, unit)};
        carom_vec3 middle = carom_pose_transform_point(b.pose, v3(0, off * unit, 0));
        b.pose.position.x += (carom_real)((6 + 3 * round) * unit) - middle.x;
        b.pose.position.y -= middle.y;
        pose_all(posed_a, &a);
        pose_all(posed_b, &b);
        check_distance(&a, &b);
        carom_mesh_destroy(soup_a.mesh);
        carom_mesh_destroy(soup_b.mesh);
    }
}

/* One small beside its distance, or a point; from both sides. */
static void test_small(void **state) {
    (void)state;
    static const int sizes[] = {0, 10, 20, 30, 33, 36, 40, 60, 100, -1};
    for (int round = 0; round < 2 * COUNT(sizes); round++) {
        int size = sizes[round / 2];
        volume_seed = (uint64_t)(950 + round);
        random_soup(&soup_a, round % 2, 1);
        random_soup(&soup_b, 0, 1);
        carom_mesh_destroy(soup_a.mesh);
        double unit = size < 0 ? 0 : ldexp(1, -size);
        scale_numbers(soup_a.vertices, 3 * soup_a.count * sizeof(carom_vec3), unit);
        build_soup(&soup_a, soup_a.count);
        carom_placed_mesh a = {.mesh = soup_a.mesh, .pose = carom_pose_identity()};
        carom_placed_mesh b = {.mesh = soup_b.mesh, .pose = any_pose(3, 1)};
        b.pose.position = v3(9, -8, 7);
        pose_all(posed_a, &a);
        pose_all(posed_b, &b);
        check_distance(&a, &b);
        assert_true(carom_closest_mesh_mesh(&b, &a).distance ==
                    carom_closest_mesh_mesh(&a, &b).distance);
        carom_mesh_destroy(soup_a.mesh);
        carom_mesh_destroy(soup_b.mesh);
    }
}

/* ---- solids */

static carom_mesh *box_mesh(carom_vec3 low, carom_vec3 high, int leave_out) {
    static const int squares[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    carom_vec3 corner[8];
    uint32_t indices[36];
    for (int i = 0; i < 8; i++)
        corner[i] =
            (carom_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            static const int fan[6] = {0, 1, 2, 0, 2, 3};
            indices[6 * i + k] = (uint32_t)squares[i][fan[k]];
        }
    carom_mesh_def def = {.vertices = corner,
                          .indices = indices,
                          .vertex_count = 8,
                          .triangle_count = (size_t)(12 - leave_out)};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

static void test_solidity(void **state) {
    (void)state;
    carom_mesh *whole = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0);
    carom_mesh *open = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 2);
    assert_int_equal(carom_mesh_solidity_of(whole), CAROM_SOLIDITY_CLOSED);
    assert_int_equal(carom_mesh_solidity_of(open), CAROM_SOLIDITY_OPEN);
    assert_int_equal(carom_mesh_solidity_of(NULL), CAROM_SOLIDITY_UNKNOWN);
    assert_int_equal(carom_mesh_closure_of(whole), CAROM_MESH_CLOSED);
    assert_int_equal(carom_mesh_closure_of(open), CAROM_MESH_OPEN);
    assert_int_equal(carom_mesh_closure_of(NULL), CAROM_MESH_OPEN);
    carom_mesh_destroy(whole);
    carom_mesh_destroy(open);
}

/* Which surface the triangles close, and whether they agree on its outer side. */
static void test_closure(void **state) {
    (void)state;
    static test_mesh m;
    static const struct {
        int boxes;   /* the second one touches the first along an edge, and is turned inside out */
        int flipped; /* triangles, from the first on */
        int left_out;
        carom_mesh_closure want;
    } cases[] = {{1, 0, 0, CAROM_MESH_CLOSED},        {1, 1, 0, CAROM_MESH_INCONSISTENT},
                 {1, 12, 0, CAROM_MESH_CLOSED},       {2, 0, 0, CAROM_MESH_CLOSED},
                 {2, 13, 0, CAROM_MESH_INCONSISTENT}, {2, 0, 1, CAROM_MESH_OPEN},
                 {1, 3, 1, CAROM_MESH_OPEN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        m.count = 0;
        for (int b = 0; b < cases[i].boxes; b++) {
            carom_mesh *box = box_mesh(v3(b, b, 0), v3(1 + b, 1 + b, 1), 0);
            for (uint32_t k = 0; k < 12; k++) {
                carom_triangle t = carom_mesh_triangle(box, k);
                bool turned = (int)(12 * b + (int)k < cases[i].flipped) ^ b;
                add_test_triangle(&m, t.v[0], t.v[turned ? 2 : 1], t.v[turned ? 1 : 2]);
            }
            carom_mesh_destroy(box);
        }
        m.count -= (size_t)cases[i].left_out;
        build_test_mesh(&m);
        assert_int_equal(carom_mesh_closure_of(m.mesh), cases[i].want);
        assert_true((carom_mesh_solidity_of(m.mesh) == CAROM_SOLIDITY_CLOSED) ==
                    (cases[i].want != CAROM_MESH_OPEN));
        carom_mesh_destroy(m.mesh);
    }
    m.count = 0; /* triangles without area, and not one edge with three corners */
    add_test_triangle(&m, v3(0, 0, 0), v3(1, 0, 0), v3(0, 0, 0));
    build_test_mesh(&m);
    assert_int_equal(carom_mesh_closure_of(m.mesh), CAROM_MESH_OPEN);
    carom_mesh_destroy(m.mesh);
}

static void test_points(void **state) {
    (void)state;
    carom_mesh *whole = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 0);
    carom_mesh *open = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 2);
    carom_mesh_rim *rim = NULL;
    assert_int_equal(carom_mesh_rim_create(&rim, whole, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_rim_count(rim), 0);
    carom_mesh_rim_destroy(rim);
    assert_int_equal(carom_mesh_rim_create(&rim, open, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_rim_count(rim), 4);
    volume_seed = 77;
    for (int i = 0; i < 2000; i++) {
        carom_vec3 p = i & 1 ? lattice_vec(3) : random_vec(3);
        double most = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
        carom_mesh_place place = most < 2   ? CAROM_PLACE_INSIDE
                                 : most > 2 ? CAROM_PLACE_OUTSIDE
                                            : CAROM_PLACE_SURFACE;
        carom_placed_mesh placed = {.mesh = whole};
        carom_mesh_side side = carom_classify_point_mesh(p, &placed);
        assert_int_equal(side.place, place);
        assert_int_equal(side.by, CAROM_SOLIDITY_CLOSED);
        placed.mesh = open; /* without the face x = 2: near the middle it still is inside */
        side = carom_classify_point_mesh(p, &placed);
        assert_int_equal(side.by, CAROM_SOLIDITY_OPEN);
        placed.rim = rim; /* another way to the same number */
        if (i % 2 == 0) assert_int_equal(carom_classify_point_mesh(p, &placed).place, side.place);
        if (most < 1.5 && p.x < 1) assert_int_equal(side.place, CAROM_PLACE_INSIDE);
        if (most > 2) assert_int_equal(side.place, CAROM_PLACE_OUTSIDE);
        placed = (carom_placed_mesh){.mesh = whole, .pose = any_pose(1 + i / 2 % 2, 1)};
        carom_vec3 there = carom_pose_transform_point(placed.pose, p);
        if (i / 2 % 2 == 0 || fabs(most - 2) > 1e-3)
            assert_int_equal(carom_classify_point_mesh(there, &placed).place == CAROM_PLACE_OUTSIDE,
                             place == CAROM_PLACE_OUTSIDE);
    }
    carom_placed_mesh placed = {.mesh = whole};
    carom_mesh_rim_destroy(rim);
    carom_mesh_side none = carom_classify_point_mesh(v3(NAN, 0, 0), &placed);
    assert_int_equal(none.place, CAROM_PLACE_OUTSIDE);
    assert_int_equal(none.by, CAROM_SOLIDITY_UNKNOWN);
    carom_mesh_destroy(whole);
    carom_mesh_destroy(open);
}

static void test_relations(void **state) {
    (void)state;
    carom_mesh *large = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 0);
    carom_mesh *small = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0);
    carom_placed_mesh a = {.mesh = large}, b = {.mesh = small};
    static const struct {
        double x;
        carom_relation ab, ba;
    } cases[] = {{0, CAROM_CONTAINS, CAROM_INSIDE},       {0.9, CAROM_CONTAINS, CAROM_INSIDE},
                 {1, CAROM_INTERSECTS, CAROM_INTERSECTS}, {2, CAROM_INTERSECTS, CAROM_INTERSECTS},
                 {3, CAROM_INTERSECTS, CAROM_INTERSECTS}, {3.001, CAROM_DISJOINT, CAROM_DISJOINT}};
    for (int i = 0; i < COUNT(cases); i++) {
        b.pose.position = v3(cases[i].x, 0, 0);
        assert_int_equal(carom_classify_mesh_mesh(&a, &b).relation, cases[i].ab);
        assert_int_equal(carom_classify_mesh_mesh(&b, &a).relation, cases[i].ba);
        bool touch = cases[i].ab == CAROM_INTERSECTS;
        assert_int_equal(carom_overlap_mesh_mesh(&a, &b), touch);
    }
    b.pose.position = v3(0, 0, 0);
    assert_int_equal(carom_classify_mesh_mesh(&a, &b).by_a, CAROM_SOLIDITY_CLOSED);
    assert_true(carom_closest_mesh_mesh(&a, &b).distance == 1);
    carom_mesh_destroy(large);
    carom_mesh_destroy(small);
}

static void test_depths(void **state) {
    (void)state;
    carom_mesh *large = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 0);
    carom_mesh *small = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0);
    carom_placed_mesh a = {.mesh = large}, b = {.mesh = small};
    /* a face of B is depth deep in A; the nearest face of A is x = 2 */
    for (int i = 0; i <= 40; i++) {
        double depth = 0.025 * i, bound = depth > 1 ? 1 : depth;
        b.pose.position = v3(3 - depth, 0.2, -0.3);
        carom_mesh_penetration p = carom_penetrate_mesh_mesh(&a, &b, NULL);
        double slack = 1e-5;
        if (!(p.depth <= bound + slack && p.bound >= bound - slack))
            fail_msg("depth %g: %g .. %g", depth, (double)p.depth, (double)p.bound);
        assert_true(p.depth >= 0 && p.depth <= p.bound);
        if (depth > 0.1) assert_int_equal(p.certainty, CAROM_CONVERGED);
        if (p.certainty == CAROM_CONVERGED && depth > 0)
            assert_true((double)p.depth >= depth * (1 - 0.07) - slack);
        if (depth > 0.1 && depth < 0.5) { /* beyond, another face of A is about as near */
            assert_vec_about(p.normal, 1, 0, 0, 1e-5);
            assert_about(apart(p.point_a, p.point_b), (double)p.depth, 1e-5);
        }
        carom_mesh_penetration back = carom_penetrate_mesh_mesh(&b, &a, NULL);
        assert_true(back.depth == p.depth && back.bound == p.bound);
        assert_same(back.point_a, p.point_b);
        assert_same(back.point_b, p.point_a);
        if (depth > 0.1 && depth < 0.5) assert_vec_about(back.normal, -1, 0, 0, 1e-5);
    }
    b.pose.position = v3(3, 0, 0);
    assert_true(carom_penetrate_mesh_mesh(&a, &b, NULL).depth == 0);
    b.pose.position = v3(4, 0, 0);
    carom_mesh_penetration none = carom_penetrate_mesh_mesh(&a, &b, NULL);
    assert_true(none.depth == 0 && none.bound == 0 && none.certainty == CAROM_CONVERGED);
    carom_mesh_destroy(large);
    carom_mesh_destroy(small);
}

static carom_penetration depth_of_two(const carom_mesh *a, const carom_mesh *b, carom_vec3 at) {
    carom_shape first = {.kind = CAROM_SHAPE_MESH, .as.mesh = a};
    carom_shape second = {.kind = CAROM_SHAPE_MESH, .as.mesh = b};
    return carom_penetrate(&first, carom_pose_identity(), &second, (carom_pose){at, {0, 0, 0, 1}});
}

/* Three walls of a room, seen from within: the planes x, y and z = 0. */
static carom_mesh *corner_of_room(void) {
    const carom_vec3 v[7] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4},
                             {4, 4, 0}, {0, 4, 4}, {4, 0, 4}};
    const uint32_t indices[18] = {0, 1, 4, 0, 4, 2, 0, 2, 5, 0, 5, 3, 0, 3, 6, 0, 6, 1};
    carom_mesh_def def = {
        .vertices = v, .indices = indices, .vertex_count = 7, .triangle_count = 6};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* What is open is a shell unless little is missing: a box in the corner of a room or in a cup is as
 * deep as the walls are in it, and not as it is in the room. */
static void test_depths_of_shells(void **state) {
    (void)state;
    carom_mesh *box = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0), *room = corner_of_room();
    carom_mesh *whole = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 0);
    carom_mesh *cup = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 2);
    carom_mesh *holed = box_mesh(v3(-2, -2, -2), v3(2, 2, 2), 1);
    carom_penetration p = depth_of_two(room, box, v3(1, 1, 1)); /* in the corner, on all walls */
    assert_true(p.overlap && p.depth == 0);
    p = depth_of_two(room, box, v3(1, 1.5, 1.5)); /* along a wall */
    assert_true(p.overlap && p.depth == 0);
    p = depth_of_two(room, box, v3(0.875, 1.5, 1.5)); /* an eighth through it */
    assert_true(p.depth >= 0.117 && p.depth <= 0.1251);
    assert_vec_about(p.normal, 1, 0, 0, 1e-5);
    p = depth_of_two(box, room, v3(-0.875, -1.5, -1.5));
    assert_vec_about(p.normal, -1, 0, 0, 1e-5);
    p = depth_of_two(cup, box, v3(-1, 0, 0)); /* on its bottom, from within */
    assert_true(p.overlap && p.depth == 0);
    p = depth_of_two(cup, cup, v3(0.5, 0, 0));
    assert_true(p.overlap && p.depth == 0);
    double deep = (double)depth_of_two(whole, box, v3(-2.5, 0, 0)).depth; /* half of it within */
    assert_true(deep >= 0.468 && deep <= 0.501);
    assert_about((double)depth_of_two(holed, box, v3(-2.5, 0, 0)).depth, deep, 1e-5);
    carom_placed_mesh a = {.mesh = whole, .solidity = CAROM_SOLIDITY_SHELL}, b = {.mesh = box};
    assert_int_equal(carom_classify_point_mesh(v3(0, 0, 0), &a).place, CAROM_PLACE_OUTSIDE);
    assert_int_equal(carom_classify_point_mesh(v3(2, 0, 0), &a).place, CAROM_PLACE_SURFACE);
    assert_int_equal(carom_classify_mesh_mesh(&a, &b).relation, CAROM_DISJOINT);
    carom_mesh_destroy(holed);
    carom_mesh_destroy(cup);
    carom_mesh_destroy(whole);
    carom_mesh_destroy(room);
    carom_mesh_destroy(box);
}

static void test_meetings(void **state) {
    (void)state;
    carom_mesh *mesh = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0);
    carom_placed_mesh a = {.mesh = mesh}, b = a;
    static const struct {
        double x, y, z;
        carom_mesh_meeting_kind kind;
    } cases[] = {{2, 0, 0, CAROM_MEETING_TOUCH},
                 {2, 2, 2, CAROM_MEETING_TOUCH},
                 {2, 0.5, 0.25, CAROM_MEETING_TOUCH},
                 {2.25, 0, 0, CAROM_MEETING_NONE},
                 {1.75, 0.5, 0.25, CAROM_MEETING_CROSS},
                 {1, 1, 1, CAROM_MEETING_CROSS},
                 {1, 0, 0, CAROM_MEETING_TOUCH} /* side faces coincide */,
                 {0, 0, 0, CAROM_MEETING_TOUCH}};
    for (int i = 0; i < COUNT(cases); i++) {
        b.pose.position = v3(cases[i].x, cases[i].y, cases[i].z);
        carom_mesh_meeting ab = carom_intersect_mesh_mesh(&a, &b);
        assert_int_equal(ab.kind, cases[i].kind);
        assert_int_equal(carom_intersect_mesh_mesh(&b, &a).kind, cases[i].kind);
    }
    /* edge across edge: planes are straddled, but a point is all they share */
    double c = sqrt(0.5);
    a.pose = (carom_pose){v3(0, 0, 0),
                          {(carom_real)0.38268343236508977, 0, 0, (carom_real)0.92387953251128674}};
    b.pose = (carom_pose){v3(0, 0, 4 * c),
                          {0, (carom_real)0.38268343236508977, 0, (carom_real)0.92387953251128674}};
    assert_true(carom_intersect_mesh_mesh(&a, &b).kind != CAROM_MEETING_CROSS ||
                carom_penetrate_mesh_mesh(&a, &b, NULL).depth < 1e-6);
    carom_mesh_destroy(mesh);
}

static void test_invalid(void **state) {
    (void)state;
    carom_mesh *mesh = box_mesh(v3(-1, -1, -1), v3(1, 1, 1), 0), *empty = NULL;
    carom_mesh_def def = {0};
    assert_int_equal(carom_mesh_create(&empty, &def), CAROM_OK);
    carom_placed_mesh good = {.mesh = mesh};
    for (int i = -2; i < 14; i++) {
        carom_placed_mesh bad = good;
        if (i == -2) bad.mesh = empty;
        if (i == -1) bad.mesh = NULL;
        if (i >= 0) ((carom_real *)&bad.pose)[i / 2] = (carom_real)(i & 1 ? NAN : INFINITY);
        for (int swap = 0; swap < 2; swap++) {
            const carom_placed_mesh *a = swap ? &bad : &good, *b = swap ? &good : &bad;
            assert_false(carom_overlap_mesh_mesh(a, b));
            assert_int_equal(carom_query_mesh_mesh(a, b, listed, LISTED), 0);
            carom_mesh_pair_closest at = carom_closest_mesh_mesh(a, b);
            assert_true(at.distance == (carom_real)INFINITY);
            assert_same(at.point_a, v3(0, 0, 0));
            assert_false(carom_overlap_mesh_mesh_within(a, b, (carom_real)INFINITY));
            assert_int_equal(carom_classify_mesh_mesh(a, b).relation, CAROM_DISJOINT);
            assert_true(carom_penetrate_mesh_mesh(a, b, NULL).depth == 0);
        }
        assert_int_equal(carom_classify_point_mesh(v3(0, 0, 0), &bad).place, CAROM_PLACE_OUTSIDE);
    }
    assert_false(carom_overlap_mesh_mesh_within(&good, &good, -1));
    assert_false(carom_overlap_mesh_mesh_within(&good, &good, (carom_real)NAN));
    assert_true(carom_overlap_mesh_mesh_within(&good, &good, 0));
    carom_mesh_destroy(mesh);
    carom_mesh_destroy(empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_apart),
        cmocka_unit_test(test_solidity),    cmocka_unit_test(test_closure),
        cmocka_unit_test(test_points),      cmocka_unit_test(test_relations),
        cmocka_unit_test(test_depths),      cmocka_unit_test(test_depths_of_shells),
        cmocka_unit_test(test_invalid),     cmocka_unit_test(test_meetings),
        cmocka_unit_test(test_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
