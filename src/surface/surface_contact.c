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
#include "surface/surface_depth.h"
#include "surface/surface_touch.h"
#include "surface/triangle_clip.h"
#include "surface/tolerances.h"

/* Touches whose normals are stored. */
#define CONTACT_TOUCHES 8192
/* Distinct normals kept, the deepest. */
#define CONTACT_SEEDS 32
/* Stored touches for which a polygon inside of their outline pays. */
#define INNER_LEAST 64

/* What a group asks of the touches that are not weak. */
typedef struct stored_touches {
    int count;
    float up[CONTACT_TOUCHES][3]; /* rounded */
    uint32_t triangle[CONTACT_TOUCHES];
    bool corrected[CONTACT_TOUCHES];
} stored_touches;

/* A group of touches with about one normal, and its manifold in the making. */
typedef struct contact_group {
    const surface_touch *seed;
    convex_feature facing; /* the side of the shape */
    contact_pool pool;
    /* That side over the surface; and the polygon of vertices of triangles that it is over, which
     * will be in the pool: points inside are not in the outline. `most`: the greatest depth there.
     */
    face_cover over, inner;
    double most;
} contact_group;

typedef struct contact_walk {
    const surface_query *pair;
    carom_real margin; /* of the request, and its capacity */
    int32_t capacity;
    double limit;
    touch_finder finder;
    bool probed; /* by probe_middle */
    int seed_count;
    stored_touches touches;
    surface_touch seeds[CONTACT_SEEDS];
    /* Triangles visited in this traversal, whose order is the same each time, and before the first
     * touch that is not stored. */
    uint32_t visited, visits_stored;
    contact_group group;
} contact_walk;
_Static_assert(sizeof(contact_walk) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

/* An empty manifold as it was asked for. */
static carom_contact_manifold blank_of_walk(const contact_walk *walk) {
    return (carom_contact_manifold){.margin = walk->margin, .capacity = walk->capacity};
}

/* ---- touches */

static double contact_key(const void *context, vec3 low, vec3 high) {
    const contact_walk *walk = context;
    return carom_shape_bound_gap(&walk->pair->reach, low, high) <= walk->finder.margin ? 0.0
                                                                                       : DBL_MAX;
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

/* Is an estimated normal so near to the border of its cell that the true one may be in another? */
static bool is_between_normals(vec3 up) {
    for (int i = 0; i < 3; i++) {
        const double step = axis3(up, i) * TOUCH_NORMAL_STEPS + 0.5;
        if (fabs(step - floor(step + 0.5)) < TOUCH_NORMAL_DOUBT) return true;
    }
    return false;
}

/* Does an estimated touch certainly come after a seed? */
static bool is_certainly_after(const contact_walk *walk, const surface_touch *touch,
                               const surface_touch *seed) {
    if (touch->weak != seed->weak) return touch->weak;
    return touch->depth + walk->finder.slack < seed->depth;
}

/* May keep_seed insert an estimated touch? Weak ones count only while there is no other. */
static bool may_be_seed(const contact_walk *walk, const surface_touch *touch) {
    const surface_touch *seeds = walk->seeds;
    const int count = walk->seed_count;
    if (touch->weak && count > 0 && !seeds[0].weak) return false;
    if (count == CONTACT_SEEDS && is_certainly_after(walk, touch, &seeds[count - 1])) return false;
    if (!touch->corrected && is_between_normals(touch->up)) return true;
    for (int i = 0; i < count; i++)
        if (is_same_normal(seeds[i].up, touch->up))
            return !is_certainly_after(walk, touch, &seeds[i]);
    return true;
}

/* While all seeds are weak, every weak touch may be one: the triangle nearest to the middle of the
 * shape mostly ends that. It touches if any does, and when its turn comes, it is a seed already. */
static void probe_middle(contact_walk *walk) {
    const surface_query *pair = walk->pair;
    const shape_bound *reach = &pair->reach;
    const vec3 middle = mad3(reach->low, sub3(reach->high, reach->low), 0.5);
    carom_triangle at;
    surface_touch touch;
    walk->probed = true;
    if (!finite3(middle) || (walk->seed_count > 0 && !walk->seeds[0].weak)) return;
    const uint32_t triangle = carom_surface_nearest(&pair->on, store3(middle)).triangle;
    if (triangle < carom_surface_count(&pair->on) &&
        carom_surface_triangle(&pair->on, triangle, &at) &&
        carom_touch_possible(&walk->finder, &at) &&
        carom_touch_solve(&walk->finder, triangle, &at, &touch))
        keep_seed(walk, &touch);
}

/* The touch of a triangle, which becomes a seed if it is one of the deepest. An estimated touch
 * whose place among the seeds is certain stays one. */
static bool find_touch(contact_walk *walk, uint32_t triangle, const carom_triangle *at,
                       surface_touch *touch) {
    touch_finder *finder = &walk->finder;
    if (finder->solved == TOUCHES_SOLVED && !walk->probed) probe_middle(walk);
    const bool is_weak_enough = walk->seed_count > 0 && !walk->seeds[0].weak;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > finder->margin) return false;
    if (carom_touch_estimate(finder, triangle, at, is_weak_enough, touch)) {
        if (!may_be_seed(walk, touch)) return true;
        if (touch->bounded) carom_touch_measure(finder, at, touch);
        if (touch->corrected && !touch->weak) {
            keep_seed(walk, touch);
            return true;
        }
    } else if (carom_touch_off_plane(finder, at))
        return false;
    if (!carom_touch_solve(finder, triangle, at, touch)) return false;
    keep_seed(walk, touch);
    return true;
}

static void touch_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    stored_touches *stored = &walk->touches;
    surface_touch touch;
    const uint32_t visit = walk->visited++;
    if (!find_touch(walk, triangle, at, &touch) || touch.weak) return;
    if (stored->count == CONTACT_TOUCHES) {
        if (walk->visits_stored == UINT32_MAX) walk->visits_stored = visit;
        return;
    }
    const int i = stored->count++;
    stored->up[i][0] = (float)touch.up.x;
    stored->up[i][1] = (float)touch.up.y;
    stored->up[i][2] = (float)touch.up.z;
    stored->triangle[i] = triangle;
    stored->corrected[i] = touch.corrected;
}

