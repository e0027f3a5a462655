/* Bounding box and support point of any shape. */
#include "dispatch/compound/compound.h"
#include "pair/pose/solid_box.h"
#include "surface/surface_box.h"

carom_aabb carom_shape_bounds(const carom_shape *shape, carom_pose pose) {
    if (shape->kind == CAROM_SHAPE_COMPOUND && shape->as.compound)
        return carom_compound_box(shape->as.compound, pose);
    return is_surface_kind(shape->kind) ? carom_surface_box(shape, pose)
                                        : carom_solid_bounds(shape, pose);
}

carom_vec3 carom_shape_support(const carom_shape *shape, carom_pose pose, carom_vec3 direction) {
    if (shape->kind == CAROM_SHAPE_COMPOUND && shape->as.compound)
        return carom_compound_farthest(shape->as.compound, pose, direction);
    return is_surface_kind(shape->kind) ? carom_surface_farthest(shape, pose, direction)
                                        : carom_solid_support(shape, pose, direction);
}
