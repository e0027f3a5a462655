/* Ordered traversal for trees of boxes: boxes along a ray by entry parameter, or by distance from
 * a point, depth first with the nearer child first and branch-and-bound pruning [Roussopoulos95].
 * One walk gathers the boxes of least key into a list of fixed capacity and prunes every node
 * whose key cannot enter it. A ray query repeats the walk from behind the last box that it
 * reported, so that the order is exact with a fixed amount of memory. The k-d tree and the loose
 * trees use it; the BVHs have a version for four lanes in bvh/bvh4_walk.c. */
#ifndef CAROM_SPATIAL_IN_ORDER_H
#define CAROM_SPATIAL_IN_ORDER_H

#include "spatial/space.h"

/* The key that boxes are ordered by: the parameter along the ray, or the distance from the point.
 */
typedef struct in_order {
    const carom_space *space;
    const space_ray *ray; /* null: distances from `point` */
    vec3 point;
    double limit;
    carom_real last_t; /* of the last box that was reported */
    uint32_t last_id;
    bool any; /* a box was reported */
} in_order;

typedef struct in_order_entry {
    carom_real key;
    uint32_t node;
} in_order_entry;

/* Walks the tree and passes every box that may enter the list to in_order_offer. */
typedef void in_order_walk(const in_order *order, near_list *list);

/** @return false for a box, or a node's box, that cannot enter the list. A box that contains
 * another never has the larger key. */
static inline bool in_order_key(const in_order *order, const carom_aabb *box, const near_list *list,
                                carom_real *key) {
    if (order->ray) {
        double t;
        if (!space_ray_enters(order->ray, box, order->limit, &t)) return false;
        *key = (carom_real)t;
    } else
        *key = space_box_distance(box, order->point);
    return near_list_accepts(list, *key);
}

static inline void in_order_offer(const in_order *order, const carom_aabb *box, uint32_t id,
                                  near_list *list) {
    carom_real key;
    if (!in_order_key(order, box, list, &key)) return;
    if (!order->ray) {
        if (!space_is_indexed(order->space, id)) return;
    } else if (order->any &&
               !(key > order->last_t || (key == order->last_t && id > order->last_id)))
        return;
    near_list_offer(list, id, key);
}

/** Implement visit_ray and nearest of space_ops. */
void carom_in_order_ray(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                        void *user, in_order_walk *walk);
void carom_in_order_nearest(const carom_space *space, vec3 point, near_list *list,
                            in_order_walk *walk);

#endif
