/* Nearest points of meshes: every form equals brute force over the triangles, bit for bit. */
#include "mesh/nearest/nearest_search.h"

#include "common/test_mesh_soup_common.h"
#include "common/test_sets.h"
#include "mesh/nearest/near_kernel.h"

static carom_mesh_closest brute[LARGEST];

/* All triangles of the mesh, nearest first, ties by index. */
static void sort_by_distance(const soup *s, carom_vec3 p) {
    for (size_t i = 0; i < s->def.triangle_count; i++) {
        carom_triangle t = given(s, i);
        carom_mesh_closest item = {(uint32_t)i, carom_closest_point_triangle(p, &t)};
        size_t k = i;
        for (; k > 0 && brute[k - 1].at.distance > item.at.distance; k--)
            brute[k] = brute[k - 1];
        brute[k] = item;
    }
}

static void assert_same_closest(const carom_mesh_closest *a, const carom_mesh_closest *b) {
    assert_int_equal(a->triangle, b->triangle);
    assert_true(a->at.distance == b->at.distance);
    assert_int_equal(a->at.feature, b->at.feature);
    assert_same(a->at.point_a, b->at.point_a);
    assert_same(a->at.point_b, b->at.point_b);
    assert_same(a->at.barycentric, b->at.barycentric);
}

static void assert_nothing(const carom_mesh_closest *c) {
    assert_true(c->at.distance == HUGE_VAL && c->triangle == 0);
    assert_true(length_of(c->at.point_a) + length_of(c->at.point_b) == 0);
}

static void check_within(const soup *s, carom_vec3 p) {
    carom_real least = brute[0].at.distance;
    const carom_real limits[] = {0,
                                 least,
                                 next_number(least, 0),
                                 next_number(least, HUGE_VAL),
                                 least * 2,
                                 (carom_real)HUGE_VAL};
    for (int i = 0; i < COUNT(limits); i++) {
        carom_mesh_closest found = carom_closest_point_mesh_within(p, s->mesh, limits[i]);
        bool near = least <= limits[i];
        if (near)
            assert_same_closest(&found, &brute[0]);
        else
            assert_nothing(&found);
        if (limits[i] < HUGE_VAL)
            assert_int_equal(carom_overlap_point_mesh_within(p, s->mesh, limits[i]), near);
    }
}

static void check_several(const soup *s, carom_vec3 p) {
    static carom_mesh_closest found[LARGEST + 1];
    size_t count = s->def.triangle_count;
    const size_t capacities[] = {0, 1, 2, 7, count / 2, count, LARGEST};
    for (int k = 0; k < COUNT(capacities); k++) {
        carom_real limit = k % 2 ? (carom_real)HUGE_VAL : brute[count / 3].at.distance;
        size_t expected = 0, capacity = capacities[k];
        while (expected < count && expected < capacity && brute[expected].at.distance <= limit)
            expected++;
        found[expected].triangle = 0xabcdef;
        size_t got = carom_closest_point_mesh_several(p, s->mesh, limit, found, capacity);
        assert_int_equal(got, expected);
        for (size_t i = 0; i < got; i++)
            assert_same_closest(&found[i], &brute[i]);
        assert_int_equal(found[expected].triangle, 0xabcdef);
    }
}

#define BATCH 300

static void check_near(const soup *s, int style) {
    static carom_vec3 points[BATCH];
    static carom_mesh_closest batch[BATCH + 1];
    for (int k = 0; k < BATCH; k++) {
        points[k] = any_point(style);
        if (k % 5 == 0) points[k] = s->vertices[(size_t)k % s->def.vertex_count];
        if (k % 17 == 1) SCALE(points[k], 1000);
        if (k % 31 == 2) points[k].y = (carom_real)NAN;
    }
    batch[BATCH].triangle = 0xabcdef;
    carom_closest_points_mesh(points, BATCH, s->mesh, batch, NULL);
    assert_int_equal(batch[BATCH].triangle, 0xabcdef);
    for (int k = 0; k < BATCH; k++) {
        carom_mesh_closest one = carom_closest_point_mesh(points[k], s->mesh);
        assert_same_closest(&batch[k], &one);
        if (k % 31 == 2) {
            assert_nothing(&one);
            continue;
        }
        if (k % 6 != 0) continue;
        sort_by_distance(s, points[k]);
        assert_same_closest(&one, &brute[0]);
        check_within(s, points[k]);
        check_several(s, points[k]);
    }
}

static void near_equals_brute_force(void **state) {
    (void)state;
    for_each_style(check_near);
}

/* More triangles tie, or differ by less than float can tell, than are put off at a time: a fan seen
 * from above its tip, and a sphere seen from about its center. */
static carom_vec3 on_sphere(int ring, int i, int n) {
    double turn = 6.283185307179586 * i / n, down = 3.141592653589793 * (ring + 0.5) / 10;
    return v3(cos(turn) * sin(down) * unit, sin(turn) * sin(down) * unit, cos(down) * unit);
}

