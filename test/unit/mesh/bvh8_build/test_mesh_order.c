/* The order of a node's children for any hits: what is likeliest hit for what it costs to ask comes
 * last, guesses are made from the leaves up, and nothing of them is left behind. */
#include "mesh/bvh8_build/bvh8_build.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "common/test_flat_common.h"
#include "mesh/bvh8_build/bvh8_create.h"
#include "mesh/bvh8_build/bvh8_nodes.h"
#include "mesh/bvh8_build/bvh8_order.h"

static const bvh8_node no_children = {.child = {BVH8_NONE, BVH8_NONE, BVH8_NONE, BVH8_NONE,
                                                BVH8_NONE, BVH8_NONE, BVH8_NONE, BVH8_NONE}};

/* A cube from the origin. */
static void put_child(bvh8_node *node, int slot, uint32_t child, float width) {
    for (int k = 0; k < 3; k++)
        node->high[k][slot] = width;
    node->child[slot] = child;
}

static void put_leaf(bvh8_node *node, int slot, uint32_t first, float hit) {
    put_child(node, slot, bvh8_child_of((bvh8_leaf){first, 1}), 1.0F);
    memcpy(&node->least[slot], &hit, sizeof hit);
}

static void check_clean(const bvh8_node *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < BVH8_WIDTH; k++)
            assert_int_equal(nodes[i].least[k], 0);
}

/* As the only tree there is. */
static void order_all(bvh8_node *nodes, uint32_t count) {
    bvh8_subtree tree = {0, count, 0, BVH8_WIDTH, 0};
    bvh8_nodes all = {.items = nodes, .subtrees = &tree, .subtree_count = 1};
    carom_bvh8_order_subtree(&all, &tree);
    carom_bvh8_nodes_link(&all);
    carom_bvh8_order_top(&all);
    check_clean(nodes, count);
}

static uint32_t first_of(const bvh8_node *node, int slot) {
    assert_true(bvh8_is_leaf(node->child[slot]));
    return bvh8_leaf_of(node->child[slot]).first;
}

static void leaves_by_their_chance(void **state) {
    (void)state;
    static const float hits[5] = {0.5F, 1.0F, 0.25F, 0.5F, 0.0F};
    static const uint32_t expected[5] = {4, 2, 0, 3, 1}; /* equal ones as they stood */
    bvh8_node node = no_children;
    for (int i = 0; i < 5; i++) {
        put_leaf(&node, i, (uint32_t)i, hits[i]);
        node.low[1][i] = (float)-i;
        node.high[2][i] = (float)(i + 2);
    }
    order_all(&node, 1);
    for (int i = 0; i < 5; i++) {
        uint32_t was = first_of(&node, i);
        assert_int_equal(was, expected[i]);
        assert_true(node.low[1][i] == -(float)was && node.high[2][i] == (float)(was + 2));
    }
    for (int i = 5; i < BVH8_WIDTH; i++)
        assert_int_equal(node.child[i], BVH8_NONE);
}

/* A leaf that is hit by a half of what meets it is worth a third, for asking it costs 1.5; a node
 * that a leaf fills, which is hit for sure, is worth 1 / (1 + 1.5); where by three quarters, 0.3.
 */
static void nodes_by_what_is_below(void **state) {
    (void)state;
    for (int sure = 0; sure < 2; sure++) {
        bvh8_node nodes[2] = {no_children, no_children};
        put_leaf(&nodes[0], 0, 7, 0.5F);
        put_child(&nodes[0], 1, 1, 1.0F);
        put_leaf(&nodes[1], 0, 3, sure ? 1.0F : 0.75F);
        order_all(nodes, 2);
        assert_int_equal(nodes[0].child[sure], 1);
        assert_int_equal(first_of(&nodes[0], !sure), 7);
    }
}

/* A box inside is met as often as its surface says: half as wide, a quarter of the time. So a node
 * of a sure leaf and an empty one around it is worth 0.25 / (1 + 0.25 * 1.5 + 0.75 * 1.5). */
static void boxes_by_their_surface(void **state) {
    (void)state;
    static const float leaf[2] = {0.14F, 0.16F}; /* 1.5 times 0.1 is between */
    for (int more = 0; more < 2; more++) {
        bvh8_node nodes[2] = {no_children, no_children};
        put_leaf(&nodes[0], 0, 7, leaf[more]);
        put_child(&nodes[0], 1, 1, 1.0F);
        put_leaf(&nodes[1], 0, 3, 1.0F);
        put_leaf(&nodes[1], 1, 4, 0.0F);
        for (int k = 0; k < 3; k++)
            nodes[1].high[k][0] = 0.5F;
        order_all(nodes, 2);
        assert_int_equal(nodes[0].child[!more], 1);
        assert_int_equal(first_of(&nodes[1], 1), 3);
    }
}

