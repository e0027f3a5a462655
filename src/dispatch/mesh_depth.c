/* How deep a shape is in a mesh or height field: that of the triangle in which it is deepest, for a
 * surface has no inside. Where the normal was one that only a triangle taken alone has, the depth
 * is measured again along the one that the surface has. What is flat and endless leaves all of the
 * surface on one side. */
#include "dispatch/mesh_depth.h"

#include "dispatch/convex_view.h"

/* ---- planes and half-spaces */

/* B leaves A. */
static carom_penetration depth_of_flat(const surface_pair *pair) {
    const shape_reach *flat = &pair->reach;
    vec3 n = flat->direction;
    vec3 low = carom_surface_support(&pair->on, neg3(n)),
         high = carom_surface_support(&pair->on, n);
    double below = flat->offset - dot3(n, low), above = dot3(n, high) - flat->offset;
    bool up = flat->solid || below <= above;
    double depth = max2(up ? below : above, 0.0);
    vec3 normal = up ? n : neg3(n), on_surface = up ? low : high;
    return (carom_penetration){true,
                               (carom_real)depth,
                               store3(normal),
                               store3(mad3(on_surface, normal, depth)),
                               store3(on_surface),
                               CAROM_EXACT};
}

/* ---- bounded shapes */

typedef struct depth_walk {
    const surface_pair *pair;
    double limit;
    uint32_t triangle;
    carom_penetration best;
} depth_walk;

/* Depths with their sign reversed, so that the greatest come first: what is in a box is left by the
 * shape when their boxes part. */
static double depth_key(const void *context, vec3 low, vec3 high) {
    const shape_reach *reach = &((const depth_walk *)context)->pair->reach;
    if (carom_reach_gap(reach, low, high) > 0.0) return DBL_MAX;
    if (reach->kind != REACH_BOX) return -DBL_MAX;
    vec3 a = sub3(reach->high, low), b = sub3(high, reach->low);
    double most = min2(min2(min2(a.x, b.x), min2(a.y, b.y)), min2(a.z, b.z));
    return -most * (1.0 + 1e-6);
}

static void depth_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    depth_walk *walk = context;
    carom_posed_shape part = posed_triangle(at);
    carom_penetration p = carom_penetrate_posed(walk->pair->shape, &part);
    const carom_penetration *best = &walk->best;
    if (!p.overlap ||
        (best->overlap && !comes_before(-p.depth, triangle, -best->depth, walk->triangle)))
        return;
    walk->best = p;
    walk->triangle = triangle;
    walk->limit = -(double)p.depth;
}