static void make_fan(soup *s, bool is_sphere) {
    static const int n = 60;
    int count = is_sphere ? 9 * n : n;
    for (int i = 0; i < count; i++) {
        int ring = is_sphere ? i / n : 4;
        s->vertices[3 * i] = is_sphere ? on_sphere(ring + 1, i, n) : v3(0, 0, unit);
        s->vertices[3 * i + 1] = on_sphere(ring, i, n);
        s->vertices[3 * i + 2] = on_sphere(ring, i + 1, n);
    }
    for (int i = 0; i < 3 * count; i++)
        s->indices[i] = (uint32_t)(3 * count - 1 - i);
    s->def = (carom_mesh_def){.vertices = s->vertices,
                              .indices = s->indices,
                              .vertex_count = 3 * (size_t)count,
                              .triangle_count = (size_t)count};
    assert_int_equal(carom_mesh_create(&s->mesh, &s->def), CAROM_OK);
}

static void many_ties(void **state) {
    (void)state;
    volume_seed = 91;
    for (int k = 0; k < 6; k++) {
        unit = ldexp(1, k / 2 * 40 - 40);
        make_fan(&shared, k % 2);
        for (int i = 0; i < 60; i++) {
            carom_vec3 p = random_vec(i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-7 : 0.2);
            if (k % 2 == 0) p.z = (carom_real)(2 + i);
            SCALE(p, unit);
            sort_by_distance(&shared, p);
            carom_mesh_closest found = carom_closest_point_mesh(p, shared.mesh);
            assert_same_closest(&found, &brute[0]);
            check_within(&shared, p);
        }
        carom_mesh_destroy(shared.mesh);
    }
    unit = 1;
}

/* Points as far away as numbers go, and the mesh at either end of the range. */
static void extremes(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        volume_seed = 77;
        unit = 1;
        int top = sizeof(carom_real) == 4 ? 100 : 900;
        const int exponents[6] = {top, -top, 0, 0, top, -top};
        unit = ldexp(1, exponents[k]);
        make_soup(&shared, 0);
        for (int i = 0; i < 12; i++) {
            carom_vec3 p = any_point(0);
            double away = k == 2   ? (double)CAROM_REAL_MAX / 8
                          : k == 3 ? 1 / ldexp(1, top)
                          : k == 4 ? 0x1p20
                                   : 0x1p-20;
            SCALE(p, away);
            sort_by_distance(&shared, p);
            carom_mesh_closest found = carom_closest_point_mesh(p, shared.mesh);
            assert_same_closest(&found, &brute[0]);
        }
        carom_mesh_destroy(shared.mesh);
    }
    unit = 1;
}

static void check_bad_near(const soup *s, int style) {
    (void)style;
    carom_mesh_closest found[2];
    carom_vec3 p = v3(0, 0, 0);
    const carom_real bad[] = {-1, (carom_real)NAN, (carom_real)-HUGE_VAL};
    for (int i = 0; i < COUNT(bad); i++) {
        carom_mesh_closest c = carom_closest_point_mesh_within(p, s->mesh, bad[i]);
        assert_nothing(&c);
        assert_false(carom_overlap_point_mesh_within(p, s->mesh, bad[i]));
        assert_int_equal(carom_closest_point_mesh_several(p, s->mesh, bad[i], found, 2), 0);
    }
    carom_real far = (carom_real)HUGE_VAL;
    assert_true(carom_overlap_point_mesh_within(p, s->mesh, (carom_real)(100 * unit)));
    assert_true(carom_overlap_point_mesh_within(p, s->mesh, far));
    FOR_EACH_BAD_NUMBER(p, {
        carom_mesh_closest c = carom_closest_point_mesh_within(p, s->mesh, far);
        assert_nothing(&c);
        assert_false(carom_overlap_point_mesh_within(p, s->mesh, CAROM_REAL_MAX));
        assert_false(carom_overlap_point_mesh_within(p, s->mesh, far));
        assert_int_equal(carom_closest_point_mesh_several(p, s->mesh, far, found, 2), 0);
    });
}

static void bad_queries_find_nothing_near(void **state) {
    (void)state;
    for_each_style(check_bad_near);
}

static void empty_mesh(void **state) {
    (void)state;
    carom_mesh *mesh = NULL;
    carom_mesh_closest found[2];
    carom_mesh_def def = {0};
    carom_vec3 p = v3(1, 2, 3);
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    carom_closest_points_mesh(&p, 1, mesh, found, NULL);
    assert_nothing(&found[0]);
    assert_false(carom_overlap_point_mesh_within(p, mesh, 100));
    assert_false(carom_overlap_point_mesh_within(p, mesh, (carom_real)HUGE_VAL));
    assert_int_equal(carom_closest_point_mesh_several(p, mesh, 100, found, 2), 0);
    carom_mesh_destroy(mesh);
}

