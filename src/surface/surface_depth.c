/* Penetration depth of a shape in a surface (own method): the depth of the triangle in which it
 * is deepest, since a surface has no inside. A branch-and-bound traversal [Ericson05] 6.3 visits
 * boxes by the separation of bounding boxes, an upper bound on the depth. Where the normal
 * exists only for a triangle taken alone (an internal edge), the depth is measured again along
 * the surface's normal. A plane or half-space moves the whole surface to one side, by support
 * mappings. */
#include "surface/surface_depth.h"

#include "pair/pose/convex_view.h"
#include "surface/triangle_clip.h"
#include "pair/pair_penetration.h"
#include "surface/tolerances.h"
#include "mesh/internal_edges.h"

/* ---- planes and half-spaces */

/* B leaves A along `normal`; the depth is negative when B is apart. */
typedef struct plane_depth {
    vec3 normal, deepest;
    double offset, depth;
} plane_depth;

static plane_depth depth_in_plane(const surface_query *pair) {
    const shape_bound *plane = &pair->reach;
    vec3 n = plane->direction;
    vec3 low = carom_surface_support(&pair->on, neg3(n)),
         high = carom_surface_support(&pair->on, n);
    double below = plane->offset - dot3(n, low), above = dot3(n, high) - plane->offset;
    if (plane->solid || below <= above) return (plane_depth){n, low, plane->offset, below};
    return (plane_depth){neg3(n), high, -plane->offset, above};
}

static CAROM_APART carom_penetration plane_penetration(const surface_query *pair) {
    plane_depth f = depth_in_plane(pair);
    double depth = max2(f.depth, 0.0);
    const carom_mesh_closest at = carom_surface_nearest(&pair->on, store3(f.deepest));
    return (carom_penetration){.overlap = true,
                               .depth = (carom_real)depth,
                               .normal = store3(f.normal),
                               .point_a = store3_within(mad3(f.deepest, f.normal, depth)),
                               .point_b = store3(f.deepest),
                               .certainty = CAROM_EXACT,
                               .sub_b = subshape_of_triangle(at.triangle)};
}

typedef struct plane_walk {
    const surface_query *pair;
    double limit, offset;
    contact_pool pool;
} plane_walk;
_Static_assert(sizeof(plane_walk) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

static double plane_key(const void *context, vec3 low, vec3 high) {
    const plane_walk *walk = context;
    return carom_shape_bound_gap(&walk->pair->reach, low, high) <= walk->pool.margin ? 0.0
                                                                                     : DBL_MAX;
}

/* The plane is unbounded, so nothing is clipped: the triangle's vertices are the contact points. */
static void plane_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    plane_walk *walk = context;
    vec3 n = walk->pool.normal;
    for (uint32_t i = 0; i < 3; i++) {
        vec3 v = load3(at->v[i]);
        double depth = walk->offset - dot3(n, v);
        const manifold_point point = {mad3(v, n, depth), v, depth, 3 * triangle + i};
        carom_contact_pool_merge(&walk->pool, &point);
    }
}

int32_t carom_surface_plane_contact(const surface_query *pair, carom_contact_manifold *manifold) {
    carom_aabb box;
    double margin = (double)manifold->margin;
    plane_depth f = depth_in_plane(pair);
    if (!(f.depth >= -margin) && !carom_surface_query_overlap(pair)) return 0;
    plane_walk *walk = carom_workspace_take(WORKSPACE_SURFACE);
    const surface_visitor by = {plane_key, plane_leaf, walk, &walk->limit, WORKSPACE_TRIANGLES};
    carom_surface_bounds(&pair->on, &box);
    pool_start(&walk->pool, f.normal, margin);
    walk->pair = pair;
    walk->limit = 0.0;
    walk->offset = f.offset;
    walk->pool.size = max_abs3(sub3(load3(box.max), load3(box.min)));
    walk->pool.margin += CONTACT_ROUNDING * (walk->pool.size + max_abs3(f.deepest));
    carom_surface_visit(&pair->on, &by);
    vec3 on_plane = mad3(f.deepest, f.normal, f.depth);
    carom_contact_pool_witness(&walk->pool, on_plane, f.deepest, ID_WITNESS);
    carom_contact_store(&walk->pool, manifold);
    carom_workspace_give(walk);
    return manifold->count > 0;
}

/* ---- bounded shapes */

typedef struct depth_walk {
    const surface_query *pair;
    double limit;
    uint32_t triangle;
    carom_penetration best;
} depth_walk;

