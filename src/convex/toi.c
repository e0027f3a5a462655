/* Time of impact of two rotating convex shapes by conservative advancement [Mirtich96]. No point of
 * a shape is faster than its pivot plus the angular speed times its distance from the axis, so the
 * gap along the direction n of least distance cannot close before gap / speed. A rotation about k
 * moves points along n by at most |n x k| of their speed. */
#include "convex/toi.h"

#include "convex/penetration.h"
#include "convex/support/support.h"
#include "convex/tolerances.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "core/workspace.h"

void carom_convex_pose(convex_posed *out, const convex_shape *shape, const rigid_frame *frame) {
    out->shape = *shape;
    if (shape->kind == CONVEX_POINTS) {
        for (int i = 0; i < shape->count && i < CONVEX_POINTS_LIMIT; i++)
            out->points[i] = rigid_transform(frame, shape->points[i]);
        out->shape.points = out->points;
        return;
    }
    out->shape.center = rigid_transform(frame, shape->center);
    for (int i = 0; i < 3; i++)
        out->shape.axes[i] = rigid_rotate(frame, shape->axes[i]);
}

/* ---- bounds of the speed */

/* Distance of a point, in the shape's frame, from the axis of rotation; from the pivot when the
 * axis is zero, that is any. */
static double off_line(vec3 p, vec3 pivot, vec3 axis) {
    vec3 arm = sub3(p, pivot);
    return carom_length(max_abs3(axis) > 0.0 ? cross3(axis, arm) : arm);
}

static double hull_off_line(const convex_shape *s, vec3 pivot, vec3 axis) {
    const hull_data *h = s->hull;
    double farthest = 0.0;
    for (int corner = 0; corner < 8; corner++) {
        vec3 c = vec(corner & 1 ? h->high.x : h->low.x, corner & 2 ? h->high.y : h->low.y,
                     corner & 4 ? h->high.z : h->low.z);
        vec3 p =
            add3(s->center, mad3(mad3(scale3(s->axes[0], c.x), s->axes[1], c.y), s->axes[2], c.z));
        farthest = max2(farthest, off_line(p, pivot, axis));
    }
    return farthest;
}

/* Upper bound of the distance of any point of the shape from the axis of rotation. */
static double turning_radius(const convex_shape *s, vec3 pivot, vec3 axis) {
    double farthest = 0.0;
    vec3 up = scale3(s->axes[2], s->half.z);
    switch (s->kind) {
    case CONVEX_POINTS:
        for (int i = 0; i < s->count; i++)
            farthest = max2(farthest, off_line(s->points[i], pivot, axis));
        break;
    case CONVEX_OUTLINE:
        for (int i = 0; i < s->count; i++)
            farthest = max2(farthest, off_line(add3(s->center, convex_vertex(s, i)), pivot, axis));
        break;
    case CONVEX_BOX:
        for (int corner = 0; corner < 8; corner++) {
            vec3 p = mad3(s->center, s->axes[0], corner & 1 ? s->half.x : -s->half.x);
            p = mad3(p, s->axes[1], corner & 2 ? s->half.y : -s->half.y);
            p = corner & 4 ? add3(p, up) : sub3(p, up);
            farthest = max2(farthest, off_line(p, pivot, axis));
        }
        break;
    case CONVEX_HULL: farthest = hull_off_line(s, pivot, axis); break;
    case CONVEX_CYLINDER:
        farthest = max2(off_line(add3(s->center, up), pivot, axis),
                        off_line(sub3(s->center, up), pivot, axis)) +
                   s->half.x;
        break;
    case CONVEX_CONE:
        farthest = max2(off_line(add3(s->center, up), pivot, axis),
                        off_line(s->center, pivot, axis) + s->half.x);
        break;
    case CONVEX_FUNCTION:
        farthest = off_line(s->center, pivot, axis) + carom_length(s->half);
        break;
    case CONVEX_ELLIPSOID: farthest = off_line(s->center, pivot, axis) + max_abs3(s->half); break;
    }
    return (farthest + s->radius) * (1.0 + TOI_RADIUS_ERROR);
}

double carom_convex_reach(const convex_shape *shape, vec3 pivot) {
    return turning_radius(shape, pivot, vec(0, 0, 0)) - shape->radius;
}

convex_toi_body carom_convex_toi_body(const convex_turning *turning) {
    const rigid_motion *p = &turning->path;
    vec3 axis =
        vec(dot3(p->axis, p->start[0]), dot3(p->axis, p->start[1]), dot3(p->axis, p->start[2]));
    double extent = turning_radius(turning->shape, p->pivot, vec(1, 0, 0)) +
                    turning_radius(turning->shape, p->pivot, vec(0, 1, 0));
    double radius = p->turns == 0.0 ? 0.0 : turning_radius(turning->shape, p->pivot, axis);
    return (convex_toi_body){turning, radius * fabs(p->turns) * FULL_TURN, extent};
}

/* ---- two convex shapes */

typedef struct toi_pair {
    convex_toi_body a, b;
    vec3 velocity;  /* of A's pivot relative to B's */
    double fastest; /* upper bound of the closing speed along any direction */
    double latest;
    convex_cache cache;
    convex_posed *posed; /* A and B at a time, in a block of the workspace */
} toi_pair;
_Static_assert(2 * sizeof(convex_posed) <= WORKSPACE_COPIES_BYTES, "the block holds both");

