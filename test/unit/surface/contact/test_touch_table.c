/* Tables of triangles that a shape touches: the normals of contacts beside those that are found in
 * the mesh, the normals to which they may be corrected, and what does not fit. */
#include "common/test_convex_deep.h"
#include "mesh/internal_edges.h"
#include "surface/contact/touch_table.h"

#define TABLE_SIDE 12
#define SLACK 1e-6

static touch_table table;

typedef enum relief { RELIEF_LEVEL, RELIEF_SLOPE, RELIEF_ROUGH, RELIEF_HILL, RELIEFS } relief;

static double height_of(relief kind, double x, double y) {
    if (kind == RELIEF_LEVEL) return 0.25;
    if (kind == RELIEF_SLOPE) return 0.3 * x - 0.2 * y;
    return kind == RELIEF_HILL ? -0.3 * (x * x + y * y) : deep_between(-0.1, 0.1);
}

static carom_mesh *make_relief(relief kind, int side) {
    carom_vec3 *at = malloc((size_t)(side * side) * sizeof *at);
    uint32_t *index = malloc(6 * (size_t)((side - 1) * (side - 1)) * sizeof *index);
    carom_mesh *mesh = NULL;
    size_t n = 0;
    assert_true(at && index);
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            const double x = 1.0 * i / (side - 1) - 0.5, y = 1.0 * j / (side - 1) - 0.5;
            at[i * side + j] =
                (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)height_of(kind, x, y)};
        }
    for (int i = 0; i + 1 < side; i++)
        for (int j = 0; j + 1 < side; j++) {
            const uint32_t a = (uint32_t)(i * side + j), c = a + (uint32_t)side;
            const uint32_t cell[6] = {a, c, a + 1, a + 1, c, c + 1};
            memcpy(index + n, cell, sizeof cell);
            n += 6;
        }
    const carom_mesh_def def = {.vertices = at,
                                .vertex_count = (size_t)(side * side),
                                .indices = index,
                                .triangle_count = n / 3};
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    free(at);
    free(index);
    return mesh;
}

/* Fills the table. @return the number of triangles that fit */
static uint32_t fill(const surface *on, const convex_shape *shape, bool is_whole) {
    table.on = on;
    table.shape = shape;
    table.slack = SLACK;
    table.is_whole = is_whole;
    carom_table_clear(&table);
    uint32_t i = 0;
    for (; i < carom_surface_count(on); i++) {
        const carom_triangle t = carom_mesh_triangle(on->mesh, i);
        if (!carom_table_add(&table, i, &t)) break;
    }
    carom_table_close(&table);
    return i;
}

static carom_vec3 some_normal(void) {
    return store3(deep_direction());
}

static bool is_same(carom_vec3 a, carom_vec3 b) {
    return max_abs3(sub3(load3(a), load3(b))) <= 1e-6;
}

static bool is_in_ring(const normal_ring *ring, carom_vec3 normal) {
    for (int i = 0; i < ring->count; i++)
        if (max_abs3(sub3(ring->face[i], load3(normal))) <= 1e-6 ||
            max_abs3(add3(ring->face[i], load3(normal))) <= 1e-6)
            return true;
    return false;
}

static void normals_at_corners(void **state) {
    (void)state;
    const convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 2));
    int corrected = 0, kept = 0, before = 0;
    for (int kind = 0; kind < RELIEFS; kind++)
        for (int turn = 0; turn < 20; turn++) {
            carom_mesh *mesh = make_relief((relief)kind, TABLE_SIDE);
            const surface on = {.mesh = mesh};
            carom_vec3 given[TABLE_SIDE * TABLE_SIDE]; /* one at each vertex, as shapes ask */
            assert_int_equal(fill(&on, &box, turn % 2 == 0), carom_surface_count(&on));
            assert_int_equal(table.vertex_count, TABLE_SIDE * TABLE_SIDE);
            for (int v = 0; v < table.vertex_count; v++)
                given[v] = some_normal();
            for (int i = 0; i < table.triangle_count; i++)
                for (int k = 0; k < 3; k++) {
                    const uint16_t v = table.triangle[i].corner[k];
                    const carom_vec3 at = store3(table.at[v]);
                    const carom_vec3 expected =
                        carom_surface_contact_normal(&on, table.triangle[i].index, at, given[v]);
                    assert_true(is_same(carom_table_normal(&table, i, k, given[v]), expected));
                    const bool same = is_same(expected, given[v]);
                    corrected += !same;
                    kept += same;
                    if (!carom_table_has_before(&table, i, k, given[v])) continue;
                    before++;
                    assert_false(same);
                }
            carom_mesh_destroy(mesh);
        }
    assert_true(corrected > 1000 && kept > 100 && before > 1000);
}

