/* Pairs by descent in two trees, or in one against itself: both nodes are opened at once, and their
 * sixteen pairs of entries decided in four comparisons, one node's lanes turned by one place from
 * each to the next. The stack is bounded by the depth. */
#include "spatial/bvh/bvh4_walk.h"

#include <string.h>

/* Two nodes, the same one for the pairs within it; or a node and an entry of the other, a leaf. */
typedef struct node_pair {
    uint32_t a, b;
    uint32_t leaf; /* 0: none; 1 + place: in a; 1 + BVH4_WIDTH + place: in b */
} node_pair;

typedef struct pair_walk {
    const carom_space *a, *b;
    const bvh4_node *a_nodes, *b_nodes;
    carom_pair_visitor *visitor;
    void *user;
    bool within; /* one space: the lower id first */
    int top;
    node_pair stack[BVH4_DEPTH * BVH4_WIDTH * BVH4_WIDTH];
} pair_walk;

static inline void push_pair(pair_walk *walk, uint32_t a, uint32_t b, uint32_t leaf) {
    walk->stack[walk->top++] = (node_pair){a, b, leaf};
}

static inline bool meet_leaves(const pair_walk *walk, uint32_t a, uint32_t b) {
    a ^= BVH4_LEAF;
    b ^= BVH4_LEAF;
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

/* Bit BVH4_WIDTH * turn + lane: entry lane of a meets entry lane + turn of b. */
static inline bool meet_turned(pair_walk *walk, node_pair pair, unsigned bits) {
    const bvh4_node *a = &walk->a_nodes[pair.a], *b = &walk->b_nodes[pair.b];
    while (bits != 0) {
        unsigned bit = (unsigned)__builtin_ctz(bits), i = bit % BVH4_WIDTH,
                 j = (i + bit / BVH4_WIDTH) % BVH4_WIDTH;
        uint32_t one = a->entry[i], other = b->entry[j];
        bits &= bits - 1;
        if (one & other & BVH4_LEAF) {
            if (!meet_leaves(walk, one, other)) return false;
        } else if (one & BVH4_LEAF)
            push_pair(walk, pair.a, other, 1 + i);
        else if (other & BVH4_LEAF)
            push_pair(walk, one, pair.b, 1 + BVH4_WIDTH + j);
        else
            push_pair(walk, one, other, 0);
    }
    return true;
}

static bool open_both(pair_walk *walk, node_pair pair) {
    const bvh4_node *a = &walk->a_nodes[pair.a], *b = &walk->b_nodes[pair.b];
    quad_mask turn0 = MEET_TURNED(a, b, 0, 1, 2, 3), turn1 = MEET_TURNED(a, b, 1, 2, 3, 0);
    quad_mask turn2 = MEET_TURNED(a, b, 2, 3, 0, 1), turn3 = MEET_TURNED(a, b, 3, 0, 1, 2);
    unsigned bits = quad_bits(&turn0) | quad_bits(&turn1) << 4 | quad_bits(&turn2) << 8 |
                    quad_bits(&turn3) << 12;
    return meet_turned(walk, pair, bits);
}

static bool open_one(pair_walk *walk, node_pair pair) {
    const bvh4_node *node = &walk->a_nodes[pair.a];
    for (uint32_t place = 0; place < node->count; place++) {
        uint32_t entry = node->entry[place];
        if (!(entry & BVH4_LEAF)) push_pair(walk, entry, entry, 0);
    }
    quad_mask turn1 = MEET_TURNED(node, node, 1, 2, 3, 0);
    quad_mask turn2 = MEET_TURNED(node, node, 2, 3, 0, 1);
    return meet_turned(walk, pair, quad_bits(&turn1) << 4 | (quad_bits(&turn2) & 3) << 8);
}

/* A leaf of one tree against a node of the other: where leaves lie at different depths. */
static bool open_beside_leaf(pair_walk *walk, node_pair pair) {
    bool in_a = pair.leaf <= BVH4_WIDTH;
    uint32_t place = (pair.leaf - 1) % BVH4_WIDTH;
    const bvh4_node *holder = in_a ? &walk->a_nodes[pair.a] : &walk->b_nodes[pair.b];
    const bvh4_node *node = in_a ? &walk->b_nodes[pair.b] : &walk->a_nodes[pair.a];
    carom_aabb box = bvh4_box(holder, place);
    uint32_t leaf = holder->entry[place];
    quad_real low[3], high[3];
    bvh4_spread(low, high, &box);
    for (unsigned bits = bvh4_meet(node, low, high); bits != 0; bits &= bits - 1) {
        uint32_t entry = node->entry[__builtin_ctz(bits)];
        if (!(entry & BVH4_LEAF))
            push_pair(walk, in_a ? pair.a : entry, in_a ? entry : pair.b, pair.leaf);
        else if (!meet_leaves(walk, in_a ? leaf : entry, in_a ? entry : leaf))
            return false;
    }
    return true;
}

static bool open_pair(pair_walk *walk, node_pair pair) {
    if (pair.leaf != 0) return open_beside_leaf(walk, pair);
    if (walk->within && pair.a == pair.b) return open_one(walk, pair);
    return open_both(walk, pair);
}

/* Within one space, when it is given twice. */
static void start_walk(pair_walk *walk, const carom_space *a, const carom_space *b) {
    walk->a = a;
    walk->b = b;
    walk->a_nodes = bvh4_tree_of(a)->nodes;
    walk->b_nodes = bvh4_tree_of(b)->nodes;
    walk->within = a == b;
    walk->top = 0;
}

static bool walk_pairs(pair_walk *walk, node_pair first) {
    bool more = true;
    push_pair(walk, first.a, first.b, first.leaf);
    while (more && walk->top > 0)
        more = open_pair(walk, walk->stack[--walk->top]);
    return more;
}

static node_pair root_pair(const carom_space *a, const carom_space *b) {
    return (node_pair){bvh4_tree_of(a)->root, bvh4_tree_of(b)->root, 0};
}

bool carom_bvh4_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    pair_walk walk;
    start_walk(&walk, space, space);
    walk.visitor = visitor;
    walk.user = user;
    return walk_pairs(&walk, root_pair(space, space));
}

