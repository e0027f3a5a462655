/* How two surfaces lie on each other: one manifold for each patch in which they touch. Every
 * triangle of the one is held against those of the other that are over or under it, as a shape is;
 * of two triangles the one that is across the normal cuts. What is deeper than the surfaces are is
 * of another side of them and does not count. All in the frame of B.
 *
 * The patch that is nearest to the deepest point of the solids, and faces its way out, leaves along
 * that; others along the way out of the deepest point which is found along the patch's own normal.
 * Where the surfaces only touch how deep the solids are does not matter: what lies in a room is
 * within it. */
#include "surface/pair/mesh_both_contact.h"

#include "surface/pair/both_patch.h"
#include "surface/pair/mesh_both.h"
#include "surface/mesh_tile.h"
#include "math/boxes.h"

/* A depth of two meshes may be less than it is by a sixteenth. Where the search for it met its
 * limit it may be less by more, which the certainty tells: points deeper than this share of what
 * was found may be of another side, and none is told. */
#define DEEPEST_SHARE 1.125
/* Patches beyond which what is near them is not looked for. */
#define SEEN_PATCHES 32
/* What is near a patch and faces about its way is its rim: within 45 degrees. */
#define RIM_FACING 0.7
/* Patches that tell less of the depth are not all: a bar that is through another. */
#define TOLD_SHARE 0.5
/* A way out that turns by more than 60 degrees is another patch's. */
#define TURNED_FACING 0.5

typedef struct both_contact {
    both_pair pair;
    const carom_contact_manifold *asked;
    carom_penetration depth;
    vec3 deepest[2]; /* of A and of B, in the frame of B */
    double margin, most;
    double limit;  /* patches are no deeper */
    bool on_field; /* one of them is a height field: seen along a patch's normal it has one side */
    bool crosses;  /* solids cross each other in some patch */
    contact_pool pool;
    vec3 region[2];
    int seen_count;
    contact_patch seen[SEEN_PATCHES];
    contact_pieces pieces;
} both_contact;

/* ---- the points of one patch */

static convex_feature feature_of_triangle(const carom_triangle *at) {
    convex_feature out;
    out.count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        out.points[i] = load3(at->v[i]);
        out.id[i] = i;
    }
    return out;
}

static void name_pair_corners(const both_triangles *two, bool of_a, contact_names *out) {
    for (int i = 0; i < 3; i++) {
        out->corner[i] = carom_contact_name(two->own[of_a ? 1 : 0].v[i]);
        out->tile[i] = carom_contact_name(two->own[of_a ? 0 : 1].v[i]);
    }
}

static void gather_pair(void *context, const both_triangles *two) {
    both_contact *walk = context;
    vec3 n = walk->pool.normal;
    contact_tile tile;
    contact_names names;
    bool of_a = !carom_contact_tile(&tile, &two->own[1], two->triangle[1], neg3(n));
    if (of_a && !carom_contact_tile(&tile, &two->at, two->triangle[0], n)) return;
    convex_feature other = feature_of_triangle(of_a ? &two->own[1] : &two->at);
    name_pair_corners(two, of_a, &names);
    tile.names = &names;
    tile.most = walk->most;
    tile.of_a = of_a;
    tile.region = walk->region;
    carom_contact_over_tile(&other, &tile, &walk->pool);
}

/* Along the normal; deeper than `most` is none of it. */
static void gather_along(both_contact *walk, vec3 normal, double most) {
    contact_pool *pool = &walk->pool;
    double rounding = 4.0 * (double)CAROM_REAL_EPSILON * walk->pair.size;
    pool_start(pool, normal, walk->margin + rounding);
    pool->size = walk->pair.size;
    walk->most = most + rounding;
    both_query query = {
        .reach = {scale3(normal, walk->margin + rounding), scale3(normal, -walk->most)},
        .region = {walk->region[0], walk->region[1]},
        .visit = gather_pair,
        .context = walk};
    carom_both_visit(&walk->pair, &query);
}

