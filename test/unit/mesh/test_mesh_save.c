/* Saved meshes come back as they were, copied and mapped; whatever is cut, changed or made up is
 * refused and never read beyond its end. Refitted meshes answer as new ones; what a tree costs
 * tells how it has suffered. */
#include "mesh/data/mesh_data.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "common/test_aligned.h"
#include "common/test_counting.h"
#include "common/test_mesh_soup_common.h"

/* At the end of a block of its own, so that reading beyond it shows; aligned to 64. */
typedef struct copy_of_bytes {
    uint8_t *data;
    size_t size;
} copy_of_bytes;

static copy_of_bytes copy_bytes(const uint8_t *from, size_t size) {
    copy_of_bytes out = {aligned_block(size), size};
    assert_non_null(out.data);
    memcpy(out.data, from, size);
    return out;
}

static copy_of_bytes save(const carom_mesh *mesh) {
    size_t size = 0;
    assert_int_equal(carom_mesh_save(mesh, NULL, &size), CAROM_OK);
    copy_of_bytes out = {aligned_block(size), size};
    assert_non_null(out.data);
    assert_int_equal(carom_mesh_save(mesh, out.data, &size), CAROM_OK);
    assert_int_equal(size, out.size);
    return out;
}

static void check_same_mesh(const carom_mesh *a, const carom_mesh *b) {
    size_t count = carom_mesh_triangle_count(a);
    assert_int_equal(carom_mesh_triangle_count(b), count);
    assert_same(carom_mesh_bounds(a).min, carom_mesh_bounds(b).min);
    assert_same(carom_mesh_bounds(a).max, carom_mesh_bounds(b).max);
    assert_true(carom_mesh_cost_ratio(a) == carom_mesh_cost_ratio(b));
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            assert_same(carom_mesh_triangle(a, i).v[k], carom_mesh_triangle(b, i).v[k]);
    for (int i = 0; i < 50; i++) {
        carom_vec3 from = random_vec(3), to = random_vec(3);
        SCALE(from, unit);
        SCALE(to, unit);
        carom_ray ray = {from, v3(to.x - from.x, to.y - from.y, to.z - from.z), 0, 10};
        carom_mesh_ray_hit h = carom_raycast_ray_mesh(&ray, a, CAROM_BOTH_SIDES);
        carom_mesh_ray_hit g = carom_raycast_ray_mesh(&ray, b, CAROM_BOTH_SIDES);
        assert_true(h.hit == g.hit && h.triangle == g.triangle && h.at.t == g.at.t);
        carom_mesh_closest c = carom_closest_point_mesh(from, a);
        carom_mesh_closest d = carom_closest_point_mesh(from, b);
        assert_true(c.triangle == d.triangle && c.at.distance == d.at.distance);
    }
}

