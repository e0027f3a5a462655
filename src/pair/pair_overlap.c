/* No algorithm of its own: the solvers of contact, in the order of their list (docs/solvers.md).
 * The closed forms and the convex engine decide polyhedral shapes exactly; the solvers of posed
 * frames answer only where their error bounds make it certain. */
#include "pair/pair_overlap.h"

#include "pair/overlap_table.h"
#include "pair/round/capsule_box.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/solver/line_pairs.h"
#include "pair/solver/plane_pairs.h"
#include "pair/round/round_kernel.h"

#include <stddef.h>
#include <string.h>

static CAROM_INLINE bool overlap_of_capsule_frames(const carom_posed_shape *a,
                                                   const carom_posed_shape *b, bool *touch) {
    if (!is_framed_round(a, b)) return false;
    *touch = ROUND_KERNEL(carom_round_overlap)(a, b);
    return true;
}

static CAROM_INLINE bool overlap_of_capsule_axes(posed_pair *pair, bool *touch) {
    *touch = carom_round_overlap(&pair->given[0]->shape, &pair->given[1]->shape);
    return true;
}

/* The cached search of two hulls is in the order of the call, which saves the table order. */
static CAROM_APART portal_end recalled_portal(const hull_bodies *bodies, carom_pair_cache *cache) {
    pair_memory memory;
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, false);
    const portal_end end = hulls_by_portal(bodies, &memory.search);
    remember_pair(cache, &memory);
    return end;
}

/* Hulls that stand face to face, where MPR in float was tried: it is not on larger hulls, whose
 * faces would all be looked at for pairs that do not touch (hull-128, warm: 35 -> 209 ns). */
static CAROM_APART bool hulls_stand(const carom_posed_shape *a, const carom_posed_shape *b,
                                    bool *touch) {
    if (!hull_float_is_scanned(carom_hull_data(a->shape.as.hull.hull)) ||
        !hull_float_is_scanned(carom_hull_data(b->shape.as.hull.hull)))
        return false;
    const hull_rest_end end = carom_hulls_rest(a, b, NULL);
    *touch = end == HULL_REST_CONTACT;
    return end != HULL_REST_UNDECIDED;
}

/* Spheres about the centres decide most pairs of hulls, MPR in float most of the rest. */
static CAROM_INLINE bool overlap_of_hull_frames(const carom_posed_shape *a,
                                                const carom_posed_shape *b, carom_pair_cache *cache,
                                                bool *touch) {
    if (!is_hull_pair(a, b)) return false;
    const hull_bodies bodies = hull_bodies_of(a, b);
    portal_end end = hulls_by_balls(&bodies);
    if (end == PORTAL_UNDECIDED)
        end = cache ? recalled_portal(&bodies, cache) : hulls_by_portal(&bodies, NULL);
    if (CAROM_UNLIKELY(end == PORTAL_UNDECIDED)) return hulls_stand(a, b, touch);
    *touch = end == PORTAL_CONTACT;
    return true;
}

/* Stores a new axis that separates two cylinders. */
static CAROM_APART void remember_axis(carom_pair_cache *cache, vec3 axis) {
    pair_memory memory;
    recall_kinds(&memory, cache, CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CYLINDER, false);
    memory.search = (convex_cache){.count = 1, .axis = axis};
    remember_pair(cache, &memory);
}

/* The cached axis, of whatever pair, is the first guess: it is verified. */
static CAROM_APART portal_end recalled_axis(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_pair_cache *cache) {
    vec3 axis;
    memcpy(&axis, (const char *)cache + offsetof(pair_memory, search.axis), sizeof axis);
    const vec3 before = axis;
    const portal_end end = carom_cylinder_overlap(cylinder_of(a), cylinder_of(b), &axis);
    if (end == PORTAL_APART && max_abs3(sub3(axis, before)) > 0.0) remember_axis(cache, axis);
    return end;
}

static CAROM_INLINE bool overlap_of_cylinder_frames(const carom_posed_shape *a,
                                                    const carom_posed_shape *b,
                                                    carom_pair_cache *cache, bool *touch) {
    vec3 axis = {0, 0, 0};
    if (!is_framed_cylinder_pair(a, b)) return false;
    const portal_end end = cache ? recalled_axis(a, b, cache)
                                 : carom_cylinder_overlap(cylinder_of(a), cylinder_of(b), &axis);
    *touch = end == PORTAL_CONTACT;
    return end != PORTAL_UNDECIDED;
}

static CAROM_INLINE bool overlap_in_closed_form(posed_pair *pair, bool *touch) {
    overlap_pair *closed = carom_overlap_table[pair->a->shape.kind][pair->b->shape.kind];
    if (!closed) return false;
    *touch = closed(&pair->a->shape, &pair->b->shape);
    return true;
}

