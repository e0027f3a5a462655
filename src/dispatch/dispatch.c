/* The generic calls: the pair in the verb's table, flipped when only the other order is there, and
 * the answer flipped back. Without a closed form the class of the pair tells who serves it. The
 * calls with poses place both shapes and ask the same. */
#include "dispatch/dispatch.h"
#include "dispatch/contains.h"
#include "dispatch/convex_view.h"
#include "dispatch/box_pairs.h"
#include "dispatch/cylinder_pairs.h"
#include "dispatch/engine.h"
#include "dispatch/flat_planes.h"
#include "dispatch/hull_pairs.h"
#include "dispatch/mesh_pairs.h"
#include "dispatch/paths.h"
#include "dispatch/round_pairs.h"
#include "dispatch/tame_pair.h"

static bool casts_rays(carom_shape_kind kind) {
    return is_path_kind(kind) || kind == CAROM_SHAPE_SEGMENT;
}

pair_class carom_class_of_pair(carom_shape_kind a, carom_shape_kind b) {
    if (is_surface_kind(a) || is_surface_kind(b)) return PAIR_SURFACE;
    if (is_flat_kind(a) || is_flat_kind(b)) return PAIR_FLAT;
    const bool thin = casts_rays(a) && casts_rays(b);
    return thin && (is_path_kind(a) || is_path_kind(b)) ? PAIR_PATHS : PAIR_BOUNDED;
}

/* ---- pairs */

const carom_posed_shape *carom_moved_shape(posed_room *room, const carom_posed_shape *posed) {
    if (CAROM_LIKELY((posed->state & (POSED_VALID | POSED_PENDING)) == POSED_VALID)) return posed;
    if (posed->state == 0) return NULL;
    carom_posed_expand(room, posed);
    return &room->posed;
}

void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    out->a = carom_moved_shape(&out->room[0], a);
    out->b = carom_moved_shape(&out->room[1], b);
    out->valid = out->a && out->b;
    out->flip = false;
    if (!out->valid) return;
    const carom_posed_shape *given[2] = {out->a, out->b};
    out->flip = pair_is_flipped(&given[0]->shape, &given[1]->shape);
    if (is_surface_kind(a->shape.kind) && a->shape.kind == b->shape.kind)
        out->flip = carom_surface_order(a, b) > 0;
    out->a = given[out->flip];
    out->b = given[!out->flip];
}

bool carom_shape_supports(carom_verb verb, carom_shape_kind a, carom_shape_kind b) {
    if ((unsigned)a >= CAROM_SHAPE_KINDS || (unsigned)b >= CAROM_SHAPE_KINDS) return false;
    if (verb == CAROM_VERB_RAYCAST) return casts_rays(a);
    return (unsigned)verb <= CAROM_VERB_PENETRATION;
}

/* ---- overlap */

bool carom_overlap_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_hull_pair(a, b)) {
        const hulls_seen seen = see_hulls(a, b);
        portal_end end = hulls_by_balls(&seen);
        if (end == PORTAL_OPEN) end = hulls_by_portal(&seen, NULL);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_overlap)(a, b);
    if (is_round_pair(a, b)) return carom_round_overlap(&a->shape, &b->shape);
    if (is_framed_cylinder_pair(a, b)) {
        vec3 axis = {0, 0, 0};
        portal_end end = carom_cylinder_overlap(cylinder_of(a), cylinder_of(b), &axis);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    return pair.valid && carom_overlap_of_pair(&pair, NULL);
}

bool carom_overlap_of_pair(const posed_pair *pair, convex_cache *cache) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    if (closed) return closed(a, b);
    switch (carom_class_of_pair(a->kind, b->kind)) {
    case PAIR_BOUNDED: return carom_engine_overlap(pair->a, pair->b, cache);
    case PAIR_FLAT: return carom_flat_overlap(a, b);
    case PAIR_PATHS: return carom_paths_overlap(a, b);
    default: return carom_surface_overlap(pair->a, pair->b);
    }
}

