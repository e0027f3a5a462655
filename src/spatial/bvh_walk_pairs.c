/* Pairs by descent in two trees, or in one against itself: both nodes are opened at once, and their
 * sixteen pairs of entries decided in four comparisons, one node's lanes turned by one place from
 * each to the next. The stack is bounded by the depth. */
#include "spatial/bvh_walk.h"

/* Two nodes, the same one for the pairs within it; or a node and an entry of the other, a leaf. */
typedef struct node_pair {
    uint32_t a, b;
    uint32_t leaf; /* 0: none; 1 + place: in a; 1 + WIDE + place: in b */
} node_pair;

typedef struct pair_walk {
    const carom_space *a, *b;
    const wide_node *a_nodes, *b_nodes;
    carom_pair_visitor *visitor;
    void *user;
    bool within; /* one space: the lower id first */
    int top;
    node_pair stack[WIDE_DEPTH * WIDE * WIDE];
} pair_walk;

static inline void push_pair(pair_walk *walk, uint32_t a, uint32_t b, uint32_t leaf) {
    walk->stack[walk->top++] = (node_pair){a, b, leaf};
}

static inline bool meet_leaves(const pair_walk *walk, uint32_t a, uint32_t b) {
    a ^= WIDE_LEAF;
    b ^= WIDE_LEAF;
    if (walk->within && b < a) return walk->visitor(b, a, walk->user);
    return walk->visitor(a, b, walk->user);
}

#define TURN(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l)
/* Lane 0 of a against lane i of b, 1 against j and so on. */
#define MEET_TURNED(a, b, i, j, k, l)                                                              \
    (((a)->low[0] <= TURN((b)->high[0], i, j, k, l)) &                                             \
     ((a)->low[1] <= TURN((b)->high[1], i, j, k, l)) &                                             \
     ((a)->low[2] <= TURN((b)->high[2], i, j, k, l)) &                                             \
     ((a)->high[0] >= TURN((b)->low[0], i, j, k, l)) &                                             \
     ((a)->high[1] >= TURN((b)->low[1], i, j, k, l)) &                                             \
     ((a)->high[2] >= TURN((b)->low[2], i, j, k, l)))

/* Bit WIDE * turn + lane: entry lane of a meets entry lane + turn of b. */
static inline bool meet_turned(pair_walk *walk, node_pair pair, unsigned bits) {
    const wide_node *a = &walk->a_nodes[pair.a], *b = &walk->b_nodes[pair.b];
    while (bits != 0) {
        unsigned bit = (unsigned)__builtin_ctz(bits), i = bit % WIDE, j = (i + bit / WIDE) % WIDE;
        uint32_t one = a->entry[i], other = b->entry[j];
        bits &= bits - 1;
        if (one & other & WIDE_LEAF) {
            if (!meet_leaves(walk, one, other)) return false;
        } else if (one & WIDE_LEAF)
            push_pair(walk, pair.a, other, 1 + i);
        else if (other & WIDE_LEAF)
            push_pair(walk, one, pair.b, 1 + WIDE + j);
        else
            push_pair(walk, one, other, 0);
    }
    return true;
}

static bool open_both(pair_walk *walk, node_pair pair) {
    const wide_node *a = &walk->a_nodes[pair.a], *b = &walk->b_nodes[pair.b];
    quad_mask turn0 = MEET_TURNED(a, b, 0, 1, 2, 3), turn1 = MEET_TURNED(a, b, 1, 2, 3, 0);
    quad_mask turn2 = MEET_TURNED(a, b, 2, 3, 0, 1), turn3 = MEET_TURNED(a, b, 3, 0, 1, 2);
    unsigned bits = quad_bits(&turn0) | quad_bits(&turn1) << 4 | quad_bits(&turn2) << 8 |
                    quad_bits(&turn3) << 12;
    return meet_turned(walk, pair, bits);
}

static bool open_one(pair_walk *walk, node_pair pair) {
    const wide_node *node = &walk->a_nodes[pair.a];
    for (uint32_t place = 0; place < node->count; place++) {
        uint32_t entry = node->entry[place];
        if (!(entry & WIDE_LEAF)) push_pair(walk, entry, entry, 0);
    }
    quad_mask turn1 = MEET_TURNED(node, node, 1, 2, 3, 0);
    quad_mask turn2 = MEET_TURNED(node, node, 2, 3, 0, 1);
    return meet_turned(walk, pair, quad_bits(&turn1) << 4 | (quad_bits(&turn2) & 3) << 8);
}

/* A leaf of one tree against a node of the other: where leaves lie at different depths. */
static bool open_beside_leaf(pair_walk *walk, node_pair pair) {
    bool in_a = pair.leaf <= WIDE;
    uint32_t place = (pair.leaf - 1) % WIDE;
    const wide_node *holder = in_a ? &walk->a_nodes[pair.a] : &walk->b_nodes[pair.b];
    const wide_node *node = in_a ? &walk->b_nodes[pair.b] : &walk->a_nodes[pair.a];
    carom_aabb box = wide_box(holder, place);
    uint32_t leaf = holder->entry[place];
    quad_real low[3], high[3];
    wide_spread(low, high, &box);
    for (unsigned bits = wide_meet(node, low, high); bits != 0; bits &= bits - 1) {
        uint32_t entry = node->entry[__builtin_ctz(bits)];
        if (!(entry & WIDE_LEAF))
            push_pair(walk, in_a ? pair.a : entry, in_a ? entry : pair.b, pair.leaf);
        else if (!meet_leaves(walk, in_a ? leaf : entry, in_a ? entry : leaf))
            return false;
    }
    return true;
}

static bool walk_pairs(pair_walk *walk) {
    walk->a_nodes = wide_tree_of(walk->a)->nodes;
    walk->b_nodes = wide_tree_of(walk->b)->nodes;
    walk->top = 0;
    push_pair(walk, wide_tree_of(walk->a)->root, wide_tree_of(walk->b)->root, 0);
    bool more = true;
    while (more && walk->top > 0) {
        node_pair pair = walk->stack[--walk->top];
        if (pair.leaf != 0)
            more = open_beside_leaf(walk, pair);
        else if (walk->within && pair.a == pair.b)
            more = open_one(walk, pair);
        else
            more = open_both(walk, pair);
    }
    return more;
}

bool carom_wide_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    pair_walk walk;
    walk.a = walk.b = space;
    walk.visitor = visitor;
    walk.user = user;
    walk.within = true;
    return walk_pairs(&walk);
}

bool carom_wide_visit_pairs_between(const carom_space *a, const carom_space *b,
                                    carom_pair_visitor *visitor, void *user) {
    pair_walk walk;
    walk.a = a;
    walk.b = b;
    walk.visitor = visitor;
    walk.user = user;
    walk.within = false;
    return walk_pairs(&walk);
}