/* Solves a seed that is estimated. */
static void solve_seed(contact_walk *walk, surface_touch *seed) {
    carom_triangle at;
    surface_touch solved;
    if (!seed->estimated) return;
    carom_surface_triangle(&walk->pair->on, seed->triangle, &at);
    if (!carom_touch_solve(&walk->finder, seed->triangle, &at, &solved)) return;
    seed->normal = solved.normal;
    seed->certainty = solved.certainty;
    seed->deepest = solved.deepest;
    seed->estimated = false;
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
    for (int i = 0; i < count; i++)
        solve_seed(walk, &walk->seeds[i]);
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
static void add_edge(contact_walk *walk, contact_group *group, const carom_triangle *at,
                     const surface_touch *touch) {
    carom_contact_manifold *own = &walk->finder.found;
    *own = (carom_contact_manifold){.margin = walk->margin, .capacity = CAROM_CONTACT_LIMIT};
    if (equal3(touch->up, group->seed->up)) carom_touch_points(&walk->finder, at, own);
    for (int32_t i = 0; i < own->count; i++) {
        const carom_contact_point *p = &own->points[i];
        uint32_t id = ID_WITNESS | ((p->id ^ touch->triangle * 0x9e3779b1u) & 0x3fffffffu);
        const manifold_point point = {load3(p->point_a), load3(p->point_b), (double)p->depth, id};
        carom_contact_pool_merge(&group->pool, &point);
    }
    if (own->count == 0) merge_deepest(group, touch);
}

/* Are all points over the triangle inside of the outline, and no deeper than it? */
static bool is_inside_outline(const contact_group *group, const clip_triangle *tile) {
    if (group->inner.sides == 0 || !covers_triangle(&group->inner, tile->v)) return false;
    const double depth = depth_under_triangle(&group->over, tile->v);
    return depth >= -group->pool.margin && depth <= group->most;
}

/* Adds a touch with about the normal of the group. */
static void gather_touch(contact_walk *walk, uint32_t triangle, const carom_triangle *at,
                         bool corrected) {
    contact_group *group = &walk->group;
    clip_triangle tile;
    surface_touch whole;
    bool is_across =
        walk->finder.has_view && carom_clip_triangle(&tile, at, triangle, group->seed->up);
    double depth = -DBL_MAX;
    if (is_across && is_inside_outline(group, &tile)) return;
    if (is_across) depth = carom_clip_to_triangle(&group->facing, &tile, &group->pool);
    if (depth < -group->pool.margin && !corrected &&
        carom_touch_solve(&walk->finder, triangle, at, &whole))
        add_edge(walk, group, at, &whole);
}

/* Solves the triangle and adds its touch if it has about the normal of the group. */
static void gather_solved(contact_walk *walk, uint32_t triangle, const carom_triangle *at) {
    surface_touch touch;
    if (!carom_touch_solve(&walk->finder, triangle, at, &touch) || touch.weak) return;
    if (dot3(touch.up, walk->group.seed->up) >= SAME_FACING)
        gather_touch(walk, triangle, at, touch.corrected);
}

static void gather_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    if (walk->visited++ >= walk->visits_stored && carom_touch_possible(&walk->finder, at))
        gather_solved(walk, triangle, at);
}

