/* No structure: every query tests every box [Ericson05] 7. This is the reference that the tests
 * compare all other structures with, and the fastest one for a few dozen boxes. */
#include "spatial/space.h"
#include "spatial/space_near.h"

static const char brute_mark; /* its address is the structure, which must not be null */

static carom_status create_brute(carom_space *space, void **structure) {
    (void)space;
    *structure = (void *)(uintptr_t)&brute_mark;
    return CAROM_OK;
}

static void destroy_brute(carom_space *space, void *structure) {
    (void)space;
    (void)structure;
}

static carom_status brute_changed(carom_space *space, uint32_t id) {
    (void)space;
    (void)id;
    return CAROM_OK;
}
static void brute_removed(carom_space *space, uint32_t id, const carom_aabb *old) {
    (void)space;
    (void)id;
    (void)old;
}
static carom_status brute_moved(carom_space *space, uint32_t id, const carom_aabb *old) {
    (void)old;
    return brute_changed(space, id);
}
static carom_status brute_moved_all(carom_space *space, const carom_aabb *old) {
    (void)old;
    (void)space;
    return CAROM_OK;
}

static bool visit_brute_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const carom_aabb *box = space->boxes.box;
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        for (uint32_t j = i + 1; j < space->boxes.slots; j++)
            if (boxes_meet(&box[i], &box[j]) && !visitor(i, j, user)) return false;
    return true;
}

static bool visit_brute_box(const carom_space *space, const space_search *search) {
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (search_accepts(search, &space->boxes.box[i]) && !search->visitor(i, search->user))
            return false;
    return true;
}

/* The next box along the ray is found by a scan each time: no memory is needed. */
static void visit_brute_ray(const carom_space *space, const carom_ray *ray,
                            carom_ray_visitor *visitor, void *user) {
    space_ray path;
    double most;
    if (!carom_space_ray(&path, ray, &most)) return;
    carom_real limit = ray->t_max, last_t = 0;
    uint32_t last_id = 0;
    for (bool any = false;; any = true) {
        carom_real best_t = 0;
        uint32_t best_id = UINT32_MAX;
        for (uint32_t i = 0; i < space->boxes.slots; i++) {
            double t;
            if (!space_in_use(space, i) ||
                !space_ray_enters(&path, &space->boxes.box[i], (double)limit, &t))
                continue;
            carom_real own = (carom_real)t;
            bool later = !any || own > last_t || (own == last_t && i > last_id);
            if (later && (best_id == UINT32_MAX || own < best_t)) {
                best_t = own;
                best_id = i;
            }
        }
        if (best_id == UINT32_MAX) return;
        carom_real fresh = visitor(best_id, best_t, limit, user);
        limit = fresh < limit ? fresh : limit;
        if (!((double)limit >= path.t_min)) return;
        last_t = best_t;
        last_id = best_id;
    }
}

static void nearest_brute(const carom_space *space, vec3 point, near_list *list) {
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, i))
            near_list_offer(list, i, space_box_distance(&space->boxes.box[i], point));
}

static size_t brute_memory(const carom_space *space) {
    (void)space;
    return 0;
}

const space_ops carom_space_brute = {
    .name = "brute force",
    .create = create_brute,
    .destroy = destroy_brute,
    .insert = brute_changed,
    .remove = brute_removed,
    .move = brute_moved,
    .move_all = brute_moved_all,
    .visit_pairs = visit_brute_pairs,
    .visit_box = visit_brute_box,
    .visit_ray = visit_brute_ray,
    .nearest = nearest_brute,
    .memory = brute_memory,
};
