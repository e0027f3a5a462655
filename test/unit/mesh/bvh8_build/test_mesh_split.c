/* Meshes with a second tree for rays, in which triangles stand part by part: every point of a
 * triangle is in one of its parts' boxes, and rays are answered as without it, bit for bit. */
#include "carom/mesh.h"

#include "mesh/data/mesh_data.h"
#include "mesh/bvh8_build/bvh8_cost.h"
#include "common/test_aligned.h"
#include "common/test_flat_common.h"
#include "common/test_order_common.h"

#define MOST 20000

static all_orders orders;
static carom_vec3 vertices[3 * MOST];
static uint32_t indices[3 * MOST];

/* Long and slanting triangles among small ones; `flat` ones lie along the axes. */
static carom_mesh_def make_long(uint32_t count, double size, bool flat) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            carom_vec3 *v = &vertices[3 * i + k];
            *v = k == 0 ? random_vec(1) : step(vertices[3 * i], random_vec(1), 0.02);
            if (i % 10 == 0 && k == 2) *v = random_vec(1);
            if (flat && k > 0) v->x = vertices[3 * i].x;
            indices[3 * i + k] = 3 * i + k;
        }
    for (uint32_t i = 0; i < 3 * count; i++)
        SCALE(vertices[i], size);
    return (carom_mesh_def){.vertices = vertices,
                            .indices = indices,
                            .vertex_count = 3 * (size_t)count,
                            .triangle_count = count};
}