bool carom_overlap(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                   carom_pose pose_b) {
    carom_posed_shape placed[2];
    return carom_solids_frame(placed, a, pose_a, b, pose_b) &&
           carom_overlap_posed(&placed[0], &placed[1]);
}

/* ---- classify */

carom_relation carom_classify_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return CAROM_DISJOINT;
    const carom_shape *first = &pair.a->shape, *second = &pair.b->shape;
    if (first->kind == second->kind && !is_surface_kind(first->kind) &&
        carom_shape_order(first, second) == 0)
        return CAROM_CONTAINS; /* the same numbers, whatever rounding makes of them */
    classify_pair *closed = carom_classify_table[first->kind][second->kind];
    bool on_surface = carom_class_of_pair(first->kind, second->kind) == PAIR_SURFACE;
    if (!closed && !on_surface && !carom_overlap_of_pair(&pair, NULL)) return CAROM_DISJOINT;
    carom_relation relation = closed       ? closed(first, second)
                              : on_surface ? carom_surface_classify(pair.a, pair.b)
                                           : carom_engine_classify(first, second);
    if (!pair.flip) return relation;
    /* equal sets contain each other, whichever comes first */
    if (relation == CAROM_CONTAINS && !on_surface && carom_contains(second, first))
        return CAROM_CONTAINS;
    return relation == CAROM_CONTAINS ? CAROM_INSIDE
           : relation == CAROM_INSIDE ? CAROM_CONTAINS
                                      : relation;
}

carom_relation carom_classify(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                              carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_place(placed, a, pose_a, b, pose_b);
    return sound ? carom_classify_posed(&placed[0], &placed[1]) : CAROM_DISJOINT;
}

/* ---- closest */

static carom_closest_any closest_without_closed_form(const posed_pair *pair) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    carom_closest_any found = closest_nowhere();
    pair_class who = carom_class_of_pair(a->kind, b->kind);
    if (who == PAIR_SURFACE) return carom_surface_closest(pair->a, pair->b);
    if (who == PAIR_FLAT) found = carom_flat_closest(a, b, carom_overlap_table[a->kind][b->kind]);
    if (who == PAIR_PATHS) found = carom_paths_closest(a, b);
    found.lower_bound = found.distance;
    return found;
}

static carom_closest_any closest_in_table_order(const posed_pair *pair, convex_cache *cache) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    closest_pair *closed = carom_closest_table[a->kind][b->kind];
    if (!closed && carom_class_of_pair(a->kind, b->kind) == PAIR_BOUNDED)
        return carom_engine_closest(pair, cache, carom_overlap_table[a->kind][b->kind]);
    if (!closed) return closest_swapped(closest_without_closed_form(pair), pair->flip);
    carom_closest_any found = closed(a, b);
    found.lower_bound = found.distance;
    return closest_swapped(found, pair->flip);
}

static CAROM_NOINLINE carom_closest_any tamed_closest(const posed_pair *pair) {
    tame_pair tame;
    const carom_posed_shape *a = pair->flip ? pair->b : pair->a,
                            *b = pair->flip ? pair->a : pair->b;
    if (!carom_tame_pair(&tame, a, b)) return closest_nowhere();
    carom_closest_any found = carom_closest_posed(&tame.shape[0], &tame.shape[1]);
    found.distance = (carom_real)((double)found.distance / tame.power);
    found.lower_bound = (carom_real)((double)found.lower_bound / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    found.t_a = carom_untamed_parameter(&tame, 0, found.t_a);
    found.t_b = carom_untamed_parameter(&tame, 1, found.t_b);
    return closest_in_range(&found) ? found : closest_nowhere();
}

carom_closest_any carom_closest_of_pair(const posed_pair *pair, convex_cache *cache) {
    const carom_closest_any found = closest_in_table_order(pair, cache);
    const bool known = closest_in_range(&found) && are_numbers(found.point_a, found.point_b);
    return known ? found : tamed_closest(pair);
}

carom_closest_any carom_closest_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_closest)(a, b);
    if (is_round_pair(a, b)) return carom_round_closest(&a->shape, &b->shape);
    posed_pair pair;
    carom_closest_any of_boxes;
    convex_distance found;
    if (carom_boxes_closest(a, b, &of_boxes)) return of_boxes;
    if (is_hull_pair(a, b) && carom_hulls_closest(a, b, NULL, &found))
        return closest_from_engine(&found, hulls_are_flipped(a, b));
    carom_pair_of(&pair, a, b);
    return pair.valid ? carom_closest_of_pair(&pair, NULL) : closest_nowhere();
}

