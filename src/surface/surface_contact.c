/* Contact manifolds of a shape on a surface. Every triangle within the margin gives a touch: its
 * depth, and its normal corrected at internal edges. The deepest touches with different normals
 * define the contact groups: a floor, two walls. For each group the face of the shape that faces it
 * is clipped [Sutherland74] to all triangles below it, and the outline of the rest represents the
 * whole.
 *
 * Normals of touches are stored, so that a group solves no triangle again unless the shape is not
 * over it. Those beyond the store are found and solved again for each group.
 *
 * The touches that count do not depend on the order in which they are found: distinct normals
 * are kept by depth, with ties broken by normal and triangle index. */
#include "surface/surface_contact.h"

#include "core/workspace.h"
#include "pair/pose/convex_view.h"
#include "surface/surface_depth.h"
#include "surface/triangle_clip.h"
#include "pair/pair_contact.h"
#include "pair/pair_penetration.h"
#include "surface/tolerances.h"
#include "mesh/internal_edges.h"

/* Touches whose normals are stored. */
#define CONTACT_TOUCHES 4096
/* Distinct normals kept, the deepest. */
#define CONTACT_SEEDS 32

typedef struct surface_touch {
    uint32_t triangle;
    bool corrected; /* the normal was corrected at an internal edge: it is not one of the triangle
                       alone */
    bool weak;      /* corrected, and no part of the shape is over the triangle */
    vec3 up;        /* from the surface to the shape */
    double depth;
    carom_vec3 normal; /* of the triangle alone, from the shape */
    carom_certainty certainty;
    carom_contact_point deepest; /* deepest point along `normal` */
} surface_touch;

/* What a group asks of a touch that is not weak. */
typedef struct stored_touch {
    carom_vec3 up;
    uint32_t triangle;
    bool corrected;
} stored_touch;

/* A group of touches with about one normal, and its manifold in the making. */
typedef struct contact_group {
    const surface_touch *seed;
    convex_feature facing; /* the side of the shape */
    contact_pool pool;
} contact_group;