/* Cosine of the normals of a stored touch and the group. */
static double cosine_to_group(const contact_walk *walk, int i) {
    const float *up = walk->touches.up[i];
    return dot3(vec((double)up[0], (double)up[1], (double)up[2]), walk->group.seed->up);
}

static void gather_stored(contact_walk *walk, int i) {
    const stored_touches *stored = &walk->touches;
    const uint32_t triangle = stored->triangle[i];
    const double cosine = cosine_to_group(walk, i);
    carom_triangle at;
    if (cosine < SAME_FACING - FACING_DOUBT) return;
    carom_surface_triangle(&walk->pair->on, triangle, &at);
    if (cosine < SAME_FACING + FACING_DOUBT)
        gather_solved(walk, triangle, &at);
    else
        gather_touch(walk, triangle, &at, stored->corrected[i]);
}

/* The vertices of triangles below the side of the shape that are farthest in eight directions. */
typedef struct inner_corners {
    vec3 x, y; /* axes across the normal */
    double most[COVER_SIDES];
    vec3 corner[COVER_SIDES];
} inner_corners;

static void offer_corner(const contact_group *group, inner_corners *inner, vec3 v) {
    const double x = dot3(inner->x, v), y = dot3(inner->y, v);
    const double along[COVER_SIDES] = {x, x + y, y, y - x, -x, -x - y, -y, x - y};
    for (int i = 0; i < COVER_SIDES; i++) {
        if (!(along[i] > inner->most[i])) continue;
        if (!covers_point(&group->over, v) ||
            !(depth_under(&group->over, v) >= -group->pool.margin))
            return;
        inner->most[i] = along[i];
        inner->corner[i] = v;
    }
}

/* Finds the polygon inside of the outline of the stored touches. */
static CAROM_APART void find_inner(contact_walk *walk) {
    contact_group *group = &walk->group;
    const stored_touches *stored = &walk->touches;
    inner_corners inner = {.x = carom_perpendicular(group->seed->up)};
    inner.y = cross3(group->seed->up, inner.x);
    group->inner.sides = 0;
    if (group->over.sides == 0) return;
    for (int i = 0; i < COVER_SIDES; i++)
        inner.most[i] = -DBL_MAX;
    for (int i = 0; i < stored->count; i++) {
        carom_triangle at;
        clip_triangle tile;
        if (cosine_to_group(walk, i) < SAME_FACING + FACING_DOUBT) continue;
        carom_surface_triangle(&walk->pair->on, stored->triangle[i], &at);
        if (!carom_clip_triangle(&tile, &at, stored->triangle[i], group->seed->up)) continue;
        for (int k = 0; k < 3; k++)
            offer_corner(group, &inner, tile.v[k]);
    }
    if (inner.most[0] == -DBL_MAX) return;
    group->most = -DBL_MAX;
    for (int i = 0; i < COVER_SIDES; i++)
        group->most = max2(group->most, depth_under(&group->over, inner.corner[i]));
    carom_cover_sides(&group->inner, inner.corner, COVER_SIDES, group->seed->up,
                      COVER_MARGIN * walk->finder.size);
}

