/* No algorithm of its own: the verbs for a shape and a surface, and for two surfaces, each by
 * functions of its own (surface/, surface/pair/). A pair is solved in table order, two surfaces of
 * one kind by carom_surface_order, and its answer is put into the order of the call. An answer
 * that carom_real cannot hold becomes "no contact" or "infinitely far". */
#include "surface/pair/with_surface.h"

#include "surface/pair/surface_pair_directional_depth.h"
#include "surface/pair/surface_pair_toi.h"
#include "surface/surface_directional_depth.h"
#include "surface/pair/surface_pair_queries.h"
#include "surface/pair/surface_pair_contact.h"
#include "surface/surface_classify.h"
#include "surface/contact/surface_contact.h"
#include "surface/surface_depth.h"
#include "surface/surface_motion.h"
#include "surface/surface_toi.h"
#include "surface/surface_within.h"
#include "pair/pair_closest.h"
#include "pair/pair_contact.h"
#include "pair/pair_sweep.h"

/* A pair in table order; `both`: it is two surfaces. */
typedef struct surfaces_posed {
    posed_pair pair;
    bool both;
    posed_scratch *scratch; /* null, or a block for a shape that was pending */
} surfaces_posed;

/* @return false when one is invalid; else surfaces_end ends the pair */
static bool order_surfaces(surfaces_posed *out, const carom_posed_shape *a,
                           const carom_posed_shape *b) {
    posed_pair *pair = &out->pair;
    if (!is_valid_pair(a, b)) return false;
    out->scratch = NULL;
    if (is_pending(a) || is_pending(b))
        out->scratch = carom_workspace_take(WORKSPACE_PLACED_WITH_SURFACE);
    a = moved_shape(out->scratch, a); /* one of the two is a surface, and never pending */
    b = moved_shape(out->scratch, b);
    carom_pair_of(pair, a, b);
    const bool first = is_surface_kind(pair->a->shape.kind),
               second = is_surface_kind(pair->b->shape.kind);
    out->both = first && second;
    if (first && !second) set_pair_order(pair, a, b, !pair->flip);
    if (pair->a->shape.kind != pair->b->shape.kind) return true;
    pair->flip = carom_surface_order(a, b) > 0;
    pair->a = pair->flip ? b : a;
    pair->b = pair->flip ? a : b;
    return true;
}

static void surfaces_end(const surfaces_posed *s) {
    give_scratch(s->scratch);
}

bool carom_overlap_with_surface(const carom_posed_shape *a, const carom_posed_shape *b) {
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return false;
    const bool touch = s.both ? carom_surface_pair_overlap(s.pair.a, s.pair.b)
                              : carom_surface_overlap(s.pair.a, s.pair.b);
    surfaces_end(&s);
    return touch;
}

carom_relation carom_classify_with_surface(const carom_posed_shape *a, const carom_posed_shape *b) {
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return CAROM_DISJOINT;
    carom_relation relation = s.both ? carom_surface_pair_classify(s.pair.a, s.pair.b)
                                     : carom_surface_classify(s.pair.a, s.pair.b);
    surfaces_end(&s);
    return s.pair.flip ? relation_swapped(relation) : relation;
}

carom_closest_any carom_closest_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit) {
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return closest_nowhere();
    carom_closest_any found = s.both ? carom_surface_pair_closest(s.pair.a, s.pair.b, limit)
                                     : carom_surface_closest_within(s.pair.a, s.pair.b, limit);
    surfaces_end(&s);
    found = closest_swapped(found, s.pair.flip);
    swap_subshapes(&found.sub_a, &found.sub_b, s.pair.flip);
    return closest_is_known(&found) ? found : closest_nowhere();
}

bool carom_within_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_real distance) {
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return false;
    const bool near = s.both ? carom_surface_pair_within(s.pair.a, s.pair.b, distance)
                             : carom_surface_within(s.pair.a, s.pair.b, distance);
    surfaces_end(&s);
    return near;
}

carom_ray_hit carom_raycast_with_surface(const carom_posed_shape *a, const carom_posed_shape *b) {
    static const carom_ray_hit no_ray_hit;
    /* neither a path nor a surface is ever pending */
    if (!a->state || !b->state || !casts_rays(a->shape.kind)) return no_ray_hit;
    return carom_surface_raycast(a, b);
}