typedef struct contact_walk {
    const surface_query *pair;
    const carom_contact_manifold *request;
    double limit, margin, size;
    bool has_view; /* the shape has a convex view */
    convex_view view;
    vec3 buffer[CONVEX_POINTS_LIMIT]; /* of the view */
    convex_feature facing;            /* face of the shape towards -facing_up; a cache */
    vec3 facing_up;
    int touch_count, seed_count;
    stored_touch touches[CONTACT_TOUCHES];
    surface_touch seeds[CONTACT_SEEDS];
    /* Triangles visited in this traversal, whose order is the same each time, and before the first
     * touch that is not stored. */
    uint32_t visited, visits_stored;
    contact_group group;
} contact_walk;
_Static_assert(sizeof(contact_walk) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

/* Returns the face of the shape that faces down. */
static const convex_feature *facing_of(contact_walk *walk, vec3 up) {
    int hint = 0;
    if (!equal3(up, walk->facing_up)) {
        carom_convex_surface_facing(&walk->view.shape, neg3(up), &hint, &walk->facing);
        walk->facing_up = up;
    }
    return &walk->facing;
}

/* ---- touches */

static double contact_key(const void *context, vec3 low, vec3 high) {
    const contact_walk *walk = context;
    return carom_shape_bound_gap(&walk->pair->reach, low, high) <= walk->margin ? 0.0 : DBL_MAX;
}

/* Separating axis test along the triangle's normal: returns true if the shape is beyond the
 * margin on one side of its plane. Any axis is valid, so the rounding of the normal does no
 * harm. */
static bool is_off_plane(const contact_walk *walk, const carom_triangle *at) {
    vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    vec3 n = carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return false;
    double d[3] = {dot3(n, v[0]), dot3(n, v[1]), dot3(n, v[2])};
    vec3 low = carom_view_support(&walk->view.shape, neg3(n));
    vec3 high = carom_view_support(&walk->view.shape, n);
    double below = dot3(n, low) - max2(d[0], max2(d[1], d[2]));
    double above = min2(d[0], min2(d[1], d[2])) - dot3(n, high);
    double size = max_abs3(low) + max_abs3(high) + fabs(d[0]) + walk->size;
    return max2(below, above) > walk->margin + OFF_PLANE_ROUNDING * (size + walk->margin);
}

static int32_t deepest_of_triangle(const contact_walk *walk, const carom_posed_shape *part,
                                   carom_contact_manifold *out) {
    const carom_penetration p = carom_pair_penetrate(walk->pair->shape, part);
    if (!p.overlap) return 0;
    out->normal = p.normal;
    out->certainty = p.certainty;
    out->points[0] =
        (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
    return out->count = 1;
}

/* Returns the manifold of the pair or, where none is made, its deepest points. */
static int32_t contact_of_triangle(const contact_walk *walk, const carom_triangle *at,
                                   carom_contact_manifold *out) {
    const carom_posed_shape part = posed_triangle(at);
    if (out->capacity == 1 && deepest_of_triangle(walk, &part, out)) return 1;
    if (carom_pair_contact(walk->pair->shape, &part, out) > 0) return out->count;
    return deepest_of_triangle(walk, &part, out);
}

/* Measures the depth along the corrected normal. */
static void measure_corrected(contact_walk *walk, const carom_triangle *at, surface_touch *touch) {
    clip_triangle tile;
    touch->corrected = touch->weak = true;
    if (walk->has_view) touch->up = carom_corrected_side(&walk->view.shape, at, touch->up);
    if (!walk->has_view || !carom_clip_triangle(&tile, at, touch->triangle, touch->up)) return;
    double depth = carom_clip_to_triangle(facing_of(walk, touch->up), &tile, NULL);
    touch->weak = !(depth >= -walk->margin);
    if (!touch->weak) touch->depth = depth;
}

static bool touch_of_triangle(contact_walk *walk, uint32_t triangle, const carom_triangle *at,
                              surface_touch *out) {
    carom_contact_manifold found = {.margin = walk->request->margin, .capacity = 1};
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > walk->margin) return false;
    if (walk->has_view && is_off_plane(walk, at)) return false;
    if (contact_of_triangle(walk, at, &found) < 1) return false;
    vec3 up = neg3(load3(found.normal));
    carom_vec3 corrected = carom_surface_contact_normal(&walk->pair->on, triangle,
                                                        found.points[0].point_b, store3(up));
    *out = (surface_touch){.triangle = triangle,
                           .up = load3(corrected),
                           .depth = (double)found.points[0].depth,
                           .normal = found.normal,
                           .certainty = found.certainty,
                           .deepest = found.points[0]};
    if (len2(cross3(out->up, up)) > CORRECTED_LEAN * CORRECTED_LEAN)
        measure_corrected(walk, at, out);
    return true;
}

/* ---- contact groups */

/* Order of touches: weak ones last, then by depth, normal and triangle. */
static bool touch_comes_before(const surface_touch *a, const surface_touch *b) {
    if (a->weak != b->weak) return b->weak;
    if (a->depth != b->depth) return a->depth > b->depth;
    if (a->up.x != b->up.x) return a->up.x < b->up.x;
    if (a->up.y != b->up.y) return a->up.y < b->up.y;
    if (a->up.z != b->up.z) return a->up.z < b->up.z;
    return a->triangle < b->triangle;
}

/* Are two normals the same but for rounding? Those on a grid are compared, so that it is an
 * equivalence, and the seeds do not depend on the order of touches. */
static bool is_same_normal(vec3 a, vec3 b) {
    for (int i = 0; i < 3; i++)
        if (floor(axis3(a, i) * TOUCH_NORMAL_STEPS + 0.5) !=
            floor(axis3(b, i) * TOUCH_NORMAL_STEPS + 0.5))
            return false;
    return true;
}

/* Inserts a touch into the ordered seeds. One touch is kept per normal, and CONTACT_SEEDS in
 * all: a wall of many triangles must not take the places of others. */
static void keep_seed(contact_walk *walk, const surface_touch *touch) {
    surface_touch *seeds = walk->seeds;
    int at = walk->seed_count, same = 0;
    while (same < walk->seed_count && !is_same_normal(seeds[same].up, touch->up))
        same++;
    if (same < walk->seed_count) {
        if (!touch_comes_before(touch, &seeds[same])) return;
        at = same;
    } else if (at < CONTACT_SEEDS)
        walk->seed_count++;
    else if (touch_comes_before(touch, &seeds[at - 1]))
        at--;
    else
        return;
    for (; at > 0 && touch_comes_before(touch, &seeds[at - 1]); at--)
        seeds[at] = seeds[at - 1];
    seeds[at] = *touch;
}

static void touch_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    surface_touch touch;
    const uint32_t visit = walk->visited++;
    if (!touch_of_triangle(walk, triangle, at, &touch)) return;
    keep_seed(walk, &touch);
    if (touch.weak) return;
    if (walk->touch_count < CONTACT_TOUCHES)
        walk->touches[walk->touch_count++] =
            (stored_touch){store3(touch.up), triangle, touch.corrected};
    else if (walk->visits_stored == UINT32_MAX)
        walk->visits_stored = visit;
}