static carom_mesh *create_as(carom_mesh_def def, carom_mesh_build build) {
    carom_mesh *mesh = NULL;
    def.build = build;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* ---- parts */

static bool box_has(const bvh8_node *node, int slot, vec3 x) {
    for (int k = 0; k < 3; k++)
        if (axis3(x, k) < (double)node->low[k][slot] || axis3(x, k) > (double)node->high[k][slot])
            return false;
    return true;
}

/* Is the point in a leaf's box that has the triangle, in all boxes above, too? */
static bool parts_hold(const bvh8_tree *tree, uint32_t index, uint32_t id, vec3 x) {
    const bvh8_node *node = &tree->nodes[index];
    for (int slot = 0; slot < BVH8_WIDTH && node->child[slot] != BVH8_NONE; slot++) {
        uint32_t child = node->child[slot];
        if (!box_has(node, slot, x)) continue;
        if (!bvh8_is_leaf(child)) {
            if (parts_hold(tree, child, id, x)) return true;
            continue;
        }
        bvh8_leaf leaf = bvh8_leaf_of(child);
        for (uint32_t i = 0; i < leaf.count; i++)
            if (tree->order[leaf.first + i] == id) return true;
    }
    return false;
}

static void check_parts_hold(const carom_mesh *mesh, uint32_t count, int samples) {
    const bvh8_tree *tree = &mesh->split_bvh8;
    for (uint32_t id = 0; id < count; id++) {
        carom_triangle t = carom_mesh_triangle(mesh, id);
        for (int k = 0; k < samples; k++) {
            double a = random_in(0, 1), b = random_in(0, 1);
            if (a + b > 1) a = 1 - a, b = 1 - b;
            if (k < 6) a = k % 3 == 0, b = k % 3 == 1;
            if (k >= 6 && k < 12) b = k % 2 ? 0 : 1 - a;
            vec3 x = add3(scale3(load3(t.v[0]), a), scale3(load3(t.v[1]), b));
            x = bvh8_local(&tree->frame, add3(x, scale3(load3(t.v[2]), 1 - a - b)));
            assert_true(parts_hold(tree, 0, id, x));
        }
    }
}

static void parts_hold_their_triangles(void **state) {
    (void)state;
    volume_seed = 31;
    for (int exponent = -30; exponent <= 30; exponent += 15) {
        carom_mesh_def def = make_long(3000, ldexp(1, exponent), false);
        carom_mesh *mesh = create_as(def, CAROM_MESH_BUILD_SPLIT);
        const bvh8_tree *tree = &mesh->split_bvh8;
        assert_true(tree->count > 3100 && tree->count <= 3900);
        check_parts_hold(mesh, 3000, 40);
        carom_mesh_destroy(mesh);
    }
}

/* ---- rays */

#define RAYS 4000

/* @return how often anything was hit */
static size_t compare_rays(const carom_mesh *whole, const carom_mesh *split, double size) {
    static carom_ray rays[RAYS];
    static carom_mesh_ray_hit hits[RAYS];
    size_t found = 0;
    for (int i = 0; i < RAYS; i++) {
        carom_vec3 from = random_vec(2), to = random_vec(1);
        SCALE(from, size);
        SCALE(to, size);
        /* through corners and along edges */
        if (i % 5 == 1) to = vertices[(i * 37) % 3000];
        if (i % 7 == 2) from = vertices[(i * 13) % 3000];
        rays[i] = (carom_ray){from, step(to, from, -1), 0, (carom_real)HUGE_VAL};
        if (i % 11 == 3) (&rays[i].direction.x)[i % 3] = 0;
    }
    for (int facing = 0; facing < 3; facing++) {
        const carom_mesh_rays all = {rays, RAYS, (carom_facing)facing};
        carom_raycast_rays_mesh(&all, split, hits, facing == 1 ? &orders.hook[2] : NULL);
        for (int i = 0; i < RAYS; i++) {
            const carom_mesh_ray_hit a =
                carom_raycast_ray_mesh(&rays[i], whole, (carom_facing)facing);
            const carom_mesh_ray_hit b =
                carom_raycast_ray_mesh(&rays[i], split, (carom_facing)facing);
            assert_same_hit(&a, &b);
            assert_same_hit(&a, &hits[i]);
            found += a.hit;
        }
    }
    for (int i = 0; i < RAYS; i += 7) {
        carom_mesh_ray_hit a[8], b[8];
        size_t count = carom_raycast_ray_mesh_all(&rays[i], whole, CAROM_BOTH_SIDES, a, 8);
        assert_int_equal(carom_raycast_ray_mesh_all(&rays[i], split, CAROM_BOTH_SIDES, b, 8),
                         count);
        for (size_t k = 0; k < count && k < 8; k++)
            assert_same_hit(&a[k], &b[k]);
        assert_int_equal(carom_overlap_ray_mesh(&rays[i], split), count > 0);
    }
    return found;
}

static void ask_both(const carom_mesh *whole, const carom_mesh *split, double size) {
    assert_true(compare_rays(whole, split, size) > RAYS / 2);
}

static void rays_are_answered_as_without(void **state) {
    (void)state;
    volume_seed = 32;
    for (int exponent = -40; exponent <= 40; exponent += 40) {
        carom_mesh_def def = make_long(6000, ldexp(1, exponent), false);
        carom_mesh *whole = create_as(def, CAROM_MESH_BUILD_WHOLE);
        carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
        assert_true(split->split_bvh8.node_count > 0 && whole->split_bvh8.node_count == 0);
        ask_both(whole, split, ldexp(1, exponent));
        carom_mesh_destroy(whole);
        carom_mesh_destroy(split);
    }
}

/* Eight at a time that go the same way, in the directions of all axes: they meet several parts of
 * one triangle. Some miss; what stood in the answers before is of no meaning. */
static void packets_are_answered_as_without(void **state) {
    (void)state;
    volume_seed = 35;
    carom_mesh_def def = make_long(3000, 1, false);
    carom_mesh *whole = create_as(def, CAROM_MESH_BUILD_WHOLE);
    carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
    static carom_ray rays[RAYS];
    static carom_mesh_ray_hit hits[RAYS];
    static bool any[RAYS];
    carom_vec3 from = {0}, to = {0};
    size_t found = 0;
    for (int i = 0; i < RAYS; i++) {
        if (i % 8 == 0) from = random_vec(3), to = random_vec(1.2);
        carom_vec3 at = step(to, random_vec(1), i % 16 < 8 ? 0.1 : 0.004);
        rays[i] = (carom_ray){from, step(at, from, -1), 0, (carom_real)HUGE_VAL};
    }
    for (int facing = 0; facing < 3; facing++) {
        const carom_mesh_rays all = {rays, RAYS, (carom_facing)facing};
        memset(hits, 0xff, sizeof hits);
        carom_raycast_rays_mesh(&all, split, hits, NULL);
        carom_overlap_rays_mesh(&all, split, any, NULL);
        for (int i = 0; i < RAYS; i++) {
            const carom_mesh_ray_hit one =
                carom_raycast_ray_mesh(&rays[i], whole, (carom_facing)facing);
            assert_same_hit(&one, &hits[i]);
            assert_int_equal(any[i], one.hit);
            found += one.hit;
        }
    }
    assert_true(found > RAYS / 2 && found < 3 * RAYS - RAYS / 8);
    carom_mesh_destroy(whole);
    carom_mesh_destroy(split);
}

/* ---- when there is one */

/* Boxes with less surface do not make a tree that costs less where most triangles are small. */
static void best_does_not_split_in_vain(void **state) {
    (void)state;
    int refused = 0;
    for (uint32_t each = 8; each <= 2000; each *= 3) {
        volume_seed = 36;
        carom_mesh_def def = make_long(6000, 1, false);
        for (uint32_t i = 0; i < 6000; i++)
            if (i % 10 == 0 && i / 10 % each != 0)
                vertices[3 * i + 2] = step(vertices[3 * i], random_vec(1), 0.02);
        carom_mesh *best = create_as(def, CAROM_MESH_BUILD_BEST);
        carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
        double ratio = carom_bvh8_cost(&split->split_bvh8, NULL) / split->cost;
        assert_int_equal(best->split_bvh8.node_count > 0, ratio <= 0.875);
        refused += best->split_bvh8.node_count == 0;
        carom_mesh_destroy(best);
        carom_mesh_destroy(split);
    }
    assert_in_range(refused, 1, 3);
}

static void best_splits_where_it_pays(void **state) {
    (void)state;
    volume_seed = 33;
    carom_mesh_def def = make_long(5000, 1, false);
    carom_mesh *mesh = create_as(def, CAROM_MESH_BUILD_BEST);
    assert_true(mesh->split_bvh8.node_count > 0);
    carom_mesh_destroy(mesh);
    mesh = create_as(def, CAROM_MESH_BUILD_FAST);
    assert_int_equal(mesh->split_bvh8.node_count, 0);
    carom_mesh_destroy(mesh);
    def = make_long(5000, 1, true); /* flat boxes */
    mesh = create_as(def, CAROM_MESH_BUILD_BEST);
    assert_int_equal(mesh->split_bvh8.node_count, 0);
    carom_mesh_destroy(mesh);
    mesh = create_as(def, CAROM_MESH_BUILD_SPLIT); /* asked for */
    assert_in_range(mesh->split_bvh8.count, 5000, 6500);
    carom_mesh_destroy(mesh);
    mesh = create_as((carom_mesh_def){0}, CAROM_MESH_BUILD_SPLIT);
    assert_int_equal(mesh->split_bvh8.node_count, 0);
    carom_mesh_destroy(mesh);
}

/* The same triangle again and again, without area, or one alone. */
static void odd_meshes(void **state) {
    (void)state;
    volume_seed = 34;
    for (int kind = 0; kind < 4; kind++) {
        carom_mesh_def def = make_long(kind == 3 ? 1 : 600, 1, false);
        for (uint32_t i = 0; kind < 3 && i < 1800; i++) {
            if (kind == 0) vertices[i] = v3(i % 3 == 1, i % 3 == 2, i % 3);
            if (kind == 1) vertices[i] = v3(0.3, 0.1, -7);
            if (kind == 2) vertices[i] = v3(i % 3, i % 3, i % 3);
        }
        carom_mesh *whole = create_as(def, CAROM_MESH_BUILD_WHOLE);
        carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
        for (int i = 0; i < 300; i++) {
            carom_vec3 from = random_vec(3), to = vertices[i % 3];
            if (i % 2) to = step(vertices[0], step(vertices[1], vertices[2], 1), 0.3);
            carom_ray ray = {from, step(to, from, -1), 0, CAROM_REAL_MAX};
            carom_mesh_ray_hit a = carom_raycast_ray_mesh(&ray, whole, CAROM_BOTH_SIDES);
            carom_mesh_ray_hit b = carom_raycast_ray_mesh(&ray, split, CAROM_BOTH_SIDES);
            assert_same_hit(&a, &b);
        }
        carom_mesh_destroy(whole);
        carom_mesh_destroy(split);
    }
}

/* ---- saved */

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static saved save_mesh(const carom_mesh *mesh) {
    saved out = {NULL, 0};
    assert_int_equal(carom_mesh_save(mesh, NULL, &out.size), CAROM_OK);
    out.bytes = aligned_block(out.size);
    assert_non_null(out.bytes);
    assert_int_equal(carom_mesh_save(mesh, out.bytes, &out.size), CAROM_OK);
    return out;
}

/* As carom_mesh_save sums them. */
static void sum_again(saved s) {
    uint64_t sum = 0x9e3779b97f4a7c15u, word;
    memset(s.bytes + 16, 0, 8);
    for (size_t i = 0; i < s.size; i += 8) {
        memcpy(&word, s.bytes + i, 8);
        sum = (sum ^ word) * 0xbf58476d1ce4e5b9u;
        sum ^= sum >> 31;
    }
    memcpy(s.bytes + 16, &sum, 8);
}

static void check_same_parts(const carom_mesh *a, const carom_mesh *b, double size) {
    const bvh8_tree *p = &a->split_bvh8, *q = &b->split_bvh8;
    assert_true(p->node_count > 0 && p->node_count == q->node_count && p->count == q->count);
    assert_memory_equal(p->nodes, q->nodes, p->node_count * sizeof *p->nodes);
    assert_memory_equal(p->order, q->order, p->count * sizeof *p->order);
    assert_memory_equal(p->slots, q->slots, p->count);
    ask_both(a, b, size);
}

/* Flat, large and tiny meshes come back with both trees, mapped and copied, and are saved as the
 * same bytes again. */
static void saved_with_both_trees(void **state) {
    (void)state;
    for (int round = 0; round < 6; round++) {
        static const double sizes[3] = {1, 1e12, 1e-12};
        volume_seed = 350 + (uint64_t)round;
        carom_mesh_def def = make_long(2000, sizes[round % 3], round >= 3);
        carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT), *loaded = NULL, *mapped = NULL;
        saved s = save_mesh(split);
        assert_int_equal(carom_mesh_load(&loaded, s.bytes, s.size, NULL), CAROM_OK);
        assert_int_equal(carom_mesh_map(&mapped, s.bytes, s.size, NULL), CAROM_OK);
        check_same_parts(split, mapped, sizes[round % 3]);
        saved again = save_mesh(mapped);
        assert_int_equal(again.size, s.size);
        assert_memory_equal(again.bytes, s.bytes, s.size);
        carom_mesh_destroy(mapped);
        memset(s.bytes, 0, s.size); /* the copy does without */
        check_same_parts(split, loaded, sizes[round % 3]);
        assert_int_equal(carom_mesh_bytes(loaded), carom_mesh_bytes(split));
        assert_int_equal(carom_mesh_refit(loaded, &def), CAROM_OK);
        carom_mesh_destroy(loaded);
        carom_mesh_destroy(split);
        aligned_free(s.bytes);
        aligned_free(again.bytes);
    }
}

