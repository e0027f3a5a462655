/* The convex engine as a solver of pairs: GJK [Gilbert88], MPR [Snethen08], EPA [Bergen01],
 * separating axes [Gregorius13] and GJK ray cast [Bergen04], see convex/. Shapes become views in
 * double, and answers are rounded to carom_real once. Near contact the closed form of contact
 * decides where there is one, else the engine's own overlap, which is exact for polyhedral shapes:
 * so distance 0, depth and initial overlap agree with overlap. It is the last solver of every
 * bounded pair and always answers. */
#include "pair/solver/engine.h"

#include "convex/support/support.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/grazing.h"
#include "pair/solver/hull_pairs_cast.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/sweep.h"

static const vec3 no_motion = {0, 0, 0};

typedef struct view_pair {
    convex_view a, b;
    vec3 *buffer; /* of the vertices of both, or null: give_buffer gives it back */
} view_pair;

/* The views of both, whose buffer is of the level. A ray or line is clipped to the stretch that can
 * come within `distance` of the other, which is bounded and moves by `motion`. */
static bool view_clipped(view_pair *out, const carom_posed_shape *a, const carom_posed_shape *b,
                         vec3 motion, double distance) {
    vec3 box[2];
    bool bounded_a = carom_view_posed(&out->a, a), bounded_b = carom_view_posed(&out->b, b);
    if (bounded_a && bounded_b) return true;
    if (!bounded_a && !bounded_b) return false;
    carom_view_box(bounded_a ? &out->a.shape : &out->b.shape, box);
    double reach = carom_length(motion) + distance;
    double margin = 2.0 * (carom_length(sub3(box[1], box[0])) + reach);
    return bounded_a ? carom_clipped_view(&out->b, &b->shape, box, margin)
                     : carom_clipped_view(&out->a, &a->shape, box, margin);
}

static CAROM_INLINE void begin_views(view_pair *out, workspace_level level,
                                     const carom_posed_shape *a, const carom_posed_shape *b) {
    out->buffer = buffer_of_views(level, &out->a, &a->shape, &out->b, &b->shape);
}

static CAROM_INLINE bool view_both(view_pair *out, const carom_posed_shape *a,
                                   const carom_posed_shape *b) {
    begin_views(out, WORKSPACE_VIEWS, a, b);
    return view_clipped(out, a, b, no_motion, 0.0);
}

CAROM_APART bool carom_engine_overlap(const carom_posed_shape *a, const carom_posed_shape *b,
                                      convex_cache *cache) {
    view_pair pair;
    const bool touch =
        view_both(&pair, a, b) && carom_convex_overlap(&pair.a.shape, &pair.b.shape, cache);
    give_buffer(pair.buffer);
    return touch;
}

bool carom_engine_within(const carom_posed_shape *a, const carom_posed_shape *b, double distance) {
    view_pair pair;
    begin_views(&pair, WORKSPACE_VIEWS, a, b);
    bool near = view_clipped(&pair, a, b, no_motion, distance);
    if (near) {
        pair.a.shape.radius += distance;
        near = carom_convex_overlap(&pair.a.shape, &pair.b.shape, NULL);
    }
    give_buffer(pair.buffer);
    return near;
}

/* How far the shapes are apart between planes across a unit direction from A to B. */
static double apart_along(const view_pair *pair, vec3 n) {
    const convex_shape *a = &pair->a.shape, *b = &pair->b.shape;
    const vec3 back = neg3(n);
    int at = 0;
    const vec3 of_a = convex_offset(a, n, &at);
    at = 0;
    const vec3 of_b = convex_offset(b, back, &at);
    const vec3 between = sub3(convex_origin(b), convex_origin(a));
    return dot3(n, add3(between, sub3(of_b, of_a))) - a->radius - b->radius;
}

/* Next to contact any one of the searches may end with a direction that rounding has turned; the
 * supporting planes tell which is right. */
static bool normal_of_views(const view_pair *pair, vec3 *normal) {
    const convex_shape *p = &pair->a.shape, *q = &pair->b.shape;
    const convex_distance near = carom_convex_distance(p, q, NULL);
    const vec3 guesses[3] = {near.normal, carom_convex_penetration(p, q).normal,
                             carom_normalize_or(sub3(near.point_b, near.point_a), vec(0, 0, 0))};
    double most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        if (max_abs3(guesses[i]) == 0.0) continue;
        const double apart = apart_along(pair, guesses[i]);
        if (!(apart > most)) continue;
        most = apart;
        *normal = guesses[i];
    }
    return most > -INFINITY;
}

