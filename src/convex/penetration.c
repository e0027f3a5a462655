/* Penetration depth of two convex shapes: the least translation that separates them. Rounded shapes
 * whose cores are apart need only the distance of the cores. Otherwise the solver depends on the
 * kinds: closed forms for points in solids of revolution; separating axes for boxes and simplices
 * (sat) and, on the Gauss map of the Minkowski difference, for other solid polytopes (hull_sat);
 * descent for cylinders and cones (revolution); EPA [Bergen01] for all others, refined for
 * polytopes against solids of revolution and for slivers.
 * Depths within rounding of 0 are decided by the overlap test, which is exact for polytopes. The
 * depth of polytopes is correct to rounding; that of curved shapes has a certified lower bound. The
 * pair is ordered first, so that A against B and B against A take the same operations. */
#include "convex/epa/epa.h"
#include "convex/gjk/gjk.h"
#include "convex/hull_sat/hull_sat.h"
#include "convex/revolution/polytope_revolution.h"
#include "convex/hull_sat/hull_view.h"
#include "convex/epa/sliver_axes.h"
#include "convex/epa/normal_broyden.h"
#include "convex/support/rescale.h"
#include "convex/revolution/revolution.h"
#include "convex/revolution/point_revolution.h"
#include "convex/sat/sat.h"
#include "convex/support/support.h"
#include "convex/epa/witness.h"
#include "convex/tolerances.h"
#include "convex/epa/facet_normal_exact.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "shape/order.h"

static vec3 middle_of(const convex_shape *s) {
    if (s->kind != CONVEX_POINTS) return s->center;
    vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < s->count; i++)
        sum = add3(sum, scale3(s->points[i], 1.0 / s->count));
    return sum;
}

int carom_convex_order_shapes(const convex_shape *a, const convex_shape *b) {
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    int order = carom_order_points(middle_of(a), middle_of(b));
    if (order == 0 && a->kind != CONVEX_POINTS) order = carom_order_points(a->half, b->half);
    if (order == 0 && a->radius != b->radius) order = a->radius < b->radius ? -1 : 1;
    if (order == 0 && a->kind != CONVEX_POINTS)
        for (int i = 0; i < 3 && order == 0; i++)
            order = carom_order_points(a->axes[i], b->axes[i]);
    if (order == 0 && convex_is_point_set(a)) {
        order = a->count - b->count;
        for (int i = 0; i < a->count && order == 0; i++)
            order = carom_order_points(convex_vertex(a, i), convex_vertex(b, i));
    }
    if (order == 0 && a->kind == CONVEX_FUNCTION)
        order = carom_order_points(a->function->middle, b->function->middle);
    if (order == 0 && a->kind == CONVEX_HULL) order = carom_order_hulls(a->hull, b->hull);
    return order;
}

static convex_shape core_of(const convex_shape *s) {
    convex_shape core = *s;
    core.radius = 0.0;
    return core;
}

/* The witness points, from the weights of the facet's corners. The uncertainty between the bounds
 * is mostly perpendicular to the normal: along a curved surface it hardly matters, but it would
 * leave a polytope, so the point is taken from the polytope when only one shape is curved. */
static void witness_in_facet(const convex_shape *a, const convex_shape *b, const epa_answer *e,
                             convex_penetration *out) {
    vec3 p = vec(0, 0, 0), q = p, origin = convex_origin(b);
    for (int i = 0; i < 3; i++) {
        p = mad3(p, e->corner[i].a, e->weight[i]);
        q = mad3(q, e->corner[i].b, e->weight[i]);
    }
    p = add3(p, sub3(convex_origin(a), origin));
    bool polyhedral_a = convex_is_polyhedral(a), polyhedral_b = convex_is_polyhedral(b);
    double of_a = polyhedral_a == polyhedral_b ? 0.5 : polyhedral_b ? 1.0 : 0.0;
    if (convex_is_point(a)) of_a = 0.0;
    if (convex_is_point(b)) of_a = 1.0;
    vec3 middle = mad3(p, sub3(q, p), of_a);
    out->point_a = add3(mad3(middle, e->normal, of_a * e->depth), origin);
    out->point_b = add3(mad3(middle, e->normal, (of_a - 1.0) * e->depth), origin);
}

