/* The facet of least depth is a face of A, one of B, or an edge of each, with the vertices that are
 * the farthest along its normal: the faces that face each other are that face and one round the
 * vertex, and neither is searched for again. What the faces share is found as in manifold.c. */
#include "convex/hull_manifold.h"

#include "convex/contact_pool.h"
#include "convex/penetration.h"
#include "convex/support.h"

static int farthest_vertex(const convex_shape *s, vec3 d, int hint) {
    const vec3 local = convex_to_axes(s, d);
    return carom_convex_hull_support(s->hull, &local, hint);
}

static void find_farthest(const convex_shape *a, const convex_shape *b, facet_answer *facet) {
    facet->hint[0] = farthest_vertex(a, facet->normal, facet->hint[0]);
    facet->hint[1] = farthest_vertex(b, neg3(facet->normal), facet->hint[1]);
}

static void fill_from_facet(contact_pool *pool, const convex_shape *a, const convex_shape *b,
                            facet_answer *facet) {
    convex_feature p, q;
    /* of an edge either end may be the farthest */
    const bool known = facet->seen && (facet->face[0] >= 0 || facet->face[1] >= 0);
    if (!known) find_farthest(a, b, facet);
    carom_convex_hull_facing(a, facet->normal, facet->hint[0], facet->face[0], &p);
    carom_convex_hull_facing(b, neg3(facet->normal), facet->hint[1], facet->face[1], &q);
    carom_pool_fill(pool, &p, &q, (const double[2]){0.0, 0.0});
    if (carom_pool_is_filled(pool, facet->depth)) return;
    carom_hulls_locate(a, b, facet);
    if (known) find_farthest(a, b, facet);
    carom_pool_witness(pool, facet->point_a, facet->point_b,
                       id_of_witness(facet->hint[0], facet->hint[1]));
}

bool carom_hull_manifold(const convex_shape *a, const convex_shape *b, double least,
                         const manifold_options *options, convex_manifold *out) {
    facet_answer facet;
    contact_pool pool;
    const vec3 guess = options->cache ? options->cache->axis : vec(0, 0, 0);
    out->count = 0;
    out->status = CONVEX_EXACT;
    if (!carom_hulls_facet(a, b, &guess, &facet)) return false;
    if (!(facet.depth > least))
        return facet.depth < -least && options->margin == 0.0 && !options->cache;
    if (options->cache) *options->cache = (convex_cache){.axis = facet.normal};
    pool_start(&pool, facet.normal, options->margin);
    pool.same_depth = ROUNDING;
    fill_from_facet(&pool, a, b, &facet);
    carom_pool_take(&pool, options->capacity, out);
    return out->count > 0;
}
