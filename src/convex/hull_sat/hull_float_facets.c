/* Start and end of the separating axis test of hulls [Gregorius13] in float; the search between
 * them is in hull_float_search_kernel.c. Each height is right to HULL_FLOAT_SLACK of the size,
 * hence a facet whose depth exceeds the least by twice that is not the nearest, and all others are
 * kept. */
#include "convex/hull_sat/hull_float_planes.h"
#include "convex/hull_sat/tolerances.h"
#include "convex/hull_sat/hull_float_facets.h"
#include "convex/hull_sat/hull_float_search.h"
#include "core/workspace.h"

_Static_assert(sizeof(plane_search) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

static void set_plane_side(plane_side *s, const hull_data *hull, const hull_float_hull *other) {
    s->hull = hull;
    s->other = other;
    s->probes = 0;
    s->whole = false;
}

/* Removes facets that a later bound excludes. Of hulls that are apart, only facets that separate
 * them by nearly the widest gap stay. */
static bool finish_facets(plane_search *p) {
    hull_float_facets *out = p->out;
    float limit = p->bound < -p->slack ? FLOAT_GAP_KEPT * p->bound : p->limit;
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (!(out->facet[i].depth < limit)) continue;
        if (kept < i) out->facet[kept] = out->facet[i];
        out->facet[kept++].slack = p->slack;
    }
    out->count = kept;
    return !p->failed && kept > 0;
}

bool carom_hull_float_start(hull_float_pair *p, const hull_float_body *a, const hull_float_body *b,
                            const vec3 *apart) {
    if (!hull_float_init(p, a, b, apart)) return false;
    hull_float_transpose(p->row, p->column);
    return true;
}

bool carom_hull_float_start_search(plane_search *p, const hull_float_body *a,
                                   const hull_float_body *b, const vec3 *apart, const vec3 *guess) {
    if (!carom_hull_float_start(&p->pair, a, b, apart)) return false;
    set_plane_side(&p->a, a->hull, &p->pair.b);
    set_plane_side(&p->b, b->hull, &p->pair.a);
    p->a.into = p->b.back = p->pair.column;
    p->a.back = p->b.into = p->pair.row;
    p->a.shift = -p->pair.middle;
    p->b.shift = hull_float_transform(p->pair.row, p->pair.middle);
    p->guess = hull_float_to_own_frame(a, *guess);
    p->slack = 2.0f * HULL_FLOAT_SLACK * p->pair.size;
    p->bound = p->limit = FLT_MAX;
    p->failed = false;
    return true;
}

bool carom_hull_float_facets(const hull_float_body *a, const hull_float_body *b, const vec3 *apart,
                             const vec3 *guess, hull_float_facets *out) {
    plane_search *p = carom_workspace_take(WORKSPACE_CONVEX);
    bool found = carom_hull_float_start_search(p, a, b, apart, guess);
    if (found) {
        out->count = 0;
        p->out = out;
        SIMD_OF(carom_simd_best(), carom_hull_float_search)(p);
        found = finish_facets(p);
    }
    carom_workspace_give(p);
    return found;
}
