/* A world that is saved and loaded goes on with the same bits; a file that was cut, or changed in
 * any byte, is refused, and what is in a forged one is checked as if a caller had given it. */
#include "common/test_world_common.h"

static carom_world *saved_world(bool response, int count) {
    carom_world_def def = carom_world_defaults();
    carom_world *world = NULL;
    def.response = def.paths = response;
    def.gravity = v3(0, -1, 0);
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    const carom_shape field = {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field};
    seed = 60 + (uint64_t)count;
    if (count > 0) insert(world, field, CAROM_COLLIDER_STATIC, at(0, -2, 0), v3(0, 0, 0));
    fill_random(world, count, 4, 5);
    for (int i = 0; i < 3; i++)
        assert_int_equal(carom_world_step(world, (carom_real)0.05), CAROM_OK);
    for (uint32_t i = 3; i < (uint32_t)count; i += 11)
        assert_int_equal(carom_world_remove(world, carom_world_id(world, i)), CAROM_OK);
    if (count > 9) {
        insert(world, ball(0.5), CAROM_COLLIDER_MOVING, at(0, 0, 0), v3(1, 2, 3));
        carom_collider_id muted = carom_world_id(world, 6);
        assert_int_equal(carom_world_set_filter(world, muted, 0, 0), CAROM_OK);
    }
    return world;
}

static carom_world_assets known_assets(void) {
    static const carom_hull *hulls[2];
    static const carom_mesh *meshes[1];
    static const carom_heightfield *fields[1];
    static const carom_compound *compounds[1];
    static const carom_shape *cores[1];
    hulls[0] = NULL;
    hulls[1] = things.hull;
    meshes[0] = things.mesh;
    fields[0] = things.field;
    compounds[0] = things.compound;
    cores[0] = &things.core;
    return (carom_world_assets){hulls, 2, meshes, 1, fields, 1, compounds, 1, cores, 1};
}

static uint8_t *save(const carom_world *world, size_t *size) {
    carom_world_assets assets = known_assets();
    *size = 0;
    assert_int_equal(carom_world_save(world, &assets, NULL, size), CAROM_OK);
    uint8_t *file = malloc(*size);
    size_t written = *size - 1;
    assert_int_equal(carom_world_save(world, &assets, file, &written), CAROM_ERROR_LIMIT);
    assert_int_equal(written, *size);
    assert_int_equal(carom_world_save(world, &assets, file, &written), CAROM_OK);
    assert_int_equal(written, *size);
    return file;
}

static void test_goes_on_the_same(void **state) {
    carom_world_assets assets = known_assets();
    (void)state;
    for (int response = 0; response < 2; response++) {
        carom_world *world = saved_world(response, 150), *other = NULL;
        size_t size, again;
        uint8_t *file = save(world, &size);
        carom_world_def def = {.threads = response ? 2 : 0};
        assert_int_equal(carom_world_load(&other, &def, &assets, file, size), CAROM_OK);
        uint8_t *copy = save(other, &again);
        assert_int_equal(size, again);
        assert_memory_equal(file, copy, size);
        assert_int_equal(carom_world_count(world), carom_world_count(other));
        for (int i = 0; i < 6; i++) {
            assert_int_equal(carom_world_step(world, (carom_real)0.05), CAROM_OK);
            assert_int_equal(carom_world_step(other, (carom_real)0.05), CAROM_OK);
            assert_true(world_hash(world) == world_hash(other));
        }
        carom_collider_id a =
            insert(world, ball(1), CAROM_COLLIDER_MOVING, at(1, 1, 1), v3(0, 0, 0));
        carom_collider_id b =
            insert(other, ball(1), CAROM_COLLIDER_MOVING, at(1, 1, 1), v3(0, 0, 0));
        assert_true(a.index == b.index && a.generation == b.generation);
        carom_collider_def first = carom_world_collider(world, carom_world_id(world, 1));
        assert_true(carom_world_collider(other, carom_world_id(other, 1)).user == first.user);
        free(file);
        free(copy);
        carom_world_destroy(world);
        carom_world_destroy(other);
    }
}

static void test_empty_world(void **state) {
    carom_world *world = saved_world(false, 0), *other = NULL;
    size_t size;
    uint8_t *file = save(world, &size);
    (void)state;
    assert_int_equal(carom_world_load(&other, NULL, NULL, file, size), CAROM_OK);
    assert_int_equal(carom_world_count(other), 0);
    free(file);
    carom_world_destroy(world);
    carom_world_destroy(other);
}

