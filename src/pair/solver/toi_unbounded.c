/* Time of impact of turning shapes of which one or both are unbounded (planes, half-spaces, rays,
 * lines), by conservative advancement [Mirtich96]: it never passes the first contact.
 *
 * In the frame of the unbounded shape no point of the other is faster than its own motion plus the
 * angular speed times its distance from the pivot, a bound that does not depend on the extent of
 * the unbounded shape. Time advances by the gap divided by this speed.
 *
 * A ray that rises over a plane cannot meet it before its slope is 0. The slope, scaled so that it
 * decreases no faster than the gap, is therefore a gap, too. Lines and planes that do not touch a
 * plane are parallel to it, and meet it as soon as they tilt. */
#include "pair/solver/toi_unbounded.h"

#include "pair/pose/convex_view.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/support/support.h"

bool carom_is_unbounded(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_RAY)
        return !finite1((double)shape->as.ray.t_min) || !finite1((double)shape->as.ray.t_max);
    return shape->kind == CAROM_SHAPE_LINE || is_plane_kind(shape->kind);
}

typedef struct unbounded_body {
    const convex_turning *turning; /* its shape: of what is bounded only */
    const carom_shape *shape;
    vec3 point, direction; /* of an unbounded shape, in its frame: a point near the pivot, or the
                              end; the normal, or the direction in which it is unbounded */
    bool planar, solid, both_infinite, unbounded;
    vec3 spin;          /* axis times radians */
    convex_toi_body as; /* of the bounded shape; of an unbounded one: of `point` */
} unbounded_body;

static void load_plane(unbounded_body *out, vec3 normal, double offset) {
    vec3 pivot = out->turning->path.pivot;
    double length = carom_length(normal);
    out->direction = carom_normalize_or(normal, vec(0, 0, 1));
    double height = dot3(out->direction, pivot) - offset / length;
    out->point = mad3(pivot, out->direction, -height);
}

static void load_path(unbounded_body *out, const line_stretch *line) {
    bool from = finite1(line->range[0]), to = finite1(line->range[1]);
    out->direction = carom_normalize_or(to ? neg3(line->direction) : line->direction, vec(1, 0, 0));
    out->both_infinite = !from && !to;
    if (from || to) {
        out->point = mad3(line->origin, line->direction, line->range[to]);
        return;
    }
    vec3 across = sub3(line->origin, out->turning->path.pivot);
    across = mad3(across, out->direction, -dot3(across, out->direction));
    out->point = add3(out->turning->path.pivot, across);
}

static void load_body(unbounded_body *out, const toi_side *side) {
    const carom_shape *s = side->shape;
    const rigid_motion *path = &side->turning->path;
    *out =
        (unbounded_body){.turning = side->turning, .shape = s, .unbounded = carom_is_unbounded(s)};
    out->spin = scale3(path->axis, path->turns * FULL_TURN);
    if (!out->unbounded) {
        out->as = carom_convex_toi_body(side->turning);
        return;
    }
    out->planar = is_plane_kind(s->kind);
    out->solid = s->kind == CAROM_SHAPE_HALFSPACE;
    line_stretch line;
    if (carom_line_stretch(&line, s)) {
        load_path(out, &line);
    } else {
        const carom_plane plane = plane_of_kind(s);
        load_plane(out, load3(plane.normal), (double)plane.offset);
    }
    out->as.turning = side->turning;
    out->as.extent = carom_length(sub3(out->point, path->pivot));
    out->as.speed = out->as.extent * carom_length(out->spin);
}

/* ---- a pair: the unbounded shape u, and the other, x */

/* The other shape at a time, and the stretch of a ray or line that can be near it. */
typedef struct path_scene {
    convex_posed x;
    convex_shape path;
    vec3 ends[2];
} path_scene;
_Static_assert(sizeof(path_scene) <= WORKSPACE_COPIES_BYTES, "the block holds it");

