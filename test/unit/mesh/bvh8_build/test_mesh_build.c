/* Large trees, built by any number of threads in whatever order the parts run, have the same bits,
 * and are sound; memory that runs out at any step leaves nothing behind, and only the caller's
 * thread asks for any. */
#include <pthread.h>

#include "carom/mesh.h"
#include "core/radix.h"

#include "common/test_aligned.h"
#include "common/test_flat_common.h"
#include "common/test_order_common.h"

#define MOST 60000    /* more than are opened by one thread alone */
#define LARGER 100000 /* whose subtrees are still long enough to be cut in pieces */

static all_orders orders;
static carom_vec3 vertices[3 * LARGER];
static uint32_t indices[3 * LARGER];

/* 0 small triangles in a box, 1 a height field, 2 all the same, 3 along a line, each twice as far
 * as the one before, in groups, 4 long and thin. */
#define STYLES 5

static carom_mesh_def make_many(int style, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            carom_vec3 *v = &vertices[3 * i + k], at = random_vec(1);
            *v = k == 0 ? at : step(vertices[3 * i], at, style == 4 && k == 2 ? 1 : 0.01);
            if (style == 1) {
                uint32_t cell = i / 2, corner = i % 2 ? 3 - k : k;
                *v = v3(cell % 150 + (corner & 1), cell / 150 + (corner >> 1), cell * cell % 7);
            }
            if (style == 2) *v = v3(k == 1, k == 2, 0.5);
            if (style == 3) v->x = (carom_real)ldexp(1, (int)(i % 90)) + at.x;
            indices[3 * i + k] = 3 * i + k;
        }
    return (carom_mesh_def){.vertices = vertices,
                            .indices = indices,
                            .vertex_count = 3 * (size_t)count,
                            .triangle_count = count};
}

typedef struct saved_bytes {
    void *data;
    size_t size;
} saved_bytes;

static saved_bytes saved_build(const carom_mesh_def *def) {
    carom_mesh *mesh = NULL;
    saved_bytes out = {NULL, 0};
    assert_int_equal(carom_mesh_create(&mesh, def), CAROM_OK);
    assert_int_equal(carom_mesh_save(mesh, NULL, &out.size), CAROM_OK);
    out.data = aligned_block(out.size);
    assert_non_null(out.data);
    assert_int_equal(carom_mesh_save(mesh, out.data, &out.size), CAROM_OK);
    carom_mesh_destroy(mesh);
    return out;
}

/* Loading looks at every node and leaf. */
static void check_sound(const saved_bytes *bytes, uint32_t count) {
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_map(&mesh, bytes->data, bytes->size, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_triangle_count(mesh), count);
    for (uint32_t i = 0; i < count; i += 977)
        for (int k = 0; k < 3; k++)
            assert_same(carom_mesh_triangle(mesh, i).v[k], vertices[3 * i + (uint32_t)k]);
    carom_mesh_destroy(mesh);
}

static void same_bits_for_all_threads(void **state) {
    (void)state;
    static const uint32_t counts[STYLES] = {MOST, 40000, MOST, 50000, 30000};
    volume_seed = 77;
    for (int style = 0; style < STYLES; style++)
        for (int build = CAROM_MESH_BUILD_BEST; build <= CAROM_MESH_BUILD_FAST; build++) {
            carom_mesh_def def = make_many(style, counts[style]);
            def.build = (carom_mesh_build)build;
            const saved_bytes alone = saved_build(&def);
            check_sound(&alone, counts[style]);
            for (int o = 0; o < ORDERS - 1; o++) {
                def.tasks = orders.hook[o];
                const saved_bytes bytes = saved_build(&def);
                assert_int_equal(bytes.size, alone.size);
                assert_memory_equal(bytes.data, alone.data, alone.size);
                aligned_free(bytes.data);
            }
            aligned_free(alone.data);
        }
}

