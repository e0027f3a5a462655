/* Expanding polytope algorithm (EPA) [Bergen01]. Every topological decision is an exact orientation
 * test, so that no polytope degenerates, and the polytope need not contain the origin at first: the
 * face with the most negative offset is expanded first, which either takes the origin in or proves
 * the shapes apart.
 * For polytopes it ends at a true facet of A - B. For curved shapes the least offset and the least
 * support value bracket the depth; near the end, Newton's, Broyden's or the secant method finds
 * the normal to rounding. It answers every pair that no special solver of convex/penetration.c
 * answers. */
#include "convex/epa/epa_hull.h"
#include "convex/epa/epa_settle.h"
#include "convex/epa/normal_broyden.h"
#include "convex/epa/tolerances.h"
#include "convex/support/support.h"
#include "convex/epa/facet_normal_exact.h"
#include "convex/epa/normal_edge_secant.h"
#include "core/workspace.h"

/* Numbers of vertices at which carom_epa_settle is tried. Empirical. */
#define SETTLE_FIRST 4
#define SETTLE_EVERY 4
#define SETTLE_LAST 30

static inline vec3 unit_normal(const epa_face *f) {
    double square = len2(f->normal);
    if (CAROM_UNLIKELY(!(square > EPA_SQUARE_MIN && square < EPA_SQUARE_MAX)))
        return carom_normalize_or(f->normal, vec(0, 0, 0));
    return scale3(f->normal, 1.0 / sqrt(square));
}

static inline bool is_left_to_cap(const epa_work *e, vec3 n) {
    double along = dot3(n, e->cap_normal);
    return along > 0.0 && along * along > e->cap_cosine * e->cap_cosine * len2(n);
}

/* The face to expand: the one with the least signed offset; -1 when none is left. Removes the
 * candidates that are beyond the least support value. */
static int next_face(epa_work *e) {
    int nearest = -1, kept = 0;
    double least = DBL_MAX;
    for (int i = 0; i < e->candidate_count; i++) {
        int k = e->candidate[i];
        double key = e->key[k];
        if (key >= e->least && key >= 0.0) {
            e->listed[k] = false;
            continue;
        }
        e->candidate[kept++] = k;
        if (e->cap_cosine < 1.0 && is_left_to_cap(e, e->face[k].normal)) continue;
        nearest = key < least ? k : nearest;
        least = min2(least, key);
    }
    e->candidate_count = kept;
    return nearest;
}

/* Expands until the bounds meet within `tolerance` of the depth. */
static void expand(epa_work *e, epa_answer *best, double tolerance) {
    best->limit = true;
    for (int steps = 0; steps < 4 * EPA_VERTICES; steps++) {
        double rounding = EPA_ROUNDING * e->scale;
        double slack = e->least < DBL_MAX ? max2(rounding, tolerance * e->least) : 0.0;
        int k = next_face(e);
        best->limit = k >= 0 && !(e->key[k] >= 0.0 && e->key[k] >= e->least - slack);
        if (!best->limit || e->vertex_count >= e->pause) return;
        epa_face *f = &e->face[k];
        vec3 n = unit_normal(f);
        e->hint[0] = e->vertex[f->v[0]].index_a; /* the climb starts near its end */
        e->hint[1] = e->vertex[f->v[0]].index_b;
        epa_vertex p = carom_epa_support(e, n);
        double reach = dot3(n, p.w), goal = goal_distance(e, n, reach);
        if (reach < -rounding) {
            best->outcome = EPA_APART;
            best->normal = n;
            return;
        }
        if (goal < e->least) {
            e->least = goal;
            best->normal = n;
        }
        epa_addition added =
            reach - offset_of(e, f, n) <= rounding ? EPA_INSIDE : carom_epa_add(e, k, &p);
        if (added == EPA_FULL) return;
        if (added == EPA_INSIDE) e->key[k] = DBL_MAX;
    }
}

/* Lower bound of the depth: the least key of all candidates. */
static double epa_lower_bound(const epa_work *e) {
    double lower = e->least;
    for (int i = 0; i < e->candidate_count; i++)
        lower = min2(lower, e->key[e->candidate[i]]);
    return lower;
}

/* Barycentric weights of the point where the line from the origin along n meets a face's plane.
 * @return the least weight, negative when the line misses the face */
static double weigh(const epa_work *e, const epa_face *f, vec3 n, double weight[3]) {
    double sum = 0.0, least = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        vec3 p = e->vertex[f->v[(i + 1) % 3]].w, q = e->vertex[f->v[(i + 2) % 3]].w;
        weight[i] = dot3(n, cross3(p, q));
        sum += weight[i];
    }
    if (!(sum > 0.0)) return -DBL_MAX;
    for (int i = 0; i < 3; i++) {
        weight[i] /= sum;
        least = min2(least, weight[i]);
    }
    return least;
}

/* Finds the face through which the best normal passes, or that it misses least: the facet of least
 * depth may be one of several in a plane. */
static void find_corners(const epa_work *e, epa_answer *best) {
    double most = -DBL_MAX, weight[3];
    for (int k = 0; k < e->face_count && most < 0.0; k++) {
        const epa_face *f = &e->face[k];
        if (f->v[0] < 0) continue;
        double least = weigh(e, f, best->normal, weight);
        if (!(least > most)) continue;
        most = least;
        for (int i = 0; i < 3; i++) {
            best->corner[i] = e->vertex[f->v[i]];
            best->weight[i] = max2(0.0, weight[i]);
        }
    }
    double sum = best->weight[0] + best->weight[1] + best->weight[2];
    if (!(sum > 0.0)) best->weight[0] = sum = 1.0;
    for (int i = 0; i < 3; i++)
        best->weight[i] /= sum;
}