/* The answer for shapes in contact whose Minkowski difference has no volume: depth 0. */
static convex_penetration touching(const convex_shape *a, const convex_shape *b, vec3 normal) {
    convex_distance d = carom_convex_distance(a, b, NULL);
    return (convex_penetration){.overlap = true,
                                .normal = normal,
                                .point_a = d.point_a,
                                .point_b = d.point_b,
                                .status = CONVEX_EXACT};
}

/* Do the shapes have at most four points together? Then their difference has no volume. */
static bool is_thin_pair(const convex_shape *a, const convex_shape *b) {
    return convex_is_point_set(a) && convex_is_point_set(b) && a->count + b->count <= 4;
}

static vec3 edge_of_pair(const convex_shape *a, const convex_shape *b, int i) {
    return i < a->count ? sub3(convex_vertex(a, i), convex_vertex(a, 0))
                        : sub3(convex_vertex(b, i - a->count), convex_vertex(b, 0));
}

/* An orthonormal frame of two point sets: [0] along the longest edge, [1] along the greatest width
 * perpendicular to it, [2] perpendicular to both: the normal of a thin pair. */
static void frame_of_pair(const convex_shape *a, const convex_shape *b, vec3 frame[3]) {
    vec3 longest = vec(0, 0, 0), widest = longest;
    for (int i = 0; i < a->count + b->count; i++) {
        vec3 edge = edge_of_pair(a, b, i);
        if (len2(edge) > len2(longest)) longest = edge;
    }
    for (int i = 0; i < 3; i++)
        frame[i] = vec(i == 0, i == 1, i == 2);
    if (max_abs3(longest) == 0.0) return;
    frame[0] = carom_normalize_or(longest, frame[0]);
    for (int i = 0; i < a->count + b->count; i++) {
        vec3 edge = edge_of_pair(a, b, i), across = mad3(edge, frame[0], -dot3(edge, frame[0]));
        if (len2(across) > len2(widest)) widest = across;
    }
    frame[1] = carom_normalize_or(widest, carom_perpendicular(frame[0]));
    frame[2] = carom_normalize_or(cross3(frame[0], frame[1]), carom_perpendicular(frame[0]));
    frame[1] = cross3(frame[2], frame[0]);
}

/* Tries the axes of the pair's frame. Of collinear slivers the cross products of edges are rounding
 * noise, but these axes are not. */
static void try_across(const convex_shape *a, const convex_shape *b, convex_penetration *out) {
    vec3 frame[3];
    double depth = out->depth, scale = 0.0;
    frame_of_pair(a, b, frame);
    const vec3 between = sub3(convex_origin(a), convex_origin(b));
    for (int k = 0; k < 4; k++) {
        vec3 n = frame[1 + k / 2];
        if (k & 1) n = neg3(n);
        int hint[2] = {0, 0};
        vec3 p = convex_offset(a, n, &hint[0]), q = convex_offset(b, neg3(n), &hint[1]);
        const vec3 apart = add3(sub3(p, q), between);
        double reach = dot3(n, apart);
        scale = max2(scale, max_abs3(apart));
        if (reach < -CORE_DOUBT * scale) {
            *out = (convex_penetration){0}; /* on parallel lines, apart: no edge pair separates */
            return;
        }
        if (!(reach < out->depth * (1.0 - PENETRATION_ADVANTAGE))) continue;
        out->depth = out->lower_bound = max2(reach, 0.0);
        out->normal = n;
    }
    if (out->depth < depth) carom_convex_witness(a, b, CORE_SLACK * scale, out);
}

/* Finds the witness points, unless the search leaves them to carom_convex_locate. */
static void locate(const convex_shape *a, const convex_shape *b, double slack,
                   penetration_search *search, convex_penetration *out) {
    search->left_out = search->skip_witness;
    search->slack = slack;
    if (!search->skip_witness) carom_convex_witness(a, b, slack, out);
}