/* Keeps the seeds whose normals differ from those before them, up to `most`; weak ones only when
 * there is no other. */
static void choose_seeds(contact_walk *walk, int most) {
    int count = 0;
    for (int i = 0; i < walk->seed_count && count < most; i++) {
        bool apart = i == 0 || !walk->seeds[i].weak;
        for (int k = 0; k < count && apart; k++)
            apart = dot3(walk->seeds[k].up, walk->seeds[i].up) < SAME_FACING;
        if (apart) walk->seeds[count++] = walk->seeds[i];
    }
    walk->seed_count = count;
}

/* ---- points of one group */

static void add_deepest(contact_group *group, const surface_touch *touch) {
    const carom_contact_point *p = &touch->deepest;
    carom_contact_pool_witness(&group->pool, load3(p->point_a), load3(p->point_b),
                               ID_WITNESS | (touch->triangle & 0x3fffffffu));
}

/* Merges the deepest point; the result does not depend on the order of touches. */
static void merge_deepest(contact_group *group, const surface_touch *touch) {
    const carom_contact_point *deepest = &touch->deepest;
    const manifold_point point =
        pool_witness(&group->pool, load3(deepest->point_a), load3(deepest->point_b),
                     ID_WITNESS | (touch->triangle & 0x3fffffffu));
    carom_contact_pool_merge(&group->pool, &point);
}

/* Adds a touch at an edge or vertex of the surface with its own normal: its own points. */
static void add_edge(const contact_walk *walk, contact_group *group, const carom_triangle *at,
                     const surface_touch *touch) {
    carom_contact_manifold own = {.margin = walk->request->margin, .capacity = CAROM_CONTACT_LIMIT};
    if (equal3(touch->up, group->seed->up)) contact_of_triangle(walk, at, &own);
    for (int32_t i = 0; i < own.count; i++) {
        const carom_contact_point *p = &own.points[i];
        uint32_t id = ID_WITNESS | ((p->id ^ touch->triangle * 0x9e3779b1u) & 0x3fffffffu);
        const manifold_point point = {load3(p->point_a), load3(p->point_b), (double)p->depth, id};
        carom_contact_pool_merge(&group->pool, &point);
    }
    if (own.count == 0) merge_deepest(group, touch);
}

static void gather_stored(contact_walk *walk, const carom_triangle *at, const stored_touch *touch) {
    contact_group *group = &walk->group;
    clip_triangle tile;
    surface_touch whole;
    vec3 up = group->seed->up;
    if (dot3(load3(touch->up), up) < SAME_FACING) return;
    bool is_across = walk->has_view && carom_clip_triangle(&tile, at, touch->triangle, up);
    double depth = -DBL_MAX;
    if (is_across) depth = carom_clip_to_triangle(&group->facing, &tile, &group->pool);
    if (depth < -group->pool.margin && !touch->corrected &&
        touch_of_triangle(walk, touch->triangle, at, &whole))
        add_edge(walk, group, at, &whole);
}

static void gather_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    surface_touch touch;
    if (walk->visited++ < walk->visits_stored || !touch_of_triangle(walk, triangle, at, &touch) ||
        touch.weak)
        return;
    const stored_touch stored = {store3(touch.up), triangle, touch.corrected};
    gather_stored(walk, at, &stored);
}

static void gather(contact_walk *walk) {
    for (int i = 0; i < walk->touch_count; i++) {
        carom_triangle at;
        carom_surface_triangle(&walk->pair->on, walk->touches[i].triangle, &at);
        gather_stored(walk, &at, &walk->touches[i]);
    }
    if (walk->visits_stored == UINT32_MAX) return;
    const surface_visitor by = {contact_key, gather_leaf, walk, &walk->limit, WORKSPACE_TRIANGLES};
    walk->visited = 0;
    carom_surface_visit(&walk->pair->on, &by);
}

static void begin_group(const contact_walk *walk, const surface_touch *seed, contact_group *group) {
    contact_pool *pool = &group->pool;
    int hint = 0;
    group->seed = seed;
    if (walk->has_view)
        carom_convex_surface_facing(&walk->view.shape, neg3(seed->up), &hint, &group->facing);
    pool_start(pool, neg3(seed->up), walk->margin);
    pool->size = walk->size;
    const double coordinate = max_abs3(load3(seed->deepest.point_a));
    pool->margin += CONTACT_ROUNDING * walk->size + POOL_MARGIN_ROUNDING * coordinate;
}

