/* Overlap test of two convex shapes; touching counts. Cheap certain tests come first: inscribed and
 * circumscribed spheres, the cached axis or portal, and MPR [Snethen08]. Pairs left undecided, and
 * shapes with radii, go to GJK [Gilbert88], which ends as soon as a separating axis, a tetrahedron
 * about the origin or a distance below the radii is certain; what rounding leaves undecided there
 * goes to GJK in exact arithmetic. The answer is exact for polytopes. */
#include "convex/mpr/mpr_float.h"
#include "convex/revolution/cylinder_overlap.h"
#include "convex/gjk/exact.h"
#include "convex/gjk/gjk.h"
#include "convex/mpr/mpr.h"
#include "convex/gjk/touch_proof.h"
#include "convex/distance/tolerances.h"
#include "convex/gjk/gjk_interior_proof.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"

/* Decides a pair that GJK left undecided: polytopes by exact arithmetic from its last simplex,
 * other shapes by their distance. */
CAROM_NOINLINE static bool overlap_in_doubt(const gjk *g, convex_cache *cache) {
    convex_cache own = {.count = 0};
    exact_nearest e = {.known = false};
    if (g->polyhedral && gjk_in_range(g) && g->simplex.count > 0)
        carom_convex_exact(g->a, g->b, &g->simplex, &e);
    if (e.known && cache) carom_gjk_store(g, cache);
    if (e.known) return e.beyond <= 0;
    if (!cache) cache = &own;
    /* curved shapes start anew, so that the answer is that of the distance without a cache */
    cache->count = 0;
    if (g->polyhedral && gjk_in_range(g)) carom_gjk_store(g, cache);
    const convex_options options = {.cache = cache, .points_only = true, .contact = true};
    return carom_convex_distance(g->a, g->b, &options).distance == 0.0;
}

/* Are the axes of unit length? They may be scaled, or come from a quaternion that is not unit. */
static inline bool has_unit_axes(const convex_shape *s) {
    if (s->rigid) return true;
    double x = len2(s->axes[0]) - 1.0, y = len2(s->axes[1]) - 1.0, z = len2(s->axes[2]) - 1.0;
    return max2(fabs(x), max2(fabs(y), fabs(z))) < OVERLAP_UNIT_AXES;
}

/* Radius of an inscribed sphere about the middle; 0 for points and cones without a radius. */
static inline double inner_radius(const convex_shape *s) {
    if (s->kind == CONVEX_HULL) return has_unit_axes(s) ? s->hull->inner : 0.0;
    if (s->kind == CONVEX_CYLINDER) return min2(s->half.x, s->half.z);
    bool solid = s->kind == CONVEX_BOX || s->kind == CONVEX_ELLIPSOID;
    return solid ? min2(s->half.x, min2(s->half.y, s->half.z)) : s->radius;
}

/* Squared radius of a circumscribed sphere about the middle; infinite for points and for shapes
 * with a radius. */
static inline double outer_square(const convex_shape *s) {
    vec3 h = s->half;
    if (s->radius > 0.0) return INFINITY;
    switch (s->kind) {
    case CONVEX_BOX: return len2(h);
    case CONVEX_HULL:
        return has_unit_axes(s) ? OVERLAP_HULL_OUTER2 * s->hull->outer * s->hull->outer : INFINITY;
    case CONVEX_CYLINDER: return h.x * h.x + h.z * h.z;
    case CONVEX_CONE: return h.x * h.x + 0.25 * h.z * h.z;
    case CONVEX_ELLIPSOID: return max2(h.x * h.x, max2(h.y * h.y, h.z * h.z));
    default: return INFINITY;
    }
}

/* Overlap by inscribed and circumscribed spheres about both middles. (r + s)^2 <= 2 (r^2 + s^2)
 * spares square roots. */
static inline portal_end compare_balls(const portal *p) {
    double apart2 = len2(p->middle), inner = inner_radius(p->a) + inner_radius(p->b);
    if (!(apart2 > PORTAL_BALLS_MIN2 && apart2 < PORTAL_BALLS_MAX2)) return PORTAL_UNDECIDED;
    if (inner > 0.0 && apart2 < PORTAL_BALLS_INNER2 * inner * inner) return PORTAL_CONTACT;
    double outer2 = 2.0 * (outer_square(p->a) + outer_square(p->b));
    return apart2 > OVERLAP_OUTER2 * outer2 ? PORTAL_APART : PORTAL_UNDECIDED;
}

