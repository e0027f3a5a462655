/* Ray casts and shape casts of a world, branch and bound [Ericson05] 6.3: a query for the closest
 * hit is a list of one, whose last hit bounds the search. Hits are kept in ascending order of t
 * and then index, as many as the caller's buffer takes. Boxes on the way are found by a slab test
 * with slack [Ericson05] 5.5.8, so rounding loses no hit. */
#include <string.h>

#include "spatial/space.h"
#include "world/pair.h"
#include "world/world_data.h"
#include "spatial/space_query.h"
#include "world/collider.h"
#include "world/query/options.h"
#include "world/query/tolerances.h"

typedef struct hit_list {
    const carom_world *world;
    const uint32_t *owner; /* of the structure that is being searched */
    world_placed probe;
    uint32_t mask;
    const carom_world_options *options; /* null: none */
    bool is_ray, closest;               /* closest: hits beyond the kept one are skipped */
    carom_world_hit *hits;
    size_t capacity, kept, count;
} hit_list;

static carom_real hit_limit(const hit_list *list, carom_real beyond) {
    return list->closest && list->kept > 0 ? list->hits[0].t : beyond;
}

static void keep_hit(hit_list *list, const carom_world_hit *hit) {
    size_t i = list->kept;
    list->count++;
    if (i == list->capacity) {
        if (i == 0) return;
        const carom_world_hit *last = &list->hits[i - 1];
        if (hit->t > last->t || (hit->t == last->t && hit->id.index > last->id.index)) return;
        i--;
    } else
        list->kept++;
    for (; i > 0; i--) {
        const carom_world_hit *before = &list->hits[i - 1];
        if (before->t < hit->t || (before->t == hit->t && before->id.index < hit->id.index)) break;
        list->hits[i] = *before;
    }
    list->hits[i] = *hit;
}

static carom_sweep_hit pair_sweep(const hit_list *list, const world_placed *target) {
    return list->options ? carom_world_pair_sweep_by(&list->probe, target, &list->options->sweep)
                         : carom_world_pair_sweep(&list->probe, target);
}

/* Narrow phase: one collider. */
static void try_collider(hit_list *list, uint32_t index) {
    const world_collider *c = &world_slots(list->world)[index];
    if (!c->used || !(c->def.category & list->mask)) return;
    if (!world_is_requested(list->world, index, list->options)) return;
    world_placed target = {&c->def.shape, c->def.pose, {0, 0, 0}};
    carom_world_hit out = {.id = world_id_of(list->world, index)};
    if (list->is_ray) {
        carom_ray_hit hit = carom_world_pair_raycast(&list->probe, &target);
        if (!hit.hit) return;
        out.t = hit.t;
        out.point = hit.point;
        out.normal = hit.normal;
        out.initial_overlap = hit.started_inside;
        out.barycentric = hit.barycentric;
        out.sub_b = hit.sub_b;
    } else {
        carom_sweep_hit hit = pair_sweep(list, &target);
        if (!hit.hit) return;
        out.t = hit.fraction;
        out.point = hit.point;
        out.normal = hit.normal;
        out.initial_overlap = hit.initial_overlap;
        out.sub_a = hit.sub_a;
        out.sub_b = hit.sub_b;
    }
    keep_hit(list, &out);
}

static void try_unbounded(hit_list *list) {
    const uint32_t *unbounded = list->world->unbounded.data;
    for (size_t i = 0; i < list->world->unbounded.count; i++)
        try_collider(list, unbounded[i]);
}

/* ---- rays */

static carom_real try_ray_box(uint32_t id, carom_real t, carom_real limit, void *user) {
    hit_list *list = user;
    (void)t;
    try_collider(list, list->owner[id]);
    carom_real fresh = hit_limit(list, limit);
    /* by rounding a box may be entered later than its content is hit */
    fresh += (carom_real)(QUERY_BOX_SLACK * fabs((double)fresh));
    return fresh < limit ? fresh : limit;
}

static void find_ray_hits(hit_list *list, const carom_ray *ray) {
    const world_tree *trees[2] = {&list->world->statics, &list->world->movers};
    carom_shape shape = {.kind = CAROM_SHAPE_RAY, .as.ray = *ray};
    if (carom_shape_problem(&shape)) return;
    list->is_ray = true;
    list->probe = (world_placed){&shape, carom_pose_identity(), {0, 0, 0}};
    try_unbounded(list);
    for (int i = 0; i < 2; i++) {
        carom_ray rest = *ray;
        rest.t_max = hit_limit(list, ray->t_max);
        list->owner = trees[i]->owner.data;
        if (rest.t_min <= rest.t_max)
            carom_space_visit_ray(trees[i]->space, &rest, try_ray_box, list);
    }
}

bool carom_world_raycast_probe(const carom_world *world, const carom_world_probe *probe,
                               carom_world_hit *hit) {
    hit_list list = {.world = world,
                     .mask = probe->mask,
                     .options = probe->options,
                     .closest = true,
                     .hits = hit,
                     .capacity = 1};
    memset(hit, 0, sizeof *hit);
    if (probe->shape->kind == CAROM_SHAPE_RAY) find_ray_hits(&list, &probe->shape->as.ray);
    return list.kept > 0;
}

