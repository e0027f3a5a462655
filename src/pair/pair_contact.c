/* The solvers of contact manifolds, and their order (docs/solvers.md). Those of posed frames answer
 * contact that is deeper than rounding. The general ones clip features of the views in double
 * [Sutherland74]; where that finds no point, or one that may be rounding, overlap, depth and
 * distance decide. */
#include "pair/pair_contact.h"

#include "carom/overlap.h"

#include "convex/manifold/contact_reduction.h"
#include "convex/manifold/cylinder_manifold.h"
#include "convex/manifold/manifold.h"
#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pose/convex_view.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/box_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/pose/tolerances.h"
#include "pair/round/round_contact.h"
#include "pair/solver/box_kernel.h"
#include "pair/round/round_kernel.h"

#include <stddef.h>

/* ---- what these share */

/* Stores a manifold in table order in the order of the call; `flip`: the two differ. Ids of points
 * name the features of A and B of the call, so that they persist while shapes of one kind change
 * their table order. Both orders are equally frequent, hence no branch. */
static void store_manifold(carom_contact_manifold *out, const convex_manifold *found, bool flip) {
    out->count = found->count;
    out->certainty = (carom_certainty)found->status;
    out->normal = store3(scale3(found->normal, 1.0 - 2.0 * flip));
    for (int i = 0; i < found->count; i++) {
        const manifold_point *p = &found->points[i];
        const vec3 *on[2] = {&p->point_a, &p->point_b};
        const uint32_t id[2] = {p->id, exchanged_id(p->id)};
        out->points[i] = (carom_contact_point){.point_a = store3(*on[flip]),
                                               .point_b = store3(*on[!flip]),
                                               .depth = (carom_real)p->depth,
                                               .id = id[flip]};
    }
}

static inline bool is_shallow(double depth, vec3 at) {
    return CAROM_UNLIKELY(depth <= SHALLOW_CONTACT * max_abs3(at));
}

/* Whether the deepest point may be rounding: without a margin overlap then decides contact. */
static inline bool is_left_to_overlap(const carom_contact_manifold *requested,
                                      const convex_manifold *found) {
    const manifold_point *deepest = &found->points[0];
    return requested->margin == 0 && is_shallow(deepest->depth, deepest->point_a);
}

_Static_assert(offsetof(carom_contact_point, point_b) == 3 * sizeof(carom_real) &&
                   offsetof(carom_contact_point, depth) == 6 * sizeof(carom_real) &&
                   offsetof(carom_contact_manifold, certainty) ==
                       offsetof(carom_contact_manifold, normal) + 3 * sizeof(carom_real),
               "the places of a contact are not in order");

/* ---- of posed frames */

static CAROM_INLINE bool contact_of_capsule_frames(posed_pair *pair, carom_pair_cache *cache,
                                                   carom_contact_manifold *manifold) {
    (void)cache;
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    return is_framed_round(a, b) && ROUND_KERNEL(carom_round_contact)(a, b, manifold);
}

static CAROM_INLINE bool contact_of_box_frames(posed_pair *pair, carom_pair_cache *cache,
                                               carom_contact_manifold *manifold) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    box_memory *memory =
        cache ? (void *)((char *)cache + offsetof(pair_memory, boxes)) : NULL; /* may alias */
    if (!is_framed_box_pair(a, b) || !is_margin(manifold->margin) ||
        !BOX_KERNEL(carom_boxes_contact)(a, b, manifold, memory))
        return false;
    if (manifold->count == 0) return !carom_overlap_of_boxes(a, b, false);
    if (CAROM_UNLIKELY(manifold->margin == 0 &&
                       (double)manifold->points[0].depth <= shallow_of_boxes(a, b) &&
                       !carom_overlap_of_boxes(a, b, false)))
        contact_none(manifold);
    return true;
}

static CAROM_INLINE bool contact_of_cylinder_frames(posed_pair *pair, carom_pair_cache *cache,
                                                    carom_contact_manifold *manifold) {
    (void)cache;
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    if (!is_framed_cylinder_pair(a, b) || !is_margin(manifold->margin)) return false;
    const manifold_options options = {(double)manifold->margin, manifold->capacity, NULL};
    const cylinder_pair cylinders = carom_cylinders_in_order(a, b);
    convex_manifold found;
    if (!carom_cylinder_manifold(cylinders.a, cylinders.b, &options, &found) ||
        is_shallow(found.points[0].depth, found.points[0].point_a))
        return false;
    store_manifold(manifold, &found, cylinders.flip);
    return true;
}