static bool overlap_by_gjk(const convex_shape *a, const convex_shape *b, convex_cache *cache) {
    gjk g;
    carom_gjk_start(&g, a, b, cache, 1.0);
    g.any_axis = true;
    double certain = g.radius_sum * (1.0 - OVERLAP_CLOSE);
    g.close2 = certain * certain;
    carom_gjk_run(&g, g.radius_sum);
    if (g.end == GJK_TOUCHING && carom_gjk_is_interior(&g)) g.end = GJK_INSIDE;
    bool apart = g.end == GJK_APART, contact = g.end == GJK_INSIDE || g.end == GJK_CLOSE;
    if (CAROM_UNLIKELY(!(apart || contact) || !gjk_in_range(&g)))
        return overlap_in_doubt(&g, cache);
    if (cache) carom_gjk_store(&g, cache);
    return contact;
}

/* Does the portal of an undecided search contain the origin exactly? That of touching shapes mostly
 * does, and the proof is cheap. */
static bool portal_proves_touch(const portal *p) {
    exact_nearest found;
    simplex s = {.count = 3};
    if (!p->complete || !convex_is_polyhedral(p->a) || !convex_is_polyhedral(p->b)) return false;
    for (int i = 0; i < 3; i++)
        s.vertex[i] = (simplex_vertex){.ia = p->corner[i].ia, .ib = p->corner[i].ib};
    return carom_simplex_contains_origin(p->a, p->b, &s, &found);
}

/* ---- the solvers, in the order in which they are tried */

static inline portal_end end_of(bool contact) {
    return contact ? PORTAL_CONTACT : PORTAL_APART;
}

static portal_end overlap_by_balls(overlap_search *s) {
    return compare_balls(&s->portal);
}

static portal_end overlap_of_rounded(overlap_search *s) {
    const portal *p = &s->portal;
    if (!(p->a->radius + p->b->radius > 0.0)) return PORTAL_UNDECIDED;
    return end_of(overlap_by_gjk(p->a, p->b, s->cache));
}

static portal_end overlap_by_float_portal(overlap_search *s) {
    const portal *p = &s->portal;
    if (!hull_float_applies(p->a) || !hull_float_applies(p->b)) return PORTAL_UNDECIDED;
    const hull_float_body of_a = hull_float_body_of(p->a), of_b = hull_float_body_of(p->b);
    return mpr_float_overlap(&of_a, &of_b, &p->middle, s->cache);
}

static portal_end overlap_of_standing_cylinders(overlap_search *s) {
    const portal *p = &s->portal;
    const bool stand = p->a->kind == CONVEX_CYLINDER && p->b->kind == CONVEX_CYLINDER &&
                       carom_cylinders_are_stacked(box_view_of(p->a), box_view_of(p->b));
    return stand ? PORTAL_CONTACT : PORTAL_UNDECIDED;
}

static portal_end overlap_by_recall(overlap_search *s) {
    return s->cache && s->cache->count > 0 ? carom_mpr_recall(&s->portal, s->cache)
                                           : PORTAL_UNDECIDED;
}

static portal_end overlap_by_portal(overlap_search *s) {
    const portal_end end = carom_mpr_search(&s->portal);
    if (end != PORTAL_UNDECIDED && s->cache) carom_mpr_store(&s->portal, end, s->cache);
    return end;
}

static portal_end overlap_by_touch_proof(overlap_search *s) {
    return portal_proves_touch(&s->portal) ? PORTAL_CONTACT : PORTAL_UNDECIDED;
}

/* Exact arithmetic, or the distance, continues the simplex of this search, hence no solver of its
 * own. */
static portal_end overlap_by_simplex(overlap_search *s) {
    return end_of(overlap_by_gjk(s->portal.a, s->portal.b, s->cache));
}

const convex_overlap_solver carom_convex_overlap_solvers[CONVEX_OVERLAP_SOLVERS] = {
    {"balls", overlap_by_balls},
    {"gjk_rounded", overlap_of_rounded},
    {"mpr_float", overlap_by_float_portal},
    {"cylinders_stand", overlap_of_standing_cylinders},
    {"mpr_recall", overlap_by_recall},
    {"mpr", overlap_by_portal},
    {"touch_proof", overlap_by_touch_proof},
    {"gjk_overlap", overlap_by_simplex},
};

bool carom_convex_overlap(const convex_shape *a, const convex_shape *b, convex_cache *cache) {
    overlap_search search;
    portal_end end = PORTAL_UNDECIDED;
    search.cache = cache;
    carom_mpr_start(&search.portal, a, b, cache);
    for (int i = 0; i < CONVEX_OVERLAP_SOLVERS && end == PORTAL_UNDECIDED; i++)
        end = carom_convex_overlap_solvers[i].solve(&search);
    return end == PORTAL_CONTACT;
}
