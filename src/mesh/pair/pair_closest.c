/* Distance of two triangle meshes: branch and bound by a simultaneous traversal of both BVHs
 * [Ericson05] 6.3, the nearer pair of boxes first. The initial upper bound comes from
 * alternating closest-point projections between the meshes. Boxes, centroid lines and triangle
 * planes give lower bounds that include every rounding; only carom_closest_triangle_triangle
 * compares two triangles. The answer is the least distance which that function returns over all
 * pairs, and of equal distances the pair with the lowest indices, first in the mesh that comes
 * first (mesh/data/mesh_order.h), on every instruction set. Once
 * a separating plane proves the best minimal, the traversal restarts in index order and examines
 * only the pairs before the best. */
#include "carom/closest.h"
#include "carom/overlap.h"
#include "math/pose.h"
#include "mesh/data/mesh_order.h"
#include "mesh/pair/pair_gaps.h"
#include "mesh/pair/pair_closest.h"
#include "mesh/pair/pair_plane.h"
#include "mesh/pair/pair_walk.h"
#include "mesh/pair/tolerances.h"
#include "core/workspace.h"

#define PROJECTION_STEPS 3
/* Triangles whose heights may be looked at for each pair of triangles that comes up. */
#define CREDIT_OF_PAIR 8
/* For each pair that was pruned before the first. */
#define CREDIT_AT_START 16

typedef struct distance_search {
    pair_walk walk; /* first */
    carom_mesh_pair_closest best;
    bool found;
    double limit;   /* upper bound on the distances that matter, common frame */
    double tie;     /* midpoint below the best: a larger distance does not round to a smaller one */
    double above;   /* at least the midpoint above: a larger distance rounds to a larger one */
    vec3 along;     /* unit, from A to B at the nearest points found so far; or zero */
    vec3 across[2]; /* unit normals of the triangles of these, from A to B; or zero */
    bool is_least;  /* proved: no pair is nearer than the best */
    double enough;  /* a pair at this distance or less ends the search */
    uint64_t pruned, patience; /* pairs pruned since the last attempt to prove the best minimal,
                                    and how many start one: about as much work as it costs */
    vec3 mean;                 /* sum of the normals of triangles measured */
    uint64_t credit;           /* triangles whose heights may be looked at; some for each pair */
} distance_search;
_Static_assert(sizeof(distance_search) <= WORKSPACE_TRIANGLES_BYTES, "the block holds it");

/* Sets the limit and the direction, and converts both to the frame of A's tree. */
static void set_distance_limit(distance_search *w, double limit, vec3 along) {
    const placed_frame *a = &w->walk.frame.a;
    w->limit = limit;
    double own = limit * (1.0 + PAIR_LIMIT_ROUNDING) / a->shrink + w->walk.frame.margin;
    own = own * a->mesh->bvh8.frame.scale * (1.0 + PAIR_FLOAT_ROUNDING) + (double)FLT_MIN;
    w->walk.limit = own < (double)FLT_MAX && !w->walk.frame.blind ? (float)own : (float)INFINITY;
    w->along = carom_normalize_or(along, vec(0, 0, 0));
    vec3 unit = carom_normalize_or(affine_vector(&a->back, along), vec(0, 0, 0));
    unit = scale3(unit, 1.0 - PAIR_FLOAT_ROUNDING); /* at most 1 long after rounding to float */
    for (int k = 0; k < 3; k++)
        w->walk.along[k] = (float)axis3(unit, k);
}

static bool is_before_best(const distance_search *w, carom_triangle_pair pair) {
    const carom_mesh_pair_closest *best = &w->best;
    return pair.a < best->triangle_a || (pair.a == best->triangle_a && pair.b < best->triangle_b);
}

/* Returns the midpoint of best and the next lower carom_real: a distance above it does not round
 * to less than best. */
static double least_tie(carom_real best) {
    carom_real below = best * (1 - CAROM_REAL_EPSILON / 2);
    return 0.5 * ((double)best + (double)below);
}

