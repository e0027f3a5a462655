/* Batches of boxes along a ray. The first batch is small, because most callers want the closest
 * hit only; later ones grow by a factor of four. Each batch is gathered by a walk of its own, so
 * the order needs no memory in proportion to the number of hits. */
#include "spatial/in_order.h"
#include "spatial/space_near.h"

#define SMALL_BATCH 4
#define LARGE_BATCH 256

/* Reports the batch in order. @return false when the visitor ended the ray. */
static bool report_in_order(in_order *order, const near_list *batch, carom_ray_visitor *visitor,
                            void *user) {
    const double gathered = order->limit;
    const carom_aabb *boxes = order->space->boxes.box;
    for (size_t i = 0; i < batch->count; i++) {
        double t;
        order->last_t = batch->out[i].distance;
        order->last_id = batch->out[i].id;
        if (order->limit < gathered &&
            !space_ray_enters(order->ray, &boxes[order->last_id], order->limit, &t))
            continue;
        carom_real limit = (carom_real)order->limit;
        carom_real fresh = visitor(order->last_id, order->last_t, limit, user);
        if (fresh < limit) order->limit = (double)fresh;
        if (!(order->limit >= order->ray->t_min)) return false;
    }
    order->any = true;
    return true;
}

void carom_in_order_ray(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                        void *user, in_order_walk *walk) {
    carom_near_id found[LARGE_BATCH];
    space_ray path;
    in_order order = {.space = space, .ray = &path};
    near_list batch = {found, SMALL_BATCH, 0};
    if (!carom_space_ray(&path, ray, &order.limit)) return;
    for (;;) {
        walk(&order, &batch);
        if (!report_in_order(&order, &batch, visitor, user) || batch.count < batch.capacity) return;
        batch.count = 0;
        if (batch.capacity < LARGE_BATCH) batch.capacity *= 4;
    }
}

void carom_in_order_nearest(const carom_space *space, vec3 point, near_list *list,
                            in_order_walk *walk) {
    const in_order order = {.space = space, .point = point};
    walk(&order, list);
}