/* Makes the manifold of a seed.
 * @return true if it has points. */
static bool make_manifold(contact_walk *walk, const surface_touch *seed,
                          carom_contact_manifold *out) {
    *out = *walk->request;
    begin_group(walk, seed, &walk->group);
    gather(walk);
    if (!seed->corrected) add_deepest(&walk->group, seed);
    carom_contact_store(&walk->group.pool, out);
    out->certainty = seed->certainty;
    return out->count > 0;
}

/* Fallback: no part of the shape is over the triangles that it touches. */
static void make_last_resort(const contact_walk *walk, carom_contact_manifold *out) {
    const surface_touch *touch = &walk->seeds[0];
    carom_penetration p = carom_surface_query_depth(walk->pair);
    if (!p.overlap) {
        p.normal = touch->normal;
        p.point_a = touch->deepest.point_a;
        p.point_b = touch->deepest.point_b;
        p.depth = touch->deepest.depth;
    }
    out->normal = p.normal;
    out->certainty = touch->certainty;
    out->count = 1;
    out->points[0] = (carom_contact_point){.point_a = p.point_a,
                                           .point_b = p.point_b,
                                           .depth = p.depth,
                                           .id = ID_WITNESS | (touch->triangle & 0x3fffffffu)};
}

static void open_contact_walk(contact_walk *walk, const surface_query *pair,
                              const carom_contact_manifold *request) {
    walk->pair = pair;
    walk->request = request;
    walk->margin = (double)request->margin;
    walk->limit = 0.0;
    walk->view.buffer = walk->buffer;
    walk->has_view = carom_view_posed(&walk->view, pair->shape);
    walk->facing_up = vec(0, 0, 0);
    walk->touch_count = walk->seed_count = 0;
    walk->visited = 0;
    walk->visits_stored = UINT32_MAX;
    walk->size = 0.0;
    if (pair->reach.kind == BOUND_BOX)
        walk->size = max_abs3(sub3(pair->reach.high, pair->reach.low));
}

/* Fills manifolds, the deepest first; manifolds[0] is the request for each.
 * @return their number. */
static int32_t shape_contacts(const surface_query *pair, carom_contact_manifold *manifolds,
                              int32_t capacity) {
    contact_walk *walk = carom_workspace_take(WORKSPACE_SURFACE);
    const carom_contact_manifold request = blank_manifold(manifolds);
    const surface_visitor by = {contact_key, touch_leaf, walk, &walk->limit, WORKSPACE_TRIANGLES};
    open_contact_walk(walk, pair, &request);
    carom_surface_visit(&pair->on, &by);
    choose_seeds(walk, capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT);
    int32_t count = 0;
    if (walk->seed_count > 0 && walk->seeds[0].weak) { /* it is the only one */
        *manifolds = request;
        make_last_resort(walk, manifolds);
        count = 1;
    } else
        for (int i = 0; i < walk->seed_count; i++)
            count += make_manifold(walk, &walk->seeds[i], &manifolds[count]);
    carom_workspace_give(walk);
    return count;
}

/* ---- in the common frame */

/* Names the triangle on which each point of the surface lies. */
static void name_triangles(const surface_query *pair, carom_contact_manifold *manifold) {
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_contact_point *p = &manifold->points[i];
        p->sub_b = subshape_of_triangle(carom_surface_nearest(&pair->on, p->point_b).triangle);
    }
}

static void contact_out(const surface_query *pair, carom_contact_manifold *manifold) {
    manifold->normal = carom_surface_normal_out(pair, manifold->normal);
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_contact_point *p = &manifold->points[i];
        p->point_a = carom_surface_point_out(pair, p->point_a);
        p->point_b = carom_surface_point_out(pair, p->point_b);
    }
}

int32_t carom_surface_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifolds, int32_t capacity) {
    surface_query pair;
    if (!surface_query_starts(&pair, a, b)) return 0;
    int32_t count = pair.reach.kind == BOUND_PLANE ? carom_surface_plane_contact(&pair, manifolds)
                                                   : shape_contacts(&pair, manifolds, capacity);
    for (int32_t i = 0; i < count; i++) {
        name_triangles(&pair, &manifolds[i]);
        contact_out(&pair, &manifolds[i]);
    }
    surface_query_end(&pair);
    return count;
}