static void finish_manifold(both_contact *walk, carom_contact_manifold *out) {
    const both_pair *pair = &walk->pair;
    carom_vec3 normal = store3(walk->pool.normal);
    *out = blank_manifold(walk->asked);
    carom_contact_store(&walk->pool, out);
    normal = carom_pose_rotate_vector(pair->b->pose, normal);
    out->normal = carom_pose_is_translation(pair->b->pose)
                      ? normal
                      : store3(carom_normalize_or(load3(normal), vec(0, 0, 1)));
    for (int32_t i = 0; i < out->count; i++) {
        carom_contact_point *q = &out->points[i];
        q->point_a = carom_pose_transform_point(pair->b->pose, q->point_a);
        q->point_b = carom_pose_transform_point(pair->b->pose, q->point_b);
    }
}

/* All of the surfaces along the way out of the deepest point. */
static void make_whole(both_contact *walk, carom_contact_manifold *out) {
    const carom_penetration *p = &walk->depth;
    walk->region[0] = vec(-DBL_MAX, -DBL_MAX, -DBL_MAX);
    walk->region[1] = neg3(walk->region[0]);
    gather_along(walk, load3(carom_pose_rotate_vector(walk->pair.back, p->normal)),
                 max2((double)p->depth, 0.0) * DEEPEST_SHARE);
    carom_contact_pool_witness(&walk->pool, walk->deepest[0], walk->deepest[1], ID_WITNESS);
    finish_manifold(walk, out);
    out->normal = p->normal;
    out->certainty = p->certainty;
}

/* From the deepest point of either to the other's surface; the patch's own normal when that leads
 * elsewhere. */
static vec3 way_out_of_deepest(const both_contact *walk) {
    const contact_pool *pool = &walk->pool;
    const both_pair *pair = &walk->pair;
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
        carom_vec3 own = carom_pose_transform_point(into, store3(p));
        vec3 q = load3(carom_surface_nearest(side ? &pair->first : &pair->second, own).at.point_b);
        vec3 way = sub3(p, load3(carom_pose_transform_point(out, store3(q))));
        if (side) way = neg3(way);
        double length = carom_length(way);
        vec3 n = carom_normalize_or(way, vec(0, 0, 0));
        if (!(length > most * (1.0 + 1e-6)) || dot3(n, pool->normal) < TURNED_FACING) continue;
        most = length;
        best = n;
    }
    return best;
}

/* ---- patches */

/* Round the patch: as deep along its normal, and beside it by half its width at most. */
static void set_region(both_contact *walk, const contact_patch *patch, double most) {
    double beside = min2(most, 0.5 * max_abs3(sub3(patch->box[1], patch->box[0])));
    beside += walk->margin + walk->pair.rounding + SAME_POINT * walk->pair.size;
    vec3 n = patch->normal;
    vec3 more =
        vec(fabs(n.x) * most + beside, fabs(n.y) * most + beside, fabs(n.z) * most + beside);
    walk->region[0] = sub3(patch->box[0], more);
    walk->region[1] = add3(patch->box[1], more);
}