/* ---- refitted */

/* Bent, stretched, turned, thrown about a little, and made flat. */
static carom_vec3 moved_about(carom_vec3 v, int how) {
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    if (how == 0) return v3(x, y + 0.2 * x * x, z);
    if (how == 1) return v3(3 * x, 0.5 * y + 0.3 * z, z - 2);
    if (how == 2) return v3(0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z);
    if (how == 3) return step(v, random_vec(1), 0.01);
    if (how == 4) return v3(x, y, 0);
    return v3(x, y, z + 0.1 * x * y);
}

#define WAYS 6

/* Parts move with their triangles and cover them: whichever way these move, one after another; the
 * same bits whoever works on it, and as the check of what is read wants it. */
static void refit_moves_both_trees(void **state) {
    (void)state;
    volume_seed = 35;
    for (int exponent = -20; exponent <= 20; exponent += 40) {
        double size = ldexp(1, exponent);
        carom_mesh_def def = make_long(1000, 1, false);
        static carom_vec3 base[3 * MOST];
        for (size_t i = 0; i < def.vertex_count; i++) {
            base[i] = vertices[i];
            SCALE(vertices[i], size);
        }
        carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
        carom_mesh *other = create_as(def, CAROM_MESH_BUILD_SPLIT);
        double before = carom_bvh8_cost(&split->split_bvh8, NULL);
        for (int how = 0; how < WAYS && split->split_bvh8.node_count > 0; how++) {
            for (size_t i = 0; i < def.vertex_count; i++) {
                vertices[i] = base[i] = moved_about(base[i], how);
                SCALE(vertices[i], size);
            }
            def.tasks = orders.hook[how % 3];
            assert_int_equal(carom_mesh_refit(split, &def), CAROM_OK);
            def.tasks = (carom_task_hook){0};
            assert_int_equal(carom_mesh_refit(other, &def), CAROM_OK);
            assert_true(split->cost == other->cost);
            assert_int_equal(split->split_bvh8.node_count, other->split_bvh8.node_count);
            if (how < 3) assert_true(split->split_bvh8.node_count > 0);
            if (split->split_bvh8.node_count == 0) break;
            check_parts_hold(split, 1000, 14);
            assert_memory_equal(split->split_bvh8.nodes, other->split_bvh8.nodes,
                                split->split_bvh8.node_count * sizeof *split->split_bvh8.nodes);
            assert_memory_equal(split->bvh8.nodes, other->bvh8.nodes,
                                split->bvh8.node_count * sizeof *split->bvh8.nodes);
            carom_mesh *whole = create_as(def, CAROM_MESH_BUILD_WHOLE), *loaded = NULL;
            if (how % 3 == 0) assert_true(compare_rays(whole, split, size) > 100);
            saved s = save_mesh(split);
            assert_int_equal(carom_mesh_load(&loaded, s.bytes, s.size, NULL), CAROM_OK);
            aligned_free(s.bytes);
            carom_mesh_destroy(loaded);
            carom_mesh_destroy(whole);
            double cost = carom_bvh8_cost(&split->split_bvh8, NULL);
            if (how == 0) assert_true(cost < 1.2 * before);
            assert_true(cost <= split->cost);
        }
        carom_mesh_destroy(split);
        carom_mesh_destroy(other);
    }
}