void carom_pose_turning(convex_posed *out, const convex_turning *turning, double time) {
    rigid_frame frame = carom_rigid_motion_at(&turning->path, time);
    carom_convex_pose(out, turning->shape, &frame);
}

static convex_distance distance_at_time(void *pair, double time) {
    toi_pair *s = pair;
    convex_posed *a = &s->posed[0], *b = &s->posed[1];
    carom_pose_turning(a, s->a.turning, time);
    carom_pose_turning(b, s->b.turning, time);
    const convex_options options = {.cache = &s->cache,
                                    .stop_beyond = s->fastest * (s->latest - time)};
    return carom_convex_distance(&a->shape, &b->shape, &options);
}

double carom_turning_along(const convex_toi_body *t, vec3 normal) {
    return t->speed *
           min2(carom_length(cross3(normal, t->turning->path.axis)) + TOI_SINE_ERROR, 1.0);
}

/* Upper bound of the closing speed of a gap along `normal`. */
static double closing_bound(const void *pair, vec3 normal) {
    const toi_pair *s = pair;
    return dot3(s->velocity, normal) + carom_turning_along(&s->a, normal) +
           carom_turning_along(&s->b, normal);
}

static bool in_contact_at(void *pair, double time) {
    toi_pair *s = pair;
    convex_posed *a = &s->posed[0], *b = &s->posed[1];
    carom_pose_turning(a, s->a.turning, time);
    carom_pose_turning(b, s->b.turning, time);
    return carom_convex_overlap(&a->shape, &b->shape, &s->cache);
}

static convex_toi start_in_contact(void *pair, const convex_distance *d) {
    toi_pair *s = pair;
    convex_toi hit = {
        .hit = true, .initial_overlap = true, .certain = true, .status = CONVEX_CONVERGED};
    hit.normal = d->normal;
    hit.point = d->point_b;
    if (!d->overlap) return hit;
    convex_posed *a = &s->posed[0], *b = &s->posed[1];
    carom_pose_turning(a, s->a.turning, 0.0);
    carom_pose_turning(b, s->b.turning, 0.0);
    convex_penetration p = carom_convex_penetration(&a->shape, &b->shape);
    if (max_abs3(p.normal) > 0.0) hit.normal = p.normal;
    hit.point = scale3(add3(p.point_a, p.point_b), 0.5);
    return hit;
}

/* Orders equal shapes by their starting points. */
static int order_bodies(const convex_toi_body *a, const convex_toi_body *b) {
    int order = carom_convex_order_shapes(a->turning->shape, b->turning->shape);
    vec3 p = a->turning->path.from, q = b->turning->path.from;
    if (order == 0) order = (p.x > q.x) - (p.x < q.x);
    if (order == 0) order = (p.y > q.y) - (p.y < q.y);
    return order != 0 ? order : (p.z > q.z) - (p.z < q.z);
}

static convex_toi toi_in_order(const convex_toi_body *a, const convex_toi_body *b,
                               const convex_toi_options *options) {
    /* relative to the start of B's pivot: the pair's place costs no digits */
    const rigid_motion *path_a = &a->turning->path, *path_b = &b->turning->path;
    vec3 reference = path_b->from;
    convex_turning near_a = *a->turning, near_b = *b->turning;
    near_a.path.from = sub3(path_a->from, reference);
    near_a.path.to = sub3(path_a->to, reference);
    near_b.path.from = vec(0, 0, 0);
    near_b.path.to = sub3(path_b->to, reference);
    toi_pair s = {.a = {&near_a, a->speed, a->extent},
                  .b = {&near_b, b->speed, b->extent},
                  .latest = options->latest};
    s.velocity = sub3(sub3(near_a.path.to, near_a.path.from), near_b.path.to);
    s.fastest = carom_length(s.velocity) + a->speed + b->speed;
    toi_problem p = {.distance_at = distance_at_time,
                     .contact_at = in_contact_at,
                     .closing_bound = closing_bound,
                     .start_in_contact = start_in_contact,
                     .pair = &s,
                     .latest = options->latest,
                     .skip_upper = options->skip_upper};
    p.size = a->extent + b->extent + max_abs3(near_a.path.from) + max_abs3(near_a.path.to) +
             max_abs3(near_b.path.to);
    p.tolerance = carom_toi_tolerance(options->tolerance, p.size);
    if (!finite1(p.size)) return (convex_toi){.hit = false};
    s.posed = carom_workspace_take(WORKSPACE_TOI);
    convex_toi hit = carom_toi_search(&p);
    carom_workspace_give(s.posed);
    if (hit.hit) hit.point = add3(hit.point, reference);
    return hit;
}

/* The shapes are ordered first, so that swapping them swaps the answer. */
convex_toi carom_convex_toi_of(const convex_toi_body *a, const convex_toi_body *b,
                               const convex_toi_options *options) {
    if (order_bodies(a, b) <= 0) return toi_in_order(a, b, options);
    convex_toi hit = toi_in_order(b, a, options);
    hit.normal = neg3(hit.normal);
    return hit;
}

convex_toi carom_convex_toi(const convex_turning *a, const convex_turning *b, double tolerance) {
    convex_toi_body body_a = carom_convex_toi_body(a), body_b = carom_convex_toi_body(b);
    return carom_convex_toi_of(&body_a, &body_b, &(convex_toi_options){tolerance, 1.0, false});
}