/* At corners, on edges and inside of triangles, and with the ring. */
static void normals_of_contacts(void **state) {
    (void)state;
    const convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 2));
    const double weight[7][3] = {{1, 0, 0},     {0, 1, 0},     {0, 0, 1},        {0.5, 0.5, 0},
                                 {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.25, 0.25, 0.5}};
    int corrected = 0;
    for (int kind = 0; kind < RELIEFS; kind++) {
        carom_mesh *mesh = make_relief((relief)kind, TABLE_SIDE);
        const surface on = {.mesh = mesh};
        (void)fill(&on, &box, true);
        for (int i = 0; i < table.triangle_count; i++)
            for (int w = 0; w < 7; w++) {
                const carom_triangle t = carom_table_triangle(&table, i);
                const carom_vec3 given = some_normal();
                vec3 p = vec(0, 0, 0);
                normal_ring ring;
                for (int k = 0; k < 3; k++)
                    p = mad3(p, load3(t.v[k]), weight[w][k]);
                const uint32_t index = table.triangle[i].index;
                const carom_vec3 expected =
                    carom_surface_contact_normal(&on, index, store3(p), given);
                assert_true(
                    is_same(carom_table_contact_normal(&table, i, store3(p), given), expected));
                carom_table_ring(&table, i, &ring);
                assert_true(ring.count > 0);
                if (is_same(expected, given)) continue;
                assert_true(is_in_ring(&ring, expected));
                assert_true(carom_table_has_normal(&table, i, load3(expected), 1.0 - 1e-6));
                corrected++;
            }
        carom_mesh_destroy(mesh);
    }
    assert_true(corrected > 500);
}

/* In a plane, but not at its border, the ring is flat. */
static void flat_rings(void **state) {
    (void)state;
    const convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 2));
    for (int kind = 0; kind < RELIEFS; kind++) {
        carom_mesh *mesh = make_relief((relief)kind, TABLE_SIDE);
        const surface on = {.mesh = mesh};
        int flat = 0;
        (void)fill(&on, &box, true);
        for (int i = 0; i < table.triangle_count; i++) {
            normal_ring ring;
            bool inner = true;
            carom_table_ring(&table, i, &ring);
            for (int k = 0; k < 3; k++) {
                const vec3 at = table_position(&table, i, k);
                inner = inner && fabs(at.x) < 0.49 && fabs(at.y) < 0.49;
            }
            flat += ring.in_plane;
            if (kind == RELIEF_LEVEL) assert_true(ring.in_plane == inner);
            if (ring.in_plane) assert_true(inner);
        }
        if (kind == RELIEF_LEVEL) assert_int_equal(flat, 2 * (TABLE_SIDE - 3) * (TABLE_SIDE - 3));
        if (kind == RELIEF_ROUGH || kind == RELIEF_HILL) assert_int_equal(flat, 0);
        carom_mesh_destroy(mesh);
    }
}

/* What does not fit is refused, and what is in the table stays. */
static void full_table(void **state) {
    (void)state;
    const convex_shape box = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(2, 2, 2));
    carom_mesh *mesh = make_relief(RELIEF_LEVEL, 100);
    const surface on = {.mesh = mesh};
    const uint32_t count = fill(&on, &box, false);
    assert_true(count < carom_surface_count(&on));
    assert_true(count == TABLE_TRIANGLES || table.vertex_count > TABLE_VERTICES - 3);
    assert_int_equal(table.triangle_count, (int)count);
    assert_int_equal(table.triangle[count - 1].index, count - 1);
    for (int i = 0; i < table.triangle_count; i++) {
        const carom_triangle t = carom_mesh_triangle(mesh, (uint32_t)i),
                             in_table = carom_table_triangle(&table, i);
        assert_memory_equal(&t, &in_table, sizeof t);
    }
    carom_mesh_destroy(mesh);
}

/* Both zeros are one position, and bounds on the depth are bounds. */
static void vertices_and_depths(void **state) {
    (void)state;
    const vec3 center = {0, 0, 0};
    const convex_shape ball = deep_points(&center, 1, 1.0);
    const carom_real z = 0;
    const carom_triangle t[2] = {{{{z, z, z}, {0.5, 0, 0}, {0, 0.5, 0}}},
                                 {{{-z, z, -z}, {-0.5, -z, 0}, {0, 0.5, -z}}}};
    table.shape = &ball;
    table.slack = SLACK;
    table.is_whole = true;
    carom_table_clear(&table);
    for (uint32_t i = 0; i < 2; i++)
        assert_true(carom_table_add(&table, i, &t[i]));
    carom_table_close(&table);
    assert_int_equal(table.vertex_count, 4);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(carom_table_deepest(&table, i), -1); /* the middle of the ball */
        assert_true(carom_table_is_inside(&table, i));
        assert_true(carom_table_most(&table, i) >= 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_at_corners),  cmocka_unit_test(normals_of_contacts),
        cmocka_unit_test(flat_rings),          cmocka_unit_test(full_table),
        cmocka_unit_test(vertices_and_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
