/* Time of impact of two turning shapes of which one is a surface: branch and bound over its
 * triangles, each of which moves rigidly with the whole and is reached by conservative advancement
 * [Mirtich96]. A bounded shape is prepared once. Its bounds for a node are a slab test of boxes
 * that are enlarged by what turns, and where turning is large the time of impact of the node's box;
 * most triangles are rejected by one bound along their normal. Never late. */
#include "surface/surface_toi.h"

#include "surface/surface_query.h"
#include "surface/tolerances.h"
#include "mesh/internal_edges.h"

typedef struct toi_walk {
    surface on;
    double limit;
    uint32_t triangle;
    carom_toi_hit best;
} toi_walk;

/* Contact at the start comes before what is only near then. */
static bool toi_comes_before(const toi_walk *walk, const carom_toi_hit *hit, uint32_t triangle) {
    const carom_toi_hit *best = &walk->best;
    if (!best->hit || hit->initial_overlap != best->initial_overlap)
        return !best->hit || hit->initial_overlap;
    return comes_before(hit->fraction, triangle, best->fraction, walk->triangle);
}

static void keep_toi(toi_walk *walk, uint32_t triangle, carom_toi_hit hit) {
    const carom_toi_hit *best = &walk->best;
    if (!hit.hit || !toi_comes_before(walk, &hit, triangle)) return;
    if (best->hit && best->certain && (!hit.certain || best->fraction_upper < hit.fraction_upper)) {
        hit.fraction_upper = best->fraction_upper; /* some triangle touches by then */
        hit.certain = true;
    }
    walk->best = hit;
    walk->best.sub_b = subshape_of_triangle(triangle);
    walk->triangle = triangle;
    walk->limit = (double)hit.fraction;
}

/* More than the tolerances of parts, which depend on their sizes, can differ. */
static double margin_of_box(vec3 low, vec3 high, double tolerance) {
    return TOI_BOX_SLACK * (max_abs3(low) + max_abs3(high)) + max2(tolerance, 0.0);
}

static carom_turning_shape moving_as(const carom_turning_shape *whole, const carom_shape *part) {
    carom_turning_shape out = *whole;
    out.shape = part;
    return out;
}

/* ---- a bounded shape */

typedef struct bounded_walk {
    toi_walk walk;                    /* first */
    const carom_turning_shape *a, *b; /* null: contact at the start is distance 0 */
    convex_toi_body body;             /* of A */
    const rigid_motion *path;         /* of B */
    convex_toi_options options;
    rigid_frame frame;         /* of B at the start */
    convex_posed start;        /* A at the start */
    shape_bound reach;         /* of A wherever it turns, in B's frame at the start */
    vec3 own_axis;             /* of B's rotation, in its frame */
    vec3 motion, local_motion; /* of A's pivot against B's, in the common frame and in B's */
    double size;
    bool far_turning; /* slabs of enlarged boxes tell little */
} bounded_walk;
_Static_assert(sizeof(bounded_walk) <= WORKSPACE_COPIES_BYTES, "the block holds it");

/* A walk in a block of the workspace. It is not zeroed as a whole: the compiler would build it on
 * the stack. */
static bounded_walk *begin_bounded(const carom_shape *on, const rigid_motion *path,
                                   const convex_toi_options *options) {
    bounded_walk *w = carom_workspace_take(WORKSPACE_TURNING);
    w->walk = (toi_walk){.on = carom_surface_of(on)};
    w->a = w->b = NULL;
    w->path = path;
    w->options = *options;
    return w;
}

/* The box at the start, enlarged by how far a point may turn, within the ball about the pivot. */
static CAROM_APART void set_reach(bounded_walk *w) {
    const rigid_motion *own = &w->body.turning->path;
    rigid_frame at = carom_rigid_motion_at(own, 0.0), local;
    convex_posed posed;
    vec3 box[2];
    for (int i = 0; i < 3; i++)
        local.columns[i] = rigid_rotate_back(&w->frame, at.columns[i]);
    local.origin = rigid_rotate_back(&w->frame, sub3(at.origin, w->frame.origin));
    carom_convex_pose(&w->start, w->body.turning->shape, &at);
    carom_convex_pose(&posed, w->body.turning->shape, &local);
    carom_view_box(&posed.shape, box);
    vec3 pivot = rigid_transform(&local, own->pivot);
    vec3 low = sub3(box[0], pivot), high = sub3(box[1], pivot);
    double ball = carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                                   max2(fabs(low.z), fabs(high.z))));
    double turning = w->body.speed;
    double slack = TURN_BOX_SLACK * (w->size + max_abs3(w->frame.origin)) +
                   carom_toi_tolerance(w->options.tolerance, w->size);
    vec3 from = vec(max2(low.x - turning, -ball), max2(low.y - turning, -ball),
                    max2(low.z - turning, -ball));
    vec3 to = vec(min2(high.x + turning, ball), min2(high.y + turning, ball),
                  min2(high.z + turning, ball));
    w->reach = (shape_bound){.kind = BOUND_BOX,
                             .low = sub3(add3(pivot, from), vec(slack, slack, slack)),
                             .high = add3(add3(pivot, to), vec(slack, slack, slack))};
    w->far_turning = w->path->turns != 0.0 || turning > FAR_TURNING * ball;
}

