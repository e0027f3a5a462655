/* Time of impact of two shapes of which one turns, by conservative advancement [Mirtich96].
 * Bounded shapes use carom_convex_toi. For a plane the gap comes from support points: no point of
 * the shape moves faster along the normal than its pivot plus |angular velocity| times its
 * distance from the pivot, so time may advance by the gap over that speed and the result is never
 * late. */
#include "convex/toi.h"
#include "pair/pose/convex_view.h"
#include "pair/pose/pair.h"
#include "world/query/world_toi.h"
#include "world/world_data.h"

#define FULL_TURN 6.283185307179586476925
#define STEP_LIMIT 1000

static rigid_pose double_pose(carom_pose pose, vec3 position) {
    return (rigid_pose){position, (double)pose.rotation.x, (double)pose.rotation.y,
                        (double)pose.rotation.z, (double)pose.rotation.w};
}

bool carom_world_turn_path(rigid_motion *out, const world_turning *t) {
    vec3 from = load3(t->at.pose.position), turn = load3(t->turn);
    rigid_motion_def request = {.start = double_pose(t->at.pose, from),
                                .end = double_pose(t->at.pose, add3(from, load3(t->at.motion)))};
    if (!carom_rigid_motion(out, &request)) return false;
    double angle = carom_length(turn);
    out->turns = angle / FULL_TURN;
    if (angle > 0.0) out->axis = scale3(turn, 1.0 / angle);
    return finite1(out->turns);
}

/* ---- bounded shapes */

static carom_sweep_hit turn_bounded(const world_turning *a, const world_turning *b,
                                    double tolerance) {
    convex_view view_a, view_b;
    convex_turning turning_a = {.shape = &view_a.shape}, turning_b = {.shape = &view_b.shape};
    if (!carom_convex_view(&view_a, a->at.shape) || !carom_convex_view(&view_b, b->at.shape) ||
        !carom_world_turn_path(&turning_a.path, a) || !carom_world_turn_path(&turning_b.path, b))
        return (carom_sweep_hit){.hit = false};
    convex_toi found = carom_convex_toi(&turning_a, &turning_b, tolerance);
    if (!found.hit) return (carom_sweep_hit){.hit = false};
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = found.initial_overlap,
                             .fraction = time_below(found.fraction),
                             .point = store3(found.point),
                             .normal = store3(found.normal)};
}

/* ---- against a plane or half-space */

typedef struct plane_pair {
    vec3 normal, motion; /* unit; of the plane */
    double offset;
    bool solid; /* a half-space: points behind the plane are in contact */
    convex_view view;
    rigid_motion path;
    double speed; /* upper bound on the closing speed, per whole motion */
} plane_pair;

static bool init_plane_pair(plane_pair *out, const world_turning *plane,
                            const world_turning *other) {
    const carom_shape *shape = plane->at.shape;
    out->solid = shape->kind == CAROM_SHAPE_HALFSPACE;
    const carom_plane plane_shape = plane_of_kind(shape);
    vec3 n = load3(plane_shape.normal);
    double offset = (double)plane_shape.offset;
    double length = carom_length(n);
    rigid_motion own;
    if (!(length > 0.0) || !carom_world_turn_path(&own, plane) ||
        !carom_world_turn_path(&out->path, other) ||
        !carom_convex_view(&out->view, other->at.shape))
        return false;
    rigid_frame frame = carom_rigid_motion_at(&own, 0.0);
    out->normal = rigid_rotate(&frame, scale3(n, 1.0 / length));
    out->offset = offset / length + dot3(out->normal, frame.origin);
    out->motion = load3(plane->at.motion);
    vec3 box[2];
    carom_view_box(&out->view.shape, box);
    double reach =
        carom_length(vec(max2(fabs(box[0].x), fabs(box[1].x)), max2(fabs(box[0].y), fabs(box[1].y)),
                         max2(fabs(box[0].z), fabs(box[1].z))));
    vec3 relative = sub3(load3(other->at.motion), out->motion);
    out->speed = fabs(dot3(relative, out->normal)) + carom_length(load3(other->turn)) * reach;
    return finite1(out->speed) && finite1(out->offset);
}

/* The gap at a time, the nearest point, and the plane's side it is on: +1 where the normal points.
 */
static double plane_gap(const plane_pair *p, double time, vec3 *nearest, double *side) {
    rigid_frame frame = carom_rigid_motion_at(&p->path, time);
    vec3 own = vec(dot3(p->normal, frame.columns[0]), dot3(p->normal, frame.columns[1]),
                   dot3(p->normal, frame.columns[2]));
    double offset = p->offset + time * dot3(p->motion, p->normal);
    vec3 low = rigid_transform(&frame, carom_view_support(&p->view.shape, neg3(own)));
    vec3 high = rigid_transform(&frame, carom_view_support(&p->view.shape, own));
    double above = dot3(p->normal, low) - offset, below = offset - dot3(p->normal, high);
    bool under = !p->solid && below > above;
    *nearest = under ? high : low;
    *side = under ? -1.0 : 1.0;
    return under ? below : above;
}

static carom_sweep_hit turn_plane(const plane_pair *p, double tolerance, bool flip) {
    double t = 0.0, side = 1.0, gap = 0.0;
    vec3 nearest = {0, 0, 0};
    for (int i = 0; i < STEP_LIMIT; i++) {
        gap = plane_gap(p, t, &nearest, &side);
        if (gap <= tolerance) break;
        if (!(p->speed * (1.0 - t) > gap)) return (carom_sweep_hit){.hit = false};
        t += gap / p->speed;
    }
    vec3 normal = scale3(p->normal, flip ? -side : side); /* from the plane, or towards it */
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = t == 0.0 && !(gap > 0.0),
                             .fraction = time_below(t),
                             .point = store3(nearest),
                             .normal = store3(normal)};
}

carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance) {
    bool is_plane_a = is_plane_kind(a->at.shape->kind),
         is_plane_b = is_plane_kind(b->at.shape->kind);
    plane_pair pair;
    if (is_plane_a != is_plane_b && init_plane_pair(&pair, is_plane_a ? a : b, is_plane_a ? b : a))
        return turn_plane(&pair, tolerance, is_plane_b);
    carom_aabb box_a = carom_shape_bounds(a->at.shape, a->at.pose);
    carom_aabb box_b = carom_shape_bounds(b->at.shape, b->at.pose);
    if (world_box_finite(&box_a) && world_box_finite(&box_b)) return turn_bounded(a, b, tolerance);
    return carom_world_pair_sweep(&a->at, &b->at);
}
