/* Boxes in order along a ray or by their distance from a point, for trees that walk depth first,
 * the nearest child first. One walk gathers the least few in order and passes over what cannot be
 * among them; a ray asks again behind the last box that it handed out. */
#ifndef CAROM_SPATIAL_IN_ORDER_H
#define CAROM_SPATIAL_IN_ORDER_H

#include "spatial/space.h"

/* What the order is of: the parameter along the ray, or the distance from the point. */
typedef struct in_order {
    const carom_space *space;
    const space_ray *ray; /* null: from the point */
    vec3 point;
    double limit;
    carom_real last_t; /* handed out */
    uint32_t last_id;
    bool any; /* something was */
} in_order;

typedef struct in_order_entry {
    carom_real key;
    uint32_t node;
} in_order_entry;

/* Walks the whole tree: offers every box that in_order_offer takes. */
typedef void in_order_walk(const in_order *order, near_list *list);

/** False for a box of no interest. A box that holds another never has the larger key. */
static inline bool in_order_key(const in_order *order, const carom_aabb *box, const near_list *list,
                                carom_real *key) {
    if (order->ray) {
        double t;
        if (!space_ray_enters(order->ray, box, order->limit, &t)) return false;
        *key = (carom_real)t;
    } else
        *key = space_box_distance(box, order->point);
    return near_list_open(list, *key);
}

static inline void in_order_offer(const in_order *order, const carom_aabb *box, uint32_t id,
                                  near_list *list) {
    carom_real key;
    if (!in_order_key(order, box, list, &key)) return;
    if (!order->ray) {
        if (!space_settled(order->space, id)) return;
    } else if (order->any &&
               !(key > order->last_t || (key == order->last_t && id > order->last_id)))
        return;
    near_list_offer(list, id, key);
}

/** As visit_ray and nearest of space_ops. */
void carom_in_order_ray(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                        void *user, in_order_walk *walk);
void carom_in_order_nearest(const carom_space *space, vec3 point, near_list *list,
                            in_order_walk *walk);

#endif
