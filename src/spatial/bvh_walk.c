/* Pairs: both nodes are opened at once, and their sixteen pairs of entries decided in four
 * comparisons, one node's lanes turned by one place from each to the next. Rays and nearest boxes:
 * one traversal, depth first and nearest entry first, gathers the least few in order and passes
 * over what cannot be among them; a ray asks again, for more, behind the last it handed out, so
 * that order needs neither memory nor an end. Stacks are bounded by the trees' depth. */
#include "spatial/bvh_walk.h"

static const wide_tree *tree_of(const carom_space *space) {
    return space->structure;
}

/* ---- pairs */

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

static inline unsigned meet_box(const wide_node *node, const quad_real low[3],
                                const quad_real high[3]) {
    quad_mask mask = (node->low[0] <= high[0]) & (node->low[1] <= high[1]) &
                     (node->low[2] <= high[2]) & (node->high[0] >= low[0]) &
                     (node->high[1] >= low[1]) & (node->high[2] >= low[2]);
    return quad_bits(&mask);
}

static inline void spread_box(quad_real low[3], quad_real high[3], const carom_aabb *box) {
    const carom_real x[3] = {box->min.x, box->min.y, box->min.z};
    const carom_real y[3] = {box->max.x, box->max.y, box->max.z};
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = QUAD_OF(x[axis]);
        high[axis] = QUAD_OF(y[axis]);
    }
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
    spread_box(low, high, &box);
    for (unsigned bits = meet_box(node, low, high); bits != 0; bits &= bits - 1) {
        uint32_t entry = node->entry[__builtin_ctz(bits)];
        if (!(entry & WIDE_LEAF))
            push_pair(walk, in_a ? pair.a : entry, in_a ? entry : pair.b, pair.leaf);
        else if (!meet_leaves(walk, in_a ? leaf : entry, in_a ? entry : leaf))
            return false;
    }
    return true;
}