/* Returns true if the lower bounds prove the pair no nearer than the best; with `before`, the
 * pair precedes the best in index order and must also be proved no equally near. */
static bool proves_no_better(const distance_search *w, const triangle_gaps *gaps, bool before) {
    double least = (before ? min2(w->limit, w->above) : w->tie) + gaps->error;
    if (!(gaps->error < (double)w->best.distance))
        return false; /* also taken when a bound is not finite */
    if (gaps->boxes2 > least * least * (1.0 + PAIR_GAP_SQUARE_ROUNDING) || gaps->line > least)
        return true;
    return !before && (carom_real)gaps->level >= w->best.distance;
}

/* Returns true if carom_closest_triangle_triangle certainly returns more than the best distance,
 * or at least the best distance and the pair does not precede the best. When two surfaces run
 * along each other nearly every pair is as near as the best. */
static bool is_no_better(const distance_search *w, const carom_triangle *ta,
                         const carom_triangle *tb, carom_triangle_pair pair) {
    if (!w->found) return false;
    triangle_extent a = extent_of(ta, w->along), b = extent_of(tb, neg3(w->along));
    triangle_gaps gaps = gaps_of_extents(&a, &b);
    bool before = is_before_best(w, pair);
    if (proves_no_better(w, &gaps, before)) return true;
    gaps.line = max2(gap_across_plane(ta, tb), gap_across_plane(tb, ta));
    return proves_no_better(w, &gaps, before);
}

static bool is_axis(vec3 along) {
    return max_abs3(along) == 1.0 && fabs(along.x) + fabs(along.y) + fabs(along.z) == 1.0;
}

static bool proves_least_along(const distance_search *w, vec3 along) {
    mesh_support a = carom_mesh_support(&w->walk.frame.a, along);
    mesh_support b = carom_mesh_support(&w->walk.frame.b, neg3(along));
    double gap = -(a.most + b.most), error = PAIR_TRIANGLE_DISTANCE_ERROR * max2(a.size, b.size);
    if (!(error < (double)w->best.distance)) return false;
    if (gap > w->tie + error) return true;
    return a.level && b.level && is_axis(along) && (carom_real)gap >= w->best.distance;
}

/* Returns true if a separating plane proves that no pair is nearer than the best: across the line
 * of the nearest points, which are rounded, or along one of their triangles. */
static bool plane_proves_least(const distance_search *w) {
    return proves_least_along(w, w->along) || proves_least_along(w, w->across[0]) ||
           proves_least_along(w, w->across[1]);
}

static mesh_node node_of_child(uint32_t child) {
    mesh_node out = {.child = child};
    if (!bvh8_is_leaf(child)) return out;
    const bvh8_leaf leaf = bvh8_leaf_of(child);
    out.first = leaf.first;
    out.count = leaf.count;
    return out;
}

/* May a pair below two nodes precede the best in index order? */
static bool may_precede_best(const pair_walk *walk, pair_place at) {
    const carom_triangle_pair least = {least_below_place(walk, at, 0),
                                       least_below_place(walk, at, 1)};
    return is_before_best((const distance_search *)walk, least);
}

/* Does a plane between the triangles below two nodes prove that none of their pairs is better than
 * the best? The separating axis theorem, with the error of the function that measures two triangles
 * included, as in is_no_better. */
static bool distance_parts(pair_walk *walk, pair_place at) {
    distance_search *w = (distance_search *)walk;
    const placed_frame *fa = &walk->frame.a, *fb = &walk->frame.b;
    const mesh_node node_a = node_of_child(at.child[0]), node_b = node_of_child(at.child[1]);
    const double error =
        PAIR_TRIANGLE_DISTANCE_ERROR * max2(carom_posed_size(fa), carom_posed_size(fb));
    subtree_heights a = {.mesh = fa->mesh, .frame = fa, .count = 4, .credit = &w->credit}, b = a;
    if (!w->found || !(error < (double)w->best.distance)) return false;
    b.mesh = fb->mesh;
    b.frame = fb;
    const vec3 along[] = {w->along, w->across[0], w->across[1],
                          carom_unit_towards(w->mean, w->along)};
    for (int k = 0; k < 4; k++) {
        a.along[k] = along[k];
        b.along[k] = neg3(along[k]);
    }
    if (!carom_subtree_heights(&a, &node_a) || !carom_subtree_heights(&b, &node_b)) return false;
    double gap = 0.0;
    for (int k = 0; k < 4; k++)
        gap = max2(gap, -(a.most[k] + b.most[k]));
    return gap > (may_precede_best(walk, at) ? w->above : w->tie) + error;
}

