/* Bounding box and support mapping of a posed surface, which keeps its own frame: the box is
 * that of the transformed local box, and the direction is transformed into the local frame. */
#include "surface/surface_box.h"

#include "math/pose.h"
#include "pair/pose/solid_box.h"
#include "surface/tolerances.h"

/* Bounds the transformed local box. It is grown, since queries transform the other shape into
 * the surface's frame, which rounds all of its coordinates. */
static carom_aabb box_of_surface(const carom_posed_shape *posed) {
    carom_shape own = {.kind = CAROM_SHAPE_AABB};
    surface on = carom_surface_of(&posed->shape);
    carom_vec3 p = posed->pose.position;
    if (!carom_surface_bounds(&on, &own.as.aabb)) return (carom_aabb){{1, 1, 1}, {0, 0, 0}};
    bool still = carom_pose_is_translation(posed->pose) && max_abs3(load3(p)) == 0.0;
    if (still) return own.as.aabb;
    carom_aabb out = carom_solid_bounds(&own, posed->pose);
    vec3 low = load3(out.min), high = load3(out.max);
    double size = max_abs3(load3(p)) + max2(max_abs3(low), max_abs3(high)) +
                  max2(max_abs3(load3(own.as.aabb.min)), max_abs3(load3(own.as.aabb.max)));
    double margin = POSED_BOX_ROUNDING * size;
    return (carom_aabb){store3(sub3(low, vec(margin, margin, margin))),
                        store3(add3(high, vec(margin, margin, margin)))};
}

carom_aabb carom_surface_box(const carom_shape *shape, carom_pose pose) {
    carom_posed_shape posed;
    if (!carom_shape_place(&posed, shape, pose)) return no_bounds();
    carom_aabb box = box_of_surface(&posed);
    return box.min.x <= box.max.x ? box : no_bounds();
}

static carom_vec3 support_of_surface(const carom_posed_shape *posed, vec3 direction) {
    surface on = carom_surface_of(&posed->shape);
    carom_aabb box;
    carom_vec3 own = carom_posed_vector(carom_pose_inverse(posed->pose), store3(direction));
    if (!carom_surface_bounds(&on, &box)) return (carom_vec3){0, 0, 0};
    vec3 farthest = carom_surface_support(&on, load3(own));
    return carom_posed_point(posed->pose, store3(farthest));
}

carom_vec3 carom_surface_farthest(const carom_shape *shape, carom_pose pose, carom_vec3 direction) {
    carom_posed_shape posed;
    vec3 d = load3(direction);
    if (!finite3(d) || max_abs3(d) == 0.0 || !carom_shape_place(&posed, shape, pose))
        return (carom_vec3){0, 0, 0};
    return support_of_surface(&posed, d);
}
