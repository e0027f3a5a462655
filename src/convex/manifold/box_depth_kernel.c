/* The axis of least overlap of two boxes, by separating axes [Gottschalk96], and of the
 * points that two faces share the mean of the deepest. It is apart from the manifolds of
 * pair/solver/box_kernel.c, which take a tenth more time beside it. Compiled for each instruction
 * set with the same bits. Bench convex, penetration and distance of boxes flush and resting. */
#include "convex/manifold/box_contact.h"
#include "convex/manifold/box_depth_kernel.h"

bool SIMD_NAME(carom_boxes_depth)(const box_view *const box[2], double margin, box_deepest *out) {
    const manifold_options options = {margin, 1, NULL};
    box_contact found;
    found.memory = NULL;
    if (!contact_boxes(box, (const bool[2]){false, true}, &options, &found) || found.count == 0)
        return false;
    const face_window *w = &found.window;
    const int k = found.taken[0];
    const vec3 beside = mad3(w->middle.v, w->x.v, found.points.x[k]);
    out->depth = found.depth;
    out->realised = found.points.depth[k];
    out->of_b = found.on_b;
    out->point = mad3(beside, w->y.v, found.points.y[k]);
    out->normal = found.normal.v;
    return true;
}