static void check_round_trip_of(const carom_mesh *mesh, const carom_mesh_def *def) {
    copy_of_bytes bytes = save(mesh);
    carom_mesh *mapped, *loaded;
    assert_int_equal(carom_mesh_map(&mapped, bytes.data, bytes.size, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_load(&loaded, bytes.data, bytes.size, NULL), CAROM_OK);
    check_same_mesh(mesh, mapped);
    copy_of_bytes again = save(mapped);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    assert_int_equal(carom_mesh_refit(mapped, def), CAROM_ERROR_ARGUMENT);
    carom_mesh_destroy(mapped);
    memset(bytes.data, 0, bytes.size); /* the copy does without */
    check_same_mesh(mesh, loaded);
    assert_int_equal(carom_mesh_refit(loaded, def), CAROM_OK);
    check_same_mesh(mesh, loaded);
    carom_mesh_destroy(loaded);
    aligned_free(bytes.data);
    aligned_free(again.data);
}

static void check_round_trip(const soup *s, int style) {
    carom_mesh_def def = s->def;
    carom_mesh *compact;
    (void)style;
    check_round_trip_of(s->mesh, &def);
    def.compact = true;
    assert_int_equal(carom_mesh_create(&compact, &def), CAROM_OK);
    check_round_trip_of(compact, &def);
    carom_mesh_destroy(compact);
}

static void test_round_trips(void **state) {
    (void)state;
    for_each_style(check_round_trip);
    unit = 1;
}

static soup small;

static carom_mesh *small_mesh(bool compact) {
    soup *s = &small;
    volume_seed = 77;
    make_soup(s, 5); /* one triangle; then some more */
    carom_mesh_destroy(s->mesh);
    for (int i = 0; i < 3 * 20; i++) {
        s->vertices[i] = random_vec(1);
        s->indices[i] = (uint32_t)(compact ? i * 7 % 20 : i);
    }
    s->def.vertex_count = 60;
    s->def.triangle_count = 20;
    s->def.compact = compact;
    assert_int_equal(carom_mesh_create(&s->mesh, &s->def), CAROM_OK);
    return s->mesh;
}

static carom_status try_to_read(const uint8_t *data, size_t size) {
    carom_mesh *none = (carom_mesh *)(void *)&none, *mesh = none, *mapped = none;
    carom_status status = carom_mesh_load(&mesh, data, size, NULL);
    assert_int_equal(carom_mesh_map(&mapped, data, size, NULL), status);
    if (status != CAROM_OK) {
        assert_ptr_equal(mesh, none);
        assert_ptr_equal(mapped, none);
        return status;
    }
    carom_mesh_destroy(mesh);
    carom_mesh_destroy(mapped);
    return status;
}

static void check_cut_short(bool compact) {
    carom_mesh *mesh = small_mesh(compact);
    copy_of_bytes whole = save(mesh);
    for (size_t size = 0; size < whole.size; size++) {
        copy_of_bytes cut = {malloc(size + 64), size};
        uint8_t *at = cut.data + (64 - (uintptr_t)cut.data % 64) % 64;
        memcpy(at, whole.data, size);
        assert_int_equal(try_to_read(at, size), CAROM_ERROR_ARGUMENT);
        aligned_free(cut.data);
    }
    assert_int_equal(try_to_read(whole.data, whole.size), CAROM_OK);
    assert_int_equal(try_to_read(whole.data, whole.size + 64), CAROM_ERROR_ARGUMENT);
    size_t room = whole.size - 1;
    assert_int_equal(carom_mesh_save(mesh, whole.data, &room), CAROM_ERROR_LIMIT);
    assert_int_equal(room, whole.size);
    aligned_free(whole.data);
    carom_mesh_destroy(mesh);
}

static void test_cut_short(void **state) {
    (void)state;
    check_cut_short(false);
    check_cut_short(true);
}

/* As carom_mesh_save sums them. */
static void sum_again(copy_of_bytes bytes) {
    uint64_t sum = 0x9e3779b97f4a7c15u, word;
    memset(bytes.data + 16, 0, 8);
    for (size_t i = 0; i < bytes.size; i += 8) {
        memcpy(&word, bytes.data + i, 8);
        sum = (sum ^ word) * 0xbf58476d1ce4e5b9u;
        sum ^= sum >> 31;
    }
    memcpy(bytes.data + 16, &sum, 8);
}

/* Asks a mesh that was accepted; the answers do not matter, that they come does. */
static void ask_all(carom_mesh *mesh) {
    for (int i = 0; i < 4; i++) {
        if (i == 2) (void)carom_mesh_refit(mesh, &small.def);
        carom_ray ray = {random_vec(2), random_vec(1), 0, 10};
        (void)carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
        (void)carom_closest_point_mesh(ray.origin, mesh);
    }
}

/* Every bit of a small one; then, the checksum made good, every byte changed in three ways. */
static void check_changed(bool compact) {
    carom_mesh *mesh = small_mesh(compact);
    copy_of_bytes whole = save(mesh);
    for (size_t i = 0; i < 8 * whole.size; i++) {
        whole.data[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_int_equal(try_to_read(whole.data, whole.size), CAROM_ERROR_ARGUMENT);
        whole.data[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    size_t refused = 0;
    for (size_t i = 0; i < whole.size; i++)
        for (int way = 0; way < 3; way++) {
            copy_of_bytes changed = copy_bytes(whole.data, whole.size);
            changed.data[i] ^= (uint8_t)(way == 0 ? 1 : way == 1 ? 0x80 : 0xff);
            sum_again(changed);
            carom_mesh *found;
            if (carom_mesh_load(&found, changed.data, changed.size, NULL) == CAROM_OK) {
                ask_all(found);
                carom_mesh_destroy(found);
            } else {
                refused++;
            }
            aligned_free(changed.data);
        }
    assert_true(refused > whole.size / 2); /* corners may move within their boxes */
    aligned_free(whole.data);
    carom_mesh_destroy(mesh);
}

/* A node more, in a place that was not filled, of which none is filled: whoever looks for the
 * nearest there would be led nowhere. Its box is one, so that nothing else is wrong with it. */
static void test_node_of_nothing(void **state) {
    (void)state;
    static _Alignas(64) bvh8_node nodes[32];
    carom_mesh_destroy(small_mesh(false));
    small.def.triangle_count = 3;
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &small.def), CAROM_OK);
    bvh8_tree *tree = &mesh->bvh8, whole = *tree;
    assert_true(tree->node_count > 0 && tree->node_count < 20);
    memcpy(nodes, tree->nodes, tree->node_count * sizeof *nodes);
    tree->nodes = nodes;
    bvh8_node *more = &nodes[tree->node_count];
    uint32_t place = 0;
    while (place < BVH8_WIDTH * tree->node_count &&
           nodes[place / BVH8_WIDTH].child[place % BVH8_WIDTH] != BVH8_NONE)
        place++;
    assert_true(place < BVH8_WIDTH * tree->node_count);
    bvh8_node *above = &nodes[place / BVH8_WIDTH];
    const uint32_t free_place = place % BVH8_WIDTH, other = free_place > 0 ? 0 : 1;
    for (int i = 0; i < BVH8_WIDTH; i++) {
        more->child[i] = BVH8_NONE;
        for (int k = 0; k < 3; k++)
            more->low[k][i] = FLT_MAX, more->high[k][i] = -FLT_MAX;
    }
    above->child[free_place] = tree->node_count++;
    for (int k = 0; k < 3; k++) {
        above->low[k][free_place] = above->low[k][other];
        above->high[k][free_place] = above->high[k][other];
    }
    copy_of_bytes bytes = save(mesh);
    assert_int_equal(try_to_read(bytes.data, bytes.size), CAROM_ERROR_ARGUMENT);
    aligned_free(bytes.data);
    *tree = whole;
    bytes = save(mesh);
    assert_int_equal(try_to_read(bytes.data, bytes.size), CAROM_OK);
    aligned_free(bytes.data);
    carom_mesh_destroy(mesh);
}

static void test_changed(void **state) {
    (void)state;
    check_changed(false);
    check_changed(true);
}

typedef carom_status reading(carom_mesh **mesh, const void *data, size_t size,
                             const carom_allocator *allocator);

/* The n-th allocation fails, for every n there is: nothing leaks, the out argument is untouched,
 * and the bytes are as they were. @return how many there are */
static size_t read_without_memory(reading *read, const copy_of_bytes *bytes) {
    copy_of_bytes before = copy_bytes(bytes->data, bytes->size);
    carom_status status = CAROM_ERROR_MEMORY;
    size_t n = 0;
    while (status != CAROM_OK) {
        counting c = {.fail_at = ++n};
        const carom_allocator allocator = counting_allocator(&c);
        carom_mesh *untouched = (carom_mesh *)(void *)&c, *mesh = untouched;
        status = read(&mesh, bytes->data, bytes->size, &allocator);
        if (status == CAROM_OK) {
            assert_int_equal(c.calls + 1, n); /* none failed */
            carom_mesh_destroy(mesh);
        } else {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_ptr_equal(mesh, untouched);
        }
        assert_int_equal(c.live, 0);
    }
    assert_memory_equal(before.data, bytes->data, bytes->size);
    aligned_free(before.data);
    return n - 1;
}

static void test_out_of_memory(void **state) {
    (void)state;
    for (int compact = 0; compact < 2; compact++) {
        carom_mesh *mesh = small_mesh(compact != 0);
        copy_of_bytes bytes = save(mesh);
        assert_true(read_without_memory(carom_mesh_load, &bytes) >= 5);
        assert_true(read_without_memory(carom_mesh_map, &bytes) >= 2);
        aligned_free(bytes.data);
        carom_mesh_destroy(mesh);
    }
}

static void test_bad_arguments(void **state) {
    (void)state;
    carom_mesh *mesh = small_mesh(false), *out = NULL;
    copy_of_bytes bytes = save(mesh);
    size_t size = 0;
    const carom_allocator half = {.alloc = NULL, .free = (void (*)(void *, void *))(void *)free};
    assert_int_equal(carom_mesh_save(NULL, NULL, &size), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_save(mesh, NULL, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_load(NULL, bytes.data, bytes.size, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_load(&out, NULL, bytes.size, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_load(&out, bytes.data, bytes.size, &half), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_load(&out, bytes.data + 1, bytes.size - 1, NULL),
                     CAROM_ERROR_ARGUMENT);
    aligned_free(bytes.data);
    carom_mesh_destroy(mesh);
    const carom_mesh_def nothing = {0};
    assert_int_equal(carom_mesh_create(&mesh, &nothing), CAROM_OK);
    bytes = save(mesh);
    assert_int_equal(try_to_read(bytes.data, bytes.size), CAROM_OK);
    assert_int_equal(carom_mesh_refit(mesh, &nothing), CAROM_OK);
    assert_true(carom_mesh_cost_ratio(mesh) == 1);
    aligned_free(bytes.data);
    carom_mesh_destroy(mesh);
}

/* ---- refitting */

static void check_refit_of(const soup *s, carom_mesh *mesh, bool compact) {
    static carom_vec3 moved[3 * LARGEST];
    carom_mesh_def def = s->def;
    carom_real before = carom_mesh_cost_ratio(mesh);
    assert_true(before == 1);
    for (int i = 0; i < 4; i++) { /* the last time back to where they were */
        for (size_t k = 0; k < def.vertex_count; k++) {
            moved[k] = random_vec(2);
            SCALE(moved[k], unit * ldexp(1, 2 * i));
        }
        def.vertices = i < 3 ? moved : s->vertices;
        assert_int_equal(carom_mesh_refit(mesh, &def), CAROM_OK);
        assert_true(carom_bvh8_boxes_hold(&mesh->bvh8));
        carom_mesh *fresh;
        assert_int_equal(carom_mesh_create(&fresh, &def), CAROM_OK);
        mesh->cost = mesh->built_cost; /* the trees differ */
        check_same_mesh(mesh, fresh);
        carom_mesh_destroy(fresh);
    }
    def.compact = compact; /* makes no difference */
    assert_int_equal(carom_mesh_refit(mesh, &def), CAROM_OK);
    assert_true(carom_mesh_cost_ratio(mesh) == 1);
}

static void check_refit(const soup *s, int style) {
    carom_mesh_def def = s->def;
    carom_mesh *compact;
    (void)style;
    check_refit_of(s, s->mesh, false);
    def.compact = true;
    assert_int_equal(carom_mesh_create(&compact, &def), CAROM_OK);
    check_refit_of(s, compact, true);
    carom_mesh_destroy(compact);
}

/* A compact mesh keeps which corners share a vertex: no other way is taken. */
static void test_refit_with_other_indices(void **state) {
    (void)state;
    carom_mesh *mesh = small_mesh(true);
    carom_mesh_def def = small.def;
    carom_triangle before = carom_mesh_triangle(mesh, 3);
    small.vertices[small.indices[9]] = v3(0, 0, 9);
    for (size_t i = 0; i < 3 * def.triangle_count; i++) {
        uint32_t kept = small.indices[i];
        small.indices[i] = 20 + kept % 3;
        assert_int_equal(carom_mesh_refit(mesh, &def), CAROM_ERROR_ARGUMENT);
        small.indices[i] = kept;
    }
    assert_same(carom_mesh_triangle(mesh, 3).v[0], before.v[0]);
    assert_int_equal(carom_mesh_refit(mesh, &def), CAROM_OK);
    assert_same(carom_mesh_triangle(mesh, 3).v[0], v3(0, 0, 9));
    carom_mesh_destroy(mesh);
}

static void test_refit(void **state) {
    (void)state;
    for_each_style(check_refit);
    unit = 1;
}

/* Triangles that change places make a bad tree; a refit that fails changes nothing. */
static void test_quality(void **state) {
    (void)state;
    static soup s;
    make_soup(&s, 0);
    carom_mesh_def def = s.def;
    static carom_vec3 moved[3 * LARGEST];
    for (size_t i = 0; i < def.vertex_count; i++)
        moved[i] = s.vertices[(i * 101 * 3 + i) % def.vertex_count];
    def.vertices = moved;
    assert_int_equal(carom_mesh_refit(s.mesh, &def), CAROM_OK);
    carom_real bad = carom_mesh_cost_ratio(s.mesh);
    assert_true(bad > 1.5);
    moved[7].y = (carom_real)NAN;
    assert_int_equal(carom_mesh_refit(s.mesh, &def), CAROM_ERROR_NOT_FINITE);
    moved[7].y = 0;
    def.triangle_count--;
    assert_int_equal(carom_mesh_refit(s.mesh, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_refit(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_refit(s.mesh, NULL), CAROM_ERROR_ARGUMENT);
    assert_true(carom_mesh_cost_ratio(s.mesh) == bad);
    def = s.def;
    for (int i = 0; i < 3; i++) { /* stretched evenly the tree is as good as it was */
        for (size_t k = 0; k < def.vertex_count; k++)
            SCALE(s.vertices[k], 2);
        assert_int_equal(carom_mesh_refit(s.mesh, &def), CAROM_OK);
        assert_true(carom_mesh_cost_ratio(s.mesh) == 1);
    }
    carom_mesh_destroy(s.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),   cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_changed),       cmocka_unit_test(test_node_of_nothing),
        cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_refit),         cmocka_unit_test(test_refit_with_other_indices),
        cmocka_unit_test(test_quality)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
