/* Ray queries and nearest-box queries of a carom_space: a merge [Knuth98] 5.2.4 of the ordered
 * answers of the structure with the pending boxes, so the order is exact between builds too. Of
 * the pending boxes the next one in order is searched for by a scan whenever one is due, so the
 * merge needs no memory. */
#include "spatial/space.h"
#include "spatial/space_near.h"

/* ---- rays */

bool carom_space_ray(space_ray *out, const carom_ray *ray, double *limit) {
    vec3 o = load3(ray->origin), d = load3(ray->direction);
    out->t_min = (double)ray->t_min;
    *limit = (double)ray->t_max;
    if (!finite3(o) || !finite3(d) || max_abs3(d) == 0.0 || !(out->t_min <= *limit)) return false;
    for (int i = 0; i < 3; i++) {
        out->o[i] = axis3(o, i);
        out->d[i] = axis3(d, i);
        out->inverse[i] = out->d[i] != 0.0 ? 1.0 / out->d[i] : 0.0;
        if (!finite1(out->inverse[i])) out->inverse[i] = out->d[i] > 0.0 ? DBL_MAX : -DBL_MAX;
    }
    return true;
}

typedef struct merged_ray {
    const carom_space *space;
    const space_ray *ray;
    carom_ray_visitor *visitor;
    void *user;
    carom_real limit;  /* the smallest limit that the visitor returned */
    carom_real last_t; /* of the last pending box that was reported */
    uint32_t last_id;
    bool any; /* a pending box was reported */
    bool stopped;
} merged_ray;

static bool before_in_order(carom_real t, uint32_t id, carom_real other_t, uint32_t other_id) {
    return t < other_t || (t == other_t && id < other_id);
}

/* The first pending box in order after the last reported one, at most at `limit`. */
static bool next_pending(const merged_ray *merged, carom_real limit, carom_real *t, uint32_t *id) {
    const carom_space *space = merged->space;
    bool found = false;
    for (size_t i = 0; i < space->pending.count; i++) {
        uint32_t own = space->pending.ids[i];
        double enter;
        if (!space_in_use(space, own) ||
            !space_ray_enters(merged->ray, &space->boxes.box[own], (double)limit, &enter))
            continue;
        carom_real own_t = (carom_real)enter;
        if (merged->any && !before_in_order(merged->last_t, merged->last_id, own_t, own)) continue;
        if (found && !before_in_order(own_t, own, *t, *id)) continue;
        *t = own_t;
        *id = own;
        found = true;
    }
    return found;
}

/* Reports the pending boxes that come before (t, id). @return the limit, perhaps smaller. */
static carom_real visit_pending_before(merged_ray *merged, carom_real limit, carom_real t,
                                       uint32_t id) {
    carom_real own_t = 0;
    uint32_t own = 0;
    while (!merged->stopped && next_pending(merged, limit, &own_t, &own)) {
        if (!before_in_order(own_t, own, t, id)) break;
        merged->last_t = own_t;
        merged->last_id = own;
        merged->any = true;
        carom_real fresh = merged->visitor(own, own_t, limit, merged->user);
        limit = fresh < limit ? fresh : limit;
        merged->stopped = !((double)limit >= merged->ray->t_min);
    }
    merged->limit = limit < merged->limit ? limit : merged->limit;
    return limit;
}

static carom_real visit_merged(uint32_t id, carom_real t, carom_real limit, void *user) {
    merged_ray *merged = user;
    if (!space_is_indexed(merged->space, id)) return limit;
    limit = visit_pending_before(merged, limit, t, id);
    double enter; /* tested again: the limit may have shrunk since the structure found the box */
    if (merged->stopped ||
        !space_ray_enters(merged->ray, &merged->space->boxes.box[id], (double)limit, &enter))
        return limit;
    limit = merged->visitor(id, t, limit, merged->user);
    merged->limit = limit < merged->limit ? limit : merged->limit;
    merged->stopped = !((double)merged->limit >= merged->ray->t_min);
    return limit;
}

static void visit_along(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                        void *user) {
    space_ray path;
    double limit;
    if (!carom_space_ray(&path, ray, &limit)) return;
    if (space->pending.count == 0) {
        space->ops->visit_ray(space, ray, visitor, user);
        return;
    }
    merged_ray merged = {space, &path, visitor, user, ray->t_max, 0, 0, false, false};
    /* The loop below reports the pending boxes behind the structure's last box. */
    if (space->structure) space->ops->visit_ray(space, ray, visit_merged, &merged);
    if (!merged.stopped)
        visit_pending_before(&merged, merged.limit, (carom_real)INFINITY, UINT32_MAX);
}

void carom_space_visit_ray(const carom_space *space, const carom_ray *ray,
                           carom_ray_visitor *visitor, void *user) {
    space_begin_visit(space);
    visit_along(space, ray, visitor, user);
    space_end_visit(space);
}

/* ---- nearest */

size_t carom_space_query_nearest(const carom_space *space, carom_vec3 point, carom_near_id *nearest,
                                 size_t capacity) {
    vec3 p = load3(point);
    near_list list = {nearest, capacity, 0};
    if (!finite3(p) || capacity == 0 || !nearest) return 0;
    if (space->structure) space->ops->nearest(space, p, &list);
    for (size_t i = 0; i < space->pending.count; i++) {
        uint32_t id = space->pending.ids[i];
        if (space_in_use(space, id))
            near_list_offer(&list, id, space_box_distance(&space->boxes.box[id], p));
    }
    return list.count;
}