/* What is visited is the same with every set of instructions, whether the way of the point before
 * is known or not, and not much. */
typedef struct visits {
    near_search search;
    uint32_t count;
    uint32_t ranks[LARGEST];
} visits;

static void note_visit(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    visits *v = (visits *)search;
    double limit = near_limit(carom_closest_point_triangle(search->given, triangle).distance);
    v->ranks[v->count++] = rank;
    if (limit < search->limit) search->limit = limit;
}

static void check_sets(const soup *s, int style) {
    size_t visited[2] = {0, 0};
    near_path path[SIMD_SETS] = {{.count = 0}};
    for (int k = 0; k < 200; k++) {
        static visits by[SIMD_SETS];
        carom_vec3 p = any_point(style);
        for (int set = 0; set < SIMD_SETS; set++) {
            if (!test_runs((simd_set)set)) continue;
            by[set].search = near_search_start(p, s->mesh, (carom_real)HUGE_VAL, note_visit);
            by[set].search.nearest_only = k % 2;
            by[set].search.path = set > 0 ? &path[set] : NULL;
            by[set].count = 0;
            carom_nearest_search_with(&by[set].search, TEST_OF(set, carom_near_visit));
            assert_int_equal(by[set].count, by[0].count);
            assert_memory_equal(by[set].ranks, by[0].ranks, by[0].count * sizeof(uint32_t));
        }
        visited[k % 2] += by[0].count;
    }
    if (style == 0 && unit == 1) assert_true(visited[0] < 100 * 8 && visited[1] < 100 * 3);
}

static void sets_visit_the_same(void **state) {
    (void)state;
    for_each_style(check_sets);
}

/* ---- a tree deeper than any that is built: a leaf and a node in each node, all boxes round all */

#define DEEP 60

static void fill_node(bvh8_node *node, uint32_t rank, float reach) {
    for (int i = 0; i < BVH8_WIDTH; i++) {
        bool used = i == 1 || (i == 0 && rank + 1 < DEEP);
        for (int k = 0; k < 3; k++) {
            node->low[k][i] = used ? -reach : FLT_MAX;
            node->high[k][i] = used ? reach : -FLT_MAX;
        }
        node->child[i] = i == 1 ? bvh8_child_of((bvh8_leaf){rank, 1}) : used ? rank + 1 : BVH8_NONE;
    }
}

typedef struct deep_search {
    near_search search;
    carom_real distance;
    uint32_t triangle;
} deep_search;

static void keep_nearer(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    deep_search *s = (deep_search *)search;
    carom_real distance = carom_closest_point_triangle(search->given, triangle).distance;
    uint32_t index = search->tree->order[rank];
    if (distance > s->distance || (distance == s->distance && index > s->triangle)) return;
    s->distance = distance;
    s->triangle = index;
    search->limit = near_limit(distance);
}

/* The way down ends before it comes to a leaf, and is known from the point before or not. */
static void deep_tree(void **state) {
    (void)state;
    static bvh8_node nodes[DEEP];
    static carom_real corners[9 * DEEP + BVH8_LEAF];
    static uint32_t order[DEEP];
    unit = 1;
    volume_seed = 93;
    make_soup(&shared, 0);
    shared.def.triangle_count = DEEP;
    for (uint32_t i = 0; i < DEEP; i++) {
        carom_triangle t = given(&shared, i);
        memcpy(corners + 9 * i, &t, sizeof t);
        order[i] = i;
        fill_node(&nodes[i], i, 4);
    }
    carom_mesh deep = {.bvh8 = {.order = order,
                                .nodes = nodes,
                                .corners = corners,
                                .node_count = DEEP,
                                .count = DEEP,
                                .frame = shared.mesh->bvh8.frame}};
    near_path path = {.count = 0};
    for (int k = 0; k < 100 * SIMD_SETS; k++) {
        carom_vec3 p = any_point(0);
        if (!test_runs((simd_set)(k % SIMD_SETS))) continue;
        deep_search s = {near_search_start(p, &deep, (carom_real)HUGE_VAL, keep_nearer),
                         (carom_real)HUGE_VAL, 0};
        s.search.nearest_only = k % 3 != 0;
        s.search.path = k % 5 > 0 ? &path : NULL;
        carom_nearest_search_with(&s.search, TEST_OF(k % SIMD_SETS, carom_near_visit));
        sort_by_distance(&shared, p);
        assert_true(s.distance == brute[0].at.distance);
        assert_int_equal(s.triangle, brute[0].triangle);
    }
    carom_mesh_destroy(shared.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_equals_brute_force),
        cmocka_unit_test(many_ties),
        cmocka_unit_test(extremes),
        cmocka_unit_test(sets_visit_the_same),
        cmocka_unit_test(deep_tree),
        cmocka_unit_test(bad_queries_find_nothing_near),
        cmocka_unit_test(empty_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
