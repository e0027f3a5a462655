/* Contact manifolds of two surfaces (own method): one manifold per contact patch. Every triangle of
 * one surface is clipped [Sutherland74] against those of the other above or below it; of two
 * triangles the one across the normal clips. Points deeper than the solids are belong to another
 * side of them and do not count. The frame is that of B.
 *
 * The patch nearest to the deepest point of the solids whose normal agrees with the separating
 * direction of that point uses this direction. Any other patch uses the separating direction of
 * the deepest point found along its own normal. Where the surfaces only touch, the depth of the
 * solids does not matter: an object in a closed buffer is inside it. */
#include "surface/pair/surface_pair_contact.h"

#include "core/workspace.h"
#include "math/pose.h"
#include "surface/pair/surface_pair_patch.h"
#include "surface/pair/surface_pair_queries.h"
#include "surface/triangle_clip.h"
#include "math/boxes.h"
#include "surface/pair/tolerances.h"

/* With more patches than this, the further ones are not stored, and near patches at their rims
 * are kept. */
#define STORED_PATCHES 32

typedef struct surface_pair_contact {
    surface_pair_frame pair;
    carom_contact_manifold request, found; /* blank; of a patch */
    carom_penetration depth;
    vec3 deepest[2]; /* deepest points of A and of B, in the frame of B */
    double margin, most;
    double limit;  /* upper bound on the depth of patches */
    bool on_field; /* one is a height field, which has only one side along a patch's normal */
    bool crosses;  /* the solids cross in some patch */
    contact_pool pool;
    vec3 region[2];
    int patch_count;
    contact_patch stored[STORED_PATCHES];
    contact_pieces pieces;
} surface_pair_contact;
_Static_assert(sizeof(surface_pair_contact) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

/* ---- points of one patch */

static convex_feature feature_of_triangle(const carom_triangle *at) {
    convex_feature out;
    out.count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        out.points[i] = load3(at->v[i]);
        out.id[i] = i;
    }
    return out;
}

static void name_pair_corners(const surface_pair_triangles *two, bool of_a, contact_names *out) {
    for (int i = 0; i < 3; i++) {
        out->corner[i] = carom_contact_name(two->own[of_a ? 1 : 0].v[i]);
        out->tile[i] = carom_contact_name(two->own[of_a ? 0 : 1].v[i]);
    }
}

static void gather_pair(void *context, const surface_pair_triangles *two) {
    surface_pair_contact *walk = context;
    vec3 n = walk->pool.normal;
    clip_triangle tile;
    contact_names names;
    bool of_a = !carom_clip_triangle(&tile, &two->own[1], two->triangle[1], neg3(n));
    if (of_a && !carom_clip_triangle(&tile, &two->at, two->triangle[0], n)) return;
    convex_feature *other = carom_workspace_take(WORKSPACE_MANIFOLD);
    *other = feature_of_triangle(of_a ? &two->own[1] : &two->at);
    name_pair_corners(two, of_a, &names);
    tile.names = &names;
    tile.most = walk->most;
    tile.of_a = of_a;
    tile.region = walk->region;
    carom_clip_to_triangle(other, &tile, &walk->pool);
    carom_workspace_give(other);
}

/* Gathers the points along the normal that are no deeper than `most`. */
static void gather_along(surface_pair_contact *walk, vec3 normal, double most) {
    contact_pool *pool = &walk->pool;
    double rounding = GATHER_ROUNDING * walk->pair.size;
    pool_start(pool, normal, walk->margin + rounding);
    pool->size = walk->pair.size;
    walk->most = most + rounding;
    surface_pair_query query = {
        .reach = {scale3(normal, walk->margin + rounding), scale3(normal, -walk->most)},
        .region = {walk->region[0], walk->region[1]},
        .visit = gather_pair,
        .context = walk};
    carom_surface_pair_visit(&walk->pair, &query);
}