static CAROM_NOINLINE vec3 normal_by_epa(const convex_shape *a, const convex_shape *b) {
    return carom_epa(a, b).normal;
}

static void core_by_sat(const convex_shape *a, const convex_shape *b, penetration_search *search,
                        convex_penetration *out) {
    sat_answer s = carom_sat(a, b);
    bool doubt = !s.found || !(s.depth >= CORE_DOUBT * s.scale);
    *out = (convex_penetration){0};
    if (s.found && s.depth < -CORE_DOUBT * s.scale) return;
    if (doubt && !carom_convex_overlap(a, b, NULL)) return;
    if (!s.found) {
        *out = touching(a, b, normal_by_epa(a, b));
        return;
    }
    out->overlap = true;
    out->normal = s.normal;
    out->depth = out->lower_bound = max2(s.depth, 0.0);
    locate(a, b, CORE_SLACK * s.scale, search, out);
}

/* Is the hull a sliver, whose normals lose more digits than its thickness has? */
static bool is_thin_hull(const convex_shape *s) {
    return s->kind == CONVEX_HULL && !(s->hull->inner > PENETRATION_THIN_HULL * s->hull->outer);
}

bool carom_hulls_facet(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                       facet_answer *out) {
    vec3 delta;
    if (max_abs3(*guess) == 0.0) {
        delta = sub3(convex_middle(b), convex_middle(a));
        guess = &delta;
    }
    if (is_thin_hull(a) || is_thin_hull(b) || !(max_abs3(*guess) > 0.0)) return false;
    return carom_hull_sat(a, b, guess, out);
}

void carom_hulls_locate(const convex_shape *a, const convex_shape *b, facet_answer *out) {
    if (out->aligned) return;
    convex_penetration found = {.depth = out->depth, .normal = out->normal};
    carom_convex_witness(a, b, CORE_SLACK * out->scale, &found);
    out->point_a = found.point_a;
    out->point_b = found.point_b;
}

/* The views as hulls are on the stack no longer than the search. */
static CAROM_APART bool facet_of_views(const convex_shape *a, const convex_shape *b, vec3 guess,
                                       facet_answer *out) {
    hull_view view[2];
    const convex_shape *p = carom_view_as_hull(&view[0], a);
    const convex_shape *q = carom_view_as_hull(&view[1], b);
    if (!p || !q) return false;
    if (max_abs3(guess) == 0.0) guess = sub3(convex_middle(q), convex_middle(p));
    if (max_abs3(guess) == 0.0) guess = vec(1, 0, 0);
    return carom_hull_sat(p, q, &guess, out);
}

/* Solid polytopes by the separating axis test on the Gauss map.
 * @return false when the pair is too deep for it, or not of solid polytopes */
static bool core_by_hull_sat(const convex_shape *a, const convex_shape *b,
                             penetration_search *search, convex_penetration *out) {
    facet_answer f = {.cached = NULL};
    if (!convex_is_polyhedral(a) || !convex_is_polyhedral(b)) return false;
    if (!facet_of_views(a, b, search->guess, &f)) return false;
    if ((is_thin_hull(a) || is_thin_hull(b)) && carom_sliver_axes(a, b, &f.normal, &f.depth))
        f.aligned = false;
    *out = (convex_penetration){0};
    if (f.depth < -CORE_DOUBT * f.scale) return true;
    if (!(f.depth >= CORE_DOUBT * f.scale) && !carom_convex_overlap(a, b, NULL)) return true;
    out->overlap = true;
    out->depth = out->lower_bound = max2(f.depth, 0.0);
    out->normal = f.normal;
    out->point_a = f.point_a;
    out->point_b = f.point_b;
    search->hint[0] = f.hint[0];
    search->hint[1] = f.hint[1];
    if (!f.aligned) locate(a, b, CORE_SLACK * f.scale, search, out);
    return true;
}

/* Two cylinders or cones, by descent over directions.
 * @return false when no proof was found, or the shapes are not two of cylinders and cones */