typedef struct unbounded_pair {
    unbounded_body u, x; /* u is unbounded; planar if one is, solid if one is */
    bool flip;           /* u is B */
    vec3 velocity;       /* of x's pivot against u's */
    double fastest, size;
    double steep;      /* the gap that a slope of 1 counts as; 0: the slope does not change */
    path_scene *scene; /* of the search, in a block of the workspace */
} unbounded_pair;

static void set_speeds(unbounded_pair *p) {
    const rigid_motion *u = &p->u.turning->path, *x = &p->x.turning->path;
    double apart = max2(carom_length(sub3(x->from, u->from)), carom_length(sub3(x->to, u->to)));
    p->velocity = sub3(sub3(x->to, x->from), sub3(u->to, u->from));
    p->size = apart + p->x.as.extent + p->u.as.extent + carom_length(p->velocity);
    p->fastest = carom_length(p->velocity) + p->x.as.speed +
                 carom_length(p->u.spin) * (apart + p->x.as.extent);
}

/* How fast the slope of x's direction against the planar u changes at most; 0 when never. */
static double leaning_of(const unbounded_pair *p) {
    rigid_frame at_u = carom_rigid_motion_at(&p->u.turning->path, 0.0);
    rigid_frame at_x = carom_rigid_motion_at(&p->x.turning->path, 0.0);
    vec3 n = rigid_rotate(&at_u, p->u.direction), d = rigid_rotate(&at_x, p->x.direction);
    double of_u = carom_length(cross3(p->u.spin, n)), of_x = carom_length(cross3(p->x.spin, d));
    double about_n = p->x.planar ? of_x : carom_length(cross3(p->x.spin, n));
    if (of_u <= UNBOUNDED_TILT && min2(of_x, about_n) <= UNBOUNDED_TILT) return 0.0;
    if (carom_length(sub3(p->u.spin, p->x.spin)) <= UNBOUNDED_TILT) return 0.0;
    return carom_length(p->u.spin) + carom_length(p->x.spin);
}

/* The gap between x and the plane u; negative while they cross. */
typedef struct unbounded_gap {
    double gap;
    vec3 normal, on_x; /* from u to x */
} unbounded_gap;

static unbounded_gap gap_of_path(const unbounded_pair *p, double time, vec3 n, vec3 on_u) {
    rigid_frame at = carom_rigid_motion_at(&p->x.turning->path, time);
    vec3 point = rigid_transform(&at, p->x.point);
    double height = dot3(n, sub3(point, on_u));
    bool up = p->u.solid || height >= 0.0;
    unbounded_gap out = {up ? height : -height, up ? n : neg3(n), point};
    if (p->steep > 0.0)
        out.gap = min2(out.gap, p->steep * dot3(out.normal, rigid_rotate(&at, p->x.direction)));
    return out;
}

static unbounded_gap gap_of_solid(const unbounded_pair *p, double time, vec3 n, vec3 on_u) {
    carom_pose_turning(&p->scene->x, p->x.turning, time);
    const convex_shape *s = &p->scene->x.shape;
    int hint[2] = {0, 0};
    vec3 lowest = mad3(carom_convex_support(s, neg3(n), &hint[0]), n, -s->radius);
    vec3 highest = mad3(carom_convex_support(s, n, &hint[1]), n, s->radius);
    double low = dot3(n, sub3(lowest, on_u)), high = dot3(n, sub3(highest, on_u));
    bool up = p->u.solid || -low <= high;
    return (unbounded_gap){up ? low : -high, up ? n : neg3(n), up ? lowest : highest};
}

static unbounded_gap gap_at_time(const unbounded_pair *p, double time) {
    rigid_frame at = carom_rigid_motion_at(&p->u.turning->path, time);
    vec3 n = rigid_rotate(&at, p->u.direction), on_u = rigid_transform(&at, p->u.point);
    return p->x.unbounded ? gap_of_path(p, time, n, on_u) : gap_of_solid(p, time, n, on_u);
}

