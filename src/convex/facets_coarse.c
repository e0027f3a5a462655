/* The facet that the search in float found: measured in double, and of edges seen to be one. */
#include "convex/coarse_facets.h"
#include "convex/facets_search.h"

/* What a depth must be less than another by, relative to the size. */
#define RIVAL 1e-12

static bool confirm_face_a(facet_search *s, const coarse_facet *f) {
    double offset;
    vec3 n = face_plane(&s->a, f->part, &offset);
    s->b.hint = f->corner[0];
    take_face_a(s, f->part, n, offset, corner_of(&s->b, f->corner[0]));
    return true;
}

static bool confirm_face_b(facet_search *s, const coarse_facet *f) {
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

/* The edges' common normal is between the faces, and so near to what float saw, n, that no other
 * corner is farther along it? Those were behind by half the slack for certain, and come forward by
 * an eighth of it at most. */
static bool is_foreseen(const facet_search *s, const coarse_facet *f, vec3 n, vec3 u, vec3 v) {
    double near = (double)f->slack / (16.0 * s->best->scale);
    vec3 across = cross3(u, v);
    double square = len2(across), along = dot3(across, n);
    vec3 off = mad3(n, across, -along / square);
    return square > 1e-6 * len2(u) * len2(v) && len2(off) < near * near &&
           dot3(arc_end(&s->a, f->part), v) > 0.0 &&
           dot3(arc_end(&s->a, s->a.hull->twin[f->part]), v) < 0.0;
}

static bool confirm_edges(facet_search *s, const coarse_facet *f) {
    const hull_data *h = s->a.hull;
    int edge = f->part, twin = h->twin[edge];
    vec3 p = corner_of(&s->a, h->origin[edge]), u = sub3(corner_of(&s->a, h->origin[twin]), p);
    vec3 n = convex_from_axes(s->a.shape, (double)f->normal[0], (double)f->normal[1],
                              (double)f->normal[2]);
    facet_arc at = {.b = {corner_of(&s->b, f->corner[0]), corner_of(&s->b, f->corner[1])}};
    if (!is_foreseen(s, f, n, u, sub3(at.b[1], at.b[0]))) return false;
    s->a.hint = h->origin[edge], s->b.hint = f->corner[0];
    carom_facet_edges(s, &p, &u, &at, &n);
    return true;
}

static bool confirm(facet_search *s, const coarse_facet *f) {
    s->best->depth = s->bound = DBL_MAX;
    s->kind = FACET_NONE;
    bool held = f->kind == COARSE_FACE_A   ? confirm_face_a(s, f)
                : f->kind == COARSE_FACE_B ? confirm_face_b(s, f)
                                           : confirm_edges(s, f);
    return held && s->kind != FACET_NONE;
}

/* Which of several it is must be plain: else it would depend on the way they were found. */
bool carom_facets_by_float(facet_search *s, const vec3 *guess) {
    const convex_shape *a = s->a.shape, *b = s->b.shape;
    coarse_facets found;
    if (!coarse_has_facets(a) || !coarse_has_facets(b)) return false;
    const coarse_body of_a = coarse_body_of(a), of_b = coarse_body_of(b);
    const vec3 apart = coarse_apart(a, b);
    if (!carom_coarse_facets(&of_a, &of_b, &apart, guess, &found)) return false;
    double least = DBL_MAX, next = DBL_MAX;
    int best = 0;
    for (int i = 0; i < found.count; i++) {
        if (!confirm(s, &found.facet[i])) return false;
        double depth = s->best->depth;
        best = depth < least ? i : best;
        next = depth < least ? least : min2(depth, next);
        least = min2(depth, least);
    }
    if (!(next - least > RIVAL * s->best->scale)) return false;
    return best == found.count - 1 || confirm(s, &found.facet[best]);
}
