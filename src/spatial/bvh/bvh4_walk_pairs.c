/* Overlapping pairs by simultaneous descent of two BVH4s, or of one against itself [Ericson05]
 * 6.3. Both nodes are opened at once, and their sixteen pairs of entries are decided by four
 * comparisons in four lanes, one node's lanes being rotated by one place from each to the next.
 * Where the stack is full, a pair is walked by its path, whose nodes are opened again for each pair
 * below them. For parallel visits the first pairs of nodes are the pieces. */
#include "spatial/bvh/bvh4_walk.h"
#include "spatial/bvh/bvh4_walk_pairs.h"

#include <string.h>

/* Two nodes, equal for the pairs within one; or a node and a leaf entry of the other one. */
typedef struct node_pair {
    uint32_t a, b;
    uint32_t leaf; /* 0: none; 1 + place: in a; 1 + BVH4_WIDTH + place: in b */
} node_pair;

#define MOST_OPENED (BVH4_WIDTH * BVH4_WIDTH) /* at most so many pairs come of one */
/* Nearly all walks find it high enough. */
#define WALK_STACK 96

typedef struct pair_walk {
    const carom_space *a, *b;
    const bvh4_node *a_nodes, *b_nodes;
    carom_pair_visitor *visitor;
    void *user;
    bool within; /* one space: the lower id is reported first */
    int top;
    node_pair stack[WALK_STACK];
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

#define ROTATE(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l)
/* Overlap of lane 0 of a with lane i of b, of lane 1 with lane j, and so on. */
#define OVERLAP_ROTATED(a, b, i, j, k, l)                                                          \
    (((a)->low[0] <= ROTATE((b)->high[0], i, j, k, l)) &                                           \
     ((a)->low[1] <= ROTATE((b)->high[1], i, j, k, l)) &                                           \
     ((a)->low[2] <= ROTATE((b)->high[2], i, j, k, l)) &                                           \
     ((a)->high[0] >= ROTATE((b)->low[0], i, j, k, l)) &                                           \
     ((a)->high[1] >= ROTATE((b)->low[1], i, j, k, l)) &                                           \
     ((a)->high[2] >= ROTATE((b)->low[2], i, j, k, l)))

/* Bit BVH4_WIDTH * rotation + lane: entry `lane` of a overlaps entry (lane + rotation) mod 4 of b.
 * Reports pairs of leaves and pushes the others. */
static inline bool visit_rotated(pair_walk *walk, node_pair pair, unsigned bits) {
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
    quad_mask rotation0 = OVERLAP_ROTATED(a, b, 0, 1, 2, 3),
              rotation1 = OVERLAP_ROTATED(a, b, 1, 2, 3, 0);
    quad_mask rotation2 = OVERLAP_ROTATED(a, b, 2, 3, 0, 1),
              rotation3 = OVERLAP_ROTATED(a, b, 3, 0, 1, 2);
    unsigned bits = quad_bits(&rotation0) | quad_bits(&rotation1) << 4 |
                    quad_bits(&rotation2) << 8 | quad_bits(&rotation3) << 12;
    return visit_rotated(walk, pair, bits);
}

static bool open_one(pair_walk *walk, node_pair pair) {
    const bvh4_node *node = &walk->a_nodes[pair.a];
    for (uint32_t place = 0; place < node->count; place++) {
        uint32_t entry = node->entry[place];
        if (!(entry & BVH4_LEAF)) push_pair(walk, entry, entry, 0);
    }
    quad_mask rotation1 = OVERLAP_ROTATED(node, node, 1, 2, 3, 0);
    quad_mask rotation2 = OVERLAP_ROTATED(node, node, 2, 3, 0, 1);
    return visit_rotated(walk, pair, quad_bits(&rotation1) << 4 | (quad_bits(&rotation2) & 3) << 8);
}

/* A leaf of one tree against a node of the other, where leaves lie at different depths. */
static bool open_beside_leaf(pair_walk *walk, node_pair pair) {
    bool in_a = pair.leaf <= BVH4_WIDTH;
    uint32_t place = (pair.leaf - 1) % BVH4_WIDTH;
    const bvh4_node *holder = in_a ? &walk->a_nodes[pair.a] : &walk->b_nodes[pair.b];
    const bvh4_node *node = in_a ? &walk->b_nodes[pair.b] : &walk->a_nodes[pair.a];
    carom_aabb box = bvh4_box(holder, place);
    uint32_t leaf = holder->entry[place];
    quad_real low[3], high[3];
    bvh4_broadcast(low, high, &box);
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

/* Equal spaces: the pairs within one. */
static void start_walk(pair_walk *walk, const carom_space *a, const carom_space *b) {
    walk->a = a;
    walk->b = b;
    walk->a_nodes = bvh4_tree_of(a)->nodes;
    walk->b_nodes = bvh4_tree_of(b)->nodes;
    walk->within = a == b;
    walk->top = 0;
}

static bool ignore_pair(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    (void)user;
    return true;
}

/* Opens a pair alone. */
static CAROM_APART bool open_alone(pair_walk *walk, node_pair pair) {
    walk->top = 0;
    return open_pair(walk, pair);
}

/* Walks what is below a pair in the order of walk_pairs. On the path only the number of pairs left
 * is kept. */
static CAROM_NOINLINE bool walk_by_path(const pair_walk *walk, node_pair first) {
    node_pair path[BVH4_DEPTH + 1];
    int left[BVH4_DEPTH + 1];
    pair_walk own;
    start_walk(&own, walk->a, walk->b);
    own.within = walk->within;
    own.user = walk->user;
    path[0] = first;
    for (int depth = 0;; depth++) {
        own.visitor = walk->visitor;
        if (!open_alone(&own, path[depth])) return false;
        left[depth] = own.top;
        while (left[depth] == 0)
            if (--depth < 0) return true;
        own.visitor = ignore_pair;
        (void)open_alone(&own, path[depth]);
        path[depth + 1] = own.stack[--left[depth]];
    }
}

static bool walk_pairs(pair_walk *walk, node_pair first) {
    push_pair(walk, first.a, first.b, first.leaf);
    for (;;) {
        /* neither empty nor too full for what one pair may push */
        for (; (unsigned)walk->top - 1 < WALK_STACK - MOST_OPENED + 1;) {
            walk->top--;
            if (!open_pair(walk, walk->stack[walk->top])) return false;
        }
        if (walk->top == 0) return true;
        walk->top--;
        if (!walk_by_path(walk, walk->stack[walk->top])) return false;
    }
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

/* ---- pieces: the first pairs of nodes of the walk, and the leaves met before them */

#define LEAVES UINT32_MAX /* pair_piece.c: a and b are ids */
#define PIECES_ABOVE 256  /* fewer boxes are one piece */

typedef struct piece_list {
    pair_piece *piece;
    uint32_t count;
} piece_list;

static bool keep_leaves(uint32_t a, uint32_t b, void *user) {
    piece_list *list = user;
    list->piece[list->count++] = (pair_piece){a, b, LEAVES};
    return true;
}

/* Opens each pair of nodes once, while there is space for all pairs that come of it. @return false
 * when there was nothing to open */
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
        (void)open_alone(walk, (node_pair){piece->a, piece->b, 0});
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
    pair_piece scratch[PAIR_PIECES];
    node_pair root = root_pair(a, b);
    piece_list from = {pieces, 1}, to = {scratch, 0};
    pieces[0] = (pair_piece){root.a, root.b, 0};
    if (carom_space_count(a) + carom_space_count(b) < PIECES_ABOVE) return 1;
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