/* Returns minus an upper bound on the depth, so that the deepest come first: the shape leaves
 * the contents of a box when their boxes separate. */
static double depth_key(const void *context, vec3 low, vec3 high) {
    const shape_bound *reach = &((const depth_walk *)context)->pair->reach;
    if (carom_shape_bound_gap(reach, low, high) > 0.0) return DBL_MAX;
    if (reach->kind != BOUND_BOX) return -DBL_MAX;
    vec3 a = sub3(reach->high, low), b = sub3(high, reach->low);
    double most = min2(min2(min2(a.x, b.x), min2(a.y, b.y)), min2(a.z, b.z));
    return -most * (1.0 + DEPTH_KEY_ROUNDING);
}

static void depth_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    depth_walk *walk = context;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > 0.0) return;
    carom_posed_shape part = posed_triangle(at);
    carom_penetration p = carom_pair_penetrate(walk->pair->shape, &part);
    const carom_penetration *best = &walk->best;
    if (!p.overlap ||
        (best->overlap && !comes_before(-p.depth, triangle, -best->depth, walk->triangle)))
        return;
    walk->best = p;
    walk->triangle = triangle;
    walk->limit = -(double)p.depth;
}

vec3 carom_corrected_side(const convex_shape *shape, const carom_triangle *at, vec3 corrected) {
    double height = dot3(corrected, load3(at->v[0]));
    double below = height - dot3(corrected, carom_view_support(shape, neg3(corrected)));
    double above = dot3(corrected, carom_view_support(shape, corrected)) - height;
    return above < below ? neg3(corrected) : corrected;
}

/* Measures the depth along `corrected`, the corrected normal from the surface to the shape: how far
 * the shape extends below the triangle's highest point. */
static CAROM_APART carom_penetration depth_along(const surface_query *pair, const depth_walk *walk,
                                                 vec3 corrected) {
    carom_penetration p = walk->best;
    convex_view view;
    carom_triangle t;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS, &view, &pair->shape->shape);
    if (!carom_view_posed(&view, pair->shape)) {
        give_buffer(buffer);
        return p;
    }
    carom_surface_triangle(&pair->on, walk->triangle, &t);
    vec3 up = carom_corrected_side(&view.shape, &t, corrected);
    double top = -DBL_MAX;
    for (int i = 0; i < 3; i++)
        top = max2(top, dot3(up, load3(t.v[i])));
    vec3 lowest = carom_view_support(&view.shape, neg3(up));
    give_buffer(buffer);
    double depth = top - dot3(up, lowest);
    if (!(depth >= 0.0)) return p;
    p.depth = (carom_real)depth;
    p.normal = store3(neg3(up));
    p.point_a = store3(lowest);
    p.point_b = store3(mad3(lowest, up, depth));
    return p;
}

carom_penetration carom_surface_query_depth(const surface_query *pair) {
    depth_walk walk = {.pair = pair, .limit = DBL_MAX};
    const surface_visitor by = {depth_key, depth_leaf, &walk, &walk.limit, WORKSPACE_TRIANGLES};
    carom_penetration *p = &walk.best;
    if (pair->reach.kind == BOUND_PLANE)
        return carom_surface_query_overlap(pair) ? plane_penetration(pair) : *p;
    carom_surface_visit(&pair->on, &by);
    if (!p->overlap) return *p;
    p->sub_b = subshape_of_triangle(walk.triangle);
    carom_vec3 up = store3(neg3(load3(p->normal)));
    carom_vec3 corrected = carom_surface_contact_normal(&pair->on, walk.triangle, p->point_b, up);
    return equal_vec3(up, corrected) ? *p : depth_along(pair, &walk, load3(corrected));
}

carom_penetration carom_surface_penetration_in(surface_query *storage, const carom_posed_shape *a,
                                               const carom_posed_shape *b) {
    static const carom_penetration none;
    if (!surface_query_starts(storage, a, b)) return none;
    carom_penetration p = carom_surface_query_depth(storage);
    surface_query_end(storage);
    if (!p.overlap) return none;
    p.normal = carom_surface_normal_out(storage, p.normal);
    p.point_a = carom_surface_point_out(storage, p.point_a);
    p.point_b = carom_surface_point_out(storage, p.point_b);
    return p;
}

carom_penetration carom_surface_penetration(const carom_posed_shape *a,
                                            const carom_posed_shape *b) {
    surface_query storage;
    return carom_surface_penetration_in(&storage, a, b);
}