bool carom_engine_normal(const carom_posed_shape *a, const carom_posed_shape *b, vec3 *normal) {
    view_pair pair;
    const bool found = view_both(&pair, a, b) && normal_of_views(&pair, normal);
    give_buffer(pair.buffer);
    return found;
}

/* The parameter of a point of a segment, ray or line. */
static double parameter_of(const carom_shape *shape, vec3 point) {
    line_stretch line = {.range = {0.0, 1.0}};
    if (shape->kind == CAROM_SHAPE_SEGMENT) {
        line.origin = load3(shape->as.segment.a);
        line.direction = sub3(load3(shape->as.segment.b), line.origin);
    } else if (!carom_line_stretch(&line, shape))
        return 0.0;
    double length = carom_length(line.direction); /* its square may be out of range */
    if (!(length > 0.0)) return 0.0;
    vec3 unit = carom_normalize_or(line.direction, vec(0, 0, 1));
    return max2(min2(dot3(sub3(point, line.origin), unit) / length, line.range[1]), line.range[0]);
}

/* A pair in table order under its views, and the closed form of contact, or null. */
typedef struct engine_pair {
    const carom_shape *a, *b;
    view_pair view;
    overlap_pair *contact_test;
    /* null, or a pair with a ray or line, of which the view holds a longer stretch for a sweep */
    const carom_posed_shape *const *stretched;
} engine_pair;

/* The answer of overlap: by the closed form where there is one, and of the same views. */
static bool in_contact(const engine_pair *pair) {
    if (pair->contact_test) return pair->contact_test(pair->a, pair->b);
    if (pair->stretched) return carom_engine_overlap(pair->stretched[0], pair->stretched[1], NULL);
    return carom_convex_overlap(&pair->view.a.shape, &pair->view.b.shape, NULL);
}

/* The largest coordinate of a view, to which its rounding is relative. */
static double size_of_view(const convex_shape *view) {
    double size = max_abs3(view->center) + max_abs3(view->half) + view->radius;
    if (view->kind == CONVEX_HULL)
        return size + max2(max_abs3(view->hull->low), max_abs3(view->hull->high));
    if (view->kind == CONVEX_OUTLINE) return size + view->outline->reach;
    for (int i = 0; i < view->count; i++)
        size = max2(size, max_abs3(view->points[i]) + view->radius);
    return size;
}

static double size_of_pair(const view_pair *pair) {
    return max2(size_of_view(&pair->a.shape), size_of_view(&pair->b.shape));
}

static bool is_polyhedral_pair(const view_pair *pair) {
    return convex_is_polyhedral(&pair->a.shape) && convex_is_polyhedral(&pair->b.shape);
}

/* The distance, 0 exactly in contact. For polyhedral shapes the engine has made the test of overlap
 * itself. */
static double settled_distance(const engine_pair *pair, const convex_distance *found) {
    if (found->distance > NEAR_CONTACT * size_of_pair(&pair->view)) return found->distance;
    bool settled =
        found->overlap || (is_polyhedral_pair(&pair->view) && found->status == CONVEX_EXACT);
    bool certain = found->distance == 0.0 && settled && !pair->contact_test;
    if (certain || in_contact(pair)) return 0.0;
    return found->distance > 0.0 ? found->distance : apart_by_rounding(found->point_a);
}

carom_closest_any carom_engine_closest(const posed_pair *posed, convex_cache *cache,
                                       overlap_pair *contact_test) {
    engine_pair pair;
    pair.stretched = NULL;
    convex_options options = {.cache = cache, .tolerance = CLOSEST_TOLERANCE};
    const carom_shape *a = &posed->a->shape, *b = &posed->b->shape;
    pair.a = a, pair.b = b;
    pair.contact_test = contact_test;
    if (!view_both(&pair.view, posed->a, posed->b)) {
        give_buffer(pair.view.buffer);
        return (carom_closest_any){.distance = (carom_real)INFINITY};
    }
    options.points_only = is_polyhedral_pair(&pair.view);
    options.stop_beyond = posed->limit;
    convex_distance found = carom_convex_distance(&pair.view.a.shape, &pair.view.b.shape, &options);
    const carom_real t[2] = {(carom_real)parameter_of(a, found.point_a),
                             (carom_real)parameter_of(b, found.point_b)};
    found.distance = settled_distance(&pair, &found);
    give_buffer(pair.view.buffer);
    found.lower_bound = min2(found.lower_bound, found.distance);
    if (found.distance == 0.0) found.point_b = found.point_a;
    carom_closest_any out = closest_from_engine(&found, posed->flip);
    out.t_a = t[posed->flip];
    out.t_b = t[!posed->flip];
    return out;
}

