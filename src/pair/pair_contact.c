/* Contact manifolds of a pair: by the kernels for capsules, boxes, cylinders and hulls that were
 * posed beforehand, or by the convex engine after views. Shapes are taken in table order, so that
 * swapping them swaps the answer. */
#include "pair/pair_contact.h"

#include "carom/overlap.h"

#include "convex/manifold/contact_reduction.h"
#include "convex/manifold/manifold.h"
#include "convex/manifold/cylinder_manifold.h"
#include "pair/solver/box_pairs.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/round/round_pairs.h"

#include <stddef.h>

/* A plane is the half-space on the side where B is least. */
static convex_manifold against_plane(const carom_shape *flat, const convex_shape *b,
                                     const manifold_options *options) {
    const carom_plane plane = plane_of_kind(flat);
    vec3 n = carom_normalize_or(load3(plane.normal), vec(0, 0, 1));
    double offset = (double)plane.offset / carom_length(load3(plane.normal));
    double high = dot3(n, carom_view_support(b, n)) - offset;
    double low = dot3(n, carom_view_support(b, neg3(n))) - offset;
    if (flat->kind == CAROM_SHAPE_PLANE && -low > high) {
        n = neg3(n);
        offset = -offset;
    }
    return carom_convex_manifold_halfspace(n, offset, b, options->margin, options->capacity);
}

static void manifold_of(const carom_posed_shape *a, const carom_posed_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    convex_view view_a, view_b;
    bool first = carom_view_posed(&view_a, a), second = carom_view_posed(&view_b, b);
    out->count = 0;
    if (is_plane_kind(a->shape.kind)) {
        if (second) *out = against_plane(&a->shape, &view_b.shape, options);
        return;
    }
    if (is_plane_kind(b->shape.kind)) { /* points and segments come before planes */
        if (!first) return;
        *out = against_plane(&b->shape, &view_a.shape, options);
        carom_convex_turn_manifold(out);
        return;
    }
    if (!first || !second) {
        vec3 box[2];
        const carom_shape *path = first ? &b->shape : &a->shape;
        if (first == second) return;
        carom_view_box(first ? &view_a.shape : &view_b.shape, box);
        double reach = 2.0 * (carom_length(sub3(box[1], box[0])) + options->margin);
        if (!carom_clipped_view(first ? &view_b : &view_a, path, box, reach)) return;
    }
    carom_convex_manifold(&view_a.shape, &view_b.shape, options, out);
}

/* What the engine does not see: closed forms that say contact within the last digits, and what is
 * endless. One point stands for it. */
static void add_what_overlap_says(const posed_pair *pair, carom_contact_manifold *out) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    bool bounded = class_of_pair(a->kind, b->kind) == PAIR_BOUNDED;
    if (bounded && !(closed && closed(a, b))) return;
    carom_penetration p = carom_pair_penetrate(pair->a, pair->b);
    if (!p.overlap) {
        carom_closest_any near = carom_pair_closest(pair->a, pair->b);
        vec3 way = sub3(load3(near.point_b), load3(near.point_a));
        if (!(near.distance > 0 && near.distance <= out->margin) || max_abs3(way) == 0.0) return;
        p = (carom_penetration){false,        -near.distance, store3(carom_normalize_or(way, way)),
                                near.point_a, near.point_b,   near.certainty};
    }
    out->count = 1;
    out->normal = p.normal;
    out->certainty = p.certainty;
    out->points[0] = (carom_contact_point){p.point_a, p.point_b, p.depth, id_of_witness(0, 0)};
}

/* `flip`: they were found for the shapes in table order, and asked for in the other. Points are
 * known by the features of A and B as they were asked for, so that they stay the same while shapes
 * of one kind pass each other and change their order. Either is as frequent, hence no branch. */
static void store_manifold(carom_contact_manifold *out, const convex_manifold *found, bool flip) {
    out->count = found->count;
    out->certainty = (carom_certainty)found->status;
    out->normal = store3(scale3(found->normal, 1.0 - 2.0 * flip));
    for (int i = 0; i < found->count; i++) {
        const manifold_point *p = &found->points[i];
        const vec3 *on[2] = {&p->point_a, &p->point_b};
        const uint32_t id[2] = {p->id, exchanged_id(p->id)};
        out->points[i] = (carom_contact_point){store3(*on[flip]), store3(*on[!flip]),
                                               (carom_real)p->depth, id[flip]};
    }
}