carom_closest_any carom_closest(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_frame(placed, a, pose_a, b, pose_b);
    return sound ? carom_closest_posed(&placed[0], &placed[1]) : closest_nowhere();
}

/* ---- raycast */

static const carom_ray_hit no_ray_hit;

carom_ray_hit carom_raycast_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    posed_room room[2];
    const carom_posed_shape *ray = carom_moved_shape(&room[0], a);
    const carom_posed_shape *target = carom_moved_shape(&room[1], b);
    if (!ray || !target) return no_ray_hit;
    raycast_pair *test = carom_raycast_table[ray->shape.kind][target->shape.kind];
    if (test) return test(&ray->shape, &target->shape);
    bool on_surface = casts_rays(ray->shape.kind) && is_surface_kind(target->shape.kind);
    return on_surface ? carom_surface_raycast(ray, target) : no_ray_hit;
}

carom_ray_hit carom_raycast(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                            carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_place(placed, a, pose_a, b, pose_b);
    return sound ? carom_raycast_posed(&placed[0], &placed[1]) : no_ray_hit;
}

/* ---- penetration */

static const carom_penetration no_depth;

static carom_penetration depth_in_table_order(const posed_pair *pair) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    penetration_pair *closed = carom_penetration_table[a->kind][b->kind];
    if (closed) return closed(a, b);
    overlap_pair *contact_test = carom_overlap_table[a->kind][b->kind];
    switch (carom_class_of_pair(a->kind, b->kind)) {
    case PAIR_BOUNDED: return carom_engine_penetration(pair->a, pair->b, contact_test);
    case PAIR_FLAT: return carom_flat_penetration(a, b, contact_test);
    case PAIR_PATHS: return carom_paths_penetration(a, b);
    default: return carom_surface_penetration(pair->a, pair->b);
    }
}

static CAROM_NOINLINE carom_penetration tamed_depth(const carom_posed_shape *a,
                                                    const carom_posed_shape *b) {
    tame_pair tame;
    if (!carom_tame_pair(&tame, a, b)) return no_depth;
    carom_penetration found = carom_penetrate_posed(&tame.shape[0], &tame.shape[1]);
    found.depth = (carom_real)((double)found.depth / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    return found;
}

carom_penetration carom_penetrate_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_penetration)(a, b);
    if (is_round_pair(a, b)) return carom_round_penetration(&a->shape, &b->shape);
    carom_penetration found;
    facet_answer facet;
    if (is_hull_pair(a, b) && carom_hulls_penetrate(a, b, &facet))
        return penetration_from_facet(&facet, hulls_are_flipped(a, b));
    if (is_framed_cylinder_pair(a, b) && carom_cylinders_penetrate(a, b, &found)) return found;
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return no_depth;
    found = penetration_swapped(depth_in_table_order(&pair), pair.flip);
    return are_numbers(found.point_a, found.point_b) ? found : tamed_depth(a, b);
}

carom_penetration carom_penetrate(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                  carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_solids_frame(placed, a, pose_a, b, pose_b);
    return sound ? carom_penetrate_posed(&placed[0], &placed[1]) : no_depth;
}

/* ---- sweep */

static const carom_sweep_hit no_sweep_hit;

