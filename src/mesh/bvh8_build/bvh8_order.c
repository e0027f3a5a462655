/* The order of a node's children for any-hit traversals [Ize11]. Such a traversal visits the
 * children that a ray meets from the last on, and ends at the first hit; so last is the child with
 * the highest probability of a hit for its cost. Both are estimated bottom up, for a ray that meets
 * a box: it meets a box inside with the probability of the surface area heuristic, and a hit ends
 * it there.
 *
 * During the build the estimates are in `least`, whose own values are set when all is in order, and
 * which is 0 until then: a leaf's holds its probability of a hit, and the first two of a sorted
 * node hold its own estimate. */
#include "mesh/bvh8_build/bvh8_build.h"
#include "mesh/bvh8_build/bvh8_order.h"

/* For a ray that meets a box: the probability of a hit inside, and the cost of the test. */
typedef struct any_guess {
    float hit, cost;
} any_guess;

static any_guess take_guess(bvh8_node *node) {
    any_guess guess;
    memcpy(&guess, node->least, sizeof guess);
    memset(node->least, 0, sizeof node->least);
    return guess;
}
static any_guess guess_of_leaf(const bvh8_node *node, int slot) {
    any_guess guess = {0.0F, LEAF_ANY_COST};
    memcpy(&guess.hit, &node->least[slot], sizeof guess.hit);
    return guess;
}

static int used_slots(const bvh8_node *node) {
    int count = 0;
    while (count < BVH8_WIDTH && node->child[count] != BVH8_NONE)
        count++;
    return count;
}

/* Half the surfaces of the children's boxes; returns that of the node. */
static float surfaces_of(const bvh8_node *node, int count, float surface[BVH8_WIDTH]) {
    float size[3];
    for (int k = 0; k < 3; k++) {
        float low = node->low[k][0], high = node->high[k][0];
        for (int i = 1; i < count; i++) {
            low = node->low[k][i] < low ? node->low[k][i] : low;
            high = node->high[k][i] > high ? node->high[k][i] : high;
        }
        size[k] = high - low;
    }
    for (int i = 0; i < count; i++) {
        float x = node->high[0][i] - node->low[0][i], y = node->high[1][i] - node->low[1][i];
        float z = node->high[2][i] - node->low[2][i];
        surface[i] = x * y + y * z + z * x;
    }
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/* Ranks children by probability over cost, least first; the sort is stable. */
static void rank_children(int from[BVH8_WIDTH], const any_guess below[BVH8_WIDTH], int count) {
    float worth[BVH8_WIDTH];
    for (int i = 0; i < count; i++) {
        const float this_worth = below[i].hit / below[i].cost;
        int at = i;
        for (; at > 0 && worth[at - 1] > this_worth; at--) {
            worth[at] = worth[at - 1];
            from[at] = from[at - 1];
        }
        worth[at] = this_worth;
        from[at] = i;
    }
}

/* The estimate of a node. Denormal numbers and NaN count as certain. */
static any_guess guess_of_node(const bvh8_node *node, const any_guess below[BVH8_WIDTH],
                               const int from[BVH8_WIDTH], int count) {
    float surface[BVH8_WIDTH], whole = surfaces_of(node, count, surface), missed = 1.0F,
                               cost = 1.0F;
    for (int k = count - 1; k >= 0; k--) {
        const int i = from[k];
        float met = surface[i] < whole ? surface[i] / whole : 1.0F;
        cost += missed * met * below[i].cost;
        missed *= 1.0F - met * below[i].hit;
    }
    return (any_guess){1.0F - missed, cost};
}

static void move_children(bvh8_node *node, const int from[BVH8_WIDTH], int count) {
    const bvh8_node old = *node;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            node->low[k][i] = old.low[k][from[i]];
            node->high[k][i] = old.high[k][from[i]];
        }
        node->child[i] = old.child[from[i]];
    }
}

static void order_node(bvh8_node *node, const any_guess below[BVH8_WIDTH], int count) {
    int from[BVH8_WIDTH];
    rank_children(from, below, count);
    const any_guess guess = guess_of_node(node, below, from, count);
    move_children(node, from, count);
    memset(node->least, 0, sizeof node->least);
    memcpy(node->least, &guess, sizeof guess);
}

/* The node of an index in a subtree; larger indices are in the linked subtrees. */
static bvh8_node *node_named(const bvh8_nodes *nodes, const bvh8_subtree *in, uint32_t index) {
    const bvh8_subtree *tree = index < in->count ? in : nodes->subtrees;
    while (index - tree->first >= tree->count)
        tree++;
    return &nodes->items[tree->at + (index - tree->first)];
}

/* Bottom up, as children come after their parents. */
void carom_bvh8_order_subtree(const bvh8_nodes *nodes, const bvh8_subtree *tree) {
    for (uint32_t i = tree->count; i-- > 0;) {
        bvh8_node *node = &nodes->items[tree->at + i];
        const int count = used_slots(node);
        any_guess below[BVH8_WIDTH];
        for (int slot = 0; slot < count; slot++) {
            uint32_t child = node->child[slot];
            below[slot] = bvh8_is_leaf(child) ? guess_of_leaf(node, slot)
                                              : take_guess(node_named(nodes, tree, child));
        }
        order_node(node, below, count);
    }
}

void carom_bvh8_order_top(const bvh8_nodes *nodes) {
    const bvh8_subtree top = {.count = nodes->top_count};
    carom_bvh8_order_subtree(nodes, &top);
    (void)take_guess(node_named(nodes, &top, 0));
}