static void make_patch(both_contact *walk, const contact_patch *patch, bool is_deepest,
                       carom_contact_manifold *out) {
    bool crosses = patch->kind == PATCH_CROSS || patch->kind == PATCH_TOUCH;
    double most = crosses ? walk->limit : 0.0;
    set_region(walk, patch, most);
    vec3 normal = patch->normal;
    if (is_deepest) normal = load3(carom_pose_rotate_vector(walk->pair.back, walk->depth.normal));
    gather_along(walk, normal, most);
    if (crosses && !is_deepest) {
        normal = way_out_of_deepest(walk);
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

static bool is_rim_of_seen(const both_contact *walk, const contact_patch *near) {
    double m = walk->margin;
    const vec3 box[2] = {sub3(near->box[0], vec(m, m, m)), add3(near->box[1], vec(m, m, m))};
    for (int i = 0; i < walk->seen_count; i++) {
        const contact_patch *seen = &walk->seen[i];
        double square = dot3(seen->normal, near->normal);
        if (seen->kind == PATCH_CROSS) square = fabs(square); /* and what is through already */
        if (square > RIM_FACING && carom_patches_touch(&walk->pair, seen->box, box)) return true;
    }
    return false;
}

/* Where the deepest point of the solids belongs, by its way out; -1 when to no patch. */
static int patch_of_deepest(both_contact *walk) {
    double least = DBL_MAX;
    int best = -1;
    contact_patch patch;
    vec3 way = load3(carom_pose_rotate_vector(walk->pair.back, walk->depth.normal));
    walk->crosses = false;
    for (int i = 0; i < walk->pieces.count && walk->depth.depth > 0 && !walk->on_field; i++) {
        if (!carom_patch_at(&walk->pieces, i, &patch) || patch.kind != PATCH_CROSS) continue;
        walk->crosses = true;
        if (dot3(way, patch.normal) < TURNED_FACING) continue;
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

/* The deepest first. @return how many there are */
static int32_t keep_manifold(carom_contact_manifold *manifolds, int32_t count, int32_t capacity,
                             const carom_contact_manifold *found) {
    if (found->count == 0) return count;
    int32_t at = count < capacity ? count++ : capacity;
    for (; at > 0 && is_deeper(found, &manifolds[at - 1]); at--)
        if (at < capacity) manifolds[at] = manifolds[at - 1];
    if (at < capacity) manifolds[at] = *found;
    return count;
}

static int32_t make_patches(both_contact *walk, carom_contact_manifold *manifolds,
                            int32_t capacity) {
    int deepest = patch_of_deepest(walk);
    int32_t count = 0;
    walk->seen_count = 0;
    for (int near = 0; near < 2; near++)
        for (int i = 0; i < walk->pieces.count; i++) {
            contact_patch patch;
            carom_contact_manifold found;
            if (!carom_patch_at(&walk->pieces, i, &patch)) continue;
            if ((patch.kind == PATCH_NEAR) != (near == 1)) continue;
            if (near && is_rim_of_seen(walk, &patch)) continue;
            if (walk->seen_count < SEEN_PATCHES) walk->seen[walk->seen_count++] = patch;
            make_patch(walk, &patch, i == deepest, &found);
            count = keep_manifold(manifolds, count, capacity, &found);
        }
    double told = count > 0 ? (double)manifolds[0].points[0].depth : 0.0;
    if (count == 0 || (walk->crosses && told < TOLD_SHARE * (double)walk->depth.depth)) {
        carom_contact_manifold whole;
        make_whole(walk, &whole);
        count = keep_manifold(manifolds, count, capacity, &whole);
    }
    return count;
}

/* How deep the two are, or how far apart. */
static carom_penetration depth_or_gap(const carom_posed_shape *a, const carom_posed_shape *b,
                                      double margin) {
    carom_penetration p = carom_both_penetration(a, b);
    if (p.overlap || margin == 0.0) return p;
    carom_closest_any c = carom_both_closest(a, b);
    vec3 apart = sub3(load3(c.point_b), load3(c.point_a));
    if (!((double)c.distance <= margin) || max_abs3(apart) == 0.0) return p;
    return (carom_penetration){true,      -c.distance, store3(carom_normalize_or(apart, apart)),
                               c.point_a, c.point_b,   CAROM_CONVERGED};
}

int32_t carom_both_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifolds, int32_t capacity) {
    const carom_contact_manifold asked = blank_manifold(manifolds);
    both_contact walk;
    walk.asked = &asked;
    walk.margin = (double)asked.margin;
    walk.depth = depth_or_gap(a, b, walk.margin);
    if (!walk.depth.overlap || !carom_open_both(&walk.pair, a, b)) return 0;
    carom_pose back = walk.pair.back;
    walk.deepest[0] = load3(carom_pose_transform_point(back, walk.depth.point_a));
    walk.deepest[1] = load3(carom_pose_transform_point(back, walk.depth.point_b));
    walk.on_field = !walk.pair.first.mesh || !walk.pair.second.mesh;
    walk.limit =
        walk.on_field ? walk.pair.size : max2((double)walk.depth.depth, 0.0) * DEEPEST_SHARE;
    carom_find_pieces(&walk.pieces, &walk.pair, walk.margin, walk.depth.depth > 0);
    return make_patches(&walk, manifolds,
                        capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT);
}