carom_penetration carom_penetrate_with_surface(const carom_posed_shape *a,
                                               const carom_posed_shape *b) {
    static const carom_penetration no_depth;
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return no_depth;
    carom_penetration found = s.both ? carom_surface_pair_penetration(s.pair.a, s.pair.b)
                                     : carom_surface_penetration(s.pair.a, s.pair.b);
    surfaces_end(&s);
    found = penetration_swapped(found, s.pair.flip);
    swap_subshapes(&found.sub_a, &found.sub_b, s.pair.flip);
    return are_numbers(found.point_a, found.point_b) ? found : no_depth;
}

static CAROM_APART vec3 nearest_on(const carom_posed_shape *shape, vec3 to) {
    const carom_posed_shape point = {.shape = {.kind = CAROM_SHAPE_POINT, .as.point = store3(to)},
                                     .state = POSED_VALID};
    const carom_closest_any near =
        is_surface_kind(shape->shape.kind)
            ? carom_closest_with_surface(&point, shape, (carom_real)INFINITY)
            : carom_pair_closest(&point, shape);
    return load3(near.point_b);
}

static carom_sweep_hit sweep_ordered(const surfaces_posed *s, const vec3 motion[2],
                                     const carom_sweep_options *options) {
    const bool flip = s->pair.flip;
    const carom_vec3 relative = store3(sub3(motion[flip], motion[!flip]));
    carom_sweep_hit hit = s->both
                              ? carom_surface_pair_sweep(s->pair.a, relative, s->pair.b, options)
                              : carom_surface_sweep(s->pair.a, relative, s->pair.b, options);
    if (!hit.hit) return hit;
    sweep_in_given_order(&hit, motion, flip);
    swap_subshapes(&hit.sub_a, &hit.sub_b, flip);
    if (flip && options->target_distance > 0) {
        vec3 by = scale3(motion[1], (double)hit.fraction);
        hit.point = store3(add3(nearest_on(s->pair.a, sub3(load3(hit.point), by)), by));
    }
    return hit;
}

/* The functions of surfaces have already ignored contact at the start that does not count. */
carom_sweep_hit carom_sweep_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                         const carom_sweep_options *options) {
    static const carom_sweep_hit no_sweep_hit;
    surfaces_posed s;
    const carom_real target = options->target_distance;
    const vec3 motion[2] = {load3(a->motion), load3(b->motion)};
    if (CAROM_UNLIKELY(!(target >= 0 && target <= CAROM_REAL_MAX))) return no_sweep_hit;
    if (!finite3(motion[0]) || !finite3(motion[1]) || !order_surfaces(&s, a, b))
        return no_sweep_hit;
    carom_sweep_hit hit = sweep_ordered(&s, motion, options);
    surfaces_end(&s);
    if (!hit.hit) return hit;
    if (!are_numbers(hit.point, hit.normal)) return no_sweep_hit;
    if (!hit.initial_overlap)
        hit.normal = corrected_sweep_normal(hit.normal, relative_motion(a, b));
    return hit;
}

static void swap_surface_manifold(carom_contact_manifold *m) {
    swap_manifold(m);
    for (int32_t i = 0; i < m->count; i++)
        swap_subshapes(&m->points[i].sub_a, &m->points[i].sub_b, true);
}

int32_t carom_contact_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifolds, int32_t capacity) {
    surfaces_posed s;
    const bool valid = order_surfaces(&s, a, b);
    contact_none(manifolds);
    if (!valid) return 0;
    int32_t count = 0;
    if (is_margin(manifolds->margin))
        count = s.both ? carom_surface_pair_contact(s.pair.a, s.pair.b, manifolds, capacity)
                       : carom_surface_contact(s.pair.a, s.pair.b, manifolds, capacity);
    surfaces_end(&s);
    for (int32_t i = 0; s.pair.flip && i < count; i++)
        swap_surface_manifold(&manifolds[i]);
    return count;
}

double carom_along_with_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                                vec3 direction) {
    surfaces_posed s;
    if (!order_surfaces(&s, a, b)) return 0.0;
    if (s.pair.flip) direction = opposite3(direction);
    const double depth = s.both
                             ? carom_surface_pair_directional_depth(s.pair.a, s.pair.b, direction)
                             : carom_surface_directional_depth(s.pair.a, s.pair.b, direction);
    surfaces_end(&s);
    return depth;
}

carom_toi_hit carom_toi_with_surface(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance) {
    const bool first = is_surface_kind(a->shape->kind), second = is_surface_kind(b->shape->kind);
    if (first && second) return carom_surface_pair_toi(a, b, tolerance);
    if (second) return carom_surface_toi(a, b, tolerance);
    return carom_toi_exchanged(carom_surface_toi(b, a, tolerance));
}