static void finish_manifold(surface_pair_contact *walk, carom_contact_manifold *out) {
    const surface_pair_frame *pair = &walk->pair;
    const carom_pose into_a = carom_pose_inverse(pair->to_b);
    carom_vec3 normal = store3(walk->pool.normal);
    *out = walk->request;
    carom_contact_store(&walk->pool, out);
    normal = carom_posed_vector(pair->b->pose, normal);
    out->normal = carom_pose_is_translation(pair->b->pose)
                      ? normal
                      : store3(carom_normalize_or(load3(normal), vec(0, 0, 1)));
    for (int32_t i = 0; i < out->count; i++) {
        carom_contact_point *q = &out->points[i];
        const carom_vec3 own = carom_posed_point(into_a, q->point_a);
        q->sub_a = subshape_of_triangle(carom_surface_nearest(&pair->first, own).triangle);
        q->sub_b = subshape_of_triangle(carom_surface_nearest(&pair->second, q->point_b).triangle);
        q->point_a = carom_posed_point(pair->b->pose, q->point_a);
        q->point_b = carom_posed_point(pair->b->pose, q->point_b);
    }
}

/* Makes one manifold of the whole surfaces along the separating direction of the deepest point. */
static void make_whole(surface_pair_contact *walk, carom_contact_manifold *out) {
    const carom_penetration *p = &walk->depth;
    walk->region[0] = vec(-DBL_MAX, -DBL_MAX, -DBL_MAX);
    walk->region[1] = neg3(walk->region[0]);
    gather_along(walk, load3(carom_posed_vector(walk->pair.back, p->normal)),
                 max2((double)p->depth, 0.0) * DEEPEST_SHARE);
    carom_contact_pool_witness(&walk->pool, walk->deepest[0], walk->deepest[1], ID_WITNESS);
    finish_manifold(walk, out);
    out->normal = p->normal;
    out->certainty = p->certainty;
}

/* Returns the direction from the patch's deepest point on either surface to the nearest point of
 * the other, or the patch's own normal when that direction deviates too far. */
static vec3 separation_of_deepest(const surface_pair_contact *walk) {
    const contact_pool *pool = &walk->pool;
    const surface_pair_frame *pair = &walk->pair;
    vec3 best = pool->normal;
    double most = pair->rounding, deepest = -DBL_MAX;
    int at = -1;
    for (int i = 0; i < pool->count; i++) {
        if (!(pool->points[i].depth > deepest)) continue;
        deepest = pool->points[i].depth;
        at = i;
    }
    if (at < 0 || !(deepest > most)) return best;
    for (int side = 0; side < 2; side++) {
        carom_pose into = side ? carom_pose_inverse(pair->to_b) : carom_pose_identity();
        carom_pose out = side ? pair->to_b : carom_pose_identity();
        vec3 p = side ? pool->points[at].point_b : pool->points[at].point_a;
        carom_vec3 own = carom_posed_point(into, store3(p));
        vec3 q = load3(carom_surface_nearest(side ? &pair->first : &pair->second, own).at.point_b);
        vec3 separation = sub3(p, load3(carom_posed_point(out, store3(q))));
        if (side) separation = neg3(separation);
        double length = carom_length(separation);
        vec3 n = carom_normalize_or(separation, vec(0, 0, 0));
        if (!(length > most * (1.0 + LONGER_LEAST)) || dot3(n, pool->normal) < SEPARATION_FACING)
            continue;
        most = length;
        best = n;
    }
    return best;
}

/* ---- patches */

/* Sets the region around the patch: `most` along its normal, and at most half its width beside
 * it. */
static void set_region(surface_pair_contact *walk, const contact_patch *patch, double most) {
    double beside = min2(most, 0.5 * max_abs3(sub3(patch->box[1], patch->box[0])));
    beside += walk->margin + walk->pair.rounding + SAME_POINT * walk->pair.size;
    vec3 n = patch->normal;
    vec3 more =
        vec(fabs(n.x) * most + beside, fabs(n.y) * most + beside, fabs(n.z) * most + beside);
    walk->region[0] = sub3(patch->box[0], more);
    walk->region[1] = add3(patch->box[1], more);
}

