/* Meshes that bound no solid, poses and numbers that are no numbers, and memory that fails. */
#include "common/test_counting.h"
#include "common/test_solid_common.h"

static const carom_aabb base = {{0, 0, 0}, {2, 2, 2}};

static void open_meshes(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    one.triangle_count--;
    add_solid_box(&two, aabb(1, 1, 1, 3, 3, 3), 0);
    assert_solids(CAROM_SOLIDS_UNKNOWN);
    solid_clear(&two);
    add_solid_box(&two, aabb(10, 1, 1, 13, 3, 3), 0);
    assert_solids(CAROM_SOLIDS_UNKNOWN); /* far apart: nothing is told of an open one even so */
    begin_solids();
    add_solid_box(&one, base, 0);
    add_solid_triangle(&one, v3(5, 5, 5), v3(6, 5, 5), v3(5, 6, 5));
    add_solid_box(&two, base, 0);
    assert_solids(CAROM_SOLIDS_UNKNOWN);
    begin_solids(); /* an edge with three faces */
    add_solid_box(&one, base, 0);
    add_solid_triangle(&one, v3(0, 0, 0), v3(2, 0, 0), v3(1, 1, 1));
    add_solid_box(&two, base, 0);
    assert_solids(CAROM_SOLIDS_UNKNOWN);
}

static void empty_meshes(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    assert_solids(CAROM_SOLIDS_UNKNOWN);
    solid_vertex(&two, v3(1, 1, 1));
    assert_solids(CAROM_SOLIDS_UNKNOWN);
    begin_solids();
    assert_solids(CAROM_SOLIDS_UNKNOWN);
}

/* Triangles, all edges in pairs, and nothing within: a solid without points has none in common. */
static void no_volume(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    add_solid_triangle(&two, v3(1, 1, 1), v3(3, 1, 1), v3(1, 3, 1));
    add_solid_triangle(&two, v3(1, 1, 1), v3(1, 3, 1), v3(3, 1, 1));
    assert_solids(CAROM_SOLIDS_APART);
    solid_clear(&two);
    add_solid_box(&two, base, 0); /* a box and the same turned inside out */
    add_void(&two, base);
    assert_solids(CAROM_SOLIDS_APART);
}

static void no_numbers(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    carom_mesh *mesh = solid_mesh(&one);
    for (int i = 0; i < 21; i++) {
        carom_placed_mesh a = {.mesh = mesh, .pose = carom_pose_identity()}, b = a;
        carom_real bad = (carom_real)(i / 7 == 0 ? NAN : i / 7 == 1 ? INFINITY : -INFINITY);
        if (i % 7 < 3)
            (&b.pose.position.x)[i % 7] = bad;
        else
            (&b.pose.rotation.x)[i % 7 - 3] = bad;
        carom_solid_pair pair = ask_solids(&a, &b), swapped = ask_solids(&b, &a);
        carom_solid_pair both = ask_solids(&b, &b);
        assert_answer(&pair, CAROM_SOLIDS_UNKNOWN, "pose of b");
        assert_answer(&swapped, CAROM_SOLIDS_UNKNOWN, "pose of a");
        assert_answer(&both, CAROM_SOLIDS_UNKNOWN, "pose of both");
    }
    carom_mesh_destroy(mesh);
}

static void null_pointers(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    carom_mesh *mesh = solid_mesh(&one);
    carom_placed_mesh a = {.mesh = mesh, .pose = carom_pose_identity()}, none = {.mesh = NULL};
    carom_solid_pair pair;
    assert_int_equal(carom_classify_solids(NULL, &a, &a, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_classify_solids(&pair, NULL, &a, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_classify_solids(&pair, &a, NULL, NULL), CAROM_ERROR_ARGUMENT);
    carom_status status = carom_classify_solids(&pair, &a, &none, NULL);
    assert_true(status != CAROM_OK || pair.relation == CAROM_SOLIDS_UNKNOWN);
    carom_mesh_destroy(mesh);
}

static void failing_memory(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, base, 0);
    add_solid_box(&two, aabb(2, 1, 1, 4, 3, 3), 0);
    carom_mesh *mesh[2] = {solid_mesh(&one), solid_mesh(&two)};
    carom_placed_mesh a = {.mesh = mesh[0], .pose = carom_pose_identity()};
    carom_placed_mesh b = {.mesh = mesh[1], .pose = carom_pose_identity()};
    carom_solid_pair pair = {0};
    bool done = false;
    for (int n = 0; n < 1000 && !done; n++) {
        counting memory = {.fail_at = (size_t)n + 1, .stays_failed = n & 1};
        carom_allocator allocator = counting_allocator(&memory);
        carom_status status = carom_classify_solids(&pair, &a, &b, &allocator);
        assert_int_equal(memory.live, 0);
        done = status == CAROM_OK;
        if (done) continue;
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_int_equal(pair.relation, CAROM_SOLIDS_UNKNOWN);
    }
    assert_true(done);
    assert_answer(&pair, CAROM_SOLIDS_TOUCH_FACE, "with all its memory");
    carom_mesh_destroy(mesh[0]);
    carom_mesh_destroy(mesh[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_meshes),   cmocka_unit_test(empty_meshes),
        cmocka_unit_test(no_volume),     cmocka_unit_test(no_numbers),
        cmocka_unit_test(null_pointers), cmocka_unit_test(failing_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