/* @return false when a number is not finite */
static bool start_bounded(bounded_walk *w, const convex_turning *a, const carom_aabb *bounds) {
    const rigid_motion *path_a = &a->path, *path_b = w->path;
    w->body = carom_convex_toi_body(a);
    w->frame = carom_rigid_motion_at(path_b, 0.0);
    w->own_axis = rigid_rotate_back(&w->frame, path_b->axis);
    w->motion = sub3(sub3(path_a->to, path_a->from), sub3(path_b->to, path_b->from));
    w->local_motion = rigid_rotate_back(&w->frame, w->motion);
    w->size = w->body.extent + max_abs3(load3(bounds->min)) + max_abs3(load3(bounds->max)) +
              max_abs3(path_b->pivot) + max_abs3(sub3(path_a->from, path_b->from)) +
              max_abs3(w->motion);
    w->walk.limit = 1.0;
    set_reach(w);
    return finite1(w->size) && finite1(w->body.speed);
}

/* How far a point of a box of B may turn. */
static double turning_of_box(const bounded_walk *w, vec3 low, vec3 high) {
    if (w->path->turns == 0.0) return 0.0;
    vec3 half = scale3(sub3(high, low), 0.5), arm = sub3(add3(low, half), w->path->pivot);
    double off = carom_length(cross3(w->own_axis, arm)) + carom_length(half);
    return fabs(w->path->turns) * FULL_TURN * off * (1.0 + SURFACE_SPEED_ROUNDING);
}

/* Somewhat later than the best time: of triangles that are reached at the same time the one with
 * the least index counts. */
static convex_toi_options options_until_best(const bounded_walk *w) {
    convex_toi_options out = w->options;
    out.latest = min2(w->walk.limit + TURN_TIME_TIE, 1.0);
    return out;
}

static double time_of_box(const bounded_walk *w, vec3 low, vec3 high) {
    const double margin = margin_of_box(low, high, w->options.tolerance);
    convex_shape box = {.kind = CONVEX_BOX,
                        .center = scale3(add3(low, high), 0.5),
                        .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    box.half = add3(scale3(sub3(high, low), 0.5), vec(margin, margin, margin));
    const convex_turning turning = {&box, *w->path};
    const convex_toi_body body = carom_convex_toi_body(&turning);
    convex_toi_options options = options_until_best(w);
    options.skip_upper = true;
    convex_toi found = carom_convex_toi_of(&w->body, &body, &options);
    return found.hit ? found.fraction : DBL_MAX;
}

static double bounded_key(const void *context, vec3 low, vec3 high) {
    const bounded_walk *w = context;
    double r = turning_of_box(w, low, high);
    const vec3 box[2] = {sub3(low, vec(r, r, r)), add3(high, vec(r, r, r))};
    double time = carom_shape_bound_time(&w->reach, w->local_motion, w->walk.limit, box);
    return time < DBL_MAX && w->far_turning ? time_of_box(w, low, high) : time;
}

static bool stays_separated(double gap, double closing) {
    return gap > 0.0 && gap > closing;
}

/* True when the shape surely stays on its side of the plane in which the triangle starts. */
static bool stays_off_plane(const bounded_walk *w, const vec3 at[3], double speed, double latest) {
    vec3 v[3];
    for (int i = 0; i < 3; i++)
        v[i] = rigid_transform(&w->frame, at[i]);
    vec3 n = carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return false;
    double below = dot3(n, sub3(v[0], carom_view_support(&w->start.shape, n)));
    double above = dot3(n, sub3(carom_view_support(&w->start.shape, neg3(n)), v[0]));
    double turning = carom_turning_along(&w->body, n) + speed, along = dot3(n, w->motion);
    double slack = max2(w->options.tolerance, 0.0) +
                   TURN_PLANE_SLACK * (w->size + max_abs3(w->frame.origin) + max_abs3(v[1]));
    return stays_separated(below - slack, (turning + along) * latest) ||
           stays_separated(above - slack, (turning - along) * latest);
}

static void bounded_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    bounded_walk *w = context;
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    const convex_toi_options options = options_until_best(w);
    double speed =
        turning_of_box(w, lower3(v[0], lower3(v[1], v[2])), upper3(v[0], upper3(v[1], v[2])));
    if (stays_off_plane(w, v, speed, options.latest)) return;
    const convex_shape shape = {
        .kind = CONVEX_POINTS, .count = 3, .points = v, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const convex_turning turning = {&shape, *w->path};
    const convex_toi_body body = carom_convex_toi_body(&turning);
    const convex_toi found = carom_convex_toi_of(&w->body, &body, &options);
    carom_toi_hit hit = carom_pair_toi_hit(&found);
    hit.initial_overlap = found.initial_overlap && !w->a;
    if (hit.hit && found.fraction == 0.0 && w->a) {
        carom_shape one = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = *at};
        carom_turning_shape part = moving_as(w->b, &one);
        carom_pair_toi_at_start(w->a, &part, &hit);
    }
    keep_toi(&w->walk, triangle, hit);
}