/* Boxes without a surface, and all of one chance: every child is still there. */
static void boxes_of_no_size(void **state) {
    (void)state;
    bvh8_node nodes[2] = {no_children, no_children};
    for (int i = 0; i < BVH8_WIDTH; i++)
        put_leaf(&nodes[1], i, (uint32_t)i, 1.0F);
    put_child(&nodes[0], 0, 1, 0.0F);
    put_leaf(&nodes[0], 1, 9, 1.0F);
    memset(nodes[0].high, 0, sizeof nodes[0].high);
    memset(nodes[1].high, 0, sizeof nodes[1].high);
    order_all(nodes, 2);
    for (int i = 0; i < BVH8_WIDTH; i++)
        assert_int_equal(first_of(&nodes[1], i), i);
    assert_int_equal(nodes[0].child[0], 1);
    assert_int_equal(first_of(&nodes[0], 1), 9);
}

/* A top of two nodes with three trees below, the likeliest of them first given. */
static void a_top_and_its_subtrees(void **state) {
    (void)state;
    static const float hits[3] = {1.0F, 0.25F, 0.5F};
    static const uint32_t parent[3] = {0, 1, 1};
    bvh8_node nodes[5] = {no_children, no_children}, *top = nodes, *below = nodes + 2;
    bvh8_subtree trees[3];
    bvh8_nodes all = {.items = nodes, .subtrees = trees, .top_count = 2, .subtree_count = 3};
    for (int i = 0; i < 3; i++) {
        below[i] = no_children;
        put_leaf(&below[i], 0, (uint32_t)i, hits[i]);
        trees[i] = (bvh8_subtree){2 + (uint32_t)i, 1, parent[i], i == 1, 0};
        put_child(&top[parent[i]], i == 1, BVH8_NONE, 1.0F);
        carom_bvh8_order_subtree(&all, &trees[i]);
    }
    put_child(&top[0], 1, 1, 1.0F);
    carom_bvh8_nodes_link(&all);
    carom_bvh8_order_top(&all);
    assert_int_equal(all.count, 5);
    assert_int_equal(top[0].child[0], 1); /* two more nodes to ask, and missed as often as not */
    assert_int_equal(top[0].child[1], 2);
    assert_int_equal(top[1].child[0], 3);
    assert_int_equal(top[1].child[1], 4);
    check_clean(nodes, 5);
}

/* Crumbs all over a hall have large boxes that are hardly ever hit: its wall comes last. */
static void a_wall_is_asked_before_crumbs(void **state) {
    (void)state;
    enum { CRUMBS = 64, ALL = CRUMBS + 2 };
    static carom_vec3 v[3 * ALL];
    static uint32_t indices[3 * ALL];
    const carom_vec3 corner[4] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
    for (uint32_t i = 0; i < 3 * ALL; i++)
        indices[i] = i;
    for (int k = 0; k < 3; k++) {
        v[k] = corner[k];
        v[3 + k] = corner[(k + 2) % 4];
    }
    for (uint32_t i = 0; i < CRUMBS; i++) {
        carom_real x = (carom_real)(i % 4) * 9, y = (carom_real)(i / 4 % 4) * 9;
        carom_real z = (carom_real)(i / 16 + 1) * 9, width = (carom_real)0.01;
        v[6 + 3 * i] = (carom_vec3){x, y, z};
        v[7 + 3 * i] = (carom_vec3){x + width, y, z};
        v[8 + 3 * i] = (carom_vec3){x, y + width, z + width};
    }
    const bvh8_source source = {.vertices = v, .indices = indices, .count = ALL};
    const carom_aabb bounds = carom_bvh8_bounds(&source);
    const carom_allocator allocator = {0};
    bvh8_tree tree;
    assert_int_equal(carom_bvh8_create(&tree, &source, &bounds, &allocator), CAROM_OK);
    const bvh8_node *root = tree.nodes;
    int last = BVH8_WIDTH - 1;
    while (root->child[last] == BVH8_NONE)
        last--;
    bvh8_leaf leaf = bvh8_leaf_of(root->child[last]);
    assert_true(bvh8_is_leaf(root->child[last]));
    for (uint32_t id = 0; id < 2; id++)
        assert_true(tree.place[id] - leaf.first < leaf.count);
    float wall = 0, largest = 0;
    for (int i = 0; i <= last; i++) {
        float x = root->high[0][i] - root->low[0][i], y = root->high[1][i] - root->low[1][i];
        float z = root->high[2][i] - root->low[2][i];
        wall = x * y + y * z + z * x;
        largest = wall > largest ? wall : largest;
    }
    assert_true(largest > wall); /* or it would be no test */
    carom_bvh8_destroy(&tree, &allocator);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_by_their_chance), cmocka_unit_test(nodes_by_what_is_below),
        cmocka_unit_test(boxes_by_their_surface), cmocka_unit_test(boxes_of_no_size),
        cmocka_unit_test(a_top_and_its_subtrees), cmocka_unit_test(a_wall_is_asked_before_crumbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