static void test_missing_assets(void **state) {
    carom_world *world = saved_world(false, 0), *other = NULL;
    carom_world_assets assets = known_assets();
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = things.mesh};
    carom_shape field = {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = things.field};
    size_t size;
    (void)state;
    insert(world, mesh, CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    insert(world, field, CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    insert(world, random_shape(11, 1), CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    insert(world, random_shape(15, 1), CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    insert(world, carom_shape_rounded(&things.core, 1), CAROM_COLLIDER_STATIC, at(0, 0, 0),
           v3(0, 0, 0));
    uint8_t *file = save(world, &size);
    assets.mesh_count = 0;
    assert_int_equal(carom_world_save(world, &assets, NULL, &size), CAROM_ERROR_INDEX);
    assert_int_equal(carom_world_save(world, NULL, NULL, &size), CAROM_ERROR_INDEX);
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_ERROR_INDEX);
    assets.mesh_count = 1;
    assets.heightfield_count = 0;
    assert_int_equal(carom_world_save(world, &assets, NULL, &size), CAROM_ERROR_INDEX);
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_ERROR_INDEX);
    assets.heightfield_count = 1;
    assets.compound_count = 0;
    assert_int_equal(carom_world_save(world, &assets, NULL, &size), CAROM_ERROR_INDEX);
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_ERROR_INDEX);
    assets.compound_count = 1;
    assets.core_count = 0;
    assert_int_equal(carom_world_save(world, &assets, NULL, &size), CAROM_ERROR_INDEX);
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_ERROR_INDEX);
    assets.core_count = 1;
    assets.hull_count = 1; /* the right one is the second */
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_ERROR_INDEX);
    assert_null(other);
    free(file);
    carom_world_destroy(world);
}

static uint64_t own_checksum(const uint8_t *file, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        if (i < 24 || i >= 32) hash = (hash ^ file[i]) * 0x100000001b3u;
    return hash;
}

static void forge(uint8_t *file, size_t size) {
    uint64_t hash = own_checksum(file, size);
    for (int i = 0; i < 8; i++)
        file[24 + i] = (uint8_t)(hash >> (8 * i));
}

static void test_damaged_files(void **state) {
    carom_world *world = saved_world(true, 20), *other = NULL;
    carom_world_assets assets = known_assets();
    counting memory = {0};
    carom_world_def def = {.allocator = counting_allocator(&memory)};
    size_t size;
    uint8_t *file = save(world, &size);
    (void)state;
    for (size_t i = 0; i < size; i++) { /* in a block of its own size: no byte beyond is read */
        uint8_t *cut = malloc(i + 1);
        memcpy(cut, file, i);
        assert_int_equal(carom_world_load(&other, &def, &assets, cut, i), CAROM_ERROR_ARGUMENT);
        free(cut);
    }
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            file[i] ^= (uint8_t)(1 << bit);
            assert_int_equal(carom_world_load(&other, &def, &assets, file, size),
                             CAROM_ERROR_ARGUMENT);
            file[i] ^= (uint8_t)(1 << bit);
        }
    }
    assert_int_equal(memory.calls, 0);
    assert_null(other);
    free(file);
    carom_world_destroy(world);
}

/* With a right checksum: refused or sound, but nothing is leaked and nothing crashes. */
static void test_forged_files(void **state) {
    carom_world *world = saved_world(true, 20), *other = NULL;
    carom_world_assets assets = known_assets();
    counting memory = {0};
    carom_world_def def = {.allocator = counting_allocator(&memory)};
    size_t size, loaded = 0, refused = 0;
    uint8_t *file = save(world, &size), *work = malloc(size);
    (void)state;
    const uint8_t values[4] = {0, 1, 0x7f, 0xff};
    for (size_t i = 0; i < size; i++)
        for (int v = 0; v < 4; v++) {
            memcpy(work, file, size);
            work[i] = values[v];
            forge(work, size);
            other = NULL;
            carom_status status = carom_world_load(&other, &def, &assets, work, size);
            loaded += status == CAROM_OK;
            refused += status != CAROM_OK;
            assert_int_equal(other != NULL, status == CAROM_OK);
            if (other && i % 8 == 0) carom_world_step(other, (carom_real)0.05);
            carom_world_destroy(other);
            assert_int_equal(memory.live, 0);
        }
    assert_true(loaded > 100 && refused > 100);
    free(file);
    free(work);
    carom_world_destroy(world);
}

static void test_loading_without_memory(void **state) {
    carom_world *world = saved_world(true, 45), *other = NULL;
    carom_world_assets assets = known_assets();
    counting memory = {0};
    size_t size, unseen = 0;
    uint8_t *file = save(world, &size);
    (void)state;
    carom_world_def def = {.allocator = counting_allocator(&memory), .threads = 1};
    assert_int_equal(carom_world_load(&other, &def, &assets, file, size), CAROM_OK);
    carom_world_destroy(other);
    assert_int_equal(memory.live, 0);
    size_t calls = memory.calls;
    for (size_t n = 1; n <= calls; n++) {
        memory = (counting){.fail_at = n};
        other = NULL;
        carom_status status = carom_world_load(&other, &def, &assets, file, size);
        assert_true(status == CAROM_ERROR_MEMORY || status == CAROM_OK);
        assert_int_equal(other != NULL, status == CAROM_OK);
        unseen += status == CAROM_OK;
        carom_world_destroy(other);
        assert_int_equal(memory.live, 0);
    }
    assert_true(unseen * 8 < calls);
    free(file);
    carom_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on_the_same), cmocka_unit_test(test_empty_world),
        cmocka_unit_test(test_missing_assets),   cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_forged_files),     cmocka_unit_test(test_loading_without_memory),
    };
    return cmocka_run_group_tests(tests, make_assets, drop_assets);
}