static bool core_by_revolution(const convex_shape *a, const convex_shape *b,
                               penetration_search *search, convex_penetration *out) {
    revolution_answer e;
    const vec3 *guess = max_abs3(search->guess) > 0.0 ? &search->guess : NULL;
    if (!carom_is_solid_of_revolution(a) || !carom_is_solid_of_revolution(b) ||
        !carom_revolution_depth(a, b, guess, &e))
        return false;
    *out = (convex_penetration){0};
    if (e.apart) return true;
    if (e.depth < CORE_DOUBT * e.size && !carom_convex_overlap(a, b, NULL)) return true;
    vec3 p = add3(e.point_a, a->center), q = add3(e.point_b, b->center);
    vec3 middle = mad3(p, sub3(q, p), 0.5);
    out->overlap = true;
    out->depth = max2(e.depth, 0.0);
    out->lower_bound = max2(0.0, min2(e.lower, out->depth));
    out->normal = e.normal;
    out->point_a = mad3(middle, e.normal, 0.5 * out->depth);
    out->point_b = mad3(middle, e.normal, -0.5 * out->depth);
    out->status = CONVEX_CONVERGED;
    return true;
}

/* A polytope against a solid of revolution, where EPA has not converged.
 * @return false when the pair has no closed form */
static bool core_by_polytope_revolution(const convex_shape *a, const convex_shape *b, epa_answer *e,
                                        convex_penetration *out) {
    if (!carom_polytope_revolution(a, b, &e->normal, &e->depth)) return false;
    double depth = max2(e->depth, 0.0);
    *out = (convex_penetration){.overlap = true,
                                .depth = depth,
                                .lower_bound = depth * (1.0 - PENETRATION_CONVERGED),
                                .normal = e->normal,
                                .status = CONVEX_CONVERGED};
    carom_convex_witness_by_distance(a, b, out);
    return true;
}

/* Slivers, whose facet normals have lost their digits, by all their axes.
 * @return false when the shapes have too many corners */
static bool core_by_sliver_axes(const convex_shape *a, const convex_shape *b, epa_answer *e,
                                convex_penetration *out) {
    if (!carom_sliver_axes(a, b, &e->normal, &e->depth)) return false;
    double depth = max2(e->depth, 0.0);
    *out = (convex_penetration){.overlap = true,
                                .depth = depth,
                                .lower_bound = depth,
                                .normal = e->normal,
                                .status = CONVEX_EXACT};
    carom_convex_witness(a, b, CORE_SLACK * e->scale, out);
    return true;
}

/* ---- the solvers of solid cores, in the order in which they are tried */

static bool depth_of_point(const convex_shape *a, const convex_shape *b, penetration_search *search,
                           convex_penetration *out) {
    (void)search;
    return carom_point_revolution_depth(a, b, out);
}

static bool depth_by_sat(const convex_shape *a, const convex_shape *b, penetration_search *search,
                         convex_penetration *out) {
    if (!carom_sat_applies(a) || !carom_sat_applies(b)) return false;
    core_by_sat(a, b, search, out);
    return true;
}

/* EPA, and the methods that refine its last facet where it is not exact. They continue its answer,
 * hence no solvers of their own. */
static bool depth_by_epa(const convex_shape *a, const convex_shape *b, penetration_search *search,
                         convex_penetration *out) {
    (void)search;
    epa_answer e = carom_epa(a, b);
    *out = (convex_penetration){0};
    if (e.outcome == EPA_APART) return true;
    if (e.depth < CORE_DOUBT * e.scale && !carom_convex_overlap(a, b, NULL)) return true;
    if (e.outcome == EPA_NO_THICKNESS) {
        *out = touching(a, b, e.normal);
        return true;
    }
    if (e.limit && core_by_polytope_revolution(a, b, &e, out)) return true;
    bool polyhedral = convex_is_polyhedral(a) && convex_is_polyhedral(b);
    double lower = e.lower;
    if (!e.smooth) carom_facet_normal_exact(a, b, &e);
    if (polyhedral && carom_is_sliver(e.corner) && core_by_sliver_axes(a, b, &e, out)) return true;
    *out = (convex_penetration){.overlap = true,
                                .depth = max2(e.depth, 0.0),
                                .normal = e.normal,
                                .status = e.limit      ? CONVEX_LIMIT
                                          : polyhedral ? CONVEX_EXACT
                                                       : CONVEX_CONVERGED};
    out->lower_bound = polyhedral && !e.limit ? out->depth : max2(0.0, min2(lower, out->depth));
    witness_in_facet(a, b, &e, out);
    return true;
}