/* Where nothing moves nothing grows, however often. */
static void refit_in_place(void **state) {
    (void)state;
    volume_seed = 36;
    carom_mesh_def def = make_long(1000, 1, false);
    carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
    double before = carom_bvh8_cost(&split->split_bvh8, NULL);
    for (int i = 0; i < 20; i++)
        assert_int_equal(carom_mesh_refit(split, &def), CAROM_OK);
    assert_true(split->split_bvh8.node_count > 0);
    assert_true(fabs(carom_bvh8_cost(&split->split_bvh8, NULL) / before - 1) < 1e-3);
    check_parts_hold(split, 1000, 20);
    carom_mesh_destroy(split);
}

static void refit_gives_a_bad_second_tree_up(void **state) {
    (void)state;
    volume_seed = 35;
    carom_mesh_def def = make_long(6000, 1, false);
    carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT);
    for (size_t i = 0; i < def.vertex_count; i++)
        vertices[i] = step(vertices[i], random_vec(1), 1);
    assert_int_equal(carom_mesh_refit(split, &def), CAROM_OK);
    assert_int_equal(split->split_bvh8.node_count, 0);
    carom_mesh *again = create_as(def, CAROM_MESH_BUILD_SPLIT);
    ask_both(split, again, 1);
    carom_mesh_destroy(again);
    carom_mesh_destroy(split);
}