/* Threads that run as they like, again and again. */
static void same_bits_side_by_side(void **state) {
    (void)state;
    carom_task_pool *pool = NULL;
    const carom_task_pool_def pool_def = {.threads = 3};
    assert_int_equal(carom_task_pool_create(&pool, &pool_def), CAROM_OK);
    volume_seed = 78;
    for (int build = CAROM_MESH_BUILD_BEST; build <= CAROM_MESH_BUILD_FAST; build++) {
        carom_mesh_def def = make_many(0, LARGER);
        def.build = (carom_mesh_build)build;
        const saved_bytes alone = saved_build(&def);
        def.tasks = carom_task_pool_hook(pool);
        for (int i = 0; i < 12; i++) {
            const saved_bytes bytes = saved_build(&def);
            assert_int_equal(bytes.size, alone.size);
            assert_memory_equal(bytes.data, alone.data, alone.size);
            aligned_free(bytes.data);
        }
        aligned_free(alone.data);
    }
    carom_task_pool_destroy(pool);
}

/* Few keys, so that many are equal and tell whether the sort is stable. */
static void sorted_alike_on_any_threads(void **state) {
    (void)state;
    static radix_item items[3][3 * MOST];
    static const uint32_t counts[] = {0, 1, 40, 5000, 40000, 3 * MOST};
    volume_seed = 78;
    for (int c = 0; c < COUNT(counts); c++)
        for (int bits = 4; bits <= 32; bits += 7)
            for (int o = 0; o < ORDERS; o++) {
                size_t size = counts[c] * sizeof(radix_item);
                for (uint32_t i = 0; i < counts[c]; i++)
                    items[0][i] = (radix_item){(uint32_t)(random01() * ldexp(1, bits)), i};
                memcpy(items[1], items[0], size);
                carom_radix_sort(items[0], items[2], counts[c]);
                const radix_item *sorted =
                    carom_radix_sort_on(&orders.hook[o], items[1], items[2], counts[c]);
                assert_memory_equal(sorted, items[0], size);
                for (uint32_t i = 1; i < counts[c]; i++) {
                    radix_item a = sorted[i - 1], b = sorted[i];
                    assert_true(a.key < b.key || (a.key == b.key && a.value < b.value));
                }
            }
}

/* ---- memory */

typedef struct own_memory {
    pthread_t owner;
    int calls, fail_at, live;
} own_memory;

static void *own_alloc(size_t size, void *user) {
    own_memory *m = user;
    assert_true(pthread_equal(m->owner, pthread_self()));
    if (m->calls++ == m->fail_at) return NULL;
    m->live++;
    return aligned_block(size);
}
static void own_free(void *memory, void *user) {
    own_memory *m = user;
    assert_true(pthread_equal(m->owner, pthread_self()));
    m->live--;
    aligned_free(memory);
}

static void memory_runs_out_at_any_step(void **state) {
    (void)state;
    carom_mesh_def def = make_many(0, 20000);
    def.tasks = orders.hook[1];
    for (int build = CAROM_MESH_BUILD_BEST; build <= CAROM_MESH_BUILD_FAST; build++) {
        carom_status status = CAROM_ERROR_MEMORY;
        int n = 0;
        for (; status != CAROM_OK; n++) {
            own_memory memory = {pthread_self(), 0, n, 0};
            carom_mesh *untouched = (carom_mesh *)(void *)&memory, *mesh = untouched;
            def.build = (carom_mesh_build)build;
            def.allocator = (carom_allocator){own_alloc, own_free, &memory};
            status = carom_mesh_create(&mesh, &def);
            if (status == CAROM_OK)
                carom_mesh_destroy(mesh);
            else
                assert_true(status == CAROM_ERROR_MEMORY && mesh == untouched);
            assert_int_equal(memory.live, 0);
        }
        assert_true(n > 6);
    }
}

static void half_a_hook_is_refused(void **state) {
    (void)state;
    carom_mesh *mesh = NULL;
    carom_mesh_def def = make_many(0, 10);
    def.tasks.begin = orders.hook[1].begin;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_ERROR_ARGUMENT);
    def.tasks = (carom_task_hook){.finish = orders.hook[1].finish};
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_ERROR_ARGUMENT);
    assert_null(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_for_all_threads),
        cmocka_unit_test(same_bits_side_by_side),
        cmocka_unit_test(sorted_alike_on_any_threads),
        cmocka_unit_test(memory_runs_out_at_any_step),
        cmocka_unit_test(half_a_hook_is_refused),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
