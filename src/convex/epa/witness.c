/* Witness points of a least depth. The projections of the extreme features of A and B (vertex, edge
 * or face) along the normal intersect: the witness is the vertex, the crossing of two edges, or the
 * mean of the clipped polygon's vertices (Sutherland-Hodgman clipping [Sutherland74]). Where
 * rounding leaves no intersection, GJK finds the closest points after B is moved free. */
#include "convex/epa/witness.h"
#include "convex/epa/tolerances.h"
#include "core/workspace.h"
#include "convex/support/feature.h"
#include "convex/support/support.h"
#include "convex/support/clip.h"
#include "convex/distance/distance.h"

/* Kept in a block of the workspace. */
typedef struct witness_work {
    convex_feature of_a, of_b;
    convex_feature common, whole; /* what is left by a clip, what there was before it */
    vec3 normal;
    double slack;
} witness_work;
_Static_assert(sizeof(witness_work) <= WORKSPACE_WITNESS_BYTES, "the block holds it");

static vec3 mean_of(const convex_feature *f) {
    vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < f->count; i++)
        sum = add3(sum, sub3(f->points[i], f->points[0]));
    return mad3(f->points[0], sum, 1.0 / f->count);
}

/* Clips with the full slack only where nothing is left without it: along a sliver it is far. */
static void clip_finely(convex_feature *f, const convex_feature *window, witness_work *work) {
    const vec3 n = work->normal;
    const double slack = work->slack;
    work->whole = *f;
    carom_convex_clip(f, window, n, &(clip_margins){.grow = WITNESS_FINE * slack});
    if (f->count > 0) return;
    *f = work->whole;
    carom_convex_clip(f, window, n, &(clip_margins){.grow = slack});
}

/* Is the projection of the vertex `f` along n outside of the face `window`? */
static bool is_beside(const convex_feature *f, const convex_feature *window, witness_work *work) {
    work->whole = *f;
    carom_convex_clip(&work->whole, window, work->normal, &(clip_margins){.grow = work->slack});
    return work->whole.count == 0;
}

/* The point of edge p that is nearest to edge q in the projection along n. */
static vec3 cross_edges(const convex_feature *p, const convex_feature *q, vec3 n) {
    vec3 u = sub3(p->points[1], p->points[0]), v = sub3(q->points[1], q->points[0]);
    vec3 w = sub3(q->points[0], p->points[0]), side = cross3(v, n);
    double along = dot3(u, side), across = dot3(w, side);
    if (fabs(along) > WITNESS_PARALLEL * carom_length(u) * carom_length(v))
        return mad3(p->points[0], u, clamp01(across / along));
    /* parallel: the middle of the common part */
    double uu = dot3(u, u), unit = uu > 0.0 ? 1.0 / uu : 0.0;
    double s = dot3(w, u) * unit, t = dot3(sub3(q->points[1], p->points[0]), u) * unit;
    return mad3(p->points[0], u, 0.5 * (clamp01(min2(s, t)) + clamp01(max2(s, t))));
}

/* The coordinates of bare points include their pose, and its rounding. */
static double reach_of_points(const convex_shape *s) {
    return convex_is_point_set(s) ? max_abs3(convex_vertex(s, 0)) : 0.0;
}

CAROM_NOINLINE void carom_convex_witness_by_distance(const convex_shape *a, const convex_shape *b,
                                                     convex_penetration *out) {
    convex_posed free;
    carom_convex_shift(&free, b, scale3(out->normal, out->depth));
    convex_distance d = carom_convex_distance(a, &free.shape, NULL);
    out->point_a = d.point_a;
    out->point_b = mad3(d.point_b, out->normal, -out->depth);
}

/* @return false where the features have no point in common along the normal */
static bool meet_features(const convex_shape *a, const convex_shape *b, witness_work *work,
                          convex_penetration *out) {
    convex_feature *p = &work->of_a, *q = &work->of_b;
    vec3 n = work->normal, shift = sub3(convex_origin(b), convex_origin(a));
    carom_convex_extreme(a, n, work->slack, p);
    carom_convex_extreme(b, neg3(n), work->slack, q);
    for (int i = 0; i < q->count; i++)
        q->points[i] = add3(q->points[i], shift);
    vec3 on_b = q->points[0], on_a = mad3(on_b, n, out->depth);
    if (out->depth < WITNESS_SHALLOW * work->slack && p->count + q->count > 2 &&
        (p->count == 1 || q->count == 1)) {
        carom_convex_order(q, n);
        if (p->count == 1 ? is_beside(p, q, work) : is_beside(q, p, work)) return false;
    }
    if (p->count == 1 || (p->count == 2 && q->count == 2)) {
        on_a = p->count == 1 ? p->points[0] : cross_edges(p, q, n);
        on_b = mad3(on_a, n, -out->depth);
    } else if (q->count >= 3) {
        work->common = *p;
        carom_convex_order(q, n);
        clip_finely(&work->common, q, work);
        if (work->common.count == 0) return false;
        on_a = mean_of(&work->common);
        on_b = mad3(on_a, n, -out->depth);
    } else if (q->count == 2) {
        clip_finely(q, p, work);
        if (q->count == 0) return false;
        on_b = mean_of(q);
        on_a = mad3(on_b, n, out->depth);
    }
    out->point_a = add3(on_a, convex_origin(a));
    out->point_b = add3(on_b, convex_origin(a));
    return true;
}

void carom_convex_witness(const convex_shape *a, const convex_shape *b, double slack,
                          convex_penetration *out) {
    witness_work *work = carom_workspace_take(WORKSPACE_WITNESS);
    work->normal = out->normal;
    work->slack = slack + WITNESS_ROUNDING * max2(reach_of_points(a), reach_of_points(b));
    const bool met = meet_features(a, b, work, out);
    carom_workspace_give(work);
    if (!met) carom_convex_witness_by_distance(a, b, out);
}