static carom_status read_changed(saved s) {
    carom_mesh *mesh = NULL;
    sum_again(s);
    carom_status status = carom_mesh_map(&mesh, s.bytes, s.size, NULL);
    if (status == CAROM_OK) {
        carom_ray ray = {random_vec(2), random_vec(1), 0, 10};
        (void)carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
    }
    carom_mesh_destroy(mesh);
    return status;
}

/* The second tree alone is made up: a leaf's box is drawn in, so that a part is not covered; a
 * triangle is another one; all else is as it was, and the checksum is made good. */
static void parts_made_up_are_refused(void **state) {
    (void)state;
    volume_seed = 36;
    carom_mesh_def def = make_long(120, 1, false);
    carom_mesh *split = create_as(def, CAROM_MESH_BUILD_SPLIT), *mapped = NULL;
    saved s = save_mesh(split);
    assert_int_equal(carom_mesh_map(&mapped, s.bytes, s.size, NULL), CAROM_OK);
    bvh8_tree *tree = &mapped->split_bvh8;
    size_t refused = 0, boxes = 0;
    for (uint32_t n = 0; n < tree->node_count; n++)
        for (int i = 0; i < 6 * BVH8_WIDTH; i++) {
            bvh8_node *node = &tree->nodes[n];
            float *at = i < 3 * BVH8_WIDTH ? &node->low[i / BVH8_WIDTH][i % BVH8_WIDTH]
                                           : &node->high[i / BVH8_WIDTH - 3][i % BVH8_WIDTH],
                  was = *at;
            if (node->child[i % BVH8_WIDTH] == BVH8_NONE) continue;
            float half = 0.5F * (node->low[i / BVH8_WIDTH % 3][i % BVH8_WIDTH] +
                                 node->high[i / BVH8_WIDTH % 3][i % BVH8_WIDTH]);
            *at = half;
            refused += read_changed(s) == CAROM_ERROR_ARGUMENT;
            *at = (float)NAN;
            assert_int_equal(read_changed(s), CAROM_ERROR_ARGUMENT);
            *at = was;
            boxes++;
        }
    assert_true(refused * 20 > boxes * 19); /* others may cover it as well */
    for (uint32_t rank = 0; rank < tree->count; rank++) {
        uint32_t was = tree->order[rank];
        tree->order[rank] = (was + 1) % 120;
        assert_int_equal(read_changed(s), CAROM_ERROR_ARGUMENT);
        tree->order[rank] = UINT32_MAX;
        assert_int_equal(read_changed(s), CAROM_ERROR_ARGUMENT);
        tree->order[rank] = was;
    }
    size_t accepted = 0;
    for (size_t i = 0; i < s.size; i++) /* whatever it is, it is read without harm */
        for (int way = 0; way < 2; way++) {
            s.bytes[i] ^= (uint8_t)(way ? 0x81 : 0xff);
            accepted += read_changed(s) == CAROM_OK;
            s.bytes[i] ^= (uint8_t)(way ? 0x81 : 0xff);
        }
    assert_true(accepted < s.size);
    assert_int_equal(read_changed(s), CAROM_OK);
    carom_mesh_destroy(mapped);
    carom_mesh_destroy(split);
    aligned_free(s.bytes);
}

