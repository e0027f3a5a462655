/* The arc of an edge of A in float, as in facets_arc.c, and what is kept of the facets found. */
#include "convex/coarse_planes.h"

#define COARSE_ARC_STEPS 16
#define COARSE_ARC_STACK 8

coarse_facet *carom_coarse_add(plane_search *p, coarse_facet_kind kind, int part, float depth) {
    coarse_facets *out = p->out;
    int at = 0;
    if (!(depth < p->limit)) return NULL;
    lower_limit(p, depth);
    while (at < out->count && out->facet[at].depth < p->limit)
        at++;
    if (at == COARSE_RIVALS) return p->failed = true, NULL;
    out->count = at < out->count ? out->count : at + 1;
    coarse_facet *f = &out->facet[at];
    f->kind = kind;
    f->part = part;
    f->depth = depth;
    return f;
}

static CAROM_INLINE float along_zero(float x) {
    return x > 0.0f ? x : 0.0f;
}

void carom_coarse_arc(plane_search *p, int edge, four from, const coarse_arc *whole) {
    plane_side *s = &p->a;
    coarse_arc stack[COARSE_ARC_STACK];
    int depth = 1;
    stack[0] = *whole;
    for (int steps = 0; depth > 0; steps++) {
        coarse_arc at = stack[--depth];
        four first = s->probe[at.probe[0]], second = s->probe[at.probe[1]], apart = second - first;
        four n = at.normal[0] * FOUR_OF(along_zero(-coarse_dot(at.normal[1], apart))) +
                 at.normal[1] * FOUR_OF(along_zero(coarse_dot(at.normal[0], apart)));
        float square = coarse_dot(n, n);
        if (!(square > 1e-30f * p->pair.size * p->pair.size)) continue;
        n = n * FOUR_OF(1.0f / (float)sqrt((double)square));
        float reach = coarse_dot(n, from - first), other = coarse_dot(n, from - second);
        reach = other < reach ? other : reach;
        if (reach >= p->limit) continue;
        p->failed |= steps == COARSE_ARC_STEPS || depth + 2 > COARSE_ARC_STACK;
        int k = probe_under(p, s, n), corner = s->corner[k];
        if (p->failed) return;
        const int ends[2] = {s->corner[at.probe[0]], s->corner[at.probe[1]]};
        if (corner == ends[0] || corner == ends[1]) {
            coarse_facet *f = carom_coarse_add(p, COARSE_EDGES, edge, reach);
            if (!f) return;
            f->corner[0] = ends[0], f->corner[1] = ends[1];
            f->normal = n;
            continue;
        }
        lower_limit(p, coarse_dot(n, from - s->probe[k]));
        stack[depth++] = (coarse_arc){{at.normal[0], n}, {at.probe[0], k}};
        stack[depth++] = (coarse_arc){{n, at.normal[1]}, {k, at.probe[1]}};
    }
}