bool carom_bvh4_visit_pairs_between(const carom_space *a, const carom_space *b,
                                    carom_pair_visitor *visitor, void *user) {
    pair_walk walk;
    start_walk(&walk, a, b);
    walk.within = false;
    walk.visitor = visitor;
    walk.user = user;
    return walk_pairs(&walk, root_pair(a, b));
}

/* ---- pieces: the walk's first pairs of nodes, and what leaves were met on the way to them */

#define LEAVES UINT32_MAX                     /* in the place of `leaf`: a and b are ids */
#define MOST_OPENED (BVH4_WIDTH * BVH4_WIDTH) /* pairs that one becomes */
#define WORTH_CUTTING 256                     /* boxes */

typedef struct piece_list {
    pair_piece *piece;
    uint32_t count;
} piece_list;

static bool keep_leaves(uint32_t a, uint32_t b, void *user) {
    piece_list *list = user;
    list->piece[list->count++] = (pair_piece){a, b, LEAVES};
    return true;
}

/* Opens the pairs of nodes once, as long as there is room for all that comes of it. False when
 * there was nothing to open. */
static bool open_pieces(pair_walk *walk, const piece_list *from) {
    piece_list *to = walk->user;
    bool opened = false;
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        const pair_piece *piece = &from->piece[i];
        if (piece->c != 0 || to->count + (from->count - i) + MOST_OPENED > PAIR_PIECES) {
            to->piece[to->count++] = *piece;
            continue;
        }
        walk->top = 0;
        open_pair(walk, (node_pair){piece->a, piece->b, 0});
        for (int k = 0; k < walk->top; k++) {
            const node_pair *pair = &walk->stack[k];
            to->piece[to->count++] = (pair_piece){pair->a, pair->b, pair->leaf};
        }
        opened = true;
    }
    return opened;
}

uint32_t carom_bvh4_cut_pairs(const carom_space *a, const carom_space *b,
                              pair_piece pieces[PAIR_PIECES]) {
    pair_walk walk;
    pair_piece room[PAIR_PIECES];
    node_pair root = root_pair(a, b);
    piece_list from = {pieces, 1}, to = {room, 0};
    pieces[0] = (pair_piece){root.a, root.b, 0};
    if (carom_space_count(a) + carom_space_count(b) < WORTH_CUTTING) return 1;
    start_walk(&walk, a, b);
    walk.visitor = keep_leaves;
    for (bool more = true; more;) {
        walk.user = &to;
        more = open_pieces(&walk, &from);
        piece_list swap = from;
        from = to;
        to = swap;
    }
    if (from.piece != pieces) memcpy(pieces, from.piece, from.count * sizeof *pieces);
    return from.count;
}

void carom_bvh4_visit_piece(const space_pairs *pairs, const pair_piece *piece,
                            carom_pair_visitor *visitor, void *user) {
    pair_walk walk;
    if (piece->c == LEAVES) {
        visitor(piece->a, piece->b, user);
        return;
    }
    start_walk(&walk, pairs->a, pairs->b);
    walk.visitor = visitor;
    walk.user = user;
    walk_pairs(&walk, (node_pair){piece->a, piece->b, piece->c});
}