/* When shapes slide, rounding may leave a normal against the way; then it is made square to it. */
static carom_vec3 normal_on_the_way(carom_vec3 normal, vec3 way) {
    vec3 n = load3(normal);
    if (CAROM_LIKELY(dot3(n, way) >= 0.0)) return normal;
    vec3 v = carom_normalize_or(way, vec(0, 0, 0));
    double along = dot3(n, v);
    if (!(along >= -SWEEP_STEADY)) return normal;
    return store3(carom_normalize_or(mad3(n, v, -along), n));
}

static vec3 nearest_of(const carom_posed_shape *shape, vec3 to) {
    const carom_posed_shape point = {.shape = {.kind = CAROM_SHAPE_POINT, .as.point = store3(to)},
                                     .state = POSED_VALID};
    return load3(carom_closest_posed(&point, shape).point_b);
}

/* In table order. */
static overlap_pair *contact_test_of(const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_shape_kind p = a->shape.kind, q = b->shape.kind;
    return p < q ? carom_overlap_table[p][q] : carom_overlap_table[q][p];
}

/* B stands. */
static carom_sweep_hit sweep_relative(const carom_posed_shape *a, vec3 motion,
                                      const carom_posed_shape *b,
                                      const carom_sweep_options *options) {
    sweep_pair *closed = carom_sweep_table[a->shape.kind][b->shape.kind];
    double target = (double)options->target_distance;
    if (closed && target == 0.0) return closed(&a->shape, store3(motion), &b->shape);
    switch (carom_class_of_pair(a->shape.kind, b->shape.kind)) {
    case PAIR_FLAT:
        return carom_flat_sweep(&a->shape, store3(motion), &b->shape, target,
                                contact_test_of(a, b));
    case PAIR_PATHS:
        return target == 0.0 ? carom_paths_sweep(&a->shape, store3(motion), &b->shape)
                             : carom_paths_sweep_near(&a->shape, motion, &b->shape, target);
    default: return carom_surface_sweep(a, store3(motion), b, options);
    }
}

/* Flipped or not, the answer flipped back, the point where it is by then. */
static carom_sweep_hit sweep_flipped(const carom_posed_shape *const given[2], const vec3 motion[2],
                                     bool flip, const carom_sweep_options *options) {
    const vec3 way = sub3(motion[flip], motion[!flip]);
    carom_sweep_hit hit = sweep_relative(given[flip], way, given[!flip], options);
    if (!hit.hit) return hit;
    hit.point = store3(mad3(load3(hit.point), motion[!flip], (double)hit.fraction));
    if (flip) hit.normal = store3(neg3(load3(hit.normal)));
    if (flip && options->target_distance > 0) {
        vec3 by = scale3(motion[1], (double)hit.fraction);
        hit.point = store3(add3(nearest_of(given[1], sub3(load3(hit.point), by)), by));
    }
    return hit;
}

/* Within a distance the point is to be on B. */
static void take_as_given(posed_pair *pair) {
    const carom_posed_shape *const given[2] = {pair->b, pair->a};
    if (!pair->flip) return;
    pair->a = given[0];
    pair->b = given[1];
    pair->flip = false;
}

/* Not of an ellipsoid that is a disk: its thickness is the search's. */
static bool sweeps_in_closed_form(const carom_shape *a, const carom_shape *b) {
    const carom_vec3 *r = &b->as.ellipsoid.radii;
    const bool disk = b->kind == CAROM_SHAPE_ELLIPSOID && (r->x == 0 || r->y == 0 || r->z == 0);
    return carom_sweep_table[a->kind][b->kind] && !disk;
}

/* In table order, so that with the shapes exchanged no bit differs; the other way round where the
 * closed form is, and for what is flat to stand: near it the point is rounded. */
