/* Own method: a box of the tree as a shape of its own, against the other shape itself in place of
 * its bounding box, so that of a long or unbounded shape, a surface or another compound only the
 * boxes around it are opened. Another compound is asked by the boxes of its tree. What rounding
 * adds to a distance is taken off, so that no child is left out that may answer. */
#include "dispatch/compound/compound_gap.h"

#include "dispatch/compound/tolerances.h"
#include "pair/pair_closest.h"
#include "pair/pair_overlap.h"
#include "pair/pair_within.h"
#include "pair/pose/solid_box.h"
#include "pair/solver/toi_unbounded.h"
#include "surface/surface_box.h"

static double box_size(const carom_aabb *box) {
    return max2(max_abs3(load3(box->min)), max_abs3(load3(box->max)));
}

static double longest_edge(const carom_aabb *box) {
    const vec3 edges = sub3(load3(box->max), load3(box->min));
    return max_abs3(edges);
}

bool carom_gap_counts(const compound_pair *pair, const carom_aabb *box) {
    const carom_shape_kind kind = pair->other.shape.kind;
    if (pair->of->form == COMPOUND_GIVEN || kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_AABB)
        return false;
    return longest_edge(box) <= 0.5 * longest_edge(&pair->reach);
}

/* The rounding of a distance: of the sizes of both, or where the other one is unbounded of where
 * the box is. */
static double gap_rounding(const compound_pair *pair, const carom_aabb *box) {
    const double far = box_size(&pair->reach), near = box_size(box);
    const double place = max_abs3(load3(pair->other.pose.position));
    return COMPOUND_GAP_ROUNDING * (near + place + (finite1(far) ? far : near));
}

/* ---- another compound, by the boxes of its tree */

/* A lower bound of the distance to its children: the least of the boxes of leaves, but none is
 * looked for below `enough` or above `limit`. */
static double gap_to_tree(const bvh4_tree *tree, const carom_aabb *box, double enough,
                          double limit) {
    const vec3 own[2] = {load3(box->min), load3(box->max)};
    bvh4_nearest_entry stack[BVH4_DEPTH * BVH4_WIDTH];
    int top = 0;
    stack[top++] = (bvh4_nearest_entry){0.0, tree->root};
    double least = DBL_MAX;
    while (top > 0 && least > enough) {
        const bvh4_nearest_entry at = stack[--top];
        if (at.key >= least || at.key > limit) continue;
        if (at.entry & BVH4_LEAF) {
            least = at.key;
            continue;
        }
        const bvh4_node *node = &tree->nodes[at.entry];
        const int base = top;
        for (uint32_t place = 0; place < node->count; place++) {
            const carom_aabb one = bvh4_box(node, place);
            const vec3 at_box[2] = {load3(one.min), load3(one.max)};
            const double key = carom_length(box_gaps(at_box, own));
            int i = top++;
            for (; i > base && stack[i - 1].key < key; i--)
                stack[i] = stack[i - 1];
            stack[i] = (bvh4_nearest_entry){key, node->entry[place]};
        }
    }
    return least;
}

static carom_aabb box_in_other(const compound_pair *pair, const carom_aabb *box) {
    const carom_shape shape = {.kind = CAROM_SHAPE_AABB, .as.aabb = *box};
    return carom_solid_bounds(&shape, carom_pose_inverse(pair->other.pose));
}

/* ---- any shape */

static bool pose_box(carom_posed_shape *out, const carom_aabb *box) {
    const carom_shape shape = {.kind = CAROM_SHAPE_AABB, .as.aabb = *box};
    return carom_shape_pose(out, &shape, carom_pose_identity());
}

static carom_aabb grown_box(const carom_aabb *box, double by) {
    return (carom_aabb){store3(sub3(load3(box->min), vec(by, by, by))),
                        store3(add3(load3(box->max), vec(by, by, by)))};
}

/* Contact alone is found sooner than a distance. */
static bool box_touches(const carom_aabb *box, const carom_posed_shape *other, double rounding) {
    carom_posed_shape own;
    const carom_aabb grown = grown_box(box, rounding);
    if (!pose_box(&own, &grown)) return true;
    return is_surface_kind(other->shape.kind) ? carom_overlap_with_surface(&own, other)
                                              : carom_pair_overlap(&own, other);
}

bool carom_gap_within(const compound_pair *pair, const carom_aabb *box, double margin) {
    const carom_posed_shape *other = &pair->other;
    const double rounding = gap_rounding(pair, box), reach = margin + rounding;
    carom_posed_shape own;
    if (!(reach > 0.0 && reach <= (double)CAROM_REAL_MAX)) return true;
    if (is_compound(other)) {
        const carom_aabb there = box_in_other(pair, box);
        return gap_to_tree(&other->shape.as.compound->tree, &there, reach, reach) <= reach;
    }
    if (!(margin > 0.0)) return box_touches(box, other, rounding);
    if (!pose_box(&own, box)) return true;
    const carom_real distance = (carom_real)reach;
    return is_surface_kind(other->shape.kind) ? carom_within_with_surface(&own, other, distance)
                                              : carom_pair_within(&own, other, distance);
}

double carom_gap_least(const compound_pair *pair, const carom_aabb *box, double limit) {
    const carom_posed_shape *other = &pair->other;
    const double rounding = gap_rounding(pair, box);
    carom_posed_shape own;
    limit += rounding;
    if (is_compound(other)) {
        const carom_aabb there = box_in_other(pair, box);
        return gap_to_tree(&other->shape.as.compound->tree, &there, 0.0, limit) - rounding;
    }
    if (!pose_box(&own, box)) return 0.0;
    const carom_real most = limit < (double)CAROM_REAL_MAX ? (carom_real)limit : CAROM_REAL_MAX;
    const carom_closest_any found = is_surface_kind(other->shape.kind)
                                        ? carom_closest_with_surface(&own, other, most)
                                        : carom_pair_closest_within(&own, other, most, NULL);
    const double least = (double)found.lower_bound * (1.0 - COMPOUND_BOX_ROUNDING) - rounding;
    return least < DBL_MAX ? least : limit;
}

/* ---- a plane between them */

bool carom_gap_plane_set(gap_plane *plane, const compound_pair *pair,
                         const carom_closest_any *found) {
    const carom_posed_shape *other = &pair->other;
    const vec3 a = load3(found->point_a), b = load3(found->point_b);
    const vec3 between = pair->side == 0 ? sub3(b, a) : sub3(a, b);
    const double length = carom_length(between);
    plane->known = false;
    if (!(length > 0.0 && length < DBL_MAX) || is_compound(other)) return false;
    plane->normal = scale3(between, 1.0 / length);
    const carom_vec3 back = store3(neg3(plane->normal));
    carom_vec3 nearest;
    if (is_surface_kind(other->shape.kind)) {
        nearest = carom_surface_farthest(&other->shape, other->pose, back);
    } else {
        if (other->state & POSED_PENDING || carom_is_unbounded(&other->shape)) return false;
        if (other->shape.kind == CAROM_SHAPE_RAY) return false;
        nearest = carom_solid_support(&other->shape, carom_pose_identity(), back);
    }
    plane->height = dot3(plane->normal, load3(nearest)) - gap_rounding(pair, &pair->reach);
    plane->known = finite1(plane->height);
    return plane->known;
}