static void make_patch(surface_pair_contact *walk, const contact_patch *patch, bool is_deepest,
                       carom_contact_manifold *out) {
    bool crosses = patch->kind == PATCH_CROSS || patch->kind == PATCH_TOUCH;
    double most = crosses ? walk->limit : 0.0;
    set_region(walk, patch, most);
    vec3 normal = patch->normal;
    if (is_deepest) normal = load3(carom_posed_vector(walk->pair.back, walk->depth.normal));
    gather_along(walk, normal, most);
    if (crosses && !is_deepest) {
        normal = separation_of_deepest(walk);
        if (max_abs3(sub3(normal, walk->pool.normal)) > 0.0) gather_along(walk, normal, most);
    }
    if (is_deepest)
        carom_contact_pool_witness(&walk->pool, walk->deepest[0], walk->deepest[1], ID_WITNESS);
    else if (walk->pool.count == 0) {
        vec3 on_b = patch->point;
        if (patch->kind == PATCH_NEAR)
            on_b = load3(carom_surface_nearest(&walk->pair.second, store3(on_b)).at.point_b);
        pool_add(&walk->pool, patch->point, on_b, ID_WITNESS);
    }
    finish_manifold(walk, out);
    out->certainty = crosses ? walk->depth.certainty : CAROM_EXACT;
}

static bool is_rim_of_stored(const surface_pair_contact *walk, const contact_patch *near) {
    double m = walk->margin;
    const vec3 box[2] = {sub3(near->box[0], vec(m, m, m)), add3(near->box[1], vec(m, m, m))};
    for (int i = 0; i < walk->patch_count; i++) {
        const contact_patch *stored = &walk->stored[i];
        double cosine = dot3(stored->normal, near->normal);
        if (stored->kind == PATCH_CROSS)
            cosine = fabs(cosine); /* a crossing patch has rims on both sides */
        if (cosine > RIM_FACING && carom_patches_touch(&walk->pair, stored->box, box)) return true;
    }
    return false;
}

/* Returns the crossing patch nearest to the deepest point among those that agree with its
 * separating direction; -1 when there is none. */
static int patch_of_deepest(surface_pair_contact *walk) {
    double least = DBL_MAX;
    int best = -1;
    contact_patch patch;
    vec3 separation = load3(carom_posed_vector(walk->pair.back, walk->depth.normal));
    walk->crosses = false;
    for (int i = 0; i < walk->pieces.count && walk->depth.depth > 0 && !walk->on_field; i++) {
        if (!carom_patch_at(&walk->pieces, i, &patch) || patch.kind != PATCH_CROSS) continue;
        walk->crosses = true;
        if (dot3(separation, patch.normal) < SEPARATION_FACING) continue;
        double gap = 0.0;
        for (int k = 0; k < 2; k++) {
            const vec3 point[2] = {walk->deepest[k], walk->deepest[k]};
            gap += sqrt(len2(box_gaps(patch.box, point)));
        }
        if (gap < least) best = i;
        least = min2(least, gap);
    }
    return best;
}

static bool is_deeper(const carom_contact_manifold *m, const carom_contact_manifold *n) {
    const carom_contact_point *p = &m->points[0], *q = &n->points[0];
    if (p->depth != q->depth) return p->depth > q->depth;
    const carom_real *x = &p->point_a.x, *y = &q->point_a.x;
    for (int i = 0; i < 3; i++)
        if (x[i] != y[i]) return x[i] < y[i];
    return false;
}

/* Inserts a manifold, the deepest first.
 * @return the number kept. */