static bool contact_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                             carom_contact_manifold *manifold, convex_cache *search) {
    const manifold_options options = {(double)manifold->margin, manifold->capacity, search};
    convex_manifold found;
    if (!is_margin(manifold->margin) || !carom_hulls_manifold(a, b, &options, &found)) return false;
    if (found.count == 0) {
        contact_none(manifold);
        return true;
    }
    if (CAROM_UNLIKELY(is_left_to_overlap(manifold, &found) ||
                       found.points[0].depth <= SHALLOW_DEPTH * carom_reach_of_hulls(a, b))) {
        hull_rest_point at;
        const hull_rest_end end = carom_hulls_rest(a, b, &at);
        if (end == HULL_REST_APART) contact_none(manifold);
        if (end != HULL_REST_CONTACT) return end == HULL_REST_APART;
    }
    store_manifold(manifold, &found, hulls_are_flipped(a, b));
    return true;
}

/* With a cache: for hulls that were not in contact the test of contact comes first. */
static CAROM_APART bool contact_of_recalled_hulls(const carom_posed_shape *a,
                                                  const carom_posed_shape *b,
                                                  carom_contact_manifold *manifold,
                                                  carom_pair_cache *cache) {
    pair_memory memory;
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, hulls_are_flipped(a, b));
    if (!was_in_contact(&memory.search)) {
        if (!carom_pair_overlap_cached(a, b, cache)) {
            contact_none(manifold);
            return manifold->margin == 0;
        }
        memory.search = (convex_cache){.count = 0};
    }
    if (!contact_of_hulls(a, b, manifold, &memory.search)) return false;
    remember_pair(cache, &memory);
    return true;
}

static CAROM_INLINE bool contact_of_hull_frames(posed_pair *pair, carom_pair_cache *cache,
                                                carom_contact_manifold *manifold) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    if (!is_hull_pair(a, b)) return false;
    return cache ? contact_of_recalled_hulls(a, b, manifold, cache)
                 : contact_of_hulls(a, b, manifold, NULL);
}

/* ---- general */

static CAROM_INLINE bool contact_of_round_axes(posed_pair *pair, carom_pair_cache *cache,
                                               carom_contact_manifold *manifold) {
    (void)cache;
    return carom_round_contact(pair->given[0], pair->given[1], manifold);
}

/* A manifold of one point, by depth or closest points, for shapes whose views are not in contact:
 * closed forms may find contact within rounding, and lines are unbounded. */
static CAROM_NOINLINE void add_single_point(const posed_pair *pair, bool bounded,
                                            carom_contact_manifold *out) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    if (bounded && !(closed && closed(a, b))) return;
    carom_penetration p = carom_pair_penetrate(pair->a, pair->b);
    if (!p.overlap) {
        carom_closest_any near = carom_pair_closest(pair->a, pair->b);
        vec3 delta = sub3(load3(near.point_b), load3(near.point_a));
        if (!(near.distance > 0 && near.distance <= out->margin) || max_abs3(delta) == 0.0) return;
        p = (carom_penetration){.overlap = false,
                                .depth = -near.distance,
                                .normal = store3(carom_normalize_or(delta, delta)),
                                .point_a = near.point_a,
                                .point_b = near.point_b,
                                .certainty = near.certainty};
    }
    out->count = 1;
    out->normal = p.normal;
    out->certainty = p.certainty;
    out->points[0] = (carom_contact_point){
        .point_a = p.point_a, .point_b = p.point_b, .depth = p.depth, .id = id_of_witness(0, 0)};
}

/* Stores the manifold of the views, which is in table order, unless overlap denies contact. */
static void settle_manifold(posed_pair *pair, bool bounded, const convex_manifold *found,
                            carom_contact_manifold *out) {
    if (CAROM_LIKELY(found->count > 0)) {
        if (!is_left_to_overlap(out, found) || carom_overlap_of_pair(pair))
            store_manifold(out, found, pair->flip);
        return;
    }
    add_single_point(pair, bounded, out);
    if (pair->flip) swap_manifold(out);
}

/* @return false, with an empty manifold, for a margin that is none */
static inline bool manifold_begins(posed_pair *pair, carom_contact_manifold *manifold) {
    put_in_table_order(pair);
    contact_none(manifold);
    return is_margin(manifold->margin);
}

/* A plane acts as the half-space from which B protrudes least. */
static convex_manifold against_plane(const carom_shape *plane_shape, const convex_shape *b,
                                     const carom_contact_manifold *out) {
    const carom_plane plane = plane_of_kind(plane_shape);
    vec3 n = carom_normalize_or(load3(plane.normal), vec(0, 0, 1));
    double offset = (double)plane.offset / carom_length(load3(plane.normal));
    double high = dot3(n, carom_view_support(b, n)) - offset;
    double low = dot3(n, carom_view_support(b, neg3(n))) - offset;
    if (plane_shape->kind == CAROM_SHAPE_PLANE && -low > high) {
        n = neg3(n);
        offset = -offset;
    }
    return carom_convex_manifold_halfspace(n, offset, b, (double)out->margin, out->capacity);
}

