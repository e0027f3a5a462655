/* Self-intersection: against all pairs of triangles by their common parts, cases made by hand, and
 * closed meshes that have none. */
#include "common/test_flat_common.h"
#include "common/test_mesh_common.h"

static test_mesh mesh;
static carom_triangle_pair listed[MESH_LARGEST * MESH_LARGEST / 8];
static unsigned char seen[MESH_LARGEST][MESH_LARGEST];

/* The common part is more than the hull of the corners in common. */
static bool more_than_shared(const carom_triangle *a, const carom_triangle *b) {
    carom_vec3 shared[3];
    int count = 0;
    for (int i = 0; i < 9; i++) {
        bool known = !same_vec(a->v[i / 3], b->v[i % 3]);
        for (int k = 0; k < count; k++)
            known = known || same_vec(shared[k], a->v[i / 3]);
        if (!known) shared[count++] = a->v[i / 3];
    }
    carom_triangle_intersection at = carom_intersect_triangle_triangle(a, b);
    if (at.kind == CAROM_INTERSECTION_NONE) return false;
    if (count == 0 || count == 3 || at.kind == CAROM_INTERSECTION_AREA) return true;
    carom_vec3 p = at.segment.a, q = at.segment.b;
    if (count == 1) return !same_vec(p, shared[0]) || !same_vec(q, shared[0]);
    return !(same_vec(p, shared[0]) && same_vec(q, shared[1])) &&
           !(same_vec(p, shared[1]) && same_vec(q, shared[0])) && !same_vec(p, q);
}

static size_t check_self(void) {
    size_t expected = 0;
    for (uint32_t i = 0; i < mesh.count; i++)
        for (uint32_t k = i + 1; k < mesh.count; k++) {
            carom_triangle a = carom_mesh_triangle(mesh.mesh, i);
            carom_triangle b = carom_mesh_triangle(mesh.mesh, k);
            seen[i][k] = more_than_shared(&a, &b);
            expected += seen[i][k];
        }
    size_t count = carom_query_mesh_self(mesh.mesh, listed, COUNT(listed));
    assert_int_equal(count, expected);
    assert_int_equal(carom_query_mesh_self(mesh.mesh, NULL, 0), expected);
    assert_int_equal(carom_overlap_mesh_self(mesh.mesh), expected > 0);
    for (size_t i = 0; i < count; i++) { /* each once */
        assert_int_equal(seen[listed[i].a][listed[i].b], 1);
        seen[listed[i].a][listed[i].b] = 2;
    }
    return count;
}

static void test_brute_force(void **state) {
    size_t found = 0, left = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        volume_seed = (uint64_t)(40 + i);
        if (i % 3) {
            fill_lattice(&mesh, 5 + (size_t)(3 * i), 1 + i % 4);
        } else { /* a ball whose corners are pushed about */
            fill_ball(&mesh, 1 + i % 4, 4);
            carom_mesh_destroy(mesh.mesh);
            for (size_t k = 0; k < 3 * mesh.count; k++) {
                carom_vec3 *v = &mesh.vertices[k];
                *v = v3(floor((double)v->x), floor((double)v->y), floor((double)v->z));
            }
            build_test_mesh(&mesh);
        }
        size_t count = check_self();
        found += count;
        left += mesh.count * (mesh.count - 1) / 2 - count;
        carom_mesh_destroy(mesh.mesh);
    }
    assert_true(found > 1000 && left > 1000);
}

static size_t count_of(int n, const carom_vec3 *v) {
    mesh.count = 0;
    for (int i = 0; i < n; i++)
        add_test_triangle(&mesh, v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    build_test_mesh(&mesh);
    size_t count = carom_query_mesh_self(mesh.mesh, NULL, 0);
    carom_mesh_destroy(mesh.mesh);
    return count;
}

static void test_by_hand(void **state) {
    (void)state;
    const carom_vec3 o = v3(0, 0, 0), x = v3(2, 0, 0), y = v3(0, 2, 0), z = v3(0, 0, 2);
    assert_int_equal(count_of(4, (carom_vec3[]){o, y, x, o, x, z, o, z, y, x, y, z}), 0);
    /* the same triangle, turned and flipped */
    assert_int_equal(count_of(3, (carom_vec3[]){o, x, y, x, y, o, y, x, o}), 3);
    /* neighbours at an edge: flat on either side, folded over, upright */
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, x, v3(1, -1, 0)}), 0);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, x, v3(1, 3, 0)}), 1);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, x, z}), 0);
    /* at a corner: away, along an edge, through the face, in the plane beside and over it */
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(-1, 0, 1), v3(-1, 1, 0)}), 0);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(1, 0, 0), z}), 1);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(1, 1, 1), v3(1, 1, -1)}), 1);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(-2, 0, 0), v3(0, -2, 0)}), 0);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(1, 1, 0), v3(1, 3, 0)}), 1);
    /* a corner on an edge and on a face */
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, v3(1, 0, 0), v3(0, -2, 0), v3(2, -2, 0)}),
                     1);
    assert_int_equal(count_of(2, (carom_vec3[]){o, v3(4, 0, 0), v3(0, 4, 0), v3(1, 1, 0), x, z}),
                     1);
    /* without area: the shared edge itself; longer than that; a point that is a corner */
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, x, v3(1, 0, 0)}), 0);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, v3(1, 0, 0), v3(1, 0, 0)}), 1);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, o, o, o}), 0);
    assert_int_equal(count_of(2, (carom_vec3[]){o, x, y, z, z, z}), 0);
    assert_int_equal(count_of(0, NULL), 0);
    assert_int_equal(carom_query_mesh_self(NULL, NULL, 0), 0);
    assert_false(carom_overlap_mesh_self(NULL));
}

static void test_closed(void **state) {
    (void)state;
    for (int n = 1; n < 7; n++) {
        fill_ball(&mesh, n, 1);
        assert_false(carom_overlap_mesh_self(mesh.mesh));
        carom_mesh_destroy(mesh.mesh);
    }
}

static bool stop_at_two(uint32_t a, uint32_t b, void *user) {
    assert_true(a < b);
    return ++*(int *)user < 2;
}

static void test_visitor(void **state) {
    int count = 0;
    (void)state;
    volume_seed = 3;
    fill_lattice(&mesh, 30, 2);
    carom_visit_mesh_self(mesh.mesh, stop_at_two, &count);
    assert_int_equal(count, 2);
    carom_mesh_destroy(mesh.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_closed), cmocka_unit_test(test_visitor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
