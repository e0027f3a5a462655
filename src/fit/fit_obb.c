/* Oriented bounding boxes of points along their principal axes [Gottschalk96], of other boxes, of
 * two boxes, and with a margin. They enclose, but are not minimal; fit_obb_hull.c comes nearer to
 * that. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "fit/box.h"

carom_obb carom_fit_obb_points_principal(const carom_vec3 *points, size_t count) {
    cloud c;
    vec3 axes[3];
    if (!carom_cloud_of_points(&c, points, count)) return carom_empty_obb();
    carom_principal_axes(&c, axes);
    return carom_box_along(&c, axes);
}

carom_obb carom_fit_obb_aabb(const carom_aabb *box) {
    static const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    carom_vec3 ends[2] = {box->min, box->max};
    cloud c;
    bool sound = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    if (!sound || !carom_cloud_of_points(&c, ends, 2)) return carom_empty_obb();
    return carom_box_along(&c, axes);
}

static bool obb_is_valid(const carom_obb *box) {
    vec3 h = load3(box->half_extents);
    bool finite = finite3(load3(box->center)) && finite3(h);
    for (int i = 0; i < 3; i++)
        finite = finite && finite3(load3(box->axes[i]));
    return finite && h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0;
}

/* Replaces the best box by that along the axes of `like` when this is smaller. */
static void try_axes_of(const cloud *c, const carom_obb *like, carom_obb *best) {
    vec3 axes[3] = {load3(like->axes[0]), load3(like->axes[1]), load3(like->axes[2])};
    carom_obb box = carom_box_along(c, axes);
    if (box.half_extents.x < 0) return;
    vec3 h = load3(box.half_extents), b = load3(best->half_extents);
    bool none = best->half_extents.x < 0;
    if (none || h.x / b.x * (h.y / b.y) * (h.z / b.z) < 1.0) *best = box;
}

carom_obb carom_fit_obb_obb(const carom_obb *a, const carom_obb *b) {
    if (!obb_is_valid(a)) return obb_is_valid(b) ? *b : carom_empty_obb();
    if (!obb_is_valid(b)) return *a;
    vec3 corners[16], axes[3];
    carom_box_corners(a, corners);
    carom_box_corners(b, corners + 8);
    double largest = 0.0;
    for (int i = 0; i < 16; i++)
        largest = max2(largest, max_abs3(corners[i]));
    cloud c;
    if (!carom_cloud_of_corners(&c, corners, 16, CORNER_ROUNDINGS * largest))
        return carom_empty_obb();
    carom_principal_axes(&c, axes);
    carom_obb best = carom_box_along(&c, axes);
    try_axes_of(&c, a, &best);
    try_axes_of(&c, b, &best);
    return best;
}

carom_obb carom_fit_obb_margin(const carom_obb *box, carom_real margin) {
    if (!obb_is_valid(box) || !(margin >= 0)) return carom_empty_obb();
    carom_obb out = *box;
    vec3 h = load3(box->half_extents);
    double m = (double)margin;
    if (margin > 0)
        out.half_extents = real3_up(vec(sum_up(h.x, m), sum_up(h.y, m), sum_up(h.z, m)));
    return finite3(load3(out.half_extents)) ? out : carom_empty_obb();
}
