/* Time of impact of two colliders of which one turns: their motions in the form of the engines of
 * pairs and surfaces, which advance conservatively [Mirtich96]. */
#include "world/query/world_toi.h"

#include "dispatch/compound/compound_pair.h"
#include "dispatch/compound/tolerances.h"
#include "surface/surface_query.h"
#include "surface/surface_toi.h"

static bool turning_path(rigid_motion *out, const world_turning *t) {
    rigid_pose start;
    if (!load_rigid_pose(&start, t->at.pose)) return false;
    rigid_motion_def request = {.start = start, .end = start};
    vec3 turn = load3(t->turn);
    request.end.position = add3(start.position, load3(t->at.motion));
    if (!carom_rigid_motion(out, &request)) return false;
    double angle = carom_length(turn);
    out->turns = angle / FULL_TURN;
    if (angle > 0.0) out->axis = scale3(turn, 1.0 / angle);
    return finite1(out->turns);
}

static bool is_surface(const world_turning *t) {
    return is_surface_kind(t->at.shape->kind);
}

static carom_sweep_hit sweep_hit_of(const carom_toi_hit *hit) {
    if (!hit->hit) return (carom_sweep_hit){.hit = false};
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = hit->initial_overlap,
                             .fraction = hit->fraction,
                             .point = hit->point,
                             .normal = hit->normal,
                             .sub_a = hit->sub_a,
                             .sub_b = hit->sub_b};
}

static carom_sweep_hit turn_views(convex_view view[2], const world_turning *a,
                                  const world_turning *b, double tolerance) {
    convex_turning turning[2] = {{.shape = &view[0].shape}, {.shape = &view[1].shape}};
    const toi_side side[2] = {{a->at.shape, &turning[0]}, {b->at.shape, &turning[1]}};
    const convex_toi_options options = {tolerance, 1.0, true};
    const world_turning *of[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        if (!turning_path(&turning[i].path, of[i])) return (carom_sweep_hit){.hit = false};
        if (is_surface(of[i]) || carom_is_unbounded(side[i].shape)) continue;
        if (!carom_turning_view(&view[i], side[i].shape)) return (carom_sweep_hit){.hit = false};
    }
    carom_toi_hit hit;
    if (is_surface(b)) {
        hit = carom_surface_toi_of_side(&side[0], b->at.shape, &turning[1].path, &options);
    } else {
        convex_toi found = carom_pair_toi_of_sides(&side[0], &side[1], &options);
        hit = carom_pair_toi_hit(&found);
        hit.initial_overlap = found.initial_overlap;
    }
    return sweep_hit_of(&hit);
}

static carom_sweep_hit turn_in_order(const world_turning *a, const world_turning *b,
                                     double tolerance) {
    convex_view view[2];
    vec3 *buffer =
        buffer_of_views(WORKSPACE_VIEWS_OF_TOI, &view[0], a->at.shape, &view[1], b->at.shape);
    const carom_sweep_hit hit = turn_views(view, a, b, tolerance);
    give_buffer(buffer);
    return hit;
}

static carom_sweep_hit turn_parts(const world_turning *a, const world_turning *b,
                                  double tolerance) {
    bool bounded_a = !is_surface(a) && !carom_is_unbounded(a->at.shape);
    bool bounded_b = !is_surface(b) && !carom_is_unbounded(b->at.shape);
    if (!bounded_a && !bounded_b) return carom_world_pair_sweep(&a->at, &b->at);
    if (!is_surface(a)) return turn_in_order(a, b, tolerance);
    carom_sweep_hit hit = turn_in_order(b, a, tolerance);
    hit.normal = store3(neg3(load3(hit.normal)));
    swap_subshapes(&hit.sub_a, &hit.sub_b, true);
    return hit;
}

/* ---- compounds, whose children move as they do */

static bool is_compound_turning(const world_turning *t) {
    return t->at.shape->kind == CAROM_SHAPE_COMPOUND;
}

typedef struct child_turns {
    const world_turning *a, *b;
    double tolerance;
    bool first; /* A is the compound */
    carom_sweep_hit best;
    uint32_t child;
} child_turns;

static bool is_earlier_turn(const child_turns *w, const carom_sweep_hit *hit, uint32_t child) {
    const carom_sweep_hit *best = &w->best;
    if (!hit->hit || !best->hit) return hit->hit;
    if (hit->fraction != best->fraction) return hit->fraction < best->fraction;
    if (hit->initial_overlap != best->initial_overlap) return hit->initial_overlap;
    return child < w->child;
}

/* Compounds are only moved by the continuous test, as surfaces are. */
static bool turn_child(void *context, uint32_t index) {
    child_turns *w = context;
    const world_turning *whole = w->first ? w->a : w->b;
    const carom_child child = carom_compound_child(whole->at.shape->as.compound, index);
    world_turning part = *whole;
    part.at.shape = &child.shape;
    part.at.pose = carom_pose_compose(whole->at.pose, child.pose);
    part.turn = (carom_vec3){0, 0, 0};
    carom_sweep_hit hit = w->first ? carom_world_turn(&part, w->b, w->tolerance)
                                   : carom_world_turn(w->a, &part, w->tolerance);
    carom_subshape *named = w->first ? &hit.sub_a : &hit.sub_b;
    named->has_child = true;
    named->child = index;
    if (is_earlier_turn(w, &hit, index)) {
        w->best = hit;
        w->child = index;
    }
    return true;
}

/* The other shape turns about the origin of its pose, and moves straight against the compound. */
static compound_path path_of_other(const world_turning *whole, const world_turning *other,
                                   double tolerance) {
    static const carom_vec3 origin;
    const carom_pose back = carom_pose_inverse(whole->at.pose);
    const vec3 from = load3(other->at.pose.position);
    const vec3 moved = sub3(load3(other->at.motion), load3(whole->at.motion));
    const double radius = carom_compound_radius(other->at.shape, origin);
    const double size = radius + max_abs3(from) + max_abs3(moved) +
                        max_abs3(load3(whole->at.pose.position)) +
                        carom_compound_radius(whole->at.shape, origin);
    compound_path path = {.from = carom_pose_transform_point(back, store3(from)),
                          .to = carom_pose_transform_point(back, store3(add3(from, moved))),
                          .radius = radius + tolerance + COMPOUND_PATH_ROUNDING * size};
    if (!finite1(path.radius)) path.radius = (double)INFINITY;
    return path;
}

carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance) {
    child_turns w = {.a = a, .b = b, .tolerance = tolerance, .child = UINT32_MAX};
    if (!is_compound_turning(a) && !is_compound_turning(b)) return turn_parts(a, b, tolerance);
    w.first = is_compound_turning(a);
    const world_turning *whole = w.first ? a : b;
    const compound_path path = path_of_other(whole, w.first ? b : a, tolerance);
    carom_compound_visit_path(whole->at.shape->as.compound, &path, turn_child, &w);
    return w.best;
}