static bool walk_pairs(pair_walk *walk) {
    walk->a_nodes = tree_of(walk->a)->nodes;
    walk->b_nodes = tree_of(walk->b)->nodes;
    walk->top = 0;
    push_pair(walk, tree_of(walk->a)->root, tree_of(walk->b)->root, 0);
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

/* ---- boxes */

static inline bool search_keeps(const space_search *search, const wide_node *node, uint32_t place) {
    if (!search->keep) return true;
    carom_aabb box = wide_box(node, place);
    return search->keep(&box, search->context);
}

bool carom_wide_visit_box(const carom_space *space, const space_search *search) {
    const wide_tree *tree = tree_of(space);
    uint32_t stack[WIDE_DEPTH * WIDE];
    quad_real low[3], high[3];
    int top = 0;
    spread_box(low, high, &search->box);
    stack[top++] = tree->root;
    while (top > 0) {
        const wide_node *node = &tree->nodes[stack[--top]];
        for (unsigned bits = meet_box(node, low, high); bits != 0; bits &= bits - 1) {
            uint32_t place = (uint32_t)__builtin_ctz(bits), entry = node->entry[place];
            if (!search_keeps(search, node, place)) continue;
            if (!(entry & WIDE_LEAF))
                stack[top++] = entry;
            else if (!search->visitor(entry ^ WIDE_LEAF, search->user))
                return false;
        }
    }
    return true;
}

/* ---- in order */

typedef struct near_entry {
    carom_real key;
    uint32_t node;
} near_entry;

/* What the order is of. `filter` drops, in four lanes and with room for their rounding, entries that
 * cannot be of interest; `key` decides, and a larger box never has a larger key; `accept` is asked
 * about leaves. */
typedef struct near_order {
    unsigned (*filter)(const void *context, const wide_node *node, const near_list *list);
    bool (*key)(const void *context, const carom_aabb *box, carom_real *key);
    bool (*accept)(const void *context, uint32_t id, carom_real key);
    const void *context;
} near_order;

/* Leaves are offered at once, the nodes left in order of decreasing key. */
static CAROM_INLINE int open_in_order(const near_order *order, const wide_node *node,
                                      near_entry found[WIDE], near_list *list) {
    int count = 0;
    unsigned bits = order->filter(order->context, node, list) & ((1u << node->count) - 1);
    for (; bits != 0; bits &= bits - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(bits), entry = node->entry[place];
        carom_aabb box = wide_box(node, place);
        carom_real key;
        if (!order->key(order->context, &box, &key) || !near_list_open(list, key)) continue;
        if (entry & WIDE_LEAF) {
            entry ^= WIDE_LEAF;
            if (order->accept(order->context, entry, key)) near_list_offer(list, entry, key);
            continue;
        }
        int i = count++;
        for (; i > 0 && found[i - 1].key < key; i--)
            found[i] = found[i - 1];
        found[i] = (near_entry){key, entry};
    }
    return count;
}

static CAROM_INLINE void walk_in_order(const wide_tree *tree, const near_order *order,
                                       near_list *list) {
    near_entry stack[WIDE_DEPTH * WIDE], found[WIDE];
    uint32_t node = tree->root;
    for (int top = 0;;) {
        int count = open_in_order(order, &tree->nodes[node], found, list);
        for (int i = 0; i < count; i++)
            stack[top++] = found[i];
        while (top > 0 && !near_list_open(list, stack[top - 1].key))
            top--;
        if (top == 0) return;
        node = stack[--top].node;
    }
}

/* ---- rays */

/* The first batch is small, for those who want the closest hit; later ones grow. */
#define FIRST_BATCH 4
#define LAST_BATCH 256

typedef struct ray_walk {
    space_ray ray;
    double limit;
    carom_real last_t; /* handed out */
    uint32_t last_id;
    bool any;
    carom_ray_visitor *visitor;
    void *user;
} ray_walk;

#define RAY_SLACK (16 * CAROM_REAL_EPSILON)
#define LEAST_REAL (4 / CAROM_REAL_MAX)
#define ABS_QUAD(v) ((quad_real)((quad_mask)(v) & ~(quad_mask)(-(quad_real){0, 0, 0, 0})))

/* The slabs of space_ray_enters. What is NaN, or infinite on both sides, drops nothing. */
static inline unsigned ray_filter(const void *context, const wide_node *node,
                                  const near_list *list) {
    const ray_walk *walk = context;
    const space_ray *ray = &walk->ray;
    carom_real t_min = (carom_real)ray->t_min, limit = (carom_real)walk->limit;
    quad_real enter = QUAD_OF(t_min), leave = QUAD_OF(CAROM_REAL_MAX), most = QUAD_OF(limit);
    quad_mask out = {0, 0, 0, 0};
    (void)list;
    for (int axis = 0; axis < 3; axis++) {
        carom_real o = (carom_real)ray->o[axis], inverse = (carom_real)ray->inverse[axis];
        quad_real a = node->low[axis] - QUAD_OF(o), b = node->high[axis] - QUAD_OF(o);
        if (ray->d[axis] == 0.0) {
            out |= (a > 0) | (b < 0);
            continue;
        }
        a *= QUAD_OF(inverse);
        b *= QUAD_OF(inverse);
        quad_real first = a, last = a;
        quad_lower(&first, &b);
        quad_raise(&last, &b);
        quad_raise(&enter, &first);
        quad_lower(&leave, &last);
    }
    quad_real size = ABS_QUAD(enter);
    out |= enter - leave > (size + ABS_QUAD(leave)) * RAY_SLACK + LEAST_REAL;
    out |= enter - most > (size + ABS_QUAD(most)) * RAY_SLACK + LEAST_REAL;
    return ~quad_bits(&out);
}

static inline bool ray_key(const void *context, const carom_aabb *box, carom_real *key) {
    const ray_walk *walk = context;
    double t;
    if (!space_ray_enters(&walk->ray, box, walk->limit, &t)) return false;
    *key = (carom_real)t;
    return true;
}

static inline bool ray_accepts(const void *context, uint32_t id, carom_real t) {
    const ray_walk *walk = context;
    return !walk->any || t > walk->last_t || (t == walk->last_t && id > walk->last_id);
}

/* Hands a batch out. False when the visitor has seen enough. */
static bool hand_out(const carom_space *space, ray_walk *walk, const near_list *batch) {
    double gathered = walk->limit, t;
    for (size_t i = 0; i < batch->count; i++) {
        walk->last_t = batch->out[i].distance;
        walk->last_id = batch->out[i].id;
        if (walk->limit < gathered &&
            !space_ray_enters(&walk->ray, &space->boxes.box[walk->last_id], walk->limit, &t))
            continue;
        carom_real limit = (carom_real)walk->limit;
        carom_real fresh = walk->visitor(walk->last_id, walk->last_t, limit, walk->user);
        if (fresh < limit) walk->limit = (double)fresh;
        if (!(walk->limit >= walk->ray.t_min)) return false;
    }
    walk->any = true;
    return true;
}

void carom_wide_visit_ray(const carom_space *space, const carom_ray *ray,
                          carom_ray_visitor *visitor, void *user) {
    carom_near_id found[LAST_BATCH];
    ray_walk walk = {.visitor = visitor, .user = user};
    const near_order order = {ray_filter, ray_key, ray_accepts, &walk};
    if (!carom_space_ray(&walk.ray, ray, &walk.limit)) return;
    near_list batch = {found, FIRST_BATCH, 0};
    for (;;) {
        walk_in_order(tree_of(space), &order, &batch);
        if (!hand_out(space, &walk, &batch) || batch.count < batch.capacity) return;
        batch.count = 0;
        if (batch.capacity < LAST_BATCH) batch.capacity *= 4;
    }
}

/* ---- nearest */

typedef struct nearest_walk {
    const carom_space *space;
    vec3 point;
} nearest_walk;

/* Squares of distances from below; those beyond the list's last are dropped. */
static inline unsigned distance_filter(const void *context, const wide_node *node,
                                       const near_list *list) {
    const nearest_walk *walk = context;
    if (list->count < list->capacity) return ~0u;
    carom_real most = list->out[list->count - 1].distance * (carom_real)(1.0 + 1e-5) + LEAST_REAL;
    most *= most;
    quad_real square = {0, 0, 0, 0};
    for (int axis = 0; axis < 3; axis++) {
        carom_real p = (carom_real)axis3(walk->point, axis);
        quad_real away = {0, 0, 0, 0};
        quad_real below = node->low[axis] - QUAD_OF(p), above = QUAD_OF(p) - node->high[axis];
        quad_raise(&away, &below);
        quad_raise(&away, &above);
        square += away * away;
    }
    quad_mask out = square > QUAD_OF(most);
    return ~quad_bits(&out);
}

static inline bool distance_key(const void *context, const carom_aabb *box, carom_real *key) {
    *key = space_box_distance(box, ((const nearest_walk *)context)->point);
    return true;
}

static inline bool accept_settled(const void *context, uint32_t id, carom_real key) {
    (void)key;
    return space_settled(((const nearest_walk *)context)->space, id);
}

void carom_wide_nearest(const carom_space *space, vec3 point, near_list *list) {
    nearest_walk walk = {space, point};
    const near_order order = {distance_filter, distance_key, accept_settled, &walk};
    walk_in_order(tree_of(space), &order, list);
}
