/* Cylinders by closed forms, from the frames that posed shapes keep or would. Pairs are taken in
 * table order, so that swapping them swaps the answer. */
#include "dispatch/cylinder_pairs.h"

#include "dispatch/convex_view.h"

/* Depths below this part of the coordinates are of what overlap calls contact. */
#define CYLINDERS_SHALLOW 1e-6

static inline const cylinder_view *frame_of_cylinder(carom_posed_shape *room,
                                                     const carom_posed_shape *s) {
    if (CAROM_UNLIKELY(!(s->state & POSED_FRAMED))) {
        room->shape = s->shape;
        room->state = s->state;
        carom_posed_frame(room);
        if (!(room->state & POSED_FRAMED)) return NULL;
        s = room;
    }
    return cylinder_of(s);
}

bool carom_cylinders_see(cylinders_seen *out, const carom_posed_shape *a,
                         const carom_posed_shape *b) {
    const cylinder_view *given[2] = {frame_of_cylinder(&out->room[0], a),
                                     frame_of_cylinder(&out->room[1], b)};
    if (!given[0] || !given[1]) return false;
    out->flip = pair_is_flipped(&a->shape, &b->shape);
    out->a = given[out->flip];
    out->b = given[!out->flip];
    return true;
}

bool carom_cylinders_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_penetration *out) {
    cylinders_seen seen;
    cylinder_depth found;
    if (!carom_cylinders_see(&seen, a, b) || !carom_cylinder_depth(seen.a, seen.b, &found) ||
        !(found.depth > CYLINDERS_SHALLOW * (found.size + max_abs3(seen.a->center))))
        return false;
    carom_penetration p = {true,
                           (carom_real)found.depth,
                           store3(found.normal),
                           store3(found.point_a),
                           store3(found.point_b),
                           CAROM_CONVERGED};
    *out = penetration_swapped(p, seen.flip);
    return true;
}