/* Refines the normal to rounding where A - B is smooth, has an edge or has a facet there. */
static bool refine_normal(const epa_work *e, epa_answer *best) {
    find_corners(e, best);
    if (carom_normal_broyden(e->a, e->b, best) || carom_normal_edge_secant(e->a, e->b, best))
        return true;
    return carom_facet_normal_exact(e->a, e->b, best) && carom_facet_at_normal(e->a, e->b, best);
}

/* Alternates expansion with Newton's method and its proof, which mostly ends the search with at
 * most SETTLE_LAST vertices. */
static bool settle_early(epa_work *e, epa_answer *best) {
    epa_guess guess = {.found = false};
    bool settled = false, capped = true;
    for (int count = SETTLE_FIRST; count <= SETTLE_LAST && !settled; count += SETTLE_EVERY) {
        e->pause = count;
        expand(e, best, EPA_TOLERANCE_SMOOTH);
        if (best->outcome != EPA_SOLID) break;
        if (!(e->least > 0.0 && e->least < DBL_MAX)) continue;
        if (!guess.found || e->least < guess.depth * (1.0 - EPA_TOLERANCE)) {
            find_corners(e, best);
            if (carom_epa_guess(e, best, &guess) && guess.depth < e->least) {
                e->least = guess.depth;
                best->normal = guess.normal;
            }
        }
        settled = guess.found && carom_epa_settle(e, &guess, best);
        if (!capped) e->cap_cosine = 2.0;
        if (settled || best->limit) continue;
        if (e->cap_cosine > 1.0) break;
        capped = false; /* faces across the rim of the cap must be expanded too */
        e->cap_cosine = 2.0;
    }
    e->cap_cosine = 2.0;
    e->pause = EPA_VERTICES;
    return settled;
}

/* Curved shapes: a settled answer, else a refined one, else expansion to EPA_TOLERANCE. */
static void expand_curved(epa_work *e, epa_answer *best) {
    if (e->directed) {
        expand(e, best, EPA_TOLERANCE);
        return;
    }
    if (settle_early(e, best) || best->outcome != EPA_SOLID) return;
    expand(e, best, EPA_TOLERANCE_SMOOTH);
    best->depth = e->least;
    best->scale = e->scale;
    if (best->outcome != EPA_SOLID) return;
    if (e->least - epa_lower_bound(e) <= EPA_ROUNDING * e->scale) return;
    if (best->limit) carom_normal_broyden_descend(e->a, e->b, best);
    bool smooth = refine_normal(e, best);
    e->least = min2(e->least, best->depth);
    if (smooth)
        best->limit = false;
    else
        expand(e, best, EPA_TOLERANCE);
}

_Static_assert(sizeof(epa_work) <= WORKSPACE_CONVEX_BYTES, "the block holds the polytope");

static epa_answer solve_in(epa_work *e) {
    epa_answer best = {.outcome = EPA_SOLID, .normal = {1, 0, 0}, .depth = DBL_MAX};
    e->shift = sub3(convex_origin(e->a), convex_origin(e->b));
    e->curved = e->radius > 0.0 || !convex_is_polyhedral(e->a) || !convex_is_polyhedral(e->b);
    e->scale = max_abs3(e->shift);
    e->vertex_count = e->face_count = e->spare_count = e->round = 0;
    e->hint[0] = e->hint[1] = e->candidate_count = 0;
    e->least = DBL_MAX;
    e->pause = EPA_VERTICES;
    e->gap = 0.0;
    e->cap_cosine = 2.0;
    e->cap_normal = vec(1, 0, 0);
    vec3 thin;
    if (carom_epa_first_vertices(e, &thin) < 4) {
        double up = dot3(thin, carom_epa_support(e, thin).w);
        double down = dot3(neg3(thin), carom_epa_support(e, neg3(thin)).w);
        bool apart = min2(up, down) < -EPA_ROUNDING * e->scale;
        return (epa_answer){.outcome = apart ? EPA_APART : EPA_NO_THICKNESS,
                            .normal = up <= down ? thin : neg3(thin),
                            .depth = min2(up, down),
                            .scale = e->scale};
    }
    for (int i = 0; i < EPA_FACES; i++)
        e->listed[i] = false;
    for (int i = 0; i < EPA_VERTICES; i++)
        e->leaves[i] = 0;
    carom_epa_first_faces(e);
    for (int i = 0; i < EPA_VERTICES; i++)
        e->leaves[i] = 0;
    if (e->curved)
        expand_curved(e, &best);
    else
        expand(e, &best, 0.0);
    if (best.outcome == EPA_SOLID && !e->directed && !best.smooth) find_corners(e, &best);
    best.scale = e->scale;
    best.depth = e->least;
    best.lower = epa_lower_bound(e) - e->gap;
    return best;
}

/* @param along null: the least depth */
static epa_answer epa_solve(const convex_shape *a, const convex_shape *b, const vec3 *along) {
    epa_work *e = carom_workspace_take(WORKSPACE_CONVEX);
    e->a = a;
    e->b = b;
    e->radius = along ? a->radius + b->radius : 0.0;
    e->directed = along != NULL;
    e->along = along ? *along : vec(1, 0, 0);
    const epa_answer answer = solve_in(e);
    carom_workspace_give(e);
    return answer;
}

epa_answer carom_epa(const convex_shape *a, const convex_shape *b) {
    return epa_solve(a, b, NULL);
}

epa_answer carom_epa_along(const convex_shape *a, const convex_shape *b, vec3 along) {
    return epa_solve(a, b, &along);
}
