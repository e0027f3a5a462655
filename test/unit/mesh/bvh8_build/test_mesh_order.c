/* The order of a node's children for any hits: what is likeliest hit for what it costs to ask comes
 * last, guesses are made from the leaves up, and nothing of them is left behind. */
#include "mesh/bvh8_build/wide_build.h"
#include "mesh/bvh8/wide_frame.h"
#include "mesh/bvh8/wide_memory.h"
#include "common/test_flat_common.h"

static const wide_node no_children = {.child = {WIDE_NONE, WIDE_NONE, WIDE_NONE, WIDE_NONE,
                                                WIDE_NONE, WIDE_NONE, WIDE_NONE, WIDE_NONE}};

/* A cube from the origin. */
static void put_child(wide_node *node, int slot, uint32_t child, float width) {
    for (int k = 0; k < 3; k++)
        node->high[k][slot] = width;
    node->child[slot] = child;
}

static void put_leaf(wide_node *node, int slot, uint32_t first, float hit) {
    put_child(node, slot, wide_child_of((wide_leaf){first, 1}), 1.0F);
    memcpy(&node->least[slot], &hit, sizeof hit);
}

static void check_clean(const wide_node *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < WIDE; k++)
            assert_int_equal(nodes[i].least[k], 0);
}

/* As the only tree there is. */
static void order_all(wide_node *nodes, uint32_t count) {
    wide_subtree tree = {0, count, 0, WIDE, 0};
    wide_nodes all = {.items = nodes, .subtrees = &tree, .subtree_count = 1};
    carom_wide_order_subtree(&all, &tree);
    carom_wide_nodes_link(&all);
    carom_wide_order_top(&all);
    check_clean(nodes, count);
}

static uint32_t first_of(const wide_node *node, int slot) {
    assert_true(wide_is_leaf(node->child[slot]));
    return wide_leaf_of(node->child[slot]).first;
}

static void leaves_by_their_chance(void **state) {
    (void)state;
    static const float hits[5] = {0.5F, 1.0F, 0.25F, 0.5F, 0.0F};
    static const uint32_t expected[5] = {4, 2, 0, 3, 1}; /* equal ones as they stood */
    wide_node node = no_children;
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
    for (int i = 5; i < WIDE; i++)
        assert_int_equal(node.child[i], WIDE_NONE);
}

/* A leaf that is hit by a half of what meets it is worth a third, for asking it costs 1.5; a node
 * that a leaf fills, which is hit for sure, is worth 1 / (1 + 1.5); where by three quarters, 0.3.
 */
static void nodes_by_what_is_below(void **state) {
    (void)state;
    for (int sure = 0; sure < 2; sure++) {
        wide_node nodes[2] = {no_children, no_children};
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
        wide_node nodes[2] = {no_children, no_children};
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
    wide_node nodes[2] = {no_children, no_children};
    for (int i = 0; i < WIDE; i++)
        put_leaf(&nodes[1], i, (uint32_t)i, 1.0F);
    put_child(&nodes[0], 0, 1, 0.0F);
    put_leaf(&nodes[0], 1, 9, 1.0F);
    memset(nodes[0].high, 0, sizeof nodes[0].high);
    memset(nodes[1].high, 0, sizeof nodes[1].high);
    order_all(nodes, 2);
    for (int i = 0; i < WIDE; i++)
        assert_int_equal(first_of(&nodes[1], i), i);
    assert_int_equal(nodes[0].child[0], 1);
    assert_int_equal(first_of(&nodes[0], 1), 9);
}

/* A top of two nodes with three trees below, the likeliest of them first given. */
static void a_top_and_its_subtrees(void **state) {
    (void)state;
    static const float hits[3] = {1.0F, 0.25F, 0.5F};
    static const uint32_t parent[3] = {0, 1, 1};
    wide_node nodes[5] = {no_children, no_children}, *top = nodes, *below = nodes + 2;
    wide_subtree trees[3];
    wide_nodes all = {.items = nodes, .subtrees = trees, .top_count = 2, .subtree_count = 3};
    for (int i = 0; i < 3; i++) {
        below[i] = no_children;
        put_leaf(&below[i], 0, (uint32_t)i, hits[i]);
        trees[i] = (wide_subtree){2 + (uint32_t)i, 1, parent[i], i == 1, 0};
        put_child(&top[parent[i]], i == 1, WIDE_NONE, 1.0F);
        carom_wide_order_subtree(&all, &trees[i]);
    }
    put_child(&top[0], 1, 1, 1.0F);
    carom_wide_nodes_link(&all);
    carom_wide_order_top(&all);
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
    const wide_source source = {.vertices = v, .indices = indices, .count = ALL};
    const carom_aabb bounds = carom_wide_bounds(&source);
    const carom_allocator allocator = {0};
    wide_tree tree;
    assert_int_equal(carom_wide_create(&tree, &source, &bounds, &allocator), CAROM_OK);
    const wide_node *root = tree.nodes;
    int last = WIDE - 1;
    while (root->child[last] == WIDE_NONE)
        last--;
    wide_leaf leaf = wide_leaf_of(root->child[last]);
    assert_true(wide_is_leaf(root->child[last]));
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
    carom_wide_destroy(&tree, &allocator);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_by_their_chance), cmocka_unit_test(nodes_by_what_is_below),
        cmocka_unit_test(boxes_by_their_surface), cmocka_unit_test(boxes_of_no_size),
        cmocka_unit_test(a_top_and_its_subtrees), cmocka_unit_test(a_wall_is_asked_before_crumbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