const convex_depth_solver carom_convex_depth_solvers[CONVEX_DEPTH_SOLVERS] = {
    {"point_revolution", depth_of_point},     {"sat", depth_by_sat}, {"hull_sat", core_by_hull_sat},
    {"revolution_depth", core_by_revolution}, {"epa", depth_by_epa},
};

static convex_penetration solid_penetration(const convex_shape *a, const convex_shape *b,
                                            penetration_search *search) {
    convex_penetration out;
    for (int i = 0; i < CONVEX_DEPTH_SOLVERS; i++)
        if (carom_convex_depth_solvers[i].solve(a, b, search, &out)) break;
    return out;
}

static convex_penetration core_penetration(const convex_shape *a, const convex_shape *b,
                                           penetration_search *search) {
    vec3 frame[3];
    bool points = convex_is_point_set(a) && convex_is_point_set(b);
    if (is_thin_pair(a, b)) {
        if (!carom_convex_overlap(a, b, NULL)) return (convex_penetration){0};
        frame_of_pair(a, b, frame);
        return touching(a, b, frame[2]);
    }
    search->skip_witness &= !points;
    convex_penetration out = solid_penetration(a, b, search);
    if (out.overlap && points) try_across(a, b, &out);
    return out;
}

/* Moves the points from the cores' surfaces to those of the shapes; a difference between the depth
 * and their distance is shared equally. */
static void add_radii(convex_penetration *p, double of_a, double of_b) {
    vec3 a = mad3(p->point_a, p->normal, of_a), b = mad3(p->point_b, p->normal, -of_b);
    vec3 middle = mad3(b, sub3(a, b), 0.5);
    p->point_a = mad3(middle, p->normal, 0.5 * p->depth);
    p->point_b = mad3(middle, p->normal, -0.5 * p->depth);
}

static CAROM_APART convex_penetration rounded_penetration(const convex_shape *a,
                                                          const convex_shape *b,
                                                          penetration_search *search) {
    convex_penetration out = {0};
    convex_shape core_a = core_of(a), core_b = core_of(b);
    double radius = a->radius + b->radius;
    convex_options options = {.stop_beyond = radius * (1.0 + PENETRATION_STOP)};
    convex_distance d = carom_convex_distance(&core_a, &core_b, &options);
    if (d.distance < PENETRATION_DEEP * radius && carom_ball_revolution_depth(a, b, &out))
        return out;
    if (!d.overlap && d.distance > 0.0) {
        double apart = d.distance - radius, scale = radius + d.distance;
        if (apart > CORE_DOUBT * scale) return out;
        if (fabs(d.distance - radius) <= CORE_DOUBT * scale && !carom_convex_overlap(a, b, NULL))
            return out;
        out = (convex_penetration){.overlap = true,
                                   .depth = max2(radius - d.distance, 0.0),
                                   .lower_bound = max2(radius - d.distance, 0.0),
                                   .normal = d.normal,
                                   .point_a = d.point_a,
                                   .point_b = d.point_b,
                                   .status = d.status};
        add_radii(&out, a->radius, b->radius);
        return out;
    }
    search->skip_witness = false;
    out = core_penetration(&core_a, &core_b, search);
    if (!out.overlap) out = touching(&core_a, &core_b, d.normal);
    out.depth += radius;
    out.lower_bound += radius;
    /* the gap of the cores' bounds may be negligible beside the radii */
    if (out.status == CONVEX_LIMIT &&
        out.depth - out.lower_bound <= PENETRATION_CONVERGED * out.depth)
        out.status = CONVEX_CONVERGED;
    add_radii(&out, a->radius, b->radius);
    return out;
}

