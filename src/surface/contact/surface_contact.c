/* Contact manifolds of a shape on a surface. Every triangle within the margin gives a touch: its
 * depth, and its normal corrected at internal edges. The deepest touches with different normals
 * define the contact groups: a floor, two walls. For each group the face of the shape that faces it
 * is clipped [Sutherland74] to all triangles below it, and the outline of the rest represents the
 * whole.
 *
 * Touches are kept, so that a group solves no triangle again unless the shape is not over it. Those
 * for which there is no room are found and solved again for each group. */
#include "surface/contact/surface_contact.h"

#include "core/workspace.h"
#include "surface/surface_depth.h"
#include "surface/contact/contact_seeds.h"
#include "surface/contact/contact_touches.h"
#include "surface/triangle_clip.h"
#include "surface/tolerances.h"

/* Kept touches for which a polygon inside of their outline pays. */
#define INNER_LEAST 64

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
    int number;     /* of the group and its tries of an inner polygon, from 1 */
    vec3 across[2]; /* axes across the normal, and where the side of the shape is along them */
    double range[2][2];
    vec3 lowest; /* point of the shape */
} contact_group;

typedef struct contact_work {
    contact_walk walk;
    contact_group group;
} contact_work;
_Static_assert(sizeof(contact_work) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

/* An empty manifold as it was asked for. */
static carom_contact_manifold blank_of_walk(const contact_walk *walk) {
    return (carom_contact_manifold){.margin = walk->margin, .capacity = walk->capacity};
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

/* Is a vertex inside of the outline, and the side of the shape over it no deeper than that? */
static bool is_inner(contact_work *work, uint16_t vertex) {
    const contact_group *group = &work->group;
    table_vertex *at = &work->walk.table.vertex[vertex];
    if (at->tested == group->number) return at->is_inner;
    const vec3 v = work->walk.table.at[vertex];
    const double depth = depth_under(&group->over, v);
    at->tested = group->number;
    at->is_inner =
        depth >= -group->pool.margin && depth <= group->most && covers_point(&group->inner, v);
    return at->is_inner;
}

/* Are all points over the triangle of a touch inside of the outline, and no deeper than it? */
static bool is_inside_outline(contact_work *work, const kept_touch *touch) {
    if (work->group.inner.sides == 0) return false;
    const uint16_t *corner = work->walk.table.triangle[touch->entry].corner;
    return is_inner(work, corner[0]) && is_inner(work, corner[1]) && is_inner(work, corner[2]);
}

/* Is the side of the shape beside the triangle? */
static bool is_beside(const contact_group *group, const carom_triangle *at) {
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    for (int i = 0; i < 2; i++) {
        const vec3 n = group->across[i];
        const double d[3] = {dot3(n, v[0]), dot3(n, v[1]), dot3(n, v[2])};
        if (min2(d[0], min2(d[1], d[2])) > group->range[i][1] ||
            max2(d[0], max2(d[1], d[2])) < group->range[i][0])
            return true;
    }
    return false;
}

/* Adds a touch with about the normal of the group. */
static void gather_touch(contact_work *work, uint32_t triangle, const carom_triangle *at,
                         bool corrected) {
    contact_walk *walk = &work->walk;
    contact_group *group = &work->group;
    clip_triangle tile;
    surface_touch whole;
    double depth = -DBL_MAX;
    if (walk->finder.has_view && carom_clip_triangle(&tile, at, triangle, group->seed->up))
        depth = carom_clip_to_triangle(&group->facing, &tile, &group->pool);
    if (depth < -group->pool.margin && !corrected &&
        carom_touch_solve(&walk->finder, triangle, at, &whole))
        add_edge(walk, group, at, &whole);
}

/* Solves the triangle and adds its touch if it has about the normal of the group. */
static void gather_solved(contact_work *work, uint32_t triangle, const carom_triangle *at) {
    surface_touch touch;
    if (!carom_touch_solve(&work->walk.finder, triangle, at, &touch) || touch.weak) return;
    if (dot3(touch.up, work->group.seed->up) >= SAME_FACING)
        gather_touch(work, triangle, at, touch.corrected);
}

static void gather_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_work *work = context;
    contact_walk *walk = &work->walk;
    if (walk->visited++ >= walk->visits_kept && carom_contact_possible(walk, at))
        gather_solved(work, triangle, at);
}

/* Cosine of the normals of a kept touch and the group. */
static double cosine_to_group(const contact_work *work, const kept_touch *touch) {
    return dot3(load3(touch->up), work->group.seed->up);
}

static void load_triangle(const contact_work *work, const kept_touch *touch, carom_triangle *out) {
    if (work->walk.has_table)
        *out = carom_table_triangle(&work->walk.table, touch->entry);
    else
        (void)carom_surface_triangle(&work->walk.pair->on, touch->triangle, out);
}

/* Is the triangle of a touch certainly clipped, as it is not too steep? */
static bool is_across(const contact_work *work, const kept_touch *touch) {
    const vec3 face = work->walk.table.triangle[touch->entry].face;
    return fabs(dot3(face, work->group.seed->up)) > ACROSS_COSINE;
}

/* Adds a touch whose normal was corrected, and which has about the normal of the group. */
static void gather_corrected(contact_work *work, kept_touch *touch) {
    carom_triangle at;
    surface_touch measured;
    if (is_inside_outline(work, touch)) return;
    load_triangle(work, touch, &at);
    if (is_beside(&work->group, &at)) return;
    if (touch->state == TOUCH_OPEN) carom_contact_measure(&work->walk, touch, &at, &measured);
    if (touch->state == TOUCH_CORRECTED) gather_touch(work, touch->triangle, &at, true);
}

/* May a touch that is not solved have about the normal of the group, uncorrected? Not if the depth
 * along all such normals is greater than its own: along n, at a small angle to `up`, the depth is
 * at least dot(n, v - p), where p is the lowest point of the shape along `up` and v a vertex. */
static bool may_be_uncorrected_here(const contact_work *work, const kept_touch *touch) {
    const touch_table *table = &work->walk.table;
    const contact_group *group = &work->group;
    const vec3 up = group->seed->up;
    double least = -DBL_MAX;
    for (int k = 0; k < 3; k++) {
        const vec3 off = sub3(table_position(table, touch->entry, k), group->lowest);
        const double height = dot3(up, off), aside = sqrt(len2(mad3(off, up, -height)));
        least = max2(least, SAME_FACING * height - SAME_FACING_SINE * aside);
    }
    return !(least > carom_table_most(table, touch->entry) + work->walk.finder.slack);
}

static bool may_be_corrected_here(const contact_work *work, const kept_touch *touch) {
    return carom_table_has_normal(&work->walk.table, touch->entry, work->group.seed->up,
                                  SAME_FACING - FACING_DOUBT);
}

/* Is a touch that is not solved weak with each corrected normal that is about that of the group? */
static bool is_weak_here(contact_work *work, const kept_touch *touch, const carom_triangle *at) {
    contact_walk *walk = &work->walk;
    normal_ring ring;
    carom_table_ring(&walk->table, touch->entry, &ring);
    for (int i = 0; i < ring.count; i++) {
        surface_touch corrected = {.triangle = touch->triangle, .corrected = true};
        if (fabs(dot3(ring.face[i], work->group.seed->up)) < SAME_FACING - FACING_DOUBT) continue;
        corrected.up = carom_touch_side(&walk->finder, load3(at->v[0]), ring.face[i]);
        carom_touch_measure(&walk->finder, at, &corrected);
        if (!corrected.weak) return false;
    }
    return ring.count > 0;
}

static void gather_unknown(contact_work *work, kept_touch *touch) {
    const carom_triangle at = carom_table_triangle(&work->walk.table, touch->entry);
    surface_touch solved;
    if (!may_be_uncorrected_here(work, touch) &&
        (is_inside_outline(work, touch) || is_beside(&work->group, &at) ||
         !may_be_corrected_here(work, touch) || is_weak_here(work, touch, &at)))
        return;
    carom_contact_solve(&work->walk, touch, &at, &solved);
    if (touch->state == TOUCH_WEAK || dot3(solved.up, work->group.seed->up) < SAME_FACING) return;
    gather_touch(work, touch->triangle, &at, solved.corrected);
}

/* Adds a touch whose normal was not corrected. */
static void gather_uncorrected(contact_work *work, const kept_touch *touch) {
    carom_triangle at;
    if (is_inside_outline(work, touch) && is_across(work, touch)) return;
    load_triangle(work, touch, &at);
    gather_touch(work, touch->triangle, &at, false);
}

static void gather_kept(contact_work *work, kept_touch *touch) {
    if (touch->state == TOUCH_UNKNOWN) {
        gather_unknown(work, touch);
        return;
    }
    const double cosine = cosine_to_group(work, touch);
    if (touch->state == TOUCH_WEAK || cosine < SAME_FACING - FACING_DOUBT) return;
    const bool is_estimated = touch->state == TOUCH_VERTEX || touch->state == TOUCH_COPY;
    if (is_estimated && cosine < SAME_FACING + FACING_DOUBT) {
        carom_triangle at;
        load_triangle(work, touch, &at);
        gather_solved(work, touch->triangle, &at);
    } else if (cosine >= SAME_FACING) {
        if (touch->state == TOUCH_OPEN || touch->state == TOUCH_CORRECTED)
            gather_corrected(work, touch);
        else
            gather_uncorrected(work, touch);
    }
}

/* The vertices of triangles below the side of the shape that are farthest in eight directions, and
 * their touches. */
typedef struct inner_corners {
    double most[COVER_SIDES];
    vec3 corner[COVER_SIDES];
    kept_touch *of[COVER_SIDES];
} inner_corners;

static void offer_corner(const contact_group *group, inner_corners *inner, vec3 v,
                         kept_touch *touch) {
    const double x = dot3(group->across[0], v), y = dot3(group->across[1], v);
    const double along[COVER_SIDES] = {x, x + y, y, y - x, -x, -x - y, -y, x - y};
    for (int i = 0; i < COVER_SIDES; i++) {
        if (!(along[i] > inner->most[i])) continue;
        if (!covers_point(&group->over, v) ||
            !(depth_under(&group->over, v) >= -group->pool.margin))
            return;
        inner->most[i] = along[i];
        inner->corner[i] = v;
        inner->of[i] = touch;
    }
}

/* Measures the touches of the corners. @return false where one is weak: its corner is not in the
 * pool */
static bool are_corners_in_pool(contact_work *work, const inner_corners *inner) {
    bool all = true;
    for (int i = 0; i < COVER_SIDES; i++) {
        kept_touch *touch = inner->of[i];
        carom_triangle at;
        surface_touch measured;
        if (touch->state == TOUCH_OPEN) {
            load_triangle(work, touch, &at);
            carom_contact_measure(&work->walk, touch, &at, &measured);
        }
        all = all && touch->state != TOUCH_WEAK;
    }
    return all;
}

/* @return false where there is none */
static bool find_corners(contact_work *work, inner_corners *inner) {
    contact_group *group = &work->group;
    contact_walk *walk = &work->walk;
    group->number++;
    for (int i = 0; i < COVER_SIDES; i++)
        inner->most[i] = -DBL_MAX;
    for (int i = 0; i < walk->touch_count; i++) {
        kept_touch *touch = &walk->touches[i];
        const uint16_t *corner = walk->table.triangle[touch->entry].corner;
        if (touch->state == TOUCH_WEAK || touch->state == TOUCH_UNKNOWN ||
            cosine_to_group(work, touch) < SAME_FACING + FACING_DOUBT || !is_across(work, touch))
            continue;
        for (int k = 0; k < 3; k++) {
            table_vertex *vertex = &walk->table.vertex[corner[k]];
            if (vertex->offered == group->number) continue;
            vertex->offered = group->number;
            offer_corner(group, inner, walk->table.at[corner[k]], touch);
        }
    }
    return inner->most[0] > -DBL_MAX;
}

/* Finds the polygon inside of the outline of the kept touches. */
static CAROM_APART void find_inner(contact_work *work) {
    contact_group *group = &work->group;
    inner_corners inner;
    group->inner.sides = 0;
    if (group->over.sides == 0) return;
    do
        if (!find_corners(work, &inner)) return;
    while (!are_corners_in_pool(work, &inner));
    group->most = -DBL_MAX;
    for (int i = 0; i < COVER_SIDES; i++)
        group->most = max2(group->most, depth_under(&group->over, inner.corner[i]));
    carom_cover_sides(&group->inner, inner.corner, COVER_SIDES, group->seed->up,
                      COVER_MARGIN * work->walk.finder.size);
}

static void gather(contact_work *work) {
    contact_walk *walk = &work->walk;
    find_inner(work);
    for (int i = 0; i < walk->touch_count; i++)
        gather_kept(work, &walk->touches[i]);
    if (walk->visits_kept < UINT32_MAX) carom_contact_visit(walk, gather_leaf, work);
}

/* Finds where the side of the shape is across the normal. */
static void find_range(contact_group *group, double slack) {
    group->across[0] = carom_perpendicular(group->seed->up);
    group->across[1] = cross3(group->seed->up, group->across[0]);
    for (int i = 0; i < 2; i++) {
        double *range = group->range[i];
        range[0] = DBL_MAX;
        range[1] = -DBL_MAX;
        for (int k = 0; k < group->facing.count; k++) {
            const double x = dot3(group->across[i], group->facing.points[k]);
            range[0] = min2(range[0], x - slack);
            range[1] = max2(range[1], x + slack);
        }
    }
}

static void begin_group(contact_work *work, const surface_touch *seed) {
    const touch_finder *finder = &work->walk.finder;
    contact_group *group = &work->group;
    contact_pool *pool = &group->pool;
    int hint = 0;
    group->seed = seed;
    group->number++;
    group->over.sides = 0;
    group->facing.count = 0;
    if (finder->has_view) {
        carom_convex_surface_facing(&finder->view.shape, neg3(seed->up), &hint, &group->facing);
        if (work->walk.has_table && work->walk.touch_count >= INNER_LEAST)
            carom_cover_feature(&group->over, &group->facing, seed->up);
    }
    find_range(group, finder->slack);
    if (finder->has_view) group->lowest = carom_view_support(&finder->view.shape, neg3(seed->up));
    pool_start(pool, neg3(seed->up), finder->margin);
    pool->size = finder->size;
    const double coordinate = max_abs3(load3(seed->deepest.point_a));
    pool->margin += CONTACT_ROUNDING * finder->size + POOL_MARGIN_ROUNDING * coordinate;
}

/* Makes the manifold of a seed.
 * @return true if it has points. */
static CAROM_APART bool make_manifold(contact_work *work, const surface_touch *seed,
                                      carom_contact_manifold *out) {
    *out = blank_of_walk(&work->walk);
    begin_group(work, seed);
    gather(work);
    if (!seed->corrected) add_deepest(&work->group, seed);
    carom_contact_store(&work->group.pool, out);
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

/* Fills manifolds, the deepest first; manifolds[0] is the request for each.
 * @return their number. */
static int32_t shape_contacts(const surface_query *pair, carom_contact_manifold *manifolds,
                              int32_t capacity) {
    contact_work *work = carom_workspace_take(WORKSPACE_SURFACE);
    contact_walk *walk = &work->walk;
    work->group.number = 0;
    carom_contact_find(walk, pair, manifolds);
    carom_seeds_choose(walk, capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT);
    int32_t count = 0;
    if (walk->seed_count > 0 && walk->seeds[0].weak) { /* it is the only one */
        make_last_resort(walk, manifolds);
        count = 1;
    } else
        for (int i = 0; i < walk->seed_count; i++)
            count += make_manifold(work, &walk->seeds[i], &manifolds[count]);
    carom_workspace_give(work);
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