static CAROM_INLINE bool overlap_of_plane_heights(posed_pair *pair, bool *touch) {
    *touch = carom_plane_pair_overlap(&pair->a->shape, &pair->b->shape);
    return true;
}

static CAROM_INLINE bool overlap_of_line_ranges(posed_pair *pair, bool *touch) {
    *touch = carom_line_pair_overlap(&pair->a->shape, &pair->b->shape);
    return true;
}

static CAROM_APART bool overlap_of_recalled_engine(const posed_pair *pair,
                                                   carom_pair_cache *cache) {
    pair_memory memory;
    recall_pair(&memory, cache, pair);
    const bool touch = carom_engine_overlap(pair->a, pair->b, &memory.search);
    remember_pair(cache, &memory);
    return touch;
}

static CAROM_INLINE bool overlap_of_convex_engine(posed_pair *pair, carom_pair_cache *cache,
                                                  bool *touch) {
    *touch = cache ? overlap_of_recalled_engine(pair, cache)
                   : carom_engine_overlap(pair->a, pair->b, NULL);
    return true;
}

static CAROM_INLINE bool framed_overlap_by(pair_solver solver, const carom_posed_shape *a,
                                           const carom_posed_shape *b, carom_pair_cache *cache,
                                           bool *touch) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return overlap_of_capsule_frames(a, b, touch);
    case SOLVER_CAPSULE_BOX_FRAMES: return !cache && carom_capsule_box_overlap(a, b, touch);
    case SOLVER_CYLINDER_FRAMES: return overlap_of_cylinder_frames(a, b, cache, touch);
    case SOLVER_HULL_FRAMES: return overlap_of_hull_frames(a, b, cache, touch);
    default: return false;
    }
}

static CAROM_INLINE bool general_overlap_by(pair_solver solver, posed_pair *pair,
                                            carom_pair_cache *cache, bool *touch) {
    if (CAROM_LIKELY(solver == SOLVER_CLOSED_FORM)) return overlap_in_closed_form(pair, touch);
    switch (solver) {
    case SOLVER_CAPSULE_AXES: return overlap_of_capsule_axes(pair, touch);
    case SOLVER_PLANE_HEIGHTS: return overlap_of_plane_heights(pair, touch);
    case SOLVER_LINE_RANGES: return overlap_of_line_ranges(pair, touch);
    case SOLVER_CONVEX_ENGINE: return overlap_of_convex_engine(pair, cache, touch);
    default: return false;
    }
}

bool carom_overlap_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache, bool *touch) {
    return framed_overlap_by(solver, pair->given[0], pair->given[1], cache, touch) ||
           general_overlap_by(solver, pair, cache, touch);
}

/* The general solvers, which put the pair in order first. */
bool carom_overlap_in_general(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_pair_cache *cache) {
    posed_pair pair;
    bool touch;
    pair_begins(&pair, a, b);
    put_in_table_order(&pair);
    solver_list list = general_solvers(solvers_of_pair(&pair));
    while (list && !general_overlap_by(first_solver(list), &pair, cache, &touch))
        list >>= 4;
    pair_ends(&pair);
    return list && touch;
}

/* One function for each solver of posed frames: each saves only the registers that it uses. */
bool carom_overlap_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_pair_cache *cache) {
    bool touch;
    if (overlap_of_hull_frames(a, b, cache, &touch)) return touch;
    return carom_overlap_in_general(a, b, cache);
}

/* Not with a cache: what the search of the other solvers leaves there has a say in the last digits
 * of later distances. */
bool carom_overlap_of_capsule_box(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_pair_cache *cache) {
    bool touch;
    if (!cache && CAROM_LIKELY(carom_capsule_box_overlap(a, b, &touch))) return touch;
    return carom_overlap_in_general(a, b, cache);
}

bool carom_overlap_of_cylinders(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_pair_cache *cache) {
    bool touch;
    if (overlap_of_cylinder_frames(a, b, cache, &touch)) return touch;
    return carom_overlap_in_general(a, b, cache);
}

bool carom_pair_overlap_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_pair_cache *cache) {
    return is_valid_pair(a, b) && overlap_by_list(solvers_of_kinds(a, b), a, b, cache);
}

bool carom_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    return carom_pair_overlap_cached(a, b, NULL);
}

bool carom_overlap_of_pair(posed_pair *pair) {
    bool touch;
    for (solver_list list = general_solvers(solvers_of_pair(pair)); list; list >>= 4)
        if (general_overlap_by(first_solver(list), pair, NULL, &touch)) return touch;
    return false;
}
