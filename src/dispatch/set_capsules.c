/* Own method: the bounds of the distance of a segment and a box (pair/round/capsule_box.h) for
 * shapes that are not posed: a capsule about the box of the shape in its own frame proves it apart,
 * and a capsule in contact, too, where the shape is one. A posed shape is rounded to carom_real,
 * which is part of the doubt; a rotation that is not of unit length to rounding is left to
 * carom_shape_pose. */
#include "dispatch/set_capsules.h"

#include "dispatch/tolerances.h"
#include "pair/round/capsule_box.h"
#include "pair/solver/box_pairs.h"
#include "shape/placement.h"

/* Along the longest side of the box; its corners are around the ends. */
static void set_around_box(set_capsule *out, const carom_aabb *box) {
    const vec3 low = load3(box->min), half = scale3(sub3(load3(box->max), low), 0.5);
    const double side[3] = {half.x, half.y, half.z};
    const int k = largest_component_index(side);
    const double u = side[(k + 1) % 3], v = side[(k + 2) % 3];
    out->center = add3(low, half);
    out->half = vec(k == 0 ? half.x : 0.0, k == 1 ? half.y : 0.0, k == 2 ? half.z : 0.0);
    out->radius = sqrt(u * u + v * v) * (1.0 + WITHIN_BOX_ROUNDING);
}

set_capsule carom_set_capsule(const carom_shape *shape, const carom_aabb *box) {
    set_capsule out = {.is_shape = shape->kind == CAROM_SHAPE_CAPSULE};
    if (out.is_shape) {
        const carom_capsule *c = &shape->as.capsule;
        const vec3 a = load3(c->a);
        out.half = scale3(sub3(load3(c->b), a), 0.5);
        out.center = add3(a, out.half);
        out.radius = (double)c->radius;
    } else
        set_around_box(&out, box);
    out.size = max_abs3(out.center) + max_abs3(out.half);
    if (!(out.size + out.radius <= DBL_MAX)) out = (set_capsule){.radius = (double)INFINITY};
    return out;
}

bool carom_set_capsule_range(double range[2], const set_capsule *own, const carom_pose *pose,
                             const carom_solid_frame *box) {
    const placement by = place_by(*pose);
    if (!is_unit_placement(&by)) return false;
    const vec3 half = rotated_in_double(&by, own->half);
    vec3 start = sub3(sub3(by.shift, box->center), half);
    if (max_abs3(own->center) > 0.0) start = add3(start, rotated_in_double(&by, own->center));
    const vec3 axis[2] = {start, scale3(half, 2.0)};
    carom_axis_box_range(range, box, axis);
    const double rounding = SET_CAPSULE_DOUBT * (own->size + max_abs3(by.shift));
    range[0] -= rounding;
    range[1] += rounding;
    return true;
}

set_verdict carom_set_capsule_verdict(const set_capsule *own, const carom_pose *pose,
                                      const carom_posed_shape *b, double limit) {
    double range[2];
    if (!is_box(b) || !(b->state & POSED_FRAMED) || !finite1(limit)) return SET_UNDECIDED;
    if (!carom_set_capsule_range(range, own, pose, &b->frame.solid)) return SET_UNDECIDED;
    const double reach = own->radius + limit;
    if (range[0] > reach * (1.0 + CAPSULE_BOX_RADIUS)) return SET_APART;
    return own->is_shape && range[1] < reach * (1.0 - CAPSULE_BOX_RADIUS) ? SET_CONTACT
                                                                          : SET_UNDECIDED;
}