static carom_sweep_hit sweep_of_pair(posed_pair *pair, const vec3 motion[2],
                                     const carom_sweep_options *options) {
    const pair_class who = carom_class_of_pair(pair->a->shape.kind, pair->b->shape.kind);
    const bool plain = options->target_distance == 0;
    if (!plain && who != PAIR_SURFACE) take_as_given(pair);
    const carom_shape *p = &pair->a->shape, *q = &pair->b->shape;
    const bool in_order = plain && sweeps_in_closed_form(p, q);
    const bool turned =
        plain && !in_order &&
        (sweeps_in_closed_form(q, p) || (who == PAIR_FLAT && is_flat_kind(p->kind)));
    if (who == PAIR_BOUNDED && !in_order && !turned)
        return carom_engine_sweep(pair, motion, options, carom_overlap_table[p->kind][q->kind]);
    const carom_posed_shape *const given[2] = {pair->flip ? pair->b : pair->a,
                                               pair->flip ? pair->a : pair->b};
    return sweep_flipped(given, motion, pair->flip != turned, options);
}

/* Surfaces have passed over what does not count by themselves. */
static bool starts_as_asked(const carom_sweep_hit *hit, vec3 way, pair_class who,
                            const carom_sweep_options *options) {
    return !hit->initial_overlap || who == PAIR_SURFACE ||
           sweep_contact_counts(load3(hit->normal), way, options);
}

static CAROM_NOINLINE carom_sweep_hit tamed_sweep(const carom_posed_shape *a,
                                                  const carom_posed_shape *b,
                                                  const carom_sweep_options *options) {
    tame_pair tame;
    carom_sweep_options scaled = *options;
    if (!carom_tame_pair(&tame, a, b)) return no_sweep_hit;
    scaled.target_distance = (carom_real)((double)options->target_distance * tame.power);
    carom_sweep_hit hit = carom_sweep_in_order(&tame.shape[0], &tame.shape[1], &scaled);
    hit.point = carom_untamed_point(&tame, hit.point);
    return hit;
}

carom_sweep_hit carom_sweep_in_order(const carom_posed_shape *a, const carom_posed_shape *b,
                                     const carom_sweep_options *options) {
    posed_pair pair;
    const carom_real target = options->target_distance;
    const vec3 motion[2] = {load3(a->motion), load3(b->motion)};
    if (CAROM_UNLIKELY(!(target >= 0 && target <= CAROM_REAL_MAX))) return no_sweep_hit;
    carom_pair_of(&pair, a, b);
    if (!pair.valid || !finite3(motion[0]) || !finite3(motion[1])) return no_sweep_hit;
    carom_sweep_hit hit = sweep_of_pair(&pair, motion, options);
    if (!hit.hit) return hit;
    if (!are_numbers(hit.point, hit.normal)) return tamed_sweep(a, b, options);
    const vec3 way = sub3(motion[0], motion[1]);
    if (!hit.initial_overlap) hit.normal = normal_on_the_way(hit.normal, way);
    if (CAROM_UNLIKELY(sweep_asks_normals(options)) &&
        !starts_as_asked(&hit, way, carom_class_of_pair(a->shape.kind, b->shape.kind), options))
        return no_sweep_hit;
    return hit;
}

static carom_sweep_hit boxes_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                   const carom_sweep_options *options) {
    carom_sweep_hit hit;
    if (options->target_distance != 0 || !BOX_KERNEL(carom_boxes_sweep)(a, b, &hit))
        return carom_sweep_in_order(a, b, options);
    if (hit.hit)
        hit.normal = normal_on_the_way(hit.normal, sub3(load3(a->motion), load3(b->motion)));
    return hit;
}

carom_sweep_hit carom_sweep_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                  const carom_sweep_options *options) {
    static const carom_sweep_options everything;
    if (!options) options = &everything;
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_sweep)(a, b, options);
    if (is_framed_box_pair(a, b)) return boxes_sweep(a, b, options);
    if (is_framed_cylinder_pair(a, b)) return carom_cylinders_sweep(a, b, options);
    return carom_sweep_in_order(a, b, options);
}

carom_sweep_hit carom_sweep(const carom_moving_shape *a, const carom_moving_shape *b) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose)) return no_sweep_hit;
    placed[0].motion = a->motion;
    placed[1].motion = b->motion;
    return carom_sweep_posed(&placed[0], &placed[1], NULL);
}