/* ---- threads and memory */

static void same_bits_for_all_threads(void **state) {
    (void)state;
    volume_seed = 36;
    carom_mesh_def def = make_long(MOST, 1, false);
    carom_mesh *alone = create_as(def, CAROM_MESH_BUILD_SPLIT);
    const bvh8_tree *a = &alone->split_bvh8;
    for (int o = 0; o < ORDERS - 1; o++) {
        def.tasks = orders.hook[o];
        carom_mesh *mesh = create_as(def, CAROM_MESH_BUILD_SPLIT);
        const bvh8_tree *b = &mesh->split_bvh8;
        assert_true(a->count == b->count && a->node_count == b->node_count);
        assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof *a->nodes);
        assert_memory_equal(a->order, b->order, a->count * sizeof *a->order);
        carom_mesh_destroy(mesh);
    }
    carom_mesh_destroy(alone);
}

typedef struct counter {
    int calls, fail_at, live;
} counter;

static void *counting_alloc(size_t size, void *user) {
    counter *c = user;
    if (c->calls++ == c->fail_at) return NULL;
    c->live++;
    return aligned_block(size);
}
static void counting_free(void *memory, void *user) {
    ((counter *)user)->live--;
    aligned_free(memory);
}

static void memory_runs_out_at_any_step(void **state) {
    (void)state;
    volume_seed = 37;
    carom_mesh_def def = make_long(900, 1, false);
    carom_status status = CAROM_ERROR_MEMORY;
    int n = 0;
    for (; status != CAROM_OK; n++) {
        counter c = {0, n, 0};
        carom_mesh *untouched = (carom_mesh *)(void *)&c, *mesh = untouched;
        def.build = CAROM_MESH_BUILD_SPLIT;
        def.allocator = (carom_allocator){counting_alloc, counting_free, &c};
        status = carom_mesh_create(&mesh, &def);
        if (status == CAROM_OK)
            carom_mesh_destroy(mesh);
        else
            assert_true(status == CAROM_ERROR_MEMORY && mesh == untouched);
        assert_int_equal(c.live, 0);
    }
    assert_true(n > 15);
}