static int dimension_of(carom_shape_kind kind) {
    if (kind == CAROM_SHAPE_POINT) return 0;
    if (kind == CAROM_SHAPE_SEGMENT || kind == CAROM_SHAPE_RAY || kind == CAROM_SHAPE_LINE)
        return 1;
    return kind == CAROM_SHAPE_TRIANGLE || kind == CAROM_SHAPE_POLYGON ? 2 : 3;
}

/* The answer for contact without depth, whatever the engine's depth is. */
static carom_penetration touching_at(const view_pair *pair, vec3 normal) {
    convex_distance found = carom_convex_distance(&pair->a.shape, &pair->b.shape, NULL);
    normal = carom_normalize_or(normal, found.normal);
    normal = carom_normalize_or(normal, vec(0, 0, 1));
    carom_vec3 point = store3(found.point_a);
    return (carom_penetration){.overlap = true,
                               .depth = 0,
                               .normal = store3(normal),
                               .point_a = point,
                               .point_b = point,
                               .certainty = (carom_certainty)found.status};
}

/* Whether a shape has axes: closed forms take them as given, the engine makes them unit. */
static bool has_axes(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_OBB || shape->kind == CAROM_SHAPE_ELLIPSOID ||
           shape->kind == CAROM_SHAPE_KDOP;
}

static CAROM_INLINE carom_penetration depth_of_views(const engine_pair *pair) {
    const carom_penetration none = {.overlap = false};
    const carom_shape *a = pair->a, *b = pair->b;
    convex_penetration found = carom_convex_penetration(&pair->view.a.shape, &pair->view.b.shape);
    bool axes_differ = has_axes(a) || has_axes(b);
    bool doubt = !found.overlap || found.depth <= SHALLOW_DEPTH * size_of_pair(&pair->view) ||
                 (axes_differ && pair->contact_test);
    /* for polyhedral shapes that touch the engine has made the test of overlap */
    bool certain = found.overlap && found.depth == 0.0 && is_polyhedral_pair(&pair->view) &&
                   !pair->contact_test;
    if (doubt && !certain && !in_contact(pair)) return none;
    bool thin = dimension_of(a->kind) + dimension_of(b->kind) < 3;
    if (!found.overlap || (thin && found.depth > 0.0))
        return touching_at(&pair->view, found.normal);
    return (carom_penetration){.overlap = true,
                               .depth = (carom_real)found.depth,
                               .normal = store3(found.normal),
                               .point_a = store3(found.point_a),
                               .point_b = store3(found.point_b),
                               .certainty = (carom_certainty)found.status};
}

carom_penetration carom_engine_penetration(const carom_posed_shape *a, const carom_posed_shape *b,
                                           overlap_pair *contact_test) {
    engine_pair pair;
    carom_penetration out = {.overlap = false};
    pair.stretched = NULL;
    pair.a = &a->shape, pair.b = &b->shape;
    pair.contact_test = contact_test;
    if (view_both(&pair.view, a, b)) out = depth_of_views(&pair);
    give_buffer(pair.view.buffer);
    return out;
}

/* Whether the sweep may start in contact. A path to the contact that is longer than rounding rules
 * it out, and so does a separating plane, unless a closed form exists (`typed`): that takes axes as
 * given, which the engine makes unit. */
static bool may_start_in_contact(const convex_hit *found, vec3 motion, bool typed) {
    if (found->initial_overlap || (typed && !found->hit)) return true;
    if (!found->hit) return !(found->clearance > CLEAR_MISS);
    return !(found->fraction * max_abs3(motion) > SWEEP_NEAR_START * max_abs3(found->point));
}

/* The point of shapes that overlap finds apart, but by less than the cast resolves: they have no
 * depth. */
static CAROM_APART vec3 midway_point(const view_pair *pair) {
    return carom_convex_distance(&pair->a.shape, &pair->b.shape, NULL).point_b;
}

/* The start of a sweep in contact by overlap that the cast, to rounding, found apart. */
static CAROM_APART void start_at_contact(const view_pair *pair, convex_hit *found) {
    convex_distance near = carom_convex_distance(&pair->a.shape, &pair->b.shape, NULL);
    found->fraction = 0.0;
    found->point = near.point_b;
    found->normal = near.normal;
}

/* The hit in the order of the call, its point where B is at the contact. `relative`: the motion of
 * A relative to B; `motion`: that of B; both in table order. */
