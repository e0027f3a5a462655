/* Separating axis test of hulls in float [Gregorius13], confirmed in double: each facet that float
 * leaves is measured in double, and a pair of edges must be a facet of A - B (their arcs cross on
 * the Gauss map). The depth is measured by the functions that hull_sat.c measures with. The facet
 * of the last answer is tried first, with a proof from its own vertices. It speeds up hulls of at
 * most HULL_SCANNED vertices and repeated queries (bench convex, penetration of hulls). */
#include "convex/hull_sat/hull_float_proof.h"
#include "convex/hull_sat/hull_sat_search.h"
#include "convex/hull_sat/tolerances.h"
#include "convex/hull_sat/hull_float_facets.h"
#include "convex/hull_sat/hull_sat_edges.h"
#include "convex/hull_sat/hull_sat_float.h"

static bool confirm_face_a(facet_search *s, const hull_float_facet *f) {
    double offset;
    vec3 n = face_plane(&s->a, f->part, &offset);
    s->b.hint = f->corner[0];
    take_face_a(s, f->part, n, offset, corner_of(&s->b, f->corner[0]));
    return true;
}

static bool confirm_face_b(facet_search *s, const hull_float_facet *f) {
    double offset;
    vec3 n = neg3(face_plane(&s->b, f->part, &offset));
    s->a.hint = f->corner[0];
    take_face_b(s, f->part, n, offset, corner_of(&s->a, f->corner[0]));
    return true;
}

static vec3 arc_end(const facet_side *side, int half_edge) {
    vec3 n = side->hull->face_normal[side->hull->face[half_edge]];
    return mad3(mad3(scale3(side->cofactor[0], n.x), side->cofactor[1], n.y), side->cofactor[2],
                n.z);
}

/* Is the edges' cross product between the normals of A's faces, and so near to the normal n of
 * float that no other vertex is farther along it? In float those were behind by at least half the
 * slack, and the change of the normal moves them by at most an eighth of it. */
static bool agrees_with_float(const facet_search *s, const hull_float_facet *f, vec3 n, vec3 u,
                              vec3 v) {
    double near = (double)f->slack / (NORMAL_AGREEMENT * s->best->scale);
    vec3 across = cross3(u, v);
    double square = len2(across), along = dot3(across, n);
    vec3 off = mad3(n, across, -along / square);
    return square > EDGES_CLOSE_SINE2 * len2(u) * len2(v) && len2(off) < near * near &&
           dot3(arc_end(&s->a, f->part), v) > 0.0 &&
           dot3(arc_end(&s->a, s->a.hull->twin[f->part]), v) < 0.0;
}

static bool confirm_edges(facet_search *s, const hull_float_facet *f) {
    const hull_data *h = s->a.hull;
    int edge = f->part, twin = h->twin[edge];
    vec3 p = corner_of(&s->a, h->origin[edge]), u = sub3(corner_of(&s->a, h->origin[twin]), p);
    vec3 n = convex_from_axes(s->a.shape, (double)f->normal[0], (double)f->normal[1],
                              (double)f->normal[2]);
    facet_arc at = {.b = {corner_of(&s->b, f->corner[0]), corner_of(&s->b, f->corner[1])}};
    if (!agrees_with_float(s, f, n, u, sub3(at.b[1], at.b[0]))) return false;
    s->a.hint = h->origin[edge], s->b.hint = f->corner[0];
    s->best->end[0] = h->origin[twin];
    s->best->end[1] = f->corner[1];
    carom_hull_sat_edges(s, &p, &u, &at, &n);
    return true;
}

static bool confirm(facet_search *s, const hull_float_facet *f) {
    s->best->depth = s->bound = DBL_MAX;
    s->kind = FACET_NONE;
    bool held = f->kind == HULL_FLOAT_FACE_A   ? confirm_face_a(s, f)
                : f->kind == HULL_FLOAT_FACE_B ? confirm_face_b(s, f)
                                               : confirm_edges(s, f);
    return held && s->kind != FACET_NONE;
}

/* ---- the facet of the last answer */

static inline bool is_number_in(int number, int count) {
    return number >= 0 && number < count;
}

/* @return false where the cache holds a facet of other hulls */
static bool claim_face(hull_float_facet *f, const facet_search *s, const convex_cache *kept) {
    const bool of_a = kept->a[0] < 0;
    const hull_data *h = of_a ? s->a.hull : s->b.hull, *other = of_a ? s->b.hull : s->a.hull;
    f->kind = of_a ? HULL_FLOAT_FACE_A : HULL_FLOAT_FACE_B;
    f->part = ~(of_a ? kept->a[0] : kept->b[0]);
    f->corner[0] = of_a ? kept->b[0] : kept->a[0];
    return is_number_in(f->part, h->face_count) && is_number_in(f->corner[0], other->vertex_count);
}

/* The same of two edges, which are measured at once: their vertices and their normal, which the
 * measurement computes again in the same way, are at hand. */