static void reading_runs_out_of_memory(void **state) {
    (void)state;
    volume_seed = 38;
    carom_mesh *split = create_as(make_long(200, 1, false), CAROM_MESH_BUILD_SPLIT);
    saved s = save_mesh(split);
    for (int copy = 0; copy < 2; copy++) {
        carom_status status = CAROM_ERROR_MEMORY;
        int n = 0;
        for (; status != CAROM_OK; n++) {
            counter c = {0, n, 0};
            const carom_allocator allocator = {counting_alloc, counting_free, &c};
            carom_mesh *untouched = (carom_mesh *)(void *)&c, *mesh = untouched;
            status = copy ? carom_mesh_load(&mesh, s.bytes, s.size, &allocator)
                          : carom_mesh_map(&mesh, s.bytes, s.size, &allocator);
            if (status == CAROM_OK)
                carom_mesh_destroy(mesh);
            else
                assert_true(status == CAROM_ERROR_MEMORY && mesh == untouched);
            assert_int_equal(c.live, 0);
        }
        assert_true(n > (copy ? 14 : 4));
    }
    carom_mesh_destroy(split);
    aligned_free(s.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_hold_their_triangles),
        cmocka_unit_test(rays_are_answered_as_without),
        cmocka_unit_test(packets_are_answered_as_without),
        cmocka_unit_test(best_does_not_split_in_vain),
        cmocka_unit_test(best_splits_where_it_pays),
        cmocka_unit_test(odd_meshes),
        cmocka_unit_test(refit_gives_a_bad_second_tree_up),
        cmocka_unit_test(refit_moves_both_trees),
        cmocka_unit_test(refit_in_place),
        cmocka_unit_test(saved_with_both_trees),
        cmocka_unit_test(parts_made_up_are_refused),
        cmocka_unit_test(reading_runs_out_of_memory),
        cmocka_unit_test(same_bits_for_all_threads),
        cmocka_unit_test(memory_runs_out_at_any_step),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