static bool same_vector(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Along the normal `up`, from the surface to the shape: how far the shape reaches below the
 * triangle's highest point. */
static carom_penetration depth_along(const surface_pair *pair, const depth_walk *walk, vec3 up) {
    carom_penetration p = walk->best;
    convex_view view;
    carom_triangle t;
    if (!carom_view_posed(&view, pair->shape)) return p;
    carom_surface_triangle(&pair->on, walk->triangle, &t);
    double top = -DBL_MAX;
    for (int i = 0; i < 3; i++)
        top = max2(top, dot3(up, load3(t.v[i])));
    vec3 lowest = carom_view_support(&view.shape, neg3(up));
    double depth = top - dot3(up, lowest);
    if (!(depth >= 0.0)) return p;
    p.depth = (carom_real)depth;
    p.normal = store3(neg3(up));
    p.point_a = store3(lowest);
    p.point_b = store3(mad3(lowest, up, depth));
    return p;
}

carom_penetration carom_shape_depth(const surface_pair *pair) {
    depth_walk walk = {.pair = pair, .limit = DBL_MAX};
    const surface_visitor by = {depth_key, depth_leaf, &walk, &walk.limit};
    carom_penetration *p = &walk.best;
    if (pair->reach.kind == REACH_FLAT) return carom_shape_meets(pair) ? depth_of_flat(pair) : *p;
    carom_surface_visit(&pair->on, &by);
    if (!p->overlap) return *p;
    carom_vec3 up = store3(neg3(load3(p->normal)));
    carom_vec3 freed = carom_surface_contact_normal(&pair->on, walk.triangle, p->point_b, up);
    return same_vector(up, freed) ? *p : depth_along(pair, &walk, load3(freed));
}

carom_penetration carom_surface_penetration(const carom_posed_shape *a,
                                            const carom_posed_shape *b) {
    static const carom_penetration none;
    surface_pair pair;
    if (is_surface_kind(a->shape.kind)) return carom_both_penetration(a, b);
    if (!carom_open_surface_pair(&pair, a, b)) return none;
    carom_penetration p = carom_shape_depth(&pair);
    if (!p.overlap) return none;
    p.normal = carom_surface_normal_out(&pair, p.normal);
    p.point_a = carom_surface_point_out(&pair, p.point_a);
    p.point_b = carom_surface_point_out(&pair, p.point_b);
    return p;
}

/* ---- manifolds */

typedef struct contact_walk {
    const surface_pair *pair;
    double limit, margin;
    uint32_t triangle;
    carom_contact_manifold best, blank;
} contact_walk;

static double contact_key(const void *context, vec3 low, vec3 high) {
    const contact_walk *walk = context;
    return carom_reach_gap(&walk->pair->reach, low, high) <= walk->margin ? 0.0 : DBL_MAX;
}

/* Where no manifold is made of the pair, its deepest points. */
static int32_t contact_of_triangle(const contact_walk *walk, const carom_posed_shape *part,
                                   carom_contact_manifold *out) {
    *out = walk->blank;
    if (carom_contact_posed(walk->pair->shape, part, out) > 0) return out->count;
    carom_penetration p = carom_penetrate_posed(walk->pair->shape, part);
    if (!p.overlap) return 0;
    out->normal = p.normal;
    out->certainty = p.certainty;
    out->points[0] =
        (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
    return out->count = 1;
}

static void contact_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    carom_posed_shape part = posed_triangle(at);
    carom_contact_manifold found;
    if (contact_of_triangle(walk, &part, &found) < 1) return;
    carom_real depth = found.points[0].depth, best = walk->best.points[0].depth;
    if (walk->best.count > 0 && !comes_before(-depth, triangle, -best, walk->triangle)) return;
    walk->best = found;
    walk->triangle = triangle;
}

/* The deepest point alone, along the normal that the surface has. */
static void contact_along(contact_walk *walk, carom_vec3 freed) {
    const carom_contact_point *deepest = &walk->best.points[0];
    depth_walk at = {.pair = walk->pair, .triangle = walk->triangle};
    at.best = (carom_penetration){true,
                                  deepest->depth,
                                  walk->best.normal,
                                  deepest->point_a,
                                  deepest->point_b,
                                  walk->best.certainty};
    carom_penetration p = depth_along(walk->pair, &at, load3(freed));
    walk->best.normal = p.normal;
    walk->best.count = 1;
    walk->best.points[0] = (carom_contact_point){p.point_a, p.point_b, p.depth, deepest->id};
}

static void contact_of_shape(const surface_pair *pair, carom_contact_manifold *manifold) {
    contact_walk walk = {.pair = pair, .margin = (double)manifold->margin, .blank = *manifold};
    const surface_visitor by = {contact_key, contact_leaf, &walk, &walk.limit};
    walk.best = *manifold;
    carom_surface_visit(&pair->on, &by);
    if (walk.best.count > 0) {
        carom_vec3 up = store3(neg3(load3(walk.best.normal)));
        carom_vec3 freed =
            carom_surface_contact_normal(&pair->on, walk.triangle, walk.best.points[0].point_b, up);
        if (!same_vector(up, freed)) contact_along(&walk, freed);
    }
    *manifold = walk.best;
}

static void contact_out(const surface_pair *pair, carom_contact_manifold *manifold) {
    manifold->normal = carom_surface_normal_out(pair, manifold->normal);
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_contact_point *p = &manifold->points[i];
        p->point_a = carom_surface_point_out(pair, p->point_a);
        p->point_b = carom_surface_point_out(pair, p->point_b);
    }
}

int32_t carom_surface_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold) {
    surface_pair pair;
    manifold->count = 0;
    manifold->certainty = CAROM_EXACT;
    manifold->normal = (carom_vec3){0, 0, 0};
    if (is_surface_kind(a->shape.kind)) {
        carom_penetration p = carom_both_penetration(a, b);
        if (!p.overlap) return 0;
        manifold->normal = p.normal;
        manifold->certainty = p.certainty;
        manifold->points[0] =
            (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
        return manifold->count = 1;
    }
    if (!carom_open_surface_pair(&pair, a, b)) return 0;
    contact_of_shape(&pair, manifold);
    if (manifold->count > 0) contact_out(&pair, manifold);
    return manifold->count;
}