/* From now on planes are tried for each pair of nodes. */
static void start_planes(distance_search *w) {
    w->walk.parts = distance_parts;
    w->walk.budget = 0;
    w->credit = CREDIT_AT_START * w->patience;
}

/* Counts a pruned pair; returns false to end the traversal, since from now on only pairs that
 * precede the best matter. */
static bool prune_pair(distance_search *w) {
    if (w->is_least || ++w->pruned < w->patience) return true;
    w->is_least = plane_proves_least(w);
    w->patience *= 4;
    w->pruned = 0;
    if (!w->is_least && !w->walk.parts && !w->walk.refill) start_planes(w);
    return !w->is_least;
}

/* Returns false to end the traversal. */
static bool keep_nearer_pair(distance_search *w, const carom_triangle *ta, const carom_triangle *tb,
                             carom_triangle_pair pair) {
    if (CAROM_UNLIKELY(w->walk.parts != NULL)) w->credit += CREDIT_OF_PAIR;
    if (is_no_better(w, ta, tb, pair)) return prune_pair(w);
    carom_closest_points at = carom_closest_triangle_triangle(ta, tb);
    if (CAROM_UNLIKELY(w->walk.parts != NULL)) {
        carom_add_normal(&w->mean, ta);
        carom_add_normal(&w->mean, tb);
    }
    const carom_mesh_pair_closest *best = &w->best;
    bool nearer = at.distance < best->distance;
    if (!nearer && !(w->found && at.distance == best->distance && is_before_best(w, pair)))
        return true;
    if (!((double)at.distance <= DBL_MAX)) return true;
    w->found = true;
    w->best = (carom_mesh_pair_closest){at.distance, at.point_a, at.point_b, pair.a, pair.b};
    w->tie = least_tie(at.distance);
    w->above = 0.5 * ((double)at.distance + (double)(at.distance * (1 + CAROM_REAL_EPSILON)));
    carom_pair_normals(w->across, ta, tb);
    if (w->is_least) w->walk.last = pair;
    double reach = widen_up((double)at.distance);
    if (reach < w->limit) set_distance_limit(w, reach, sub3(load3(at.point_b), load3(at.point_a)));
    return (double)at.distance > w->enough;
}

static bool take_distance_pair(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    distance_search *w = (distance_search *)walk;
    const placed_frame *a = &walk->frame.a, *b = &walk->frame.b;
    const carom_triangle_pair pair = {mesh_index(a->mesh, walk->a->leaf.first + slot_a),
                                      mesh_index(b->mesh, walk->b->leaf.first + slot_b)};
    return keep_nearer_pair(w, lane_posed_a(walk, slot_a), lane_posed_b(walk, slot_b), pair);
}

/* ---- entry points */

/* Returns the point of the posed mesh nearest to p, up to rounding of the pose. */
static carom_vec3 nearest_point_of(const placed_frame *f, carom_vec3 p) {
    carom_vec3 own = f->still ? p : store3(affine_point(&f->back, load3(p)));
    carom_vec3 at = carom_closest_point_mesh(own, f->mesh).at.point_b;
    return f->still ? at : carom_posed_point(f->pose, at);
}

/* Initial upper bound: alternating projections. Any two points of the meshes bound the least
 * distance, converged or not. */
