/* No algorithm of its own: the shape that a carom_subshape names. */
#include "carom/compound.h"

carom_child carom_shape_subshape(const carom_shape *shape, carom_pose pose, carom_subshape part) {
    carom_child out = {*shape, pose};
    if (part.has_child && out.shape.kind == CAROM_SHAPE_COMPOUND) {
        const carom_compound *whole = out.shape.as.compound;
        if (part.child >= carom_compound_count(whole)) return out;
        const carom_child child = carom_compound_child(whole, part.child);
        out = (carom_child){child.shape, carom_pose_compose(pose, child.pose)};
    }
    carom_triangle at;
    if (!part.has_triangle) return out;
    if (out.shape.kind == CAROM_SHAPE_MESH &&
        part.triangle < carom_mesh_triangle_count(out.shape.as.mesh))
        at = carom_mesh_triangle(out.shape.as.mesh, part.triangle);
    else if (out.shape.kind == CAROM_SHAPE_HEIGHTFIELD &&
             part.triangle < carom_heightfield_triangle_count(out.shape.as.heightfield))
        at = carom_heightfield_triangle(out.shape.as.heightfield, part.triangle);
    else
        return out;
    out.shape = (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = at};
    return out;
}