/* Are all numbers of the answer finite and the normal of about unit length? */
static bool is_valid_penetration(const convex_penetration *p) {
    double square = len2(p->normal);
    return p->depth >= 0.0 && p->depth <= DBL_MAX && square > PENETRATION_NORMAL_MIN2 &&
           square < PENETRATION_NORMAL_MAX2 && finite3(p->point_a) && finite3(p->point_b);
}

static void swap_points(convex_penetration *p) {
    vec3 point = p->point_a;
    p->point_a = p->point_b;
    p->point_b = point;
    p->normal = neg3(p->normal);
}

static convex_penetration ordered_penetration(const convex_shape *a, const convex_shape *b,
                                              penetration_search *search) {
    bool swap = carom_convex_order_shapes(a, b) > 0;
    const convex_shape *p = swap ? b : a, *q = swap ? a : b;
    if (swap) search->guess = neg3(search->guess);
    convex_penetration out = a->radius > 0.0 || b->radius > 0.0 ? rounded_penetration(p, q, search)
                                                                : core_penetration(p, q, search);
    if (!out.overlap || !is_valid_penetration(&out)) return (convex_penetration){0};
    if (!swap) return out;
    int hint = search->hint[0];
    search->hint[0] = search->hint[1];
    search->hint[1] = hint;
    swap_points(&out);
    return out;
}

CAROM_NOINLINE static convex_penetration rescaled_penetration(const convex_shape *a,
                                                              const convex_shape *b, double size,
                                                              penetration_search *search) {
    convex_penetration out = {0};
    search->skip_witness = false;
    if (size == 0.0) return ordered_penetration(a, b, search);
    rescaled_pair *pair = carom_workspace_take(WORKSPACE_RESCALED_DEPTH);
    if (carom_rescale_pair(a, b, size, pair)) {
        out = ordered_penetration(&pair->a, &pair->b, search);
        out.depth *= pair->unit;
        out.lower_bound *= pair->unit;
        out.point_a = scale3(out.point_a, pair->unit);
        out.point_b = scale3(out.point_b, pair->unit);
    }
    carom_workspace_give(pair);
    if (out.overlap && !is_valid_penetration(&out)) return (convex_penetration){0};
    return out;
}

convex_penetration carom_convex_penetration_by(const convex_shape *a, const convex_shape *b,
                                               penetration_search *search) {
    double size = carom_rescale_size(a, b);
    search->hint[0] = search->hint[1] = 0;
    search->left_out = false;
    if (!finite3(a->center) || !finite3(b->center)) return (convex_penetration){0};
    if (CAROM_UNLIKELY(rescale_is_needed(size))) return rescaled_penetration(a, b, size, search);
    return ordered_penetration(a, b, search);
}

convex_penetration carom_convex_penetration(const convex_shape *a, const convex_shape *b) {
    penetration_search search = {.skip_witness = false};
    return carom_convex_penetration_by(a, b, &search);
}

void carom_convex_locate(const convex_shape *a, const convex_shape *b,
                         const penetration_search *search, convex_penetration *out) {
    if (!search->left_out) return;
    bool swap = carom_convex_order_shapes(a, b) > 0;
    if (swap) swap_points(out);
    carom_convex_witness(swap ? b : a, swap ? a : b, search->slack, out);
    if (swap) swap_points(out);
}

static double depth_along(const convex_shape *a, const convex_shape *b, vec3 direction) {
    const epa_answer e = carom_epa_along(a, b, direction);
    return e.outcome == EPA_SOLID && e.depth > 0.0 && e.depth <= DBL_MAX ? e.depth : 0.0;
}

double carom_convex_penetration_along(const convex_shape *a, const convex_shape *b,
                                      vec3 direction) {
    const double size = carom_rescale_size(a, b);
    if (CAROM_LIKELY(!rescale_is_needed(size))) return depth_along(a, b, direction);
    rescaled_pair *pair = carom_workspace_take(WORKSPACE_RESCALED_DEPTH);
    const double depth =
        carom_rescale_pair(a, b, size, pair)
            ? min2(depth_along(&pair->a, &pair->b, direction) * pair->unit, DBL_MAX)
            : depth_along(a, b, direction);
    carom_workspace_give(pair);
    return depth;
}