static int32_t keep_manifold(carom_contact_manifold *manifolds, int32_t count, int32_t capacity,
                             const carom_contact_manifold *found) {
    if (found->count == 0) return count;
    int32_t at = count < capacity ? count++ : capacity;
    for (; at > 0 && is_deeper(found, &manifolds[at - 1]); at--)
        if (at < capacity) manifolds[at] = manifolds[at - 1];
    if (at < capacity) manifolds[at] = *found;
    return count;
}

static int32_t make_patches(surface_pair_contact *walk, carom_contact_manifold *manifolds,
                            int32_t capacity) {
    int deepest = patch_of_deepest(walk);
    int32_t count = 0;
    walk->patch_count = 0;
    for (int near = 0; near < 2; near++)
        for (int i = 0; i < walk->pieces.count; i++) {
            contact_patch patch;
            if (!carom_patch_at(&walk->pieces, i, &patch)) continue;
            if ((patch.kind == PATCH_NEAR) != (near == 1)) continue;
            if (near && is_rim_of_stored(walk, &patch)) continue;
            if (walk->patch_count < STORED_PATCHES) walk->stored[walk->patch_count++] = patch;
            make_patch(walk, &patch, i == deepest, &walk->found);
            count = keep_manifold(manifolds, count, capacity, &walk->found);
        }
    double found_depth = count > 0 ? (double)manifolds[0].points[0].depth : 0.0;
    if (count == 0 || (walk->crosses && found_depth < FOUND_SHARE * (double)walk->depth.depth)) {
        make_whole(walk, &walk->found);
        count = keep_manifold(manifolds, count, capacity, &walk->found);
    }
    return count;
}

/* Returns the depth of the two, or minus their distance within the margin. */
static carom_penetration depth_or_gap(const carom_posed_shape *a, const carom_posed_shape *b,
                                      double margin) {
    carom_penetration p = carom_surface_pair_penetration(a, b);
    if (p.overlap || margin == 0.0) return p;
    carom_closest_any c = carom_surface_pair_closest(a, b, (carom_real)INFINITY);
    vec3 apart = sub3(load3(c.point_b), load3(c.point_a));
    if (!((double)c.distance <= margin) || max_abs3(apart) == 0.0) return p;
    return (carom_penetration){.overlap = true,
                               .depth = -c.distance,
                               .normal = store3(carom_normalize_or(apart, apart)),
                               .point_a = c.point_a,
                               .point_b = c.point_b,
                               .certainty = CAROM_CONVERGED};
}

/* Apart from the search for the depth, so that their frames do not add up. */
static CAROM_APART int32_t contacts_of_depth(const carom_posed_shape *const of[2],
                                             const carom_penetration *found,
                                             carom_contact_manifold *manifolds, int32_t capacity) {
    surface_pair_contact *walk = carom_workspace_take(WORKSPACE_SURFACE);
    const surface_pair_frame *pair = &walk->pair;
    int32_t count = 0;
    walk->request = blank_manifold(manifolds);
    walk->margin = (double)walk->request.margin;
    walk->depth = *found;
    if (carom_surface_pair_start(&walk->pair, of[0], of[1])) {
        walk->deepest[0] = load3(carom_posed_point(pair->back, found->point_a));
        walk->deepest[1] = load3(carom_posed_point(pair->back, found->point_b));
        walk->on_field = !pair->first.mesh || !pair->second.mesh;
        walk->limit = walk->on_field ? pair->size : max2((double)found->depth, 0.0) * DEEPEST_SHARE;
        carom_find_pieces(&walk->pieces, pair, walk->margin, found->depth > 0);
        count = make_patches(walk, manifolds,
                             capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT);
    }
    carom_workspace_give(walk);
    return count;
}

int32_t carom_surface_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifolds, int32_t capacity) {
    const carom_posed_shape *const of[2] = {a, b};
    const carom_penetration depth = depth_or_gap(a, b, (double)manifolds->margin);
    return depth.overlap ? contacts_of_depth(of, &depth, manifolds, capacity) : 0;
}