static convex_distance plane_distance_at(void *pair, double time) {
    const unbounded_pair *p = pair;
    unbounded_gap g = gap_at_time(p, time);
    convex_distance out = {.overlap = g.gap < 0.0, .status = CONVEX_CONVERGED};
    vec3 on_u = mad3(g.on_x, g.normal, -g.gap);
    out.distance = out.lower_bound = max2(g.gap, 0.0);
    out.normal = p->flip ? neg3(g.normal) : g.normal;
    out.point_a = p->flip ? g.on_x : on_u;
    out.point_b = p->flip ? on_u : g.on_x;
    return out;
}

static bool plane_contact_at(void *pair, double time) {
    return gap_at_time(pair, time).gap <= 0.0;
}

static convex_toi plane_start(void *pair, const convex_distance *d) {
    (void)pair;
    vec3 middle = scale3(add3(d->point_a, d->point_b), 0.5);
    return (convex_toi){.hit = true,
                        .initial_overlap = true,
                        .certain = true,
                        .point = middle,
                        .normal = d->normal,
                        .status = CONVEX_CONVERGED};
}

/* While u does not turn, motion perpendicular to the normal does not close the gap. */
static double unbounded_closing(const void *pair, vec3 normal) {
    const unbounded_pair *p = pair;
    if (p->x.unbounded || max_abs3(p->u.spin) > 0.0) return p->fastest;
    vec3 from_u = p->flip ? neg3(normal) : normal;
    return carom_turning_along(&p->x.as, normal) - dot3(p->velocity, from_u);
}

/* ---- a ray or line and a bounded shape */