static carom_sweep_hit sweep_hit_of(const convex_hit *found, vec3 relative, vec3 motion,
                                    bool flip) {
    bool no_normal = max_abs3(found->normal) == 0.0;
    vec3 normal = no_normal ? carom_normalize_or(relative, vec(0, 0, 1)) : found->normal;
    carom_sweep_hit hit = {.hit = true, .initial_overlap = found->initial_overlap};
    hit.fraction = time_below(found->fraction);
    hit.fraction_exit = (carom_real)found->fraction_exit;
    hit.point = store3(mad3(found->point, motion, (double)hit.fraction));
    hit.normal = store3(flip ? neg3(normal) : normal);
    hit.certainty = (carom_certainty)found->status;
    return hit;
}

/* Makes the start of the sweep agree with overlap. @return false for a miss */
static bool settle_start(const engine_pair *pair, vec3 relative, bool inside, convex_hit *found) {
    const bool typed = pair->contact_test != NULL;
    bool touch = (inside && found->hit) ||
                 (may_start_in_contact(found, relative, typed) && in_contact(pair));
    if (!found->hit && !touch) return false;
    /* apart by less than the search resolves, and receding */
    if (found->initial_overlap && !touch && dot3(found->normal, relative) < 0.0) return false;
    if (touch && !found->initial_overlap) start_at_contact(&pair->view, found);
    if (!touch && found->initial_overlap) found->point = midway_point(&pair->view);
    found->initial_overlap = touch;
    return true;
}

/* A sweep in table order: the motions of both, and the cast in float where one was made. */
typedef struct engine_sweep {
    vec3 motion[2];
    double target;
    convex_sweep_options request;
    bool before; /* the cast began in contact */
} engine_sweep;

static CAROM_NOINLINE bool misses_when_refined(const engine_pair *pair, const engine_sweep *sweep,
                                               convex_hit *found) {
    const grazing_pair grazing = {{pair->a, pair->b},
                                  {&pair->view.a.shape, &pair->view.b.shape},
                                  {sweep->motion[0], sweep->motion[1]}};
    return carom_grazing_refine(&grazing, sweep->target, found) == GRAZE_MISS;
}

static CAROM_INLINE bool sweep_views(const engine_pair *pair, const engine_sweep *sweep,
                                     vec3 relative, convex_hit *found) {
    const bool inside = sweep->before && in_contact(pair);
    *found =
        carom_convex_sweep(&pair->view.a.shape, relative, &pair->view.b.shape, &sweep->request);
    if (CAROM_UNLIKELY(found->grazing && found->hit && !found->initial_overlap) &&
        misses_when_refined(pair, sweep, found))
        return false;
    return sweep->target > 0.0 ? found->hit : settle_start(pair, relative, inside, found);
}

carom_sweep_hit carom_engine_sweep(const posed_pair *posed, const vec3 motion[2],
                                   const carom_sweep_options *options, overlap_pair *contact_test) {
    static const carom_sweep_hit miss;
    const carom_posed_shape *a = posed->a, *b = posed->b;
    engine_sweep sweep = {.motion = {motion[posed->flip], motion[!posed->flip]},
                          .target = (double)options->target_distance,
                          .request = {.tolerance = SWEEP_TOLERANCE,
                                      .skip_exit = options->skip_exit,
                                      .target_distance = (double)options->target_distance}};
    const vec3 relative = sub3(sweep.motion[0], sweep.motion[1]);
    cast_float start = {.end = CAST_FLOAT_UNDECIDED};
    const carom_posed_shape *const both[2] = {a, b};
    engine_pair pair;
    convex_hit found;
    pair.a = &a->shape, pair.b = &b->shape;
    pair.stretched = is_line_kind(a->shape.kind) || is_line_kind(b->shape.kind) ? both : NULL;
    pair.contact_test = contact_test;
    if (is_hull_pair(a, b) && sweep.target == 0.0) {
        if (carom_hulls_cast(a, relative, b, &start) == CAST_FLOAT_MISS) return miss;
        if (start.end != CAST_FLOAT_UNDECIDED) sweep.request.float_cast = &start;
    }
    sweep.before = start.end == CAST_FLOAT_BEFORE;
    begin_views(&pair.view, WORKSPACE_VIEWS_OF_SWEEP, a, b);
    const bool hit = view_clipped(&pair.view, a, b, relative, sweep.target) &&
                     sweep_views(&pair, &sweep, relative, &found);
    give_buffer(pair.view.buffer);
    return hit ? sweep_hit_of(&found, relative, sweep.motion[1], posed->flip) : miss;
}