/* Corrects the normal at internal edges, in the surface's frame at the time of impact. */
static void correct_normal(const toi_walk *walk, const rigid_motion *path, carom_toi_hit *hit) {
    rigid_frame f = carom_rigid_motion_at(path, (double)hit->fraction);
    vec3 p = sub3(load3(hit->point), f.origin), n = neg3(load3(hit->normal));
    carom_vec3 point = store3(rigid_rotate_back(&f, p)), up = store3(rigid_rotate_back(&f, n));
    carom_vec3 corrected = carom_surface_contact_normal(&walk->on, walk->triangle, point, up);
    if (equal_vec3(corrected, up)) return;
    hit->normal =
        store3(carom_normalize_or(neg3(rigid_rotate(&f, load3(corrected))), vec(0, 0, 1)));
}

static carom_toi_hit walk_bounded(bounded_walk *w, const convex_turning *a) {
    carom_aabb bounds;
    const surface_visitor by = {bounded_key, bounded_leaf, w, &w->walk.limit, WORKSPACE_TRIANGLES};
    if (!carom_surface_bounds(&w->walk.on, &bounds) || !start_bounded(w, a, &bounds))
        return w->walk.best;
    carom_surface_visit(&w->walk.on, &by);
    if (w->walk.best.hit) correct_normal(&w->walk, w->path, &w->walk.best);
    return w->walk.best;
}

carom_toi_hit carom_surface_toi_of_side(const toi_side *a, const carom_shape *on,
                                        const rigid_motion *path,
                                        const convex_toi_options *options) {
    bounded_walk *w = begin_bounded(on, path, options);
    const carom_toi_hit hit = walk_bounded(w, a->turning);
    carom_workspace_give(w);
    return hit;
}

/* ---- any shape, by the time of impact of parts */

typedef struct parts_walk {
    toi_walk walk; /* first */
    const toi_query *of;
    part_toi *toi;
} parts_walk;

static double parts_key(const void *context, vec3 low, vec3 high) {
    const parts_walk *w = context;
    carom_shape box = {.kind = CAROM_SHAPE_AABB};
    const double margin = margin_of_box(low, high, (double)w->of->tolerance);
    box.as.aabb.min = store3(sub3(low, vec(margin, margin, margin)));
    box.as.aabb.max = store3(add3(high, vec(margin, margin, margin)));
    if (carom_shape_problem(&box)) return 0.0;
    carom_turning_shape part = moving_as(w->of->b, &box);
    carom_toi_hit hit = w->toi(w->of->a, &part, w->of->tolerance);
    return hit.hit ? (double)hit.fraction : DBL_MAX;
}

static void parts_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    parts_walk *w = context;
    carom_shape one = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = *at};
    carom_turning_shape part = moving_as(w->of->b, &one);
    keep_toi(&w->walk, triangle, w->toi(w->of->a, &part, w->of->tolerance));
}

static toi_walk walk_parts(const toi_query *of, part_toi *toi) {
    carom_aabb box;
    parts_walk w = {
        .walk = {.on = carom_surface_of(of->b->shape), .limit = 1.0}, .of = of, .toi = toi};
    const surface_visitor by = {parts_key, parts_leaf, &w, &w.walk.limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    if (carom_surface_bounds(&w.walk.on, &box)) carom_surface_visit(&w.walk.on, &by);
    return w.walk;
}

carom_toi_hit carom_surface_toi_by_triangles(const toi_query *of, part_toi *toi) {
    return walk_parts(of, toi).best;
}

carom_toi_hit carom_surface_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                carom_real tolerance) {
    static const carom_toi_hit miss;
    rigid_motion path;
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return miss;
    if (!carom_turning_path(&path, b)) return miss;
    if (carom_is_unbounded(a->shape)) {
        toi_walk walk = walk_parts(&(toi_query){a, b, tolerance}, carom_pair_toi);
        if (walk.best.hit) correct_normal(&walk, &path, &walk.best);
        return walk.best;
    }
    convex_view view;
    convex_turning own = {.shape = &view.shape};
    if (!carom_turning_path(&own.path, a)) return miss;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS_OF_TOI, &view, a->shape);
    carom_toi_hit hit = miss;
    if (carom_turning_view(&view, a->shape)) {
        const convex_toi_options options = {(double)tolerance, 1.0, false};
        bounded_walk *w = begin_bounded(b->shape, &path, &options);
        w->a = a;
        w->b = b;
        hit = walk_bounded(w, &own);
        carom_workspace_give(w);
    }
    give_buffer(buffer);
    return hit;
}
