/* Own method: affine maps between two placed meshes, with bounds on their rounding. The map of a
 * pose with quaternion q (vector part v) fixes the rotation axis and scales the plane across it by
 * m, m^2 = 1 + 4 |v|^2 (|q|^2 - 1), which is near 1 for unit quaternions. For m far from 1 the box
 * bounds are not valid and the frame is blind: no pair of boxes is pruned. */
#include "mesh/pair/pair_frame.h"

#include "math/pose.h"

static vec3 row_of(const affine_map *m, int i) {
    return vec(axis3(m->column[0], i), axis3(m->column[1], i), axis3(m->column[2], i));
}

static double largest_entry_sum(const affine_map *m) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 row = row_of(m, i);
        most = max2(most, fabs(row.x) + fabs(row.y) + fabs(row.z));
    }
    return most;
}

static affine_map map_of_pose(carom_pose pose) {
    affine_map out = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, load3(pose.position)};
    if (carom_pose_is_translation(pose)) return out;
    vec3 q = vec((double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z);
    for (int i = 0; i < 3; i++) {
        vec3 t = scale3(cross3(q, out.column[i]), 2.0);
        out.column[i] = add3(mad3(out.column[i], t, (double)pose.rotation.w), cross3(q, t));
    }
    return out;
}

affine_map carom_inverse_map(const affine_map *m) {
    vec3 c = cross3(m->column[0], m->column[1]);
    double scale = 1.0 / dot3(c, m->column[2]);
    const affine_map rows = {{scale3(cross3(m->column[1], m->column[2]), scale),
                              scale3(cross3(m->column[2], m->column[0]), scale), scale3(c, scale)},
                             {0, 0, 0}};
    affine_map out = {{row_of(&rows, 0), row_of(&rows, 1), row_of(&rows, 2)}, {0, 0, 0}};
    out.shift = neg3(affine_vector(&out, m->shift));
    return out;
}

affine_map carom_map_after(const affine_map *then, const affine_map *first) {
    affine_map out;
    for (int i = 0; i < 3; i++)
        out.column[i] = affine_vector(then, first->column[i]);
    out.shift = affine_point(then, first->shift);
    return out;
}

bool carom_placed_frame(placed_frame *out, const carom_placed_mesh *placed) {
    const carom_mesh *mesh = placed->mesh;
    carom_pose pose = placed->pose;
    if (!mesh || mesh_count(mesh) == 0 || !normalize_pose(&pose)) return false;
    const carom_quat q = pose.rotation;
    const vec3 v = vec((double)q.x, (double)q.y, (double)q.z);
    *out = (placed_frame){.mesh = mesh, .rim = placed->rim, .pose = pose};
    bool turned = !carom_pose_is_translation(pose);
    out->still = !turned && max_abs3(load3(pose.position)) == 0.0;
    double m2 = turned ? 1.0 + 4.0 * len2(v) * (len2(v) + (double)q.w * (double)q.w - 1.0) : 1.0;
    out->blind =
        !(m2 > PAIR_STRETCH2_LEAST && m2 < PAIR_STRETCH2_MOST && len2(v) < PAIR_QUAT_VECTOR2_MOST);
    out->shrink = sqrt(min2(1.0, m2)) * (1.0 - PAIR_SHRINK_ROUNDING);
    out->out = map_of_pose(pose);
    out->back = carom_inverse_map(&out->out);
    const carom_aabb *bounds = &mesh->bounds;
    double size = max2(max_abs3(load3(bounds->min)), max_abs3(load3(bounds->max)));
    double reach = max_abs3(out->out.shift) + largest_entry_sum(&out->out) * size;
    out->noise = PAIR_POSE_ROUNDING * reach;
    return true;
}

bool carom_pair_frame(pair_frame *out, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    if (!a || !b || !carom_placed_frame(&out->a, a) || !carom_placed_frame(&out->b, b))
        return false;
    out->a_from_b = carom_map_after(&out->a.back, &out->b.out);
    out->b_from_a = carom_map_after(&out->b.back, &out->a.out);
    out->margin = PAIR_BOX_NOISES * (out->a.noise + out->b.noise);
    out->blind = out->a.blind || out->b.blind || !finite1(out->margin);
    return true;
}

carom_triangle carom_posed_triangle(const placed_frame *frame, const carom_triangle *triangle) {
    if (frame->still) return *triangle;
    carom_triangle out;
    carom_posed_corners(&frame->pose, triangle->v, out.v);
    return out;
}