/* Points and segments come before planes in table order. */
static CAROM_INLINE bool contact_of_plane_heights(posed_pair *pair, carom_pair_cache *cache,
                                                  carom_contact_manifold *manifold) {
    (void)cache;
    convex_view view;
    convex_manifold found;
    if (!manifold_begins(pair, manifold)) return true;
    const bool second = !is_plane_kind(pair->a->shape.kind);
    const carom_posed_shape *plane = second ? pair->b : pair->a,
                            *other = second ? pair->a : pair->b;
    found.count = 0;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS, &view, &other->shape);
    if (carom_view_posed(&view, other)) {
        found = against_plane(&plane->shape, &view.shape, manifold);
        if (second) carom_convex_swap_manifold(&found);
    }
    give_buffer(buffer);
    settle_manifold(pair, false, &found, manifold);
    return true;
}

static CAROM_INLINE bool view_pair_within(convex_view *view_a, const carom_posed_shape *a,
                                          convex_view *view_b, const carom_posed_shape *b,
                                          double margin) {
    const bool first = carom_view_posed(view_a, a), second = carom_view_posed(view_b, b);
    if (first && second) return true;
    if (first == second) return false;
    vec3 box[2];
    carom_view_box(first ? &view_a->shape : &view_b->shape, box);
    const double reach = 2.0 * (carom_length(sub3(box[1], box[0])) + margin);
    return carom_clipped_view(first ? view_b : view_a, first ? &b->shape : &a->shape, box, reach);
}

/* A ray or line is clipped to the stretch that can be near the other. */
static void manifold_of_views(const posed_pair *pair, const manifold_options *options,
                              convex_manifold *out) {
    convex_view view_a, view_b;
    vec3 *buffer =
        buffer_of_views(WORKSPACE_VIEWS, &view_a, &pair->a->shape, &view_b, &pair->b->shape);
    out->count = 0;
    if (view_pair_within(&view_a, pair->a, &view_b, pair->b, options->margin))
        carom_convex_manifold(&view_a.shape, &view_b.shape, options, out);
    give_buffer(buffer);
}

static CAROM_INLINE bool contact_of_line_ranges(posed_pair *pair, carom_pair_cache *cache,
                                                carom_contact_manifold *manifold) {
    (void)cache;
    convex_manifold found;
    if (!manifold_begins(pair, manifold)) return true;
    const manifold_options options = {(double)manifold->margin, manifold->capacity, NULL};
    manifold_of_views(pair, &options, &found);
    settle_manifold(pair, false, &found, manifold);
    return true;
}

static CAROM_INLINE bool contact_of_convex_engine(posed_pair *pair, carom_pair_cache *cache,
                                                  carom_contact_manifold *manifold) {
    pair_memory memory;
    convex_manifold found;
    if (!manifold_begins(pair, manifold)) return true;
    if (cache) recall_pair(&memory, cache, pair);
    const manifold_options options = {(double)manifold->margin, manifold->capacity,
                                      cache ? &memory.search : NULL};
    manifold_of_views(pair, &options, &found);
    settle_manifold(pair, true, &found, manifold);
    if (cache) remember_pair(cache, &memory);
    return true;
}

static CAROM_INLINE bool contact_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache,
                                    carom_contact_manifold *manifold) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return contact_of_capsule_frames(pair, cache, manifold);
    case SOLVER_BOX_FRAMES: return contact_of_box_frames(pair, cache, manifold);
    case SOLVER_CYLINDER_FRAMES: return contact_of_cylinder_frames(pair, cache, manifold);
    case SOLVER_HULL_FRAMES: return contact_of_hull_frames(pair, cache, manifold);
    case SOLVER_CAPSULE_AXES: return contact_of_round_axes(pair, cache, manifold);
    case SOLVER_SPHERE_CENTRES: return contact_of_round_axes(pair, cache, manifold);
    case SOLVER_PLANE_HEIGHTS: return contact_of_plane_heights(pair, cache, manifold);
    case SOLVER_LINE_RANGES: return contact_of_line_ranges(pair, cache, manifold);
    case SOLVER_CONVEX_ENGINE: return contact_of_convex_engine(pair, cache, manifold);
    default: return false;
    }
}

bool carom_contact_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache,
                      carom_contact_manifold *manifold) {
    return contact_by(solver, pair, cache, manifold);
}

int32_t carom_contact_in_general(const carom_posed_shape *a, const carom_posed_shape *b,
                                 carom_contact_manifold *manifold, carom_pair_cache *cache) {
    posed_pair pair;
    pair_begins(&pair, a, b);
    solver_list list = solvers_of_pair(&pair);
    while (list && !contact_by(first_solver(list), &pair, cache, manifold))
        list >>= 4;
    if (!list) contact_none(manifold);
    pair_ends(&pair);
    return manifold->count;
}

int32_t carom_pair_contact_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_contact_manifold *manifold, carom_pair_cache *cache) {
    if (is_valid_pair(a, b)) return contact_by_list(solvers_of_kinds(a, b), a, b, manifold, cache);
    contact_none(manifold);
    return 0;
}

int32_t carom_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifold) {
    return carom_pair_contact_cached(a, b, manifold, NULL);
}
