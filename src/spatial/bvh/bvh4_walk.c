/* Box, ray and nearest-box queries of a BVH4. Ordered queries use one traversal, depth first with
 * the nearest entry first and branch-and-bound pruning [Roussopoulos95], which gathers the boxes
 * of least key into a list; a ray query repeats it from behind the last box that it reported, so
 * the order needs no memory in proportion to the hits. Nodes are filtered in four lanes with a
 * slack for rounding, and the scalar slab test of space.h decides, so answers equal those of every
 * other structure. Stacks are bounded by the depth. */
#include "spatial/bvh/bvh4_walk.h"
#include "spatial/bvh/tolerances.h"
#include "spatial/space_near.h"

/* ---- boxes */

static inline bool search_keeps(const space_search *search, const bvh4_node *node, uint32_t place) {
    if (!search->keep) return true;
    carom_aabb box = bvh4_box(node, place);
    return search->keep(&box, search->context);
}

bool carom_bvh4_search(const bvh4_tree *tree, const space_search *search) {
    uint32_t stack[BVH4_DEPTH * BVH4_WIDTH];
    quad_real low[3], high[3];
    int top = 0;
    bvh4_broadcast(low, high, &search->box);
    stack[top++] = tree->root;
    while (top > 0) {
        const bvh4_node *node = &tree->nodes[stack[--top]];
        for (unsigned bits = bvh4_meet(node, low, high); bits != 0; bits &= bits - 1) {
            uint32_t place = (uint32_t)__builtin_ctz(bits), entry = node->entry[place];
            if (!search_keeps(search, node, place)) continue;
            if (!(entry & BVH4_LEAF))
                stack[top++] = entry;
            else if (!search->visitor(entry ^ BVH4_LEAF, search->user))
                return false;
        }
    }
    return true;
}

bool carom_bvh4_visit_box(const carom_space *space, const space_search *search) {
    return carom_bvh4_search(bvh4_tree_of(space), search);
}

/* ---- ordered traversal */

typedef struct near_entry {
    carom_real key;
    uint32_t node;
} near_entry;

/* The key that boxes are ordered by. `filter` rejects entries in four lanes, with a slack for
 * rounding; `key` decides exactly, and a larger box never has a larger key; `accept` is a test for
 * leaves. */
typedef struct near_order {
    unsigned (*filter)(const void *context, const bvh4_node *node, const near_list *list);
    bool (*key)(const void *context, const carom_aabb *box, carom_real *key);
    bool (*accept)(const void *context, uint32_t id, carom_real key);
    const void *context;
} near_order;

/* Offers the node's leaves to the list and returns its inner entries in order of decreasing key. */
static CAROM_INLINE int open_in_order(const near_order *order, const bvh4_node *node,
                                      near_entry found[BVH4_WIDTH], near_list *list) {
    int count = 0;
    unsigned bits = order->filter(order->context, node, list) & ((1u << node->count) - 1);
    for (; bits != 0; bits &= bits - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(bits), entry = node->entry[place];
        carom_aabb box = bvh4_box(node, place);
        carom_real key;
        if (!order->key(order->context, &box, &key) || !near_list_accepts(list, key)) continue;
        if (entry & BVH4_LEAF) {
            entry ^= BVH4_LEAF;
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

static CAROM_INLINE void walk_in_order(const bvh4_tree *tree, const near_order *order,
                                       near_list *list) {
    near_entry stack[BVH4_DEPTH * BVH4_WIDTH], found[BVH4_WIDTH];
    uint32_t node = tree->root;
    for (int top = 0;;) {
        int count = open_in_order(order, &tree->nodes[node], found, list);
        for (int i = 0; i < count; i++)
            stack[top++] = found[i];
        while (top > 0 && !near_list_accepts(list, stack[top - 1].key))
            top--;
        if (top == 0) return;
        node = stack[--top].node;
    }
}

/* ---- rays */

/* The first batch is small, as most callers want the closest hit only; later ones grow. */
#define FIRST_BATCH 4
#define LAST_BATCH 256

typedef struct ray_walk {
    space_ray ray;
    double limit;
    carom_real last_t; /* of the last box that was reported */
    uint32_t last_id;
    bool any;
    carom_ray_visitor *visitor;
    void *user;
} ray_walk;

#define ABS_QUAD(v) ((quad_real)((quad_mask)(v) & ~(quad_mask)(-(quad_real){0, 0, 0, 0})))

/* The slab test of space_ray_enters in four lanes. A comparison with NaN rejects nothing. */
static inline unsigned ray_filter(const void *context, const bvh4_node *node,
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
    out |= enter - leave > (size + ABS_QUAD(leave)) * RAY_FILTER_SLACK + LEAST_REAL;
    out |= enter - most > (size + ABS_QUAD(most)) * RAY_FILTER_SLACK + LEAST_REAL;
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

/* Reports the batch in order. @return false when the visitor ended the ray. */
static bool report_batch(const carom_space *space, ray_walk *walk, const near_list *batch) {
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

/* The stack of the walk is given back before boxes are reported. */
static CAROM_APART void find_batch(const bvh4_tree *tree, const ray_walk *walk, near_list *batch) {
    const near_order order = {ray_filter, ray_key, ray_accepts, walk};
    walk_in_order(tree, &order, batch);
}

void carom_bvh4_visit_ray(const carom_space *space, const carom_ray *ray,
                          carom_ray_visitor *visitor, void *user) {
    carom_near_id found[LAST_BATCH];
    ray_walk walk = {.visitor = visitor, .user = user};
    if (!carom_space_ray(&walk.ray, ray, &walk.limit)) return;
    near_list batch = {found, FIRST_BATCH, 0};
    for (;;) {
        find_batch(bvh4_tree_of(space), &walk, &batch);
        if (!report_batch(space, &walk, &batch) || batch.count < batch.capacity) return;
        batch.count = 0;
        if (batch.capacity < LAST_BATCH) batch.capacity *= 4;
    }
}

/* ---- nearest */

typedef struct nearest_walk {
    const carom_space *space;
    vec3 point;
} nearest_walk;

/* Rejects boxes whose squared distance surely exceeds that of the list's last box. */
static inline unsigned distance_filter(const void *context, const bvh4_node *node,
                                       const near_list *list) {
    const nearest_walk *walk = context;
    if (list->count < list->capacity) return ~0u;
    carom_real most =
        list->out[list->count - 1].distance * (carom_real)(1.0 + DISTANCE_FILTER_SLACK) +
        LEAST_REAL;
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

static inline bool accept_indexed(const void *context, uint32_t id, carom_real key) {
    (void)key;
    return space_is_indexed(((const nearest_walk *)context)->space, id);
}

void carom_bvh4_nearest(const carom_space *space, vec3 point, near_list *list) {
    nearest_walk walk = {space, point};
    const near_order order = {distance_filter, distance_key, accept_indexed, &walk};
    walk_in_order(bvh4_tree_of(space), &order, list);
}
