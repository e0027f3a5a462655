/* Contact manifolds of boxes given as convex shapes. The order of the boxes does not depend on
 * which is A, so that the answer does not either. */
#include "convex/manifold/box_manifold.h"

#include "convex/penetration.h"

bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out) {
    return contact_boxes(box, (const bool[2]){swap, false}, options, out);
}

static bool is_unrounded_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0;
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    box_contact found;
    found.memory = NULL;
    if (!is_unrounded_box(a) || !is_unrounded_box(b)) return false;
    double first = a->center.x, second = b->center.x;
    bool swap = first != second ? first > second : carom_convex_order_shapes(a, b) > 0;
    const box_view *const box[2] = {box_view_of(swap ? b : a), box_view_of(swap ? a : b)};
    if (!carom_box_contact(box, swap, options, &found)) return false;
    const uint32_t of_b = found.on_b ? ID_OF_B : 0u;
    const face_window *w = &found.window;
    out->count = found.count;
    out->status = CONVEX_EXACT;
    out->normal = found.normal.v;
    for (int i = 0; i < found.count; i++) {
        const int k = found.taken[i];
        const double depth = found.points.depth[k];
        const vec3 beside = mad3(w->middle.v, w->x.v, found.points.x[k]);
        const vec3 at = mad3(beside, w->y.v, found.points.y[k]);
        const vec3 across = mad3(at, w->along.v, -depth);
        out->points[box_contact_place(&found, i)] = (manifold_point){
            found.on_b ? across : at, found.on_b ? at : across, depth, face_point_id(w, k) | of_b};
    }
    return true;
}