static bool confirm_kept_edges(hull_float_facet *f, facet_search *s, const convex_cache *kept) {
    const hull_data *h = s->a.hull;
    if (kept->a[0] == kept->a[1] || kept->b[0] == kept->b[1]) return false;
    for (int i = 0; i < 2; i++)
        if (!is_number_in(kept->a[i], h->vertex_count) ||
            !is_number_in(kept->b[i], s->b.hull->vertex_count))
            return false;
    const int edge = edge_between(h, kept->a[0], kept->a[1]), twin = h->twin[edge];
    if (h->origin[twin] != kept->a[1]) return false;
    const int part = edge < twin ? edge : twin, other = edge < twin ? twin : edge;
    const vec3 p = corner_of(&s->a, h->origin[part]),
               u = sub3(corner_of(&s->a, h->origin[other]), p);
    const vec3 b[2] = {corner_of(&s->b, kept->b[0]), corner_of(&s->b, kept->b[1])};
    const vec3 here = arc_end(&s->a, part), there = arc_end(&s->a, other);
    const bool turned = dot3(here, sub3(b[1], b[0])) < 0.0;
    const facet_arc at = {.b = {b[turned], b[!turned]}};
    const vec3 v = sub3(at.b[1], at.b[0]), across = cross3(u, v);
    const double square = len2(across);
    if (!(square > EDGES_CLOSE_SINE2 * len2(u) * len2(v) && dot3(here, v) > 0.0 &&
          dot3(there, v) < 0.0))
        return false;
    /* less than 90 degrees from the middle of the arc, but not from each end */
    const double outward = dot3(across, add3(here, there));
    const vec3 n = scale3(across, copysign(1.0 / sqrt(square), outward));
    const hull_float_body of_a = hull_float_body_of(s->a.shape);
    *f = (hull_float_facet){.kind = HULL_FLOAT_EDGES,
                            .part = part,
                            .corner = {kept->b[turned], kept->b[!turned]},
                            .normal = hull_float_to_own_frame(&of_a, n)};
    s->best->depth = s->bound = DBL_MAX;
    s->kind = FACET_NONE;
    s->a.hint = h->origin[part], s->b.hint = f->corner[0];
    s->best->end[0] = h->origin[other];
    s->best->end[1] = f->corner[1];
    carom_hull_sat_edges(s, &p, &u, &at, &n);
    return s->kind == FACET_EDGES;
}

/* @return false where a hull has no planes in float, or the sizes are out of its range */
static bool start_claim(hull_float_claim *claim, hull_float_pair *pair, const facet_search *s) {
    const convex_shape *a = s->a.shape, *b = s->b.shape;
    if (!hull_float_has_planes(a) || !hull_float_has_planes(b)) return false;
    const hull_float_body of_a = hull_float_body_of(a), of_b = hull_float_body_of(b);
    claim->pair = pair;
    claim->a = a->hull;
    claim->b = b->hull;
    const vec3 apart = hull_float_apart(a, b);
    if (!carom_hull_float_start(pair, &of_a, &of_b, &apart)) return false;
    claim->facet.slack = 2.0f * HULL_FLOAT_SLACK * pair->size;
    return true;
}

/* Confirms the cached facet. Most facets stay the nearest from one query to the next. */
static bool recall_facet(facet_search *s) {
    const convex_cache *kept = s->best->cached;
    hull_float_pair pair;
    hull_float_claim claim;
    if (!kept) return false;
    const bool of_edges = kept->a[0] >= 0 && kept->b[0] >= 0;
    if (!(of_edges ? confirm_kept_edges(&claim.facet, s, kept)
                   : claim_face(&claim.facet, s, kept) && confirm(s, &claim.facet)) ||
        !start_claim(&claim, &pair, s))
        return false;
    claim.facet.depth = (float)s->best->depth;
    return hull_float_proof(&claim);
}

/* ---- any facet */

/* The least depth must be less than the next by RIVAL_ADVANTAGE: else the answer would depend on
 * the order in which the facets were found. */
bool carom_hull_sat_by_float(facet_search *s, const vec3 *guess) {
    const convex_shape *a = s->a.shape, *b = s->b.shape;
    hull_float_facets found;
    if (recall_facet(s)) return true;
    if (!hull_float_has_facets(a) || !hull_float_has_facets(b)) return false;
    const hull_float_body of_a = hull_float_body_of(a), of_b = hull_float_body_of(b);
    const vec3 apart = hull_float_apart(a, b);
    if (!carom_hull_float_facets(&of_a, &of_b, &apart, guess, &found)) return false;
    double least = DBL_MAX, next = DBL_MAX;
    int best = 0;
    for (int i = 0; i < found.count; i++) {
        if (!confirm(s, &found.facet[i])) return false;
        double depth = s->best->depth;
        best = depth < least ? i : best;
        next = depth < least ? least : min2(depth, next);
        least = min2(depth, least);
    }
    if (!(next - least > RIVAL_ADVANTAGE * s->best->scale)) return false;
    return best == found.count - 1 || confirm(s, &found.facet[best]);
}