static const path_scene *scene_at(const unbounded_pair *p, double time) {
    path_scene *out = p->scene;
    carom_pose_turning(&out->x, p->x.turning, time);
    rigid_frame at = carom_rigid_motion_at(&p->u.turning->path, time);
    vec3 point = rigid_transform(&at, p->u.point), d = rigid_rotate(&at, p->u.direction);
    rigid_frame at_x = carom_rigid_motion_at(&p->x.turning->path, time);
    vec3 pivot = rigid_transform(&at_x, p->x.turning->path.pivot);
    double middle = dot3(sub3(pivot, point), d), reach = 2.0 * p->x.as.extent;
    reach += carom_length(mad3(sub3(pivot, point), d, -middle));
    double from = middle - reach, to = middle + reach;
    if (!p->u.both_infinite) from = max2(from, 0.0), to = max2(to, 0.0);
    out->ends[0] = mad3(point, d, from);
    out->ends[1] = mad3(point, d, to);
    out->path =
        (convex_shape){.count = 2, .points = out->ends, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return out;
}

static convex_distance path_distance_at(void *pair, double time) {
    const unbounded_pair *p = pair;
    const path_scene *s = scene_at(p, time);
    convex_distance d = carom_convex_distance(&s->path, &s->x.shape, NULL);
    if (!p->flip) return d;
    vec3 on_path = d.point_a;
    d.point_a = d.point_b;
    d.point_b = on_path;
    d.normal = neg3(d.normal);
    return d;
}

static bool path_contact_at(void *pair, double time) {
    const path_scene *s = scene_at(pair, time);
    return carom_convex_overlap(&s->path, &s->x.shape, NULL);
}

static convex_toi path_start(void *pair, const convex_distance *d) {
    const unbounded_pair *p = pair;
    convex_toi out = plane_start(pair, d);
    if (!d->overlap) return out;
    const path_scene *s = scene_at(p, 0.0);
    convex_penetration deep = carom_convex_penetration(&s->path, &s->x.shape);
    if (!deep.overlap) return out;
    out.normal = p->flip ? neg3(deep.normal) : deep.normal;
    out.point = scale3(add3(deep.point_a, deep.point_b), 0.5);
    return out;
}

static convex_toi search_unbounded_toi(unbounded_pair *p, const convex_toi_options *options) {
    bool planar = p->u.planar;
    toi_problem problem = {.distance_at = planar ? plane_distance_at : path_distance_at,
                           .contact_at = planar ? plane_contact_at : path_contact_at,
                           .closing_bound = unbounded_closing,
                           .start_in_contact = planar ? plane_start : path_start,
                           .pair = p,
                           .size = p->size,
                           .tolerance = carom_toi_tolerance(options->tolerance, p->size),
                           .latest = options->latest,
                           .skip_upper = options->skip_upper};
    if (!finite1(p->size) || !finite1(p->fastest)) return (convex_toi){.hit = false};
    p->scene = carom_workspace_take(WORKSPACE_TOI);
    const convex_toi found = carom_toi_search(&problem);
    carom_workspace_give(p->scene);
    return found;
}

/* ---- both unbounded */

/* They are apart at the start, and meet at once. */
static convex_toi meet_at_once(unbounded_pair *p) {
    convex_distance d = plane_distance_at(p, 0.0);
    convex_toi out = plane_start(p, &d);
    out.initial_overlap = false;
    out.fraction_upper = DBL_EPSILON;
    return out;
}

static void set_stretch(const unbounded_body *b, double reach, vec3 ends[2], convex_shape *out) {
    ends[0] = mad3(b->point, b->direction, b->both_infinite ? -reach : 0.0);
    ends[1] = mad3(b->point, b->direction, reach);
    *out = (convex_shape){.count = 2, .points = ends, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static convex_toi follow_paths(const unbounded_pair *p, const convex_toi_options *options) {
    vec3 ends[2][2];
    convex_shape stretch[2];
    convex_turning turning[2] = {*p->u.turning, *p->x.turning};
    set_stretch(&p->u, UNBOUNDED_STRETCH * p->size, ends[0], &stretch[0]);
    set_stretch(&p->x, UNBOUNDED_STRETCH * p->size, ends[1], &stretch[1]);
    turning[0].shape = &stretch[0];
    turning[1].shape = &stretch[1];
    const convex_toi_body body[2] = {carom_convex_toi_body(&turning[p->flip]),
                                     carom_convex_toi_body(&turning[!p->flip])};
    convex_toi_options own = *options;
    own.tolerance = carom_toi_tolerance(options->tolerance, p->size);
    return carom_convex_toi_of(&body[0], &body[1], &own);
}

static convex_toi solve_unbounded(const toi_side *a, const toi_side *b,
                                  const convex_toi_options *options) {
    unbounded_pair p;
    unbounded_body first, second;
    load_body(&first, a);
    load_body(&second, b);
    p.flip = !first.unbounded || (second.planar && !first.planar) || (second.solid && !first.solid);
    p.u = p.flip ? second : first;
    p.x = p.flip ? first : second;
    p.steep = 0.0;
    set_speeds(&p);
    if (!p.x.unbounded) return search_unbounded_toi(&p, options);
    if (!p.u.planar) return follow_paths(&p, options);
    double leaning = leaning_of(&p);
    if (leaning > 0.0 && (p.x.planar || p.x.both_infinite)) return meet_at_once(&p);
    if (leaning > 0.0) {
        p.fastest += p.size * leaning;
        p.steep = p.fastest / leaning;
    }
    return search_unbounded_toi(&p, options);
}

/* Solved relative to the midpoint of the pivots at the start, so that a pair far from the origin
 * loses no digits. */
convex_toi carom_unbounded_toi(const toi_side *a, const toi_side *b,
                               const convex_toi_options *options) {
    vec3 reference = scale3(add3(a->turning->path.from, b->turning->path.from), 0.5);
    convex_turning near[2] = {*a->turning, *b->turning};
    for (int i = 0; i < 2; i++) {
        near[i].path.from = sub3(near[i].path.from, reference);
        near[i].path.to = sub3(near[i].path.to, reference);
    }
    const toi_side side_a = {a->shape, &near[0]}, side_b = {b->shape, &near[1]};
    convex_toi hit = solve_unbounded(&side_a, &side_b, options);
    if (hit.hit) hit.point = add3(hit.point, reference);
    return hit;
}