size_t carom_world_raycast_probe_all(const carom_world *world, const carom_world_probe *probe,
                                     carom_world_hit *hits, size_t capacity) {
    hit_list list = {.world = world,
                     .mask = probe->mask,
                     .options = probe->options,
                     .hits = hits,
                     .capacity = hits ? capacity : 0};
    if (probe->shape->kind == CAROM_SHAPE_RAY) find_ray_hits(&list, &probe->shape->as.ray);
    return list.count;
}

bool carom_world_raycast(const carom_world *world, const carom_ray *ray, uint32_t mask,
                         carom_world_hit *hit) {
    const carom_shape shape = {.kind = CAROM_SHAPE_RAY, .as.ray = *ray};
    const carom_world_probe probe = {.shape = &shape, .mask = mask};
    return carom_world_raycast_probe(world, &probe, hit);
}

size_t carom_world_raycast_all(const carom_world *world, const carom_ray *ray, uint32_t mask,
                               carom_world_hit *hits, size_t capacity) {
    const carom_shape shape = {.kind = CAROM_SHAPE_RAY, .as.ray = *ray};
    const carom_world_probe probe = {.shape = &shape, .mask = mask};
    return carom_world_raycast_probe_all(world, &probe, hits, capacity);
}

/* ---- moving shapes */

typedef struct path_search {
    hit_list *list;
    vec3 low, high, motion;
} path_search;

/* Slab test: true when the moving box enters this one before the last hit of interest. The slack
 * makes it conservative. */
static bool path_enters(const carom_aabb *box, const void *context) {
    const path_search *path = context;
    double enter = 0.0, leave = (double)hit_limit(path->list, 1);
    double slack_factor = QUERY_BOX_SLACK;
    for (int axis = 0; axis < 3; axis++) {
        double v = axis3(path->motion, axis);
        double low = axis3(load3(box->min), axis) - axis3(path->high, axis);
        double high = axis3(load3(box->max), axis) - axis3(path->low, axis);
        double slack = slack_factor * (fabs(low) + fabs(high) + fabs(v));
        low -= slack;
        high += slack;
        if (v == 0.0) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        enter = max2(enter, (v > 0.0 ? low : high) / v);
        leave = min2(leave, (v > 0.0 ? high : low) / v);
    }
    return !(enter > leave + slack_factor * (fabs(enter) + fabs(leave)));
}

static bool try_path_box(uint32_t id, void *user) {
    hit_list *list = user;
    try_collider(list, list->owner[id]);
    return true;
}

static void try_every_collider(hit_list *list) {
    for (uint32_t i = 0; i < list->world->colliders.count; i++)
        if (world_slots(list->world)[i].proxy != WORLD_NO_PROXY) try_collider(list, i);
}

/* How far around the path shapes are in contact; negative where the options are invalid. */
static double target_of(const carom_world_options *options) {
    double target = options ? (double)options->sweep.target_distance : 0.0;
    return target >= 0.0 && finite1(target) ? target : -1.0;
}

static void find_path_hits(hit_list *list, const carom_world_probe *probe) {
    const double target = target_of(probe->options);
    const world_tree *trees[2] = {&list->world->statics, &list->world->movers};
    vec3 motion = load3(probe->motion);
    if (carom_shape_problem(probe->shape) || carom_pose_problem(probe->pose) || !finite3(motion) ||
        target < 0.0)
        return;
    list->probe = (world_placed){probe->shape, probe->pose, probe->motion};
    carom_aabb box = carom_world_bounds(probe->shape, probe->pose);
    try_unbounded(list);
    if (!world_box_finite(&box)) {
        try_every_collider(list);
        return;
    }
    const vec3 margin = vec(target, target, target);
    path_search path = {list, sub3(load3(box.min), margin), add3(load3(box.max), margin), motion};
    double slack_factor =
        QUERY_BOX_SLACK * (max_abs3(motion) + max2(max_abs3(path.low), max_abs3(path.high)));
    vec3 low = vec(path.low.x + min2(motion.x, 0.0) - slack_factor,
                   path.low.y + min2(motion.y, 0.0) - slack_factor,
                   path.low.z + min2(motion.z, 0.0) - slack_factor);
    vec3 high = vec(path.high.x + max2(motion.x, 0.0) + slack_factor,
                    path.high.y + max2(motion.y, 0.0) + slack_factor,
                    path.high.z + max2(motion.z, 0.0) + slack_factor);
    space_search search = {{store3(low), store3(high)}, path_enters, &path, try_path_box, list};
    for (int i = 0; i < 2; i++) {
        list->owner = trees[i]->owner.data;
        carom_space_search(trees[i]->space, &search);
    }
}

bool carom_world_sweep(const carom_world *world, const carom_world_probe *probe,
                       carom_world_hit *hit) {
    hit_list list = {.world = world,
                     .mask = probe->mask,
                     .options = probe->options,
                     .closest = true,
                     .hits = hit,
                     .capacity = 1};
    memset(hit, 0, sizeof *hit);
    find_path_hits(&list, probe);
    return list.kept > 0;
}

size_t carom_world_sweep_all(const carom_world *world, const carom_world_probe *probe,
                             carom_world_hit *hits, size_t capacity) {
    hit_list list = {.world = world,
                     .mask = probe->mask,
                     .options = probe->options,
                     .hits = hits,
                     .capacity = hits ? capacity : 0};
    find_path_hits(&list, probe);
    return list.count;
}