/* Depths below this part of the coordinates are of what overlap calls contact. */
#define SHALLOW_CONTACT (CAROM_REAL_EPSILON > 1e-10 ? 1e-6 : 1e-7)

static inline bool is_shallow(double depth, vec3 at) {
    return CAROM_UNLIKELY(depth <= SHALLOW_CONTACT * max_abs3(at));
}

/* The engine does not part what rounding may have: where no margin allows for it, overlap says
 * whether that is contact. */
static inline bool is_left_to_overlap(const carom_contact_manifold *asked,
                                      const convex_manifold *found) {
    const manifold_point *deepest = &found->points[0];
    return asked->margin == 0 && is_shallow(deepest->depth, deepest->point_a);
}

_Static_assert(offsetof(carom_contact_point, point_b) == 3 * sizeof(carom_real) &&
                   offsetof(carom_contact_point, depth) == 6 * sizeof(carom_real) &&
                   offsetof(carom_contact_manifold, certainty) ==
                       offsetof(carom_contact_manifold, normal) + 3 * sizeof(carom_real),
               "the places of a contact are not in order");

static bool contact_of_boxes(const carom_posed_shape *a, const carom_posed_shape *b,
                             carom_contact_manifold *manifold, box_memory *memory) {
    if (!is_framed_box_pair(a, b) || !is_margin(manifold->margin) ||
        !BOX_KERNEL(carom_boxes_contact)(a, b, manifold, memory))
        return false;
    if (manifold->count == 0) return !carom_overlap_obb_obb(&a->shape.as.obb, &b->shape.as.obb);
    return manifold->margin > 0 ||
           !is_shallow((double)manifold->points[0].depth, load3(manifold->points[0].point_a));
}

static bool contact_of_cylinders(const carom_posed_shape *a, const carom_posed_shape *b,
                                 carom_contact_manifold *manifold) {
    if (!is_framed_cylinder_pair(a, b) || !is_margin(manifold->margin)) return false;
    const manifold_options options = {(double)manifold->margin, manifold->capacity, NULL};
    const cylinders_seen seen = carom_cylinders_see(a, b);
    convex_manifold found;
    if (!carom_cylinder_manifold(seen.a, seen.b, &options, &found) ||
        is_shallow(found.points[0].depth, found.points[0].point_a))
        return false;
    store_manifold(manifold, &found, seen.flip);
    return true;
}

bool carom_contact_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_contact_manifold *manifold, convex_cache *cache) {
    if (!is_hull_pair(a, b) || !is_margin(manifold->margin)) return false;
    const manifold_options options = {(double)manifold->margin, manifold->capacity, cache};
    convex_manifold found;
    if (!carom_hulls_manifold(a, b, &options, &found)) return false;
    if (found.count == 0) {
        contact_none(manifold);
        return true;
    }
    if (is_left_to_overlap(manifold, &found)) return false;
    store_manifold(manifold, &found, hulls_are_flipped(a, b));
    return true;
}

bool carom_contact_in_closed_form(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_contact_manifold *manifold, box_memory *memory) {
    return contact_of_boxes(a, b, manifold, memory) || carom_round_contact(a, b, manifold) ||
           contact_of_cylinders(a, b, manifold);
}

int32_t carom_contact_of_pair(const posed_pair *pair, carom_contact_manifold *manifold,
                              convex_cache *cache) {
    const manifold_options options = {(double)manifold->margin, manifold->capacity, cache};
    contact_none(manifold);
    if (!pair->valid || !is_margin(manifold->margin)) return 0;
    convex_manifold found;
    manifold_of(pair->a, pair->b, &options, &found);
    if (CAROM_LIKELY(found.count > 0)) {
        if (is_left_to_overlap(manifold, &found) && !carom_overlap_of_pair(pair, NULL)) return 0;
        store_manifold(manifold, &found, pair->flip);
        return manifold->count;
    }
    add_what_overlap_says(pair, manifold);
    if (pair->flip) swap_manifold(manifold);
    return manifold->count;
}

int32_t carom_contact_of_others(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold) {
    if (carom_contact_in_closed_form(a, b, manifold, NULL) ||
        carom_contact_of_hulls(a, b, manifold, NULL))
        return manifold->count;
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    return carom_contact_of_pair(&pair, manifold, NULL);
}

int32_t carom_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifold) {
    if (is_framed_round(a, b) && ROUND_KERNEL(carom_round_contact)(a, b, manifold))
        return manifold->count;
    return carom_contact_of_others(a, b, manifold);
}
