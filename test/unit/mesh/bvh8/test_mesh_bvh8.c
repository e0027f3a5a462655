/* The BVH8: every triangle in one leaf, every box around what is below it, corners kept to the
 * bit, depth bounded; for spread, flat, repeated, tiny and huge triangles. */
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "common/test_flat_common.h"
#include "mesh/bvh8_build/bvh8_create.h"

#define MOST 3000

static carom_vec3 vertices[3 * MOST];
static uint32_t indices[3 * MOST];
static uint8_t seen[MOST];

static carom_triangle given(uint32_t id) {
    const uint32_t *corner = indices + 3 * (size_t)id;
    return tri(vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]);
}

static void check_corner(const bvh8_tree *tree, carom_vec3 corner, const double low[3],
                         const double high[3]) {
    vec3 x = bvh8_local(&tree->frame, load3(corner));
    assert_true(x.x >= low[0] && x.y >= low[1] && x.z >= low[2]);
    assert_true(x.x <= high[0] && x.y <= high[1] && x.z <= high[2]);
    assert_true(max_abs3(x) <= 4);
}

static void check_leaf(const bvh8_tree *tree, bvh8_leaf leaf, const double low[3],
                       const double high[3]) {
    assert_true(leaf.count >= 1 && leaf.count <= BVH8_LEAF);
    assert_true(leaf.first + leaf.count <= tree->count);
    for (uint32_t slot = 0; slot < leaf.count; slot++) {
        uint32_t rank = leaf.first + slot, id = tree->order[rank];
        assert_true(id < tree->count && seen[id]++ == 0 && tree->place[id] == rank);
        carom_triangle t = bvh8_triangle(tree, leaf, slot), g = given(id);
        carom_triangle at = bvh8_triangle_at(tree, rank);
        for (int k = 0; k < 3; k++) {
            assert_same(t.v[k], g.v[k]);
            assert_same(at.v[k], g.v[k]);
            check_corner(tree, t.v[k], low, high);
        }
    }
}

/* Returns the height. Boxes must hold the boxes below them to the bit. */
static int check_node(const bvh8_tree *tree, uint32_t index, const double low[3],
                      const double high[3]) {
    const bvh8_node *node = &tree->nodes[index];
    int height = 0;
    assert_true(index < tree->node_count);
    for (int i = 0; i < BVH8_WIDTH; i++) {
        double a[3], b[3];
        uint32_t child = node->child[i];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)node->low[k][i];
            b[k] = (double)node->high[k][i];
            assert_true(child == BVH8_NONE ? a[k] > b[k] : a[k] >= low[k] && b[k] <= high[k]);
        }
        assert_true(child == BVH8_NONE || i == 0 || node->child[i - 1] != BVH8_NONE);
        if (child == BVH8_NONE) continue;
        int below = 0;
        if (bvh8_is_leaf(child))
            check_leaf(tree, bvh8_leaf_of(child), a, b);
        else
            below = check_node(tree, child, a, b);
        height = below > height ? below : height;
    }
    return height + 1;
}

static int check_tree_built(uint32_t count, bool fast) {
    const double low[3] = {-4, -4, -4}, high[3] = {4, 4, 4};
    const carom_allocator allocator = {0};
    const bvh8_source source = {
        .vertices = vertices, .indices = indices, .count = count, .fast = fast};
    const carom_aabb bounds = carom_bvh8_bounds(&source);
    bvh8_tree tree;
    assert_int_equal(carom_bvh8_create(&tree, &source, &bounds, &allocator), CAROM_OK);
    assert_true(carom_bvh8_boxes_hold(&tree));
    memset(seen, 0, sizeof seen);
    int height = tree.node_count > 0 ? check_node(&tree, 0, low, high) : 0;
    assert_int_equal(tree.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(seen[i], 1);
    carom_bvh8_destroy(&tree, &allocator);
    return height;
}

/* The height by cost; that along the curve is bounded by the bits of a code. */
static int check_tree(uint32_t count) {
    assert_true(check_tree_built(count, true) <= 30 + 12);
    return check_tree_built(count, false);
}

/* 0 spread, 1 large, 2 lattice, 3 all the same point, 4 all the same triangle, 5 a line that grows
 * by powers of two, 6 far from the origin */
static void make_triangles(int style, uint32_t count, double scale) {
    for (uint32_t i = 0; i < 3 * count; i++) {
        carom_vec3 v = style == 2 ? lattice_vec(3) : random_vec(1);
        if (style == 0 && i % 3 > 0) v = step(vertices[i - i % 3], v, 0.1 / scale);
        if (style == 3) v = v3(0.3, 0.1, -7);
        if (style == 4) v = v3(i % 3 == 1, i % 3 == 2, 0.25);
        if (style == 5) v = v3(ldexp(1, -(int)(i / 3 % 60)), 0, i % 3);
        if (style == 6) v = step(v3(1e4, 2e4, 0), v, 1);
        SCALE(v, (style == 0 && i % 3 > 0) ? 1 : scale);
        vertices[i] = v;
        indices[i] = i;
    }
}

static void every_triangle_is_held_once(void **state) {
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 8, 9, 17, 64, 65, 500, MOST};
    volume_seed = 5;
    for (int style = 0; style < 7; style++)
        for (int k = 0; k < COUNT(counts); k++) {
            make_triangles(style, counts[k], 1);
            int height = check_tree(counts[k]);
            assert_true(height <= (style == 5 ? 12 : 8));
            assert_true(counts[k] < 500 || height >= 3);
        }
}

static void of_any_size(void **state) {
    (void)state;
    int far = sizeof(carom_real) == 4 ? 126 : 1022;
    volume_seed = 6;
    for (int style = 0; style < 7; style++)
        for (int k = -2; k <= 2; k++) {
            double scale = ldexp(1, k * (far / 2) - (k == 2 ? 20 : 0));
            make_triangles(style, 200, scale);
            check_tree(200);
        }
    for (int k = 0; k < 2; k++) { /* the largest numbers there are, and the least */
        carom_real most = k ? next_number(0, 1) : (carom_real)CAROM_REAL_MAX;
        for (int i = 0; i < 600; i++) {
            vertices[i] = (carom_vec3){i % 2 ? most : -most, i % 3 ? most : -most, 0};
            if (i % 5 == 0) vertices[i].z = i % 4 ? most : -most;
        }
        check_tree(200);
    }
}

/* A million copies: halved evenly, in time that grows as their number. */
static void a_million_copies(void **state) {
    (void)state;
    enum { MANY = 1000000 };
    const carom_allocator allocator = {0};
    carom_vec3 corner[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0)};
    uint32_t *list = malloc(3 * MANY * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < 3 * MANY; i++)
        list[i] = i % 3;
    for (int fast = 0; fast < 2; fast++) {
        const bvh8_source source = {
            .vertices = corner, .indices = list, .count = MANY, .fast = fast != 0};
        const carom_aabb bounds = carom_bvh8_bounds(&source);
        bvh8_tree tree;
        assert_int_equal(carom_bvh8_create(&tree, &source, &bounds, &allocator), CAROM_OK);
        assert_true(tree.node_count < MANY / 8 && tree.count == MANY);
        uint32_t node = 0;
        int height = 0;
        for (; !bvh8_is_leaf(node); height++)
            node = tree.nodes[node].child[0];
        assert_true(height <= 7);
        carom_bvh8_destroy(&tree, &allocator);
    }
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_triangle_is_held_once),
        cmocka_unit_test(of_any_size),
        cmocka_unit_test(a_million_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