static void gather(contact_walk *walk) {
    find_inner(walk);
    for (int i = 0; i < walk->touches.count; i++)
        gather_stored(walk, i);
    if (walk->visits_stored == UINT32_MAX) return;
    const surface_visitor by = {contact_key, gather_leaf, walk, &walk->limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    walk->visited = 0;
    carom_surface_visit(&walk->pair->on, &by);
}

static void begin_group(const contact_walk *walk, const surface_touch *seed, contact_group *group) {
    contact_pool *pool = &group->pool;
    int hint = 0;
    group->seed = seed;
    group->over.sides = 0;
    if (walk->finder.has_view) {
        carom_convex_surface_facing(&walk->finder.view.shape, neg3(seed->up), &hint,
                                    &group->facing);
        if (walk->touches.count >= INNER_LEAST)
            carom_cover_feature(&group->over, &group->facing, seed->up);
    }
    pool_start(pool, neg3(seed->up), walk->finder.margin);
    pool->size = walk->finder.size;
    const double coordinate = max_abs3(load3(seed->deepest.point_a));
    pool->margin += CONTACT_ROUNDING * walk->finder.size + POOL_MARGIN_ROUNDING * coordinate;
}

/* Makes the manifold of a seed.
 * @return true if it has points. */
static CAROM_APART bool make_manifold(contact_walk *walk, const surface_touch *seed,
                                      carom_contact_manifold *out) {
    *out = blank_of_walk(walk);
    begin_group(walk, seed, &walk->group);
    gather(walk);
    if (!seed->corrected) add_deepest(&walk->group, seed);
    carom_contact_store(&walk->group.pool, out);
    out->certainty = seed->certainty;
    return out->count > 0;
}

/* Fallback: no part of the shape is over the triangles that it touches. */
static CAROM_APART void make_last_resort(const contact_walk *walk, carom_contact_manifold *out) {
    const surface_touch *touch = &walk->seeds[0];
    carom_penetration p = carom_surface_query_depth(walk->pair);
    if (!p.overlap) {
        p.normal = touch->normal;
        p.point_a = touch->deepest.point_a;
        p.point_b = touch->deepest.point_b;
        p.depth = touch->deepest.depth;
    }
    *out = blank_of_walk(walk);
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
    walk->margin = request->margin;
    walk->capacity = request->capacity;
    walk->limit = 0.0;
    walk->touches.count = walk->seed_count = 0;
    walk->probed = false;
    walk->visited = 0;
    walk->visits_stored = UINT32_MAX;
    carom_touch_start(&walk->finder, pair, (double)request->margin);
}

/* Fills manifolds, the deepest first; manifolds[0] is the request for each.
 * @return their number. */
static int32_t shape_contacts(const surface_query *pair, carom_contact_manifold *manifolds,
                              int32_t capacity) {
    contact_walk *walk = carom_workspace_take(WORKSPACE_SURFACE);
    const surface_visitor by = {contact_key, touch_leaf, walk, &walk->limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    open_contact_walk(walk, pair, manifolds);
    carom_surface_visit(&pair->on, &by);
    choose_seeds(walk, capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT);
    int32_t count = 0;
    if (walk->seed_count > 0 && walk->seeds[0].weak) { /* it is the only one */
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
    surface_query *pair = carom_workspace_take(WORKSPACE_SURFACE_PAIR);
    int32_t count = 0;
    if (surface_query_starts(pair, a, b))
        count = pair->reach.kind == BOUND_PLANE ? carom_surface_plane_contact(pair, manifolds)
                                                : shape_contacts(pair, manifolds, capacity);
    for (int32_t i = 0; i < count; i++) {
        name_triangles(pair, &manifolds[i]);
        contact_out(pair, &manifolds[i]);
    }
    surface_query_end(pair);
    carom_workspace_give(pair);
    return count;
}