static void start_from_points(distance_search *w) {
    const pair_frame *f = &w->walk.frame;
    middle_box box = middle_of_mesh(f->b.mesh);
    carom_vec3 b = store3(affine_point(&f->b.out, box.center)), a = b;
    for (int i = 0; i < PROJECTION_STEPS; i++) {
        a = nearest_point_of(&f->a, b);
        b = nearest_point_of(&f->b, a);
    }
    vec3 along = sub3(load3(b), load3(a));
    double bound = widen_up(carom_length(along)) + f->margin;
    set_distance_limit(w, bound <= DBL_MAX ? bound : DBL_MAX, along);
}

static bool start_distance_search(distance_search *w, const carom_placed_mesh *a,
                                  const carom_placed_mesh *b) {
    w->walk.take = take_distance_pair;
    w->best = (carom_mesh_pair_closest){.distance = (carom_real)INFINITY};
    w->found = w->is_least = false;
    w->enough = 0.0;
    w->pruned = w->credit = 0;
    w->mean = vec(0, 0, 0);
    if (!carom_pair_walk_start(&w->walk, a, b)) return false;
    carom_pair_walk_collapse(&w->walk);
    w->patience = (mesh_count(a->mesh) + (uint64_t)mesh_count(b->mesh)) / 2;
    return true;
}

static bool take_touching_pair(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    distance_search *w = (distance_search *)walk;
    if (!carom_overlap_triangle_triangle(lane_posed_a(walk, slot_a), lane_posed_b(walk, slot_b)))
        return true;
    w->limit = DBL_MAX;
    (void)take_distance_pair(walk, slot_a, slot_b);
    return !w->found;
}

static void search_nearest(distance_search *w, carom_real limit) {
    /* An overlap traversal finds contact much sooner than a distance traversal finds 0. */
    w->walk.take = take_touching_pair;
    carom_pair_watch(&w->walk, 0.0);
    carom_pair_walk_touching(&w->walk);
    if (w->found) return;
    w->walk.budget = UINT64_MAX;
    w->walk.refill = NULL;
    w->walk.take = take_distance_pair;
    start_from_points(w);
    const double reach = widen_up((double)limit);
    if (reach < w->limit) set_distance_limit(w, reach, vec(0, 0, 0));
    carom_pair_walk_nearest(&w->walk);
    if (!w->is_least) return;
    w->walk.last = (carom_triangle_pair){w->best.triangle_a, w->best.triangle_b};
    carom_pair_walk_nearest(&w->walk);
}

static carom_mesh_pair_closest nearest_in_order(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b, carom_real limit) {
    distance_search *w = carom_workspace_take(WORKSPACE_TRIANGLES);
    if (start_distance_search(w, a, b)) search_nearest(w, limit);
    const carom_mesh_pair_closest best = w->best;
    carom_workspace_give(w);
    return best;
}

carom_mesh_pair_closest carom_mesh_pair_nearest(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b, carom_real limit) {
    if (!carom_is_second_mesh_first(a, b)) return nearest_in_order(a, b, limit);
    const carom_mesh_pair_closest c = nearest_in_order(b, a, limit);
    return (carom_mesh_pair_closest){c.distance, c.point_b, c.point_a, c.triangle_b, c.triangle_a};
}

carom_mesh_pair_closest carom_closest_mesh_mesh(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b) {
    return carom_mesh_pair_nearest(a, b, (carom_real)INFINITY);
}

bool carom_overlap_mesh_mesh_within(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                    carom_real distance) {
    if (!(distance >= 0)) return false;
    distance_search *w = carom_workspace_take(WORKSPACE_TRIANGLES);
    bool near = false;
    if (start_distance_search(w, a, b)) {
        w->enough = (double)distance;
        set_distance_limit(w, min2(widen_up(w->enough), DBL_MAX), vec(0, 0, 0));
        carom_pair_watch(&w->walk, widen_up(w->enough));
        carom_pair_walk_nearest(&w->walk);
        near = w->found && (double)w->best.distance <= w->enough;
    }
    carom_workspace_give(w);
    return near;
}
