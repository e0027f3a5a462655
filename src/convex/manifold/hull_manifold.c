/* Contact manifold of two hulls by reference face and incident face [Gregorius13]. The facet of
 * least depth of hull_sat.c is a face, or an edge of each hull, with the vertices that are deepest
 * along its normal: so the two faces in contact are that face and one at the vertex, or those
 * beside the edges, without a search. Their common points are computed by hull_face_clip_kernel.c
 * where no vertex is within rounding of a side, else as in manifold.c; the points are the same.
 * Bench convex, manifold hull. */
#include "convex/manifold/hull_manifold.h"

#include "convex/hull_sat/hull_sat_candidates.h"
#include "convex/manifold/contact_reduction.h"
#include "convex/manifold/hull_face_clip.h"
#include "convex/penetration.h"
#include "convex/support/support.h"
#include "convex/manifold/manifold.h"

/* ---- the two faces in contact */

typedef struct facet_pair {
    const convex_shape *shape[2];
    facet_answer facet;
    facing_face facing[2];
} facet_pair;

static bool is_of_edges(const facet_answer *facet) {
    return facet->face[0] < 0 && facet->face[1] < 0;
}

static bool is_of_known_edges(const facet_answer *facet) {
    return is_of_edges(facet) && facet->end[0] >= 0 && facet->end[1] >= 0;
}

static vec3 outward_along(const facet_pair *p, int side) {
    const vec3 n = p->facet.normal;
    return convex_to_axes(p->shape[side], side == 0 ? n : neg3(n));
}

static void set_facing(facet_pair *p, int side) {
    facet_answer *f = &p->facet;
    const hull_data *h = p->shape[side]->hull;
    const vec3 u = outward_along(p, side);
    facing_face *facing = &p->facing[side];
    if (f->face[side] >= 0)
        *facing = (facing_face){f->face[side], -1, 1.0};
    else if (is_of_edges(f) && f->end[side] >= 0)
        *facing =
            carom_hull_facing_face_at_edge(h, edge_between(h, f->hint[side], f->end[side]), u);
    else {
        if (is_of_edges(f)) f->hint[side] = carom_convex_hull_support(h, &u, f->hint[side]);
        *facing = carom_hull_facing_face_at_vertex(h, f->hint[side], u);
        if (facing->edge >= 0) f->end[side] = h->origin[h->twin[facing->edge]];
    }
}

/* ---- their common points */

/* The identity of the deepest pair, from its vertices; of an edge its lower vertex, so that
 * rounding does not choose the end. */
static uint32_t id_of_deepest(facet_pair *p) {
    facet_answer *f = &p->facet;
    int name[2];
    for (int i = 0; i < 2; i++)
        if (is_of_known_edges(f)) {
            name[i] = f->hint[i] < f->end[i] ? f->hint[i] : f->end[i];
        } else {
            const vec3 u = outward_along(p, i);
            name[i] = carom_convex_hull_support(p->shape[i]->hull, &u, f->hint[i]);
        }
    return id_of_witness(name[0], name[1]);
}

static vec3 vector_of_edge(const convex_shape *s, int edge) {
    const hull_data *h = s->hull;
    vec3 v = sub3(hull_vertex(h, h->origin[h->twin[edge]]), hull_vertex(h, h->origin[edge]));
    return convex_from_axes(s, v.x, v.y, v.z);
}

/* Adds the crossing of two edges that are not parallel. @return false for other facets */
static bool edges_cross(facet_pair *p, convex_manifold *out) {
    const facet_answer *f = &p->facet;
    if (!is_of_known_edges(f) || !f->aligned) return false;
    const vec3 u = vector_of_edge(p->shape[0], p->facing[0].edge);
    const vec3 v = vector_of_edge(p->shape[1], p->facing[1].edge);
    const double turn = dot3(cross3(u, v), f->normal),
                 least = CONTACT_PARALLEL_MARGIN * PARALLEL_SINE;
    if (!(turn * turn > least * least * len2(u) * len2(v))) return false;
    out->count = 1;
    out->points[0] = (manifold_point){f->point_a, f->point_b, f->depth, id_of_deepest(p)};
    return true;
}

static bool faces_share(facet_pair *p, const manifold_options *options, convex_manifold *out) {
    const double cosine_a = p->facing[0].cosine, cosine_b = p->facing[1].cosine;
    if (!(max2(cosine_a, cosine_b) >= REFERENCE_COSINE)) return edges_cross(p, out);
    const bool flip = cosine_b > cosine_a + REFERENCE_ADVANTAGE;
    const int face = p->facing[flip].face;
    const vec3 n = p->facet.normal, along = flip ? neg3(n) : n;
    hull_patch patch = {.window = p->shape[flip],
                        .other = p->shape[!flip],
                        .window_face = face,
                        .other_face = p->facing[!flip].face,
                        .flip = flip,
                        .along = along,
                        .normal = along,
                        .depth = p->facet.depth,
                        .margin = options->margin};
    if (p->facet.face[flip] != face)
        patch.normal = convex_rotated_normal(patch.window, patch.window->hull->face_normal[face]);
    return hull_patch_contacts(&patch, options->capacity, out);
}

/* The general method. */
static void share_in_general(facet_pair *p, const manifold_options *options, convex_manifold *out) {
    manifold_work *work = carom_workspace_take(WORKSPACE_MANIFOLD);
    contact_pool *pool = &work->pool;
    facet_answer *f = &p->facet;
    pool_start(pool, f->normal, options->margin);
    pool->same_depth = CONTACT_ROUNDING;
    carom_convex_hull_face(p->shape[0], p->facing[0].face, &work->of_a);
    carom_convex_hull_face(p->shape[1], p->facing[1].face, &work->of_b);
    carom_contact_pool_fill(pool, &work->of_a, &work->of_b, (const double[2]){0.0, 0.0});
    if (!carom_contact_pool_is_filled(pool, f->depth)) {
        carom_hulls_locate(p->shape[0], p->shape[1], f);
        carom_contact_pool_witness(pool, f->point_a, f->point_b, id_of_deepest(p));
    }
    carom_contact_pool_take(pool, options->capacity, out);
    carom_workspace_give(work);
}

/* Stores the facet as facet_answer.cached expects it. */
static void remember_facet(convex_cache *cache, const facet_answer *f) {
    *cache = (convex_cache){.axis = f->normal};
    int *const name[2] = {cache->a, cache->b};
    for (int i = 0; i < 2; i++)
        if (is_of_known_edges(f))
            name[i][0] = f->hint[i], name[i][1] = f->end[i];
        else if (!is_of_edges(f))
            name[i][0] = f->face[i] >= 0 ? ~f->face[i] : f->hint[i];
}

bool carom_hull_manifold(const convex_shape *a, const convex_shape *b, double least,
                         const manifold_options *options, convex_manifold *out) {
    facet_pair p;
    facet_answer *facet = &p.facet;
    facet->skip_projection = true;
    facet->cached = options->cache;
    const vec3 guess = options->cache ? options->cache->axis : vec(0, 0, 0);
    p.shape[0] = a;
    p.shape[1] = b;
    out->count = 0;
    out->status = CONVEX_EXACT;
    if (!carom_hulls_facet(a, b, &guess, facet)) return false;
    if (facet->depth < -least) return options->margin == 0.0 && !options->cache;
    if (!(facet->depth > least) && options->margin > 0.0) return false;
    out->normal = facet->normal;
    set_facing(&p, 0);
    set_facing(&p, 1);
    if (options->cache) remember_facet(options->cache, facet);
    if (!faces_share(&p, options, out)) share_in_general(&p, options, out);
    return out->count > 0;
}
